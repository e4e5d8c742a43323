import { type ComesWords, peopleLines } from '#core/bookings/rules/calendar-lines.ts'
import { startOfDay } from '#core/shared/time.ts'

/** How a vendor's Google calendar is connected. `writing`: not everything is in it yet. */
export type CalendarState = 'none' | 'writing' | 'connected' | 'broken'

export type Broken = 'revoked' | 'scope' | 'keys'

/** Our event of a session at Google, which takes the letters a–v and digits. The same id again is the same event. */
export function eventIdOf(sessionId: string): string {
  return `cs${sessionId.replaceAll('-', '')}`
}

/** Another id for it, after Google has deleted the first one for good. */
export function anotherIdOf(sessionId: string): string {
  return `${eventIdOf(sessionId)}n${Date.now().toString(32)}`
}

export type SessionFacts = {
  id: string
  vendorId: string
  title: string
  startsAt: Date
  endsAt: Date
  place: string | null
  booked: number
  capacity: number
  people: readonly { name: string; spots: number; waiting: boolean }[]
}

/** The event that a vendor's calendar should hold for a session. */
export function wantedEvent(
  {
    id: sessionId,
    vendorId,
    title,
    startsAt,
    endsAt,
    place,
    booked,
    capacity,
    people,
  }: SessionFacts,
  { words, link }: { words: ComesWords & { nobody: string }; link: string },
) {
  const lines = peopleLines(
    people.map((one) => ({ ...one, name: textOf(one.name) })),
    words,
  )
  return {
    vendorId,
    sessionId,
    summary: `${title} · ${booked}/${capacity}`,
    description: [...(lines.length > 0 ? lines : [words.nobody]), '', link].join('\n'),
    location: place,
    startsAt,
    endsAt,
  }
}

/** Google shows descriptions as HTML. */
function textOf(name: string): string {
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

type Held = { sessionId: string; hash: string | null }
type Wanted = { sessionId: string; hash: string }

/**
 * What has to be done so that a calendar holds what is wanted. What it holds of sessions that are `over` stays.
 *
 * @param over - sessions that have ended, and are not compared any more
 */
export function differences<Row extends Held, Event extends Wanted>(
  wanted: readonly Event[],
  held: readonly Row[],
  over: ReadonlySet<string>,
): { remove: Row[]; insert: Event[]; patch: Event[] } {
  const rows = new Map(held.map((row) => [row.sessionId, row]))
  const ids = new Set(wanted.map(({ sessionId }) => sessionId))
  return {
    remove: held.filter(({ sessionId }) => !ids.has(sessionId) && !over.has(sessionId)),
    insert: wanted.filter(({ sessionId }) => !rows.has(sessionId)),
    patch: wanted.filter(({ sessionId, hash }) => {
      const row = rows.get(sessionId)
      return row !== undefined && row.hash !== hash
    }),
  }
}

type EventTime = { date?: string | null | undefined; dateTime?: string | null | undefined }
type ReadEvent = {
  status?: string | null | undefined
  start?: EventTime | null | undefined
  end?: EventTime | null | undefined
  transparency?: string | null | undefined
  eventType?: string | null | undefined
  organizer?: { self?: boolean | null | undefined } | null | undefined
  attendees?:
    | readonly {
        self?: boolean | null | undefined
        responseStatus?: string | null | undefined
      }[]
    | null
    | undefined
}

/**
 * When somebody with this event is busy; null: not at all. An invitation counts once it is accepted, perhaps at least; who
 * made the appointment has accepted it. Without a guest entry of theirs it is their own, or one that nobody was invited to.
 */
export function busyTime(event: ReadEvent, zone: string): { startsAt: Date; endsAt: Date } | null {
  if (event.status === 'cancelled' || event.transparency === 'transparent') return null
  if (event.eventType === 'workingLocation' || event.eventType === 'birthday') return null
  const own = event.attendees?.find(({ self }) => self)
  if (own?.responseStatus === 'declined') return null
  if (own?.responseStatus === 'needsAction' && event.organizer?.self !== true) return null
  const startsAt = event.start ? instantOf(event.start, zone) : null
  const endsAt = event.end ? instantOf(event.end, zone) : null
  return startsAt && endsAt && startsAt < endsAt ? { startsAt, endsAt } : null
}

/** Whole days begin and end at midnight on the vendor's clock. */
function instantOf({ date, dateTime }: EventTime, zone: string): Date | null {
  if (dateTime) {
    const at = new Date(dateTime)
    return Number.isNaN(at.getTime()) ? null : at
  }
  return date && isDay(date) ? startOfDay(date, zone) : null
}

function isDay(date: string): boolean {
  const at = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date)
}

const firstBackOffMs = 2000
const longestBackOffMs = 15 * 60_000

/** The pause after this many failures in a row. `chance` is a random number from 0 to 1 that spreads the retries. */
export function backOffMs(failures: number, chance: number): number {
  const whole = Math.min(longestBackOffMs, firstBackOffMs * 2 ** Math.min(failures - 1, 12))
  return Math.round(whole * (0.5 + chance))
}
