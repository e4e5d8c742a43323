import { sql } from 'kysely'
import { nextCalendarSequence } from '#core/bookings/steps/calendar-sequence.ts'
import { emit } from '#core/events/emit.ts'
import type { CheckoutSession } from '#core/integrations/stripe.ts'
import { recordMoney, refundCards } from '#core/money/steps/record.ts'
import { takeSeats } from '#core/seats/steps/move-seats.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { settle } from '#core/shared/settle.ts'
import { fromStripe } from '../rules.ts'
import { type CheckoutId, type CheckoutItem, lockItems, noLonger } from './items.ts'

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
  const items = await lockItems(tx, checkout)
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
    ...(await confirm(tx, checkout, items)),
    ...(await takeAgain(tx, { vendorId, items, takenAt: payment.takenAt })),
  ]
  if (confirmed.length > 0)
    await emit(tx, 'booking.confirmed', { purchaseId: row.purchaseId, bookingIds: confirmed })
  const refunds = await refundCards(tx, vendorId, {
    bookingIds: items.flatMap(({ bookingId }) => bookingId ?? []),
    passIds: items.flatMap(({ passId }) => passId ?? []),
  })
  const others = items.flatMap(({ bookingId }) =>
    bookingId && !confirmed.includes(bookingId) ? [bookingId] : [],
  )
  if (refunds > 0 && others.length > 0)
    await emit(tx, 'booking.changed', { purchaseId: row.purchaseId, bookingIds: others })
}

/** Under the locks of lockItems(): nobody else ends or confirms them meanwhile. */
async function confirmSpots(
  tx: Tx,
  vendorId: CheckoutId['vendorId'],
  ids: readonly string[],
): Promise<void> {
  await tx
    .updateTable('bookings')
    .set((eb) => ({
      status: 'confirmed',
      waitsFor: null,
      expiresAt: null,
      endedAt: null,
      endedBy: null,
      confirmedAt: eb.fn<Date>('now'),
      updatedAt: eb.fn<Date>('now'),
      calendarSequence: nextCalendarSequence,
    }))
    .where('vendorId', '=', vendorId)
    .where('id', 'in', [...ids])
    .execute()
}

async function confirm(
  tx: Tx,
  { vendorId }: CheckoutId,
  items: readonly CheckoutItem[],
): Promise<string[]> {
  const ids = items.flatMap(({ bookingId, waits }) => (bookingId && waits ? [bookingId] : []))
  if (ids.length === 0) return []
  await confirmSpots(tx, vendorId, ids)
  return ids
}

/**
 * Spots that were let go before we heard of the payment. One that Stripe took in time takes a free seat, also when booking has
 * closed meanwhile; a later one is judged as a new booking. Each session gives all of its seats or none.
 */
async function takeAgain(
  tx: Tx,
  of: {
    vendorId: CheckoutId['vendorId']
    items: readonly CheckoutItem[]
    takenAt: Date
  },
): Promise<string[]> {
  const { vendorId, items, takenAt } = of
  const gone = items.filter(({ letGoAt }) => letGoAt !== null)
  const taken: string[] = []
  for (const [sessionId, spots] of Map.groupBy(gone, (item) => item.sessionId)) {
    if (sessionId === null) continue
    const isLate = spots.some(({ letGoAt }) => letGoAt !== null && takenAt > letGoAt)
    const { rows } = await sql<{ mayBe: boolean }>`
      select case when ${isLate} then class_is_bookable(c, v) and session_is_open(s, c) else session_is_upcoming(s) end as may_be
      from class_sessions s join classes c on c.vendor_id = s.vendor_id and c.id = s.class_id join vendors v on v.id = s.vendor_id
      where s.vendor_id = ${vendorId} and s.id = ${sessionId}`.execute(tx)
    const ids = spots.flatMap(({ bookingId }) => bookingId ?? [])
    if (!rows[0]?.mayBe || !(await takeSeats(tx, sessionId, ids, 'booked'))) continue
    await confirmSpots(tx, vendorId, ids)
    taken.push(...ids)
  }
  return taken
}
