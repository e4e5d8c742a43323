import { moneyOfBooking } from '#core/money/queries.ts'
import { sql } from 'kysely'
import { type Db, openDatabase } from '#core/shared/db.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { kindsOf } from '#tests/support/bookings.ts'
import { aSeries, bought, order, passOf } from '#tests/support/series.ts'
import { expect, test } from '#tests/support/database.ts'
import { type ABooking, aBooking, aSession, aVendor } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { type SpotMoney, spotVersion, type VersionedSpot } from '../rules/spot-version.ts'
import { cancelByCustomer, cancelByVendor } from './cancel-bookings.ts'
import { cancelMany, markManyPaid, markManyRefunded, resendLinks } from './change-many.ts'
import { markPaid } from './mark-paid.ts'
import { withdrawBundle } from './withdraw-bundle.ts'

/** As a page showed these bookings; `money`: for a button that records money. */
const shownOf = (
  bookings: readonly ABooking[],
  money?: SpotMoney,
  isHeld = true,
): VersionedSpot[] =>
  bookings.flatMap(({ bookingIds, session }) =>
    bookingIds.map((bookingId) => ({
      bookingId,
      version: spotVersion({ sessionId: session.id, isHeld, money }),
    })),
  )

const unpaid = { paidMinor: 0, owedMinor: 1500 }

const memberOf = ({ session }: ABooking) => ({
  vendorId: session.class.vendor.id,
  userId: session.class.vendor.userId,
})

const statusesOf = async (db: Db, { bookingIds }: ABooking) => {
  const rows = await db
    .selectFrom('bookings as b')
    .innerJoinLateral(moneyOfBooking, (join) => join.onTrue())
    .where('b.id', 'in', bookingIds)
    .select(['b.status', 'm.paymentStatus'])
    .execute()
  return rows.map(({ status, paymentStatus }) => `${status} ${paymentStatus}`)
}

const paidIn = async (db: Db) => {
  const rows = await db.selectFrom('payments').select(['kind', 'amountMinor']).execute()
  return rows.reduce(
    (sum, { kind, amountMinor }) => sum + Number(amountMinor) * (kind === 'paid' ? 1 : -1),
    0,
  )
}

async function twoBookings(db: Db) {
  const session = await aSession(db)
  return { one: await aBooking(db, { session, spots: 2 }), other: await aBooking(db, { session }) }
}

const recordInOtherTab = (db: Db, booking: ABooking, amountMinor: number) =>
  db
    .insertInto('payments')
    .values({
      vendorId: memberOf(booking).vendorId,
      bookingId: booking.bookingIds[0] ?? '',
      amountMinor,
      currency: 'EUR',
      method: 'correction',
    })
    .execute()

test('all that are as shown are paid, once; one that its customer has cancelled is left', async ({
  db,
}) => {
  const { one, other } = await twoBookings(db)
  await cancelByCustomer(db, linkTo(other.purchaseId), null)
  const pay = () => markManyPaid(db, memberOf(one), shownOf([one, other], unpaid))
  for (let time = 0; time < 2; time++)
    expect(await pay()).toEqual({ ok: true, changed: 2, left: other.bookingIds })
  expect(await paidIn(db)).toBe(3000)
  expect(await statusesOf(db, other)).toEqual(['cancelled pending'])
})

test('each booking is marked as paid in one short transaction', async ({ db, databaseUrl }) => {
  const { one } = await twoBookings(db)
  const opened = openDatabase({ url: databaseUrl, max: 1 })
  let asked = 0
  opened.pool.on('connect', (client) => {
    const run: (...query: readonly unknown[]) => unknown = client.query.bind(client)
    Object.assign(client, {
      query: (...query: readonly unknown[]) => {
        asked += 1
        return run(...query)
      },
    })
  })
  expect(await markManyPaid(opened.db, memberOf(one), shownOf([one], unpaid))).toMatchObject({
    changed: 2,
  })
  await opened.close()
  // One of them asks whose bookings these are.
  expect(asked).toBeLessThanOrEqual(1 + 2 * 14)
})

test('a booking that its customer is cancelling is not marked as paid', async ({
  db,
  databaseUrl,
}) => {
  const { other } = await twoBookings(db)
  const lock = await holdLock(
    databaseUrl,
    'select from class_sessions where id = $1 for no key update',
    [other.session.id],
  )
  const cancelling = cancelByCustomer(db, linkTo(other.purchaseId), null)
  await waitForWaiter(db)
  const paying = markManyPaid(db, memberOf(other), shownOf([other], unpaid))
  await waitForWaiter(db, 2)
  await lock.commit()
  expect(await cancelling).toMatchObject({ cancelled: 1 })
  expect(await paying).toMatchObject({ changed: 0, left: other.bookingIds })
  expect(await paidIn(db)).toBe(0)
})

test('a refund is recorded once, and is not marked as paid afterwards', async ({ db }) => {
  const { other } = await twoBookings(db)
  const shown = shownOf([other], unpaid)
  await markManyPaid(db, memberOf(other), shown)
  await cancelByVendor(db, memberOf(other).vendorId, other.bookingIds)
  const refund = () =>
    markManyRefunded(
      db,
      memberOf(other),
      shownOf([other], { paidMinor: 1500, owedMinor: 0, giveBackMinor: 1500 }, false),
    )
  expect(await refund()).toEqual({ ok: true, changed: 1, left: [] })
  expect(await refund()).toEqual({ ok: true, changed: 1, left: [] })
  expect(await paidIn(db)).toBe(0)
  expect(await markManyPaid(db, memberOf(other), shownOf([other], unpaid, false))).toEqual({
    ok: true,
    changed: 0,
    left: other.bookingIds,
  })
  expect(await paidIn(db)).toBe(0)
})

test('more than the price that was paid stays, until the difference is given back with one button', async ({
  db,
}) => {
  const { other } = await twoBookings(db)
  const [spot] = shownOf([other], { paidMinor: 2000, owedMinor: 0 })
  if (!spot) throw new Error('There is no spot.')
  await recordInOtherTab(db, other, 2000)
  expect(await markManyPaid(db, memberOf(other), [spot])).toMatchObject({ changed: 1 })
  expect(await paidIn(db)).toBe(2000)
  const over = shownOf([other], { paidMinor: 2000, owedMinor: 0, giveBackMinor: 500 })
  for (let time = 0; time < 2; time++)
    expect(await markManyRefunded(db, memberOf(other), over)).toMatchObject({ ok: true })
  expect(await markPaid(db, memberOf(other), spot)).toEqual({ ok: true })
  expect(await paidIn(db)).toBe(1500)
})

test('if part of the price was recorded since, nothing is added until the page shows it', async ({
  db,
}) => {
  const { other } = await twoBookings(db)
  await recordInOtherTab(db, other, 400)
  const left = { ok: true, changed: 0, left: other.bookingIds }
  for (const shown of [shownOf([other], unpaid), shownOf([other])]) {
    expect(await markManyPaid(db, memberOf(other), shown)).toEqual(left)
    expect(await markManyRefunded(db, memberOf(other), shown)).toEqual(left)
  }
  expect(await paidIn(db)).toBe(400)
  expect(
    await markManyPaid(db, memberOf(other), shownOf([other], { paidMinor: 400, owedMinor: 1100 })),
  ).toMatchObject({
    changed: 1,
  })
  expect(await paidIn(db)).toBe(1500)
  // Everything was recorded since: there is nothing to ask.
  expect(await markManyPaid(db, memberOf(other), shownOf([other], unpaid))).toMatchObject({
    changed: 1,
  })
  expect(await paidIn(db)).toBe(1500)
})

test('cancelled together: one event per purchase, and what was cancelled before is left', async ({
  db,
}) => {
  const { one, other } = await twoBookings(db)
  const { vendorId } = memberOf(one)
  const [first = ''] = one.bookingIds
  await cancelMany(
    db,
    vendorId,
    shownOf([one]).filter(({ bookingId }) => bookingId === first),
  )
  await db.deleteFrom('outbox').execute()
  expect(await cancelMany(db, vendorId, shownOf([one, other]))).toEqual({
    ok: true,
    changed: 2,
    left: [first],
  })
  expect(await kindsOf(db)).toEqual(['booking.ended', 'booking.ended'])
  const session = await db
    .selectFrom('classSessions')
    .where('id', '=', one.session.id)
    .select('currentStudents')
    .executeTakeFirst()
  expect(session).toEqual({ currentStudents: 0 })
})

test('the links of the purchases that are as shown are sent again', async ({ db }) => {
  const { one, other } = await twoBookings(db)
  await cancelByCustomer(db, linkTo(other.purchaseId), null)
  await db.deleteFrom('outbox').execute()
  expect(await resendLinks(db, memberOf(one).vendorId, shownOf([one, other]))).toEqual({
    ok: true,
    changed: 1,
    left: other.bookingIds,
  })
  const events = await db.selectFrom('outbox').select(['kind', 'payload']).execute()
  expect(events).toEqual([{ kind: 'booking.link_resent', payload: { purchaseId: one.purchaseId } }])
})

test('with one booking of another vendor among them, nothing happens', async ({ db }) => {
  const { one } = await twoBookings(db)
  const foreign = await aBooking(db)
  const { vendorId } = memberOf(one)
  const shown = shownOf([one, foreign])
  const stranger = await aVendor(db)
  const refused = { ok: false, reason: 'not_found' }
  expect(await markManyPaid(db, memberOf(one), shown)).toEqual(refused)
  expect(await markManyRefunded(db, memberOf(one), shown)).toEqual(refused)
  expect(await cancelMany(db, vendorId, shown)).toEqual(refused)
  expect(await resendLinks(db, vendorId, shown)).toEqual(refused)
  expect(await cancelMany(db, stranger.id, shownOf([one]))).toEqual(refused)
  expect(await statusesOf(db, one)).toEqual(['confirmed pending', 'confirmed pending'])
  expect(await statusesOf(db, foreign)).toEqual(['confirmed pending'])
})

test('a bundle that costs less than its page said is not marked as paid', async ({ db, deps }) => {
  const { bundle, sessions, owner } = await aSeries(db)
  const bundleOrder = order(bundle, sessions.slice(0, 3), { leaveRest: true })
  const { purchaseId, spots } = await bought(deps, bundleOrder)
  const pass = await passOf(db, purchaseId)
  const [first] = spots
  if (!first) throw new Error('Nothing was bought.')
  await sql`
    update class_sessions set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
    where id = ${first.sessionId}`.execute(db)
  const member = { vendorId: owner.id, userId: owner.userId }
  const press = (owedMinor: number) => {
    const version = spotVersion({
      sessionId: first.sessionId,
      isHeld: true,
      money: { paidMinor: 0, owedMinor },
    })
    return markPaid(db, member, { bookingId: first.id, version })
  }
  const ended = await agreeing({}, ({ agreed }) => withdrawBundle(db, member, pass.passId, agreed))
  expect(ended).toMatchObject({ ok: true })
  const { owedMinor } = await passOf(db, purchaseId)
  expect(owedMinor).toBeLessThan(pass.owedMinor)

  expect(await press(pass.owedMinor)).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await passOf(db, purchaseId)).toMatchObject({ owedMinor })
  expect(await press(owedMinor)).toEqual({ ok: true, bundleMinor: owedMinor })
  expect(await passOf(db, purchaseId)).toMatchObject({ owedMinor: 0 })
})
