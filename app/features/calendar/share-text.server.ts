import { dayHeading } from '#app/locale/clock.ts'
import { translator } from '#app/locale/translate.ts'
import type { CalendarSession } from '#core/schedule/queries/calendar-sessions.ts'
import { localClockText } from '#core/shared/formats.ts'
import type { Language } from '#core/shared/languages.ts'
import { noonOf, rangeText } from './calendar-grid.tsx'
import type { CalendarRange } from './calendar-range.ts'

type Sharing = {
  range: Pick<CalendarRange, 'view' | 'first' | 'last'>
  sessions: readonly CalendarSession[]
  vendor: { name: string; timeZone: string; language: Language; username: string | null }
  origin: string
}

/**
 * The sessions that can be booked, as a message in the language of the vendor's page; '' if there is none. One short link per
 * day leads to that day on the page; a class that is not on the page has its own.
 */
export function shareText({ range, sessions, vendor, origin }: Sharing): string {
  const { language, timeZone, name, username } = vendor
  const t = translator(language, 'calendar')
  const offered = sessions
    .filter(({ bookable, date }) => bookable && date >= range.first && date <= range.last)
    .map((session) => ({ ...session, left: session.maxStudents - session.currentStudents }))
  const days = [...new Set(offered.map(({ date }) => date))]
  if (days.length === 0) return ''
  const parts = days.map((date) => {
    const ofDay = offered.filter((session) => session.date === date)
    const onPage = (session: CalendarSession) => username !== null && session.onPage
    const lines = ofDay.map((session) => {
      const { id, classId, classTitle, startTime, left } = session
      const spots = left > 0 ? t('share.open', { count: left }) : t('share.full')
      const line = `${localClockText(startTime, timeZone, language)} ${classTitle} (${spots})`
      const isLinked = left > 0 && !onPage(session)
      return isLinked ? `${line}\n${origin}/book/class/${classId}?session=${id}` : line
    })
    const isLinked = ofDay.some((session) => session.left > 0 && onPage(session))
    const link = isLinked ? [`${origin}/${username}?date=${date}`] : []
    return [dayHeading(noonOf(date), 'UTC', language), ...lines, ...link].join('\n')
  })
  const heading = t('share.heading', { name, days: rangeText(range, language) })
  return [heading, ...parts].join('\n\n')
}
