import { expect, test } from '#tests/support/database.ts'
import { aBundle, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { aSeries, bought, ids, order, passOf } from '#tests/support/series.ts'
import { addMinutes } from '#core/shared/time.ts'
import { confirmRequest } from './answer-request.ts'
import { bookBundle } from './book-bundle.ts'
import { redeemSession } from './redeem-session.ts'

test('fewer dates than sessions only when the customer was told; the rest is booked later with the link', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db)
  const some = sessions.slice(0, 3)
  expect(await bookBundle(deps, order(bundle, some))).toMatchObject({
    ok: false,
    reason: 'rest_not_confirmed',
  })
  const { purchaseId } = await bought(deps, order(bundle, some, { leaveRest: true }))
  const { passId } = await passOf(db, purchaseId)
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 2, used: 3, isOpen: true })
  const [, , , fourth, fifth] = ids(sessions)
  const redeem = (sessionId: string | undefined) =>
    redeemSession(db, linkTo(purchaseId), { passId, sessionId: sessionId ?? '' })
  expect(await redeem(fourth)).toMatchObject({ ok: true, replayed: false })
  expect(await redeem(fourth)).toMatchObject({ ok: true, replayed: true })
  expect(await redeem(fifth)).toMatchObject({ ok: true })
  const sixth = await aSession(db, { class: bundle.class })
  expect(await redeem(sixth.id)).toMatchObject({ ok: false, reason: 'no_credit' })
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 0, used: 5 })
})

test('the last session of a bundle, redeemed twice at once for two dates, is used once', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { bundle, sessions, yoga } = await aSeries(db)
  const { purchaseId } = await bought(
    deps,
    order(bundle, sessions.slice(0, 4), { leaveRest: true }),
  )
  const { passId } = await passOf(db, purchaseId)
  const sixth = await aSession(db, { class: yoga })
  const lock = await holdLock(databaseUrl, 'select 1 from passes where id = $1 for update', [
    passId,
  ])
  const both = [sessions[4]?.id ?? '', sixth.id].map((sessionId) =>
    redeemSession(db, linkTo(purchaseId), { passId, sessionId }),
  )
  await waitForWaiter(db, 2)
  await lock.commit()
  const answers = await Promise.all(both)
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'no_credit' })
})

test('two redemptions, each in a session with an expired request of the other: both succeed without a deadlock', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const vendor = await aVendor(db)
  const yoga = await aClass(db, { vendor, confirmationMode: 'manual' })
  const bundle = await aBundle(db, { class: yoga, sessionCount: 3 })
  const [s1, s2] = [
    await aSession(db, { class: yoga, capacity: 1 }),
    await aSession(db, { class: yoga, capacity: 1 }),
  ]
  // A bundle of which no date was confirmed would end with its request.
  const confirmed = await aSession(db, { class: yoga })
  // A bundle is sold with dates enough for all its sessions.
  await aSession(db, { class: yoga })
  const buy = async (contact: string, sessionId: string) => {
    const b = await bookBundle(deps, {
      bundleId: bundle.id,
      sessionIds: [sessionId, confirmed.id],
      name: 'x',
      contact,
      leaveRest: true,
      seen: { priceMinor: bundle.priceMinor },
      idempotencyKey: contact,
      accepted: [],
      language: 'en',
      network: null,
    })
    if (!b.ok) throw new Error(b.reason)
    const e = await db
      .selectFrom('passes')
      .where('purchaseId', '=', b.purchase.purchaseId)
      .select('id')
      .executeTakeFirstOrThrow()
    return { purchaseId: b.purchase.purchaseId, e: e.id }
  }
  const one = await buy('a@example.com', s2.id)
  const two = await buy('b@example.com', s1.id)
  const waiting = await db
    .selectFrom('bookings')
    .where('sessionId', '=', confirmed.id)
    .select('id')
    .execute()
  await confirmRequest(db, { vendorId: vendor.id, bookingIds: ids(waiting) })
  await db
    .updateTable('bookings')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .where('status', '=', 'pending')
    .execute()
  const lock = await holdLock(databaseUrl, 'select 1 from bookings for update')
  const both = [
    redeemSession(db, linkTo(one.purchaseId), { passId: one.e, sessionId: s1.id }),
    redeemSession(db, linkTo(two.purchaseId), { passId: two.e, sessionId: s2.id }),
  ]
  await waitForWaiter(db, 2)
  await lock.commit()
  expect(await Promise.all(both)).toMatchObject([{ ok: true }, { ok: true }])
})

test('a request that expired and was not ended yet does not stand in the way of the same session', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db, { of: { confirmationMode: 'manual' } })
  const { purchaseId, spots } = await bought(
    deps,
    order(bundle, sessions.slice(0, 2), { leaveRest: true }),
  )
  const { passId } = await passOf(db, purchaseId)
  await confirmRequest(db, { vendorId: bundle.class.vendor.id, bookingIds: [spots[1]?.id ?? ''] })
  const [overdue] = spots
  await db
    .updateTable('bookings')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .where('id', '=', overdue?.id ?? '')
    .execute()
  const asked = { passId, sessionId: overdue?.sessionId ?? '' }
  const redeemed = await redeemSession(db, linkTo(purchaseId), asked)
  expect(redeemed).toMatchObject({ ok: true, replayed: false, isRequest: true })
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 3, used: 2 })
})

test('a session booked with a bundle asks for what was not confirmed with it, and keeps that', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, yoga } = await aSeries(db)
  const { purchaseId } = await bought(
    deps,
    order(bundle, sessions.slice(0, 2), { leaveRest: true }),
  )
  await db
    .updateTable('classes')
    .set({ condition: 'I am fit.' })
    .where('id', '=', yoga.id)
    .execute()
  const { passId, unconfirmed } = await passOf(db, purchaseId)
  expect(unconfirmed).toBe('I am fit.')
  const [, , third, fourth] = ids(sessions)
  const redeem = (sessionId: string | undefined, accepted?: string[]) =>
    redeemSession(db, linkTo(purchaseId), {
      passId,
      sessionId: sessionId ?? '',
      ...(accepted && { accepted }),
    })
  expect(await redeem(third)).toEqual({ ok: false, reason: 'not_confirmed' })
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 3, unconfirmed: 'I am fit.' })
  expect(await redeem(third, ['I am fit.'])).toMatchObject({ ok: true })
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 2, unconfirmed: null })
  expect(await redeem(fourth)).toMatchObject({ ok: true })
  expect(await db.selectFrom('purchases').select('accepted').execute()).toEqual([
    { accepted: ['I am fit.'] },
  ])
})
