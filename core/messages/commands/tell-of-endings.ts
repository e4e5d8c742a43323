import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isNight, mornings } from '#core/bookings/rules/night.ts'
import { reminderAt } from '#core/bookings/rules/waiting.ts'
import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import { findPlanEnds } from '#core/plans/queries.ts'
import { graceDays } from '#core/plans/rules.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import {
  bundleDaysBefore,
  type Ending,
  listEndingBundles,
  listEndingClasses,
  listOpenRequests,
  listVendorsWithEnds,
} from '../queries/endings.ts'
import { toChatOf, toCustomerOf, toVendor } from './readers.ts'
import { type Letters, tell } from './tell.ts'

const dayMinutes = 24 * 60

/** Reminds vendors once of each request that will expire. */
export async function remindOfRequests({ db }: Pick<Deps, 'db'>, now: Date): Promise<number> {
  const due = (await listOpenRequests(db, now)).filter(
    ({ endsAt: expiresAt, ...wait }) => reminderAt({ ...wait, expiresAt }) <= now,
  )
  return sum(due, ({ vendorId, subject, endsAt }) =>
    tellOnce(
      db,
      { vendorId, kind: 'request', subject, step: 'before', endsAt },
      toVendor(vendorId, ({ wants }) =>
        wants('requested') ? { kind: 'request.reminder', facts: { purchaseId: subject } } : null,
      ),
    ),
  )
}

/** Tells, by day, who has a bundle, a weekly class or a plan that ends soon; and of a plan when it has ended. */
export async function tellOfEndings(
  deps: Pick<Deps, 'db' | 'settings'>,
  now: Date,
): Promise<number> {
  return (
    (await tellOfBundles(deps.db, now)) +
    (await tellOfClasses(deps.db, now)) +
    (deps.settings.plans ? await tellOfPlans(deps.db, now) : 0)
  )
}

async function tellOfBundles(db: Db, now: Date): Promise<number> {
  const due = (await listEndingBundles(db, now)).filter(
    ({ zone }) => !isNight(now, zone, mornings.waits),
  )
  return sum(due, ({ vendorId, subject: passId, endsAt }) =>
    once(db, { vendorId, kind: 'bundle', subject: passId, step: 'before', endsAt }, (tx, eventId) =>
      tellOfBundle(tx, { eventId, passId, kind: 'bundle.ending' }),
    ),
  )
}

/** Tells the customer of a bundle that it ends, or that the vendor has given it more time. */
export async function tellOfBundle(
  tx: Tx,
  {
    eventId,
    passId,
    kind,
  }: { eventId: string; passId: string; kind: 'bundle.ending' | 'bundle.extended' },
): Promise<void> {
  const pass = await tx
    .selectFrom('passes')
    .where('id', '=', passId)
    .select(['id', 'vendorId', 'purchaseId', 'expiresAt'])
    .executeTakeFirst()
  const purchase = pass && (await findPurchaseDetails(tx, pass.purchaseId))
  if (!purchase || purchase.erasedAt !== null) return
  await tell(tx, eventId, toCustomerOf(purchase, { kind, facts: { passId } }))
  await tell(tx, eventId, toChatOf(purchase, { kind, facts: { passId } }))
  if (kind === 'bundle.extended') await noteTold(tx, pass)
}

/** Somebody who heard of the new end less than a week before it gets no second notice. */
async function noteTold(
  tx: Tx,
  { id: subject, vendorId, expiresAt: endsAt }: { id: string; vendorId: VendorId; expiresAt: Date },
): Promise<void> {
  if (endsAt.getTime() - Date.now() > bundleDaysBefore * dayMinutes * 60_000) return
  await tx
    .insertInto('endingNotices')
    .values({ vendorId, kind: 'bundle', subject, step: 'before', endsAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function tellOfClasses(db: Db, now: Date): Promise<number> {
  const due = (await listEndingClasses(db, now)).filter(
    ({ zone }) => !isNight(now, zone, mornings.waits),
  )
  return sum(due, ({ vendorId, subject: classId, endsAt }) =>
    tellOnce(
      db,
      { vendorId, kind: 'class', subject: classId, step: 'before', endsAt },
      toVendor(vendorId, {
        kind: 'class.ending',
        facts: { classId, endsAt: endsAt.toISOString() },
      }),
    ),
  )
}

async function tellOfPlans(db: Db, now: Date): Promise<number> {
  return sum(await listVendorsWithEnds(db, now), async ({ vendorId, zone }) => {
    const { losses, graceEndsAt } = await findPlanEnds(db, vendorId)
    return sum(losses, async ({ at: endsAt }) => {
      const isOverdue = endsAt.getTime() === graceEndsAt?.getTime()
      const step = planStep(endsAt, now, isOverdue)
      if (step === null || (step !== 'after' && isNight(now, zone, mornings.waits))) return 0
      return tellOnce(
        db,
        { vendorId, kind: 'plan', subject: vendorId, step, endsAt },
        toVendor(vendorId, {
          kind: 'plan.ending',
          facts: { step, endsAt: endsAt.toISOString() },
        }),
      )
    })
  })
}

/**
 * What is said of a plan's end now. The days after each step are for a worker that was down, and for its night. A plan that is
 * not paid has ended only when its job has said so: until then it is past due, and nothing is said.
 */
export function planStep(endsAt: Date, now: Date, isOverdue: boolean): Ending['step'] | null {
  const days = (endsAt.getTime() - now.getTime()) / (dayMinutes * 60_000)
  if (days <= 0) return days > -3 && !isOverdue ? 'after' : null
  if (days <= 1) return 'dayBefore'
  if (days <= 7) return days > 4 ? 'before' : null
  return isOverdue && days <= graceDays ? 'due' : null
}

const tellOnce = (db: Db, ending: Ending, letters: Letters) =>
  once(db, ending, (tx, eventId) => tell(tx, eventId, letters))

/** Sends the notice of an end once. If the end moves, the new one gets its own notice. */
async function once(
  db: Db,
  ending: Ending,
  tell: (tx: Tx, eventId: string) => Promise<void>,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('endingNotices')
      .values(ending)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return 0
    await tell(tx, randomUUID())
    return 1
  })
}

const daysKept = 30

/** Deletes the records of notices whose end is long over: nobody gets one for it any more. Returns how many. */
export async function forgetEndings(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('endingNotices')
    .where('endsAt', '<', sql<Date>`now() - make_interval(days => ${sql.lit(daysKept)})`)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

async function sum<One>(all: readonly One[], each: (one: One) => Promise<number>): Promise<number> {
  let total = 0
  for (const one of all) total += await each(one)
  return total
}
