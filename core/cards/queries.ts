import { sql } from 'kysely'
import type { PlanDeps } from '#core/plans/queries.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { CardOffer } from '#core/classes/rules.ts'

export type CardAccount = {
  name: string | null
  account: string
  livemode: boolean
  connectedAt: Date
  /** whether Stripe tells us of payments by itself; without, we ask */
  hasEndpoint: boolean
  /** Stripe refuses the key since then */
  refusedAt: Date | null
  isBroken: boolean
  /** why Stripe makes no payments for the account, in its words; null: its key is refused, or nothing is */
  problem: string | null
}

/** The account at Stripe that a vendor has connected; null: none is. */
export async function findCardAccount(db: Db, vendorId: VendorId): Promise<CardAccount | null> {
  const found = await db
    .selectFrom('cardAccounts')
    .where('vendorId', '=', vendorId)
    .where('apiKey', 'is not', null)
    .select(['name', 'account', 'livemode', 'connectedAt', 'refusedAt', 'problem'])
    .select([
      sql<boolean>`endpoint is not null`.as('hasEndpoint'),
      sql<boolean>`broken_at is not null`.as('isBroken'),
    ])
    .executeTakeFirst()
  return found ?? null
}

/** Whether a vendor's customers can pay by card now. */
export async function takesCards({ db, settings }: PlanDeps, vendorId: VendorId): Promise<boolean> {
  const { rows } = await sql<{ takes: boolean }>`
    select takes_cards(v, ${settings.plans}) as takes from vendors v where v.id = ${vendorId}`.execute(
    db,
  )
  return rows[0]?.takes ?? false
}

/** How a class is paid by card; null: it is not, or its vendor cannot take cards now. */
export async function findCardOffer(
  { db, settings }: PlanDeps,
  { vendorId, id, pays }: { vendorId: VendorId; id: string; pays: string },
): Promise<CardOffer | null> {
  if (pays === 'studio') return null
  const { rows } = await sql<CardOffer>`
    select c.pays, card_minimum(v.currency)::integer as least_minor, card_unit(v.currency)::integer as unit_minor
    from classes c join vendors v on v.id = c.vendor_id
    where c.vendor_id = ${vendorId} and c.id = ${id} and c.pays <> 'studio' and takes_cards(v, ${settings.plans})`.execute(
    db,
  )
  return rows[0] ?? null
}

export type PaidAhead = {
  what: 'spots' | 'bundles'
  count: number
  minor: number
  currency: string
}

/** What was paid by card for sessions to come, and for bundles that are not used up. */
export async function listPaidAhead(db: Db, vendorId: VendorId): Promise<PaidAhead[]> {
  const { rows } = await sql<PaidAhead>`
    select case when p.booking_id is null then 'bundles' else 'spots' end as what,
      count(distinct coalesce(p.booking_id, p.pass_id))::integer as count, p.currency,
      sum(case p.kind when 'paid' then p.amount_minor else -p.amount_minor end)::bigint as minor
    from payments p
    join payment_groups g on g.vendor_id = p.vendor_id and g.id = p.group_id and g.provider = 'stripe'
    where p.vendor_id = ${vendorId} and p.state <> 'failed' and p.kind in ('paid', 'refunded', 'disputed')
      and (exists (select from bookings b join class_sessions s on s.vendor_id = b.vendor_id and s.id = b.session_id
          where b.vendor_id = p.vendor_id and b.id = p.booking_id and b.status = 'confirmed' and b.deleted_at is null and s.starts_at > now())
        or exists (select from passes e where e.vendor_id = p.vendor_id and e.id = p.pass_id and bundle_is_held(e)))
    group by what, p.currency having sum(case p.kind when 'paid' then p.amount_minor else -p.amount_minor end) > 0
    order by p.currency, what desc`.execute(db)
  return rows
}

/** Checkouts that can be paid, and refunds that Stripe does not have yet. */
export async function countUnderWay(db: Db, vendorId: VendorId): Promise<number> {
  const { rows } = await sql<{ n: number }>`select
    ((select count(*) from checkouts k where k.vendor_id = ${vendorId} and k.state in ('making', 'open'))
    + (select count(*) from payment_groups g
      where g.vendor_id = ${vendorId} and g.due_at is not null and g.provider_id is null))::integer as n`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Whether a vendor has to connect its account at Stripe again. */
export async function areCardsBroken(db: Db, vendorId: VendorId): Promise<boolean> {
  const row = await db
    .selectFrom('cardAccounts')
    .where('vendorId', '=', vendorId)
    .where('apiKey', 'is not', null)
    .where('brokenAt', 'is not', null)
    .select('vendorId')
    .executeTakeFirst()
  return row !== undefined
}

export type OfPurchase = { vendorId: VendorId; purchaseId: string }

export type OpenCheckout = {
  id: string
  vendorId: VendorId
  url: string | null
  amountMinor: number
  currency: string
  /** spots are held until then; null: it pays what is owed */
  holdUntil: Date | null
}

/** The checkouts of a purchase that can still be paid, the newest first. */
export async function listOpenCheckouts(
  db: Db,
  { vendorId, purchaseId }: OfPurchase,
): Promise<OpenCheckout[]> {
  return db
    .selectFrom('checkouts')
    .where('vendorId', '=', vendorId)
    .where('purchaseId', '=', purchaseId)
    .where('state', 'in', ['making', 'open'])
    .where(sql<boolean>`(ends_at is null or ends_at > now())`)
    .orderBy('createdAt', 'desc')
    .select(['id', 'vendorId', 'url', 'amountMinor', 'currency', 'holdUntil'])
    .execute()
}

/** The checkouts of a purchase of which Stripe has not said yet what became of them. */
export async function listUnsettled(db: Db, { vendorId, purchaseId }: OfPurchase) {
  return db
    .selectFrom('checkouts')
    .where('vendorId', '=', vendorId)
    .where('purchaseId', '=', purchaseId)
    .where('state', 'in', ['making', 'open'])
    .select(['vendorId', 'id', sql<boolean>`hold_until is not null`.as('isHold')])
    .execute()
}

/** What holds spots of a purchase for their payment, also if its time is over and Stripe has not ended it yet. */
export async function findHold(
  db: Db,
  { vendorId, purchaseId }: OfPurchase,
): Promise<(OpenCheckout & { holdUntil: Date; isOver: boolean }) | null> {
  const found = await db
    .selectFrom('checkouts')
    .where('vendorId', '=', vendorId)
    .where('purchaseId', '=', purchaseId)
    .where('state', 'in', ['making', 'open'])
    .where('holdUntil', 'is not', null)
    .orderBy('createdAt', 'desc')
    .select(['id', 'vendorId', 'url', 'amountMinor', 'currency'])
    .select((eb) => eb.ref('holdUntil').$notNull().as('holdUntil'))
    .select(sql<boolean>`coalesce(ends_at <= now(), false)`.as('isOver'))
    .executeTakeFirst()
  return found ?? null
}

/** The money of a booking that cards paid, in minor units. */
export type CardMoney = {
  bookingId: string
  currency: string
  /** paid, less what was given back or is on its way back */
  keptMinor: number
  /** on its way back */
  openMinor: number
  /** given back */
  backMinor: number
}

/** What cards paid for the bookings of a purchase; those without are left out. */
export async function listCardMoney(
  db: Db,
  { vendorId, purchaseId }: OfPurchase,
): Promise<CardMoney[]> {
  const { rows } = await sql<CardMoney>`
    select p.booking_id, p.currency,
      greatest(0, sum(case when p.state = 'failed' then 0 when p.kind = 'paid' then p.amount_minor else -p.amount_minor end))::bigint as kept_minor,
      coalesce(sum(p.amount_minor) filter (where p.kind = 'refunded' and p.state = 'open'), 0)::bigint as open_minor,
      coalesce(sum(p.amount_minor) filter (where p.kind = 'refunded' and p.state = 'done'), 0)::bigint as back_minor
    from bookings b
    join payments p on p.vendor_id = b.vendor_id and p.booking_id = b.id and p.kind in ('paid', 'refunded', 'disputed')
    join payment_groups g on g.vendor_id = p.vendor_id and g.id = p.group_id and g.provider = 'stripe'
    where b.vendor_id = ${vendorId} and b.purchase_id = ${purchaseId}
    group by p.booking_id, p.currency`.execute(db)
  return rows.map(({ bookingId, currency, ...sums }) => ({
    bookingId,
    currency,
    keptMinor: Number(sums.keptMinor),
    openMinor: Number(sums.openMinor),
    backMinor: Number(sums.backMinor),
  }))
}

/** Whether a checkout was paid, and nothing of it went back or is on its way. */
export async function isPaymentKept(
  db: Db,
  { vendorId, id }: { vendorId: VendorId; id: string },
): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select k.state = 'paid' and not exists (
      select from payment_groups g join payment_groups r on r.vendor_id = g.vendor_id and r.of_payment = g.id
      where g.vendor_id = k.vendor_id and g.provider = 'stripe' and g.provider_id = k.payment_intent) as kept
    from checkouts k where k.vendor_id = ${vendorId} and k.id = ${id}`.execute(db)
  return rows[0]?.kept ?? false
}

export type Payable = {
  bookingId: string | null
  passId: string | null
  amountMinor: number
  currency: string
}

/** What is owed for a purchase and can be paid by card now; nothing if that is less than Stripe takes. */
export async function listPayable(
  { db, settings }: PlanDeps,
  { vendorId, purchaseId }: OfPurchase,
): Promise<Payable[]> {
  const { rows } = await sql<Payable & { isEnough: boolean }>`
    with owed as (
      select b.id as booking_id, null::uuid as pass_id, c.pays, b.currency, m.owed_minor as amount_minor
      from bookings b join classes c on c.vendor_id = b.vendor_id and c.id = b.class_id, money_of(b) m
      where b.vendor_id = ${vendorId} and b.purchase_id = ${purchaseId} and b.confirmed_at is not null and m.owed_minor > 0
        and (b.status in ('confirmed', 'completed', 'cancelled') or still_waits(b) and b.waits_for = 'payment')
      union all
      select null, e.id, o.pays, e.currency, m.owed_minor
      from passes e join session_bundles o on o.vendor_id = e.vendor_id and o.id = e.bundle_id, money_of(e) m
      where e.vendor_id = ${vendorId} and e.purchase_id = ${purchaseId} and m.owed_minor > 0
    )
    select o.booking_id, o.pass_id, o.amount_minor, o.currency,
      sum(o.amount_minor) over () >= card_minimum(o.currency) and o.currency = v.currency as is_enough
    from owed o join vendors v on v.id = ${vendorId}
    where o.pays <> 'studio' and o.amount_minor % card_unit(o.currency) = 0 and takes_cards(v, ${settings.plans})`.execute(
    db,
  )
  return rows.every(({ isEnough }) => isEnough)
    ? rows.map(({ isEnough: _, amountMinor, ...row }) => ({
        ...row,
        amountMinor: Number(amountMinor),
      }))
    : []
}

/** How what is requested in a purchase will be paid once it is confirmed; null: nothing of it by card. */
export async function findRequestedWay(
  { db, settings }: PlanDeps,
  { vendorId, purchaseId }: OfPurchase,
): Promise<'card' | 'choice' | null> {
  const { rows } = await sql<{ pays: 'card' | 'choice' }>`
    select w.pays from bookings b join vendors v on v.id = b.vendor_id
    join classes c on c.vendor_id = b.vendor_id and c.id = b.class_id
    left join passes e on e.vendor_id = b.vendor_id and e.id = b.pass_id
    left join session_bundles o on o.vendor_id = e.vendor_id and o.id = e.bundle_id
    cross join lateral (select case when e.id is null then c.pays else o.pays end as pays) w
    where b.vendor_id = ${vendorId} and b.purchase_id = ${purchaseId} and still_waits(b) and b.waits_for = 'vendor'
      and is_paid_by_card(w.pays, v, coalesce(e.price_minor, b.price_minor), true, ${settings.plans})
    order by w.pays limit 1`.execute(db)
  return rows[0]?.pays ?? null
}

/** A payment by card or a refund to one, as it stands at Stripe. */
export type CardRow = {
  id: string
  kind: 'paid' | 'refunded' | 'disputed'
  state: 'open' | 'done' | 'failed'
  amountMinor: number
  currency: string
  at: Date
}

/** What happened by card for a booking, or for the bundle that pays for it; the newest first. */
export async function listCardRows(
  db: Db,
  { vendorId, bookingId }: { vendorId: VendorId; bookingId: string },
): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    select p.id, p.kind, p.state, p.amount_minor, p.currency, g.at
    from bookings b
    join payments p on p.vendor_id = b.vendor_id and (p.booking_id = b.id or p.pass_id = b.pass_id)
    join payment_groups g on g.vendor_id = p.vendor_id and g.id = p.group_id and g.provider = 'stripe'
    where b.vendor_id = ${vendorId} and b.id = ${bookingId} and p.method = 'card'
    order by g.at desc, p.id`.execute(db)
  return rows.map((row) => ({ ...row, amountMinor: Number(row.amountMinor) }))
}
