import type { Call } from './actions.ts'
import { addressOf, at, type Contact, contacts, type Order } from './known.ts'
import {
  areAsSeen,
  expireOverdue,
  type GroupState,
  isOpen,
  isOverdue,
  ownerOf,
  type SpotState,
  type State,
  takeSeats,
} from './state.ts'

export const mostOnSession = 4
export const mostUpcoming = 20

export function foreseeBooking(
  state: State,
  { order, page }: Extract<Call, { kind: 'book' }>,
): unknown {
  const earlier = state.groups.find((group) => group.order?.key === order.key)
  if (earlier)
    return JSON.stringify(earlier.order) === JSON.stringify(order) &&
      belongsTo(earlier, at(contacts, order.contact))
      ? foreseeReplay(state, earlier)
      : { ok: false, reason: 'idempotency_conflict', spotsLeft: 0, retryAfterSeconds: 0 }
  for (;;) {
    const reason = refusal(state, order, page)
    if (reason === null) return foreseeTaken(state, order)
    if (reason === 'session_full' && expireOverdue(state, [order.session]) > 0) continue
    const { capacity, taken } = at(state.sessions, order.session)
    // Of a contact's limit nothing more is said.
    const spotsLeft = reason === 'contact_limit' ? 0 : Math.max(0, capacity - taken)
    return { ok: false, reason, spotsLeft, retryAfterSeconds: 0 }
  }
}

/** Whether the vendor has not corrected its address since. */
export function belongsTo({ contact }: Pick<GroupState, 'contact'>, asked: Contact): boolean {
  return addressOf(contact) === addressOf(asked)
}

/** The purchase of the key as it is now. */
export function foreseeReplay(state: State, group: { id: string; spots: number[] }): unknown {
  const spots = group.spots.map((index) => at(state.spots, index))
  return {
    ok: true,
    replayed: true,
    purchaseId: group.id,
    statuses: Object.fromEntries(
      spots.map(({ id, status, deleted }) => [id, deleted ? 'cancelled' : status]),
    ),
  }
}

function refusal(state: State, order: Order, page: number | null): string | null {
  const session = at(state.sessions, order.session)
  if (at(state.classes, session.ofClass).archived) return 'not_found'
  if (session.cancelled) return 'session_cancelled'
  if (session.startsAt <= state.now) return 'session_past'
  if (session.closesAt <= state.now) return 'registration_closed'
  if (order.spots > state.mostSpots) return 'too_many_spots'
  const held = upcomingSpots(state, state.owners.get(addressOf(at(contacts, order.contact))))
  const here = held.filter(({ session: index }) => index === order.session)
  if (session.taken + order.spots > session.capacity) return 'session_full'
  if (!areAsSeen(state, page, [order.session])) return 'session_changed'
  if (here.length + order.spots > mostOnSession || held.length + order.spots > mostUpcoming)
    return 'contact_limit'
  return null
}

/** A customer's spots in upcoming sessions; an overdue request holds none. */
export function upcomingSpots(state: State, owner: number | undefined) {
  return state.spots.filter((spot) => {
    const same = at(state.groups, spot.group).owner === owner
    const upcoming = at(state.sessions, spot.session).startsAt > state.now
    return same && upcoming && !spot.deleted && isOpen(spot.status) && !isOverdue(state, spot)
  })
}

/** The ids come from the response; the comparison fills them in. */
function foreseeTaken(state: State, order: Order): unknown {
  const { ofClass } = at(state.sessions, order.session)
  const { manual } = at(state.classes, ofClass)
  const status = manual ? ('pending' as const) : ('confirmed' as const)
  takeSeats(state, order.session, order.spots, 'booked')
  const group = state.groups.length
  const spots = Array.from({ length: order.spots }, (_, one) => state.spots.length + one)
  const { name, contact } = order
  state.groups.push({
    id: '',
    ofClass,
    order,
    bought: null,
    spots,
    name,
    contact: at(contacts, contact),
    owner: ownerOf(state, at(contacts, contact)),
  })
  state.spots.push(
    ...spots.map(() => newSpot(state, { group, session: order.session, pass: null })),
  )
  state.news.push({
    kind: manual ? 'booking.requested' : 'booking.confirmed',
    spots,
    session: null,
  })
  return { ok: true, replayed: false, statuses: spots.map(() => status) }
}

/** A spot that is booked now; its seat is taken elsewhere. */
export function newSpot(
  state: State,
  { group, session, pass }: { group: number; session: number; pass: number | null },
): SpotState {
  const { ofClass, startsAt, version } = at(state.sessions, session)
  const { manual } = at(state.classes, ofClass)
  return {
    id: '',
    ofClass,
    group,
    session,
    status: manual ? 'pending' : 'confirmed',
    confirmed: !manual,
    expiresAt: manual ? Math.min(state.now + state.requestMinutes, startsAt) : null,
    heldSince: state.now,
    agreed: version,
    late: false,
    waived: false,
    mark: null,
    deleted: false,
    pass,
    credit: false,
    takenAway: false,
  }
}
