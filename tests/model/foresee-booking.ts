import { at, type Contact, contacts, type Order } from './known.ts'
import { expireOverdue, isOpen, type State, takeSeats } from './state.ts'

export const mostOnSession = 4
const mostComing = 20

export function foreseeBooking(state: State, order: Order): unknown {
  const earlier = state.groups.find((group) => group.order?.key === order.key)
  if (earlier) return foreseeReplay(state, earlier, order)
  for (;;) {
    const reason = refusal(state, order)
    if (reason === null) return foreseeTaken(state, order)
    if (reason === 'session_full' && expireOverdue(state, order.session) > 0) continue
    const { capacity, taken } = at(state.sessions, order.session)
    return { ok: false, reason, spotsLeft: Math.max(0, capacity - taken), retryAfterSeconds: 0 }
  }
}

function foreseeReplay(
  state: State,
  group: { id: string; order: Order | null; spots: number[] },
  order: Order,
): unknown {
  if (JSON.stringify(group.order) !== JSON.stringify(order))
    return { ok: false, reason: 'idempotency_conflict', spotsLeft: 0, retryAfterSeconds: 0 }
  const spots = group.spots.map((index) => at(state.spots, index))
  return {
    ok: true,
    replayed: true,
    groupId: group.id,
    statuses: Object.fromEntries(spots.map(({ id, status }) => [id, status])),
  }
}

function refusal(state: State, order: Order): string | null {
  const session = at(state.sessions, order.session)
  if (at(state.classes, session.ofClass).archived) return 'not_found'
  if (session.cancelled) return 'session_cancelled'
  if (session.startsAt <= state.now) return 'session_past'
  if (session.closesAt <= state.now) return 'registration_closed'
  if (order.spots > state.mostSpots) return 'too_many_spots'
  const held = comingSpots(state, at(contacts, order.contact))
  const here = held.filter(({ session: index }) => index === order.session)
  if (session.taken + order.spots > session.capacity) return 'session_full'
  if (here.length + order.spots > mostOnSession || held.length + order.spots > mostComing)
    return 'contact_limit'
  return null
}

/** Spots of coming sessions held by anyone who shares the phone or the e-mail. */
export function comingSpots(state: State, { phone, email }: Contact) {
  return state.spots.filter((spot) => {
    const owner = at(state.groups, spot.group).contact
    const same =
      (email !== null && owner.email === email) || (phone !== null && owner.phone === phone)
    const coming = at(state.sessions, spot.session).startsAt > state.now
    return same && coming && !spot.deleted && isOpen(spot.status)
  })
}

/** Ids are those of the answer: whoever compares writes them in. */
function foreseeTaken(state: State, order: Order): unknown {
  const { ofClass, startsAt } = at(state.sessions, order.session)
  const { manual } = at(state.classes, ofClass)
  const status = manual ? ('pending' as const) : ('confirmed' as const)
  takeSeats(state, order.session, order.spots, 'booked')
  const group = state.groups.length
  const spots = Array.from({ length: order.spots }, (_, one) => state.spots.length + one)
  const { name, contact } = order
  state.groups.push({ id: '', ofClass, order, spots, name, contact: at(contacts, contact) })
  state.spots.push(
    ...spots.map(() => ({
      id: '',
      ofClass,
      group,
      session: order.session,
      status,
      expiresAt: manual ? Math.min(state.now + state.requestMinutes, startsAt) : null,
      bookedAt: state.now,
      late: false,
      deleted: false,
    })),
  )
  state.news.push({
    kind: manual ? 'booking.requested' : 'booking.confirmed',
    spots,
    session: null,
  })
  return { ok: true, replayed: false, statuses: spots.map(() => status) }
}
