import type { Call } from './actions.ts'
import { at } from './known.ts'
import { endSpots, isOpen, isUsable, type State } from './state.ts'

const notFound = { ok: false, reason: 'not_found' }
const past = { ok: false, reason: 'session_past' }

export function foreseeSessionChanged(
  state: State,
  call: Extract<Call, { kind: 'changeSession' }>,
): unknown {
  const session = at(state.sessions, call.session)
  if (session.cancelled) return notFound
  const startsAt = session.startsAt + call.laterMinutes
  if (session.startsAt <= state.now || startsAt <= state.now) return past
  if (call.capacity < session.taken)
    return { ok: false, reason: 'below_booked', booked: session.taken }
  const moved = call.laterMinutes !== 0 || call.location !== session.location
  session.startsAt = startsAt
  session.closesAt = startsAt - at(state.classes, session.ofClass).closesMinutesBefore
  session.location = call.location
  if (call.capacity !== session.capacity) {
    session.capacity = call.capacity
    session.ledger.push(`capacity 0 of ${call.capacity}`)
  }
  for (const spot of state.spots)
    if (spot.session === call.session && spot.status === 'pending' && spot.expiresAt !== null)
      spot.expiresAt = Math.min(spot.expiresAt, startsAt)
  const booked = state.spots.filter(
    (spot) => spot.session === call.session && !spot.deleted && isOpen(spot.status),
  )
  const told = moved ? booked.length : 0
  if (moved && session.taken > 0)
    state.news.push({ kind: 'session.changed', spots: [], session: call.session })
  return { ok: true, changed: 1, told }
}

export function foreseeSessionCancelled(state: State, index: number): unknown {
  const session = at(state.sessions, index)
  if (session.cancelled) return notFound
  if (session.startsAt <= state.now) return past
  return { ok: true, sessions: 1, bookings: cancelWithBookings(state, index) }
}

function cancelWithBookings(state: State, index: number): number {
  at(state.sessions, index).cancelled = true
  const here = [...state.spots.keys()].filter((spot) => at(state.spots, spot).session === index)
  const ended = endSpots(state, here, ['pending', 'confirmed'], 'cancelled')
  const { ledger, capacity } = at(state.sessions, index)
  if (ended.length === 0) ledger.push(`session_cancelled 0 of ${capacity}`)
  for (const group of new Set(ended.map((spot) => at(state.spots, spot).group)))
    state.news.push({
      kind: 'session.cancelled',
      spots: ended.filter((spot) => at(state.spots, spot).group === group),
      session: index,
    })
  return ended.length
}

export function foreseeArchive(state: State, call: Extract<Call, { kind: 'archive' }>): unknown {
  const archived = at(state.classes, call.ofClass)
  if (archived.archived) return notFound
  const coming = [...state.sessions.keys()].filter((index) => {
    const { ofClass, cancelled, startsAt } = at(state.sessions, index)
    return ofClass === call.ofClass && !cancelled && startsAt > state.now
  })
  const booked = coming.filter((index) => at(state.sessions, index).taken > 0)
  if (booked.length > 0 && call.coming === null)
    return {
      ok: false,
      reason: 'choose',
      bookings: booked.reduce((sum, index) => sum + at(state.sessions, index).taken, 0),
      sessions: booked.length,
    }
  archived.archived = true
  const kept = call.coming === 'cancel' ? [] : booked
  const cancelledBookings = coming
    .filter((index) => !kept.includes(index))
    .reduce((sum, index) => sum + cancelWithBookings(state, index), 0)
  return {
    ok: true,
    cancelledBookings,
    keptSessions: kept.length,
    leftBundles: foreseeRefunded(state, call.ofClass),
  }
}

/** The sessions left on bundles of a class go; returns on how many. */
function foreseeRefunded(state: State, ofClass: number): number {
  const left = state.packs.filter((pack) => pack.ofClass === ofClass && isUsable(state, pack))
  for (const pack of left) {
    pack.ledger.push(`withdrawn ${-pack.remaining}`)
    pack.remaining = 0
    state.news.push({ kind: 'bundle.refunded', spots: [], session: null })
  }
  return left.length
}
