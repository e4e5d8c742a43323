import { sql } from 'kysely'

/** One more than the highest of the same calendar entry, because calendars ignore a number they have seen. */
export const nextCalendarSequence = sql<number>`(
  select max(entry.calendar_sequence) + 1 from bookings entry where entry.calendar_id = bookings.calendar_id)`
