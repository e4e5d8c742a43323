import { useTranslations } from 'use-intl'
import { useLiveSpots } from '#app/features/sessions/live-spots.ts'
import { useMomentText } from '#app/features/sessions/session-time.tsx'
import { isFull } from '#core/classes/rules.ts'
import { BookLink } from './book-link.tsx'
import type { ListedSession } from './session-list.tsx'

type BookingBarProps = {
  layout: 'schedule' | 'catalogue'
  sessions: readonly ListedSession[] | null
  now: Date
}

const unread: readonly ListedSession[] = []

/** On phones the next spot stays in reach of the thumb, however far one has scrolled. */
export function BookingBar({ layout, sessions, now }: BookingBarProps) {
  const t = useTranslations('trainer')
  const momentOf = useMomentText()
  const live = useLiveSpots(sessions ?? unread)
  const next = live.find((one) => !isFull(one) && !one.cancelled && one.bookingClosesAt > now)
  if (!next) return null
  const when = momentOf(next.startsAt, next.timeZone)
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex items-center justify-between gap-4 border-t border-line bg-raised px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden">
      <p className="min-w-0 leading-tight">
        <span className="block truncate text-sm text-muted">
          {t('nextSpot')} · <bdi>{next.classTitle}</bdi>
        </span>
        <span className="font-medium" suppressHydrationWarning>
          {when}
        </span>
      </p>
      <BookLink session={next} words={layout} className="shrink-0" />
    </div>
  )
}
