import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { isOpen, type OpenSession } from './session-choice.tsx'

/**
 * The session a person stands on while they fill in the form. One that fills up or is cancelled meanwhile is
 * `lost`: nothing is chosen for them then, until they choose.
 */
export function useChosenSession(
  sessions: readonly OpenSession[],
  preselected: string | null,
  now: Date,
) {
  const [chosen, choose] = useState<string | null>(null)
  const [lostId, lose] = useState<string | null>(null)
  const stoodOn = chosen ?? (lostId === null ? preselected : null)
  const session = sessions.find(({ id }) => id === stoodOn) ?? null
  if (session && !isOpen(session, now)) {
    lose(session.id)
    choose(null)
  }
  return {
    session: session && isOpen(session, now) ? session : null,
    lost: chosen === null ? (sessions.find(({ id }) => id === lostId) ?? null) : null,
    /** changes when the choice has to begin anew */
    round: lostId,
    preselected: lostId === null ? preselected : null,
    choose,
  }
}

/** Why the session chosen cannot be had any more, or not with as many spots as were asked for; null: it can. */
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

/** Says at once, beside the button, what the field says as well. */
export function LostNotice({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <p role="alert" className="fade-in text-sm text-bad">
      {text}
    </p>
  )
}

/** Reads out the number of the session chosen when it changes; of the others nobody is told aloud. */
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
