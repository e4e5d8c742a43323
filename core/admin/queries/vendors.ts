import { type RawBuilder, sql } from 'kysely'
import { foldWords } from '../../classes/queries/search-words.ts'
import { subscriptionVersion } from '../../plans/queries.ts'
import type { Term } from '../../plans/rules.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { type Page, pageOf, readCursor } from '#core/shared/paging.ts'
import type { LocalDate } from '#core/shared/time.ts'
import { phoneText } from '#core/shared/phone-text.ts'
import type { PaidPlan, Plan } from '../../plans/rules.ts'
import {
  type GrantableBadge,
  type PlanFilter,
  type VendorFilters,
  type VendorState,
  vendorsCounted,
} from '../rules.ts'

export type SubscriptionListed = {
  id: string
  plan: PaidPlan
  term: Term
  priceMinor: number
  currency: string
  /** the next payment is due on the day after it */
  paidUntil: LocalDate
  pastDue: boolean
  /** it was cancelled, and runs until then */
  cancelAt: Date | null
  /** another one after every change */
  version: string
}

export type VendorListed = {
  id: VendorId
  ownerName: string
  ownerEmail: string
  avatarUrl: string | null
  business: string | null
  username: string | null
  phone: string | null
  location: string | null
  joinedAt: Date
  state: VendorState
  /** published and not deleted */
  classes: number
  plan: Plan
  trialEndsAt: Date
  subscription: SubscriptionListed | null
}

/** The day after the last paid one, by the vendor's clock. `s` is a subscription, `v` its vendor. */
export const isPastDue = sql<boolean>`is_past_due(s, v)`

/** The subscription `s` runs, or was cancelled and has still to end. */
export const isRunning = sql<boolean>`s.ended_at is null and (s.cancel_at is null or s.cancel_at > now())`

const subscriptionJson = sql<SubscriptionListed | null>`(
  select json_build_object('id', s.id, 'plan', s.plan, 'term', s.term, 'priceMinor', s.price_minor,
    'currency', s.currency, 'paidUntil', s.paid_until, 'pastDue', ${isPastDue}, 'cancelAt', s.cancel_at,
    'version', ${subscriptionVersion})
  from subscriptions s where s.vendor_id = v.id and ${isRunning})`

/** The columns of vendors `v` whose row in the directory is `d`. */
const listed = sql`v.id, p.full_name as owner_name, u.email as owner_email, p.avatar_url, v.business_name as business,
  v.username, v.contact_phone as phone, v.location, d.joined_at, d.status as state, v.trial_ends_at,
  (select count(*)::integer from classes c where c.vendor_id = v.id and c.status = 'active') as classes,
  plan_in_force(v.id) as plan, ${subscriptionJson} as subscription`

const people = sql`join vendors v on v.id = d.vendor_id
  join lateral (select m.user_id from vendor_members m where m.vendor_id = v.id and m.role = 'owner'
    order by m.created_at limit 1) owner on true
  join users u on u.id = owner.user_id join profiles p on p.user_id = owner.user_id`

const subscribed = sql`d.plan is not null and exists (
  select from subscriptions s where s.vendor_id = d.vendor_id and ${isRunning})`
const granted = sql`d.granted_until > now() and exists (
  select from plan_grants g where g.vendor_id = d.vendor_id and g.starts_at <= now() and g.ends_at > now())`
const without = (...others: RawBuilder<unknown>[]) =>
  sql.join(
    others.map((one) => sql`(${one}) is not true`),
    sql` and `,
  )

/** The vendors `d` of the directory that have a plan now; its indexes leave few to ask further. */
const havingPlan: Record<PlanFilter, RawBuilder<unknown>> = {
  professional: sql`d.plan = 'professional' and ${subscribed}`,
  enterprise: sql`d.plan = 'enterprise' and ${subscribed}`,
  monthly: sql`d.term = 'monthly' and ${subscribed}`,
  yearly: sql`d.term = 'yearly' and ${subscribed}`,
  granted: sql`${granted} and ${without(subscribed)}`,
  trial: sql`d.trial_ends_at > now() and ${without(subscribed, granted)}`,
  free: sql`d.trial_ends_at <= now() and ${without(subscribed, granted)}`,
}

/** Some vendors, in their order. The filters and the page are found by the directory's indexes alone. */
export async function listVendors(
  db: Db,
  filters: VendorFilters,
  { cursor, limit }: { cursor: string | null; limit: number },
): Promise<Page<VendorListed>> {
  const conditions = await conditionsOf(db, filters)
  if (conditions === null) return { items: [], nextCursor: null }
  const [isAfter, way] = filters.order === 'oldest' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`]
  const after = readCursor(cursor)
  if (after)
    conditions.push(
      sql`(d.joined_at, d.vendor_id) ${isAfter} (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    )
  const { rows } = await sql<Raw & { at: string }>`
    with d as materialized (
      select d.* from vendor_directory d ${whereAll(conditions)}
      order by d.joined_at ${way}, d.vendor_id ${way} limit ${limit + 1}
    )
    select ${listed}, to_char(d.joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from d ${people} order by d.joined_at ${way}, d.vendor_id ${way}`.execute(db)
  return pageOf(
    rows,
    limit,
    ({ at: _at, ...row }) => asListed(row),
    ({ at, id }) => [at, id],
  )
}

/** How many vendors the filters leave; one more than vendorsCounted if there are more. */
export async function countVendors(db: Db, filters: VendorFilters): Promise<number> {
  const conditions = await conditionsOf(db, filters)
  if (conditions === null) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from vendor_directory d ${whereAll(conditions)} limit ${vendorsCounted + 1}) counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

const whereAll = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/** What the filters ask of the directory's row `d`. Null: nobody can match, as the search holds no letter. */
async function conditionsOf(
  db: Db,
  { status, plan, search }: VendorFilters,
): Promise<RawBuilder<unknown>[] | null> {
  const conditions: RawBuilder<unknown>[] = []
  if (status) conditions.push(sql`d.status = ${status}`)
  if (plan) conditions.push(havingPlan[plan])
  const words = await foldWords(db, search.replaceAll('\u0000', ''))
  if (search !== '' && words.length === 0) return null
  for (const spellings of words)
    conditions.push(
      sql`(${sql.join(
        spellings.map((word) => sql`d.words like ${patternOf(word)}`),
        sql` or `,
      )})`,
    )
  return conditions
}

/** JSON has no dates. */
type Raw = Omit<VendorListed, 'subscription'> & {
  subscription: (Omit<SubscriptionListed, 'cancelAt'> & { cancelAt: string | null }) | null
}

function asListed({ subscription, ...row }: Raw): VendorListed {
  const cancelAt = subscription?.cancelAt ? new Date(subscription.cancelAt) : null
  const phone = row.phone && phoneText(row.phone)
  return { ...row, phone, subscription: subscription && { ...subscription, cancelAt } }
}

/** One or two letters match only the start of a word; otherwise they would match everything. */
function patternOf(word: string): string {
  return word.length < 3 ? `% ${word}%` : `%${word}%`
}

export type VendorShown = VendorListed & {
  badges: GrantableBadge[]
  suspendedAt: Date | null
  suspendedReason: string | null
  closedAt: Date | null
  setUpAt: Date | null
  emailVerified: boolean
  contactEmail: string | null
  timeZone: string
  upcomingSessions: number
  bookings: number
  /** people who booked themselves */
  students: number
  /** how often it was suspended and activated */
  standingVersion: number
}

/** Another number after every suspension and activation of a vendor. */
export const standingVersion = (vendorId: RawBuilder<unknown>) => sql<number>`(
  select count(*)::integer from audit_log a where a.vendor_id = ${vendorId}
    and a.action in ('vendor.suspended', 'vendor.activated'))`

export async function findStanding(db: Db, vendorId: VendorId): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select ${standingVersion(sql`${vendorId}::uuid`)} as version`.execute(db)
  return rows[0]?.version ?? 0
}

export async function findVendor(
  db: Db,
  vendorId: string | undefined,
): Promise<VendorShown | null> {
  if (!isId(vendorId)) return null
  const { rows } = await sql<Raw & Omit<VendorShown, keyof VendorListed>>`
    select ${listed}, v.suspended_at, v.suspended_reason, v.closed_at, v.set_up_at, u.email_verified, v.contact_email,
      v.time_zone, ${standingVersion(sql`v.id`)} as standing_version,
      array(select b.badge from vendor_badges b where b.vendor_id = v.id order by b.badge) as badges,
      (select count(*)::integer from class_sessions s
        where s.vendor_id = v.id and s.starts_at > now() and s.status = 'confirmed') as upcoming_sessions,
      (select count(*)::integer from bookings b where b.vendor_id = v.id and b.deleted_at is null) as bookings,
      (select count(distinct g.contact_id)::integer
        from purchases g where g.vendor_id = v.id and g.source <> 'vendor') as students
    from vendor_directory d ${people} where d.vendor_id = ${vendorId}`.execute(db)
  const [row] = rows
  return row ? { ...row, ...asListed(row) } : null
}
