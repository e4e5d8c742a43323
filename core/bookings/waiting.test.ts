import { spotVersion } from './rules/spot-version.ts'
import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'
import { listForCalendar } from '#core/calendar/queries.ts'
import { listOwnClasses } from '#core/classes/queries/own-classes.ts'
import { listAgenda } from '#core/messages/queries/agenda.ts'
import { listOpenRequests } from '#core/messages/queries/endings.ts'
import { entriesOf } from '#core/messages/queries/entries.ts'
import { newsFor } from '#core/messages/queries/news.ts'
import { listUpcoming } from '#core/messages/queries/upcoming.ts'
import { aBooking, aSession } from '#tests/support/factories.ts'
import { addMinutes } from '#core/shared/time.ts'
import { confirmRequest, rejectRequest } from './commands/answer-request.ts'
import {
  countRequested,
  listWaitingRequests,
  listWaitingSpots,
  listWhoComes,
} from './queries/own-bookings.ts'
import { findPurchaseDetails } from './queries/purchase-details.ts'
import { type BookingStatus, bookingStatuses, holdsSeat, type WaitsFor } from './rules/status.ts'
import { asksVendor, shownStatus, stillWaits } from './rules/waiting.ts'

type Row = {
  status: BookingStatus
  expiresAt: Date | null
  isDeleted: boolean
  now: Date
  seat: boolean
  waits: boolean
  asks: boolean
  shown: BookingStatus
  still: boolean
  waitsFor: WaitsFor | null
}

test('the database and the rules agree on what holds a seat, what waits and what goes on', async ({
  db,
}) => {
  const { rows } = await sql<Row>`
    select status, expires_at as "expiresAt", deleted is not null as "isDeleted", now() as now,
      holds_seat(b) as seat, still_waits(b) as waits, asks_vendor(b) as asks, shown_status(b) as shown,
      holds_still(b) as still, waits_for as "waitsFor"
    from unnest(${[...bookingStatuses]}::text[]) status
      cross join unnest(array[now() - interval '1 second', now(), now() + interval '1 second', null]) expires_at
      cross join unnest(array[null, now()]) deleted
      cross join unnest(array[null, 'vendor', 'payment']) waits_for
      cross join lateral (select jsonb_populate_record(null::bookings, jsonb_build_object(
        'status', status, 'expires_at', expires_at, 'deleted_at', deleted, 'waits_for', waits_for)) as b) made
    where (status = 'pending') = (expires_at is not null) and (status <> 'pending' or waits_for is not null)`.execute(
    db,
  )
  expect(rows).toHaveLength(42)
  for (const { isDeleted, now, seat, waits, asks, shown, still, ...booking } of rows)
    expect([booking, isDeleted, { seat, waits, asks, still }]).toEqual([
      booking,
      isDeleted,
      isDeleted
        ? { seat: false, waits: false, asks: false, still: false }
        : {
            seat: holdsSeat(booking.status),
            waits: stillWaits(booking, now),
            asks: asksVendor({ ...booking, status: shownStatus(booking, now) }),
            still: holdsSeat(shownStatus(booking, now)),
          },
    ])
  for (const { isDeleted, now, shown, ...booking } of rows)
    if (!isDeleted) expect([booking, shown]).toEqual([booking, shownStatus(booking, now)])
})

test.for([
  ['vendor', true],
  ['payment', false],
] as const)(
  'who is asked about a pending booking that waits for its %s',
  async ([waitsFor, asks], { db }) => {
    const soon = addMinutes(new Date(), 90)
    const session = await aSession(db, { startsAt: soon, endsAt: addMinutes(soon, 60) })
    const { vendor } = session.class
    const booking = await aBooking(db, { session, status: 'pending', waitsFor })
    const { purchaseId, bookingIds } = booking
    const own = { vendorId: vendor.id, sessionIds: [session.id] }
    const details = await findPurchaseDetails(db, purchaseId)
    if (!details) throw new Error('The purchase is missing.')
    const day = await db
      .selectFrom('classSessions')
      .select('sessionDate')
      .where('id', '=', session.id)
      .executeTakeFirstOrThrow()
    const untold = { spots: {}, bundles: {} }
    const [agenda] = await listAgenda(db, { vendorId: vendor.id, date: day.sessionDate })
    const [inCalendar] = (await listForCalendar(db, vendor.id)).sessions
    const [ownClass] = await listOwnClasses(db, vendor.id)
    const upcoming = await listUpcoming(db, details.customerEmail ?? '')
    expect({
      requests: (await listWaitingRequests(db, vendor.id)).length,
      spots: (await listWaitingSpots(db, { vendorId: vendor.id, purchaseIds: [purchaseId] }))
        .length,
      requested: (await countRequested(db, own))[session.id] ?? 0,
      whoComes: (await listWhoComes(db, own)).map(({ waiting }) => waiting),
      ofClass: ownClass?.upcoming.requested,
      agenda: agenda?.people.map(({ waiting }) => waiting),
      calendar: inCalendar?.people.map(({ waiting }) => waiting),
      reminders: (await listOpenRequests(db, new Date())).length,
      links: upcoming?.spots.map(({ waiting, payUntil }) => [waiting, payUntil !== null]),
      mail: entriesOf(details.spots, bookingIds, new Map())?.map(({ state }) => state),
      news: (['customer', 'vendor'] as const).map(
        (reader) =>
          newsFor(reader, { ...details, passes: [], at: new Date() }, untold).news !== null,
      ),
      confirmed: await confirmRequest(db, { vendorId: vendor.id, bookingIds }),
    }).toEqual({
      requests: asks ? 1 : 0,
      spots: asks ? 1 : 0,
      requested: asks ? 1 : 0,
      whoComes: [asks],
      ofClass: asks ? 1 : 0,
      agenda: [asks],
      calendar: [asks],
      reminders: asks ? 1 : 0,
      // The customer reads whom it waits for.
      links: [[asks, !asks]],
      mail: [asks ? 'waiting' : 'unpaid'],
      news: [asks, asks],
      confirmed: asks ? { ok: true, answered: 1 } : { ok: false, reason: 'not_waiting' },
    })
    const second = await aBooking(db, { session, status: 'pending', waitsFor })
    const shown = second.bookingIds.map((bookingId) => ({
      bookingId,
      version: spotVersion({ sessionId: session.id, isHeld: true }),
    }))
    expect(await rejectRequest(db, { purchaseId: second.purchaseId, shown })).toEqual(
      asks ? { ok: true, answered: 1 } : { ok: false, reason: 'not_waiting' },
    )
  },
)
