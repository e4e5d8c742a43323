import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { LocalDate } from '#core/shared/time.ts'
import type { Payer } from '../queries.ts'

type Kind = 'paid' | 'refunded' | 'waived' | 'disputed'
type Method = 'door' | 'cash' | 'bank' | 'card' | 'correction'

export type Row = {
  vendorId: VendorId
  payer: Payer
  kind?: Kind
  /** `open`: a refund on its way; `failed`: a payment that did not come in */
  state?: 'open' | 'done' | 'failed'
  /** in minor units; below 0: less of the same kind */
  amountMinor: number
  currency: string
  method: Method
  /** the payment that it is a part of */
  groupId?: string | null
  /** who says so; null: the product itself */
  recordedBy: string | null
}

/** Writes payments, refunds and waivers. Rows are never changed: what was wrong gets another row. */
export async function recordMoney(tx: Tx, rows: readonly Row[]): Promise<void> {
  const written = rows.filter(({ amountMinor }) => amountMinor !== 0)
  if (written.length === 0) return
  await tx
    .insertInto('payments')
    .values(written.map(({ payer, ...row }) => ({ ...row, ...payer })))
    .execute()
}

/** One payment for several spots: each has its part of it. */
export async function recordTogether(tx: Tx, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first || rows.length === 1) return recordMoney(tx, rows)
  const { vendorId, currency } = first
  const { id: groupId } = await tx
    .insertInto('paymentGroups')
    .values({
      vendorId,
      provider: 'desk',
      amountMinor: rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      currency,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payments')
    .values(rows.map(({ payer, ...row }) => ({ ...row, ...payer, groupId })))
    .execute()
}

/**
 * What was noted one way for the purchase of a booking on one day came in another way: taken out and written again, as of the
 * same moment, so that each day keeps its sum.
 */
export async function recordOtherMethod(
  tx: Tx,
  of: {
    vendorId: VendorId
    bookingId: string
    day: LocalDate
    from: Method
    to: Method
    recordedBy: string
  },
): Promise<void> {
  await sql`
    insert into payments (vendor_id, booking_id, pass_id, group_id, amount_minor, currency, method, recorded_by, at)
    select n.vendor_id, n.booking_id, n.pass_id, n.group_id, n.minor * w.sign, n.currency, w.method, ${of.recordedBy}, n.at
    from (
      select p.vendor_id, p.booking_id, p.pass_id, p.group_id, p.currency, p.at, sum(p.amount_minor)::bigint as minor
      from bookings k
      join vendors v on v.id = k.vendor_id
      join payments p on p.vendor_id = k.vendor_id
        and (p.booking_id in (select b.id from bookings b where b.vendor_id = k.vendor_id and b.purchase_id = k.purchase_id and b.deleted_at is null)
          or p.pass_id in (select e.id from passes e where e.vendor_id = k.vendor_id and e.purchase_id = k.purchase_id))
      left join payment_groups g on g.vendor_id = p.vendor_id and g.id = p.group_id and g.provider = 'stripe'
      where k.vendor_id = ${of.vendorId} and k.id = ${of.bookingId} and p.kind = 'paid' and p.state = 'done'
        and p.method = ${of.from} and g.id is null and (p.at at time zone v.time_zone)::date = ${of.day}::date
      group by p.vendor_id, p.booking_id, p.pass_id, p.group_id, p.currency, p.at
    ) n, (values (-1, ${of.from}), (1, ${of.to})) w (sign, method)
    where n.minor <> 0`.execute(tx)
}

/** A waiver falls with the price that it was given on, by the same share. */
export async function shrinkWaiver(
  tx: Tx,
  { vendorId, payer, from, to }: Pick<Row, 'vendorId' | 'payer'> & { from: number; to: number },
): Promise<void> {
  if (to >= from) return
  const { rows } = await sql<{ minor: number; currency: string }>`
    select sum(amount_minor)::bigint as minor, currency from payments
    where vendor_id = ${vendorId} and kind = 'waived' and state = 'done'
      and (booking_id = ${'bookingId' in payer ? payer.bookingId : null}::uuid or pass_id = ${'passId' in payer ? payer.passId : null}::uuid)
    group by currency`.execute(tx)
  await recordMoney(
    tx,
    rows.map(({ minor, currency }) => ({
      vendorId,
      payer,
      kind: 'waived',
      amountMinor: Math.round((minor * to) / from) - minor,
      currency,
      method: 'correction',
      recordedBy: null,
    })),
  )
}

/**
 * Takes back what was only recorded by itself for these bookings: their customers had still to come and pay. What somebody
 * entered stays, and is to be given back.
 */
export async function takeBackAssumed(
  tx: Tx,
  bookings: readonly { id: string; vendorId: VendorId }[],
): Promise<void> {
  if (bookings.length === 0) return
  await sql`
    insert into payments (vendor_id, booking_id, amount_minor, currency, method)
    select p.vendor_id, p.booking_id, -sum(p.amount_minor), p.currency, 'correction'
    from unnest(${bookings.map(({ vendorId }) => vendorId)}::uuid[], ${bookings.map(({ id }) => id)}::uuid[]) as o(vendor_id, id)
    join payments p on p.vendor_id = o.vendor_id and p.booking_id = o.id
    group by p.vendor_id, p.booking_id, p.currency having bool_and(p.method = 'door') and sum(p.amount_minor) <> 0`.execute(
    tx,
  )
}

/**
 * Takes what was paid out of a booking that is given to somebody else, and returns it for the other one. What was given back or
 * waived stays with the person it was meant for.
 */
export async function takeOut(
  tx: Tx,
  {
    vendorId,
    bookingId,
    recordedBy,
  }: { vendorId: VendorId; bookingId: string; recordedBy: string },
): Promise<Omit<Row, 'payer'>[]> {
  const paid = await tx
    .selectFrom('payments')
    .where('vendorId', '=', vendorId)
    .where('bookingId', '=', bookingId)
    .where('kind', '=', 'paid')
    .where('state', '=', 'done')
    .groupBy(['method', 'currency', 'groupId'])
    .select(['method', 'currency', 'groupId'])
    .select(sql<number>`sum(amount_minor)::bigint`.as('amountMinor'))
    .execute()
  const { rows: backs } = await sql<{ minor: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as minor from payments
    where vendor_id = ${vendorId} and booking_id = ${bookingId} and kind in ('refunded', 'disputed') and state <> 'failed'`.execute(
    tx,
  )
  const given = backs[0]?.minor ?? 0
  const [first] = paid
  if (!first) return []
  const all = paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  // Of what was given back in part, nobody knows any more how it had been paid.
  const kept =
    given === 0
      ? paid
      : [{ ...first, method: 'correction' as const, amountMinor: Math.max(0, all - given) }]
  const rows = kept.map((row) => ({ ...row, vendorId, recordedBy }))
  await recordMoney(
    tx,
    rows.map((row) => ({ ...row, payer: { bookingId }, amountMinor: -row.amountMinor })),
  )
  return rows
}

/**
 * What was given back for a booking counts as not paid, so that its price is owed again; its waivers and failed payments go
 * too. `ifGivenBack`: only if something was.
 */
export async function beginAgain(
  tx: Tx,
  {
    vendorId,
    payer,
    recordedBy,
    ifGivenBack = false,
  }: Pick<Row, 'vendorId' | 'payer' | 'recordedBy'> & { ifGivenBack?: boolean },
): Promise<void> {
  const passId = 'passId' in payer ? payer.passId : null
  const bookingId = 'bookingId' in payer ? payer.bookingId : null
  await sql`
    with sums as (
      select p.kind, p.state, p.currency, sum(p.amount_minor)::bigint as minor from payments p
      where p.vendor_id = ${vendorId} and (p.booking_id = ${bookingId}::uuid or p.pass_id = ${passId}::uuid)
      group by p.kind, p.state, p.currency
    ), back as (
      select kind, state, currency, minor from sums
      where kind = 'waived' and state = 'done' or kind = 'paid' and state = 'failed'
      union all
      -- What is on its way to a card is back when it is done.
      select kind, 'done', currency, minor from sums where kind = 'refunded' and state in ('open', 'done')
      union all
      select 'paid', 'done', currency, minor from sums where kind = 'refunded' and state in ('open', 'done')
    )
    insert into payments (vendor_id, booking_id, pass_id, kind, state, amount_minor, currency, method, recorded_by)
    select ${vendorId}, ${bookingId}::uuid, ${passId}::uuid, kind, state, -minor, currency, 'correction', ${recordedBy}::uuid
    from back where minor <> 0
      and (not ${ifGivenBack} or exists (select from sums where kind = 'refunded' and state in ('open', 'done') and minor > 0))`.execute(
    tx,
  )
}

/**
 * What the rule gives back of these bookings and bundles goes to the cards that paid: as open refunds, which the worker asks
 * Stripe for. What was paid otherwise stays on the vendor's list. `askedMinor`: another sum, of one of them.
 */
export async function refundCards(
  tx: Tx,
  vendorId: VendorId,
  of: { bookingIds?: readonly string[]; passIds?: readonly string[]; askedMinor?: number },
): Promise<number> {
  const { rows } = await sql<{
    made: number
  }>`select refund_cards(${vendorId}, ${[...(of.bookingIds ?? [])]}::uuid[],
    ${[...(of.passIds ?? [])]}::uuid[], ${of.askedMinor ?? null}) as made`.execute(tx)
  return rows[0]?.made ?? 0
}
