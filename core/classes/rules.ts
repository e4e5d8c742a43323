import {
  addDays,
  addMinutes,
  daysBetween,
  endOfDay,
  type LocalDate,
  type LocalTime,
  weekdayOf,
  startOfDay,
} from '#core/shared/time.ts'

/**
 * Limits per vendor, of bundles per class, so that no account fills the database. The worker creates sessions only for
 * weekly times, up to a year ahead.
 */
export const vendorLimits = { classes: 1000, times: 1000, sessions: 20_000, bundles: 50 } as const
/** Of a vendor that is not proven yet. */
export const newClassesPerDay = 20
/** Weekly times that a class form can add up to. A class may have more, because changing all following sessions splits a weekly time. */
export const maxTimesInForm = 21
export const confirmationTimeouts = [5, 10, 15, 30, 60, 180, 720, 1440] as const
export const categories = [
  'fitness',
  'yoga',
  'strength',
  'cardio',
  'pilates',
  'dance',
  'martial_arts',
  'other',
] as const
export const difficulties = ['general', 'beginner', 'intermediate', 'advanced'] as const
/** Where customers pay: at the studio, by card when they book, or as they choose. */
export const payWays = ['studio', 'card', 'choice'] as const
export type PayWay = (typeof payWays)[number]

/** How a class is paid by card, and what card_minimum() and card_unit() say of its currency. */
export type CardOffer = { pays: 'card' | 'choice'; leastMinor: number; unitMinor: number }

/** Where something that costs this is paid: is_paid_by_card() in the database says the same. */
export function wayToPay(cards: CardOffer | null, priceMinor: number): PayWay {
  const fits =
    cards !== null && priceMinor >= cards.leastMinor && priceMinor % cards.unitMinor === 0
  return fits ? cards.pays : 'studio'
}

export const visibilities = ['public', 'link', 'closed'] as const
/** Where a class of the vendor's own list stands. */
export const classStates = ['open', 'link', 'paused', 'ended'] as const
export type ClassState = (typeof classStates)[number]

/** How a vendor's own list is sorted: by the next session, or by when the class was created. */
export const classSorts = ['next', 'newest'] as const
export type ClassSort = (typeof classSorts)[number]

/** Of a facility: the weekly slots its opening hours may make, the people of a party, the days it can be booked ahead, its extras. */
export const facilityLimits = {
  slotsPerWeek: 168,
  people: 100,
  daysAhead: 365,
  graceMinutes: 240,
  extras: 12,
} as const
/** A facility asks for these only if its owner does. */
export const genders = ['male', 'female', 'prefer-not-to-say'] as const
export type Gender = (typeof genders)[number]
export const extraUnits = ['slot', 'hour'] as const
export type ExtraUnit = (typeof extraUnits)[number]

/** What a facility is in addition to a class; of a class, nothing. */
export type FacilityFields = {
  kind: 'class' | 'facility'
  maxPeople: number | null
  daysAhead: number | null
  graceMinutes: number | null
  asksGender: boolean
  asksBirthDate: boolean
}

/** The page where a class, or a slot of a facility, is booked. */
export function bookingPath({ id, kind }: { id: string; kind: FacilityFields['kind'] }): string {
  return kind === 'facility' ? `/book-slot/${id}` : `/book/class/${id}`
}

/** A slot of a facility has one place, for one party, whatever a form says. */
export function placesIn(
  { kind }: Pick<FacilityFields, 'kind'>,
  { maxStudents }: { maxStudents: number },
): number {
  return kind === 'facility' ? 1 : maxStudents
}

/** A slot of a facility that nobody has: there is nothing to prepare for. */
export function isFreeSlot(session: { isSlot: boolean; currentStudents: number }): boolean {
  return session.isSlot && session.currentStudents === 0
}

export const notAFacility: FacilityFields = {
  kind: 'class',
  maxPeople: null,
  daysAhead: null,
  graceMinutes: null,
  asksGender: false,
  asksBirthDate: false,
}

/** What an extra costs with a session of some minutes; extra_amount() in db/functions/bookable.sql. */
export function extraAmount(
  { priceMinor, per }: { priceMinor: number; per: ExtraUnit },
  minutes: number,
): number {
  return per === 'hour' ? Math.round((priceMinor * minutes) / 60) : priceMinor
}

/** When a facility is open on a weekday; until '00:00' is midnight. */
export type OpeningHours = ClockSpan & { weekday: number }

/** Every day that has no hours of its own. */
export const everyDay = 0
const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** A row of a form with opening hours or a break in them; `weekday`: of one day, or of every day. */
export type HoursRow = {
  weekday: number
  from?: LocalTime | undefined
  until?: LocalTime | undefined
  closed?: boolean | undefined
  isBreak?: boolean | undefined
}

type ClockSpan = { from: LocalTime; until: LocalTime }

/** The week that a form means: a day is closed, has hours or breaks of its own, or is open like every day. */
export function hoursOfWeek(rows: readonly HoursRow[]): OpeningHours[] {
  return weekdays.flatMap((weekday) => {
    const { hours, breaks } = spansOfDay(rows, weekday)
    return breaks.reduce(cutOut, hours).map((span) => ({ weekday, ...span }))
  })
}

/** Hours of its own come without the breaks of every day. */
function spansOfDay(rows: readonly HoursRow[], weekday: number) {
  const own = rows.filter((row) => row.weekday === weekday)
  if (own.some(({ closed }) => closed)) return { hours: [], breaks: [] }
  const [hours, breaks] = [spansIn(own, false), spansIn(own, true)]
  const usual = rows.filter((row) => row.weekday === everyDay)
  const isUsual = hours.length === 0
  return {
    hours: isUsual ? spansIn(usual, false) : hours,
    breaks: isUsual && breaks.length === 0 ? spansIn(usual, true) : breaks,
  }
}

const spansIn = (rows: readonly HoursRow[], areBreaks: boolean): ClockSpan[] =>
  rows.flatMap(({ from, until, isBreak = false }) =>
    from && until && isBreak === areBreaks ? [{ from, until }] : [],
  )

/** What is left of the hours beside a break. */
const cutOut = (hours: readonly ClockSpan[], pause: ClockSpan): ClockSpan[] =>
  hours.flatMap((open) => {
    const isApart = endOf(open) <= minutesOf(pause.from) || endOf(pause) <= minutesOf(open.from)
    if (isApart || !isForward(pause)) return [open]
    return [
      ...(minutesOf(open.from) < minutesOf(pause.from) ? [{ ...open, until: pause.from }] : []),
      ...(endOf(pause) < endOf(open) ? [{ ...open, from: pause.until }] : []),
    ]
  })

/** Why a break cannot be taken: it is not within the hours of its day, or no slot fits beside it. */
export function breakRefusal(
  rows: readonly HoursRow[],
  { weekday, ...pause }: OpeningHours,
  slotMinutes: number,
): 'break_outside' | 'break_leaves_nothing' | null {
  if (rows.some((row) => row.weekday === weekday && row.closed)) return null
  const { hours, breaks } = spansOfDay(rows, weekday)
  const isInside = hours.some(
    (open) => minutesOf(open.from) <= minutesOf(pause.from) && endOf(pause) <= endOf(open),
  )
  if (!isInside) return 'break_outside'
  const left = breaks.reduce(cutOut, hours).map((span) => ({ weekday, ...span }))
  return slotStarts(left, slotMinutes).length === 0 ? 'break_leaves_nothing' : null
}

/** The same week the other way round, as short as it can be: most days are like every day. */
export function rowsOfWeek(hours: readonly OpeningHours[]): HoursRow[] {
  const days = weekdays.map((weekday) => withBreaks(hours.filter((one) => one.weekday === weekday)))
  const texts = days.map((spans) => JSON.stringify(spans))
  const times = (text: string) => texts.filter((other) => other === text).length
  const [usual = []] = days
    .filter((spans) => spans.length > 0)
    .toSorted((one, other) => times(JSON.stringify(other)) - times(JSON.stringify(one)))
  return [everyDay, ...weekdays].flatMap((weekday): HoursRow[] => {
    const own = weekday === everyDay ? usual : (days[weekday - 1] ?? [])
    if (weekday !== everyDay && JSON.stringify(own) === JSON.stringify(usual)) return []
    return own.length > 0 ? own.map((span) => ({ weekday, ...span })) : [{ weekday, closed: true }]
  })
}

/** Hours of a day with a break where nothing is open between them. Hours that overlap are none of each other's. */
function withBreaks(hours: readonly OpeningHours[]): Omit<HoursRow, 'weekday'>[] {
  const spans: ClockSpan[] = []
  const breaks: ClockSpan[] = []
  for (const { from, until } of hours.toSorted((a, b) => a.from.localeCompare(b.from))) {
    const last = spans.toSorted((a, b) => endOf(b) - endOf(a))[0]
    if (last && endOf(last) < minutesOf(from)) {
      breaks.push({ from: last.until, until: from })
      last.until = until
    } else spans.push({ from, until })
  }
  return [...spans, ...breaks.map((span) => ({ ...span, isBreak: true }))]
}

const minutesOf = (time: LocalTime) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeOf = (minutes: number): LocalTime =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const endOf = ({ until }: ClockSpan) => minutesOf(until) || 24 * 60

/** Whether the hours begin before they end. */
export const isForward = (hours: ClockSpan): boolean => minutesOf(hours.from) < endOf(hours)

/** The starts of the slots that fit into opening hours, by weekday and time, each once. */
export function slotStarts(
  hours: readonly OpeningHours[],
  slotMinutes: number,
): { weekday: number; startTime: LocalTime }[] {
  const starts = new Map<string, { weekday: number; startTime: LocalTime }>()
  for (const open of hours)
    for (let at = minutesOf(open.from); at + slotMinutes <= endOf(open); at += slotMinutes) {
      const slot = { weekday: open.weekday, startTime: timeOf(at) }
      starts.set(`${slot.weekday} ${slot.startTime}`, slot)
    }
  return [...starts.entries()]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([, slot]) => slot)
}

/** The opening hours that make these slots. Slots that overlap, or leave a gap between them, are hours of their own. */
export function hoursOfSlots(
  slots: readonly { weekday: number; startTime: LocalTime }[],
  slotMinutes: number,
): OpeningHours[] {
  const hours: OpeningHours[] = []
  const key = (slot: (typeof slots)[number]) => `${slot.weekday} ${slot.startTime}`
  for (const slot of slots.toSorted((one, other) => key(one).localeCompare(key(other)))) {
    const last = hours.at(-1)
    const until = timeOf(minutesOf(slot.startTime) + slotMinutes)
    if (last?.weekday === slot.weekday && last.until === slot.startTime) last.until = until
    else hours.push({ weekday: slot.weekday, from: slot.startTime, until })
  }
  return hours
}

/** Whether a slot lies within the opening hours that these weekly times stand for. */
export function isWithinHours(
  times: readonly { weekday: number; startTime: LocalTime }[],
  slotMinutes: number,
  slot: { date: LocalDate; startTime: LocalTime; durationMinutes: number },
): boolean {
  const start = minutesOf(slot.startTime)
  return hoursOfSlots(times, slotMinutes).some(
    (open) =>
      open.weekday === weekdayOf(slot.date) &&
      minutesOf(open.from) <= start &&
      start + slot.durationMinutes <= endOf(open),
  )
}

/** One (weekday, time) pair of a class, every n weeks from a day on; ends with its last day. */
export type ClassTime = {
  weekday: number
  startTime: LocalTime
  everyWeeks: number
  startsOn: LocalDate
  endsOn: LocalDate | null
}

/** Whether one of two weekly times has ended when the other begins. */
export function areApart(one: ClassTime, other: ClassTime): boolean {
  const endsBefore = (a: ClassTime, b: ClassTime) => a.endsOn !== null && a.endsOn < b.startsOn
  return endsBefore(one, other) || endsBefore(other, one)
}

/** Whether slots of these weekly times, of some minutes each, would overlap. */
export function makeOverlaps(times: readonly ClassTime[], minutes: number): boolean {
  const overlap = (one: ClassTime, other: ClassTime) =>
    one.weekday === other.weekday &&
    Math.abs(minutesOf(one.startTime) - minutesOf(other.startTime)) < minutes &&
    !areApart(one, other)
  return times.some((one, at) => times.slice(at + 1).some((other) => overlap(one, other)))
}

/** The days of a pair from one day to another, both included. Counted in days of the calendar, never in hours. */
export function occurrences(pair: ClassTime, from: LocalDate, to: LocalDate): LocalDate[] {
  const first = addDays(pair.startsOn, (pair.weekday - weekdayOf(pair.startsOn) + 7) % 7)
  const step = 7 * pair.everyWeeks
  const last = pair.endsOn !== null && pair.endsOn < to ? pair.endsOn : to
  const skipped = from > first ? Math.ceil(daysBetween(first, from) / step) : 0
  const days: LocalDate[] = []
  for (let day = addDays(first, skipped * step); day <= last; day = addDays(day, step))
    days.push(day)
  return days
}

export type ClosingRule = { closesMinutesBefore: number; registrationClosedDate: LocalDate | null }

/** When booking ends: some minutes before the start, or when the last open day is over, whichever is earlier. */
export function bookingClosesAt(startsAt: Date, zone: string, rule: ClosingRule): Date {
  const before = addMinutes(startsAt, -rule.closesMinutesBefore)
  if (rule.registrationClosedDate === null) return before
  const dayOver = endOfDay(rule.registrationClosedDate, zone)
  return dayOver < before ? dayOver : before
}

/**
 * When booking ends after a session was moved or changed. One that closed earlier than its class says stays closed: a slot
 * that was kept outside the opening hours.
 */
export function closesAfterChange(
  session: { startsAt: Date; bookingClosesAt: Date; timeZone: string },
  to: { startsAt: Date; zone: string },
  rule: ClosingRule,
): Date {
  const isClosed =
    session.bookingClosesAt < bookingClosesAt(session.startsAt, session.timeZone, rule)
  return isClosed ? session.bookingClosesAt : bookingClosesAt(to.startsAt, to.zone, rule)
}

/** When booking opens: some days before the day of the session, at midnight; null: at once. session_opens_at(). */
export function bookingOpensAt(
  date: LocalDate,
  zone: string,
  { daysAhead }: { daysAhead: number | null },
): Date | null {
  return daysAhead === null ? null : startOfDay(addDays(date, -daysAhead), zone)
}

export type BookingWindow = { bookingOpensAt: Date | null; bookingClosesAt: Date }

/** Whether a session is open for booking; what is closed does not open. booking_phase() in db/functions/bookable.sql. */
export function bookingPhase(
  { bookingOpensAt: opens, bookingClosesAt: closes }: BookingWindow,
  now: Date,
): 'not_yet' | 'open' | 'closed' {
  if (closes <= now) return 'closed'
  return opens !== null && opens > now ? 'not_yet' : 'open'
}

/** The given day is still included. */
export function isRegistrationClosed(
  registrationClosedDate: LocalDate | null,
  today: LocalDate,
): boolean {
  return registrationClosedDate !== null && registrationClosedDate < today
}

export type Place = { location: string | null; onlineUrl: string | null }

export function samePlace(one: Place, other: Place): boolean {
  return one.location === other.location && one.onlineUrl === other.onlineUrl
}

type Seats = { currentStudents: number; maxStudents: number }

/** Whether that many more spots are free: has_room() in the database. */
export function hasRoom({ currentStudents, maxStudents }: Seats, spots: number): boolean {
  return currentStudents + spots <= maxStudents
}

/** Whether a session looks full; the server's conditional update decides. */
export function isFull(session: Seats): boolean {
  return !hasRoom(session, 1)
}

/** The column's check allows only these values; an unknown value counts as "all levels". */
export function difficultyOf(word: string): (typeof difficulties)[number] {
  return difficulties.find((known) => known === word) ?? 'general'
}

/** 1 = Monday … 7 = Sunday: one of the next two weeks. */
export const daysToAsk = ['today', 'tomorrow', 1, 2, 3, 4, 5, 6, 7] as const
export type DayAsked = (typeof daysToAsk)[number]
export type ClassSearch = {
  text: string
  category: (typeof categories)[number] | null
  day: DayAsked | null
  /** the town of the vendor */
  place?: string | null
}

/** With this many vendors in one town, visitors have a choice there. */
const severalVendors = 3

/** Whether the list of all classes is worth a visit: in some town there are several vendors. */
export function offersChoice(places: readonly { vendors: number }[]): boolean {
  return places.some(({ vendors }) => vendors >= severalVendors)
}

/**
 * The place a visitor's list begins with: the one chosen last, else the only one in the visitor's time zones. '' is every
 * place.
 */
export function firstPlace(
  places: readonly { name: string; zones: readonly string[] }[],
  visitor: { chosen: string | null; zones: readonly string[] },
): string {
  const { chosen, zones } = visitor
  if (chosen === '') return ''
  const same = places.find(({ name }) => name.toLowerCase() === chosen?.toLowerCase())
  if (same) return same.name
  const near = places.filter((place) => place.zones.some((zone) => zones.includes(zone)))
  const [only] = near
  return only && near.length === 1 && places.length > 1 ? only.name : ''
}

export function categoryAsked(text: string): ClassSearch['category'] {
  return categories.find((category) => category === text) ?? null
}

/** The names of the categories as the pages show them, in the letters of `search_fold`. */
const categoryWords: Partial<Record<(typeof categories)[number], readonly string[]>> = {
  fitness: ['fitness', 'fitnes'],
  yoga: ['yoga'],
  strength: ['strength', 'kraft', 'silovye'],
  cardio: ['cardio', 'ausdauer', 'kardio'],
  pilates: ['pilates'],
  dance: ['dance', 'tanz', 'tantsy'],
  martial_arts: ['martial', 'arts', 'kampfsport', 'edinoborstva'],
}

/** The categories that somebody means with a word, or with the first three letters of it. */
export function categoriesNamed(spellings: readonly string[]): readonly string[] {
  const isMeant = (name: string) =>
    spellings.some((word) => word.length >= 3 && name.startsWith(word))
  return categories.filter((category) => categoryWords[category]?.some(isMeant))
}

export function dayAsked(text: string): DayAsked | null {
  return daysToAsk.find((day) => String(day) === text) ?? null
}

/** Errors of typing between two words: a letter too many, too few, another one, or two in the wrong order. */
export function typingErrors(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    rows.push(line)
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      const swapped =
        row > 1 &&
        column > 1 &&
        one[row - 1] === other[column - 2] &&
        one[row - 2] === other[column - 1]
      line.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      )
    }
  }
  return at(one.length, other.length)
}

/** The best correction of a mistyped word: fewest errors, then most used. A short word may have one error, others two. */
export function nearestWord<Word extends { word: string; uses: number }>(
  mistyped: string,
  words: readonly Word[],
): Word | null {
  const most = mistyped.length < 6 ? 1 : 2
  const near = words
    .map((known) => ({ known, errors: typingErrors(mistyped, known.word) }))
    .filter(({ errors }) => errors <= most)
    .toSorted((a, b) => a.errors - b.errors || b.known.uses - a.known.uses)
  return near[0]?.known ?? null
}

/** A page that shows a place on a map; phones open it in their app. */
export function mapUrl(location: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(location)}`
}
