import { addMinutes } from '#core/shared/time.ts'
import type { EditBookingForm } from '../schema.ts'
import {
  type BookingStatus,
  endOfWait,
  holdsSeat,
  mayBecome,
  maySet,
  sessionRefusal,
  shownStatus,
} from '../rules.ts'

/** How long a booking waits that the vendor makes a request again. */
const minutesOfNewWait = 1440

export type Person = { name: string; email: string | null; phone: string | null }

export type EditFacts = {
  booking: {
    status: BookingStatus
    expiresAt: Date | null
    sessionId: string
    startsAt: Date
    /** the price of the spot, or of the bundle it belongs to */
    payableMinor: number
    paymentStatus: EditBookingForm['paymentStatus']
  }
  /** the session the form names; null: not one of the booking's class */
  target: { status: 'confirmed' | 'cancelled'; startsAt: Date } | null
  group: Person & { hasTelegram: boolean }
  /** the person the link was made for, if name or contact have been edited since */
  linkHolder: Person | null
  /** the form names somebody who had the purchase before and does not have it now */
  isBack: boolean
  paidMinor: number
}

export type EditPlan = {
  contact: Person
  /** the purchase has a new owner, so its link is replaced and mailed to them if possible */
  isOtherPerson: boolean
  /** who is told that the purchase is no longer theirs; null: still the same person, whose address was wrong */
  formerHolder: Person | null
  /** what becomes of the seat */
  seat: 'kept' | 'moved' | 'taken' | 'given_back'
  /** null: the status stays */
  status: {
    from: BookingStatus
    to: BookingStatus
    isCorrection: boolean
    /** of a request */
    expiresAt: Date | null
  } | null
  /** the message to the customer: the spot is confirmed, pending again, or cancelled */
  news: 'approved' | 'requested' | 'cancelled' | null
  /** null: the vendor changed neither; a null amount: only the status */
  payment: { status: EditBookingForm['paymentStatus']; paidMinor: number | null } | null
}

export type EditRefusal =
  | 'not_found'
  | 'contact_missing'
  | 'status_changed'
  /** an overdue request that the worker has not expired yet */
  | 'not_waiting'
  | 'session_cancelled'
  | 'session_past'
  | 'holds_no_spot'
  | 'not_started'
  | 'paid_nothing'

// Fields that change a spot of one person in one session; the other fields are the customer's and the vendor's notes.
const doneToSpot = ['status', 'sessionId', 'paymentStatus', 'amountPaidMinor'] as const
const ofCustomer = ['customerName', 'customerEmail', 'customerPhone'] as const

/** Whether a form would change a spot whose session or owner has changed since the form was opened, or the details of that new owner. */
export function isAboutAnother(
  { shown, typed }: { shown: EditBookingForm | null; typed: EditBookingForm },
  current: EditBookingForm,
): boolean {
  if (shown === null) return false
  // A form that is sent again changes nothing.
  const changes = (field: keyof EditBookingForm) =>
    typed[field] !== shown[field] && typed[field] !== current[field]
  if (ofCustomer.some((field) => current[field] !== shown[field]))
    return [...doneToSpot, ...ofCustomer].some(changes)
  return current.sessionId !== shown.sessionId && doneToSpot.some(changes)
}

/** Plans all changes of Edit Booking, or returns why they are refused. Writes nothing. */
export function planEdit(
  { booking, target, group, linkHolder, isBack, paidMinor }: EditFacts,
  wish: EditBookingForm,
  now: Date,
): { ok: true; plan: EditPlan } | { ok: false; reason: EditRefusal } {
  const contact = {
    name: wish.customerName,
    email: wish.customerEmail || null,
    phone: wish.customerPhone || null,
  }
  // Somebody whom the vendor added by hand may have none.
  const hasNone = (person: Pick<Person, 'email' | 'phone'>) =>
    person.phone === null && person.email === null && !group.hasTelegram
  if (hasNone(contact) && !hasNone(group)) return { ok: false, reason: 'contact_missing' }
  if (!target) return { ok: false, reason: 'not_found' }
  // The form shows a status that cannot be set by hand, and the booking no longer has it.
  if (!maySet(booking.status, wish.status)) return { ok: false, reason: 'status_changed' }

  const changes = wish.status !== booking.status
  const held = holdsSeat(booking.status)
  const holds = holdsSeat(wish.status)
  const moves = wish.sessionId !== booking.sessionId
  if (shownStatus(booking, now) !== booking.status && (moves || (changes && holds)))
    return { ok: false, reason: 'not_waiting' }
  // A session that has not started can still be cancelled or moved, and its customers are notified.
  if ((changes || moves) && wish.status === 'completed' && target.startsAt > now)
    return { ok: false, reason: 'not_started' }
  // What is over stays where it was.
  if (moves && !held && !holds) return { ok: false, reason: 'holds_no_spot' }
  const refused = sessionRefusal(target, now)
  if (refused === 'session_cancelled' && (moves || (holds && changes)))
    return { ok: false, reason: refused }
  // After the start a request would expire at once.
  if (refused === 'session_past' && (moves || (changes && wish.status === 'pending')))
    return { ok: false, reason: refused }
  const others = [group, linkHolder].filter((one) => one !== null && isOtherPerson(one, contact))
  // The name of somebody who had no contact may be corrected before the first contact is entered.
  const holder = linkHolder && (linkHolder.email ?? linkHolder.phone) !== null ? linkHolder : group
  // The phone may be left: a person who had the purchase before is nobody's corrected name and email.
  const isReturned = isBack && contact.name !== holder.name && contact.email !== holder.email
  const isPaid = wish.paymentStatus === 'paid' && booking.payableMinor > 0
  const isOtherAmount = wish.amountPaidMinor !== paidMinor
  const isNew = wish.paymentStatus !== booking.paymentStatus || isOtherAmount
  if (isPaid && isNew && wish.amountPaidMinor === 0) return { ok: false, reason: 'paid_nothing' }
  return {
    ok: true,
    plan: {
      contact,
      isOtherPerson: others.length > 0,
      formerHolder:
        others.length > 0 && (keepsNothing(holder, contact) || isReturned)
          ? lastDetails({ holder, group, contact })
          : null,
      seat: planSeat({ held, holds, moves }),
      status: changes
        ? {
            from: booking.status,
            to: wish.status,
            isCorrection: !mayBecome(booking.status, wish.status),
            expiresAt:
              wish.status === 'pending'
                ? endOfWait(addMinutes(now, minutesOfNewWait), { now, startsAt: target.startsAt })
                : null,
          }
        : null,
      // After the start no messages are sent.
      news:
        changes && (held && !holds ? booking : target).startsAt > now
          ? planNews(booking, { to: wish.status, endsHold: held && !holds })
          : null,
      payment: isNew
        ? { status: wish.paymentStatus, paidMinor: isOtherAmount ? wish.amountPaidMinor : null }
        : null,
    },
  }
}

function planSeat(seat: { held: boolean; holds: boolean; moves: boolean }): EditPlan['seat'] {
  if (seat.held && !seat.holds) return 'given_back'
  if (!seat.held && seat.holds) return 'taken'
  return seat.held && seat.moves ? 'moved' : 'kept'
}

function planNews(
  booking: EditFacts['booking'],
  { to, endsHold }: { to: BookingStatus; endsHold: boolean },
): EditPlan['news'] {
  if (endsHold) return 'cancelled'
  if (to === 'pending') return 'requested'
  return to === 'confirmed' && booking.status !== 'completed' ? 'approved' : null
}

/**
 * A new owner: another email, another name with another contact, or no contact in common. A corrected name or number alone
 * is the same person. Compares with the last edit and with the person the link was made for, so changing the name today
 * and the number tomorrow also means a new owner.
 */
function isOtherPerson(before: Person, after: Person): boolean {
  const otherEmail = before.email !== null && before.email !== after.email
  const otherContact = before.email !== after.email || before.phone !== after.phone
  const keepsNone =
    (before.email === null || after.email === null) &&
    (before.phone === null || after.phone === null)
  return otherEmail || (otherContact && before.name !== after.name) || (otherContact && keepsNone)
}

/** Of the holder, but for what an earlier save took over from the next one. */
function lastDetails(of: { holder: Person; group: Person; contact: Person }): Person {
  const last = <Field extends keyof Person>(field: Field) => {
    const isTaken = of.contact[field] !== null && of.group[field] === of.contact[field]
    return (isTaken ? of.holder : of.group)[field]
  }
  return { name: last('name'), email: last('email'), phone: last('phone') }
}

/** Another name, and no phone or email in common. */
function keepsNothing(before: Person, after: Person): boolean {
  return (
    before.name !== after.name &&
    (before.email === null || before.email !== after.email) &&
    (before.phone === null || before.phone !== after.phone)
  )
}
