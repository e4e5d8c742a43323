import { useLocale, useTranslations } from 'use-intl'
import { dayText, momentText, ownTimeText, rangeText, sameClock } from '#app/locale/clock.ts'
import { zoneText } from '#core/shared/formats.ts'
import { cx } from '#app/ui/cx.ts'
import { useKeptZone, useReaderZone, useSentZone } from '#app/ui/use-browser.ts'

type Times = { startsAt: Date; endsAt: Date; zone: string }

/** A session's time in the vendor's zone. A reader in another zone also sees their own time and the zone's name. */
export function SessionTime({
  startsAt,
  endsAt,
  zone,
  day,
  zoneBeside,
}: Times & { day?: boolean; zoneBeside?: boolean }) {
  const language = useLocale()
  return (
    <span>
      {/* Another edition of the language's data may put another comma. */}
      <time
        dateTime={startsAt.toISOString()}
        className={day ? undefined : 'whitespace-nowrap'}
        suppressHydrationWarning
      >
        {day && `${dayText(startsAt, zone, language)}, `}
        {rangeText(startsAt, endsAt, zone, language)}
      </time>
      <OwnTime
        at={startsAt}
        zone={zone}
        named={zoneBeside ? zoneText : undefined}
        className={day ? undefined : 'text-sm font-normal'}
      />
    </span>
  )
}

type OwnTimeProps = {
  at: Date
  /** the vendor's */
  zone: string
  /** names the zone before the own time, where nothing else on the page does */
  named?: ((zone: string, language: string, at: Date) => string) | undefined
  className?: string | undefined
}

/**
 * The reader's own time on a line below the vendor's. On a first visit only the browser knows whether there is one: the page
 * opens an empty line before it is painted (app/build/page-start.ts), so that nothing moves when the time comes.
 */
export function OwnTime({ at, zone, named, className }: OwnTimeProps) {
  const t = useTranslations('booking')
  const language = useLocale()
  const reader = useReaderZone()
  const differs = reader !== null && !sameClock(at, zone, reader)
  useKeptZone(differs)
  if (reader === null)
    return (
      <span data-zone={zone} className={cx('hidden text-muted', className)}>
        {'\u00a0'}
      </span>
    )
  if (!differs) return null
  return (
    <span className={cx('block text-muted', className)} suppressHydrationWarning>
      {named && `${named(zone, language, at)} · `}
      {t('yourTime', { time: ownTimeText(at, zone, reader, language) })}
    </span>
  )
}

/**
 * One time on the vendor's clock inside a sentence; for a reader whose clock differs with its zone and their own time, once
 * the server knows it: a sentence that grows would move the page.
 */
export function useMomentText(): (at: Date, zone: string) => string {
  const t = useTranslations('booking')
  const language = useLocale()
  const reader = useSentZone()
  return (at, zone) => {
    const time = momentText(at, zone, language)
    if (reader === null || sameClock(at, zone, reader)) return time
    const own = t('yourTime', { time: ownTimeText(at, zone, reader, language) })
    return t('elsewhere', { time, zone: zoneText(zone, language, at), own })
  }
}

/** Says once for a whole list on whose clock its times are. */
export function ZoneNote({ zone, at }: { zone: string; at: Date }) {
  const t = useTranslations('booking')
  const language = useLocale()
  return (
    <p className="text-sm text-muted" suppressHydrationWarning>
      {t('zoneNote', { zone: zoneText(zone, language, at) })}
    </p>
  )
}
