import { expect, test } from '#tests/support/database.ts'
import { linkTo } from '#tests/support/links.ts'
import { aSeries, bought, order, passOf } from '#tests/support/series.ts'
import { redeemSession } from '#core/bookings/commands/redeem-session.ts'
import { addMinutes } from '#core/shared/time.ts'
import { expireCredits, spendCredits } from './steps/credits.ts'

test('expired credits are lost', async ({ db, deps }) => {
  const { bundle, sessions } = await aSeries(db)
  const { purchaseId } = await bought(
    deps,
    order(bundle, sessions.slice(0, 4), { leaveRest: true }),
  )
  const { passId } = await passOf(db, purchaseId)
  await db
    .updateTable('passes')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .execute()
  const fifth = sessions[4]?.id ?? ''
  expect(await redeemSession(db, linkTo(purchaseId), { passId, sessionId: fifth })).toMatchObject({
    ok: false,
    reason: 'no_credit',
  })
  expect(await expireCredits(db)).toBe(1)
  expect(await expireCredits(db)).toBe(0)
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 0, isOpen: false })
})

test('no more credits are used than are left', async ({ db, deps }) => {
  const { bundle, sessions } = await aSeries(db)
  const { purchaseId } = await bought(
    deps,
    order(bundle, sessions.slice(0, 4), { leaveRest: true }),
  )
  const { passId } = await passOf(db, purchaseId)
  const used = await db
    .transaction()
    .execute((tx) => spendCredits(tx, passId, [crypto.randomUUID(), crypto.randomUUID()]))
  expect(used).toBe(false)
})
