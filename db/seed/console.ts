import { sql } from 'kysely'
import { keySealing } from '#core/accounts/steps/two-factor-key.ts'
import { grantBadge } from '#core/admin/commands/change-badge.ts'
import { makeAdmin } from '#core/admin/commands/make-admin.ts'
import { priceOfTerm } from '#core/plans/catalogue.ts'
import { giveMonths, setSubscription } from '#core/plans/commands/manage-billing.ts'
import { requestPlan } from '#core/plans/commands/request-plan.ts'
import type { PaidPlan, Term } from '#core/plans/rules.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { seal } from '#core/shared/sealing.ts'
import { addDays, todayIn } from '#core/shared/time.ts'
import { demoAdmin, type demoLogins } from './logins.ts'

type Email = (typeof demoLogins)[number]['email']

/** The operator, who can sign in at once. Returns its id. */
export async function addDemoAdmin(demo: Deps): Promise<string> {
  const { db, auth } = demo
  const made = await makeAdmin(demo, demoAdmin.email)
  if (!made.ok) throw new Error(`${demoAdmin.email}: ${made.reason}`)
  const { userId } = made
  const password = await auth.hashPassword(demoAdmin.password)
  await db
    .updateTable('profiles')
    .set({ fullName: 'Oda Nilsson' })
    .where('userId', '=', userId)
    .execute()
  await db.updateTable('authAccounts').set({ password }).where('userId', '=', userId).execute()
  await db
    .insertInto('twoFactors')
    .values({ userId, sealedKey: seal(keySealing(demo, userId), demoAdmin.key), lastStep: 0 })
    .execute()
  return userId
}

const subscribed: readonly {
  email: Email
  plan: PaidPlan
  term: Term
  /** how long it runs, and how many days ahead it is paid; below zero: it is late */
  since: number
  paidFor: number
}[] = [
  { email: 'anna@demo.example', plan: 'professional', term: 'yearly', since: 70, paidFor: 295 },
  { email: 'marcus@demo.example', plan: 'professional', term: 'monthly', since: 20, paidFor: 10 },
  { email: 'layla@demo.example', plan: 'professional', term: 'monthly', since: 28, paidFor: -6 },
]

/** Some vendors pay, one is late, one has months as a gift, and one asks for a plan. */
export async function addDemoPlans(db: Db, adminId: string): Promise<void> {
  for (const { email, plan, term, since, paidFor } of subscribed) {
    const { vendorId } = await findMember(db, email)
    const { minor, currency } = priceOfTerm(plan, term)
    const paidUntil = addDays(todayIn('UTC', new Date()), paidFor)
    const by = { vendorId, adminId, reason: 'Paid by bank transfer' }
    await setSubscription(
      db,
      { ...by, shown: null },
      { plan, term, priceMinor: minor, currency, paidUntil },
    )
    await sql`update subscriptions set started_at = now() - make_interval(days => ${since})
      where vendor_id = ${vendorId}`.execute(db)
  }
  await sql`
    update vendors v set created_at = s.started_at - interval '20 days', trial_ends_at = s.started_at - interval '6 days'
    from subscriptions s where s.vendor_id = v.id`.execute(db)
  // Everybody else is in a trial of the usual length.
  await sql`
    update vendors v set created_at = now() - interval '8 days', trial_ends_at = now() + interval '6 days'
    where not exists (select from subscriptions s where s.vendor_id = v.id)`.execute(db)
  await sql`
    update plan_grants set starts_at = starts_at - interval '8 days', ends_at = ends_at - interval '8 days'
    where starts_at > now()`.execute(db)
  const gifted = await findMember(db, 'olga@demo.example')
  const by = { vendorId: gifted.vendorId, adminId, reason: 'For testing the studio pages' }
  await giveMonths(db, by, { plan: 'professional', months: 2 })
  const asking = await findMember(db, 'boxlab@demo.example')
  await requestPlan(db, { ...asking, plan: 'professional', term: 'yearly' })
  const { vendorId } = await findMember(db, 'anna@demo.example')
  await grantBadge(db, {
    vendorId,
    adminId,
    badge: 'verified',
    reason: 'Saw her passport and her trade licence',
  })
}

function findMember(db: Db, email: Email) {
  return db
    .selectFrom('users as u')
    .innerJoin('vendorMembers as m', 'm.userId', 'u.id')
    .where('u.email', '=', email)
    .select(['m.vendorId', 'm.userId'])
    .executeTakeFirstOrThrow()
}
