import { bookingPhase, type Gender } from '#core/classes/rules.ts'
import {
  addDays,
  addMinutes,
  type LocalDate,
  nearestInstantOf,
  wallClockOf,
  weekdayOf,
} from '#core/shared/time.ts'

export const bookingStatuses = [
  'pending',
  'confirmed',
  'completed',
  'cancelled',
  'rejected',
  'expired',
] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** A seat is held by these; every other status gave it back. */
export function holdsSeat(status: BookingStatus): boolean {
  return status === 'pending' || status === 'confirmed' || status === 'completed'
}

/** The earliest expiry of the pending spots. Null if none is pending. */
export function firstExpiry(
  spots: readonly { status: BookingStatus; expiresAt: Date | null }[],
): Date | null {
  const ends = spots.flatMap(({ status, expiresAt }) =>
    status === 'pending' && expiresAt ? [expiresAt.getTime()] : [],
  )
  return ends.length === 0 ? null : new Date(Math.min(...ends))
}

const allowed: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: ['confirmed', 'rejected', 'cancelled', 'expired'],
  confirmed: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
  rejected: [],
  expired: [],
}

/** What the vendor can set by hand; a booking may also keep the status it has. */
export const settableStatuses = [
  'pending',
  'confirmed',
  'completed',
  'cancelled',
] as const satisfies readonly BookingStatus[]

export function maySet(from: BookingStatus, to: BookingStatus): boolean {
  return from === to || settableStatuses.some((status) => status === to)
}

/** False: the change is a correction, allowed to the vendor and logged. */
export function mayBecome(from: BookingStatus, to: BookingStatus): boolean {
  return allowed[from].includes(to)
}

/** What the vendor's list shows. */
export const bookingsShown = ['upcoming', 'past', 'all'] as const
export type BookingsShown = (typeof bookingsShown)[number]

/** How the vendor's list is sorted. */
export const bookingOrders = ['session', 'booked'] as const
export type BookingOrder = (typeof bookingOrders)[number]

/** The money of a booking, as the vendor's list can be filtered by it. */
export const paymentsShown = ['due', 'paid', 'refunded', 'bundle'] as const
export type PaymentShown = (typeof paymentsShown)[number]

export const maxSpotsPerSession = 4
export const maxUpcomingSpots = 20
/** What all who are new to a vendor with a limit since yesterday book from one network address in a day. */
export const maxNewcomerPurchases = 3
export const maxNewcomerSpots = 4
/** Right after booking, or once a request is confirmed, cancelling is free for this long. */
export const freeMinutesAfterBooking = 15
export const hoursUntilCompleted = 12
/** The most spots a session can have. */
export const maxCapacity = 5000
/** The most spots the vendor adds at once by hand. */
export const maxSpotsByHand = 20

/** The most bookings that the vendor changes together. */
export const maxChosen = 500

/** What the vendor agrees to by adding people to a full session. */
export function fullSessionText(of: { taken: number; capacity: number; spots: number }): string {
  return `${of.taken} of ${of.capacity}, ${of.spots} more`
}

/** The extras of a slot as a form shows them; its answer sends it back, so that no other price is recorded. */
export function extrasText(extras: readonly { id: string; amountMinor: number }[]): string {
  return extras.map(({ id, amountMinor }) => `${id} ${amountMinor}`).join(', ')
}

/** The same where the slot may still change: each at its own price. */
export function extraPricesText(
  extras: readonly { id: string; priceMinor: number; per: string }[],
): string {
  return extras.map(({ id, priceMinor, per }) => `${id} ${priceMinor} ${per}`).join(', ')
}

export type Refusal = CustomerRefusal | ContactRefusal
export type SessionRefusal = 'session_cancelled' | 'session_past'
export type OfferRefusal = SessionRefusal | 'not_found' | 'registration_closed' | 'not_open_yet'
export type CustomerRefusal = OfferRefusal | 'too_many_spots' | 'session_full'
export type ContactRefusal = 'contact_limit'
export type ConditionRefusal = 'not_confirmed'
export type PartyRefusal = 'too_many_people' | 'details_missing' | 'no_extras'

export type SessionFacts = {
  status: 'confirmed' | 'cancelled'
  startsAt: Date
  currentStudents: number
  maxStudents: number
}
export type OfferFacts = SessionFacts & {
  /** the class can be booked: class_is_bookable() in the database */
  bookable: boolean
  bookingClosesAt: Date
  /** session_opens_at() in the database; a bundle does not wait for it */
  bookingOpensAt: Date | null
  maxSpotsPerBooking: number
  /** what customers confirm before they book */
  condition: string | null
}

/** The party as the customer described it. Classes have none. */
export type Party = {
  people: number
  /** the ids of the extras that the party wants, each once */
  extras: readonly string[]
  gender: Gender | null
  birthDate: LocalDate | null
}

/** The telephone codes that the form of a facility offers. A number with a + brings its own. */
export const phoneCodes = ['+1', '+44', '+33', '+49', '+86', '+81', '+91'] as const
export const phoneCountries: Readonly<Record<(typeof phoneCodes)[number], string>> = {
  '+1': 'US',
  '+44': 'UK',
  '+33': 'FR',
  '+49': 'DE',
  '+86': 'CN',
  '+81': 'JP',
  '+91': 'IN',
}

/** The number that the two phone fields of a facility make: the 0 in front of a national number goes. */
export function wholePhone(countryCode: string, phone: string): string {
  const typed = phone.trim()
  return typed.startsWith('+') ? typed : `${countryCode} ${typed.replace(/^0+/, '')}`
}

/** What a facility asks of a party. */
export type PartyFacts = {
  /** null in a class */
  maxPeople: number | null
  asksGender: boolean
  asksBirthDate: boolean
}

/**
 * Why a facility refuses this party, or a booking without one. party_fits() in the database says the same; extras
 * of a class have no price there.
 */
export function partyRefusal(facts: PartyFacts, party: Party | null): PartyRefusal | null {
  if (facts.maxPeople === null) return party && party.extras.length > 0 ? 'no_extras' : null
  if (party === null) return 'details_missing'
  if (party.people < 1 || party.people > facts.maxPeople) return 'too_many_people'
  const lacksGender = facts.asksGender && party.gender === null
  const lacksBirthDate = facts.asksBirthDate && party.birthDate === null
  return lacksGender || lacksBirthDate ? 'details_missing' : null
}

/** Upcoming spots a contact already holds with the vendor. */
export type ContactFacts = {
  onSession: number
  upcoming: number
  /** the vendor takes no online bookings of it; no refusal says so */
  isBlocked?: boolean
}

/** Why this session takes no customers at all; null: it takes place. */
export function sessionRefusal(
  session: Pick<SessionFacts, 'status' | 'startsAt'>,
  now: Date,
): SessionRefusal | null {
  if (session.status === 'cancelled') return 'session_cancelled'
  return session.startsAt <= now ? 'session_past' : null
}

/** Whether that many more spots are free. */
export function capacityRefusal(
  session: Pick<SessionFacts, 'currentStudents' | 'maxStudents'>,
  spots: number,
): 'session_full' | null {
  return session.currentStudents + spots > session.maxStudents ? 'session_full' : null
}

/** Why a customer cannot book this session, regardless of free spots; null if it is bookable. */
export function offerRefusal(offer: OfferFacts, now: Date): OfferRefusal | null {
  if (!offer.bookable) return 'not_found'
  const refused = sessionRefusal(offer, now)
  if (refused !== null) return refused
  const phase = bookingPhase(offer, now)
  if (phase === 'closed') return 'registration_closed'
  return phase === 'open' ? null : 'not_open_yet'
}

/**
 * Why these spots cannot be booked by any customer; null: they can.
 */
export function customerRefusal(
  offer: OfferFacts,
  spots: number,
  now: Date,
): CustomerRefusal | null {
  const refused = offerRefusal(offer, now)
  if (refused !== null) return refused
  return spots > offer.maxSpotsPerBooking ? 'too_many_spots' : capacityRefusal(offer, spots)
}

export type NewOffer = OfferFacts &
  PartyFacts & {
    /** with the extras that were asked for; null: one of them is not offered any more */
    priceMinor: number | null
    version: number
  }

/**
 * The same, and refuses a party that does not fit, a price, time or place that differs from what the customer saw, and a customer who has not confirmed
 * what the class asks for. Undefined values are not compared.
 * book_session() refuses the same, and a test over all combinations of facts compares the two.
 */
export function bookingRefusal(
  offer: NewOffer,
  asked: {
    spots: number
    party?: Party | undefined
    seenPriceMinor?: number | undefined
    seenVersion: number | null
    accepted: readonly string[]
  },
  now: Date,
): CustomerRefusal | PartyRefusal | 'price_changed' | 'session_changed' | ConditionRefusal | null {
  const { seenPriceMinor = offer.priceMinor, party = null } = asked
  const refused = customerRefusal(offer, asked.spots, now) ?? partyRefusal(offer, party)
  if (refused !== null) return refused
  if (offer.priceMinor === null || seenPriceMinor !== offer.priceMinor) return 'price_changed'
  if ((asked.seenVersion ?? offer.version) !== offer.version) return 'session_changed'
  return conditionRefusal(offer, asked.accepted)
}

/** Whether the customer has confirmed what the class asks for. */
export function conditionRefusal(
  { condition }: Pick<OfferFacts, 'condition'>,
  accepted: readonly string[],
): ConditionRefusal | null {
  return condition === null || accepted.includes(condition) ? null : 'not_confirmed'
}

/**
 * Whether a contact may have the added spots as well. Adding zero always passes. Checked last, when everything else would
 * allow the booking: a refusal must not tell a stranger whether a person has a booking.
 */
export function contactRefusal(
  contact: ContactFacts,
  spots: { onSession: number; inAll: number },
): ContactRefusal | null {
  const tooManyHere =
    spots.onSession > 0 && contact.onSession + spots.onSession > maxSpotsPerSession
  const tooManyInAll = spots.inAll > 0 && contact.upcoming + spots.inAll > maxUpcomingSpots
  const isBlocked = contact.isBlocked === true && (spots.onSession > 0 || spots.inAll > 0)
  return tooManyHere || tooManyInAll || isBlocked ? 'contact_limit' : null
}

/** What a vendor with a limit has of it. */
export type LimitFacts = {
  /** online bookings of this month */
  used: number
  most: number
  /** what all who are new since yesterday have booked from this customer's network address; null: this customer isn't new */
  byNewcomers: { purchases: number; spots: number } | null
}

/**
 * Whether a vendor with a limit takes these spots online, or the customer asks the vendor: otherwise invented contacts of one
 * person use up the month. book_session() says the same.
 */
export function limitRefusal(
  limit: LimitFacts | null,
  asked: { spots: number },
): 'ask_vendor' | null {
  if (limit === null) return null
  const isUsedUp = limit.used + asked.spots > limit.most
  const by = limit.byNewcomers
  const isOfNewcomers =
    by !== null &&
    (by.purchases + 1 > maxNewcomerPurchases || by.spots + asked.spots > maxNewcomerSpots)
  return isUsedUp || isOfNewcomers ? 'ask_vendor' : null
}

export type CancelFacts = {
  status: BookingStatus
  startsAt: Date
  bookedAt: Date
  confirmedAt: Date | null
  noticeMinutes: number
  /** its time and place are still those the customer chose */
  isAsAgreed: boolean
}

/** Whether cancelling now is free or late; 'no' if the session has started or there is nothing to cancel. */
export function cancellation(booking: CancelFacts, now: Date): 'free' | 'late' | 'no' {
  if (booking.status !== 'pending' && booking.status !== 'confirmed') return 'no'
  if (booking.startsAt <= now) return 'no'
  if (booking.status === 'pending') return 'free'
  const { inTime, fresh } = freeTimes(booking)
  return now <= inTime || now < fresh ? 'free' : 'late'
}

type FreeFacts = Omit<CancelFacts, 'status'>

/**
 * Until when a confirmed booking can be cancelled free of charge: until the notice period begins, and in any case for some
 * minutes after booking. If the vendor has changed the session, until it starts.
 */
export function freeUntil(booking: FreeFacts): Date {
  const { inTime, fresh } = freeTimes(booking)
  return new Date(Math.min(booking.startsAt.getTime(), Math.max(inTime.getTime(), fresh.getTime())))
}

/**
 * The same before booking, for a session as it stands; 'briefly': only right after booking, because its notice period has
 * begun or is about to.
 */
export function freeTerm(
  session: Pick<CancelFacts, 'startsAt' | 'noticeMinutes'>,
  now: Date,
): Date | 'briefly' {
  const until = freeUntil({ ...session, bookedAt: now, confirmedAt: null, isAsAgreed: true })
  return until <= addMinutes(now, freeMinutesAfterBooking) ? 'briefly' : until
}

function freeTimes({ startsAt, bookedAt, confirmedAt, noticeMinutes, isAsAgreed }: FreeFacts) {
  return {
    inTime: addMinutes(startsAt, isAsAgreed ? -noticeMinutes : 0),
    fresh: addMinutes(confirmedAt ?? bookedAt, freeMinutesAfterBooking),
  }
}

/**
 * A spot as a page showed it. `isFree`: the page said that cancelling is free.
 */
export type ShownSpot = {
  bookingId: string
  sessionId: string
  isFree: boolean
  /** whether it holds a seat; null: the page did not say */
  isHeld: boolean | null
  /** what was paid for it, or for its bundle; null: the page did not say */
  paidMinor: number | null
  /** what the page said is still owed for its bundle; missing: it did not say */
  dueMinor?: number
}

type Told = {
  id: string
  sessionId: string
  isFree?: boolean
  isHeld?: boolean
  paidMinor?: number
  dueMinor?: number
}

/** As a form sends it. */
export function shownSpotText(spot: Told): string {
  const { id, sessionId, isFree, isHeld, paidMinor, dueMinor } = spot
  const seat = isHeld === undefined ? '-' : isHeld ? 'held' : 'over'
  const cost = isFree ? 'free' : '-'
  const money = [paidMinor ?? '-', ...(dueMinor === undefined ? [] : [dueMinor])]
  return [id, sessionId, cost, seat, ...money].join(' ')
}

export function readShownSpot(text: string): ShownSpot {
  const [bookingId = '', sessionId = '', cost, seat, ...money] = text.split(' ')
  const isHeld = seat === 'held' || seat === 'over' ? seat === 'held' : null
  const [paidMinor = null, dueMinor = null] = money.map((sum) =>
    /^-?\d{1,15}$/.test(sum) ? Number(sum) : null,
  )
  const spot = { bookingId, sessionId, isFree: cost === 'free', isHeld, paidMinor }
  return dueMinor === null ? spot : { ...spot, dueMinor }
}

/** Whether a spot is in another session than its page showed, or cancelling is no longer free as shown. */
export function differsFromShown(
  spot: CancelFacts & { id: string; sessionId: string },
  shown: readonly ShownSpot[],
  now: Date,
): boolean {
  const said = shown.find(({ bookingId }) => bookingId === spot.id)
  if (!said) return false
  return spot.sessionId !== said.sessionId || (said.isFree && cancellation(spot, now) === 'late')
}

/** A customer may move as long as cancelling is free: moving must not be the way around a late cancellation. */
export function mayMove(booking: CancelFacts, now: Date): boolean {
  return cancellation(booking, now) === 'free'
}

/** A link in our messages, one that the vendor sends by hand, and one in a calendar, which others may see. */
export type LinkKind = 'manage' | 'issued' | 'view'

/** What the page of a purchase can be asked to do. docs/links.md says of each whom it concerns, and a test compares. */
export const linkActions = ['move', 'cancel', 'redeem', 'renew', 'feed', 'disconnect'] as const
export type LinkAction = (typeof linkActions)[number]

/** Long enough to look up past bookings; after that, a leaked link is harmless. */
export const daysUntilReadOnly = 30

/** Whether a link only shows its purchase. `endsAt`: of its last session, or of its bundle if that is later. */
export function isReadOnly({ kind, endsAt }: { kind: LinkKind; endsAt: Date }, now: Date): boolean {
  return kind === 'view' || now.getTime() >= endsAt.getTime() + daysUntilReadOnly * 86_400_000
}

type Waiting = { status: BookingStatus; expiresAt: Date | null }

/** Whether the vendor can still answer a request: still_waits() in the database. */
export function stillWaits({ status, expiresAt }: Waiting, now: Date): boolean {
  return status === 'pending' && expiresAt !== null && expiresAt > now
}

/**
 * A request that nobody answered in time is shown as Expired, even if the worker has not ended it yet. What holds a seat by
 * this status is holds_still() in the database.
 */
export function shownStatus(booking: Waiting, now: Date): BookingStatus {
  return booking.status === 'pending' && !stillWaits(booking, now) ? 'expired' : booking.status
}

/** Local times between which waits are paused. */
export const nightStarts = '21:00'
export const nightEnds = '08:00'

/** When a request expires. Waits are paused between 21:00 and 8:00 on the vendor's clock; `endOfWait` limits them. */
export function confirmationExpiry(wait: {
  now: Date
  timeoutMinutes: number
  /** the vendor's */
  zone: string
  startsAt: Date
}): Date {
  const { now, timeoutMinutes, zone, startsAt } = wait
  return endOfWait(afterDaytime({ from: now, minutes: timeoutMinutes, zone }), { now, startsAt })
}

/** A vendor is reminded of a request when half of its time has passed, or this much is left. */
const mostMinutesLeft = 120

/** When the vendor is reminded of a request that is still open: by day, unless all of the wait is in one night. */
export function reminderAt(wait: { askedAt: Date; expiresAt: Date; zone: string }): Date {
  const { askedAt, expiresAt, zone } = wait
  const minutes = daytimeBetween(wait)
  const passed = Math.max(minutes / 2, minutes - mostMinutesLeft)
  const byDay = afterDaytime({ from: askedAt, minutes: passed, zone })
  return byDay < expiresAt
    ? byDay
    : new Date(askedAt.getTime() + (expiresAt.getTime() - askedAt.getTime()) / 2)
}

/**
 * When a request made now for a session expires, if it waits until `end` at the most: an hour before the start, so that the
 * customer can still make other plans, or at the start if less than two hours are left.
 */
export function endOfWait(end: Date, { now, startsAt }: { now: Date; startsAt: Date }): Date {
  const latest = now <= addMinutes(startsAt, -120) ? addMinutes(startsAt, -60) : startsAt
  return end < latest ? end : latest
}

/** The instant at which this number of minutes outside the night has passed. A clock change makes its night longer or shorter. */
function afterDaytime({ from, minutes, zone }: { from: Date; minutes: number; zone: string }) {
  let at = from
  let left = minutes
  for (;;) {
    const { date, time } = wallClockOf(at, zone)
    const clock = (of: string, days = 0) =>
      nearestInstantOf({ date: addDays(date, days), time: of, zone }, 'later')
    if (time >= nightStarts) at = clock(nightEnds, 1)
    else if (time < nightEnds) at = clock(nightEnds)
    else {
      const day = (clock(nightStarts).getTime() - at.getTime()) / 60_000
      if (left <= day) return addMinutes(at, left)
      left -= day
      at = clock(nightStarts)
    }
  }
}

export function isNight(at: Date, zone: string): boolean {
  const { time } = wallClockOf(at, zone)
  return time >= nightStarts || time < nightEnds
}

/** The minutes outside the night between two instants. */
function daytimeBetween({ askedAt, expiresAt, zone }: Parameters<typeof reminderAt>[0]): number {
  let minutes = 0
  let { date } = wallClockOf(askedAt, zone)
  for (;;) {
    const clock = (time: string) => nearestInstantOf({ date, time, zone }, 'later').getTime()
    if (clock(nightEnds) >= expiresAt.getTime()) return minutes
    const from = Math.max(clock(nightEnds), askedAt.getTime())
    const to = Math.min(clock(nightStarts), expiresAt.getTime())
    minutes += Math.max(0, to - from) / 60_000
    date = addDays(date, 1)
  }
}

/** Dates of a bundle with this many free spots or fewer are highlighted. */
export const fewSpots = 2
/** How far ahead a weekly series is searched. */
export const longestSeriesDays = 365

export type SeriesSession = {
  id: string
  version: number
  startsAt: Date
  endsAt: Date
  /** on the vendor's clock */
  date: string
  startTime: string
  /** of a weekly time, not added by hand */
  isWeekly: boolean
  spotsLeft: number
}
export type PlannedSession = {
  sessionId: string
  version: number
  startsAt: Date
  endsAt: Date
  spotsLeft: number
  state: 'free' | 'few' | 'full'
  /** taken in place of a full one of the series */
  instead: boolean
}

/**
 * The dates that follow the first session, as many as there are dates for: on each weekday of the class, at its weekly time
 * nearest to that of the first. Without other weekly times: the same weekday and time, week by week on the vendor's calendar.
 */
export function weeklySeries<Session extends SeriesSession>(
  sessions: readonly Session[],
  first: SeriesSession,
  count: number,
): Session[] {
  const times = seriesTimes(sessions, first)
  const byDate = new Map<string, Session>()
  for (const session of sessions) {
    if (session.startTime !== times.get(weekdayOf(session.date))) continue
    const other = byDate.get(session.date)
    // The same class at the same time twice: the chosen one, or the one with more room.
    if (
      !other ||
      session.id === first.id ||
      (other.id !== first.id && session.spotsLeft > other.spotsLeft)
    )
      byDate.set(session.date, session)
  }
  const series: Session[] = []
  for (let days = 0; days <= longestSeriesDays && series.length < count; days += 1) {
    const found = byDate.get(addDays(first.date, days))
    if (found) series.push(found)
  }
  return series
}

/** The last date of a series that lacks none. */
export function lastSeriesDate(
  sessions: readonly SeriesSession[],
  first: SeriesSession,
  count: number,
): string {
  const times = seriesTimes(sessions, first)
  let date = first.date
  for (let left = count - 1; left > 0; left -= times.has(weekdayOf(date)) ? 1 : 0)
    date = addDays(date, 1)
  return date
}

/** The start time of each weekday that a series follows. */
function seriesTimes(
  sessions: readonly SeriesSession[],
  first: SeriesSession,
): ReadonlyMap<number, string> {
  const times = new Map<number, string>()
  const away = (time: string) => Math.abs(minutesOf(time) - minutesOf(first.startTime))
  for (const { date, startTime, isWeekly } of sessions) {
    const weekday = weekdayOf(date)
    const other = times.get(weekday)
    if (isWeekly && (other === undefined || away(startTime) < away(other)))
      times.set(weekday, startTime)
  }
  return times.set(weekdayOf(first.date), first.startTime)
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Replaces each full session with the nearest one that has free spots, or drops the date if there is none. */
export function replaceFull<Session extends SeriesSession>(
  series: readonly Session[],
  sessions: readonly Session[],
): { session: Session; instead: boolean }[] {
  const used = new Set(series.map(({ id }) => id))
  const replaced = series.flatMap((wanted) => {
    if (wanted.spotsLeft > 0) return { session: wanted, instead: false }
    const [nearest] = sessions
      .filter(({ id, spotsLeft }) => spotsLeft > 0 && !used.has(id))
      .toSorted((one, other) => distance(one, wanted) - distance(other, wanted))
    if (!nearest) return []
    used.add(nearest.id)
    return { session: nearest, instead: true }
  })
  return replaced.toSorted(
    (one, other) => one.session.startsAt.getTime() - other.session.startsAt.getTime(),
  )
}

function distance(one: SeriesSession, other: SeriesSession): number {
  return Math.abs(one.startsAt.getTime() - other.startsAt.getTime())
}

export function plannedSession(session: SeriesSession, instead: boolean): PlannedSession {
  const { id, version, startsAt, endsAt, spotsLeft } = session
  return { sessionId: id, version, startsAt, endsAt, ...roomIn(spotsLeft), instead }
}

/** The level for the number of free spots; values below 0 count as 0. */
export function roomIn(spotsLeft: number): Pick<PlannedSession, 'spotsLeft' | 'state'> {
  const state = spotsLeft <= 0 ? 'full' : spotsLeft <= fewSpots ? 'few' : 'free'
  return { spotsLeft: Math.max(0, spotsLeft), state }
}

/**
 * The session versions that a page showed, sent back with its form. A version counts changes of time or place; sessions
 * with version 0 are left out.
 */
export type SeenVersions = ReadonlyMap<string, number>

type Versioned = { id: string; version: number }

/** The text that a form sends; it is never empty: '0 0a2f… 3 7d0f… 1', where 0 stands for every other session. */
export function seenVersionsText(sessions: readonly Versioned[]): string {
  const changed = sessions.filter(({ version }) => version > 0)
  return ['0', ...changed.map(({ id, version }) => `${id} ${version}`)].join(' ')
}

export function readSeenVersions(text: string): SeenVersions {
  const [, ...words] = text.split(' ')
  const pairs = words.flatMap((id, at) =>
    at % 2 === 0 && /^\d{1,9}$/.test(words[at + 1] ?? '')
      ? [[id, Number(words[at + 1])] as const]
      : [],
  )
  return new Map(pairs)
}

/** The version of a session that the page showed; null if the form does not say. */
export function seenVersionOf(seen: SeenVersions | undefined, sessionId: string): number | null {
  return seen ? (seen.get(sessionId.toLowerCase()) ?? 0) : null
}

/** Whether a session's time and place are still those the page showed. */
export function isAsSeen(seen: SeenVersions | undefined, { id, version }: Versioned): boolean {
  return (seenVersionOf(seen, id) ?? version) === version
}

export type GiveRefusal =
  /** a bundle pays for it */
  | 'of_bundle'
  /** it waits for an answer, or holds no spot any more */
  | 'not_confirmed'
  /** or somebody has been marked already: marks open a little before the start */
  | 'has_begun'

/** Why a spot cannot be given to another customer; null: it can. */
export function giveRefusal(
  {
    isOfBundle,
    status,
    startsAt,
    attendance,
  }: { isOfBundle: boolean; status: BookingStatus; startsAt: Date; attendance: string | null },
  now: Date,
): GiveRefusal | null {
  if (isOfBundle) return 'of_bundle'
  if (status !== 'confirmed') return 'not_confirmed'
  return startsAt <= now || attendance !== null ? 'has_begun' : null
}

/** Google takes 8 kB of a description, with its markup and our link. */
const mostBytes = 7000
const mostNames = 50

export type ComesWords = { waiting: string; more: (count: number) => string }

/** Who comes to a session, in lines for the vendor's own calendar. */
export function peopleLines(
  people: readonly { name: string; spots: number; waiting: boolean }[],
  words: ComesWords,
): string[] {
  const lines: string[] = []
  let bytes = 0
  for (const { name, spots, waiting } of people.slice(0, mostNames)) {
    const line = `${name}${spots > 1 ? ` × ${spots}` : ''}${waiting ? ` (${words.waiting})` : ''}`
    bytes += new TextEncoder().encode(line).length + 1
    if (bytes > mostBytes) break
    lines.push(line)
  }
  return people.length > lines.length ? [...lines, words.more(people.length - lines.length)] : lines
}
