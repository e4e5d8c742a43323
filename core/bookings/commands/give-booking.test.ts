import { sql } from 'kysely'
import { markAttendance } from '#core/attendance/commands/mark-attendance.ts'
import type { Db } from '#core/shared/db.ts'
import { bookingsOf, edit, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { expectInvariants } from '#tests/support/invariants.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { linkTo } from '#tests/support/links.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { aSeries, booked, bought, order } from '#tests/support/series.ts'
import { spotVersion } from '../rules/spot-version.ts'
import type { GiveBookingForm } from '../schema.ts'
import { cancelByCustomer } from './cancel-bookings.ts'
import { editBooking } from './edit-booking.ts'
import { giveBooking } from './give-booking.ts'
import { moveByCustomer } from './move-bookings.ts'

const ada = { name: 'Ada', email: 'ada@example.com' }

/** Ada's spot in a full session, and the vendor who gives it to Bob as the page showed it. */
async function adasSpot(db: Db, wish: Parameters<typeof aBooking>[1] = {}) {
  const session = wish.session ?? (await aSession(db, { capacity: 1 }))
  const booking = await aBooking(db, { customer: ada, ...wish, session })
  const [bookingId = ''] = booking.bookingIds
  const { vendor } = session.class
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const version = spotVersion({ sessionId: session.id, isHeld: true })
  const give = (form: Partial<GiveBookingForm> = {}) =>
    giveBooking(
      db,
      { ...member, country: 'DE' },
      {
        bookingId,
        version,
        form: { customerName: 'Bob', contact: 'bob@example.com', ...form },
      },
    )
  return { ...booking, session, bookingId, member, give }
}

const holdSession = (databaseUrl: string, { id }: { id: string }) =>
  holdLock(databaseUrl, 'select from class_sessions where id = $1 for no key update', [id])

test('a spot of a full session is given away: two purchases, each with its money, its seats and its news', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { give, purchaseId, bookingId, session, member } = await adasSpot(db, {
    notes: 'Anna: bad knee',
  })
  await work(databaseUrl, deps, keepMails())
  const paid = edit(session.id, {
    customerName: 'Ada',
    customerEmail: ada.email,
    notes: 'Anna: bad knee',
    paymentStatus: 'paid',
    amountPaidMinor: 1500,
  })
  expect(await editBooking(db, member, bookingId, paid)).toEqual({ ok: true })
  await sql`select mark_told(id, 'customer') from purchases`.execute(db)
  const given = await give()
  if (!given.ok) throw new Error(given.reason)
  expect(given.from).toBe('Ada')
  expect(await bookingsOf(db, purchaseId)).toMatchObject([
    { status: 'cancelled', endedBy: 'vendor', paymentStatus: 'pending', notes: 'Anna: bad knee' },
  ])
  const [his] = await bookingsOf(db, given.purchaseId)
  expect(his).toMatchObject({
    status: 'confirmed',
    sessionId: session.id,
    madeBy: 'vendor',
    paymentStatus: 'paid',
    notes: null,
    attendance: null,
  })
  const purchase = await db
    .selectFrom('purchases')
    .where('id', '=', given.purchaseId)
    .select(['customerName', 'customerEmail', 'source', 'contactId', 'tokenRotation'])
    .executeTakeFirstOrThrow()
  expect(purchase).toMatchObject({
    customerName: 'Bob',
    customerEmail: 'bob@example.com',
    source: 'vendor',
    tokenRotation: 0,
  })
  expect(purchase.contactId).not.toBeNull()
  const seats = await db
    .selectFrom('seatLedger')
    .orderBy('id')
    .select(['bookingId', 'delta', 'reason'])
    .execute()
  expect(seats.slice(1)).toEqual([
    { bookingId, delta: -1, reason: 'cancelled' },
    { bookingId: his?.id, delta: 1, reason: 'given_away' },
  ])
  const payments = await db
    .selectFrom('payments')
    .orderBy('bookingId')
    .select(['bookingId'])
    .select((eb) => eb.fn.sum<number>('amountMinor').as('paid'))
    .groupBy('bookingId')
    .execute()
  expect(new Map(payments.map((row) => [row.bookingId, Number(row.paid)]))).toEqual(
    new Map([
      [bookingId, 0],
      [his?.id, 1500],
    ]),
  )
  expect(await booked(db, session.id)).toBe(1)
  await expectInvariants(db)
  const audit = await db.selectFrom('auditLog').select('action').execute()
  expect(audit.map(({ action }) => action)).toContain('booking.given')
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  const said = new Map(mails.map(({ to, subject }) => [to, subject]))
  expect(mails).toHaveLength(2)
  expect(said.get(ada.email)).toMatch(/^Cancelled/)
  expect(said.get('bob@example.com')).toMatch(/^You’re booked/)
  for (const mail of mails)
    expect(JSON.stringify(mail)).not.toMatch(mail.to === ada.email ? /bob/i : /ada@/i)
})

test('who gets a spot is written to in the language of its own bookings', async ({ db }) => {
  const { give, session } = await adasSpot(db, { session: await aSession(db) })
  await aBooking(db, { session, customer: { email: 'bob@example.com', language: 'ru' } })
  const given = await give()
  if (!given.ok) throw new Error(given.reason)
  const { language } = await db
    .selectFrom('purchases')
    .where('id', '=', given.purchaseId)
    .select('language')
    .executeTakeFirstOrThrow()
  expect(language).toBe('ru')
})

test('an automatic payment goes with the spot, and a walk-in gets it without an address', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { recordNewAsPaid: true })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const spot = await adasSpot(db, { session })
  await db
    .insertInto('payments')
    .values({
      vendorId: vendor.id,
      bookingId: spot.bookingId,
      amountMinor: 1500,
      currency: 'EUR',
      method: 'door',
    })
    .execute()
  const given = await spot.give({ contact: '' })
  if (!given.ok) throw new Error(given.reason)
  const paidFor = async (purchaseId: string) => {
    const { rows } = await sql<{ paid: number }>`
      select coalesce(sum(p.amount_minor), 0)::integer as paid from payments p
      join bookings b on b.id = p.booking_id where b.purchase_id = ${purchaseId}`.execute(deps.db)
    return rows[0]?.paid
  }
  expect([await paidFor(spot.purchaseId), await paidFor(given.purchaseId)]).toEqual([0, 1500])
  const purchase = await db
    .selectFrom('purchases')
    .where('id', '=', given.purchaseId)
    .select(['contactId', 'addressId', 'bookingMethod'])
    .executeTakeFirst()
  expect(purchase).toEqual({ contactId: null, addressId: null, bookingMethod: null })
})

type Refused = [reason: string, world: (db: Db) => Promise<Awaited<ReturnType<typeof adasSpot>>>]

test.for<Refused>([
  ['not_confirmed', (db) => adasSpot(db, { status: 'pending' })],
  [
    'has_begun',
    async (db) => adasSpot(db, { session: await aSession(db, { startsAt: minutes(-5) }) }),
  ],
  [
    'has_begun',
    async (db) => {
      const session = await aSession(db, { startsAt: minutes(30) })
      const spot = await adasSpot(db, { session })
      const mark = { bookingId: spot.bookingId, sessionId: session.id, mark: 'no_show' as const }
      await markAttendance(db, spot.member.vendorId, mark)
      return spot
    },
  ],
  ['same_customer', (db) => adasSpot(db, { customer: { email: 'b.o.b@example.com' } })],
  ['contact_invalid', (db) => adasSpot(db)],
  [
    'changed',
    async (db) => {
      const spot = await adasSpot(db)
      await cancelByCustomer(db, linkTo(spot.purchaseId), null)
      return spot
    },
  ],
  [
    'changed',
    async (db) => {
      const spot = await adasSpot(db)
      const other = await aSession(db, { class: spot.session.class })
      await moveByCustomer(db, linkTo(spot.purchaseId), spot.bookingIds, other.id)
      return spot
    },
  ],
])('it is refused with %s, and nothing changes', async ([reason, world], { db }) => {
  const { give } = await world(db)
  const before = await db.selectFrom('bookings').selectAll().execute()
  const contacts = await db.selectFrom('contacts').select('id').execute()
  const form =
    reason === 'same_customer'
      ? { contact: 'B.O.B@example.com' }
      : reason === 'contact_invalid'
        ? { contact: 'bob@' }
        : {}
  expect(await give(form)).toEqual({ ok: false, reason })
  expect(await db.selectFrom('bookings').selectAll().execute()).toEqual(before)
  expect(await db.selectFrom('contacts').select('id').execute()).toEqual(contacts)
})

test('a date of a bundle is refused, and so is the spot of another vendor', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db)
  const { spots } = await bought(deps, order(bundle, sessions))
  const form = { customerName: 'Bob', contact: 'bob@example.com' }
  const asked = { bookingId: spots[0]?.id ?? '', form }
  const member = { vendorId: owner.id, userId: owner.userId, country: 'DE' }
  expect(await giveBooking(db, member, asked)).toEqual({ ok: false, reason: 'of_bundle' })
  const other = await aVendor(db)
  const stranger = { vendorId: other.id, userId: other.userId, country: 'DE' }
  expect(await giveBooking(db, stranger, asked)).toEqual({ ok: false, reason: 'not_found' })
})

test.for(['cancels', 'moves'] as const)(
  'the customer %s while the vendor gives the spot away: it is not what was shown',
  async (what, { db, databaseUrl }) => {
    const { give, purchaseId, bookingIds, session } = await adasSpot(db)
    const other = await aSession(db, { class: session.class })
    const lock = await holdSession(databaseUrl, session)
    const acting =
      what === 'cancels'
        ? cancelByCustomer(db, linkTo(purchaseId), null)
        : moveByCustomer(db, linkTo(purchaseId), bookingIds, other.id)
    await waitForWaiter(db)
    const giving = give()
    await waitForWaiter(db, 2)
    await lock.commit()
    expect(await acting).toMatchObject({ ok: true })
    expect(await giving).toEqual({ ok: false, reason: 'changed' })
    const purchases = await db.selectFrom('purchases').select('customerName').execute()
    expect(purchases).toEqual([{ customerName: 'Ada' }])
    expect(await booked(db, session.id)).toBe(0)
  },
)

test('the vendor gives the spot away while the customer cancels it: Bob has it, and nothing is left to cancel', async ({
  db,
  databaseUrl,
}) => {
  const { give, purchaseId, session } = await adasSpot(db)
  const lock = await holdSession(databaseUrl, session)
  const giving = give()
  await waitForWaiter(db)
  const cancelling = cancelByCustomer(db, linkTo(purchaseId), null)
  await waitForWaiter(db, 2)
  await lock.commit()
  expect(await giving).toMatchObject({ ok: true })
  expect(await cancelling).toMatchObject({ ok: true, cancelled: 0 })
  expect(await booked(db, session.id)).toBe(1)
})

test('the form sent twice at once gives the spot once', async ({ db, databaseUrl }) => {
  const { give, session } = await adasSpot(db)
  const formKey = crypto.randomUUID()
  const lock = await holdSession(databaseUrl, session)
  const both = [give({ formKey }), give({ formKey })]
  await waitForWaiter(db, 2)
  await lock.commit()
  const [one, other] = await Promise.all(both)
  expect(one).toMatchObject({ ok: true, from: 'Ada' })
  expect(other).toEqual(one)
  expect(await db.selectFrom('purchases').select('id').execute()).toHaveLength(2)
  expect(await booked(db, session.id)).toBe(1)
})

test('an attendance list from before marks neither of the two', async ({ db }) => {
  const session = await aSession(db, { startsAt: minutes(30) })
  const { give, bookingId, member } = await adasSpot(db, { session })
  const given = await give()
  if (!given.ok) throw new Error(given.reason)
  const mark = { bookingId, sessionId: session.id, mark: 'no_show' as const }
  expect(await markAttendance(db, member.vendorId, mark)).toEqual({
    ok: false,
    reason: 'not_held',
  })
  const marks = await db.selectFrom('bookings').select('attendance').execute()
  expect(marks).toEqual([{ attendance: null }, { attendance: null }])
})
