import type { Call } from './actions.ts'
import { at } from './known.ts'
import {
  endSpots,
  holdsSeat,
  instantOf,
  isOpen,
  isUsable,
  localOf,
  type PassState,
  refundPass,
  type SessionState,
  type State,
} from './state.ts'

const notFound = { ok: false, reason: 'not_found' }
const past = { ok: false, reason: 'session_past' }
const dayMinutes = 1440

/** One session, or with it the following ones of its weekly time. */
export function foreseeSessionChanged(
  state: State,
  call: Extract<Call, { kind: 'changeSession' | 'changeFollowing' }>,
): unknown {
  const session = at(state.sessions, call.session)
  if (session.cancelled) return notFound
  if (session.startsAt <= state.now) return past
  const { time, slot } = session
  const isOneOfMany = call.kind === 'changeFollowing' && time !== null
  const before = localOf(state, session.startsAt)
  const after = localOf(state, session.startsAt + call.laterMinutes)
  const days = after.day - before.day
  const { capacity, location } = call
  const chosen = { startsAt: instantOf(state, after), capacity, location }
  // The others take what was changed on the form.
  const own = time === null ? { capacity: null, location: null } : at(state.times, time)
  const half = {
    days,
    minute: after.minute === before.minute ? localOf(state, slot).minute : after.minute,
    capacity: capacity === session.capacity ? own.capacity : capacity,
    location: location === session.location ? own.location : location,
  }
  const follow = isOneOfMany ? following(state, time, half) : null
  const changes = (isOneOfMany ? listFollowing(state, time, slot) : [call.session]).flatMap(
    (index) => {
      const to = index === call.session ? chosen : follow?.(at(state.sessions, index))
      return to ? [{ index, to }] : []
    },
  )
  for (const { index, to } of changes) {
    const { taken } = at(state.sessions, index)
    if (to.startsAt <= state.now) return past
    if (to.capacity < taken) return { ok: false, reason: 'below_booked', booked: taken }
  }
  if (startTogether(state, session.ofClass, changes))
    return { ok: false, reason: 'starts_together' }
  if (isOneOfMany && slot <= at(state.times, time).endsAt) splitTime(state, { time, slot, ...half })
  const told = changes.reduce((sum, { index, to }) => sum + changeSession(state, index, to), 0)
  return { ok: true, changed: changes.length, told }
}

/** How a session follows its weekly time: in all that was not changed on its own. Null: not at all. */
function following(
  state: State,
  time: number,
  to: { days: number; minute: number; capacity: number | null; location: string | null },
) {
  return (session: SessionState) => {
    const own = at(state.times, time)
    const ofClass = at(state.classes, session.ofClass)
    const day = localOf(state, session.startsAt).day + to.days
    const after = {
      startsAt: isOnTime(session) ? instantOf(state, { day, minute: to.minute }) : session.startsAt,
      capacity:
        session.capacity === (own.capacity ?? ofClass.capacity)
          ? (to.capacity ?? ofClass.capacity)
          : session.capacity,
      location:
        session.location === (own.location ?? ofClass.location)
          ? (to.location ?? ofClass.location)
          : session.location,
    }
    const isSame =
      after.startsAt === session.startsAt &&
      after.capacity === session.capacity &&
      after.location === session.location
    return isSame ? null : after
  }
}

/** Whether it is where its weekly time puts it. */
export function isOnTime({ time, startsAt, slot }: SessionState): boolean {
  return time !== null && startsAt === slot
}

/** Those that have not begun, by id, as they are locked. */
function listFollowing(state: State, time: number, slot: number): number[] {
  return byId(state, (session) => session.time === time && session.slot >= slot)
}

/** The upcoming sessions of a kind, by id. */
export function byId(state: State, isMeant: (session: SessionState) => boolean): number[] {
  return [...state.sessions.keys()]
    .filter((index) => {
      const session = at(state.sessions, index)
      return isMeant(session) && !session.cancelled && session.startsAt > state.now
    })
    .toSorted((one, other) => (at(state.sessions, one).id < at(state.sessions, other).id ? -1 : 1))
}

/** The sessions from a slot on, with those that are cancelled or over, go into a weekly time of their own. */
function splitTime(
  state: State,
  {
    time,
    slot,
    days,
    minute,
    ...own
  }: {
    time: number
    slot: number
    days: number
    minute: number
    capacity: number | null
    location: string | null
  },
): void {
  const shifted = (instant: number) =>
    instantOf(state, { day: localOf(state, instant).day + days, minute })
  const former = at(state.times, time)
  state.times.push({ endsAt: shifted(former.endsAt), ...own })
  former.endsAt = slot - dayMinutes
  for (const session of state.sessions) {
    if (session.time !== time || session.slot < slot) continue
    session.time = state.times.length - 1
    session.slot = shifted(session.slot)
  }
}

/** Whether two sessions of a class would start together. */
export function startTogether(
  state: State,
  ofClass: number,
  changes: readonly { index: number; to: { startsAt: number } }[],
): boolean {
  const moved = new Map(changes.map(({ index, to }) => [index, to.startsAt]))
  const starts = [...state.sessions.entries()]
    .filter(([, session]) => session.ofClass === ofClass && !session.cancelled)
    .map(([index, { startsAt }]) => moved.get(index) ?? startsAt)
  return new Set(starts).size < starts.length
}

/** Returns how many spots get a message. */
export function changeSession(
  state: State,
  index: number,
  to: { startsAt: number; capacity: number; location: string },
): number {
  const session = at(state.sessions, index)
  const moved = to.startsAt !== session.startsAt || to.location !== session.location
  session.startsAt = to.startsAt
  session.closesAt = to.startsAt - at(state.classes, session.ofClass).closesMinutesBefore
  session.location = to.location
  if (moved) session.version += 1
  if (to.capacity !== session.capacity) {
    session.capacity = to.capacity
    session.ledger.push(`capacity 0 of ${to.capacity}`)
  }
  const spots = state.spots.filter((spot) => spot.session === index)
  for (const spot of spots)
    if (spot.status === 'pending' && spot.expiresAt !== null)
      spot.expiresAt = Math.min(spot.expiresAt, to.startsAt)
  state.news.push({ kind: 'session.changed', spots: [], session: index })
  if (!moved || session.taken === 0) return 0
  return spots.filter((spot) => !spot.deleted && isOpen(spot.status)).length
}

export function foreseeSessionCancelled(state: State, index: number): unknown {
  const session = at(state.sessions, index)
  if (session.cancelled) return notFound
  if (session.startsAt <= state.now) return past
  return { ok: true, sessions: 1, bookings: cancelWithBookings(state, [index]) }
}

function cancelWithBookings(state: State, sessions: readonly number[]): number {
  for (const index of sessions) {
    at(state.sessions, index).cancelled = true
    at(state.sessions, index).version += 1
  }
  const sessionOf = (spot: number) => at(state.spots, spot).session
  const there = [...state.spots.keys()].filter((spot) => sessions.includes(sessionOf(spot)))
  const ended = endSpots(state, there, ['pending', 'confirmed'], 'cancelled')
  for (const index of sessions) {
    const here = ended.filter((spot) => sessionOf(spot) === index)
    const { ledger, capacity } = at(state.sessions, index)
    if (here.length === 0) ledger.push(`session_cancelled 0 of ${capacity}`)
    state.news.push({ kind: 'session.cancelled', spots: [], session: index })
  }
  return ended.length
}

export function foreseeArchive(state: State, call: Extract<Call, { kind: 'archive' }>): unknown {
  const archived = at(state.classes, call.ofClass)
  if (archived.archived) return notFound
  const upcoming = [...state.sessions.keys()].filter((index) => {
    const { ofClass, cancelled, startsAt } = at(state.sessions, index)
    return ofClass === call.ofClass && !cancelled && startsAt > state.now
  })
  const booked = upcoming.filter((index) => at(state.sessions, index).taken > 0)
  if (booked.length > 0 && call.upcoming === null)
    return {
      ok: false,
      reason: 'choose',
      bookings: booked.reduce((sum, index) => sum + at(state.sessions, index).taken, 0),
      sessions: booked.length,
    }
  endTimes(state, call.ofClass)
  const kept = call.upcoming === 'cancel' ? [] : booked
  const cancelledBookings = cancelWithBookings(
    state,
    upcoming.filter((index) => !kept.includes(index)),
  )
  const leftBundles = foreseeRefunded(state, call.ofClass)
  archived.archived = true
  return { ok: true, cancelledBookings, keptSessions: kept.length, leftBundles }
}

/** The sessions left on bundles of a class go; returns how many are held, also with all of their sessions booked. */
function foreseeRefunded(state: State, ofClass: number): number {
  const isUpcoming = (pass: PassState) =>
    state.spots.some(
      (spot) =>
        spot.pass !== null &&
        at(state.passes, spot.pass) === pass &&
        !spot.deleted &&
        holdsSeat(spot.status) &&
        at(state.sessions, spot.session).startsAt > state.now,
    )
  const held = state.passes.filter(
    (pass) => pass.ofClass === ofClass && (isUsable(state, pass) || isUpcoming(pass)),
  )
  for (const pass of held) refundPass(state, pass)
  return held.length
}

/** The weekly times of a class that is deleted ended yesterday. */
function endTimes(state: State, ofClass: number): void {
  const { day } = localOf(state, state.now)
  for (const [index, time] of state.times.entries()) {
    const session = state.sessions.find((one) => one.time === index)
    if (session?.ofClass !== ofClass) continue
    const { minute } = localOf(state, session.slot)
    time.endsAt = Math.min(time.endsAt, instantOf(state, { day: day - 1, minute }))
  }
}
