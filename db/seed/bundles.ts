import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { bookBundle } from '#core/bookings/commands/book-bundle.ts'
import { planBundle } from '#core/bookings/queries/bundle-plan.ts'
import type { Deps } from '#core/shared/deps.ts'
import { customerIn } from './world.ts'

/** Two customers of each bundle: the first with all its dates, the second keeps two sessions for later. */
export async function sellBundles(deps: Deps): Promise<void> {
  const bundles = await deps.db
    .selectFrom('sessionBundles as b')
    .innerJoin('vendors as v', 'v.id', 'b.vendorId')
    .orderBy('b.createdAt')
    .orderBy('b.id')
    .select(['b.id', 'b.classId', 'v.country'])
    .execute()
  for (const [at, bundle] of bundles.entries()) {
    const first = await firstFree(deps, bundle.classId)
    if (first === undefined) continue
    for (const kept of [0, 2]) {
      const asked = { bundleId: bundle.id, firstSessionId: first }
      const plan = await planBundle(deps, { ...asked, how: 'auto' })
      if (!plan || plan.items.length <= kept) continue
      const { name, email, language } = customerIn(bundle.country, at * 3 + kept, 4)
      await bookBundle(deps, {
        bundleId: bundle.id,
        sessionIds: plan.items.slice(0, plan.items.length - kept).map(({ sessionId }) => sessionId),
        name,
        contact: email,
        leaveRest: true,
        seen: { priceMinor: plan.offer.bundlePriceMinor },
        idempotencyKey: randomUUID(),
        accepted: [],
        language,
        network: null,
      })
    }
  }
}

async function firstFree(deps: Deps, classId: string): Promise<string | undefined> {
  const session = await deps.db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .where('status', '=', 'confirmed')
    .where('startsAt', '>', sql<Date>`now() + interval '1 day'`)
    .where(sql<boolean>`current_students < max_students`)
    .orderBy('startsAt')
    .select('id')
    .executeTakeFirst()
  return session?.id
}
