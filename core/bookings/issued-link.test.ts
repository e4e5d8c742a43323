import { minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { aSeries, bought, order, passOf } from '#tests/support/series.ts'
import type { Db } from '#core/shared/db.ts'
import { cancelByCustomer } from './commands/cancel-bookings.ts'
import { moveByCustomer } from './commands/move-bookings.ts'
import { redeemSession } from './commands/redeem-session.ts'

const listAudit = (db: Db) =>
  db
    .selectFrom('auditLog')
    .orderBy('id')
    .select(['action', 'actorUserId', 'subjectId', 'details'])
    .execute()

async function newsIn(db: Db) {
  const rows = await db
    .selectFrom('outbox')
    .where('kind', 'like', 'booking.%')
    .orderBy('id')
    .select(['kind', 'payload'])
    .execute()
  await db.deleteFrom('outbox').execute()
  return rows.map(({ kind, payload }) => [kind, payload])
}

test('actions with a link that a member sent by hand are recorded as such, not as the customer’s', async ({
  db,
  deps,
}) => {
  const { owner, bundle, sessions } = await aSeries(db)
  const [next, other, ...rest] = sessions
  const { purchaseId } = await bought(deps, order(bundle, rest, { leaveRest: true }))
  const { passId } = await passOf(db, purchaseId)
  await newsIn(db)
  const link = { ...linkTo(purchaseId), issuedBy: owner.userId }

  const redeemed = await redeemSession(db, link, { passId, sessionId: next?.id ?? '' })
  if (!redeemed.ok) throw new Error(redeemed.reason)
  const { bookingId } = redeemed
  expect(await newsIn(db)).toMatchObject([['booking.confirmed', { bookingIds: [bookingId] }]])
  expect(await moveByCustomer(db, link, [bookingId], other?.id ?? '')).toMatchObject({ moved: 1 })
  expect(await newsIn(db)).toMatchObject([['booking.moved', { bookingIds: [bookingId] }]])
  expect(await cancelByCustomer(db, link, [bookingId])).toMatchObject({ cancelled: 1 })
  expect(await newsIn(db)).toMatchObject([['booking.ended', { bookingIds: [bookingId] }]])

  const spot = await db
    .selectFrom('bookings')
    .where('id', '=', bookingId)
    .select(['madeBy', 'movedBy', 'endedBy'])
    .executeTakeFirstOrThrow()
  const by = 'issued_link'
  expect(spot).toMatchObject({ madeBy: by, movedBy: by, endedBy: by })
  const done = { actorUserId: null, subjectId: bookingId, details: { issuedBy: owner.userId } }
  expect(await listAudit(db)).toEqual([
    { action: 'booking.redeemed', ...done },
    { action: 'booking.moved', ...done },
    { action: 'booking.cancelled', ...done },
  ])
})

test('actions with the customer’s own link are recorded as the customer’s', async ({ db }) => {
  const { purchaseId, bookingIds, session } = await aBooking(db)
  const target = await aSession(db, { class: session.class })
  await moveByCustomer(db, linkTo(purchaseId), bookingIds, target.id)
  await cancelByCustomer(db, linkTo(purchaseId), bookingIds)
  expect(await db.selectFrom('bookings').select(['movedBy', 'endedBy']).execute()).toEqual([
    { movedBy: 'customer', endedBy: 'customer' },
  ])
  expect(await listAudit(db)).toEqual([])
})

test('a session chosen with a link sent by hand counts as the customer’s choice: the notice period applies', async ({
  db,
}) => {
  const far = await aSession(db, { startsAt: minutes(48 * 60) })
  const near = await aSession(db, { class: far.class, startsAt: minutes(5 * 60) })
  const { purchaseId, bookingIds } = await aBooking(db, { session: far, bookedAt: minutes(-60) })
  const link = { ...linkTo(purchaseId), issuedBy: far.class.vendor.userId }
  expect(await moveByCustomer(db, link, bookingIds, near.id)).toMatchObject({ moved: 1 })
  expect(await moveByCustomer(db, link, bookingIds, far.id)).toEqual({
    ok: false,
    reason: 'too_late',
  })
  expect(await cancelByCustomer(db, link, bookingIds)).toMatchObject({ late: 1 })
})
