import { sql } from 'kysely'
import { listAttendance } from '#core/attendance/queries.ts'
import { owedFor } from '#core/attendance/rules.ts'
import { findEditable } from '#core/bookings/queries/editable-booking.ts'
import { listBookings, withUnpaidOnly } from '#core/bookings/queries/own-bookings.ts'
import { listMoney } from '#core/bookings/queries/overview-figures.ts'
import { listPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import { listRefundsDue } from '#core/bookings/queries/refunds-due.ts'
import { paymentsShown } from '#core/bookings/rules/list.ts'
import { type BookingStatus, bookingStatuses, holdsSeat } from '#core/bookings/rules/status.ts'
import { csvTables } from '#core/own-data/queries/csv-tables.ts'
import type { Db } from '#core/shared/db.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { moneyFrom, moneyOf, type PaymentSums } from './rules.ts'

const none: PaymentSums = { paid: 0, waived: 0, refunded: 0, refunding: 0, disputed: 0, failed: 0 }

/** What a spot of 16.00 costs, and what was done with the money. */
const histories: readonly [what: string, sums: Partial<PaymentSums>][] = [
  ['nothing', {}],
  ['a part', { paid: 700 }],
  ['all', { paid: 1600 }],
  ['more', { paid: 2000 }],
  ['a failed payment', { failed: 1600 }],
  ['a part, and the rest failed', { paid: 700, failed: 900 }],
  ['all given back', { paid: 1600, refunded: 1600 }],
  ['a part given back', { paid: 1600, refunded: 600 }],
  ['a refund on its way', { paid: 1600, refunding: 1600 }],
  ['all waived', { waived: 1600 }],
  ['a part waived', { waived: 600, paid: 1000 }],
  ['less is asked for, more was paid', { waived: 600, paid: 1600 }],
  ['disputed', { paid: 1600, disputed: 1600 }],
]

const rowsOf: Record<keyof PaymentSums, [kind: string, state: string]> = {
  paid: ['paid', 'done'],
  waived: ['waived', 'done'],
  refunded: ['refunded', 'done'],
  refunding: ['refunded', 'open'],
  disputed: ['disputed', 'done'],
  failed: ['paid', 'failed'],
}

test.for<[string, Partial<PaymentSums>, boolean, Partial<ReturnType<typeof moneyFrom>>]>([
  ['unpaid', {}, true, { owedMinor: 1600, state: 'due', paymentStatus: 'pending' }],
  [
    'unpaid, and not asked for',
    {},
    false,
    { owedMinor: 0, state: 'none', paymentStatus: 'pending' },
  ],
  ['paid in part', { paid: 700 }, true, { owedMinor: 900, paidMinor: 700, giveBackMinor: 0 }],
  ['paid, and over', { paid: 1600 }, false, { owedMinor: 0, giveBackMinor: 1600, state: 'paid' }],
  [
    'given back',
    { paid: 1600, refunded: 1600 },
    true,
    { owedMinor: 0, paidMinor: 0, state: 'refunded' },
  ],
  [
    'given back in part',
    { paid: 1600, refunded: 600 },
    true,
    { owedMinor: 0, giveBackMinor: 0, mostBackMinor: 1000 },
  ],
  [
    'being given back',
    { paid: 1600, refunding: 1600 },
    false,
    { giveBackMinor: 0, mostBackMinor: 0, paidMinor: 1600 },
  ],
  [
    'waived',
    { waived: 1600 },
    true,
    { owedMinor: 0, paidMinor: 0, state: 'free', paymentStatus: 'paid' },
  ],
  [
    'waived after it was paid',
    { waived: 600, paid: 1600 },
    true,
    { owedMinor: 0, giveBackMinor: 600 },
  ],
  [
    'disputed',
    { paid: 1600, disputed: 1600 },
    false,
    { owedMinor: 0, giveBackMinor: 0, mostBackMinor: 0 },
  ],
  ['failed', { failed: 1600 }, true, { owedMinor: 1600, paymentStatus: 'failed' }],
])('money that is %s', ([, sums, asks, expected]) => {
  expect(moneyFrom({ priceMinor: 1600, asks }, { ...none, ...sums })).toMatchObject(expected)
})

const week = { from: new Date('2000-01-01'), to: new Date('2100-01-01') }
const every = {
  when: 'all',
  status: null,
  classId: null,
  from: null,
  to: null,
  search: '',
  seesContacts: true,
  cursor: null,
  limit: 5000,
} as const

/** A booking in every state, with every history. */
async function allStates(db: Db) {
  const vendor = await aVendor(db)
  const session = await aSession(db, { class: await aClass(db, { vendor }), maxStudents: 5000 })
  const { purchaseId } = await aBooking(db, { session, priceMinor: 0 })
  await sql`
    insert into bookings (purchase_id, vendor_id, class_id, session_id, status, waits_for, attendance, price_minor,
      currency, expires_at, calendar_id, notes)
    select ${purchaseId}, ${vendor.id}, ${session.class.id}, ${session.id}, status,
      case when status = 'pending' then 'vendor' end, attendance, price, 'EUR',
      now() + expiry, ${purchaseId}, history
    from unnest(${[...bookingStatuses]}::text[]) status
      cross join unnest(array[null, 'came', 'no_show', 'late_cancel']) attendance
      cross join unnest(array[0, 1600]) price
      cross join unnest(${histories.map(([what]) => what)}::text[]) history
      cross join unnest(array[interval '1 hour', interval '-1 hour']) expiry
    where status = 'pending' or expiry > interval '0'`.execute(db)
  for (const [what, sums] of histories)
    for (const [of, [kind, state]] of Object.entries(rowsOf)) {
      const minor = Object.entries(sums).find(([name]) => name === of)?.[1] ?? 0
      if (minor > 0)
        await sql`
          insert into payments (vendor_id, booking_id, kind, state, amount_minor, currency, method)
          select vendor_id, id, ${kind}, ${state}, ${minor}::bigint, 'EUR', 'cash' from bookings where notes = ${what}`.execute(
          db,
        )
    }
  await sql`
    insert into seat_ledger (vendor_id, session_id, booking_id, delta, reason, max_students)
    select vendor_id, session_id, id, 1, 'booked', 5000 from bookings b where holds_seat(b) and notes is not null`.execute(
    db,
  )
  await sql`
    update class_sessions s set current_students = (select sum(delta) from seat_ledger l where l.session_id = s.id)`.execute(
    db,
  )
  return { vendor, session, purchaseId }
}

const sumOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0)

test('every reader of the money of a booking says the same, in every state and after every history', async ({
  db,
}) => {
  const { vendor, session, purchaseId } = await allStates(db)
  const all = (await listBookings(db, vendor.id, { ...every, payment: null })).sessions.flat()
  expect(all.length).toBeGreaterThan(700)
  const expected = (row: (typeof all)[number]) => {
    const sums = histories.find(([what]) => what === row.notes)?.[1] ?? {}
    // An overdue request has expired, even if the worker has not ended it yet.
    const asks = holdsSeat(row.status) || row.attendance === 'late_cancel'
    return moneyFrom({ priceMinor: row.priceMinor, asks }, { ...none, ...sums })
  }
  const wanted = new Map(all.map((row) => [row.id, expected(row)]))
  const of = (id: string) => {
    const money = wanted.get(id)
    if (!money) throw new Error('The list lacks a booking.')
    return money
  }

  // The list of the vendor, its filters, and what an instructor sees of it.
  for (const row of all) {
    const { owedMinor, giveBackMinor, paidMinor, state, paymentStatus } = of(row.id)
    expect(row).toMatchObject({ owedMinor, giveBackMinor, paidMinor, state, paymentStatus })
    expect(withUnpaidOnly(row).unpaidMinor).toBe(of(row.id).owedMinor)
    const shown = moneyOf([row])
    expect(shown).toEqual(
      of(row.id).state === 'none'
        ? null
        : of(row.id).state === 'due'
          ? { kind: 'due', minor: of(row.id).owedMinor }
          : { kind: of(row.id).state },
    )
  }
  for (const payment of paymentsShown) {
    const says = all.filter((row) => moneyOf([row])?.kind === payment).map(({ id }) => id)
    const found = (await listBookings(db, vendor.id, { ...every, payment })).sessions.flat()
    expect({ payment, ids: found.map(({ id }) => id).toSorted() }).toEqual({
      payment,
      ids: says.toSorted(),
    })
  }

  // Edit Booking.
  for (const { id } of all.filter((_row, at) => at % 9 === 0)) {
    const edited = await findEditable(db, { vendorId: vendor.id, bookingId: id })
    const { owedMinor, giveBackMinor, paidMinor, paymentStatus, state } = of(id)
    expect(edited).toMatchObject({ owedMinor, giveBackMinor, paidMinor, paymentStatus, state })
  }

  // The customer's page and the mails.
  const [purchase] = await listPurchaseDetails(db, [purchaseId])
  for (const spot of purchase?.spots ?? []) {
    const { owedMinor, giveBackMinor, paymentStatus } = of(spot.id)
    expect(spot).toMatchObject({
      owedMinor,
      refundMinor: giveBackMinor,
      isPaid: paymentStatus === 'paid',
    })
  }

  // Today's list and the daily mail: a request may still be rejected.
  const [listed] = await listAttendance(db, {
    vendorId: vendor.id,
    date: await dateOf(db, session.id),
  })
  expect(listed?.spots.length).toBeGreaterThan(300)
  for (const spot of listed?.spots ?? [])
    expect(owedFor(spot)?.minor ?? 0).toBe(spot.status === 'pending' ? 0 : of(spot.id).owedMinor)

  // The figures of the overview.
  const isAsked = ({ status }: { status: BookingStatus }) => status !== 'pending'
  const stored = await db.selectFrom('bookings').select(['id', 'status']).execute()
  const [money] = await listMoney(db, { vendorId: vendor.id, ...week })
  expect(money).toEqual({
    currency: 'EUR',
    due: sumOf(stored.filter(isAsked).map(({ id }) => of(id).owedMinor)),
    received: sumOf(all.map(({ id }) => of(id).paidMinor)),
  })
  const over = stored.filter(({ status }) => !holdsSeat(status))
  expect(
    sumOf((await listRefundsDue(db, vendor.id)).map(({ refundMinor }) => Number(refundMinor))),
  ).toBe(sumOf(over.map(({ id }) => of(id).giveBackMinor)))

  // The export.
  const { rows: exported } = await sql<{ id: string }>`${csvTables.bookings(vendor.id)}`.execute(db)
  for (const row of exported) {
    const { paymentStatus, paidMinor, owedMinor } = of(row.id)
    expect(row).toMatchObject({ paymentStatus, paidMinor, owedMinor })
  }
})

async function dateOf(db: Db, sessionId: string) {
  const { sessionDate } = await db
    .selectFrom('classSessions')
    .where('id', '=', sessionId)
    .select('sessionDate')
    .executeTakeFirstOrThrow()
  return sessionDate
}
