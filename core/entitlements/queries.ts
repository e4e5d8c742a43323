import { sql } from 'kysely'
import { allows, planInForce } from '../plans/rules.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { bundleSaving, isOpen } from './rules.ts'

export type BundleOffer = {
  id: string
  classId: string
  name: string
  sessionCount: number
  bundlePriceMinor: number
  fullPriceMinor: number
  savingMinor: number
  discountPercent: number
  perSessionMinor: number
  currency: string
  expiryDays: number
  expiryStarts: 'purchase' | 'first_session'
}

function bundles(db: Db) {
  return db
    .selectFrom('session_bundles as b')
    .innerJoin('classes as c', 'c.id', 'b.class_id')
    .innerJoin('vendors as v', 'v.id', 'b.vendor_id')
    .select([
      'b.id',
      'b.class_id',
      'b.vendor_id',
      'b.bundle_name',
      'b.session_count',
      'b.bundle_price_minor',
      'b.expiry_days',
      'b.expiry_starts',
      'b.is_active',
      'c.title as class_title',
      'c.price_minor',
      'v.currency',
      'v.plan',
      'v.trial_ends_at',
    ])
    .select(sql<Date>`now()`.as('now'))
}

type Row = Awaited<ReturnType<ReturnType<typeof bundles>['execute']>>[number]

function offerOf(row: Row): BundleOffer {
  return {
    id: row.id,
    classId: row.class_id,
    name: row.bundle_name,
    sessionCount: row.session_count,
    bundlePriceMinor: row.bundle_price_minor,
    ...bundleSaving({
      sessionCount: row.session_count,
      bundlePriceMinor: row.bundle_price_minor,
      singlePriceMinor: row.price_minor,
    }),
    currency: row.currency,
    expiryDays: row.expiry_days,
    expiryStarts: row.expiry_starts,
  }
}

function isSold(row: Row, plansOn: boolean): boolean {
  const facts = { plan: row.plan, trialEndsAt: row.trial_ends_at }
  return row.is_active && allows(planInForce(facts, row.now, plansOn), 'bundles')
}

/** The bundles strangers can buy, by class, the cheapest first. A plan without bundles sells none. */
export async function listBundleOffers(
  db: Db,
  { classIds, plansOn }: { classIds: readonly string[]; plansOn: boolean },
): Promise<Map<string, BundleOffer[]>> {
  const offers = new Map<string, BundleOffer[]>()
  if (classIds.length === 0) return offers
  const rows = await bundles(db)
    // One parameter: a list would be another statement for every length.
    .where(sql<boolean>`b.class_id = any(${[...classIds]}::uuid[])`)
    .where('b.is_active', '=', true)
    .orderBy('b.bundle_price_minor')
    .orderBy('b.id')
    .execute()
  for (const row of rows.filter((one) => isSold(one, plansOn)))
    offers.set(row.class_id, [...(offers.get(row.class_id) ?? []), offerOf(row)])
  return offers
}

/** A bundle that can be bought now, or null. */
export async function findBundleOffer(
  db: Db,
  { bundleId, plansOn }: { bundleId: string; plansOn: boolean },
): Promise<(BundleOffer & { vendorId: VendorId }) | null> {
  if (!isId(bundleId)) return null
  const row = await bundles(db).where('b.id', '=', bundleId).executeTakeFirst()
  return row && isSold(row, plansOn) ? { ...offerOf(row), vendorId: row.vendor_id } : null
}

export type OwnBundle = BundleOffer & { classTitle: string; isActive: boolean; sold: number }

/** All bundles of a vendor, by class and price, with how many were sold. */
export async function listBundlesOfVendor(db: Db, vendorId: VendorId): Promise<OwnBundle[]> {
  const rows = await withSold(bundles(db).where('b.vendor_id', '=', vendorId))
    .orderBy('c.title')
    .orderBy('b.bundle_price_minor')
    .orderBy('b.id')
    .execute()
  return rows.map(ownOf)
}

export async function findBundle(
  db: Db,
  { bundleId, vendorId }: { bundleId: string; vendorId: VendorId },
): Promise<OwnBundle | null> {
  if (!isId(bundleId)) return null
  const row = await withSold(
    bundles(db).where('b.id', '=', bundleId).where('b.vendor_id', '=', vendorId),
  ).executeTakeFirst()
  return row ? ownOf(row) : null
}

function withSold(own: ReturnType<typeof bundles>) {
  return own.select(
    sql<number>`(select count(*)::integer from entitlements e where e.bundle_id = b.id)`.as('sold'),
  )
}

function ownOf(row: Row & { sold: number }): OwnBundle {
  return {
    ...offerOf(row),
    classTitle: row.class_title,
    isActive: row.is_active,
    sold: row.sold,
  }
}

/** What a purchase holds beside its spots. */
export type Pack = {
  entitlementId: string
  name: string
  classId: string | null
  total: number
  remaining: number
  /** sessions booked with it, or lost by a late cancellation */
  used: number
  priceMinor: number
  currency: string
  paymentStatus: 'pending' | 'paid' | 'failed' | 'refunded'
  expiresAt: Date
  timeZone: string
  isOpen: boolean
}

export async function findPackOfGroup(db: Db, groupId: string): Promise<Pack[]> {
  const rows = await db
    .selectFrom('entitlements as e')
    .innerJoin('vendors as v', 'v.id', 'e.vendor_id')
    .where('e.group_id', '=', groupId)
    .orderBy('e.created_at')
    .orderBy('e.id')
    .select([
      'e.id',
      'e.name',
      'e.class_id',
      'e.total_sessions',
      'e.remaining_sessions',
      'e.price_minor',
      'e.currency',
      'e.payment_status',
      'e.expires_at',
      'v.time_zone',
    ])
    .select(sql<Date>`now()`.as('now'))
    .select((eb) =>
      eb
        .selectFrom('entitlement_entries as n')
        .whereRef('n.entitlement_id', '=', 'e.id')
        .where('n.reason', 'in', ['used', 'returned'])
        .select(sql<number>`coalesce(-sum(n.delta), 0)::integer`.as('used'))
        .as('used'),
    )
    .execute()
  return rows.map((row) => ({
    entitlementId: row.id,
    name: row.name,
    classId: row.class_id,
    total: row.total_sessions,
    remaining: row.remaining_sessions,
    used: row.used ?? 0,
    priceMinor: row.price_minor,
    currency: row.currency,
    paymentStatus: row.payment_status,
    expiresAt: row.expires_at,
    timeZone: row.time_zone,
    isOpen: isOpen({ remaining: row.remaining_sessions, expiresAt: row.expires_at }, row.now),
  }))
}
