import { useTranslations } from 'use-intl'
import { useLiveSpots } from '#app/features/sessions/live-spots.ts'
import { useMomentLines } from '#app/features/sessions/session-time.tsx'
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
    // On a low screen it would cover too much of the list.
    <div className="@container z-10 -mx-4 border-t border-line bg-raised px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:bottom-0">
      <div className="flex items-center justify-between gap-4">
        {/* Large text leaves room for the button only. */}
        <p className="min-w-0 leading-tight @max-[16rem]:hidden">
          <span className="sr-only">{t('nextSpot')}: </span>
          <span className="line-clamp-2 font-medium wrap-anywhere">
            <bdi>{next.classTitle}</bdi>
          </span>
          <span className="block text-sm text-muted" suppressHydrationWarning>
            {when}
          </span>
          {own !== null && (
            <span className="block text-sm text-muted" suppressHydrationWarning>
              {own}
            </span>
          )}
        </p>
        <BookLink session={next} words={layout} className="shrink-0 @max-[16rem]:grow" />
      </div>
    </div>
  )
}
