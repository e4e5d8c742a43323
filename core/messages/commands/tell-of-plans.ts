import { sql } from 'kysely'
import type { EventOf } from '#core/events/catalogue.ts'
import type { PaidPlan, Term } from '#core/plans/rules.ts'
import type { Deps } from '#core/shared/deps.ts'
import { findVendorReader } from '../queries/vendor-reader.ts'
import { queueMessage } from './queue-message.ts'

/** Tells a vendor on Free that most or all of its online bookings of the month are used. */
export async function tellOfLimit(
  { db }: Pick<Deps, 'db'>,
  { id, payload: { vendorId, ...facts } }: EventOf<'plan.limit_reached'>,
): Promise<void> {
  const vendor = await db
    .selectFrom('vendors')
    .where(sql<boolean>`id = ${vendorId}`)
    .select('id')
    .executeTakeFirst()
  const reader = vendor && (await findVendorReader(db, vendor.id))
  if (!reader) return
  await db.transaction().execute((tx) =>
    queueMessage(tx, {
      eventId: id,
      audience: 'vendor',
      kind: 'plan.limit',
      email: reader.email,
      otherwise: '',
      language: reader.language,
      vendorId: vendor.id,
      userId: reader.userId,
      facts,
    }),
  )
}

/** Tells the operator that a vendor asks for a plan. */
export async function tellOfPlanRequest(
  deps: Pick<Deps, 'db' | 'settings'>,
  { id, payload }: EventOf<'plan.requested'>,
): Promise<void> {
  const request = await deps.db
    .selectFrom('planRequests')
    .where('id', '=', payload.requestId)
    .where('closedAt', 'is', null)
    .select(['vendorId', 'plan', 'term'])
    .executeTakeFirst()
  if (request) await tellOperatorOfPlan(deps, id, { what: 'requested', ...request })
}

const whats = {
  'subscription.cancelled': 'cancelled',
  'subscription.kept': 'kept',
  'subscription.downgraded': 'downgraded',
} as const

/** Tells the operator that a vendor changed its subscription. */
export async function tellOfSubscription(
  deps: Pick<Deps, 'db' | 'settings'>,
  { id, payload }: EventOf<'subscription.changed'>,
): Promise<void> {
  const latest = await deps.db
    .selectFrom('subscriptions')
    .where(sql<boolean>`vendor_id = ${payload.vendorId}`)
    .orderBy('startedAt', 'desc')
    .select(['vendorId', 'plan', 'term'])
    .executeTakeFirst()
  if (latest) await tellOperatorOfPlan(deps, id, { what: whats[payload.action], ...latest })
}

type News = {
  what: 'requested' | 'cancelled' | 'kept' | 'downgraded'
  vendorId: string
  plan: PaidPlan
  term: Term
}

async function tellOperatorOfPlan(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  eventId: string,
  { vendorId, ...news }: News,
): Promise<void> {
  const vendor = await db
    .selectFrom('vendors as v')
    .innerJoin('vendorMembers as m', (join) =>
      join.onRef('m.vendorId', '=', 'v.id').on('m.role', '=', 'owner'),
    )
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where(sql<boolean>`v.id = ${vendorId}`)
    .select(['v.id', 'u.email', sql<string>`vendor_name(v)`.as('business')])
    .executeTakeFirst()
  if (!vendor) return
  await db.transaction().execute((tx) =>
    queueMessage(tx, {
      eventId,
      audience: 'operator',
      kind: 'plan.operator_news',
      email: settings.operatorEmail,
      otherwise: settings.operatorName,
      language: 'en',
      facts: { ...news, business: vendor.business, email: vendor.email },
    }),
  )
}
