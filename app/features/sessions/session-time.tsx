import { useLocale, useTranslations } from 'use-intl'
import {
  dayText,
  momentText,
  ownTimeText,
  rangeText,
  sameClock,
  shortZoneText,
} from '#app/locale/clock.ts'
import { zoneText } from '#core/shared/formats.ts'
import { cx } from '#app/ui/cx.ts'
import { useKeptZone, useReaderZone } from '#app/ui/use-browser.ts'

type Times = { startsAt: Date; endsAt: Date; zone: string }

/**
 * A session's time in the vendor's zone. A reader in another zone also sees their own time and the zone's name. On their
 * first page the script adds this; from then on the server knows their zone.
 */
export function SessionTime({
  startsAt,
  endsAt,
  zone,
  day,
  zoneBeside,
}: Times & { day?: boolean; zoneBeside?: boolean }) {
  const t = useTranslations('booking')
  const language = useLocale()
  const reader = useReaderZone()
  const differs = reader !== null && !sameClock(startsAt, zone, reader)
  useKeptZone(differs)
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
      {zoneBeside && differs && (
        <span className="text-muted" suppressHydrationWarning>
          {' '}
          {zoneText(zone, language, startsAt)}
        </span>
      )}
      {reader !== null && differs && (
        <span
          className={cx('block text-muted', !day && 'text-sm font-normal')}
          suppressHydrationWarning
        >
          {t('yourTime', { time: ownTimeText(startsAt, zone, reader, language) })}
        </span>
      )}
    </span>
  )
}

/** One time on the vendor's clock; for a reader whose clock differs with its zone and their own time. */
export function useMomentText(): (at: Date, zone: string) => string {
  const t = useTranslations('booking')
  const language = useLocale()
  const reader = useReaderZone()
  return (at, zone) => {
    const time = momentText(at, zone, language)
    if (reader === null || sameClock(at, zone, reader)) return time
    const own = t('yourTime', { time: ownTimeText(at, zone, reader, language) })
    return t('elsewhere', { time, zone: zoneText(zone, language, at), own })
  }
}

/** The same in two short lines: `own` is null for a reader whose clock agrees. */
export function useMomentLines(): (at: Date, zone: string) => { when: string; own: string | null } {
  const t = useTranslations('booking')
  const language = useLocale()
  const reader = useReaderZone()
  return (at, zone) => {
    const when = momentText(at, zone, language)
    if (reader === null || sameClock(at, zone, reader)) return { when, own: null }
    const own = t('yourTime', { time: ownTimeText(at, zone, reader, language) })
    return { when: `${when} ${shortZoneText(zone, language, at)}`, own }
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
