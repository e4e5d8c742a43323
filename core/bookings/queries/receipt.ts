import { sql } from 'kysely'
import { planAllows, type PlanDeps } from '#core/plans/queries.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { LocalDate } from '#core/shared/time.ts'
import { type Moved, type PaymentMethod, withoutMistakes } from '../rules/receipt.ts'

export type OfPurchase = { vendorId: VendorId; purchaseId: string }

/** Whether a purchase has a receipt, with a number or without one yet. */
export async function hasReceipt(
  deps: PlanDeps,
  { vendorId, purchaseId }: OfPurchase,
): Promise<boolean> {
  const inPlan = await planAllows(deps, vendorId, 'card_payments')
  const { rows } = await sql<{ has: boolean }>`
    select has_receipt(${vendorId}, ${purchaseId}, ${inPlan}) as has`.execute(deps.db)
  return rows[0]?.has ?? false
}

/** Whether it has one whatever becomes of the plan: then an email may lead to it. */
export async function keepsReceipt(db: Db, { vendorId, purchaseId }: OfPurchase): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select has_receipt(${vendorId}, ${purchaseId}, false) as has`.execute(db)
  return rows[0]?.has ?? false
}

/** The spots of one session, or a bundle. */
export type ReceiptLine = {
  title: string
  /** the day and the start of the session; null: a bundle */
  date: LocalDate | null
  startTime: string | null
  /** spots of a session, sessions of a bundle */
  count: number
  priceMinor: number
  paidMinor: number
  /** of a slot, which are in its price */
  extras: { id: string; name: string; amountMinor: number }[]
}

/** `given`: went on with a spot to another customer */
export type ReceiptBack = Moved & { kind: 'refunded' | 'disputed' | 'given' }

export type Receipt = {
  number: number
  givenOn: LocalDate
  vendor: { name: string; postalAddress: string | null; taxLine: string | null; zone: string }
  /** null: the customer's data were erased */
  customerName: string | null
  reference: string
  currency: string
  lines: ReceiptLine[]
  payments: Moved[]
  /** what was given back, taken back by a bank, or went on with a spot */
  backs: ReceiptBack[]
  paidMinor: number
  backMinor: number
}

type Row = {
  id: string
  title: string
  date: LocalDate | null
  startTime: string | null
  sessions: number | null
  priceMinor: number
  extras: ReceiptLine['extras']
  currency: string
  kind: 'paid' | 'refunded' | 'disputed' | 'given'
  method: PaymentMethod
  day: LocalDate
  minor: number
}

/** The receipt of a purchase as its rows are now; null: it has no number. */
export async function findReceipt(
  db: Db,
  { vendorId, purchaseId }: OfPurchase,
): Promise<Receipt | null> {
  const head = await db
    .selectFrom('receipts as r')
    .innerJoin('purchases as g', (join) =>
      join.onRef('g.vendorId', '=', 'r.vendorId').onRef('g.id', '=', 'r.purchaseId'),
    )
    .innerJoin('vendors as v', 'v.id', 'r.vendorId')
    .where('r.vendorId', '=', vendorId)
    .where('r.purchaseId', '=', purchaseId)
    .select(['r.number', 'g.reference', 'g.customerName', 'g.erasedAt'])
    .select(['v.postalAddress', 'v.taxLine', 'v.currency', 'v.timeZone as zone'])
    .select([
      sql<string>`vendor_name(v)`.as('name'),
      sql<LocalDate>`(r.given_at at time zone v.time_zone)::date::text`.as('givenOn'),
    ])
    .executeTakeFirst()
  if (!head) return null
  const { rows } = await sql<Row>`
    select coalesce(o.booking_id, o.pass_id) as id, coalesce(e.name, c.title) as title, s.session_date as date, to_char(s.start_time, 'HH24:MI') as start_time,
      e.total_sessions as sessions, coalesce(e.price_minor, b.price_minor)::integer as price_minor, coalesce(e.currency, b.currency) as currency,
      coalesce((select json_agg(json_build_object('id', x.extra_id, 'name', x.name, 'amountMinor', x.amount_minor) order by x.name, x.extra_id)
        from booking_extras x where x.vendor_id = b.vendor_id and x.booking_id = b.id), '[]') as extras,
      w.kind, o.method, (o.at at time zone v.time_zone)::date::text as day, sum(case w.kind when 'given' then -o.amount_minor else o.amount_minor end)::bigint as minor
    from rows_of_purchase(${vendorId}, ${purchaseId}) o
    cross join lateral (select case when o.method = 'given' and o.amount_minor < 0 then 'given' else o.kind end as kind) w
    join vendors v on v.id = ${vendorId}
    left join bookings b on b.vendor_id = v.id and b.id = o.booking_id
    left join class_sessions s on s.vendor_id = v.id and s.id = b.session_id
    left join classes c on c.vendor_id = v.id and c.id = b.class_id
    left join passes e on e.vendor_id = v.id and e.id = o.pass_id
    group by o.booking_id, o.pass_id, e.id, b.id, s.id, c.id, w.kind, o.method, day, e.name, e.total_sessions, e.price_minor, e.currency
    order by s.starts_at nulls first, id, day`.execute(db)
  const moved = rows.map((row) => ({ ...row, minor: Number(row.minor) }))
  const paid = withoutMistakes(moved.filter(({ kind }) => kind === 'paid'))
  const backs = (['refunded', 'disputed', 'given'] as const).flatMap((kind) =>
    withoutMistakes(moved.filter((row) => row.kind === kind)).map((row) => ({ ...row, kind })),
  )
  const { number, givenOn, reference, customerName, erasedAt, currency } = head
  const { name, postalAddress, taxLine, zone } = head
  return {
    number,
    givenOn,
    reference,
    customerName: erasedAt === null ? customerName : null,
    vendor: { name, postalAddress, taxLine, zone },
    currency: rows[0]?.currency ?? currency,
    lines: linesOf(moved),
    payments: paid,
    backs,
    paidMinor: sumOf(paid),
    backMinor: sumOf(backs),
  }
}

const sumOf = (rows: readonly { minor: number }[]) =>
  rows.reduce((sum, { minor }) => sum + minor, 0)

/** Spots of one session share a line. What was noted by mistake has none. */
function linesOf(rows: readonly Row[]): ReceiptLine[] {
  const things = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const [first] = own
    const paidMinor = sumOf(own.filter(({ kind }) => kind === 'paid'))
    return first && paidMinor !== 0 ? [{ ...first, paidMinor }] : []
  })
  return [
    ...Map.groupBy(things, ({ title, date, startTime, sessions }) =>
      JSON.stringify([title, date, startTime, sessions]),
    ).values(),
  ].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const { title, date, startTime, sessions } = first
    return {
      title,
      date,
      startTime,
      count: sessions ?? same.length,
      priceMinor: same.reduce((sum, { priceMinor }) => sum + priceMinor, 0),
      paidMinor: same.reduce((sum, { paidMinor }) => sum + paidMinor, 0),
      extras: same.flatMap(({ extras }) => extras),
    }
  })
}

/** A payment that somebody has noted: of one day and one way. */
export type NotedPayment = Moved & { method: Exclude<PaymentMethod, 'given'>; currency: string }

/** What was noted for the purchase of a booking, and did not come from Stripe. */
export async function listNotedPayments(
  db: Db,
  { vendorId, bookingId }: { vendorId: VendorId; bookingId: string },
): Promise<NotedPayment[]> {
  const { rows } = await sql<Moved & { id: string; currency: string }>`
    select coalesce(o.booking_id, o.pass_id) as id, (o.at at time zone v.time_zone)::date::text as day, o.method, sum(o.amount_minor)::bigint as minor, k.currency
    from bookings k join vendors v on v.id = k.vendor_id, rows_of_purchase(k.vendor_id, k.purchase_id) o
    where k.vendor_id = ${vendorId} and k.id = ${bookingId} and o.kind = 'paid' and not o.by_card and not o.is_deleted
      and not (o.method = 'given' and o.amount_minor < 0)
    group by o.booking_id, o.pass_id, day, o.method, k.currency`.execute(db)
  const [first] = rows
  if (!first) return []
  return withoutMistakes(rows.map((row) => ({ ...row, minor: Number(row.minor) }))).flatMap(
    ({ method, ...row }) =>
      method === 'given' ? [] : [{ ...row, method, currency: first.currency }],
  )
}
