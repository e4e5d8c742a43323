import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { isOpen, type OpenSession } from './session-choice.tsx'

/**
 * The chosen session while the form is filled in. If it fills up or is cancelled, it is `lost`, and nothing is chosen
 * until the person chooses again.
 */
export function useChosenSession(
  sessions: readonly OpenSession[],
  preselected: string | null,
  now: Date,
) {
  const [chosen, choose] = useState<string | null>(null)
  const [lostId, lose] = useState<string | null>(null)
  // The page may show another day by now.
  const picked = sessions.find(({ id }) => id === chosen) ?? null
  const lost = sessions.find(({ id }) => id === lostId) ?? null
  const session = picked ?? (lost ? null : (sessions.find(({ id }) => id === preselected) ?? null))
  if (session && !isOpen(session, now)) {
    lose(session.id)
    choose(null)
  }
  return {
    session: session && isOpen(session, now) ? session : null,
    lost: picked ? null : lost,
    /** changes when the choice must be reset */
    round: lost?.id ?? null,
    preselected: picked?.id ?? (lost ? null : preselected),
    choose,
  }
}

/** Why the chosen session can no longer be booked, or not with that many spots; null if it can. */
export function useLostText({
  lost,
  left,
}: {
  lost: OpenSession | null
  left: number | null
}): string | null {
  const t = useTranslations('booking.failed')
  if (!lost && left === null) return null
  return lost?.cancelled ? t('session_cancelled') : t('session_full', { left: left ?? 0 })
}

/** Shows the field's error next to the button, too. */
export function LostNotice({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <p role="alert" className="fade-in text-sm text-bad">
      {text}
    </p>
  )
}

/** Announces changes of the chosen session's count to screen readers, but not those of other sessions. */
export function ChosenSpots({ session }: { session: OpenSession | null }) {
  const t = useTranslations('booking')
  const [first, setFirst] = useState(session)
  if (first?.id !== session?.id) setFirst(session)
  const changed = session && first?.id === session.id && sizeOf(first) !== sizeOf(session)
  return (
    <span aria-live="polite">
      {changed && (
        <VisuallyHidden>
          {t('taken', { taken: session.currentStudents, capacity: session.maxStudents })}
        </VisuallyHidden>
      )}
    </span>
  )
}

function sizeOf({ currentStudents, maxStudents }: OpenSession): string {
  return `${currentStudents}/${maxStudents}`
}
