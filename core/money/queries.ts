import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { Money } from './rules.ts'

/** The money of single booking `b`, as `m`. For a lateral join. */
export const moneyOfBooking = sql<Money>`money_of(b)`.as<'m'>('m')
/** The money of booking `b` or of the bundle that pays for it, as `m`. */
export const moneyForBooking = sql<Money>`money_for(b)`.as<'m'>('m')
/** The money of pass `e`, as `m`. */
export const moneyOfPass = sql<Money>`money_of(e)`.as<'m'>('m')

/**
 * Whether something may be owed for single booking `b`, as the index knows it. For lists of all times, before `moneyOfBooking`,
 * which decides.
 */
export const mayOwe = sql<boolean>`(b.pass_id is null and b.deleted_at is null and b.price_minor > b.settled_minor
  and (b.status in ('pending', 'confirmed', 'completed') or b.attendance = 'late_cancel'))`

/**
 * How the money for booking `of.booking` or pass `of.pass` can go back: as much of it as a card has paid, whether a refund to a
 * card has failed, and whether the account at Stripe that is connected has it. As `k`, for a lateral join.
 */
export const cardBackOf = (of: {
  vendor: RawBuilder<unknown>
  booking: RawBuilder<unknown>
  pass: RawBuilder<unknown>
}) =>
  sql<CardBack>`(select coalesce(sum(case when p.state = 'failed' then 0 when p.kind = 'paid' then p.amount_minor else -p.amount_minor end), 0)::bigint as card_minor,
      coalesce(bool_or(p.kind = 'refunded' and p.state = 'failed'), false) as has_failed,
      card_kept(${of.vendor}, ${of.booking}, ${of.pass}) > 0 as is_connected
    from payments p join payment_groups g on g.vendor_id = p.vendor_id and g.id = p.group_id and g.provider = 'stripe'
    where p.vendor_id = ${of.vendor} and (p.booking_id = ${of.booking} or p.pass_id = ${of.pass})
      and p.kind in ('paid', 'refunded', 'disputed'))`.as<'k'>('k')

type CardBack = { cardMinor: number; hasFailed: boolean; isConnected: boolean }

/** What a payment is for. */
export type Payer = { bookingId: string } | { passId: string }

/** A bundle pays for its dates. */
export const payerOf = ({ id, passId }: { id: string; passId: string | null }): Payer =>
  passId === null ? { bookingId: id } : { passId }

/** The money as it is now, in this transaction too. */
export async function readMoney(db: Db, vendorId: VendorId, payer: Payer): Promise<Money> {
  const { rows } =
    'passId' in payer
      ? await sql<Money>`select m.* from passes e, money_of(e) m
          where e.vendor_id = ${vendorId} and e.id = ${payer.passId}`.execute(db)
      : await sql<Money>`select m.* from bookings b, money_of(b) m
          where b.vendor_id = ${vendorId} and b.id = ${payer.bookingId}`.execute(db)
  const [money] = rows
  if (!money) throw new Error('There is nothing to pay for.')
  return money
}
