import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { addDays, addMinutes, todayIn } from '#core/shared/time.ts'
import { expect, test } from '#tests/support/database.ts'
import { aSubscription, aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { cancelSubscription, downgrade, keepSubscription } from './commands/change-own-plan.ts'
import {
  declineRequest,
  endGrant,
  endSubscription,
  giveMonths,
  recordPaidUntil,
  setSubscription,
} from './commands/manage-billing.ts'
import { requestPlan, withdrawRequest } from './commands/request-plan.ts'
import { findPlan, findPlanPeriods, findSubscription } from './queries.ts'
import { paidPlans, planInForce } from './rules.ts'

const day = 24 * 60
const overTrial = { trialEndsAt: new Date(0) }
const plansOn = { plans: true }

const planOf = (db: Db, vendorId: VendorId) => findPlan({ db, settings: plansOn }, vendorId)

/** The administrator who acts; any account will do. */
const by = (vendor: { id: VendorId; userId: string }) => ({
  vendorId: vendor.id,
  adminId: vendor.userId,
  reason: 'Paid by bank transfer',
})
const own = (vendor: { id: VendorId; userId: string }, shown: string) => ({
  vendorId: vendor.id,
  userId: vendor.userId,
  shown,
})
const terms = (paidUntil: string) => ({
  plan: 'professional' as const,
  term: 'monthly' as const,
  priceMinor: 2900,
  currency: 'USD',
  paidUntil,
})
const today = todayIn('Europe/Berlin', new Date())

async function grantsOf(db: Db, vendorId: VendorId) {
  const { rows } = await sql<{ from: string; until: string }>`
    select (starts_at at time zone 'Europe/Berlin')::date::text as from, (ends_at at time zone 'Europe/Berlin')::date::text as until
    from plan_grants where vendor_id = ${vendorId} order by created_at`.execute(db)
  return rows.map(({ from, until }) => [from, until])
}

const monthsLater = (date: string, months: number): string => {
  const { year, month, day: of } = Temporal.PlainDate.from(date).add({ months })
  return new Temporal.PlainDate(year, month, of).toString()
}

test('the rules and the database name the same plan for every mix of what runs', async ({ db }) => {
  const now = new Date()
  const around = [-2, -1, 1, 2].map((days) => addMinutes(now, days * day))
  const vendor = await aVendor(db, { trialEndsAt: addMinutes(now, -3 * day) })
  for (const plan of paidPlans)
    for (const startsAt of around)
      for (const endsAt of [...around, null].filter((end) => end === null || end > startsAt))
        for (const trialEndsAt of [addMinutes(now, -3 * day), addMinutes(now, day)]) {
          await db.deleteFrom('subscriptions').execute()
          await db.deleteFrom('planGrants').execute()
          await db.updateTable('vendors').set({ trialEndsAt }).execute()
          if (endsAt === null) await aSubscription(db, vendor.id, { plan, startedAt: startsAt })
          else
            await db
              .insertInto('planGrants')
              .values({
                vendorId: vendor.id,
                plan,
                months: 1,
                reason: 'operator',
                startsAt,
                endsAt,
              })
              .execute()
          const { periods, now: at } = await findPlanPeriods(db, vendor.id)
          expect(await planOf(db, vendor.id)).toBe(planInForce(periods, at))
        }
})

test('where the installation has no plans, everybody has everything', async ({ db }) => {
  const { id } = await aVendor(db, overTrial)
  expect(await planOf(db, id)).toBe('free')
  expect(await findPlan({ db, settings: { plans: false } }, id)).toBe('enterprise')
})

test('granted months queue behind the trial, the paid time and earlier grants, and move with them', async ({
  db,
}) => {
  const trialEndsAt = addMinutes(new Date(), 10 * day)
  const vendor = await aVendor(db, { trialEndsAt })
  const trialEnd = todayIn('Europe/Berlin', trialEndsAt)
  await giveMonths(db, by(vendor), { plan: 'professional', months: 3 })
  await giveMonths(db, by(vendor), { plan: 'enterprise', months: 1 })
  const laid = (from: string) => [
    [from, monthsLater(from, 3)],
    [monthsLater(from, 3), monthsLater(from, 4)],
  ]
  expect(await grantsOf(db, vendor.id)).toEqual(laid(trialEnd))

  const paidUntil = addDays(today, 40)
  await setSubscription(db, by(vendor), terms(paidUntil))
  expect(await grantsOf(db, vendor.id)).toEqual(laid(addDays(paidUntil, 1)))
  await recordPaidUntil(db, by(vendor), addDays(paidUntil, 30))
  expect(await grantsOf(db, vendor.id)).toEqual(laid(addDays(paidUntil, 31)))
  await endSubscription(db, by(vendor))
  expect(await grantsOf(db, vendor.id)).toEqual(laid(trialEnd))

  const first = await db
    .selectFrom('planGrants')
    .where('plan', '=', 'professional')
    .select('id')
    .executeTakeFirstOrThrow()
  expect(await endGrant(db, by(vendor), first.id)).toEqual({ ok: true })
  expect((await grantsOf(db, vendor.id))[1]).toEqual([trialEnd, monthsLater(trialEnd, 1)])
  expect(await endGrant(db, by(vendor), first.id)).toEqual({ ok: false, reason: 'not_found' })
})

test('months granted to somebody on Free begin at once', async ({ db }) => {
  const vendor = await aVendor(db, overTrial)
  await giveMonths(db, by(vendor), { plan: 'professional', months: 1 })
  expect(await planOf(db, vendor.id)).toBe('professional')
})

test('a cancelled subscription runs to the end of the paid time, and an unpaid one ends at once', async ({
  db,
}) => {
  const vendor = await aVendor(db, overTrial)
  const id = await aSubscription(db, vendor.id, { paidUntil: addDays(today, 5) })
  expect(await cancelSubscription(db, own(vendor, id))).toEqual({ ok: true })
  const { cancelAt } = await db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow()
  expect(todayIn('Europe/Berlin', cancelAt ?? new Date(0))).toBe(addDays(today, 6))
  expect(await planOf(db, vendor.id)).toBe('professional')

  expect(await keepSubscription(db, own(vendor, id))).toEqual({ ok: true })
  await db
    .updateTable('subscriptions')
    .set({ paidUntil: addDays(today, -5) })
    .execute()
  expect(await cancelSubscription(db, own(vendor, id))).toEqual({ ok: true })
  expect(await planOf(db, vendor.id)).toBe('free')
  // Two tabs: what the other one shows has ended.
  expect(await cancelSubscription(db, own(vendor, id))).toEqual({ ok: false, reason: 'changed' })
})

test('a downgrade keeps the paid time and starts a row with the price of the new plan', async ({
  db,
}) => {
  const vendor = await aVendor(db, overTrial)
  const paidUntil = addDays(today, 20)
  const id = await aSubscription(db, vendor.id, { plan: 'enterprise', priceMinor: 9900, paidUntil })
  expect(await downgrade(db, own(vendor, id))).toEqual({ ok: true })
  expect(await planOf(db, vendor.id)).toBe('professional')
  const rows = await db
    .selectFrom('subscriptions')
    .orderBy('createdAt')
    .select(['plan', 'priceMinor', 'paidUntil'])
    .select(sql<boolean>`ended_at is not null`.as('ended'))
    .execute()
  expect(rows).toEqual([
    { plan: 'enterprise', priceMinor: 9900, paidUntil, ended: true },
    { plan: 'professional', priceMinor: 2900, paidUntil, ended: false },
  ])
})

const newsOf = async (db: Db, kind: 'plan.requested' | 'subscription.changed') =>
  (await db.selectFrom('outbox').where('kind', '=', kind).select('id').execute()).length

test('the operator gets one mail an hour about a vendor, however often it changes its mind', async ({
  db,
}) => {
  const vendor = await aVendor(db, overTrial)
  const asks = { vendorId: vendor.id, userId: vendor.userId }
  for (let nth = 0; nth < 3; nth++) {
    await requestPlan(db, { ...asks, plan: 'professional', term: 'monthly' })
    await withdrawRequest(db, asks)
  }
  expect(await newsOf(db, 'plan.requested')).toBe(1)
  const id = await aSubscription(db, vendor.id)
  for (let nth = 0; nth < 3; nth++) {
    await cancelSubscription(db, own(vendor, id))
    await keepSubscription(db, own(vendor, id))
  }
  expect(await newsOf(db, 'subscription.changed')).toBe(1)
})

test('a cancelled subscription stays cancelled: by a payment that is recorded, and against a downgrade in another tab', async ({
  db,
}) => {
  const vendor = await aVendor(db, overTrial)
  const id = await aSubscription(db, vendor.id, { plan: 'enterprise', priceMinor: 2000 })
  await cancelSubscription(db, own(vendor, id))
  expect(await downgrade(db, own(vendor, id))).toEqual({ ok: false, reason: 'changed' })
  await recordPaidUntil(db, by(vendor), addDays(today, 40))
  const { cancelAt } = await db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow()
  expect(todayIn('Europe/Berlin', cancelAt ?? new Date(0))).toBe(addDays(today, 41))
  await keepSubscription(db, own(vendor, id))
  // What was agreed for Enterprise is less than the list price of Professional.
  await downgrade(db, own(vendor, id))
  const running = await findSubscription(db, vendor.id)
  expect(running).toMatchObject({ plan: 'professional', priceMinor: 2000 })
})

test('granted months take the place of a late payment, and move behind it once it is recorded', async ({
  db,
}) => {
  const vendor = await aVendor(db, overTrial)
  const paidUntil = addDays(today, -3)
  await aSubscription(db, vendor.id, { paidUntil, startedAt: addMinutes(new Date(), -40 * day) })
  expect((await findSubscription(db, vendor.id))?.isPastDue).toBe(true)
  await giveMonths(db, by(vendor), { plan: 'professional', months: 3 })
  await sql`update plan_grants set created_at = created_at - interval '10 days'`.execute(db)
  await recordPaidUntil(db, by(vendor), paidUntil)
  const begun = addDays(paidUntil, 1)
  expect(await grantsOf(db, vendor.id)).toEqual([[begun, monthsLater(begun, 3)]])
  expect((await findSubscription(db, vendor.id))?.isPastDue).toBe(false)
  await recordPaidUntil(db, by(vendor), addDays(today, 20))
  const behind = addDays(today, 21)
  expect(await grantsOf(db, vendor.id)).toEqual([[behind, monthsLater(behind, 3)]])
})

for (const [name, plan, paidDays, begins] of [
  ['recorded as a new subscription', 'professional', 20, 21],
  ['months of a higher plan stay', 'enterprise', 20, -2],
  ['a payment taken back to long ago leaves the months whole', 'professional', -200, 0],
] as const)
  test(`months that began while a payment was late: ${name}`, async ({ db }) => {
    const vendor = await aVendor(db, overTrial)
    await aSubscription(db, vendor.id, {
      paidUntil: addDays(today, -3),
      startedAt: addMinutes(new Date(), -40 * day),
    })
    await giveMonths(db, by(vendor), { plan, months: 3 })
    await sql`update plan_grants set created_at = created_at - interval '100 days'`.execute(db)
    await recordPaidUntil(db, by(vendor), addDays(today, -3))
    if (plan === 'enterprise')
      await sql`update plan_grants set starts_at = starts_at - interval '2 days',
        ends_at = ends_at - interval '2 days'`.execute(db)
    await setSubscription(db, by(vendor), terms(addDays(today, paidDays)))
    const from = addDays(today, begins)
    expect(await grantsOf(db, vendor.id)).toEqual([[from, monthsLater(from, 3)]])
  })

test('a vendor has one open request, which a subscription or a no answers', async ({ db }) => {
  const vendor = await aVendor(db, overTrial)
  const asks = { vendorId: vendor.id, userId: vendor.userId }
  const requests = () =>
    db.selectFrom('planRequests').orderBy('askedAt').select(['plan', 'outcome']).execute()
  await requestPlan(db, { ...asks, plan: 'professional', term: 'monthly' })
  await requestPlan(db, { ...asks, plan: 'professional', term: 'monthly' })
  await requestPlan(db, { ...asks, plan: 'enterprise', term: 'yearly' })
  expect(await requests()).toEqual([{ plan: 'enterprise', outcome: null }])
  await setSubscription(db, by(vendor), terms(addDays(today, 30)))
  expect(await requests()).toEqual([{ plan: 'enterprise', outcome: 'granted' }])
  await withdrawRequest(db, asks)

  await requestPlan(db, { ...asks, plan: 'enterprise', term: 'monthly' })
  const open = await db
    .selectFrom('planRequests')
    .where('closedAt', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow()
  expect(await declineRequest(db, by(vendor), open.id)).toEqual({ ok: true })
  expect(await declineRequest(db, by(vendor), open.id)).toMatchObject({ reason: 'not_found' })
})

test('months and a downgrade at once: one waits for the other, and the months queue behind the paid time', async ({
  db,
  databaseUrl,
}) => {
  const vendor = await aVendor(db, overTrial)
  const paidUntil = addDays(today, 20)
  const id = await aSubscription(db, vendor.id, { plan: 'enterprise', paidUntil })
  const held = await holdLock(
    databaseUrl,
    'select id from vendors where id = $1 for no key update',
    [vendor.id],
  )
  const changed = downgrade(db, own(vendor, id))
  await waitForWaiter(db)
  const given = giveMonths(db, by(vendor), { plan: 'professional', months: 3 })
  await waitForWaiter(db, 2)
  await held.commit()
  expect(await Promise.all([changed, given])).toEqual([{ ok: true }, { ok: true }])
  const from = addDays(paidUntil, 1)
  expect(await grantsOf(db, vendor.id)).toEqual([[from, monthsLater(from, 3)]])
  expect(await planOf(db, vendor.id)).toBe('professional')
})
