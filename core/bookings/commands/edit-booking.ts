import { sql } from 'kysely'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { parseAmount } from '#core/shared/money.ts'
import { emit } from '#core/events/emit.ts'
import { listHolding, lockCredit, spendCredits } from '../../entitlements/commands/credits.ts'
import { holdsSeat, mayBecome, maySet } from '../rules.ts'
import type { EditBookingForm } from '../schema.ts'
import { phoneOf } from '#core/shared/phones.ts'
import { nextCalendarSequence } from './calendar-sequence.ts'
import { endBookings, tellOfEnded } from './end-bookings.ts'
import { makeRoom } from './expire-bookings.ts'
import { lockMove, moveLocked, type MoveRefusal, orBusy } from './move-bookings.ts'
import { takeSeats } from './seats.ts'

export type BookingEdited =
  | { ok: true }
  | {
      ok: false
      reason:
        | MoveRefusal
        | 'contact_missing'
        | 'phone_invalid'
        | 'amount_invalid'
        | 'status_changed'
        | 'no_credit'
    }

type Member = { vendorId: string; userId: string }

/** The vendor's Edit Booking dialog: contact, notes, payment, status and session, all or nothing. */
export async function editBooking(
  db: Db,
  member: Member,
  bookingId: string,
  form: EditBookingForm,
): Promise<BookingEdited> {
  const first = await edit(db, member, bookingId, form)
  const isFull = !first.ok && first.reason === 'session_full'
  // An expiry gives credits back: it locks bundles, and must not do so after this booking's own.
  return isFull && (await makeRoom(db, [form.sessionId])) > 0
    ? edit(db, member, bookingId, form)
    : first
}

async function edit(
  db: Db,
  member: Member,
  bookingId: string,
  form: EditBookingForm,
): Promise<BookingEdited> {
  return orBusy(
    db.transaction().execute(async (tx) => {
      const named = await findOwn(tx, member.vendorId, bookingId)
      if (!named) return { ok: false, reason: 'not_found' }
      const phone = form.customerPhone === '' ? null : phoneOf(form.customerPhone, named.country)
      if (form.customerPhone !== '' && phone === null) return { ok: false, reason: 'phone_invalid' }
      const email = form.customerEmail === '' ? null : form.customerEmail
      if (phone === null && email === null && named.telegram_user_id === null)
        return { ok: false, reason: 'contact_missing' }
      const amount = parseAmount(form.amountPaid, named.currency)
      if (amount === null) return { ok: false, reason: 'amount_invalid' }

      const target = await lockMove(tx, [named.session_id], form.sessionId)
      const booking = await findOwn(tx, member.vendorId, bookingId)
      if (
        !target ||
        target.vendor_id !== member.vendorId ||
        !booking ||
        booking.session_id !== named.session_id ||
        target.class_id !== booking.class_id
      )
        return { ok: false, reason: 'not_found' }
      // The form held a status that nobody sets by hand, and the booking has left it meanwhile.
      if (!maySet(booking.status, form.status)) return { ok: false, reason: 'status_changed' }
      const settled = await settleSeat(tx, member, booking, form, target)
      if (!settled.ok) return settled

      const isOther = isOtherPerson(booking, { name: form.customerName, email, phone })
      await tx
        .updateTable('booking_groups')
        .set((eb) => ({
          customer_name: form.customerName,
          customer_email: email,
          customer_phone: phone,
          // The link was the former person's: it must not open what is somebody else's now.
          token_rotation: eb('token_rotation', '+', isOther ? 1 : 0),
          updated_at: eb.fn<Date>('now'),
        }))
        .where('id', '=', booking.group_id)
        .execute()
      await tx
        .updateTable('bookings')
        .set((eb) => ({
          notes: form.notes === '' ? null : form.notes,
          payment_status: form.paymentStatus,
          updated_at: eb.fn<Date>('now'),
        }))
        .where('id', '=', bookingId)
        .execute()
      if (isOther && email !== null)
        await emit(tx, 'booking.links_requested', {
          contact: email,
          language: booking.language,
        })
      await correctPayment(tx, member, booking, amount)
      return { ok: true }
    }),
  )
}

/** Another e-mail, or another name with another phone. A corrected name or number alone is the same person. */
function isOtherPerson(
  before: { customer_name: string; customer_email: string | null; customer_phone: string | null },
  after: { name: string; email: string | null; phone: string | null },
): boolean {
  const otherEmail = before.customer_email !== null && before.customer_email !== after.email
  const otherPhone = before.customer_phone !== null && before.customer_phone !== after.phone
  return otherEmail || (otherPhone && before.customer_name !== after.name)
}

async function findOwn(tx: Tx, vendorId: string, bookingId: string) {
  return tx
    .selectFrom('bookings as b')
    .innerJoin('booking_groups as g', 'g.id', 'b.group_id')
    .innerJoin('class_sessions as s', 's.id', 'b.session_id')
    .innerJoin('vendors as v', 'v.id', 'b.vendor_id')
    .where('b.id', '=', bookingId)
    .where('b.vendor_id', '=', vendorId)
    .where('b.deleted_at', 'is', null)
    .select([
      'b.id',
      'b.group_id',
      'b.session_id',
      'b.class_id',
      'b.status',
      'b.currency',
      'b.expires_at',
      'b.entitlement_id',
      'g.telegram_user_id',
      'g.customer_name',
      'g.customer_email',
      'g.customer_phone',
      'g.language',
      'v.country',
      's.starts_at',
    ])
    .executeTakeFirst()
}

type Own = NonNullable<Awaited<ReturnType<typeof findOwn>>>
type Target = NonNullable<Awaited<ReturnType<typeof lockMove>>>

/** The session and the status. Everything that can refuse comes before the first write. */
async function settleSeat(
  tx: Tx,
  member: Member,
  booking: Own,
  form: EditBookingForm,
  target: Target,
): Promise<BookingEdited> {
  const held = holdsSeat(booking.status)
  const holds = holdsSeat(form.status)
  const moves = form.sessionId !== booking.session_id
  const begins = holds && form.status !== booking.status
  if ((moves || begins) && target.status === 'cancelled')
    return { ok: false, reason: 'session_cancelled' }
  if (moves && target.starts_at <= new Date()) return { ok: false, reason: 'session_past' }
  if (held && holds && moves) {
    const spots = [{ id: booking.id, sessionId: booking.session_id }]
    const moved = await moveLocked(tx, {
      groupId: booking.group_id,
      spots,
      toSessionId: form.sessionId,
      by: 'vendor',
    })
    if (!moved.ok) return moved
  }
  if (!held && holds) {
    const credit = await creditToTake(tx, booking)
    if (credit === 'none') return { ok: false, reason: 'no_credit' }
    if (!(await takeSeats(tx, form.sessionId, [booking.id], 'corrected')))
      return { ok: false, reason: 'session_full' }
    if (credit !== null) await spendCredits(tx, credit, [booking.id])
    await tx
      .updateTable('bookings')
      .set({ session_id: form.sessionId, class_id: target.class_id })
      .where('id', '=', booking.id)
      .execute()
  }
  if (form.status === booking.status) return { ok: true }
  if (!mayBecome(booking.status, form.status))
    await writeAudit(tx, {
      ...member,
      action: 'booking.corrected',
      subject: ['booking', booking.id],
      details: { from: booking.status, to: form.status },
    })
  if (held && !holds) {
    const ended = await endBookings(tx, {
      bookingIds: [booking.id],
      from: [booking.status],
      to: 'cancelled',
      by: 'vendor',
    })
    if (booking.starts_at > new Date())
      await tellOfEnded(tx, 'booking.cancelled', ended, { by: 'vendor', late: false })
    return { ok: true }
  }
  await tx
    .updateTable('bookings')
    .set((eb) => ({
      status: form.status,
      expires_at:
        form.status === 'pending'
          ? sql<Date>`least(now() + interval '1 day', (select starts_at from class_sessions where id = session_id))`
          : null,
      ...(form.status === 'confirmed' && { confirmed_at: eb.fn<Date>('now') }),
      ...(holds && { calendar_sequence: nextCalendarSequence }),
      ...(holds && !held && { ended_at: null, ended_by: null, attendance: null }),
      updated_at: eb.fn<Date>('now'),
    }))
    .where('id', '=', booking.id)
    .execute()
  if (form.status === 'confirmed' && booking.status !== 'completed')
    await emit(tx, 'booking.approved', {
      groupId: booking.group_id,
      bookingIds: [booking.id],
    })
  return { ok: true }
}

/** A spot that comes back takes its session of the bundle again; null: it never gave it back, or none paid for it. */
async function creditToTake(tx: Tx, booking: Own): Promise<string | null> {
  const { id, entitlement_id: entitlementId } = booking
  if (entitlementId === null) return null
  const usable = await lockCredit(tx, entitlementId)
  if ((await listHolding(tx, entitlementId, [id])).length > 0) return null
  return usable ? entitlementId : 'none'
}

/** What was paid is the sum of the payments; a different sum is a correction, kept and logged. */
async function correctPayment(
  tx: Tx,
  member: Member,
  booking: Own,
  amountMinor: number,
): Promise<void> {
  const { paid } = await tx
    .selectFrom('payments')
    .where('booking_id', '=', booking.id)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount_minor'), sql<number>`0`).as('paid'))
    .executeTakeFirstOrThrow()
  const difference = amountMinor - Number(paid)
  if (difference === 0) return
  await tx
    .insertInto('payments')
    .values({
      vendor_id: member.vendorId,
      booking_id: booking.id,
      amount_minor: difference,
      currency: booking.currency,
      method: 'correction',
      recorded_by: member.userId,
    })
    .execute()
  await writeAudit(tx, {
    ...member,
    action: 'payment.corrected',
    subject: ['booking', booking.id],
    details: { from: Number(paid), to: amountMinor, currency: booking.currency },
  })
}
