import { sql } from 'kysely'
import { maxSpotsPerSession, maxUpcomingSpots } from '#core/bookings/rules/limits.ts'
import { confirmSpots } from '#core/bookings/steps/book-waiting.ts'
import { emit } from '#core/events/emit.ts'
import type { CheckoutSession } from '#core/integrations/stripe.ts'
import { recordMoney, refundCards } from '#core/money/steps/record.ts'
import { reissue, spendCredits } from '#core/passes/steps/credits.ts'
import { takeSeats } from '#core/seats/steps/move-seats.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { settle } from '#core/shared/settle.ts'
import { fromStripe } from '../rules.ts'
import { type CheckoutId, type CheckoutSpot, lockItems, noLonger } from './items.ts'

type Payment = NonNullable<CheckoutSession['payment']>
type Paid = CheckoutId & { account: string; payment: Payment }

/**
 * Writes what a customer has paid, once: confirms what was held for it, takes a seat again for what was let go, and gives back
 * what paid for nothing. Throws if the rows are busy, so that the caller tries again.
 */
export async function writePaid(db: Db, paid: Paid): Promise<void> {
  const done = await settle(db, async (tx) => {
    await write(tx, paid)
    return { ok: true as const }
  })
  if (!done.ok) throw new Error('The bookings of a payment were busy.')
}

async function write(tx: Tx, { account, payment, ...checkout }: Paid): Promise<void> {
  const { vendorId, id } = checkout
  const { items, spots } = await lockItems(tx, checkout)
  const row = await tx
    .updateTable('checkouts')
    .set({ state: 'paid', paymentIntent: payment.intent, ...noLonger })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .where('state', '!=', 'paid')
    .returning(['purchaseId', 'currency', 'amountMinor'])
    .executeTakeFirst()
  if (!row) return
  const group = await tx
    .insertInto('paymentGroups')
    .values({
      vendorId,
      provider: 'stripe',
      providerId: payment.intent,
      account,
      amountMinor: fromStripe(payment.amount, payment.currency),
      currency: payment.currency,
      at: payment.takenAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordMoney(
    tx,
    items.map(({ bookingId, passId, amountMinor }) => ({
      vendorId,
      payer: bookingId === null ? { passId: passId ?? '' } : { bookingId },
      amountMinor,
      currency: row.currency,
      method: 'card',
      groupId: group.id,
      recordedBy: null,
    })),
  )
  const confirmed = [
    ...(await confirm(tx, checkout, spots)),
    ...(await takeAgain(tx, {
      vendorId,
      purchaseId: row.purchaseId,
      spots,
      takenAt: payment.takenAt,
    })),
  ]
  if (confirmed.length > 0)
    await emit(tx, 'booking.confirmed', { purchaseId: row.purchaseId, bookingIds: confirmed })
  const refunds = await refundCards(tx, vendorId, {
    bookingIds: items.flatMap(({ bookingId }) => bookingId ?? []),
    passIds: items.flatMap(({ passId }) => passId ?? []),
  })
  const others = spots.flatMap(({ id: spot }) => (confirmed.includes(spot) ? [] : [spot]))
  if (refunds > 0 && others.length > 0)
    await emit(tx, 'booking.changed', { purchaseId: row.purchaseId, bookingIds: others })
}

async function confirm(
  tx: Tx,
  { vendorId }: CheckoutId,
  spots: readonly CheckoutSpot[],
): Promise<string[]> {
  const ids = spots.flatMap(({ id, waits }) => (waits ? [id] : []))
  if (ids.length === 0) return []
  await confirmSpots(tx, { vendorId, bookingIds: ids })
  return ids
}

/**
 * Spots that were let go before we heard of the payment. One that Stripe took in time takes a free seat, also when booking has
 * closed since; a later one is judged as a new booking, at the price that was shown then. Each session gives all of its seats
 * or none, and a bundle has all of its dates or none.
 */
async function takeAgain(
  tx: Tx,
  of: {
    vendorId: CheckoutId['vendorId']
    purchaseId: string
    spots: readonly CheckoutSpot[]
    takenAt: Date
  },
): Promise<string[]> {
  const { vendorId, purchaseId, takenAt } = of
  const gone = of.spots.filter(({ letGoAt }) => letGoAt !== null)
  const taken: string[] = []
  for (const spots of Map.groupBy(gone, ({ passId, sessionId }) => passId ?? sessionId).values()) {
    const isLate = spots.some(({ letGoAt }) => letGoAt !== null && takenAt > letGoAt)
    if (!(await haveRoom(tx, { vendorId, purchaseId, spots, isLate }))) continue
    const ids = spots.map(({ id }) => id)
    const passId = spots[0]?.passId ?? null
    if (passId !== null && !(await takeCredits(tx, { vendorId, passId, ids, isLate }))) continue
    for (const [sessionId, seats] of Map.groupBy(spots, (spot) => spot.sessionId)) {
      const seatOf = seats.map(({ id }) => id)
      if (!(await takeSeats(tx, sessionId, seatOf, 'booked')))
        throw new Error('A locked session had room and gave no seat.')
    }
    await confirmSpots(tx, { vendorId, bookingIds: ids })
    taken.push(...ids)
  }
  return taken
}

/** Whether each of the locked sessions gives all of these spots a seat. Who has paid for a bundle chooses ahead. */
async function haveRoom(
  tx: Tx,
  of: {
    vendorId: CheckoutId['vendorId']
    purchaseId: string
    spots: readonly CheckoutSpot[]
    isLate: boolean
  },
): Promise<boolean> {
  const { vendorId, purchaseId, spots, isLate } = of
  const bySession = [...Map.groupBy(spots, ({ sessionId }) => sessionId)]
  const isBundle = spots.some(({ passId }) => passId !== null)
  const { rows } = await sql<{ fits: boolean }>`
    select count(*) = ${bySession.length} as fits
    from unnest(${bySession.map(([id]) => id)}::uuid[], ${bySession.map(([, seats]) => seats.length)}::integer[]) as o(id, seats)
    join class_sessions s on s.vendor_id = ${vendorId} and s.id = o.id
    join classes c on c.vendor_id = s.vendor_id and c.id = s.class_id
    join vendors v on v.id = s.vendor_id
    join purchases g on g.vendor_id = v.id and g.id = ${purchaseId}
    left join contacts p on p.vendor_id = g.vendor_id and p.id = g.contact_id
    cross join lateral count_contact_spots(p.id, s.id, null) as held
    where g.erased_at is null and has_room(s, o.seats) and case when not ${isLate} then session_is_upcoming(s)
      else class_is_bookable(c, v) and case when ${isBundle} then c.paused_at is null and session_is_bookable(s) else session_is_open(s, c) end
        and not exists (select from bookings b where b.vendor_id = ${vendorId} and b.id = any(${spots.map(({ id }) => id)}::uuid[])
          and b.session_id = s.id and b.agreed_version is distinct from s.calendar_sequence)
        and c.confirmation_mode <> 'manual' and (c.condition is null or c.condition = any(g.accepted)) and p.blocked_at is null
        and held.on_session + o.seats <= ${maxSpotsPerSession} and held.upcoming + ${spots.length} <= ${maxUpcomingSpots} end`.execute(
    tx,
  )
  return rows[0]?.fits ?? false
}

/** The credits of a bundle for dates that are taken again. A late payment buys it only while it is on sale. */
async function takeCredits(
  tx: Tx,
  of: { vendorId: CheckoutId['vendorId']; passId: string; ids: readonly string[]; isLate: boolean },
): Promise<boolean> {
  const { vendorId, passId, ids, isLate } = of
  const { rows } = await sql<{ isGone: boolean; isOnSale: boolean }>`
    select e.status = 'cancelled' as is_gone, coalesce(o.is_active, false) as is_on_sale
    from passes e left join session_bundles o on o.vendor_id = e.vendor_id and o.id = e.bundle_id
    where e.vendor_id = ${vendorId} and e.id = ${passId} for no key update of e`.execute(tx)
  const [pass] = rows
  if (!pass || (isLate && !pass.isOnSale)) return false
  if (pass.isGone && !(await reissue(tx, { vendorId, passId }))) return false
  return spendCredits(tx, passId, ids)
}
