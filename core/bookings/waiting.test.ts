import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'
import { type BookingStatus, bookingStatuses, holdsSeat } from './rules/status.ts'
import { shownStatus, stillWaits } from './rules/waiting.ts'

type Row = {
  status: BookingStatus
  expiresAt: Date | null
  isDeleted: boolean
  now: Date
  seat: boolean
  waits: boolean
  still: boolean
}

test('the database and the rules agree on what holds a seat, what waits and what goes on', async ({
  db,
}) => {
  const { rows } = await sql<Row>`
    select status, expires_at as "expiresAt", deleted is not null as "isDeleted", now() as now,
      holds_seat(b) as seat, still_waits(b) as waits, holds_still(b) as still
    from unnest(${[...bookingStatuses]}::text[]) status
      cross join unnest(array[now() - interval '1 second', now(), now() + interval '1 second', null]) expires_at
      cross join unnest(array[null, now()]) deleted
      cross join lateral (select jsonb_populate_record(null::bookings, jsonb_build_object(
        'status', status, 'expires_at', expires_at, 'deleted_at', deleted)) as b) made
    where (status = 'pending') = (expires_at is not null)`.execute(db)
  expect(rows).toHaveLength(16)
  for (const { isDeleted, now, seat, waits, still, ...booking } of rows)
    expect([booking, isDeleted, { seat, waits, still }]).toEqual([
      booking,
      isDeleted,
      isDeleted
        ? { seat: false, waits: false, still: false }
        : {
            seat: holdsSeat(booking.status),
            waits: stillWaits(booking, now),
            still: holdsSeat(shownStatus(booking, now)),
          },
    ])
})
