import { useTranslations } from 'use-intl'
import { useLiveSpots } from '#app/features/sessions/live-spots.ts'
import { useMomentLines } from '#app/features/sessions/session-time.tsx'
import { cx } from '#app/ui/cx.ts'
import { BookLink } from './book-link.tsx'
import { isBookable, type ListedSession } from './session-list.tsx'

type BookingBarProps = {
  layout: 'schedule' | 'catalogue'
  sessions: readonly ListedSession[] | null
  now: Date
}

const unread: readonly ListedSession[] = []

/** On phones the next spot stays in reach of the thumb, however far one has scrolled. */
export function BookingBar({ layout, sessions, now }: BookingBarProps) {
  const t = useTranslations('trainer')
  const linesOf = useMomentLines()
  const live = useLiveSpots(sessions ?? unread)
  const next = live.find((one) => isBookable(one, now))
  if (!next) return null
  const { when, own } = linesOf(next.startsAt, next.timeZone)
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex items-center justify-between gap-4 border-t border-line bg-raised px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden">
      <p className="min-w-0 leading-tight">
        <span className="block truncate text-sm text-muted" suppressHydrationWarning>
          {own === null ? t('nextSpot') : when} · <bdi>{next.classTitle}</bdi>
        </span>
        <span className={cx('font-medium', own !== null && 'text-sm')} suppressHydrationWarning>
          {own ?? when}
        </span>
      </p>
      <BookLink session={next} words={layout} className="shrink-0" />
    </div>
  )
}
