import { type BookingStatus, holdsSeat } from '../bookings/rules.ts'
import type { Slot } from '#core/events/catalogue.ts'

/** News about a purchase. */
export const purchaseKinds = [
  'booking.confirmed',
  'booking.requested',
  'booking.approved',
  'booking.rejected',
  'booking.expired',
  'booking.cancelled',
  'booking.moved',
  'booking.session_changed',
  'session.cancelled',
] as const
export type PurchaseKind = (typeof purchaseKinds)[number]

export function purchaseKindOf(kind: string): PurchaseKind | null {
  return purchaseKinds.find((known) => known === kind) ?? null
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
    case 'booking.moved':
      return by === 'vendor' ? 'movedByVendor' : 'movedByYou'
    case 'booking.session_changed':
      return 'sessionChanged'
    case 'session.cancelled':
      return 'sessionCancelled'
  }
}

/** The letter the vendor gets, or null: of its own doings and of what runs by itself it hears nothing. */
export function vendorLetter(kind: PurchaseKind, { by, late }: Happened) {
  if (kind === 'booking.confirmed') return 'vendorBooked'
  if (kind === 'booking.requested') return 'vendorRequested'
  if (kind === 'booking.cancelled' && by === 'customer')
    return late ? 'vendorCancelledLate' : 'vendorCancelled'
  if (kind === 'booking.moved' && by === 'customer') return 'vendorMoved'
  return null
}

const ending: readonly PurchaseKind[] = [
  'booking.rejected',
  'booking.expired',
  'booking.cancelled',
  'session.cancelled',
]

/** Whether the news is that spots are gone. */
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

/** A message about a purchase. `spots`: those it names; none in messages of older versions. */
export type News = {
  kind: PurchaseKind
  audience: 'customer' | 'vendor'
  recipient: string
  tokenRotation: number
  spots: readonly (Place & { id: string; before: Slot | null })[]
}

/** The purchase today. `contacts`: what its customer can be reached by; a spot that was deleted counts as cancelled. */
export type PurchaseNow = {
  contacts: readonly string[]
  /** the first rotation of its customer */
  holderRotation: number
  spots: readonly (Place & { id: string; status: BookingStatus })[]
}

/**
 * Whether a message still says what is so and still goes to the right person. Where it does not, a later
 * message brings the newer news. A message may be left out only when another one replaces it.
 */
export function stillHolds(news: News, now: PurchaseNow): boolean {
  return goesToTheRightPerson(news, now) && stillSays(news, now)
}

/** Whether what it says is so, for any reader: a corrected address changes nothing of the news. */
export function stillSays(news: News, now: PurchaseNow): boolean {
  return news.spots.length === 0 || listSpotsStillSo(news, now).length > 0
}

/** Those of the named spots of which the news is still so. */
export function listSpotsStillSo(news: News, now: PurchaseNow): News['spots'] {
  return news.spots.filter((told) => {
    const spot = now.spots.find(({ id }) => id === told.id)
    if (isEnding(news.kind))
      return spot === undefined || !holdsSeat(spot.status) || isSomebodyElses(news, now)
    if (spot === undefined || !hasStatusOf(news.kind, spot.status)) return false
    // A change that was taken back is no news.
    if (told.before !== null && isSamePlace(told, told.before)) return false
    return isStillThere(news, told, spot)
  })
}

/** What has become of a spot since is the next holder's, unless the vendor gave it back. */
function isSomebodyElses(news: News, now: PurchaseNow): boolean {
  return isForFormerHolder(news, now) && !now.contacts.includes(news.recipient)
}

/** That a spot has ended concerns the person who held it, and nobody tells that person later. */
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

/** The vendor is not told of what it moves itself: its messages hold wherever the spot is now, a move as long as it stands. */
function isStillThere(news: News, told: Place, now: Place): boolean {
  const sameSession = told.sessionId === now.sessionId
  if (news.audience === 'vendor') return sameSession || news.kind !== 'booking.moved'
  return sameSession && isSamePlace(told, now)
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
  email: string | null
  holderRotation: number
}

/**
 * Whether the sessions left on a bundle are still for the class that a message names, and its reader still has them. That
 * they were refunded holds for good, and nobody tells it later.
 */
export function stillMoved(
  told: { toClassId: string | null; recipient: string; tokenRotation: number },
  now: BundleNow,
): boolean {
  return (
    now.isOpen &&
    (told.toClassId === null || told.toClassId === now.classId) &&
    told.tokenRotation >= now.holderRotation &&
    (now.email === null || told.recipient === now.email)
  )
}

/** How many mails of one kind of thing are sent; what is over is held. */
export const mostMails = {
  /** those over it wait and are merged */
  perPurchaseAndHour: 4,
  /** to the customer, and to the vendor */
  perPurchaseAndDay: 12,
  /** of news of bookings, from all vendors together */
  perRecipientAndDay: 30,
}

/**
 * How long a message waits for newer news that is told with it: so that several saves of the vendor are one message,
 * and that a purchase which changes all the time does not send as many mails. What is urgent does not wait: a request that
 * soon runs out, a session that soon begins.
 */
export function secondsToWait(
  kind: PurchaseKind,
  { withinHour, secondsLeft }: { withinHour: number; secondsLeft: number },
): number {
  if (withinHour >= mostMails.perPurchaseAndHour && secondsLeft > 60 * 60) return 15 * 60
  return kind === 'booking.session_changed' && secondsLeft > 10 * 60 ? 60 : 0
}

/** What speaks for a vendor. `served`: people whose booking took place. */
export type Standing = { ageDays: number; served: number; verified: boolean }

/** Mails to customers within a day. */
export function mailsPerDay({ ageDays, served, verified }: Standing): number {
  const most = 10_000
  return verified ? most : Math.min(most, 200 + 10 * Math.min(ageDays, 90) + 10 * served)
}

/** Whether a vendor may send words of its own to people who may never have asked for them. */
export function isProven({ ageDays, served, verified }: Standing): boolean {
  return verified || (ageDays >= 14 && served >= 10)
}

export const budgets = ['purchase', 'recipient', 'vendor'] as const
export type Budget = (typeof budgets)[number]

/** People with a spot must hear of these in time: the budget of the vendor does not hold them. */
export const sessionKinds: readonly string[] = ['session.cancelled', 'booking.session_changed']

/** News that the vendor causes whatever its facts say. What no vendor causes, strangers can cause without end. */
export const vendorKinds: readonly string[] = [
  'booking.approved',
  'booking.rejected',
  'bundle.moved',
  'bundle.refunded',
]

/** Mails sent within a day; `forVendor`: those of the same cause, its customers or the vendor itself. */
export type Sent = { aboutPurchase: number; toRecipient: number; forVendor: number }

/** The budget that one more mail would go over. Null: it may go. */
export function budgetExceeded(sent: Sent, standing: Standing): Budget | null {
  if (sent.aboutPurchase >= mostMails.perPurchaseAndDay) return 'purchase'
  if (sent.toRecipient >= mostMails.perRecipientAndDay) return 'recipient'
  return sent.forVendor >= mailsPerDay(standing) ? 'vendor' : null
}

/** Whether a message goes to somebody who held the purchase before: nothing newer may be put into it. */
export function isForFormerHolder(news: News, now: PurchaseNow): boolean {
  return news.audience === 'customer' && news.tokenRotation < now.holderRotation
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
 * A name as it may stand inside a sentence or a header: one line, no marks that turn the text around
 * it; written from right to left, it is set apart so that the words beside it keep their order.
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
 * The name that a stranger gave, for a mail: an invisible word joiner after a dot keeps mail programs from making a link
 * of 'evil.example'. Such names are not refused, because 'kim', 'li' and 'wang' end web addresses, too.
 */
export function strangersName(name: string): string {
  return insideText(name).replace(dotBeforeWord, '$&\u2060')
}

// Strangers choose the text. No part is begun again inside another: the time grows with the length, not with its square.
const link =
  /(?:https?:\/\/|www\.)\S+|(?<![\w.-])[\w-]+(?:\.[\w-]+)+\/\S*|<\/?a\b[^<>]*>|\[\/?url[^[\]]*\]/giu
const fewestLetters = 10

/** Whether a message says nothing beside the addresses in it. */
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
