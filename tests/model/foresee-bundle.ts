import type { Call } from './actions.ts'
import {
  belongsTo,
  upcomingSpots,
  foreseeReplay,
  mostUpcoming,
  mostOnSession,
  newSpot,
} from './foresee-booking.ts'
import { addressOf, at, type BundleOrder, contacts } from './known.ts'
import {
  areAsSeen,
  endOfDay,
  beginWithFirstDate,
  expireOverdue,
  isUsable,
  onGrid,
  type PassState,
  shiftOf,
  type State,
  takeOrMakeRoom,
  takeCredit,
  ownerOf,
  localOf,
} from './state.ts'

const longestSeriesDays = 365

const no = (reason: string, taken: string[] = []) => ({
  ok: false,
  reason,
  taken,
  retryAfterSeconds: 0,
})

export function foreseeBundle(
  state: State,
  { order: asked, how, page }: Extract<Call, { kind: 'bookBundle' }>,
): unknown {
  const sessions = how === 'chosen' ? asked.sessions : plannedDates(state, asked, how)
  if (sessions === null) return 'no plan'
  if (sessions.length === 0) return no('not_found')
  const order = { ...asked, sessions }
  const earlier = state.groups.find(({ bought }) => bought?.key === order.key)
  if (earlier?.bought)
    return isSame(earlier.bought, order) && belongsTo(earlier, at(contacts, order.contact))
      ? foreseeReplay(state, earlier)
      : no('idempotency_conflict')
  const { sessionCount } = at(state.bundles, order.ofClass)
  const owner = state.owners.get(addressOf(at(contacts, order.contact)))
  const dates = byStart(state, sessions)
  if (dates.length > sessionCount) return no('too_many_sessions')
  if (dates.length < sessionCount && !order.leaveRest) return no('rest_not_confirmed')
  if (dates.some((index) => at(state.sessions, index).ofClass !== order.ofClass))
    return no('not_found')
  const expiresAt = expiryOf(state, order.ofClass, at(dates, 0))
  for (const index of dates) {
    const reason = refusalOf(state, index, expiresAt)
    if (reason !== null) return no(reason)
  }
  const full = withoutRoom(state, dates)
  if (full.length > 0)
    return no(
      'session_full',
      full.map((index) => at(state.sessions, index).id),
    )
  if (!areAsSeen(state, page, dates)) return no('session_changed')
  if (!hasDates(state, order.ofClass, { expiresAt, sessionCount })) return no('too_few_dates')
  if (dates.some((index) => isTooMuch(state, owner, index, dates.length)))
    return no('contact_limit')
  return foreseeBought(state, order, dates, expiresAt)
}

/** Overdue requests of the class expire where they are in the way. */
function hasDates(
  state: State,
  ofClass: number,
  { expiresAt, sessionCount }: { expiresAt: number; sessionCount: number },
): boolean {
  const isEnough = () => countUsable(state, ofClass, expiresAt) >= sessionCount
  if (isEnough()) return true
  const all = state.sessions.flatMap((session, index) =>
    session.ofClass === ofClass ? [index] : [],
  )
  return expireOverdue(state, all) > 0 && isEnough()
}

/** One purchase with one pass, a spot on every date, and one piece of news. */
function foreseeBought(
  state: State,
  order: BundleOrder,
  dates: readonly number[],
  expiresAt: number,
): unknown {
  const group = state.groups.length
  const total = at(state.bundles, order.ofClass).sessionCount
  const { ofClass, name } = order
  state.passes.push({
    id: '',
    ofClass,
    group,
    total,
    remaining: total,
    expiresAt: onGrid(expiresAt),
    ledger: [`granted ${total}`],
  })
  state.groups.push({
    id: '',
    ofClass,
    order: null,
    bought: order,
    spots: [],
    name,
    contact: at(contacts, order.contact),
    owner: ownerOf(state, at(contacts, order.contact)),
  })
  const spots = dates.map((session) => bookWith(state, state.passes.length - 1, session))
  const { manual } = at(state.classes, ofClass)
  const kind = manual ? 'booking.requested' : 'booking.confirmed'
  state.news.push({ kind, spots, session: null })
  return { ok: true, replayed: false, statuses: spots.map((one) => at(state.spots, one).status) }
}

export function foreseeRedeemed(state: State, call: Extract<Call, { kind: 'redeem' }>): unknown {
  // A request that is over does not count as booked; a bundle that it leaves without any date is withdrawn.
  expireOverdue(state, [call.to])
  const pass = at(state.passes, call.pass)
  const { ofClass, manual } = { ...pass, ...at(state.classes, pass.ofClass) }
  if (call.group !== pass.group) return { ok: false, reason: 'not_found' }
  if (at(state.sessions, call.to).ofClass !== ofClass) return { ok: false, reason: 'not_found' }
  const live = state.spots.filter(
    ({ pass: paid, session, status, deleted }) =>
      paid === call.pass &&
      session === call.to &&
      !deleted &&
      (status === 'pending' || status === 'confirmed'),
  )
  const [earlier] = live.map(({ id }) => id).toSorted()
  if (earlier !== undefined) return { ok: true, bookingId: earlier, replayed: true }
  const reason = whyNotRedeemed(state, pass, call)
  if (reason !== null) return { ok: false, reason }
  const spot = bookWith(state, call.pass, call.to)
  beginWithFirstDate(state, at(state.spots, spot))
  const kind = manual ? 'booking.requested' : 'booking.confirmed'
  state.news.push({ kind, spots: [spot], session: null })
  return { ok: true, replayed: false }
}

/** Requests whose time was over are gone also when there is no room in the end. */
function whyNotRedeemed(
  state: State,
  pass: PassState,
  { to, page }: { to: number; page: number | null },
): string | null {
  if (!isUsable(state, pass)) return 'no_credit'
  const { owner } = at(state.groups, pass.group)
  const refused = refusalOf(state, to, pass.expiresAt)
  if (refused !== null) return refused
  if (withoutRoom(state, [to]).length > 0) return 'session_full'
  if (!areAsSeen(state, page, [to])) return 'session_changed'
  return isTooMuch(state, owner, to, 1) ? 'contact_limit' : null
}

export function foreseeCreditsExpired(state: State): number {
  const over = state.passes.filter(
    ({ remaining, expiresAt }) => remaining > 0 && expiresAt <= state.now,
  )
  for (const pass of over) {
    pass.ledger.push(`expired ${-pass.remaining}`)
    pass.remaining = 0
  }
  return over.length
}

/** Takes the seat and the credit, and answers the spot. */
function bookWith(state: State, pass: number, session: number): number {
  const { group } = at(state.passes, pass)
  if (!takeOrMakeRoom(state, session, 1, 'booked')) throw new Error('there was room')
  const index = state.spots.length
  state.spots.push(newSpot(state, { group, session, pass }))
  at(state.groups, group).spots.push(index)
  takeCredit(state, index)
  return index
}

function refusalOf(state: State, index: number, expiresAt: number): string | null {
  const session = at(state.sessions, index)
  if (session.startsAt >= expiresAt) return 'after_expiry'
  if (at(state.classes, session.ofClass).archived) return 'not_found'
  if (session.cancelled) return 'session_cancelled'
  if (session.startsAt <= state.now) return 'session_past'
  return session.closesAt <= state.now ? 'registration_closed' : null
}

function isTooMuch(state: State, owner: number | undefined, index: number, inAll: number): boolean {
  const held = upcomingSpots(state, owner)
  const here = held.filter((spot) => spot.session === index)
  return here.length + 1 > mostOnSession || held.length + inAll > mostUpcoming
}

/** Those that are full, also when the requests whose time is over have given theirs back. */
function withoutRoom(state: State, dates: readonly number[]): number[] {
  const listFull = () => dates.filter((index) => room(state, index) <= 0)
  expireOverdue(state, listFull())
  return listFull()
}

/** The dates of a class with room that a bundle could use before it ends. */
function countUsable(state: State, ofClass: number, expiresAt: number): number {
  return state.sessions.filter(
    (session, index) =>
      session.ofClass === ofClass &&
      refusalOf(state, index, expiresAt) === null &&
      session.taken < session.capacity,
  ).length
}

/** The end of the last day on the vendor's calendar. */
function expiryOf(state: State, ofClass: number, first: number): number {
  const { expiryDays, expiryStarts } = at(state.bundles, ofClass)
  const from =
    expiryStarts === 'purchase'
      ? Date.now() / 60_000 - shiftOf(state)
      : at(state.sessions, first).startsAt
  return endOfDay(state, { from, days: expiryDays })
}

/** What the weekly series from the first date on books; null when that date cannot be booked. */
function plannedDates(state: State, order: BundleOrder, how: 'series' | 'auto'): number[] | null {
  const first = at(order.sessions, 0)
  const bookable = [...state.sessions.keys()].filter((index) => {
    const { ofClass, cancelled, startsAt, closesAt } = at(state.sessions, index)
    const open = !cancelled && !at(state.classes, ofClass).archived
    return ofClass === order.ofClass && open && startsAt > state.now && closesAt > state.now
  })
  if (!bookable.includes(first)) return null
  const expiresAt = expiryOf(state, order.ofClass, first)
  const begins = at(state.sessions, first).startsAt
  const later = byStart(state, bookable).filter((index) => {
    const { startsAt } = at(state.sessions, index)
    return startsAt >= begins && startsAt < expiresAt
  })
  const series: number[] = []
  const { sessionCount } = at(state.bundles, order.ofClass)
  const times = timesOfWeekdays(state, later, first)
  const firstDay = clockOf(state, first).day
  for (let day = firstDay; day <= firstDay + longestSeriesDays; day += 1) {
    const then = later.filter((index) => {
      const clock = clockOf(state, index)
      return clock.day === day && clock.minute === times.get(weekdayOf(day))
    })
    const roomiest = then.toSorted((one, other) => room(state, other) - room(state, one))
    const date = then.includes(first) ? first : roomiest[0]
    if (date !== undefined && series.length < sessionCount) series.push(date)
  }
  return how === 'series' ? series : byStart(state, withoutFull(state, series, later))
}

const weekdayOf = (day: number) => day % 7

function clockOf(state: State, index: number): { day: number; minute: number } {
  const { day, minute } = localOf(state, at(state.sessions, index).startsAt)
  return { day, minute: Math.floor(minute) }
}

/** When a series takes place on each weekday: at the weekly time closest to that of its first date. */
function timesOfWeekdays(
  state: State,
  later: readonly number[],
  first: number,
): ReadonlyMap<number, number> {
  const begins = clockOf(state, first)
  const times = new Map<number, number>()
  for (const index of byStart(state, later)) {
    const { day, minute } = clockOf(state, index)
    const other = times.get(weekdayOf(day))
    const isCloser =
      other === undefined || Math.abs(minute - begins.minute) < Math.abs(other - begins.minute)
    if (at(state.sessions, index).isWeekly && isCloser) times.set(weekdayOf(day), minute)
  }
  return times.set(weekdayOf(begins.day), begins.minute)
}

function withoutFull(state: State, series: readonly number[], later: readonly number[]): number[] {
  const used = new Set(series)
  return series.flatMap((wanted) => {
    if (room(state, wanted) > 0) return [wanted]
    const { startsAt } = at(state.sessions, wanted)
    const far = (index: number) => Math.abs(at(state.sessions, index).startsAt - startsAt)
    const [nearest] = later
      .filter((index) => room(state, index) > 0 && !used.has(index))
      .toSorted((one, other) => far(one) - far(other))
    if (nearest === undefined) return []
    used.add(nearest)
    return [nearest]
  })
}

function room(state: State, index: number): number {
  const { capacity, taken } = at(state.sessions, index)
  return capacity - taken
}

/** Each once, by start, then by id. */
function byStart(state: State, sessions: readonly number[]): number[] {
  return [...new Set(sessions)].toSorted((one, other) => {
    const [first, second] = [at(state.sessions, one), at(state.sessions, other)]
    return first.startsAt - second.startsAt || (first.id < second.id ? -1 : 1)
  })
}

function isSame(one: BundleOrder, other: BundleOrder): boolean {
  const content = ({ ofClass, sessions, name, contact }: BundleOrder) =>
    JSON.stringify([ofClass, [...new Set(sessions)].toSorted((a, b) => a - b), name, contact])
  return content(one) === content(other)
}
