import { randomUUID } from 'node:crypto'
import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import { lockVendorToCount } from '#core/classes/steps/lock-vendor.ts'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import { takeSeats } from '#core/seats/steps/move-seats.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { changeOnce } from '#core/shared/sent-form.ts'
import type { Changed, Version } from '#core/shared/version.ts'
import { emit } from '#core/events/emit.ts'
import { payerOf } from '#core/money/queries.ts'
import { beginAgain } from '#core/money/steps/record.ts'
import { StartOver } from '#core/shared/settle.ts'
import { undoIfRefused } from '#core/shared/undo.ts'
import { listHolding, lockCredit, spendCredits } from '#core/passes/steps/credits.ts'
import { editFields, findEditable, type Editable } from '../queries/editable-booking.ts'
import { listExtrasOfSlot } from '../queries/extras-of-slot.ts'
import { limitRefusal } from '../rules/limits.ts'
import { extraPricesText } from '../rules/party.ts'
import { isAsSeen, type Seen } from '../rules/seen.ts'
import { holdsSeat, isPending } from '../rules/status.ts'
import type { EditBookingForm } from '../schema.ts'
import { nextCalendarSequence } from '../steps/calendar-sequence.ts'
import { emitEnded, endBookings } from '../steps/end-bookings.ts'
import {
  type AddressRefusal,
  lockForCorrection,
  type WrittenAddress,
  writeCorrection,
} from '../steps/correct-customer.ts'
import { withoutMark } from '../steps/without-mark.ts'
import { writeParty } from '../steps/write-party.ts'
import { writePayment } from '../steps/write-payment.ts'
import { makeRoom } from './expire-bookings.ts'
import { moveLocked } from './move-bookings.ts'
import { type EditPlan, type EditRefusal, planEdit } from '../steps/plan-edit.ts'

export type BookingEdited =
  | { ok: true }
  | {
      ok: false
      reason:
        | Exclude<EditRefusal, 'part_or_all'>
        | 'session_full'
        | 'session_changed'
        | 'no_credit'
        | 'limit_reached'
        | 'erased'
        | 'busy'
    }
  /** `allMinor`: what was paid if everything was */
  | { ok: false; reason: 'part_or_all'; allMinor: number; currency: string }
  | AddressRefusal
  | Changed<EditBookingForm>

type Member = { vendorId: VendorId; userId: string }

/**
 * `agreed`: what the vendor answered about another address; `also`: the other purchases that get it. `seen`: the sessions that could be chosen, and the
 * extras on offer. `freeBookings`: the
 * most online bookings of Free in a month; null where there are no plans.
 */
export type EditBooking = {
  version?: Version
  typed: EditBookingForm
  agreed?: string | undefined
  also?: readonly string[]
  seen?: Seen | undefined
  freeBookings?: number | null
}

/** The vendor's Edit Booking dialog: contact, notes, payment, status and session, all or nothing. */
export async function editBooking(
  db: Db,
  member: Member,
  bookingId: string,
  form: EditBooking,
): Promise<BookingEdited> {
  const attempt = () => undoIfRefused<BookingEdited>(db, (tx) => edit(tx, member, bookingId, form))
  const first = await attempt()
  const isFull = !first.ok && first.reason === 'session_full'
  // An expiry gives credits back: it locks bundles, and must not do so after this booking's own.
  return isFull && (await makeRoom(db, [form.typed.sessionId])) > 0 ? attempt() : first
}

async function edit(
  tx: Tx,
  member: Member,
  bookingId: string,
  form: EditBooking,
): Promise<BookingEdited> {
  const { version = null, typed, agreed, also = [], freeBookings = null } = form
  const own = { vendorId: member.vendorId, bookingId }
  const named = await findEditable(tx, own)
  // Somebody else's session is not even locked.
  if (!named || !(await findTarget(tx, named, typed.sessionId)))
    return { ok: false, reason: 'not_found' }
  const isRestored = !holdsSeat(named.status) && holdsSeat(typed.status)
  const locked = await lockForCorrection(tx, named, typed, async () => {
    // Who has a limit takes one booking after the other, in book_session() too.
    if (isRestored && freeBookings !== null) await lockVendorToCount(tx, member.vendorId)
    await lockSessionsOf(tx, [bookingId], [typed.sessionId])
  })
  const booking = await findEditable(tx, own)
  if (!booking) return { ok: false, reason: 'not_found' }
  const current = editFields(booking)
  // The amount was not read in the currency of the booking, which may differ from the vendor's.
  if (typed.currency !== current.currency) return { ok: false, reason: 'changed', current }
  const sent = {
    kind: 'bookings' as const,
    vendorId: member.vendorId,
    id: bookingId,
    form: { typed, agreed, also },
    version,
  }
  return changeOnce<EditBookingForm, BookingEdited>(tx, sent, { current, typed }, () =>
    editLocked(tx, member, { booking, current, locked, isRestored }, form),
  )
}

type LockedBooking = {
  booking: Editable
  /** what the form shows of it now */
  current: EditBookingForm
  locked: Awaited<ReturnType<typeof lockForCorrection>>
  /** it has ended, and is to hold a seat again */
  isRestored: boolean
}

async function editLocked(
  tx: Tx,
  member: Member,
  { booking, current, locked, isRestored }: LockedBooking,
  { typed, agreed, also = [], seen, freeBookings = null }: EditBooking,
): Promise<BookingEdited> {
  if (booking.erasedAt !== null && isRenamed(typed, current)) return { ok: false, reason: 'erased' }
  const target = await findTarget(tx, booking, typed.sessionId)
  const offered = await listExtrasOfSlot(tx, typed.sessionId)
  const planned = planEdit(
    {
      booking,
      target,
      offered,
      // Who has logged in with Telegram needs neither an email nor a phone.
      hasAddress: booking.addressId !== null && booking.bookingMethod !== 'telegram',
      paidMinor: booking.paidMinor,
    },
    typed,
    new Date(),
  )
  if (!planned.ok) {
    const { reason } = planned
    if (reason !== 'part_or_all') return { ok: false, reason }
    const { paidMinor, owedMinor, currency } = booking
    return { ok: false, reason, allMinor: paidMinor + owedMinor, currency }
  }
  const { plan } = planned
  const addsExtras = plan.party !== null && plan.party.added.length > 0
  if (addsExtras && seen?.extras !== undefined && seen.extras !== extraPricesText(offered))
    return { ok: false, reason: 'extras_changed' }
  if (plan.seat === 'taken' && freeBookings !== null) {
    if (!isRestored) throw new StartOver()
    if (await isPastLimit(tx, booking, freeBookings)) return { ok: false, reason: 'limit_reached' }
  }
  const arrives = plan.seat === 'moved' || plan.seat === 'taken'
  if (arrives && target && !isAsSeen(seen, target)) return { ok: false, reason: 'session_changed' }
  const corrected = await writeCorrection(tx, member, {
    booking,
    values: typed,
    locked,
    agreed: { agreement: agreed, also },
  })
  if (corrected !== null) return corrected
  const settled = await settleSeat(tx, booking, plan, typed)
  if (settled !== null) return { ok: false, reason: settled }
  await writeStatus(tx, member, booking, plan)
  if (plan.party) await writeParty(tx, booking, plan.party)
  await writeDetails(tx, booking, typed)
  await tx
    .updateTable('bookings')
    .set((eb) => ({
      notes: typed.notes === '' ? null : typed.notes,
      updatedAt: eb.fn<Date>('now'),
    }))
    .where('id', '=', booking.id)
    .execute()
  if (plan.payment) await writePayment(tx, member, booking, plan.payment)
  return { ok: true }
}

type Person = WrittenAddress & Pick<EditBookingForm, 'customerGender' | 'customerBirthDate'>

/** Another name or address, or other details. */
function isRenamed(one: Person, other: Person): boolean {
  return (
    one.customerName !== other.customerName ||
    one.customerGender !== other.customerGender ||
    one.customerBirthDate !== other.customerBirthDate ||
    !hasSameAddress(one, other)
  )
}

/** What a facility asks of its customers. A class asks nothing of the kind. */
async function writeDetails(
  tx: Tx,
  { purchaseId, vendorId, party }: Editable,
  { customerGender, customerBirthDate }: EditBookingForm,
): Promise<void> {
  if (party === null) return
  await tx
    .updateTable('purchases')
    .set({ customerGender, customerBirthDate })
    .where('vendorId', '=', vendorId)
    .where('id', '=', purchaseId)
    .execute()
}

/** Whether a spot that comes back would be more than the plan of its vendor takes online; its vendor is locked. */
async function isPastLimit(tx: Tx, booking: Editable, most: number): Promise<boolean> {
  if (booking.passId !== null || booking.source === 'vendor') return false
  const { rows } = await sql<{ used: number }>`
    select online_bookings_this_month(v.id, v.time_zone) as used from vendors v
    where v.id = ${booking.vendorId} and v.trial_ends_at <= now() and plan_in_force(v.id) = 'free'`.execute(
    tx,
  )
  const limit = rows[0] ? { used: rows[0].used, most, byNewcomers: null } : null
  return limitRefusal(limit, { spots: 1 }) !== null
}

function hasSameAddress(one: WrittenAddress, other: WrittenAddress): boolean {
  return one.customerEmail === other.customerEmail && one.customerPhone === other.customerPhone
}

async function findTarget(tx: Tx, booking: Editable, sessionId: string) {
  const target = await tx
    .selectFrom('classSessions')
    .where('id', '=', sessionId)
    .where('classId', '=', booking.classId)
    .select(['id', 'status', 'startsAt', 'calendarSequence as version'])
    .executeTakeFirst()
  return target ?? null
}

/** Moves, takes or returns the seat as planned. Null on success. All refusals come before the first write. */
async function settleSeat(
  tx: Tx,
  booking: Editable,
  { seat }: EditPlan,
  { sessionId }: { sessionId: string },
): Promise<'session_full' | 'no_credit' | null> {
  if (seat === 'moved') {
    const spots = [{ id: booking.id, sessionId: booking.sessionId, status: booking.status }]
    const move = {
      purchaseId: booking.purchaseId,
      spots,
      toSessionId: sessionId,
      by: 'vendor' as const,
    }
    const moved = await moveLocked(tx, move)
    return moved.ok ? null : moved.reason
  }
  if (seat !== 'taken') return null
  const credit = await findCreditToTake(tx, booking)
  if (credit === 'none') return 'no_credit'
  if (!(await takeSeats(tx, sessionId, [booking.id], 'corrected'))) return 'session_full'
  if (credit !== null) await spendCredits(tx, credit, [booking.id])
  const isElsewhere = sessionId !== booking.sessionId
  const isApart = isElsewhere || (await sharesEntryElsewhere(tx, booking))
  await tx
    .updateTable('bookings')
    // The customer's calendar may still hold other spots of the purchase under the number it had before.
    .set({
      sessionId,
      ...(isApart && { calendarId: randomUUID() }),
      ...(isElsewhere && { agreedVersion: null }),
    })
    .where('id', '=', booking.id)
    .execute()
  return null
}

/** Whether another spot has moved the shared calendar entry to another session. */
async function sharesEntryElsewhere(tx: Tx, booking: Editable): Promise<boolean> {
  const other = await tx
    .selectFrom('bookings as b')
    .innerJoin('bookings as own', 'own.calendarId', 'b.calendarId')
    .where('own.id', '=', booking.id)
    .where('b.purchaseId', '=', booking.purchaseId)
    .where('b.sessionId', '!=', booking.sessionId)
    .where(sql<boolean>`holds_seat(b)`)
    .select('b.id')
    .executeTakeFirst()
  return other !== undefined
}

async function writeStatus(
  tx: Tx,
  member: Member,
  booking: Editable,
  { status, seat }: EditPlan,
): Promise<void> {
  if (status === null) return
  if (status.isCorrection)
    await writeAudit(tx, {
      ...member,
      action: 'booking.corrected',
      subject: ['booking', booking.id],
      details: { from: status.from, to: status.to },
    })
  if (seat === 'given_back') {
    const ended = await endBookings(tx, {
      bookingIds: [booking.id],
      from: [status.from],
      to: 'cancelled',
      by: 'vendor',
    })
    if (ended.length === 0) throw new StartOver()
    return
  }
  await changeStatus(tx, booking, status)
  // What was given back when the spot ended is to be paid again.
  const isBack = holdsSeat(status.to) && !holdsSeat(status.from)
  if (isBack && booking.passId === null)
    await beginAgain(tx, {
      vendorId: member.vendorId,
      payer: payerOf(booking),
      recordedBy: member.userId,
      ifGivenBack: true,
    })
  // What had ended only has another name for its end.
  if (!holdsSeat(status.to)) return emitEnded(tx, [booking])
  await emit(tx, isPending(status.to) ? 'booking.requested' : 'booking.confirmed', {
    purchaseId: booking.purchaseId,
    bookingIds: [booking.id],
  })
}

/** Compare-and-swap, as every change of a status. */
async function changeStatus(
  tx: Tx,
  { id, passId }: Editable,
  { from, to, expiresAt }: NonNullable<EditPlan['status']>,
): Promise<void> {
  const holds = holdsSeat(to)
  const changed = await tx
    .updateTable('bookings')
    .set((eb) => ({
      status: to,
      expiresAt,
      ...(to === 'confirmed' && { confirmedAt: eb.fn<Date>('now'), waitsFor: null }),
      // A single spot is a request again. A bundle stays sold: without a confirmed date it would be withdrawn.
      ...(isPending(to) && { waitsFor: 'vendor' as const }),
      ...(isPending(to) && passId === null && { confirmedAt: null }),
      ...(holds && { calendarSequence: nextCalendarSequence }),
      ...(holds &&
        !holdsSeat(from) && {
          endedAt: null,
          endedBy: null,
          lateWaivedAt: null,
          restoredAt: eb.fn<Date>('now'),
        }),
      // A late cancellation is undone, and a request cannot have been marked.
      ...((isPending(to) || (holds && !holdsSeat(from))) && {
        attendance: null,
        ...withoutMark,
      }),
      updatedAt: eb.fn<Date>('now'),
    }))
    .where('id', '=', id)
    .where('status', '=', from)
    .where('deletedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new StartOver()
}

/** A spot that comes back takes its session of the bundle again; null: it never gave it back, or none paid for it. */
async function findCreditToTake(tx: Tx, booking: Editable): Promise<string | null> {
  const { id, passId } = booking
  if (passId === null) return null
  const usable = await lockCredit(tx, passId)
  if ((await listHolding(tx, passId, [id])).length > 0) return null
  return usable ? passId : 'none'
}
