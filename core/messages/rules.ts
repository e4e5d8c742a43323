import { type BookingStatus, type HeldBefore, holdsSeat } from '../bookings/rules.ts'
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
  'booking.moved',
  'booking.session_changed',
  'session.cancelled',
] as const
export type PurchaseKind = (typeof purchaseKinds)[number]

export function purchaseKindOf(kind: string): PurchaseKind | null {
  return purchaseKinds.find((known) => known === kind) ?? null
}

/** News about the sessions left on a bundle. */
export const bundleKinds = ['bundle.moved', 'bundle.refunded', 'bundle.handed_over'] as const
export type BundleKind = (typeof bundleKinds)[number]

export function bundleKindOf(kind: string): BundleKind | null {
  return bundleKinds.find((known) => known === kind) ?? null
}

export type BundleLetter = 'bundleMoved' | 'bundleRefunded' | 'bundleHandedOver'

export function bundleLetter(kind: BundleKind): BundleLetter {
  if (kind === 'bundle.moved') return 'bundleMoved'
  return kind === 'bundle.refunded' ? 'bundleRefunded' : 'bundleHandedOver'
}

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
    case 'booking.moved':
      return by === 'vendor' ? 'movedByVendor' : 'movedByYou'
    case 'booking.session_changed':
      return 'sessionChanged'
    case 'session.cancelled':
      return 'sessionCancelled'
  }
}

/** The vendor's letter, or null: a vendor is not notified of its own or automatic changes. */
export function vendorLetter(kind: PurchaseKind, { by, late }: Happened) {
  if (kind === 'booking.confirmed') return by === 'vendor' ? null : 'vendorBooked'
  if (kind === 'booking.requested') return by === 'vendor' ? null : 'vendorRequested'
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

/** No later message says what these say, so they follow their reader to a corrected address. */
export const finalKinds: readonly string[] = [...ending, 'bundle.refunded']

/** Whether the message says that spots have ended. */
export function isEnding(kind: PurchaseKind): boolean {
  return ending.includes(kind)
}

/** A session as a message describes it. */
type Place = {
  sessionId: string | null
  startsAt: string
  endsAt: string
  location: string | null
  onlineUrl: string | null
}

/** A message about a purchase. `spots`: the spots it names; empty in messages of older versions. */
export type News = {
  kind: PurchaseKind
  audience: 'customer' | 'vendor'
  recipient: string
  tokenRotation: number
  spots: readonly (Place & { id: string; before: Slot | null })[]
}

/** The current purchase. A deleted spot counts as cancelled. */
export type PurchaseNow = {
  /** the customer's; the reference stands for one where there is none */
  contacts: readonly string[]
  /** the first rotation of its customer */
  holderRotation: number
  heldBefore: HeldBefore
  spots: readonly (Place & { id: string; status: BookingStatus })[]
}

/**
 * Whether a message is still true and still goes to the right person. If not, a later message has the current details; a
 * message may be left out only if another one replaces it.
 */
export function stillHolds(news: News, now: PurchaseNow): boolean {
  return goesToTheRightPerson(news, now) && stillSays(news, now)
}

/** Whether the content is true, for any reader: a corrected address does not change it. */
export function stillSays(news: News, now: PurchaseNow): boolean {
  return news.spots.length === 0 || listSpotsStillSo(news, now).length > 0
}

/** The named spots for which the message is still true. */
export function listSpotsStillSo(news: News, now: PurchaseNow): News['spots'] {
  return news.spots.filter((told) => {
    const spot = now.spots.find(({ id }) => id === told.id)
    if (isEnding(news.kind))
      return spot === undefined || !holdsSeat(spot.status) || isSomebodyElses(news, now)
    if (spot === undefined || !hasStatusOf(news.kind, spot.status)) return false
    // An undone change is not sent.
    if (told.before !== null && isSamePlace(told, told.before)) return false
    return isStillThere(news, told, spot)
  })
}

/** Later changes of a spot belong to its new holder, unless the vendor gave it back. */
function isSomebodyElses(news: News, now: PurchaseNow): boolean {
  // The contacts say nothing: one phone may be that of both, and some have none.
  return formerReaderOf(news, now) !== null
}

/** The end of a spot concerns its former holder, who gets no later message. */
function goesToTheRightPerson(news: News, now: PurchaseNow): boolean {
  if (news.audience === 'vendor' || isEnding(news.kind)) return true
  return news.tokenRotation >= now.holderRotation && now.contacts.includes(news.recipient)
}

function hasStatusOf(kind: PurchaseKind, status: BookingStatus): boolean {
  if (kind === 'booking.requested') return status === 'pending'
  if (kind === 'booking.confirmed' || kind === 'booking.approved')
    return status === 'confirmed' || status === 'completed'
  return holdsSeat(status)
}

/**
 * The vendor is not notified of its own moves, so its messages stay true after a move. A message about a move stays true
 * until the next move. To a customer, another session of the class at the same time and place is the same: no message
 * about the move would follow.
 */
function isStillThere(news: News, told: Place, now: Place): boolean {
  if (news.audience === 'vendor')
    return told.sessionId === now.sessionId || news.kind !== 'booking.moved'
  return isSamePlace(told, now)
}

function isSamePlace(one: Omit<Place, 'sessionId'>, other: Omit<Place, 'sessionId'>): boolean {
  return (
    one.startsAt === other.startsAt &&
    one.endsAt === other.endsAt &&
    one.location === other.location &&
    one.onlineUrl === other.onlineUrl
  )
}

/** A bundle as it is today, and whom it belongs to. */
export type BundleNow = {
  classId: string | null
  isOpen: boolean
  isHeld: boolean
  isOffered: boolean
  email: string | null
  holderRotation: number
}

/**
 * Whether the credits are still for the class in the message, and its reader still owns them. Without credits: whether
 * those that may come back are for it. A refund is final, and no later message reports it.
 */
export function stillMoved(
  told: { sessions: number; toClassId: string | null; recipient: string; tokenRotation: number },
  now: BundleNow,
): boolean {
  return (
    (told.sessions > 0 ? now.isOpen : now.isHeld && now.isOffered) &&
    (told.toClassId === null || told.toClassId === now.classId) &&
    told.tokenRotation >= now.holderRotation &&
    (now.email === null || told.recipient === now.email)
  )
}

/** Mail limits; messages over a limit are held. */
export const mailLimits = {
  /** further ones wait and are merged */
  perPurchaseAndHour: 4,
  /** to the customer, and to the vendor */
  perPurchaseAndDay: 12,
  /** about bookings, from all vendors together */
  perRecipientAndDay: 30,
}

/**
 * How long a message waits, so that several saves by the vendor become one message and a purchase that keeps changing
 * sends fewer mails. Urgent messages do not wait: a request that soon expires, a session that soon starts.
 */
export function secondsToWait(
  kind: PurchaseKind,
  { withinHour, secondsLeft }: { withinHour: number; secondsLeft: number },
): number {
  if (withinHour >= mailLimits.perPurchaseAndHour && secondsLeft > 60 * 60) return 15 * 60
  return kind === 'booking.session_changed' && secondsLeft > 10 * 60 ? 60 : 0
}

/** Mails to customers within a day. */
export function mailsPerDay({ ageDays, served, verified }: Standing): number {
  const most = 10_000
  return verified ? most : Math.min(most, 200 + 10 * Math.min(ageDays, 90) + 10 * served)
}

export const budgets = ['purchase', 'recipient', 'vendor'] as const
export type Budget = (typeof budgets)[number]

/** People who know of their spot must hear of these in time: the budget of the vendor does not hold them. */
export const sessionKinds: readonly string[] = ['session.cancelled', 'booking.session_changed']

/** News that the vendor causes whatever its facts say. What no vendor causes, strangers can cause without end. */
export const vendorKinds: readonly string[] = [
  'booking.approved',
  'booking.rejected',
  ...bundleKinds,
]

/** Mails sent within a day; `forVendor`: those of the same cause, its customers or the vendor itself. */
export type Sent = { aboutPurchase: number; toRecipient: number; forVendor: number }

/** The part of a vendor's budget that mails about purchases from a busy network address may use. */
export const busyAddressShare = 0.5

/** The budget, or the share of the vendor's, that one more mail would exceed. Null if it may be sent. */
export function budgetExceeded(sent: Sent, standing: Standing, share = 1): Budget | null {
  if (sent.aboutPurchase >= mailLimits.perPurchaseAndDay) return 'purchase'
  if (sent.toRecipient >= mailLimits.perRecipientAndDay) return 'recipient'
  return sent.forVendor >= mailsPerDay(standing) * share ? 'vendor' : null
}

/** The former holder whom the end of a spot is for; nothing newer may be merged into it. */
export function formerReaderOf(news: News, now: PurchaseNow): ReturnType<typeof formerHolderOf> {
  return news.audience === 'customer' && isEnding(news.kind) ? formerHolderOf(news, now) : null
}

/**
 * Who had a purchase then, with their last details, if somebody else has it now. If nobody is noted, name or contact were
 * corrected.
 */
export function formerHolderOf(
  before: { tokenRotation: number },
  now: { heldBefore: HeldBefore },
): HeldBefore[number]['contact'] | null {
  const then = now.heldBefore.find(({ until }) => until >= before.tokenRotation)
  return then === undefined || then.again ? null : then.contact
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

const longestFirstName = 20

/**
 * A customer's first name, for a headline. Null if the first word may be something else: a title, a surname, one of several
 * people, or more than a name. Strangers choose it, and a headline must not carry a message or an address of theirs.
 */
export function firstNameOf(name: string): string | null {
  const words = name.trim().split(/\s+/)
  const [first = '', ...more] = words
  const isName =
    /^\p{L}[\p{L}\p{M}’'-]+$/u.test(first) &&
    first.length <= longestFirstName &&
    !titles.test(first) &&
    !surnameFirst.test(first) &&
    !isSurname(first, more) &&
    !more.some((word) => together.test(word))
  return isName ? insideText(first) : null
}

// The same with a full stop is no word of letters alone.
const titles =
  /^(?:mr|mrs|ms|mx|miss|mister|dr|prof|professor|doctor|sir|madam|herr|frau|fräulein|hr|fr|doktor|familie|family|fam|firma|team|monsieur|madame|mme|señora?|sr|sra|г-н|г-жа|господин|госпожа|доктор|профессор|семья|семейство)$/iu
const together = /^(?:&|\+|and|und|et|y|e|и|й)$/iu
// Where a name in full begins with that of the family.
const surnameFirst = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u

const slavicEnding =
  /(?:[оеё]ва?|[иы]на?|[сц]к(?:ий|ой|ая)|[иы]х|енко|чук|юк|[a-z]{2}(?:ov|ev|ova|eva|enko|skaya|skiy|sky))$/iu
// First names that end like one.
const firstNames =
  /^(?:ева|лев|яков|марина|ирина|екатерина|катерина|кристина|христина|галина|полина|апполинария|арина|алина|нина|дина|лина|карина|ангелина|валентина|регина|сабина|альбина|эвелина|мартина|антонина|зарина|мадина|дарина|василина|акулина|фаина|элина|янина|инна|алевтина|амина|лева|лёва|вова|константин|валентин|мартин|августин|вениамин|эмин|амин|genoveva)$/iu

/** 'Иванова Мария', 'WEBER Carla': the name of the family comes first. */
function isSurname(first: string, more: readonly string[]): boolean {
  const isCapital = (word: string) =>
    word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()
  if (more.length > 0 && isCapital(first) && !more.some(isCapital)) return true
  return slavicEnding.test(first) && !firstNames.test(first)
}

/** For the sentences that name the customer if they can. */
export function greetingWords(name: string): { greeted: 'yes' | 'no'; first: string } {
  const first = firstNameOf(name)
  return first === null ? { greeted: 'no', first: '' } : { greeted: 'yes', first }
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
