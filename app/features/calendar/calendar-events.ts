import type { CalendarSession } from '#core/schedule/queries/calendar-sessions.ts'
import { isFreeSlot } from '#core/classes/rules.ts'
import { type BlockedShown } from '#core/schedule/rules.ts'
import type { Unfree } from './busy-spans.ts'
import type { CalendarRange } from './calendar-range.ts'
import { type CalendarClass, colourOf } from './class-colours.ts'
import type { Start } from '#app/features/workspace/day-text.ts'

const hour = 60

type Shown = { classes: readonly CalendarClass[]; manages: boolean }

/** The sessions as the calendar draws them, on the vendor's clock. A free slot is free ground. */
export function sessionEvents(sessions: readonly CalendarSession[], { classes, manages }: Shown) {
  // Nobody can have a slot any more that is over.
  const shown = sessions.filter((session) => !isFreeGround(session) || !session.past)
  const hasCourts = classes.filter(({ isFacility }) => isFacility).length > 1
  const ground = Map.groupBy(shown.filter(isFreeGround), placeOf)
  return shown.flatMap((session) => {
    const start = `${session.date}T${session.startTime}`
    if (isFreeGround(session)) {
      const [first, ...others] = ground.get(placeOf(session)) ?? []
      if (first !== session) return []
      return {
        id: session.id,
        title: hasCourts
          ? [first, ...others]
              .map(({ classTitle }) => classTitle)
              .toSorted((one, other) => one.localeCompare(other))
              .join(', ')
          : '',
        start,
        end: laterOn(start, session.minutes),
        display: 'background',
        className: 'live-free',
        color:
          others.length > 0 ? 'var(--muted)' : `var(--class-${colourOf(session.classId, classes)})`,
      }
    }
    const isOff = session.status === 'cancelled'
    return {
      id: session.id,
      title: session.classTitle,
      start,
      // The length, not the end: where clocks go back, a session may end before it began.
      end: laterOn(start, session.minutes),
      url: `/dashboard/sessions/${session.id}`,
      startEditable: manages && !isOff && !session.past,
      className: ['live-event', isOff && 'is-off', session.past && 'is-past']
        .filter(Boolean)
        .join(' '),
      color: `var(--class-${colourOf(session.classId, classes)})`,
    }
  })
}

/** What is free at the same time is one piece of ground that names its courts. */
const placeOf = ({ date, startTime, minutes }: CalendarSession) => `${date} ${startTime} ${minutes}`

/** A slot that nobody has: time in which something can be booked, and nothing to prepare for. */
export const isFreeGround = (session: CalendarSession): boolean =>
  isFreeSlot(session) && session.status !== 'cancelled'

/** `opens`: the first hour shown; what is blocked before it is not, and its name would be out of sight. */
type Blocking = {
  range: CalendarRange
  text: (one: Unfree, date: string) => string
  opens: string
}

/** Blocked times, one for each day, behind the sessions; in a month those of some hours are among them. */
export function blockedEvents(blocked: readonly Unfree[], { range, text, opens }: Blocking) {
  return range.days.flatMap((date) =>
    blocked
      .filter(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)
      .map((one) => {
        const start = (one.startsOn === date && one.startTime) || '00:00'
        const end = (one.endsOn === date && one.endTime) || null
        const isWhole = start === '00:00' && end === null
        const isBehind = range.view === 'week' || isWhole
        return {
          id: `${one.id} ${date}`,
          title: [text(one, date), one.note].filter(Boolean).join(': '),
          ...(range.view === 'month'
            ? { start: date, allDay: true }
            : {
                start: `${date}T${isWhole ? opens : start}`,
                end: end === null ? laterOn(`${date}T00:00`, 24 * hour) : `${date}T${end}`,
              }),
          display: isBehind ? 'background' : 'block',
          className: `live-off ${isBehind ? `in-${range.view}` : 'is-row'}`,
          editable: false,
        }
      }),
  )
}

/** The hours of the grid: an ordinary day, and more if sessions need it. */
export function hoursShown(sessions: readonly CalendarSession[]) {
  const starts = sessions.map(({ startTime }) => minuteOf(startTime))
  const ends = sessions.map(({ startTime, minutes }) => minuteOf(startTime) + minutes)
  const first = Math.min(7 * hour, ...starts)
  const last = Math.max(21 * hour, ...ends)
  return {
    slotMinTime: hourText(Math.floor(first / hour)),
    slotMaxTime: hourText(Math.min(24, Math.ceil(last / hour))),
  }
}

const minuteOf = (time: string) => hour * Number(time.slice(0, 2)) + Number(time.slice(3, 5))
const hourText = (hours: number) => `${String(hours).padStart(2, '0')}:00`

/** Where a chosen empty time begins: a click means the half hour it is in. */
export function freeTimeIn({ startStr, start, end }: { startStr: string; start: Date; end: Date }) {
  const from = startIn(startStr)
  if (from === null) return { date: startStr.slice(0, 10), startTime: null }
  const isClick = end.getTime() - start.getTime() <= 15 * 60_000
  const minute = Number(from.startTime.slice(3)) >= 30 ? '30' : '00'
  return isClick ? { ...from, startTime: `${from.startTime.slice(0, 3)}${minute}` } : from
}

type Chosen = { startStr: string; endStr: string; start: Date; end: Date }

/** The chosen time as it can be blocked: from the start of a drag to its end, the half hour of a click, or whole days. */
export function spanIn({ startStr, endStr, start, end }: Chosen): BlockedShown {
  const first = startStr.slice(0, 10)
  if (!startStr.includes('T')) {
    const last = laterOn(`${endStr.slice(0, 10)}T00:00`, -24 * hour).slice(0, 10)
    return { startsOn: first, endsOn: last, startTime: null, endTime: null }
  }
  const { startTime } = freeTimeIn({ startStr, start, end })
  const isClick = end.getTime() - start.getTime() <= 15 * 60_000
  const until = isClick ? laterOn(`${first}T${startTime}`, hour / 2) : endStr.slice(0, 16)
  return { startsOn: first, endsOn: until.slice(0, 10), startTime, endTime: until.slice(11, 16) }
}

/** The local start in what the calendar calls a moment; null for a whole day. */
export function startIn(moment: string): Start | null {
  const [date = '', time = ''] = moment.split('T')
  return time === '' ? null : { date, startTime: time.slice(0, 5) }
}

/** What the clock of a zone shows now: 'yyyy-mm-ddThh:mm:ss'. */
export function wallNow(zone: string): string {
  // Swedish writes dates and times so.
  return new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    .format(new Date())
    .replace(' ', 'T')
}

function laterOn(start: string, minutes: number): string {
  return new Date(Date.parse(`${start}Z`) + minutes * 60_000).toISOString().slice(0, 16)
}
