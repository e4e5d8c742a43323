import type { Call } from './actions.ts'
import { byId, changeSession, isOnTime, startTogether } from './foresee-session.ts'
import { at } from './known.ts'
import { localOf, type SessionState, type State } from './state.ts'

const dayMinutes = 1440
type Edit = Extract<Call, { kind: 'editClass' }>

/** The upcoming sessions follow their class, except where they were changed on their own. */
export function foreseeClassEdited(state: State, call: Edit): unknown {
  const edited = at(state.classes, call.ofClass)
  if (edited.archived) return { ok: false, reason: 'not_found' }
  const capacity = call.capacity ?? edited.capacity
  const location = call.location ?? edited.location
  const after = (session: SessionState) => ({
    startsAt: isOnTime(session) ? laterSlot(state, session, call) : session.startsAt,
    capacity: session.capacity === edited.capacity ? capacity : session.capacity,
    location: session.location === edited.location ? location : session.location,
  })
  const changes: { index: number; to: ReturnType<typeof after> }[] = []
  let wouldBePast = false
  for (const index of byId(state, ({ ofClass }) => ofClass === call.ofClass)) {
    const session = at(state.sessions, index)
    const moved = after(session)
    const isOver = moved.startsAt <= state.now
    if (isOver && session.taken > 0) {
      wouldBePast = true
      continue
    }
    // An empty one keeps its hour.
    const to = isOver ? { ...moved, startsAt: session.startsAt } : moved
    const isSame =
      to.startsAt === session.startsAt &&
      to.capacity === session.capacity &&
      to.location === session.location
    if (isSame) continue
    if (to.capacity < session.taken)
      return { ok: false, reason: 'below_booked', booked: session.taken }
    changes.push({ index, to })
  }
  if (wouldBePast) return { ok: false, reason: 'would_be_past' }
  if (startTogether(state, call.ofClass, changes)) return { ok: false, reason: 'starts_together' }
  for (const index of new Set(
    state.sessions.flatMap(({ ofClass, time }) =>
      ofClass === call.ofClass && time !== null ? [time] : [],
    ),
  )) {
    const time = at(state.times, index)
    if (time.capacity === edited.capacity) time.capacity = null
    if (time.location === edited.location) time.location = null
  }
  edited.capacity = capacity
  edited.location = location
  const told = changes.reduce((sum, { index, to }) => sum + changeSession(state, index, to), 0)
  moveTimes(state, call)
  return { ok: true, changed: changes.length, kept: 0, told }
}

/** Where its weekly time puts it after the edit. A time that would leave its day stays. */
function laterSlot(state: State, { slot }: SessionState, { laterMinutes }: Edit): number {
  const minute = localOf(state, slot).minute + laterMinutes
  return minute < 0 || minute >= dayMinutes ? slot : slot + laterMinutes
}

/** With the sessions that do not follow: those that are over, cancelled, or were moved on their own. */
function moveTimes(state: State, call: Edit): void {
  const later = new Map<number, number>()
  for (const session of state.sessions) {
    if (session.ofClass !== call.ofClass || session.time === null) continue
    const slot = laterSlot(state, session, call)
    later.set(session.time, slot - session.slot)
    session.slot = slot
  }
  for (const [time, minutes] of later) at(state.times, time).endsAt += minutes
}
