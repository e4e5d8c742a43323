import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { LocalDate } from '#core/shared/time.ts'
import type { Payer } from '../queries.ts'

type Kind = 'paid' | 'refunded' | 'waived' | 'disputed'
/** `given`: came or went with a spot that was given to another customer. `again`: no money, what was given back is owed again */
type Method = 'door' | 'cash' | 'bank' | 'card' | 'correction' | 'given' | 'again'

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
      select v.id as vendor_id, o.booking_id, o.pass_id, o.group_id, o.currency, o.at, sum(o.amount_minor)::bigint as minor
      from bookings k join vendors v on v.id = k.vendor_id, rows_of_purchase(k.vendor_id, k.purchase_id) o
      where k.vendor_id = ${of.vendorId} and k.id = ${of.bookingId} and o.kind = 'paid' and not o.is_deleted and not o.by_card
        and o.method = ${of.from} and (o.at at time zone v.time_zone)::date = ${of.day}::date
      group by v.id, o.booking_id, o.pass_id, o.group_id, o.currency, o.at
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

type Part = { groupId: string | null; isAssumed: boolean; currency: string; minor: number }

/**
 * Takes what is left of what was paid out of a booking that is given to somebody else, and returns it for the other one: of each
 * payment by card what did not go back to it. What was given back or waived stays with the person it was meant for.
 */
export async function takeOut(
  tx: Tx,
  {
    vendorId,
    bookingId,
    recordedBy,
  }: { vendorId: VendorId; bookingId: string; recordedBy: string },
): Promise<Omit<Row, 'payer'>[]> {
  const { rows: parts } = await sql<Part>`
    select coalesce(g.of_payment, g.id) as group_id, p.method = 'door' as is_assumed, p.currency,
      sum(case p.kind when 'paid' then p.amount_minor else -p.amount_minor end)::bigint as minor
    from payments p
    left join payment_groups g on g.vendor_id = p.vendor_id and g.id = p.group_id and g.provider = 'stripe'
    where p.vendor_id = ${vendorId} and p.booking_id = ${bookingId}
      and (p.kind = 'paid' and p.state = 'done' or p.kind in ('refunded', 'disputed') and p.state <> 'failed')
    group by 1, 2, 3 order by 1 nulls first, 2`.execute(tx)
  // Less that was noted by hand, or given back by hand, comes off what is there.
  let less = parts.reduce(
    (sum, { groupId, minor }) => sum + (groupId === null ? Math.max(0, -Number(minor)) : 0),
    0,
  )
  const rows = parts.flatMap(({ groupId, isAssumed, currency, minor }) => {
    const there = Math.max(0, Number(minor))
    const taken = Math.min(there, less)
    less -= taken
    const method = isAssumed ? ('door' as const) : ('given' as const)
    const row = { vendorId, currency, groupId, method, recordedBy, amountMinor: there - taken }
    return row.amountMinor > 0 ? [row] : []
  })
  await recordMoney(
    tx,
    rows.map((row) => ({ ...row, payer: { bookingId }, amountMinor: -row.amountMinor })),
  )
  return rows
}

/**
 * What was given back for a booking counts as not paid, so that its price is owed again; its waivers and failed payments go
 * too. `ifGivenBack`: only if something was. What goes back to a card names its refund, which may fail (`stayPaid`).
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
    with rows as (
      select p.kind, p.state, g.id as group_id, p.currency, p.amount_minor from payments p
      left join payment_groups g on g.vendor_id = p.vendor_id and g.id = p.group_id and g.provider = 'stripe'
      where p.vendor_id = ${vendorId} and (p.booking_id = ${bookingId}::uuid or p.pass_id = ${passId}::uuid)
    ), given as (
      select group_id, state, currency, sum(amount_minor)::bigint as minor from rows
      where kind = 'refunded' and state in ('open', 'done') group by group_id, state, currency
    ), back as (
      select kind, state, null::uuid as group_id, currency, sum(amount_minor)::bigint as minor from rows
      where kind = 'waived' and state = 'done' or kind = 'paid' and state = 'failed' group by kind, state, currency
      union all
      select 'refunded', state, group_id, currency, minor from given
      union all
      -- What is on its way to a card is owed again at once.
      select 'paid', 'done', group_id, currency, minor from given
    )
    insert into payments (vendor_id, booking_id, pass_id, group_id, kind, state, amount_minor, currency, method, recorded_by)
    select ${vendorId}, ${bookingId}::uuid, ${passId}::uuid, group_id, kind, state, -minor, currency, 'again', ${recordedBy}::uuid
    from back where minor <> 0 and (not ${ifGivenBack} or exists (select from given where minor > 0))`.execute(
    tx,
  )
}

/** A refund has failed: what was to be owed again because of it is still paid. */
export async function stayPaid(tx: Tx, vendorId: VendorId, groupId: string): Promise<void> {
  await sql`
    insert into payments (vendor_id, booking_id, pass_id, group_id, amount_minor, currency, method)
    select vendor_id, booking_id, pass_id, group_id, -sum(amount_minor), currency, 'again'
    from payments where vendor_id = ${vendorId} and group_id = ${groupId} and kind = 'paid' and method = 'again'
    group by vendor_id, booking_id, pass_id, group_id, currency having sum(amount_minor) <> 0`.execute(
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
