import { dayHeading } from '#app/locale/clock.ts'
import { translator } from '#app/locale/translate.ts'
import type { CalendarSession } from '#core/classes/queries/calendar-sessions.ts'
import { localClockText } from '#core/shared/formats.ts'
import type { Language } from '#core/shared/languages.ts'
import { noonOf, rangeText } from './calendar-grid.tsx'
import type { CalendarRange } from './calendar-range.ts'

type Sharing = {
  range: CalendarRange
  sessions: readonly CalendarSession[]
  vendor: { name: string; timeZone: string; language: Language }
  origin: string
}

/** The sessions that can be booked, as a message in the language of the vendor's page; '' if there is none. */
export function shareText({ range, sessions, vendor, origin }: Sharing): string {
  const { language, timeZone, name } = vendor
  const t = translator(language, 'calendar')
  const offered = sessions.filter(
    ({ bookable, date }) => bookable && date >= range.first && date <= range.last,
  )
  const days = [...new Set(offered.map(({ date }) => date))]
  if (days.length === 0) return ''
  const parts = days.map((date) => {
    const lines = offered
      .filter((session) => session.date === date)
      .map(({ id, classId, classTitle, startTime, maxStudents, currentStudents }) => {
        const count = maxStudents - currentStudents
        const spots = count > 0 ? t('share.open', { count }) : t('share.full')
        const line = `${localClockText(startTime, timeZone, language)} ${classTitle} (${spots})`
        return count > 0 ? `${line}\n${origin}/book/class/${classId}?session=${id}` : line
      })
    return [dayHeading(noonOf(date), 'UTC', language), ...lines].join('\n')
  })
  const heading = t('share.heading', { name, days: rangeText(range, language) })
  return [heading, ...parts].join('\n\n')
}
