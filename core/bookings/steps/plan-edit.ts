import { addMinutes } from '#core/shared/time.ts'
import type { EditBookingForm } from '../schema.ts'
import { sessionRefusal } from '../rules/offer.ts'
import { type BookingStatus, holdsSeat, isPending, mayBecome, maySet } from '../rules/status.ts'
import { endOfWait, shownStatus } from '../rules/waiting.ts'

/** How long a booking waits that the vendor makes a request again. */
const minutesOfNewWait = 1440

export type EditFacts = {
  booking: {
    status: BookingStatus
    expiresAt: Date | null
    sessionId: string
    startsAt: Date
    /** the price of the spot, or of the bundle it belongs to */
    payableMinor: number
    owedMinor: number
    /** what was paid by card and not given back */
    cardMinor: number
    paymentStatus: EditBookingForm['paymentStatus']
    /** of a facility; null in a class */
    party: { people: number; extras: readonly { id: string }[] } | null
  }
  /** the extras that can be booked now */
  offered: readonly { id: string }[]
  /** the session the form names; null: not one of the booking's class */
  target: { status: 'confirmed' | 'cancelled'; startsAt: Date } | null
  /** the customer has an address */
  hasAddress: boolean
  paidMinor: number
}

export type EditPlan = {
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
  /** null: nothing changes; `added` and `removed`: extras */
  party: { people: number; added: readonly string[]; removed: readonly string[] } | null
  /** null: the vendor changed neither; a null status or amount: only the other one */
  payment: { status: EditBookingForm['paymentStatus'] | null; paidMinor: number | null } | null
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
  /** what can be asked for was paid, waived or given back */
  | 'owed_nothing'
  /** all of it is recorded as paid, and would have to be taken back */
  | 'is_paid'
  /** only Stripe says what becomes of it */
  | 'paid_by_card'
  /** a part is recorded, and the amount may be that part or all */
  | 'part_or_all'
  | 'people_missing'
  /** one of them is gone, or costs something else */
  | 'extras_changed'

/** Plans all changes of Edit Booking, or returns why they are refused. Writes nothing. */
export function planEdit(
  { booking, target, offered, hasAddress, paidMinor }: EditFacts,
  wish: EditBookingForm,
  now: Date,
): { ok: true; plan: EditPlan } | { ok: false; reason: EditRefusal } {
  // Somebody whom the vendor added by hand may have none.
  if (wish.customerEmail === '' && wish.customerPhone === '' && hasAddress)
    return { ok: false, reason: 'contact_missing' }
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
  if (refused === 'session_past' && (moves || (changes && isPending(wish.status))))
    return { ok: false, reason: refused }
  const payment = planPayment({ booking, paidMinor }, wish)
  if (typeof payment === 'string') return { ok: false, reason: payment }
  const party = planParty({ party: booking.party, offered }, wish)
  if (typeof party === 'string') return { ok: false, reason: party }
  return {
    ok: true,
    plan: {
      seat: planSeat({ held, holds, moves }),
      status: changes
        ? {
            from: booking.status,
            to: wish.status,
            isCorrection: !mayBecome(booking.status, wish.status),
            expiresAt: isPending(wish.status)
              ? endOfWait(addMinutes(now, minutesOfNewWait), { now, startsAt: target.startsAt })
              : null,
          }
        : null,
      party,
      payment,
    },
  }
}

/**
 * “Paid” without an amount records what is owed; with the part that is recorded it could mean that part or all. Nothing that was
 * paid is taken back without its amount.
 */
function planPayment(
  { booking, paidMinor }: Pick<EditFacts, 'paidMinor'> & { booking: EditFacts['booking'] },
  { paymentStatus, amountPaidMinor }: EditBookingForm,
):
  | EditPlan['payment']
  | 'paid_nothing'
  | 'owed_nothing'
  | 'is_paid'
  | 'paid_by_card'
  | 'part_or_all' {
  const isOtherAmount = amountPaidMinor !== paidMinor
  const isOtherStatus = paymentStatus !== booking.paymentStatus
  if (!isOtherAmount && !isOtherStatus) return null
  const { payableMinor, owedMinor, cardMinor } = booking
  const refunds = isOtherStatus && paymentStatus === 'refunded'
  if (cardMinor > 0 && (refunds || amountPaidMinor < cardMinor)) return 'paid_by_card'
  const paysNothing =
    payableMinor > 0 && amountPaidMinor === 0 && (isOtherAmount || owedMinor === 0)
  if (paymentStatus === 'paid' && paysNothing) return 'paid_nothing'
  if (paymentStatus === 'paid' && !isOtherAmount && paidMinor > 0 && owedMinor > 0)
    return 'part_or_all'
  if (isOtherStatus && paymentStatus === 'refunded' && amountPaidMinor === 0 && paidMinor === 0)
    return 'paid_nothing'
  const takesBack = isOtherStatus && (paymentStatus === 'pending' || paymentStatus === 'failed')
  if (takesBack && !isOtherAmount && paidMinor > 0 && owedMinor === 0) return 'is_paid'
  // A refund or a waiver makes nobody owe, so no payment can be missing.
  const owedThenMinor = owedMinor + paidMinor - amountPaidMinor
  if (isOtherStatus && paymentStatus === 'failed' && owedThenMinor <= 0) return 'owed_nothing'
  return {
    status: isOtherStatus || paymentStatus === 'paid' ? paymentStatus : null,
    paidMinor: isOtherAmount ? amountPaidMinor : null,
  }
}

/** Extras that stay keep what they cost; only new ones have to be offered today. */
function planParty(
  { party, offered }: Pick<EditFacts, 'offered'> & { party: EditFacts['booking']['party'] },
  wish: EditBookingForm,
): EditPlan['party'] | 'people_missing' | 'extras_changed' {
  if (party === null) return null
  if (wish.people === null) return 'people_missing'
  const had = party.extras.map(({ id }) => id)
  const added = wish.extras.filter((id) => !had.includes(id))
  const removed = had.filter((id) => !wish.extras.includes(id))
  if (added.some((id) => offered.every((extra) => extra.id !== id))) return 'extras_changed'
  const isAsBefore = wish.people === party.people && added.length + removed.length === 0
  return isAsBefore ? null : { people: wish.people, added, removed }
}

function planSeat(seat: { held: boolean; holds: boolean; moves: boolean }): EditPlan['seat'] {
  if (seat.held && !seat.holds) return 'given_back'
  if (!seat.held && seat.holds) return 'taken'
  return seat.held && seat.moves ? 'moved' : 'kept'
}
