import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { listBookings } from './queries/own-bookings.ts'
import { bookingStatuses, moneyOf, paymentsShown } from './rules.ts'

const every = {
  when: 'all',
  status: null,
  classId: null,
  from: null,
  to: null,
  search: '',
  payment: null,
  seesContacts: true,
  cursor: null,
  limit: 5000,
} as const

test('the filter by payment finds the bookings whose row says so, in every state', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  const session = await aSession(db, { class: await aClass(db, { vendor }), maxStudents: 1000 })
  const { purchaseId } = await aBooking(db, { session })
  await sql`
    insert into bookings (purchase_id, vendor_id, class_id, session_id, status, attendance, payment_status,
      price_minor, currency, expires_at, calendar_id, notes)
    select ${purchaseId}, ${vendor.id}, ${session.class.id}, ${session.id}, status, attendance, payment,
      price, 'EUR', now() + expiry, ${purchaseId}, paid::text
    from unnest(${[...bookingStatuses]}::text[]) status
      cross join unnest(array[null, 'came', 'no_show', 'late_cancel']) attendance
      cross join unnest(array['pending', 'paid', 'failed', 'refunded']) payment
      cross join unnest(array[0, 1600]) price
      cross join unnest(array[0, 700, 1600, 2000]) paid
      cross join unnest(array[interval '1 hour', interval '-1 hour']) expiry
    where status = 'pending' or expiry > interval '0'`.execute(db)
  await sql`
    insert into seat_ledger (vendor_id, session_id, booking_id, delta, reason, max_students)
    select vendor_id, session_id, id, 1, 'booked', 1000 from bookings b where holds_seat(b) and notes is not null`.execute(
    db,
  )
  await sql`
    update class_sessions set current_students = (select sum(delta) from seat_ledger l where l.session_id = class_sessions.id)`.execute(
    db,
  )
  await sql`
    insert into payments (vendor_id, booking_id, amount_minor, currency, method)
    select vendor_id, id, notes::integer, 'EUR', 'door' from bookings where notes ~ '^[1-9]'`.execute(
    db,
  )
  const listed = async (payment: (typeof paymentsShown)[number] | null) =>
    (await listBookings(db, vendor.id, { ...every, payment })).sessions.flat()
  const all = await listed(null)
  expect(all.length).toBeGreaterThan(800)
  for (const payment of paymentsShown) {
    const says = all.filter((spot) => moneyOf([spot])?.kind === payment).map(({ id }) => id)
    const found = (await listed(payment)).map(({ id }) => id)
    expect({ payment, ids: found.toSorted() }).toEqual({ payment, ids: says.toSorted() })
  }
})
