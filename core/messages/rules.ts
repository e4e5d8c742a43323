import type { Slot } from '#core/events/catalogue.ts'
import type { VendorNews } from '#core/vendors/catalogue.ts'
import type { Standing } from '#core/vendors/rules.ts'

/** News about a purchase. */
export const purchaseKinds = [
  'booking.confirmed',
  'booking.requested',
  'booking.approved',
  'booking.rejected',
  'booking.expired',
  'booking.cancelled',
  'booking.late_waived',
  'booking.refunded',
  'booking.price_waived',
  'booking.moved',
  'booking.session_changed',
  'session.cancelled',
] as const
export type PurchaseKind = (typeof purchaseKinds)[number]

/** What a customer is told of the sessions left on a bundle. */
export type BundleLetter = 'bundleMoved' | 'bundleRefunded' | 'bundlePaidBack'

/** What a customer is told of the end of a bundle. */
export type BundleEndLetter = 'bundle' | 'extended'

type Happened = { by: 'customer' | 'vendor' | null; late: boolean }

/** The letter a customer gets; the keys of the texts. */
export function customerLetter(kind: PurchaseKind, { by, late }: Happened) {
  switch (kind) {
    case 'booking.confirmed':
      return 'booked'
    case 'booking.requested':
      return 'requested'
    case 'booking.approved':
      return 'approved'
    case 'booking.rejected':
      return 'rejected'
    case 'booking.expired':
      return 'expired'
    case 'booking.cancelled':
      if (by === 'vendor') return 'cancelledByVendor'
      return late ? 'cancelledLate' : 'cancelledByYou'
    case 'booking.late_waived':
      return 'lateWaived'
    case 'booking.refunded':
      return 'refunded'
    case 'booking.price_waived':
      return 'priceWaived'
    case 'booking.moved':
      return by === 'vendor' ? 'movedByVendor' : 'movedByYou'
    case 'booking.session_changed':
      return 'sessionChanged'
    case 'session.cancelled':
      return 'sessionCancelled'
  }
}

/** The vendor's letter, or null: a vendor is not notified of its own changes. */
export function vendorLetter(kind: PurchaseKind, { by, late }: Happened) {
  if (kind === 'booking.confirmed') return by === 'vendor' ? null : 'vendorBooked'
  if (kind === 'booking.requested') return by === 'vendor' ? null : 'vendorRequested'
  if (kind === 'booking.expired') return 'vendorExpired'
  if (kind === 'booking.cancelled' && by === 'customer')
    return late ? 'vendorCancelledLate' : 'vendorCancelled'
  if (kind === 'booking.moved' && by === 'customer') return 'vendorMoved'
  return null
}

/** The news that a vendor's letter brings, as the settings call it. */
export function newsIn(letter: NonNullable<ReturnType<typeof vendorLetter>>): VendorNews {
  switch (letter) {
    case 'vendorBooked':
      return 'booked'
    case 'vendorRequested':
    case 'vendorExpired':
      return 'requested'
    case 'vendorCancelled':
    case 'vendorCancelledLate':
      return 'cancelled'
    case 'vendorMoved':
      return 'moved'
  }
}

const ending: readonly PurchaseKind[] = [
  'booking.rejected',
  'booking.expired',
  'booking.cancelled',
  'booking.late_waived',
  'session.cancelled',
]

/** News of money only: calendars have heard of nothing. Also after a session. */
const ofMoney: readonly PurchaseKind[] = [
  'booking.late_waived',
  'booking.refunded',
  'booking.price_waived',
]

export const isOfMoney = (kind: PurchaseKind): boolean => ofMoney.includes(kind)

/** Whether the message says that spots have ended. */
export function isEnding(kind: PurchaseKind): boolean {
  return ending.includes(kind)
}

/** Who did something. With a link that the vendor sent by hand, it may be the customer or the member. */
type By = 'customer' | 'issued_link' | 'vendor' | 'system'

/** A spot as a reader was told of it. Completed counts as confirmed, deleted as cancelled. */
export type SpotTold = Slot & {
  status: 'pending' | 'confirmed' | 'cancelled' | 'rejected' | 'expired'
  sessionId: string
  /** a late cancellation that the vendor does not hold against the customer */
  waived: boolean
  /** what was given back for it, and what of its price the vendor does not ask for, in minor units */
  backMinor: number
  forgivenMinor: number
  /** who comes to a slot of a facility, and the names of their extras; null in a class */
  party: { people: number; extras: string[] } | null
}

/** A spot as it is now, with who has done what to it. */
export type SpotNow = SpotTold & {
  late: boolean
  madeBy: By
  movedBy: By | null
  endedBy: By | null
  /** it ended with its session */
  isSessionCancelled: boolean
  /** time and place are those that the customer saw when booking or moving */
  isAsAgreed: boolean
}

export type Reader = 'customer' | 'vendor'

/** Something that a reader has not been told of a spot. `before`: where and when it was to be, as they were told. */
export type SpotNews = {
  kind: PurchaseKind
  by: 'customer' | 'vendor' | null
  late: boolean
  issuedLink: boolean
  before: Slot | null
  /** given back, and not asked for any more, since the reader was told, in minor units */
  backMinor: number
  forgivenMinor: number
}

type Reading = {
  reader: Reader
  /** what the reader was told; undefined: nothing yet */
  told: SpotTold | undefined
  now: SpotNow
  at: Date
}

/**
 * What differs between what a reader was told of a spot and what it is now; null: nothing that they should hear. The vendor
 * hears only what customers did, and which of its requests expired. After a session, refunds and waivers are the only news.
 */
export function spotNews({ reader, told, now, at }: Reading): SpotNews | null {
  const change = told ? changeOf(told, now) : firstOf(now)
  if (change === null) return null
  // The customer booked or moved it at another time or place.
  const isOutdated = reader === 'customer' && !now.isAsAgreed && isHeld(now)
  const isCustomers = !isOutdated && (change.by === 'customer' || change.by === 'issued_link')
  const isOver = Date.parse(now.endsAt) <= at.getTime()
  if (isOver && !isOfMoney(change.kind)) return null
  const concernsVendor = isCustomers || change.kind === 'booking.expired'
  if (reader === 'vendor' && (!concernsVendor || (!told && !isHeld(now)))) return null
  const news: SpotNews = {
    kind: change.kind,
    by: isCustomers ? 'customer' : isOutdated || change.by === 'vendor' ? 'vendor' : null,
    late: now.late && !now.waived && change.kind === 'booking.cancelled',
    issuedLink: isCustomers && change.by === 'issued_link',
    before: told && isHeld(told) && isHeld(now) && !isSamePlace(told, now) ? slotOf(told) : null,
    backMinor: Math.max(0, now.backMinor - (told?.backMinor ?? 0)),
    forgivenMinor: Math.max(0, now.forgivenMinor - (told?.forgivenMinor ?? 0)),
  }
  return reader === 'vendor' && vendorLetter(news.kind, news) === null ? null : news
}

type Change = { kind: PurchaseKind; by: By }

const isHeld = ({ status }: SpotTold) => status === 'pending' || status === 'confirmed'

/** The first that is said of a spot. What the vendor added and removed again was never told. */
function firstOf(now: SpotNow): Change | null {
  if (now.status === 'pending') return { kind: 'booking.requested', by: now.madeBy }
  if (now.status === 'confirmed') return { kind: 'booking.confirmed', by: now.madeBy }
  return now.madeBy === 'vendor' ? null : endOf(now)
}

function changeOf(before: SpotTold, now: SpotNow): Change | null {
  if (isHeld(before) && !isHeld(now)) return endOf(now)
  if (!isHeld(now))
    return now.waived && !before.waived
      ? { kind: 'booking.late_waived', by: 'vendor' }
      : moneyChange(before, now)
  if (now.status === 'pending' && before.status !== 'pending')
    return { kind: 'booking.requested', by: 'vendor' }
  if (now.status === 'confirmed' && before.status !== 'confirmed')
    return { kind: 'booking.approved', by: 'vendor' }
  // To a customer, another session of the class at the same time and place is the same.
  if (isSamePlace(before, now))
    return isSameParty(before, now)
      ? moneyChange(before, now)
      : { kind: 'booking.session_changed', by: 'vendor' }
  return before.sessionId === now.sessionId || now.movedBy === null
    ? { kind: 'booking.session_changed', by: 'vendor' }
    : { kind: 'booking.moved', by: now.movedBy }
}

function moneyChange(before: SpotTold, now: SpotNow): Change | null {
  if (now.backMinor > before.backMinor) return { kind: 'booking.refunded', by: 'vendor' }
  return now.forgivenMinor > before.forgivenMinor
    ? { kind: 'booking.price_waived', by: 'vendor' }
    : null
}

function endOf({ status, endedBy, isSessionCancelled }: SpotNow): Change {
  if (status === 'rejected') return { kind: 'booking.rejected', by: 'vendor' }
  if (status === 'expired') return { kind: 'booking.expired', by: 'system' }
  if (isSessionCancelled) return { kind: 'session.cancelled', by: 'vendor' }
  const by = endedBy === 'customer' || endedBy === 'issued_link' ? endedBy : 'vendor'
  return { kind: 'booking.cancelled', by }
}

const slotOf = ({ startsAt, endsAt, zone, location, onlineUrl }: Slot): Slot => ({
  startsAt,
  endsAt,
  zone,
  location,
  onlineUrl,
})

const isSameParty = (one: SpotTold, other: SpotTold) =>
  JSON.stringify([one.party?.people, one.party?.extras]) ===
  JSON.stringify([other.party?.people, other.party?.extras])

function isSamePlace(one: Slot, other: Slot): boolean {
  return (
    one.startsAt === other.startsAt &&
    one.endsAt === other.endsAt &&
    one.location === other.location &&
    one.onlineUrl === other.onlineUrl
  )
}

/** A bundle as its customer was told of it. `withdrawn`: the sessions that the vendor has taken back and refunded. */
export type BundleTold = {
  classId: string | null
  classTitle: string
  withdrawn: number
  /** what was given back for it, in minor units */
  backMinor: number
}

export type BundleNow = BundleTold & {
  remaining: number
  isCancelled: boolean
  isOpen: boolean
  isHeld: boolean
  isOffered: boolean
}

/** What differs between what a customer was told of a bundle and what it is now. `sessions`: moved or refunded. */
export function bundleNews(
  told: BundleTold | undefined,
  now: BundleNow,
): { letter: BundleLetter; sessions: number; fromClass: string } | null {
  // A bundle that was never confirmed ends with its dates.
  if (!told || now.isCancelled) return null
  const { classTitle: fromClass } = told
  if (now.withdrawn > told.withdrawn)
    return { letter: 'bundleRefunded', sessions: now.withdrawn - told.withdrawn, fromClass }
  const canBeUsed = now.remaining > 0 ? now.isOpen : now.isHeld && now.isOffered
  if (told.classId !== now.classId && canBeUsed)
    return { letter: 'bundleMoved', sessions: now.remaining, fromClass }
  return now.backMinor > told.backMinor
    ? { letter: 'bundlePaidBack', sessions: 0, fromClass }
    : null
}

/** Mail limits; messages over a limit are held. */
export const mailLimits = {
  /** further ones wait for a while */
  perPurchaseAndHour: 4,
  /** about bookings, from all vendors together */
  perRecipientAndDay: 30,
  /** that a vendor who is not proven causes to an address whose owner never came */
  perStrangerAndDay: 6,
  /** further news to a vendor is gathered in one mail */
  newsToVendorAndHour: 10,
}

/**
 * How long a message waits, so that several saves by the vendor become one message and a purchase that keeps changing
 * sends fewer mails. Urgent messages do not wait: a request, a session that soon starts.
 */
export function secondsToWait(
  kinds: readonly PurchaseKind[],
  { withinHour, secondsLeft }: { withinHour: number; secondsLeft: number },
): number {
  if (kinds.includes('booking.requested')) return 0
  if (withinHour >= mailLimits.perPurchaseAndHour && secondsLeft > 60 * 60) return 15 * 60
  return kinds.includes('booking.session_changed') && secondsLeft > 10 * 60 ? 60 : 0
}

/** A server that is back gets what waited within half an hour. */
const longestRetrySeconds = 30 * 60
const triedForHours = 48
const mostUnsure = 3

/**
 * How long a message waits after an attempt that failed for the moment; null: it is given up, two days after the first one. What
 * it speaks of may be over long before: each attempt looks at that. `unsure`: attempts of which nobody knows whether they have
 * arrived. Each may be a copy, so there are few of them, further apart.
 */
export function secondsUntilRetry(
  attempts: number,
  { unsure, firstTriedAt, now }: { unsure: number; firstTriedAt: Date; now: Date },
): number | null {
  if (unsure >= mostUnsure) return null
  if (now.getTime() - firstTriedAt.getTime() >= triedForHours * 60 * 60_000) return null
  return Math.min(longestRetrySeconds, Math.round(Math.exp(Math.min(attempts + 3 * unsure, 10))))
}

/** Mails to customers within a day. */
export function mailsPerDay({ ageDays, served, verified }: Standing): number {
  const most = 10_000
  return verified ? most : Math.min(most, 200 + 10 * Math.min(ageDays, 90) + 10 * served)
}

export const budgets = ['recipient', 'vendor'] as const
export type Budget = (typeof budgets)[number]

/**
 * Mails sent within a day. `forVendor`: those of the same cause, its customers or the vendor itself; `toRecipientForVendor`:
 * those of them to this mailbox.
 */
export type Sent = { toRecipient: number; forVendor: number; toRecipientForVendor: number }

/** The mail that is to be sent. */
export type Counted = {
  causedByVendor: boolean
  /** about a session that the vendor changed or cancelled */
  ofSession: boolean
  /** the mailbox has had a mail about this purchase */
  isKnown: boolean
  /** somebody with this mailbox has booked online and come */
  hasCome: boolean
  fromBusyAddress: boolean
  /** the vendor is proven: nobody has to fear that it invents customers */
  isProven: boolean
}

/** The part of a vendor's budget that mails about purchases from a busy network address may use. */
export const busyAddressShare = 0.5

/**
 * The budget that one more mail would exceed; null if it may be sent. There are two: the mails to one mailbox, from all
 * vendors, and the mails of one vendor, of which an address whose owner never came gets few while the vendor is not proven. A
 * changed or cancelled session reaches everybody who knows of their booking.
 */
export function budgetExceeded(sent: Sent, standing: Standing, mail: Counted): Budget | null {
  if (sent.toRecipient >= mailLimits.perRecipientAndDay) return 'recipient'
  if (mail.ofSession && mail.isKnown) return null
  // Invented customers, with whom somebody floods the vendor, have never been to a session.
  if (mail.hasCome && (mail.ofSession || !mail.causedByVendor)) return null
  const isStranger = mail.causedByVendor && !mail.hasCome && !mail.isProven
  if (isStranger && sent.toRecipientForVendor >= mailLimits.perStrangerAndDay) return 'vendor'
  const share = mail.fromBusyAddress && !mail.causedByVendor ? busyAddressShare : 1
  return sent.forVendor >= mailsPerDay(standing) * share ? 'vendor' : null
}

// NFKC makes a full stop of every dot that a browser takes for one, but for the ideographic one. Domains in Devanagari or
// Thai have marks among their letters.
const address = /:\/\/|www[.。]|[\p{L}\p{M}\p{N}-][.。]\p{L}[\p{L}\p{M}]/iu

/** Whether a mail program would make a link of something in the text. */
export function holdsLink(text: string): boolean {
  return address.test(text.normalize('NFKC'))
}

const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Makes a name safe for a sentence or a header: one line, no direction marks. A right-to-left name is isolated, so that
 * the surrounding words keep their order.
 */
export function insideText(name: string): string {
  const line = name
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(directionMarks, '')
    .trim()
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line
}

const dotBeforeWord = /(?<=[^\s.])[.。．｡․﹒](?=\p{L}[\p{L}\p{M}])/gu

/**
 * A stranger's name, for a mail: an invisible word joiner after a dot prevents mail programs from linking 'evil.example'.
 * Such names are not refused, because 'kim', 'li' and 'wang' are also top-level domains.
 */
export function strangersName(name: string): string {
  return insideText(name).replace(dotBeforeWord, '$&\u2060')
}

// Strangers choose the text, so matching must take linear time: no part of the pattern can restart inside another.
const link =
  /(?:https?:\/\/|www\.)\S+|(?<![\w.-])[\w-]+(?:\.[\w-]+)+\/\S*|<\/?a\b[^<>]*>|\[\/?url[^[\]]*\]/giu
const fewestLetters = 10

/** Whether a message contains only addresses. */
export function isOnlyLinks(message: string): boolean {
  const rest = message.replace(link, ' ')
  if (rest === message) return false
  return (rest.match(/\p{L}/gu) ?? []).length < fewestLetters
}

const longestInSubject = 40

/** What a subject calls a customer: strangers choose the name, and a subject must not carry a message or an address of theirs. */
export function nameInSubject(name: string, reference: string): string {
  return name.length > longestInSubject || /[\p{N}.:@。．｡]/u.test(name)
    ? reference
    : strangersName(name)
}

const mostGreeted = { letters: 30, words: 4 }
const onlyWords = /^\p{L}[\p{L}\p{M}.,&’' -]*$/u

/**
 * A customer's name for a headline, all of it as it was typed: which part is the first name can't be known. Null if it is too
 * long or more than a name: strangers choose it, and a headline must not carry a message or an address of theirs.
 */
export function nameInHeadline(name: string): string | null {
  const words = name.replace(directionMarks, '').trim().split(/\s+/)
  const line = words.join(' ')
  const isShort = line.length <= mostGreeted.letters && words.length <= mostGreeted.words
  const isName = isShort && onlyWords.test(line) && !holdsLink(line)
  return isName ? insideText(line) : null
}

/** For the sentences that name the customer if they can. */
export function greetingWords(name: string): { greeted: 'yes' | 'no'; called: string } {
  const called = nameInHeadline(name)
  return called === null ? { greeted: 'no', called: '' } : { greeted: 'yes', called }
}

/**
 * Who organises what is booked, for calendars: the vendor, under the address that sends the mails. Calendars take a cancellation
 * only from the address that has invited, and a vendor may change its own.
 */
export function organizerOf(
  { senderEmail: email }: { senderEmail: string },
  { name }: { name: string },
): { name: string; email: string } {
  return { name, email }
}

export type CalendarEvent = {
  title: string
  startsAt: Date
  endsAt: Date
  place: string | null
  viewUrl: string
}

/** Pages of the two big calendars that open with the event filled in. */
export function calendarLinks(event: CalendarEvent): { google: string; outlook: string } {
  const basic = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, '')
  const google = new URL('https://calendar.google.com/calendar/render')
  const outlook = new URL('https://outlook.live.com/calendar/0/deeplink/compose')
  const fill = (url: URL, values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
    return url.href
  }
  return {
    google: fill(google, {
      action: 'TEMPLATE',
      text: event.title,
      dates: `${basic(event.startsAt)}/${basic(event.endsAt)}`,
      details: event.viewUrl,
      location: event.place ?? '',
    }),
    outlook: fill(outlook, {
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: event.title,
      startdt: event.startsAt.toISOString(),
      enddt: event.endsAt.toISOString(),
      body: event.viewUrl,
      location: event.place ?? '',
    }),
  }
}
