import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { addDays, addMinutes, daysBetween, todayIn } from '#core/shared/time.ts'
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
/** The same, with the page as it is now. */
const byNow = async (db: Db, vendor: { id: VendorId; userId: string }) => ({
  ...by(vendor),
  shown: (await findSubscription(db, vendor.id))?.version ?? null,
})
const set = async (db: Db, vendor: { id: VendorId; userId: string }, paidUntil: string) =>
  setSubscription(db, await byNow(db, vendor), terms(paidUntil))
const pay = async (db: Db, vendor: { id: VendorId; userId: string }, paidUntil: string) =>
  recordPaidUntil(db, await byNow(db, vendor), paidUntil)
const own = (vendor: { id: VendorId; userId: string }, version: string) => ({
  vendorId: vendor.id,
  userId: vendor.userId,
  version,
})
const terms = (paidUntil: string) => ({
  plan: 'professional' as const,
  term: 'monthly' as const,
  priceMinor: 2900,
  currency: 'USD',
  paidUntil,
})
const today = todayIn('Europe/Berlin', new Date())

/** Of each gift its own time on the calendar, or by how many days it moved the paid time. */
async function grantsOf(db: Db, vendorId: VendorId) {
  const { rows } = await sql<{ from: string; until: string; added: number | null }>`
    select (starts_at at time zone 'Europe/Berlin')::date::text as from, (ends_at at time zone 'Europe/Berlin')::date::text as until,
      added_days as added
    from plan_grants where vendor_id = ${vendorId} order by created_at, id`.execute(db)
  return rows.map(({ from, until, added }) => added ?? [from, until])
}

const paidUntilOf = async (db: Db, vendorId: VendorId) =>
  (await findSubscription(db, vendorId))?.paidUntil

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

test('without a paid plan granted months run on their own, after the trial and earlier months', async ({
  db,
}) => {
  const trialEndsAt = addMinutes(new Date(), 10 * day)
  const vendor = await aVendor(db, { trialEndsAt })
  const first = todayIn('Europe/Berlin', trialEndsAt)
  const second = monthsLater(first, 3)
  await giveMonths(db, by(vendor), { plan: 'professional', months: 3 })
  await giveMonths(db, by(vendor), { plan: 'enterprise', months: 1 })
  const laid = [
    [first, second],
    [second, monthsLater(second, 1)],
  ]
  expect(await grantsOf(db, vendor.id)).toEqual(laid)

  const { id } = await db
    .selectFrom('planGrants')
    .where('plan', '=', 'professional')
    .select('id')
    .executeTakeFirstOrThrow()
  expect(await endGrant(db, by(vendor), id)).toMatchObject({ ok: true })
  expect((await grantsOf(db, vendor.id))[1]).toEqual(laid[1])
  expect(await endGrant(db, by(vendor), id)).toEqual({ ok: false, reason: 'not_found' })
})

test('months are added to what is paid, and a payment later advances it', async ({ db }) => {
  const vendor = await aVendor(db, overTrial)
  const paidUntil = addDays(today, 20)
  await set(db, vendor, paidUntil)
  await giveMonths(db, by(vendor), { plan: 'professional', months: 3 })
  const added = monthsLater(paidUntil, 3)
  expect(await paidUntilOf(db, vendor.id)).toBe(added)
  expect(await grantsOf(db, vendor.id)).toEqual([daysBetween(paidUntil, added)])
  expect((await findPlanPeriods(db, vendor.id)).periods.map(({ source }) => source)).toEqual([
    'trial',
    'subscription',
  ])
  await pay(db, vendor, monthsLater(added, 1))
  expect(await paidUntilOf(db, vendor.id)).toBe(monthsLater(added, 1))
})

test('a subscription takes over the months that are left: whole ones as months, begun ones by the day', async ({
  db,
}) => {
  const vendor = await aVendor(db, overTrial)
  await giveMonths(db, by(vendor), { plan: 'professional', months: 1 })
  await giveMonths(db, by(vendor), { plan: 'professional', months: 2 })
  await sql`update plan_grants set starts_at = starts_at - interval '10 days',
    ends_at = (ends_at at time zone 'Europe/Berlin' - interval '10 days') at time zone 'Europe/Berlin'`.execute(
    db,
  )
  const end = addDays(monthsLater(today, 1), -10)
  const paidUntil = addDays(today, 5)
  await set(db, vendor, paidUntil)
  const withTheFirst = addDays(paidUntil, daysBetween(today, end))
  expect(await paidUntilOf(db, vendor.id)).toBe(monthsLater(withTheFirst, 2))
  expect(await grantsOf(db, vendor.id)).toEqual([
    daysBetween(today, end),
    daysBetween(withTheFirst, monthsLater(withTheFirst, 2)),
  ])
})

test('months of a higher plan than the paid one run on their own, until that plan is paid', async ({
  db,
}) => {
  const vendor = await aVendor(db, overTrial)
  const paidUntil = addDays(today, 20)
  await set(db, vendor, paidUntil)
  await giveMonths(db, by(vendor), { plan: 'enterprise', months: 1 })
  expect(await planOf(db, vendor.id)).toBe('enterprise')
  expect(await paidUntilOf(db, vendor.id)).toBe(paidUntil)
  await setSubscription(db, await byNow(db, vendor), { ...terms(paidUntil), plan: 'enterprise' })
  expect(await paidUntilOf(db, vendor.id)).toBe(
    addDays(paidUntil, daysBetween(today, monthsLater(today, 1))),
  )
})

test('months given after a cancellation follow it, and are added if the vendor keeps the plan', async ({
  db,
}) => {
  const vendor = await aVendor(db, overTrial)
  const paidUntil = addDays(today, 20)
  const id = await aSubscription(db, vendor.id, { paidUntil })
  await cancelSubscription(db, own(vendor, id))
  await giveMonths(db, by(vendor), { plan: 'professional', months: 3 })
  const after = addDays(paidUntil, 1)
  expect(await grantsOf(db, vendor.id)).toEqual([[after, monthsLater(after, 3)]])
  await keepSubscription(db, own(vendor, id))
  expect(await paidUntilOf(db, vendor.id)).toBe(monthsLater(paidUntil, 3))
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

test('of a cancelled subscription no payment is recorded, and another tab cannot downgrade it', async ({
  db,
}) => {
  const vendor = await aVendor(db, overTrial)
  const paidUntil = addDays(today, 30)
  const id = await aSubscription(db, vendor.id, { plan: 'enterprise', priceMinor: 2000, paidUntil })
  await cancelSubscription(db, own(vendor, id))
  expect(await downgrade(db, own(vendor, id))).toEqual({ ok: false, reason: 'changed' })
  for (const date of [addDays(today, -40), addDays(today, 40)])
    expect(await pay(db, vendor, date)).toEqual({ ok: false, reason: 'cancelled' })
  const { cancelAt } = await db.selectFrom('subscriptions').selectAll().executeTakeFirstOrThrow()
  expect(todayIn('Europe/Berlin', cancelAt ?? new Date(0))).toBe(addDays(paidUntil, 1))
  await keepSubscription(db, own(vendor, id))
  // What was agreed for Enterprise is less than the list price of Professional.
  await downgrade(db, own(vendor, id))
  const running = await findSubscription(db, vendor.id)
  expect(running).toMatchObject({ plan: 'professional', priceMinor: 2000 })
})

test('months given while a payment is late take its place; the rest is added once it is recorded', async ({
  db,
}) => {
  const vendor = await aVendor(db, overTrial)
  const paidUntil = addDays(today, -3)
  await aSubscription(db, vendor.id, { paidUntil, startedAt: addMinutes(new Date(), -40 * day) })
  expect((await findSubscription(db, vendor.id))?.isPastDue).toBe(true)
  await giveMonths(db, by(vendor), { plan: 'professional', months: 3 })
  const end = monthsLater(today, 3)
  expect(await grantsOf(db, vendor.id)).toEqual([[today, end]])
  expect((await findSubscription(db, vendor.id))?.isPastDue).toBe(false)
  await pay(db, vendor, addDays(today, -1))
  expect(await grantsOf(db, vendor.id)).toEqual([[today, end]])
  await pay(db, vendor, addDays(today, 20))
  expect(await paidUntilOf(db, vendor.id)).toBe(addDays(today, 20 + daysBetween(today, end)))
})

test('what the operator saw before somebody changed it is neither paid nor ended nor replaced', async ({
  db,
}) => {
  const vendor = await aVendor(db, overTrial)
  const paidUntil = addDays(today, 20)
  await set(db, vendor, paidUntil)
  const seen = await byNow(db, vendor)
  const later = addDays(today, 50)
  expect(await recordPaidUntil(db, seen, later)).toMatchObject({ ok: true })
  const refused = { ok: false, reason: 'changed' }
  expect(await recordPaidUntil(db, seen, paidUntil)).toEqual(refused)
  expect(await endSubscription(db, seen)).toEqual(refused)
  expect(await setSubscription(db, seen, terms(paidUntil))).toEqual(refused)
  expect(await setSubscription(db, { ...seen, shown: null }, terms(paidUntil))).toEqual(refused)
  expect(await paidUntilOf(db, vendor.id)).toBe(later)
  const sent = { ...(await byNow(db, vendor)), formKey: crypto.randomUUID() }
  const made = { ok: true, isRepeated: false }
  expect(await setSubscription(db, sent, terms(paidUntil))).toEqual(made)
  expect(await setSubscription(db, sent, terms(paidUntil))).toEqual({ ...made, isRepeated: true })
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
  await set(db, vendor, addDays(today, 30))
  expect(await requests()).toEqual([{ plan: 'enterprise', outcome: 'granted' }])
  await withdrawRequest(db, asks)

  await requestPlan(db, { ...asks, plan: 'enterprise', term: 'monthly' })
  const open = await db
    .selectFrom('planRequests')
    .where('closedAt', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow()
  expect(await declineRequest(db, by(vendor), open.id)).toMatchObject({ ok: true })
  expect(await declineRequest(db, by(vendor), open.id)).toMatchObject({ reason: 'not_found' })
})

/** Waits with a command until the lock is free that the test holds. */
async function behind(
  { db, databaseUrl }: { db: Db; databaseUrl: string },
  [statement, id]: readonly [string, string],
  commands: readonly (() => Promise<unknown>)[],
  whileHeld?: () => Promise<void>,
): Promise<unknown[]> {
  const held = await holdLock(databaseUrl, statement, [id])
  const results: Promise<unknown>[] = []
  for (const command of commands) {
    results.push(command())
    await waitForWaiter(db, results.length)
  }
  await whileHeld?.()
  await held.commit()
  return Promise.all(results)
}

test('months and a downgrade at once: one waits for the other, and the months are added to the paid time', async ({
  db,
  databaseUrl,
}) => {
  const vendor = await aVendor(db, overTrial)
  const paidUntil = addDays(today, 20)
  const id = await aSubscription(db, vendor.id, { plan: 'enterprise', paidUntil })
  const results = await behind(
    { db, databaseUrl },
    ['select id from vendors where id = $1 for no key update', vendor.id],
    [
      () => downgrade(db, own(vendor, id)),
      () => giveMonths(db, by(vendor), { plan: 'professional', months: 3 }),
    ],
  )
  expect(results).toMatchObject([{ ok: true }, { ok: true }])
  expect(await findSubscription(db, vendor.id)).toMatchObject({
    plan: 'professional',
    paidUntil: monthsLater(paidUntil, 3),
  })
})

test('a downgrade that waits for the account has not touched the operator’s list yet', async ({
  db,
  databaseUrl,
}) => {
  const vendor = await aVendor(db, overTrial)
  const id = await aSubscription(db, vendor.id, { plan: 'enterprise' })
  const results = await behind(
    { db, databaseUrl },
    ['select id from users where id = $1 for update', vendor.userId],
    [() => downgrade(db, own(vendor, id))],
    async () => {
      await db.selectFrom('vendorDirectory').select('vendorId').forUpdate().noWait().execute()
    },
  )
  expect(results).toEqual([{ ok: true }])
})
