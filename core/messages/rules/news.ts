import type { Slot } from '#core/events/catalogue.ts'
import { type BundleLetter, type PurchaseKind, isOfMoney, traitsOf, vendorLetter } from './kinds.ts'

/** Who did something. With a link that the vendor sent by hand, it may be the customer or the member. */
type By = 'customer' | 'issued_link' | 'vendor' | 'system'

/** A spot as a reader was told of it. Completed counts as confirmed, deleted as cancelled. */
export type SpotTold = Slot & {
  /**
   * requested: the vendor has to answer; approved: it has, and the payment is awaited; unpaid: held for a payment, or let go
   * without one, and no news
   */
  status: 'requested' | 'approved' | 'unpaid' | 'confirmed' | 'cancelled' | 'rejected' | 'expired'
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
  const concernsVendor = isCustomers || traitsOf(change.kind).ofItself === true
  const isNeverHeld = !told && !isHeld(now) && change.kind !== 'booking.paid_late'
  if (reader === 'vendor' && (!concernsVendor || isNeverHeld)) return null
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

const isHeld = ({ status }: SpotTold) =>
  status === 'requested' || status === 'approved' || status === 'confirmed'

/** The first that is said of a spot. What the vendor added and removed again was never told. */
function firstOf(now: SpotNow): Change | null {
  if (now.status === 'unpaid') return paidLate(0, now)
  if (now.status === 'approved') return { kind: 'booking.to_pay', by: 'vendor' }
  if (now.status === 'requested') return { kind: 'booking.requested', by: now.madeBy }
  if (now.status === 'confirmed') return { kind: 'booking.confirmed', by: now.madeBy }
  return now.madeBy === 'vendor' ? null : endOf(now)
}

function changeOf(before: SpotTold, now: SpotNow): Change | null {
  if (before.status === 'unpaid')
    return isHeld(now) ? firstOf(now) : paidLate(before.backMinor, now)
  if (before.status === 'approved' && now.status === 'expired')
    return { kind: 'booking.unpaid', by: 'system' }
  if (isHeld(before) && !isHeld(now)) return endOf(now)
  if (!isHeld(now))
    return now.waived && !before.waived
      ? { kind: 'booking.late_waived', by: 'vendor' }
      : moneyChange(before, now)
  if (now.status === 'requested' && before.status !== 'requested')
    return { kind: 'booking.requested', by: 'vendor' }
  if (now.status === 'approved' && before.status !== 'approved')
    return { kind: 'booking.to_pay', by: 'vendor' }
  if (now.status === 'confirmed' && before.status === 'approved')
    return { kind: 'booking.confirmed', by: now.madeBy }
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

/** A payment that came after the spot was let go, and goes back. */
function paidLate(toldMinor: number, { backMinor }: SpotNow): Change | null {
  return backMinor > toldMinor ? { kind: 'booking.paid_late', by: 'system' } : null
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
  /** what was given back for it, and what of its price the vendor does not ask for, in minor units */
  backMinor: number
  forgivenMinor: number
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
  if (now.backMinor > told.backMinor) return { letter: 'bundlePaidBack', sessions: 0, fromClass }
  return now.forgivenMinor > told.forgivenMinor
    ? { letter: 'bundleForgiven', sessions: 0, fromClass }
    : null
}
