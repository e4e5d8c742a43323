import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useLiveSpots } from '#app/features/sessions/live-spots.ts'
import { OwnTime } from '#app/features/sessions/session-time.tsx'
import { momentText, shortZoneText } from '#app/locale/clock.ts'
import { cx } from '#app/ui/cx.ts'
import { BookLink } from './book-link.tsx'
import { isBookable, type ListedSession } from './session-list.tsx'

type BookingBarProps = {
  layout: 'schedule' | 'catalogue'
  sessions: readonly ListedSession[] | null
  now: Date
}

const unread: readonly ListedSession[] = []

/** On phones the next spot stays in reach of the thumb once its own button has been scrolled away. */
export function BookingBar({ layout, sessions, now }: BookingBarProps) {
  const live = useLiveSpots(sessions ?? unread)
  const next = live.find((one) => isBookable(one, now))
  if (!next) return null
  return <Bar next={next} layout={layout} />
}

function Bar({ next, layout }: { next: ListedSession; layout: BookingBarProps['layout'] }) {
  const t = useTranslations('trainer')
  const language = useLocale()
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const own = document.querySelector(`[data-next="${next.id}"]`)
    if (!own) {
      const frame = requestAnimationFrame(() => setAway(true))
      return () => cancelAnimationFrame(frame)
    }
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false))
    observer.observe(own)
    return () => observer.disconnect()
  }, [next])
  return (
    // On a low screen it would cover too much of the list.
    <div
      className={cx(
        '@container z-10 -mx-4 border-t border-line bg-raised px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:bottom-0',
        !isAway && 'hidden noscript:block',
      )}
    >
      {/* Large text leaves no room beside the button. */}
      <div className="flex items-center justify-between gap-x-4 gap-y-2 @max-[16rem]:flex-wrap">
        <p className="min-w-0 leading-tight @max-[16rem]:basis-full">
          <span className="sr-only">{t('nextSpot')}: </span>
          <span className="line-clamp-2 font-medium wrap-anywhere">
            <bdi>{next.classTitle}</bdi>
          </span>
          <span className="block text-sm text-muted" suppressHydrationWarning>
            {momentText(next.startsAt, next.timeZone, language)}
          </span>
          <OwnTime
            at={next.startsAt}
            zone={next.timeZone}
            named={shortZoneText}
            className="text-sm"
          />
        </p>
        <BookLink session={next} words={layout} className="shrink-0 @max-[16rem]:grow" />
      </div>
    </div>
  )
}
