import type { Call } from './actions.ts'
import { mostOnSession, newSpot, upcomingSpots } from './foresee-booking.ts'
import { addressOf, at, type Contact, contacts, edited } from './known.ts'
import {
  areAsSeen,
  areAsShown,
  costOfCancelling,
  beginWithFirstDate,
  canMakeRoom,
  expireOverdue,
  endSpots,
  giveBackSeat,
  type GroupState,
  holdsSeat,
  isOverdue,
  isUsable,
  ownerOf,
  type State,
  type Status,
  takeOrMakeRoom,
  tell,
  takeCredit,
  takeSeats,
} from './state.ts'

const dayMinutes = 1440
const settable: readonly Status[] = ['pending', 'confirmed', 'completed', 'cancelled']
type Moved = { ok: boolean; moved?: number; reason?: string }
const no = (reason: string) => ({ ok: false, reason })

export function foreseeMove(state: State, call: Extract<Call, { kind: 'move' }>): unknown {
  const spots = call.spots.map((index) => at(state.spots, index))
  if (spots.some(({ deleted }) => deleted)) return no('not_found')
  if (!areAsShown(state, call.page, call.spots)) return no('changed')
  const mayMove = (index: number) =>
    costOfCancelling(state, index) === 'free' && !isOverdue(state, at(state.spots, index))
  if (!call.spots.every(mayMove)) return no('too_late')
  const target = at(state.sessions, call.to)
  if (spots.some(({ session }) => at(state.sessions, session).ofClass !== target.ofClass))
    return no('not_found')
  if (at(state.classes, target.ofClass).archived) return no('not_found')
  if (target.cancelled) return no('session_cancelled')
  if (target.startsAt <= state.now) return no('session_past')
  if (target.closesAt <= state.now) return no('registration_closed')
  if (
    spots.some(({ pass }) => pass !== null && at(state.passes, pass).expiresAt <= target.startsAt)
  )
    return no('after_expiry')
  if (!areAsSeen(state, call.page, [call.to])) return no('session_changed')
  const arriving = call.spots.filter((index) => at(state.spots, index).session !== call.to)
  const { owner } = at(state.groups, at(state.spots, at(call.spots, 0)).group)
  const there = upcomingSpots(state, owner).filter(({ session }) => session === call.to)
  // Seats first: the limit of a contact would tell who has a spot in a full session. What is refused changes nothing.
  if (arriving.length > 0 && !canMakeRoom(state, call.to, arriving.length))
    return no('session_full')
  if (arriving.length > 0 && there.length + arriving.length > mostOnSession)
    return no('contact_limit')
  const moved = foreseeMoved(state, call.spots, call.to)
  if (moved.ok)
    for (const index of arriving) {
      at(state.spots, index).agreed = target.version
      beginWithFirstDate(state, at(state.spots, index))
    }
  return moved
}

function foreseeMoved(state: State, spots: readonly number[], to: number): Moved {
  const leaving = spots.filter((index) => at(state.spots, index).session !== to)
  if (leaving.length > 0 && !takeOrMakeRoom(state, to, leaving.length, 'moved_in'))
    return no('session_full')
  const { startsAt } = at(state.sessions, to)
  const from = new Set(leaving.map((index) => at(state.spots, index).session))
  for (const session of from) {
    const moving = leaving.filter((index) => at(state.spots, index).session === session)
    for (const index of moving) {
      const spot = at(state.spots, index)
      spot.session = to
      spot.mark = null
      spot.agreed = null
      // A request expires at the session's start at the latest.
      if (spot.expiresAt !== null) spot.expiresAt = Math.min(spot.expiresAt, startsAt)
      giveBackSeat(state, session, 'moved_out')
    }
    tell(state, 'booking.moved', moving)
  }
  return { ok: true, moved: leaving.length }
}

export function foreseeEdit(state: State, call: Extract<Call, { kind: 'edit' }>): unknown {
  const spot = at(state.spots, call.spot)
  if (spot.deleted) return no('not_found')
  const settled = foreseeSettled(state, call)
  if (settled !== null) return no(settled)
  correct(state, spot.group, at(contacts, call.contact), call.withOthers)
  return { ok: true }
}

/**
 * Another address: this purchase and those that are ticked belong to the customer of the new one; to the same customer if it
 * was nobody's and nothing stays with the old one.
 */
function correct(state: State, index: number, typed: Contact, withOthers: boolean): void {
  const group = at(state.groups, index)
  const old = addressOf(group.contact)
  const next = addressOf(typed)
  if (old !== next) {
    const has = ({ contact }: GroupState) => addressOf(contact) === old
    const changed = withOthers ? state.groups.filter(has) : [group]
    const staysBehind = state.groups.some((one) => has(one) && !changed.includes(one))
    const owner = state.owners.get(next) ?? (staysBehind ? newOwner(state) : group.owner)
    state.owners.set(next, owner)
    for (const one of changed) {
      one.owner = owner
      one.contact = {
        email: typed.email,
        phone: typed.email === null ? typed.phone : one.contact.phone,
      }
      state.news.push({ kind: 'address.corrected', spots: [], session: null })
    }
    // The phone that an email was added to still finds the customer.
    const isKept = typed.phone === old && state.owners.get(old) === owner
    if (!isKept && !state.groups.some(has)) state.owners.delete(old)
  }
  if (group.name !== edited) state.news.push({ kind: 'purchase.renamed', spots: [], session: null })
  group.contact = typed
  group.name = edited
}

/** A number that no purchase has. */
const newOwner = ({ owners }: State) => Math.min(0, ...owners.values()) - 1

/** The booking ends, and a new purchase of the other customer takes its seat. */
export function foreseeGiven(state: State, call: Extract<Call, { kind: 'give' }>): unknown {
  const spot = at(state.spots, call.spot)
  if (spot.deleted) return no('not_found')
  const contact = at(contacts, call.contact)
  if (state.owners.get(addressOf(contact)) === at(state.groups, spot.group).owner)
    return no('same_customer')
  if (spot.pass !== null) return no('of_bundle')
  if (spot.status !== 'confirmed') return no('not_confirmed')
  const { startsAt } = at(state.sessions, spot.session)
  if (startsAt <= state.now || spot.mark !== null) return no('has_begun')
  endSpots(state, [call.spot], ['confirmed'], 'cancelled')
  takeSeats(state, spot.session, 1, 'given_away')
  const group = state.groups.length
  const index = state.spots.length
  state.groups.push({
    id: '',
    ofClass: spot.ofClass,
    order: null,
    bought: null,
    spots: [index],
    name: call.name,
    contact,
    owner: ownerOf(state, contact),
  })
  state.spots.push({
    ...newSpot(state, { group, session: spot.session, pass: null }),
    status: 'confirmed',
    confirmed: true,
    expiresAt: null,
  })
  tell(state, 'booking.confirmed', [index])
  return { ok: true }
}

/** The session and the status of an edited spot; the reason when they are refused. */
function foreseeSettled(state: State, call: Extract<Call, { kind: 'edit' }>): string | null {
  const spot = at(state.spots, call.spot)
  const before = spot.status
  const to = call.to ?? spot.session
  const moves = to !== spot.session
  const target = at(state.sessions, to)
  const held = holdsSeat(before)
  const status = call.status ?? before
  const holds = holdsSeat(status)
  const changes = status !== before
  if (target.ofClass !== spot.ofClass) return 'not_found'
  if (changes && !settable.includes(status)) return 'status_changed'
  if (isOverdue(state, spot) && (moves || (changes && holds))) return 'not_waiting'
  if ((changes || moves) && status === 'completed' && target.startsAt > state.now)
    return 'not_started'
  if (moves && !held && !holds) return 'holds_no_spot'
  if (target.cancelled && (moves || (holds && changes))) return 'session_cancelled'
  const begun = target.startsAt <= state.now
  if (begun && (moves || (changes && status === 'pending'))) return 'session_past'
  if (held && holds && moves && !foreseeMoved(state, [call.spot], to).ok) return 'session_full'
  if (!held && holds) {
    const needsCredit = spot.pass !== null && !spot.credit
    const noCredit = () => needsCredit && !isUsable(state, at(state.passes, spot.pass ?? 0))
    if (noCredit()) return 'no_credit'
    if (!takeSeats(state, to, 1, 'corrected')) {
      if (expireOverdue(state, [to]) === 0) return 'session_full'
      // The bundle may have ended with its other requests.
      if (noCredit()) return 'no_credit'
      if (!takeSeats(state, to, 1, 'corrected')) return 'session_full'
    }
    if (needsCredit) takeCredit(state, call.spot)
    if (moves) spot.agreed = null
    spot.session = to
    spot.late = false
    spot.waived = false
    spot.mark = null
    spot.takenAway = false
  }
  if (!changes) return null
  if (held && !holds) {
    endSpots(state, [call.spot], [before], 'cancelled')
    return null
  }
  spot.status = status
  if (status === 'pending') spot.mark = null
  if (status === 'confirmed') {
    spot.confirmed = true
    spot.heldSince = state.now
  }
  const { startsAt } = at(state.sessions, spot.session)
  const latest = startsAt - state.now >= 120 ? startsAt - 60 : startsAt
  spot.expiresAt = status === 'pending' ? Math.min(state.now + dayMinutes, latest) : null
  if (status === 'pending') tell(state, 'booking.requested', [call.spot])
  else tell(state, holdsSeat(status) ? 'booking.confirmed' : 'booking.ended', [call.spot])
  return null
}
