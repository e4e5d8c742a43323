import type { Call } from './actions.ts'
import { upcomingSpots, mostOnSession } from './foresee-booking.ts'
import { at, type Contact, contacts, edited } from './known.ts'
import {
  areAsSeen,
  areAsShown,
  costOfCancelling,
  beginWithFirstDate,
  canMakeRoom,
  expireOverdue,
  endSpots,
  type GroupState,
  giveBackSeat,
  holdsSeat,
  isOverdue,
  isUsable,
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
  if (spots.some(({ pack }) => pack !== null && at(state.packs, pack).expiresAt <= target.startsAt))
    return no('after_expiry')
  if (!areAsSeen(state, call.page, [call.to])) return no('session_changed')
  const arriving = call.spots.filter((index) => at(state.spots, index).session !== call.to)
  const owner = at(state.groups, at(state.spots, at(call.spots, 0)).group).contact
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
  const group = at(state.groups, spot.group)
  const contact = at(contacts, call.contact)
  // A new owner gets a new link.
  const isElse =
    isOther(group, contact) || (group.holder !== null && isOther(group.holder, contact))
  if (isElse) state.news.push({ kind: 'booking.link_holder_changed', spots: [], session: null })
  const isGivenAway = [group, group.holder].some(
    (before) => before !== null && isOther(before, contact) && keepsNothing(before, contact),
  )
  if (isGivenAway)
    for (const pack of state.packs)
      if (pack.group === spot.group && isUsable(state, pack))
        state.news.push({ kind: 'bundle.handed_over', spots: [], session: null })
  group.holder = isElse ? null : (group.holder ?? { name: group.name, contact: group.contact })
  if (isElse) group.rotation += 1
  group.contact = contact
  group.name = edited
  return { ok: true }
}

function isOther(
  { name, contact: before }: Pick<GroupState, 'name' | 'contact'>,
  after: Contact,
): boolean {
  const otherEmail = before.email !== null && before.email !== after.email
  const otherContact = before.email !== after.email || before.phone !== after.phone
  const keepsNone =
    (before.email === null || after.email === null) &&
    (before.phone === null || after.phone === null)
  return otherEmail || (otherContact && (name !== edited || keepsNone))
}

/** Another name, and no contact in common: somebody else. */
function keepsNothing(
  { name, contact: before }: Pick<GroupState, 'name' | 'contact'>,
  after: Contact,
): boolean {
  return (
    name !== edited &&
    (before.email === null || before.email !== after.email) &&
    (before.phone === null || before.phone !== after.phone)
  )
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
    const needsCredit = spot.pack !== null && !spot.credit
    const noCredit = () => needsCredit && !isUsable(state, at(state.packs, spot.pack ?? 0))
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
    const upcoming = at(state.sessions, spot.session).startsAt > state.now
    const ended = endSpots(state, [call.spot], [before], 'cancelled')
    if (upcoming) tell(state, 'booking.cancelled', ended)
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
  if (status === 'confirmed' && before !== 'completed' && !begun)
    tell(state, 'booking.approved', [call.spot])
  return null
}
