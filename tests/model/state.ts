import {
  addressOf,
  at,
  type BundleOrder,
  type Contact,
  contacts,
  type Known,
  type Order,
  regular,
} from './known.ts'
import {
  type BundlePlan,
  classCapacity,
  durationMinutes,
  minutesOf,
  type Plan,
  sessionsIn,
  zone,
} from './world.ts'

export type Status = 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'rejected' | 'expired'

export type SessionState = {
  id: string
  ofClass: number
  startsAt: number
  closesAt: number
  capacity: number
  taken: number
  cancelled: boolean
  location: string
  /** how often time or place has changed */
  version: number
  isWeekly: boolean
  /** the weekly time it belongs to, and the start it would have by it */
  time: number | null
  slot: number
  ledger: string[]
}
export type GroupState = {
  id: string
  ofClass: number
  order: Order | null
  bought: BundleOrder | null
  spots: number[]
  name: string
  /** what was typed with it, or as the vendor has corrected it */
  contact: Contact
  /** the customer, by number */
  owner: number
}

export type SpotState = {
  id: string
  ofClass: number
  group: number
  session: number
  status: Status
  /** now or before */
  confirmed: boolean
  expiresAt: number | null
  /** when it was booked, or confirmed since */
  heldSince: number
  /** the version of its session that the customer chose; null: the vendor chose it */
  agreed: number | null
  late: boolean
  waived: boolean
  mark: 'came' | 'no_show' | null
  deleted: boolean
  pass: number | null
  /** whether it holds a session of its pass */
  credit: boolean
  /** ended by the vendor, or because it did not answer */
  takenAway: boolean
}
export type PassState = {
  id: string
  ofClass: number
  group: number
  total: number
  remaining: number
  expiresAt: number
  ledger: string[]
}

/** What a page showed: the version of each session, and of each spot its session and whether cancelling was free. */
export type PageState = {
  versions: number[]
  spots: Map<number, { session: number; isFree: boolean }>
}

/** The model: minutes since the run began, no clock, no database. */
export type State = {
  now: number
  /** the minute since the epoch that the model calls half a minute after 0 */
  begunMinute: number
  noticeMinutes: number
  mostSpots: number
  requestMinutes: number
  classes: {
    manual: boolean
    closesMinutesBefore: number
    archived: boolean
    capacity: number
    location: string
  }[]
  /** weekly times: when the last day they run on has the start of their sessions; null: as in their class */
  times: { endsAt: number; capacity: number | null; location: string | null }[]
  sessions: SessionState[]
  groups: GroupState[]
  /** whose each address is */
  owners: Map<string, number>
  spots: SpotState[]
  bundles: readonly BundlePlan[]
  passes: PassState[]
  pages: PageState[]
  sent: Known['sent']
  /** one row of the outbox each: its kind and the spots (or the session) it speaks of */
  news: { kind: string; spots: number[]; session: number | null }[]
}

export function stateOf(plan: Plan, { known, begun }: { known: Known; begun: Date }): State {
  const closes = [0, plan.manualClosesMinutesBefore, 0]
  const planned = sessionsIn(plan)
  const lastWeek = planned.findLast(({ isWeekly }) => isWeekly)
  const state: State = {
    now: 0,
    begunMinute: begun.getTime() / 60_000,
    noticeMinutes: plan.noticeMinutes,
    mostSpots: plan.mostSpots,
    requestMinutes: plan.requestMinutes,
    classes: closes.map((closesMinutesBefore, index) => ({
      manual: index === 1,
      closesMinutesBefore,
      archived: false,
      capacity: classCapacity,
      location: '1 Park Street',
    })),
    times: [{ endsAt: minutesOf(lastWeek?.startStep ?? 0), capacity: null, location: null }],
    sessions: planned.map(({ ofClass, startStep, capacity, isWeekly }, index) => ({
      id: at(known.sessions, index).id,
      ofClass,
      startsAt: minutesOf(startStep),
      closesAt: minutesOf(startStep) - at(closes, ofClass),
      capacity,
      taken: 0,
      cancelled: false,
      location: '1 Park Street',
      version: 0,
      isWeekly,
      time: isWeekly ? 0 : null,
      slot: minutesOf(startStep),
      ledger: [],
    })),
    groups: known.groups.map((group) => ({
      ...group,
      name: 'Carla Customer',
      contact: at(contacts, regular),
      owner: 0,
    })),
    owners: new Map([[addressOf(at(contacts, regular)), 0]]),
    spots: known.spots.map((spot) => ({
      ...spot,
      group: 0,
      session: planned.length - 1,
      status: 'confirmed',
      confirmed: true,
      expiresAt: null,
      heldSince: 0,
      agreed: 0,
      late: false,
      waived: false,
      mark: null,
      deleted: false,
      pass: null,
      credit: false,
      takenAway: false,
    })),
    bundles: plan.bundles,
    passes: [],
    pages: [],
    sent: [],
    news: [],
  }
  takeSeats(state, planned.length - 1, plan.regularSpots, 'booked')
  return state
}

/** Whose an address is; a new customer's where nobody had it. */
export function ownerOf(state: State, contact: Contact): number {
  const address = addressOf(contact)
  const owner = state.owners.get(address) ?? state.groups.length
  state.owners.set(address, owner)
  return owner
}

export const holdsSeat = (status: Status) =>
  status === 'pending' || status === 'confirmed' || status === 'completed'
export const isOpen = (status: Status) => status === 'pending' || status === 'confirmed'

export function endsAt(session: SessionState): number {
  return session.startsAt + durationMinutes
}

/** False, and nothing happens, when they do not fit. */
export function takeSeats(state: State, index: number, count: number, reason: string): boolean {
  const session = at(state.sessions, index)
  if (session.cancelled || session.taken + count > session.capacity) return false
  session.taken += count
  for (let one = 0; one < count; one++) session.ledger.push(`${reason} 1 of ${session.capacity}`)
  return true
}

export function giveBackSeat(state: State, index: number, reason: string): void {
  const session = at(state.sessions, index)
  session.taken -= 1
  session.ledger.push(`${reason} -1 of ${session.capacity}`)
}

/**
 * Ends those that are in one of the states named, gives their seats back and the sessions of the passes they
 * were bought with, but for those that are late; answers which ended. Passes are extended unless the customer is to blame.
 */
export function endSpots(
  state: State,
  spots: readonly number[],
  from: readonly Status[],
  to: 'cancelled' | 'rejected' | 'expired',
  { by = 'vendor', late = [] }: { by?: 'customer' | 'vendor'; late?: readonly number[] } = {},
): number[] {
  const ended = spots.filter((index) => {
    const spot = at(state.spots, index)
    return !spot.deleted && from.includes(spot.status)
  })
  for (const index of ended) {
    const spot = at(state.spots, index)
    spot.status = to
    spot.mark = null
    spot.takenAway = by === 'vendor'
    if (late.includes(index)) spot.late = true
    else giveBackCredit(state, index)
    giveBackSeat(state, spot.session, to)
  }
  tell(state, 'booking.ended', ended)
  settlePasses(state, ended, by)
  return ended
}

/** What comes back to passes is withdrawn, paid back or extended; 'vendor': or nobody answered. */
export function settlePasses(
  state: State,
  ended: readonly number[],
  by: 'customer' | 'vendor',
): void {
  if (by === 'vendor') withdrawUnconfirmed(state, ended)
  refundWithoutClass(state, ended)
  extendPasses(state, ended)
}

export function refundPass(state: State, pass: PassState): void {
  state.news.push({ kind: 'bundle.ended', spots: [], session: null })
  if (pass.remaining === 0) return
  pass.ledger.push(`withdrawn ${-pass.remaining}`)
  pass.remaining = 0
}

/** What came back to passes of classes that are archived is paid back. */
function refundWithoutClass(state: State, spots: readonly number[]): void {
  for (const index of new Set(spots.map((one) => at(state.spots, one).pass))) {
    if (index === null) continue
    const pass = at(state.passes, index)
    if (at(state.classes, pass.ofClass).archived && pass.remaining > 0) refundPass(state, pass)
  }
}

/** As many dates as the vendor took away are left before a pass ends, or it runs its own days again. */
function extendPasses(state: State, spots: readonly number[]): void {
  for (const index of new Set(spots.map((one) => at(state.spots, one).pass))) {
    if (index === null) continue
    const pass = at(state.passes, index)
    const own = state.spots.filter((spot) => spot.pass === index)
    const isHeld = ({ deleted, status }: SpotState) => !deleted && holdsSeat(status)
    const isNotTheirs = (spot: SpotState) => {
      const { startsAt, version } = at(state.sessions, spot.session)
      const wasMovedThere = startsAt >= pass.expiresAt && spot.agreed !== version && !spot.late
      const wasHeld = spot.status === 'pending' || spot.status === 'confirmed'
      return (spot.deleted && wasHeld) || spot.takenAway || wasMovedThere
    }
    if (
      !spots.some((one) => own.includes(at(state.spots, one)) && isNotTheirs(at(state.spots, one)))
    )
      continue
    const lost = own.filter((spot) => !isHeld(spot) && isNotTheirs(spot)).length
    const needed = Math.min(lost, pass.remaining)
    if (needed === 0) continue
    const dates = state.sessions.filter(
      (session, date) =>
        session.ofClass === pass.ofClass &&
        !at(state.classes, session.ofClass).archived &&
        !session.cancelled &&
        session.startsAt > state.now &&
        session.closesAt > state.now &&
        session.taken < session.capacity &&
        !own.some((spot) => spot.session === date && (isHeld(spot) || isNotTheirs(spot))),
    )
    const starts = dates.map(({ startsAt }) => startsAt).toSorted((one, other) => one - other)
    const date = starts[needed - 1]
    const until = endOfDay(state, {
      from: date ?? state.now,
      days: date === undefined ? at(state.bundles, pass.ofClass).expiryDays : 0,
    })
    if (until <= pass.expiresAt) continue
    pass.expiresAt = until
    pass.ledger.push('extended 0')
  }
}

/** A pass that begins with its first session begins with the earliest date its customer chose, never later than before. */
export function beginWithFirstDate(state: State, { pass: index, session }: SpotState): void {
  if (index === null) return
  const pass = at(state.passes, index)
  const { expiryDays, expiryStarts } = at(state.bundles, pass.ofClass)
  if (expiryStarts !== 'first_session' || pass.ledger.includes('extended 0')) return
  const until = endOfDay(state, { from: at(state.sessions, session).startsAt, days: expiryDays })
  pass.expiresAt = Math.min(pass.expiresAt, until)
}

/** When so many days after an instant a day of the vendor's calendar is over. */
export function endOfDay(state: State, { from, days }: { from: number; days: number }): number {
  const shift = shiftOf(state)
  const day = Math.floor((from + shift + aheadOfUtcMinutes) / 1440)
  return (day + 1 + days) * 1440 - aheadOfUtcMinutes - shift
}

/** Instants lie half-way between two steps of time; that of a bundle is laid there after the purchase. */
export const onGrid = (minutes: number) => Math.floor(minutes / 5) * 5 + 2.5

/** Of a bundle without any confirmed date nothing is left when its requests end. */
function withdrawUnconfirmed(state: State, refused: readonly number[]): void {
  for (const index of new Set(refused.map((one) => at(state.spots, one).pass))) {
    if (index === null) continue
    const isSold = state.spots.some(
      ({ pass, confirmed, deleted, status }) =>
        pass === index && (confirmed || (!deleted && holdsSeat(status))),
    )
    const pass = at(state.passes, index)
    if (isSold || pass.remaining === 0) continue
    pass.ledger.push(`withdrawn ${-pass.remaining}`)
    pass.remaining = 0
  }
}

/** Whether a session can be booked with it now. */
export function isUsable(state: State, pass: PassState): boolean {
  return pass.remaining > 0 && pass.expiresAt > state.now
}

export function takeCredit(state: State, index: number): void {
  const spot = at(state.spots, index)
  if (spot.pass === null) throw new Error('it was bought with no bundle')
  const pass = at(state.passes, spot.pass)
  pass.remaining -= 1
  pass.ledger.push('used -1')
  spot.credit = true
}

/** Nothing where none is held. */
export function giveBackCredit(state: State, index: number): void {
  const spot = at(state.spots, index)
  if (spot.pass === null || !spot.credit) return
  const pass = at(state.passes, spot.pass)
  pass.remaining += 1
  pass.ledger.push('returned 1')
  spot.credit = false
}

/** One piece of news per purchase. */
export function tell(state: State, kind: string, spots: readonly number[]): void {
  for (const group of new Set(spots.map((index) => at(state.spots, index).group)))
    state.news.push({
      kind,
      spots: spots.filter((index) => at(state.spots, index).group === group),
      session: null,
    })
}

/** A request whose time is over, whether or not the worker came by. */
export function isOverdue(state: State, { status, expiresAt }: SpotState): boolean {
  return status === 'pending' && expiresAt !== null && expiresAt <= state.now
}

function listOverdue(state: State): number[] {
  return [...state.spots.keys()].filter((index) => {
    const spot = at(state.spots, index)
    return !spot.deleted && isOverdue(state, spot)
  })
}

/** They end, with all that is overdue of the same purchases; returns how many. */
export function expireOverdue(state: State, sessions: readonly number[]): number {
  const overdue = listOverdue(state).map((index) => ({ index, ...at(state.spots, index) }))
  const inSessions = overdue.filter(({ session }) => sessions.includes(session))
  const purchases = [...new Set(inSessions.map(({ group }) => group))]
  const idOf = (group: number) => at(state.groups, group).id
  return purchases
    .toSorted((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
    .map((purchase) => overdue.filter(({ group }) => group === purchase))
    .reduce(
      (sum, spots) =>
        sum +
        expire(
          state,
          spots.map(({ index }) => index),
        ),
      0,
    )
}

function expire(state: State, spots: readonly number[]): number {
  return endSpots(state, spots, ['pending'], 'expired').length
}

/** Whether seats are free, or would be without requests whose time is over. */
export function canMakeRoom(state: State, session: number, count: number): boolean {
  const { capacity, taken } = at(state.sessions, session)
  const overdue = listOverdue(state).filter((index) => at(state.spots, index).session === session)
  return taken - overdue.length + count <= capacity
}

/** Takes seats; where they do not fit, what waited too long in the session makes room first. */
export function takeOrMakeRoom(
  state: State,
  session: number,
  count: number,
  reason: string,
): boolean {
  if (takeSeats(state, session, count, reason)) return true
  const overdue = listOverdue(state).filter((index) => at(state.spots, index).session === session)
  return expire(state, overdue) > 0 && takeSeats(state, session, count, reason)
}

const freeMinutes = 15

/** What cancelling a spot costs its customer now. */
export function costOfCancelling(state: State, index: number): 'free' | 'late' | 'no' {
  const { status, session, heldSince, agreed } = at(state.spots, index)
  const { startsAt, version } = at(state.sessions, session)
  if (!isOpen(status) || startsAt <= state.now) return 'no'
  const free =
    status === 'pending' ||
    state.now < heldSince + freeMinutes ||
    agreed !== version ||
    state.now <= startsAt - state.noticeMinutes
  return free ? 'free' : 'late'
}

/** A page that shows everything as it is now. */
export function openPage(state: State): void {
  const shown = [...state.spots.keys()].filter((index) => !at(state.spots, index).deleted)
  state.pages.push({
    versions: state.sessions.map(({ version }) => version),
    spots: new Map(
      shown.map((index) => {
        const { session } = at(state.spots, index)
        return [index, { session, isFree: costOfCancelling(state, index) === 'free' }]
      }),
    ),
  })
}

/** Whether sessions are where the page showed them. */
export function areAsSeen(state: State, page: number | null, sessions: readonly number[]): boolean {
  if (page === null) return true
  const { versions } = at(state.pages, page)
  return sessions.every((index) => at(state.sessions, index).version === versions[index])
}

/** Whether spots are in the sessions the page showed, and cancelling is free where it was. */
export function areAsShown(state: State, page: number | null, spots: readonly number[]): boolean {
  if (page === null) return true
  const shown = at(state.pages, page).spots
  return spots.every((index) => {
    const said = shown.get(index)
    if (!said) return true
    const isLate = said.isFree && costOfCancelling(state, index) === 'late'
    return at(state.spots, index).session === said.session && !isLate
  })
}

const aheadOfUtcMinutes = new Temporal.ZonedDateTime(0n, zone).offsetNanoseconds / 60e9

/** From the minutes of the model to those since the epoch, as the database has them now: time passes by moving what it holds. */
export const shiftOf = ({ begunMinute, now }: State) => begunMinute + 0.5 - now

/** On the vendor's clock. */
export function localOf(state: State, instant: number): { day: number; minute: number } {
  const minutes = instant + shiftOf(state) + aheadOfUtcMinutes
  const day = Math.floor(minutes / 1440)
  return { day, minute: minutes - day * 1440 }
}

export function instantOf(state: State, { day, minute }: { day: number; minute: number }): number {
  return day * 1440 + minute - aheadOfUtcMinutes - shiftOf(state)
}
