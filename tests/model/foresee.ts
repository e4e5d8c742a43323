import type { Call } from './actions.ts'
import { foreseeBooking } from './foresee-booking.ts'
import { foreseeBundle, foreseeCreditsExpired, foreseeRedeemed } from './foresee-bundle.ts'
import { foreseeEdit, foreseeGiven, foreseeMove } from './foresee-move.ts'
import { foreseeClassEdited } from './foresee-class.ts'
import {
  foreseeArchive,
  foreseeSessionCancelled,
  foreseeSessionChanged,
} from './foresee-session.ts'
import { at } from './known.ts'
import {
  areAsShown,
  costOfCancelling,
  endsAt,
  endSpots,
  expireOverdue,
  giveBackCredit,
  giveBackSeat,
  holdsSeat,
  isOpen,
  openPage,
  settlePasses,
  type State,
  tell,
} from './state.ts'

const hoursUntilCompleted = 12
const opensMinutesBefore = 60
const notFound = { ok: false, reason: 'not_found' }

/** What the command will answer; the state becomes what it leaves behind. */
export function foresee(state: State, call: Call): unknown {
  if ('who' in call && call.who === 'stranger') return notFound
  switch (call.kind) {
    case 'book':
      return foreseeBooking(state, call)
    case 'bookBundle':
      return foreseeBundle(state, call)
    case 'redeem':
      return foreseeRedeemed(state, call)
    case 'expireCredits':
      return foreseeCreditsExpired(state)
    case 'confirm':
    case 'reject':
      return foreseeAnswer(state, call)
    case 'cancelByCustomer':
      return foreseeCancelledByCustomer(state, call)
    case 'cancelByVendor': {
      if (call.spots.some((index) => at(state.spots, index).deleted)) return notFound
      const ended = endSpots(state, call.spots, ['pending', 'confirmed'], 'cancelled')
      return { ok: true, cancelled: ended.length, late: 0 }
    }
    case 'move':
      return foreseeMove(state, call)
    case 'edit':
      return foreseeEdit(state, call)
    case 'give':
      return foreseeGiven(state, call)
    case 'delete':
      return foreseeDeleted(state, call.spot)
    case 'mark':
      return foreseeMarked(state, call)
    case 'waive':
      return foreseeWaived(state, call.spot)
    case 'expire':
      return expireOverdue(state, [...state.sessions.keys()])
    case 'complete':
      return foreseeCompleted(state)
    case 'changeSession':
    case 'changeFollowing':
      return foreseeSessionChanged(state, call)
    case 'editClass':
      return foreseeClassEdited(state, call)
    case 'cancelSession':
      return foreseeSessionCancelled(state, call.session)
    case 'archive':
      return foreseeArchive(state, call)
    case 'openPage':
      openPage(state)
      return undefined
    case 'timePasses':
      state.now += call.minutes
      return undefined
  }
}

function foreseeAnswer(state: State, call: Extract<Call, { kind: 'confirm' | 'reject' }>): unknown {
  const named = call.who === 'link' ? at(state.groups, call.group).spots : call.spots
  const spots = named.filter((index) => !at(state.spots, index).deleted)
  if (call.who === 'link' ? spots.length === 0 : spots.length < named.length) return notFound
  const waiting = spots.filter((index) => {
    const { status, expiresAt } = at(state.spots, index)
    return status === 'pending' && expiresAt !== null && expiresAt > state.now
  })
  if (call.kind === 'reject') {
    const ended = endSpots(state, waiting, ['pending'], 'rejected')
    return ended.length > 0
      ? { ok: true, answered: ended.length }
      : { ok: false, reason: 'not_waiting' }
  }
  for (const index of waiting) {
    const spot = at(state.spots, index)
    spot.status = 'confirmed'
    spot.confirmed = true
    spot.heldSince = state.now
    spot.expiresAt = null
  }
  tell(state, 'booking.confirmed', waiting)
  return waiting.length > 0
    ? { ok: true, answered: waiting.length }
    : { ok: false, reason: 'not_waiting' }
}

function foreseeCancelledByCustomer(
  state: State,
  call: Extract<Call, { kind: 'cancelByCustomer' }>,
): unknown {
  const kept = at(state.groups, call.group).spots.filter((index) => !at(state.spots, index).deleted)
  const asked = call.spots ?? kept
  if (asked.length === 0 || asked.some((index) => !kept.includes(index))) return notFound
  const open = asked.filter((index) => costOfCancelling(state, index) !== 'no')
  if (open.length === 0 && asked.every((index) => at(state.spots, index).status !== 'cancelled'))
    return { ok: false, reason: 'too_late' }
  if (!areAsShown(state, call.page, open)) return { ok: false, reason: 'changed' }
  const late = open.filter((index) => costOfCancelling(state, index) === 'late')
  endSpots(state, open, ['pending', 'confirmed'], 'cancelled', { by: 'customer', late })
  return { ok: true, cancelled: open.length, late: late.length }
}

const isUpcoming = (state: State, index: number) =>
  at(state.sessions, at(state.spots, index).session).startsAt > state.now

function foreseeDeleted(state: State, index: number): unknown {
  const spot = at(state.spots, index)
  if (spot.deleted) return notFound
  spot.deleted = true
  if (holdsSeat(spot.status)) giveBackSeat(state, spot.session, 'deleted')
  const isAhead = isOpen(spot.status) && isUpcoming(state, index)
  // A confirmed date that has begun took place: its session does not go back to the bundle.
  if (spot.status === 'pending' || isAhead) {
    giveBackCredit(state, index)
    settlePasses(state, [index], 'vendor')
  }
  tell(state, 'booking.ended', [index])
  return { ok: true }
}

function foreseeMarked(
  state: State,
  { spot: index, mark }: Extract<Call, { kind: 'mark' }>,
): unknown {
  const spot = at(state.spots, index)
  const no = (reason: string) => ({ ok: false, reason })
  if (spot.deleted) return notFound
  if (spot.status === 'pending') return no('not_confirmed')
  if (!holdsSeat(spot.status)) return no('not_held')
  const opensAt = at(state.sessions, spot.session).startsAt - opensMinutesBefore
  if (mark !== null && state.now < opensAt) return no('too_early')
  spot.mark = mark
  return { ok: true, mark }
}

function foreseeWaived(state: State, index: number): unknown {
  const spot = at(state.spots, index)
  if (spot.deleted) return notFound
  if (!spot.late) return spot.waived ? { ok: true } : { ok: false, reason: 'not_late' }
  spot.late = false
  spot.waived = true
  giveBackCredit(state, index)
  settlePasses(state, [index], 'customer')
  tell(state, 'booking.waived', [index])
  return { ok: true }
}

function foreseeCompleted(state: State): number {
  const due = state.spots.filter(
    ({ status, deleted, session }) =>
      status === 'confirmed' &&
      !deleted &&
      endsAt(at(state.sessions, session)) + hoursUntilCompleted * 60 <= state.now,
  )
  for (const spot of due) spot.status = 'completed'
  return due.length
}
