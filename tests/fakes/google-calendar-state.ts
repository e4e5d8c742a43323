import { z } from 'zod'

/** What the calendars can do wrong; each counts for the next requests to them. */
export const calendarFaults = [
  // a request that goes well
  'none',
  'slow',
  'reset',
  'unauthorized',
  'forbidden',
  'limited',
  'too_many',
  'not_found',
  'duplicate',
  'expired_sync',
  'invalid_sync',
  'daily_limit',
  'no_calendar',
  'not_theirs',
  'html',
  'unavailable',
  'malformed',
] as const
export type CalendarFault = (typeof calendarFaults)[number]

const text = z.string().exactOptional()
const timeSchema = z.object({ date: text, dateTime: text, timeZone: text })
const statusSchema = z.enum(['confirmed', 'tentative', 'cancelled'])

const about = {
  summary: text,
  description: text,
  location: text,
  iCalUID: text,
  transparency: text,
  eventType: text,
  recurrence: z.array(z.string()).exactOptional(),
  organizer: z.object({ email: text, self: z.boolean().exactOptional() }).exactOptional(),
  attendees: z
    .array(z.object({ email: text, self: z.boolean().exactOptional(), responseStatus: text }))
    .exactOptional(),
  extendedProperties: z
    .object({ private: z.record(z.string(), z.string()).exactOptional() })
    .exactOptional(),
}

/** An event as somebody writes it. With `null`, a change removes what was there. */
export const writtenSchema = z.object({
  ...about,
  id: text,
  status: statusSchema.exactOptional(),
  start: timeSchema.exactOptional(),
  end: timeSchema.exactOptional(),
})

export const storedSchema = z.object({
  ...about,
  id: z.string(),
  status: statusSchema,
  start: timeSchema,
  end: timeSchema,
  etag: z.string(),
  /** the number of its last change */
  changed: z.number(),
})
export type StoredEvent = z.output<typeof storedSchema>

export const stateSchema = z.object({
  /** of each refresh token: whose it is, and what it may do */
  consents: z.record(z.string(), z.object({ email: z.string(), scope: z.string() })),
  access: z.record(z.string(), z.object({ refresh: z.string(), until: z.number() })),
  calendars: z.array(
    z.object({
      id: z.string(),
      owner: z.string(),
      summary: z.string(),
      primary: z.boolean(),
      /** what the account may do with it; without, it is the account's own */
      accessRole: z.enum(['reader', 'freeBusyReader']).exactOptional(),
      changes: z.number(),
      /** sync tokens of an older one have expired */
      generation: z.number(),
      events: z.array(storedSchema),
    }),
  ),
})
export type FakeState = z.output<typeof stateSchema>
export type FakeCalendar = FakeState['calendars'][number]
