import { randomUUID } from 'node:crypto'
import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import { takeSeats } from '#core/seats/steps/move-seats.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { type Conflict, mergeEdit } from '#core/shared/merge-edit.ts'
import type { Holder, LeftSpot } from '#core/events/catalogue.ts'
import { emit } from '#core/events/emit.ts'
import { settle, StartOver } from '#core/shared/settle.ts'
import { findPackOfGroup } from '#core/entitlements/queries.ts'
import { listHolding, lockCredit, spendCredits } from '#core/entitlements/steps/credits.ts'
import { editFields, findEditable, type Editable } from '../queries/editable-booking.ts'
import { holdsSeat } from '../rules.ts'
import type { EditBookingForm } from '../schema.ts'
import { nextCalendarSequence } from '../steps/calendar-sequence.ts'
import { endBookings, findHolder, tellOfEnded } from '../steps/end-bookings.ts'
import { lockPurchase } from '../steps/lock-purchase.ts'
import { withoutMark } from '../steps/without-mark.ts'
import { writePayment } from '../steps/write-payment.ts'
import { makeRoom } from './expire-bookings.ts'
import { moveLocked } from './move-bookings.ts'
import {
  type EditPlan,
  type EditRefusal,
  isAboutAnother,
  type Person,
  planEdit,
} from '../steps/plan-edit.ts'

export type BookingEdited =
  | { ok: true }
  | { ok: false; reason: EditRefusal | 'session_full' | 'no_credit' | 'changed' | 'busy' }
  | { ok: false; reason: 'conflict'; conflicts: Conflict<EditBookingForm>[] }

type Member = { vendorId: VendorId; userId: string }

/** `shown`: what the form held when it was opened; null if unknown; then every value counts as a change. */
export type EditBooking = { shown: EditBookingForm | null; typed: EditBookingForm }

/** The vendor's Edit Booking dialog: contact, notes, payment, status and session, all or nothing. */
export async function editBooking(
  db: Db,
  member: Member,
  bookingId: string,
  form: EditBooking,
): Promise<BookingEdited> {
  const attempt = () => settle<BookingEdited>(db, (tx) => edit(tx, member, bookingId, form))
  const first = await attempt()
  const isFull = !first.ok && first.reason === 'session_full'
  // An expiry gives credits back: it locks bundles, and must not do so after this booking's own.
  return isFull && (await makeRoom(db, [form.typed.sessionId])) > 0 ? attempt() : first
}

async function edit(
  tx: Tx,
  member: Member,
  bookingId: string,
  { shown, typed }: EditBooking,
): Promise<BookingEdited> {
  const own = { vendorId: member.vendorId, bookingId }
  const named = await findEditable(tx, own)
  // Somebody else's session is not even locked.
  if (!named || !(await findTarget(tx, named, typed.sessionId)))
    return { ok: false, reason: 'not_found' }
  await lockSessionsOf(tx, [bookingId], [typed.sessionId])
  await lockPurchase(tx, named.groupId)
  const booking = await findEditable(tx, own)
  if (!booking) return { ok: false, reason: 'not_found' }
  const current = editFields(booking)
  // The amount was not read in the currency of the booking, which may differ from the vendor's.
  if (typed.currency !== current.currency) return { ok: false, reason: 'changed' }
  const merged = mergeEdit({ shown, typed, current })
  if (!merged.ok) return { ok: false, reason: 'conflict', conflicts: merged.conflicts }
  if (isAboutAnother({ shown, typed }, current)) return { ok: false, reason: 'changed' }
  const { values } = merged
  const before = await findBefore(tx, booking, values)
  const planned = planEdit(
    {
      booking,
      target: await findTarget(tx, booking, values.sessionId),
      group: booking.group,
      linkHolder: booking.linkHolder,
      isBack: before?.isBack ?? false,
      paidMinor: booking.paidMinor,
    },
    values,
    new Date(),
  )
  if (!planned.ok) return planned
  const { plan } = planned
  const former = await findFormer(tx, booking, plan)
  const settled = await settleSeat(tx, booking, plan, values)
  if (settled !== null) return { ok: false, reason: settled }
  await writeStatus(tx, member, booking, plan)
  await writeContact(tx, booking, plan, before)
  if (plan.isOtherPerson) await tellOfHolder(tx, booking, former)
  // A note that was not changed is about the former holder.
  const isFormers = plan.formerHolder !== null && values.notes === current.notes
  await tx
    .updateTable('bookings')
    .set((eb) => ({
      notes: isFormers || values.notes === '' ? null : values.notes,
      updatedAt: eb.fn<Date>('now'),
    }))
    .where('id', '=', booking.id)
    .execute()
  if (plan.payment) await writePayment(tx, member, booking, plan.payment)
  return { ok: true }
}

async function findTarget(tx: Tx, booking: Editable, sessionId: string) {
  const target = await tx
    .selectFrom('classSessions')
    .where('id', '=', sessionId)
    .where('classId', '=', booking.classId)
    .select(['status', 'startsAt'])
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
    const move = { groupId: booking.groupId, spots, toSessionId: sessionId, by: 'vendor' as const }
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
    .where('b.groupId', '=', booking.groupId)
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
  { status, seat, news }: EditPlan,
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
    if (news === 'cancelled')
      await tellOfEnded(tx, 'booking.cancelled', ended, { by: 'vendor', late: false })
    return
  }
  await changeStatus(tx, booking, status)
  const spot = { groupId: booking.groupId, bookingIds: [booking.id] }
  if (news === 'approved') await emit(tx, 'booking.approved', spot)
  if (news === 'requested') await emit(tx, 'booking.requested', { ...spot, by: 'vendor' })
}

/** What was given back when the spot ended is to be paid again. */
const unpaidIfReturned = sql<
  'pending' | 'paid' | 'failed' | 'refunded'
>`case when payment_status = 'refunded'
  and coalesce((select sum(p.amount_minor) from payments p where p.booking_id = bookings.id), 0) <= 0
  then 'pending' else payment_status end`

/** Compare-and-swap, as every change of a status. */
async function changeStatus(
  tx: Tx,
  { id, entitlementId }: Editable,
  { from, to, expiresAt }: NonNullable<EditPlan['status']>,
): Promise<void> {
  const holds = holdsSeat(to)
  const changed = await tx
    .updateTable('bookings')
    .set((eb) => ({
      status: to,
      expiresAt,
      ...(to === 'confirmed' && { confirmedAt: eb.fn<Date>('now') }),
      // A single spot is a request again. A bundle stays sold: without a confirmed date it would be withdrawn.
      ...(to === 'pending' && entitlementId === null && { confirmedAt: null }),
      ...(holds && { calendarSequence: nextCalendarSequence }),
      ...(holds &&
        !holdsSeat(from) && {
          endedAt: null,
          endedBy: null,
          endedRotation: null,
          lateWaivedAt: null,
          ...(entitlementId === null && { paymentStatus: unpaidIfReturned }),
        }),
      // A late cancellation is undone, and a request cannot have been marked.
      ...((to === 'pending' || (holds && !holdsSeat(from))) && {
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

async function writeContact(
  tx: Tx,
  booking: Editable,
  { contact, isOtherPerson, formerHolder }: EditPlan,
  before: Awaited<ReturnType<typeof findBefore>>,
): Promise<void> {
  const holder = booking.linkHolder ?? booking.group
  if (formerHolder) await leaveToAnother(tx, booking, formerHolder)
  await tx
    .updateTable('bookingGroups')
    .set((eb) => ({
      customerName: contact.name,
      customerEmail: contact.email,
      customerPhone: contact.phone,
      // The former customer has this link, and it must not open another customer's booking.
      tokenRotation: eb('tokenRotation', '+', isOtherPerson ? 1 : 0),
      ...(isOtherPerson && { linkRenewals: 0 }),
      ...(formerHolder && {
        holderNumber: before?.isBack ? before.holderNumber : eb('tokenRotation', '+', 1),
      }),
      // What the former customer confirmed, the next one has not, unless the purchase is theirs again.
      ...(isOtherPerson &&
        (contact.name !== booking.group.name || contact.name !== holder.name) && {
          accepted: before?.accepted ?? [],
        }),
      linkName: isOtherPerson ? null : holder.name,
      linkEmail: isOtherPerson ? null : holder.email,
      linkPhone: isOtherPerson ? null : holder.phone,
      updatedAt: eb.fn<Date>('now'),
    }))
    .where('id', '=', booking.groupId)
    .execute()
}

/**
 * The person of the form, if they had the purchase before: somebody of that name with that email. A phone counts where there
 * is no email, because one beside an email may be anybody's.
 */
async function findBefore(tx: Tx, { groupId, holderNumber }: Editable, values: EditBookingForm) {
  const { customerName: name } = values
  const email = values.customerEmail || null
  const phone = values.customerPhone || null
  const row = await tx
    .selectFrom('formerHolders')
    .where('groupId', '=', groupId)
    .where('customerName', '=', name)
    .where(
      sql<boolean>`(customer_email = ${email}::text
        or customer_phone = ${phone}::text and num_nonnulls(customer_email, ${email}::text) < 2)`,
    )
    .orderBy(sql`customer_email is not distinct from ${email}::text`, 'desc')
    .orderBy('tokenRotation', 'desc')
    .select(['holderNumber', 'accepted'])
    .executeTakeFirst()
  // If a correction gave the present holder the details of another person, both have one number.
  return row ? { ...row, isBack: row.holderNumber !== holderNumber } : null
}

/** What ended under the former holder stays theirs; whether they came, and notes about them, say nothing of the next one. */
async function leaveToAnother(tx: Tx, { groupId }: Editable, former: Person): Promise<void> {
  await tx
    .insertInto('formerHolders')
    .columns([
      'vendorId',
      'groupId',
      'tokenRotation',
      'customerName',
      'customerEmail',
      'customerPhone',
      'language',
      'holderNumber',
      'accepted',
    ])
    .expression((eb) =>
      eb
        .selectFrom('bookingGroups as g')
        .where('g.id', '=', groupId)
        .select(['g.vendorId', 'g.id', 'g.tokenRotation'])
        .select([
          sql<string>`${former.name}::text`.as('name'),
          sql<string | null>`${former.email}::text`.as('email'),
          sql<string | null>`${former.phone}::text`.as('phone'),
        ])
        .select(['g.language', 'g.holderNumber', 'g.accepted']),
    )
    .execute()
  await tx
    .updateTable('bookings as b')
    // A removed mark counts as one: a mark that was made earlier but arrives later is ignored.
    .set({
      attendance: null,
      attendanceMarkedAt: sql<Date>`clock_timestamp()`,
      cameWithAllAt: null,
      notes: null,
    })
    .where('b.groupId', '=', groupId)
    .where(sql<boolean>`holds_seat(b)`)
    .execute()
}

/** The former holder with the upcoming spots, before this edit changes any. Null: it is still the same person. */
async function findFormer(
  tx: Tx,
  { id, groupId }: Editable,
  { formerHolder, seat }: EditPlan,
): Promise<Former | null> {
  if (!formerHolder) return null
  const spots = await tx
    .selectFrom('bookings as b')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .where('b.groupId', '=', groupId)
    .where(sql<boolean>`holds_seat(b) and s.starts_at > now()`)
    // The end of this one is told by itself.
    .$if(seat === 'given_back', (held) => held.where('b.id', '!=', id))
    .select(['b.id', 'b.sessionId', 'b.calendarId'])
    .select(['s.startsAt', 's.endsAt', 's.timeZone', 's.location', 's.onlineUrl'])
    .execute()
  const left = seat === 'moved' ? spots.find((spot) => spot.id === id) : undefined
  const { name, email, phone } = formerHolder
  const person = { customerName: name, customerEmail: email, customerPhone: phone }
  return {
    holder: { ...(await findHolder(tx, groupId)), ...person },
    bookingIds: spots.map((spot) => spot.id),
    ...(left && {
      left: {
        bookingId: id,
        sessionId: left.sessionId,
        calendarId: left.calendarId,
        startsAt: left.startsAt.toISOString(),
        endsAt: left.endsAt.toISOString(),
        zone: left.timeZone,
        location: left.location,
        onlineUrl: left.onlineUrl,
      },
    }),
  }
}

type Former = { holder: Holder; bookingIds: string[]; left?: LeftSpot }

/** The former holder loses the spots and the credits; the new one gets a link. */
async function tellOfHolder(tx: Tx, { groupId }: Editable, former: Former | null): Promise<void> {
  await emit(tx, 'booking.link_holder_changed', {
    groupId,
    ...(former && former.bookingIds.length > 0 && { former }),
  })
  if (!former) return
  const { holder } = former
  for (const { entitlementId, remaining: sessions, isOpen } of await findPackOfGroup(tx, groupId))
    if (isOpen) await emit(tx, 'bundle.handed_over', { groupId, entitlementId, sessions, holder })
}

/** A spot that comes back takes its session of the bundle again; null: it never gave it back, or none paid for it. */
async function findCreditToTake(tx: Tx, booking: Editable): Promise<string | null> {
  const { id, entitlementId } = booking
  if (entitlementId === null) return null
  const usable = await lockCredit(tx, entitlementId)
  if ((await listHolding(tx, entitlementId, [id])).length > 0) return null
  return usable ? entitlementId : 'none'
}
