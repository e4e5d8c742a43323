import { z } from 'zod'
import { lineOf } from '#core/shared/fields.ts'
import { isTimeZone } from '#core/shared/time.ts'
import {
  agreement,
  always,
  hasAddress,
  hasLink,
  localDate,
  localTime,
  noAddress,
  noLink,
  wholeNumber,
} from '../classes/schema.ts'

/** What happens to the bookings of a deleted class; null if not chosen yet. */
export const archiveSchema = z.object({
  upcomingBookings: z.enum(['keep', 'cancel']).nullable().catch(null),
  /** what happens to the credits of its bundles */
  bundles: z.enum(['move', 'refund']).nullable().catch(null),
  toClass: z.string().default(''),
  agreed: agreement,
})

/** Where all sessions of a vendor take place, by the clock. */
export const zoneSchema = z.object({
  timeZone: z.string().max(64).refine(isTimeZone, { error: 'timeZone' }),
  agreed: agreement,
})

export type ZoneForm = z.output<typeof zoneSchema>

/** Whether to change one session, or all following ones too. */
export const scopeSchema = z.object({
  scope: z.enum(['one', 'following']).catch('one'),
  agreed: agreement,
})

export const sessionSchema = z
  .object({
    date: localDate,
    startTime: localTime,
    durationMinutes: wholeNumber(5, 1440),
    maxStudents: wholeNumber(1, 5000),
    placeKind: z.enum(['address', 'online']),
    location: lineOf(200).default(''),
    onlineUrl: z.string().trim().max(2000).default(''),
    formKey: z.uuid().optional(),
    agreed: agreement,
  })
  .refine(hasAddress, noAddress)
  .refine(hasLink, noLink)

export type SessionForm = z.output<typeof sessionSchema>

/** A session's new start, and the start that the page showed. */
export const moveSchema = z.object({
  sessionId: z.uuid(),
  date: localDate,
  time: localTime,
  seenDate: localDate,
  seenTime: localTime,
  agreed: agreement,
})

export type MoveForm = z.output<typeof moveSchema>

type BlockFields = {
  startsOn: string
  endsOn: string | null
  startTime: string | null
  endTime: string | null
}

const hasBothTimes = ({ startTime, endTime }: BlockFields) =>
  (startTime === null) === (endTime === null)
const endsLater = ({ startsOn, endsOn, startTime, endTime }: BlockFields) => {
  const last = endsOn ?? startsOn
  if (typeof startsOn !== 'string' || typeof last !== 'string') return true
  if (typeof startTime !== 'string' || typeof endTime !== 'string') return last >= startsOn
  return `${last} ${endTime}` > `${startsOn} ${startTime}`
}

/** A time without sessions: whole days, or from a time on the first to a time on the last. */
export const blockSchema = z
  .object({
    startsOn: localDate,
    endsOn: localDate.nullable().default(null),
    startTime: localTime.nullable().default(null),
    endTime: localTime.nullable().default(null),
    note: lineOf(120).default(''),
    /** what happens to the sessions in it; null if not chosen yet */
    sessions: z.enum(['keep', 'cancel']).nullable().catch(null),
    formKey: z.uuid().optional(),
    agreed: agreement,
  })
  .refine(hasBothTimes, { path: ['endTime'], error: 'required', ...always })
  .refine(endsLater, { path: ['endsOn'], error: 'end_before_start', ...always })

export type BlockForm = z.output<typeof blockSchema>
