import { cardBackOf, moneyOfPass } from '#core/money/queries.ts'
import { sql } from 'kysely'
import { type CardOffer, type PayWay, vendorLimits } from '#core/classes/rules.ts'
import { type PlanDeps, planHere, planOfVendor } from '../plans/queries.ts'
import { allows } from '../plans/rules.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import type { LocalDate } from '#core/shared/time.ts'
import { bundleSaving, isDearer, isOpen } from './rules.ts'

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
  /** how it is paid by card; null: at the studio, or its vendor cannot take cards now */
  cards: CardOffer | null
}

function bundles(db: Db) {
  return db
    .selectFrom('sessionBundles as b')
    .innerJoin('classes as c', 'c.id', 'b.classId')
    .innerJoin('vendors as v', 'v.id', 'b.vendorId')
    .select([
      'b.id',
      'b.classId',
      'b.vendorId',
      'b.bundleName as name',
      'b.sessionCount',
      'b.bundlePriceMinor',
      'b.expiryDays',
      'b.expiryStarts',
      'b.isActive',
      'b.pays',
      'c.title as classTitle',
      'c.priceMinor as singlePriceMinor',
      'v.currency',
    ])
    .select([
      planOfVendor(sql`v.id`).as('plan'),
      sql<Date>`now()`.as('now'),
      sql<boolean>`class_is_bookable(c, v) and c.paused_at is null`.as('isBookable'),
      sql<boolean>`c.paused_at is not null`.as('isPaused'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof bundles>['execute']>>[number]

/** Those that strangers are offered, with what the database says of cards. */
function offered({ db, settings }: PlanDeps) {
  return bundles(db).select([
    sql<number>`card_minimum(v.currency)::integer`.as('leastMinor'),
    sql<number>`card_unit(v.currency)::integer`.as('unitMinor'),
    sql<boolean>`b.pays <> 'studio' and takes_cards(v, ${settings.plans})`.as('takesCards'),
  ])
}

type OfferedRow = Awaited<ReturnType<ReturnType<typeof offered>['execute']>>[number]

const cardsOf = ({ pays, takesCards, leastMinor, unitMinor }: OfferedRow): CardOffer | null =>
  takesCards && pays !== 'studio' ? { pays, leastMinor, unitMinor } : null

function offerOf(row: Row): Omit<BundleOffer, 'cards'> {
  const { id, classId, name, sessionCount, bundlePriceMinor, currency, expiryDays, expiryStarts } =
    row
  const sold = {
    id,
    classId,
    name,
    sessionCount,
    bundlePriceMinor,
    currency,
    expiryDays,
    expiryStarts,
  }
  return { ...sold, ...bundleSaving(row) }
}

function isForSale(row: Row, deps: PlanDeps): boolean {
  return (
    row.isActive && !row.isPaused && !isDearer(row) && allows(planHere(row.plan, deps), 'bundles')
  )
}

const isUsable = sql<boolean>`session_is_bookable(s) and has_room(s, 1)`

/** Whether `usableDates` has enough dates for bundle `b`: from some date on, as many as its sessions fit before it ends. */
const hasEnoughDates = sql<boolean>`exists (
  select from (
    select s.starts_at, lead(s.starts_at, b.session_count - 1) over (order by s.starts_at, s.id) as last
    from class_sessions s where s.class_id = b.class_id and ${isUsable}
  ) d where d.last < ((case b.expiry_starts when 'purchase' then now() else d.starts_at end at time zone v.time_zone)::date
    + b.expiry_days + 1)::timestamp at time zone v.time_zone)`

/** The local days of upcoming dates with free spots: as many as the largest bundle needs. */
export async function listUsableDates(db: Db, classId: string): Promise<LocalDate[]> {
  const rows = await db
    .selectFrom('classSessions as s')
    .innerJoin('vendors as v', 'v.id', 's.vendorId')
    .where('s.classId', '=', classId)
    .where(isUsable)
    .orderBy('s.startsAt')
    .limit(400)
    .select(sql<LocalDate>`(s.starts_at at time zone v.time_zone)::date::text`.as('date'))
    .execute()
  return rows.map(({ date }) => date)
}

/** Whether the class has an upcoming date with room. */
export async function hasUsableDate(db: Db, classId: string): Promise<boolean> {
  const found = await db
    .selectFrom('classSessions as s')
    .where('s.classId', '=', classId)
    .where(isUsable)
    .select('s.id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether the class has that many dates with room before a bundle ends. */
export async function hasUsableDates(
  db: Db,
  { classId, before, count }: { classId: string; before: Date; count: number },
): Promise<boolean> {
  const rows = await db
    .selectFrom('classSessions as s')
    .where('s.classId', '=', classId)
    .where('s.startsAt', '<', before)
    .where(isUsable)
    .limit(count)
    .select('s.id')
    .execute()
  return rows.length === count
}

/** The bundles strangers can buy now, by class, the cheapest first. A plan without bundles sells none. */
export async function listBundleOffers(
  deps: PlanDeps,
  { classIds }: { classIds: readonly string[] },
): Promise<Map<string, BundleOffer[]>> {
  const offers = new Map<string, BundleOffer[]>()
  if (classIds.length === 0) return offers
  const rows = await offered(deps)
    // One array parameter: a list would create another prepared statement for every length.
    .where(sql<boolean>`b.class_id = any(${[...classIds]}::uuid[])`)
    .where('b.isActive', '=', true)
    .where(hasEnoughDates)
    .orderBy('b.bundlePriceMinor')
    .orderBy('b.id')
    .limit(vendorLimits.bundles * classIds.length)
    .execute()
  for (const row of rows.filter((one) => isForSale(one, deps)))
    offers.set(row.classId, [
      ...(offers.get(row.classId) ?? []),
      { ...offerOf(row), cards: cardsOf(row) },
    ])
  return offers
}

/** A bundle on sale, or null. Does not check for enough dates, because that depends on the first one. */
export async function findBundleOffer(
  deps: PlanDeps,
  { bundleId }: { bundleId: string },
): Promise<(BundleOffer & { vendorId: VendorId }) | null> {
  if (!isId(bundleId)) return null
  const row = await offered(deps).where('b.id', '=', bundleId).executeTakeFirst()
  if (!row || !isForSale(row, deps)) return null
  return { ...offerOf(row), cards: cardsOf(row), vendorId: row.vendorId }
}

export type OwnBundle = Omit<BundleOffer, 'cards'> & {
  /** where its customers pay */
  pays: PayWay
  classTitle: string
  isActive: boolean
  /** its class can be booked */
  isBookable: boolean
  /** it costs more than its sessions bought one by one, so it is not sold */
  isDearer: boolean
  sold: number
}

/** All bundles of a vendor, by class and price, with how many were sold. */
export async function listBundlesOfVendor(db: Db, vendorId: VendorId): Promise<OwnBundle[]> {
  const rows = await withSold(bundles(db).where('b.vendorId', '=', vendorId))
    .orderBy('c.title')
    .orderBy('b.bundlePriceMinor')
    .orderBy('b.id')
    .execute()
  return rows.map(toOwnBundle)
}

export async function findBundle(
  db: Db,
  { bundleId, vendorId }: { bundleId: string; vendorId: VendorId },
): Promise<OwnBundle | null> {
  if (!isId(bundleId)) return null
  const row = await withSold(
    bundles(db).where('b.id', '=', bundleId).where('b.vendorId', '=', vendorId),
  ).executeTakeFirst()
  return row ? toOwnBundle(row) : null
}

function withSold(own: ReturnType<typeof bundles>) {
  return own.select(
    sql<number>`(select count(*)::integer from passes e where e.bundle_id = b.id and bundle_is_issued(e))`.as(
      'sold',
    ),
  )
}

function toOwnBundle(row: Row & { sold: number }): OwnBundle {
  return {
    ...offerOf(row),
    classTitle: row.classTitle,
    pays: row.pays,
    isActive: row.isActive,
    isBookable: row.isBookable,
    isDearer: isDearer(row),
    sold: row.sold,
  }
}

/** What is owed for pass `e`; below 0, the vendor has to give it back. */
const owedNow = sql<number>`(m.owed_minor - m.give_back_minor)`

/** Whether anything was paid for pass `e` and not given back. */
const isPaidFor = sql<boolean>`(m.paid_minor > 0)`

/** The last day pass `e` can be used on, by the clock of vendor `v`. */
export const lastDate = sql<LocalDate>`((e.expires_at - interval '1 second') at time zone v.time_zone)::date::text`

/** The sessions of pass `e` that nobody used before its end. */
export const expiredSessions = sql<number>`((select coalesce(-sum(n.delta), 0)::integer from pass_entries n
    where n.pass_id = e.id and n.reason in ('expired', 'restored'))
  + case when e.expires_at <= now() then e.remaining_sessions else 0 end)`

/** The bundle of a purchase. */
export type Pass = {
  passId: string
  name: string
  classId: string | null
  classTitle: string | null
  total: number
  remaining: number
  /** sessions booked with it, or lost by a late cancellation */
  used: number
  /** sessions that the vendor took back and refunded */
  withdrawn: number
  /** sessions that nobody used before its end */
  expired: number
  /** cancelled: the vendor confirmed none of its dates */
  status: 'active' | 'cancelled'
  priceMinor: number
  currency: string
  /** the amount owed; below 0, the vendor has to refund it */
  owedMinor: number
  /** false also where nothing has to be paid any more */
  isPaidFor: boolean
  /** what was given back for it, and what of its price is not asked for */
  backMinor: number
  forgivenMinor: number
  expiresAt: Date
  timeZone: string
  isOpen: boolean
  /** it is held for its payment, or a date of it waits for that */
  isUnpaid: boolean
  /** false: it was only held, and nobody has paid for it */
  isIssued: boolean
  /** sessions are left on it, or may come back */
  isHeld: boolean
  /** false: the vendor has deleted or closed its class, and what comes back to it is paid back */
  isOffered: boolean
  /** what its holder has to confirm before booking with it */
  unconfirmed: string | null
}

export async function listPassesOfPurchase(db: Db, purchaseId: string): Promise<Pass[]> {
  const passes = await listPassesOfPurchases(db, [purchaseId])
  return passes.get(purchaseId) ?? []
}

/** The same for several purchases, by their ids. */
export async function listPassesOfPurchases(
  db: Db,
  purchaseIds: readonly string[],
): Promise<ReadonlyMap<string, Pass[]>> {
  if (purchaseIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('passes as e')
    .innerJoin('vendors as v', 'v.id', 'e.vendorId')
    .innerJoin('purchases as g', 'g.id', 'e.purchaseId')
    .innerJoinLateral(moneyOfPass, (join) => join.onTrue())
    .leftJoin('classes as c', 'c.id', 'e.classId')
    .where(sql<boolean>`e.purchase_id = any(${[...purchaseIds]}::uuid[])`)
    .orderBy('e.createdAt')
    .orderBy('e.id')
    .select([
      'e.id as passId',
      'e.purchaseId',
      'e.name',
      'e.classId',
      'c.title as classTitle',
      'e.totalSessions as total',
      'e.remainingSessions as remaining',
      'e.priceMinor',
      'e.currency',
      'e.status',
      'e.expiresAt',
      'v.timeZone',
    ])
    .select(sql<Date>`now()`.as('now'))
    .select(
      sql<number>`(select coalesce(-sum(n.delta), 0)::integer from pass_entries n
        where n.pass_id = e.id and n.reason = 'withdrawn')`.as('withdrawn'),
    )
    .select([
      sql<boolean>`bundle_is_held(e)`.as('isHeld'),
      sql<boolean>`bundle_waits(e)`.as('isUnpaid'),
      sql<boolean>`bundle_is_issued(e)`.as('isIssued'),
    ])
    .select([
      sql<number>`money_told(e.vendor_id, null, e.id, 'refunded')`.as('backMinor'),
      sql<number>`money_told(e.vendor_id, null, e.id, 'waived')`.as('forgivenMinor'),
    ])
    .select(sql<boolean>`coalesce(class_is_offered(c), true)`.as('isOffered'))
    .select(
      sql<string | null>`case when not c.condition = any(g.accepted) then c.condition end`.as(
        'unconfirmed',
      ),
    )
    .select((eb) =>
      eb
        .selectFrom('passEntries as n')
        .whereRef('n.passId', '=', 'e.id')
        .where('n.reason', 'in', ['used', 'returned'])
        .select(sql<number>`coalesce(-sum(n.delta), 0)::integer`.as('used'))
        .as('used'),
    )
    .select([owedNow.as('owedMinor'), isPaidFor.as('isPaidFor'), expiredSessions.as('expired')])
    .execute()
  const passes = new Map<string, Pass[]>()
  for (const { purchaseId, now, used, ...pass } of rows)
    passes.set(purchaseId, [
      ...(passes.get(purchaseId) ?? []),
      { ...pass, used: used ?? 0, isOpen: isOpen(pass, now) && !pass.isUnpaid },
    ])
  return passes
}

/** Whether more time for pass `e` would be of use: sessions are left or expired, and its class is still offered. */
export const canBeExtended = sql<boolean>`(e.status = 'active' and (e.remaining_sessions > 0 or ${expiredSessions} > 0)
  and exists (select from classes c where c.vendor_id = e.vendor_id and c.id = e.class_id and class_is_offered(c)))`

const maxListedSales = 200

const upcomingSpots = sql<number>`(select count(*)::integer from bookings b join class_sessions s on s.id = b.session_id
  where b.pass_id = e.id and holds_seat(b) and s.starts_at > now())`

const isMoneyOpen = sql<boolean>`(${owedNow} <> 0)`

const cardBack = cardBackOf({
  vendor: sql`e.vendor_id`,
  booking: sql`null::uuid`,
  pass: sql`e.id`,
})

/**
 * Sold bundles of a vendor or of one class, those still held first, then the latest; optionally only those still held, or
 * only those with money owed, the oldest first.
 */
export async function listSoldPasses(
  db: Db,
  {
    vendorId,
    classId,
    passId,
    only,
  }: { vendorId: VendorId; classId?: string; passId?: string; only?: 'owed' | 'held' },
) {
  return db
    .selectFrom('passes as e')
    .innerJoin('purchases as g', 'g.id', 'e.purchaseId')
    .innerJoin('vendors as v', 'v.id', 'e.vendorId')
    .innerJoinLateral(moneyOfPass, (join) => join.onTrue())
    .innerJoinLateral(cardBack, (join) => join.onTrue())
    .where('e.vendorId', '=', vendorId)
    .where(sql<boolean>`bundle_is_issued(e)`)
    .$if(classId !== undefined, (passes) => passes.where('e.classId', '=', classId ?? ''))
    .$if(passId !== undefined, (passes) => passes.where('e.id', '=', passId ?? ''))
    .$if(only === 'owed', (passes) => passes.where(isMoneyOpen))
    .$if(only === 'held', (passes) => passes.where(sql<boolean>`bundle_is_held(e)`))
    .$if(only !== 'owed', (passes) => passes.orderBy(sql`bundle_is_held(e)`, 'desc'))
    .orderBy('e.createdAt', only === 'owed' ? 'asc' : 'desc')
    .orderBy('e.id')
    .limit(maxListedSales)
    .select([
      'e.id as passId',
      'e.purchaseId',
      'g.reference',
      'g.customerName',
      'e.name',
      'e.status',
      'e.totalSessions as total',
      'e.remainingSessions as remaining',
      'e.priceMinor',
      'e.currency',
      'm.paidMinor',
      'm.owedMinor',
      'm.giveBackMinor',
      'k.hasFailed',
      'k.isConnected',
      sql<number>`least(m.give_back_minor, k.card_minor)`.as('cardMinor'),
      // A date of the bundle, which stands for its money.
      sql<
        string | null
      >`(select b.id from bookings b where b.vendor_id = e.vendor_id and b.pass_id = e.id and b.deleted_at is null order by b.id limit 1)`.as(
        'bookingId',
      ),
      isPaidFor.as('isPaidFor'),
      upcomingSpots.as('upcomingSpots'),
      sql<boolean>`(e.status = 'active' and (e.remaining_sessions > 0 and e.expires_at > now() or ${upcomingSpots} > 0))`.as(
        'canBeWithdrawn',
      ),
      expiredSessions.as('expired'),
      canBeExtended.as('canBeExtended'),
      lastDate.as('lastDate'),
      // The total, including those not listed.
      sql<number>`(count(*) over ())::integer`.as('inAll'),
    ])
    .execute()
}

export type SoldPass = Awaited<ReturnType<typeof listSoldPasses>>[number]

/** The bundles that customers hold, of a class or one of them, as pages show them; questions to the vendor are based on them. */
export async function listBundlesHeld(
  db: Db,
  of: { classId: string } | { passId: string },
): Promise<string[]> {
  const held = await db
    .selectFrom('passes as e')
    .innerJoinLateral(moneyOfPass, (join) => join.onTrue())
    .where((eb) =>
      'classId' in of ? eb('e.classId', '=', of.classId) : eb('e.id', '=', of.passId),
    )
    .where(sql<boolean>`bundle_is_held(e)`)
    .select(['e.id', 'e.remainingSessions', 'm.paidMinor'])
    .execute()
  return held.map((bundle) => Object.values(bundle).join(' '))
}
