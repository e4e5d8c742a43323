import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { linkTo } from '#tests/support/links.ts'
import { aSeries, booked, bought, ids, order, packOf } from '#tests/support/series.ts'
import { redeemSession } from './redeem-session.ts'
import { withdrawBundle } from './withdraw-bundle.ts'

test('a bundle that nobody paid for is withdrawn: its spots are free, and nothing is left or owed', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { bundle, sessions, owner } = await aSeries(db)
  const { groupId } = await bought(deps, order(bundle, sessions.slice(0, 3), { leaveRest: true }))
  const { entitlementId } = await packOf(db, groupId)
  const { mails, ...mailer } = keepMails()
  await work(databaseUrl, deps, mailer)
  mails.length = 0
  const member = { vendorId: owner.id, userId: owner.userId }
  expect(await withdrawBundle(db, member, entitlementId)).toEqual({
    ok: true,
    cancelled: 3,
    sessions: 5,
  })
  expect(await packOf(db, groupId)).toMatchObject({ remaining: 0, owedMinor: 0, isOpen: false })
  for (const id of ids(sessions)) expect(await booked(db, id)).toBe(0)
  const again = { entitlementId, sessionId: sessions[4]?.id ?? '' }
  expect(await redeemSession(db, linkTo(groupId), again)).toEqual({
    ok: false,
    reason: 'no_credit',
  })
  await work(databaseUrl, deps, mailer)
  const subjects = mails.filter(({ to }) => to === 'carla@example.com').map((one) => one.subject)
  expect(subjects).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Cancelled/),
      expect.stringMatching(/^Your bundle has ended/),
    ]),
  )
  expect(await withdrawBundle(db, member, entitlementId)).toEqual({
    ok: false,
    reason: 'nothing_left',
  })
})

test('what was paid for a withdrawn bundle is owed back, but not the share of a session that took place', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db)
  const { groupId } = await bought(deps, order(bundle, sessions.slice(0, 3), { leaveRest: true }))
  const { entitlementId, priceMinor } = await packOf(db, groupId)
  await db
    .insertInto('payments')
    .values({
      vendorId: owner.id,
      entitlementId,
      amountMinor: priceMinor,
      currency: 'EUR',
      method: 'door',
    })
    .execute()
  await db
    .updateTable('classSessions')
    .set({ startsAt: new Date(Date.now() - 7_200_000), endsAt: new Date(Date.now() - 3_600_000) })
    .where('id', '=', sessions[0]?.id ?? '')
    .execute()
  expect(
    await withdrawBundle(db, { vendorId: owner.id, userId: owner.userId }, entitlementId),
  ).toEqual({ ok: true, cancelled: 2, sessions: 4 })
  expect(await packOf(db, groupId)).toMatchObject({ owedMinor: -(priceMinor * 4) / 5 })
})

test('the bundle of another vendor is not there', async ({ db, deps }) => {
  const { bundle, sessions } = await aSeries(db)
  const { groupId } = await bought(deps, order(bundle, sessions.slice(0, 3), { leaveRest: true }))
  const { entitlementId } = await packOf(db, groupId)
  const other = await aVendor(db)
  const member = { vendorId: other.id, userId: other.userId }
  expect(await withdrawBundle(db, member, entitlementId)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await packOf(db, groupId)).toMatchObject({ remaining: 2, isOpen: true })
})
