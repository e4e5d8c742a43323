import type { VendorNews } from '#core/vendors/catalogue.ts'

/** The letters of one kind of news, by who did it and whether that was too late to be free; the keys of their texts. */
type Letters<Letter extends string = string> =
  | Letter
  | { usual: Letter; late?: Letter; byVendor?: Letter }

type Traits = {
  customer: Letters
  /** and what the settings call this news; none: the vendor does not hear of it */
  vendor?: { letter: Letters; setting: VendorNews }
  /** what the spots are from now on */
  becomes: 'booked' | 'waiting' | 'unpaid' | 'changed' | 'ended' | 'same'
  /** nobody did it: a time was over */
  ofItself?: true
  /** only of money: calendars have heard of nothing. Also after a session */
  ofMoney?: true
  /** the amount that its letters name, which is not said twice */
  names?: 'back' | 'forgiven'
  /** of a session that the vendor changed or cancelled */
  ofSession?: true
  /** how long it waits, so that the next changes come with it */
  waitSeconds?: number
}

/** All kinds of news about a purchase, in the order in which they are said: what has ended comes first. */
const kinds = {
  'session.cancelled': { customer: 'sessionCancelled', becomes: 'ended', ofSession: true },
  'booking.cancelled': {
    customer: { usual: 'cancelledByYou', late: 'cancelledLate', byVendor: 'cancelledByVendor' },
    vendor: {
      letter: { usual: 'vendorCancelled', late: 'vendorCancelledLate' },
      setting: 'cancelled',
    },
    becomes: 'ended',
  },
  'booking.rejected': { customer: 'rejected', becomes: 'ended' },
  'booking.expired': {
    customer: 'expired',
    vendor: { letter: 'vendorExpired', setting: 'requested' },
    becomes: 'ended',
    ofItself: true,
  },
  'booking.unpaid': {
    customer: 'unpaid',
    vendor: { letter: 'vendorUnpaid', setting: 'requested' },
    becomes: 'ended',
    ofItself: true,
  },
  'booking.paid_late': {
    customer: 'paidLate',
    vendor: { letter: 'vendorPaidLate', setting: 'cancelled' },
    becomes: 'ended',
    ofItself: true,
    ofMoney: true,
  },
  'booking.session_changed': {
    customer: 'sessionChanged',
    becomes: 'changed',
    ofSession: true,
    waitSeconds: 60,
  },
  'booking.moved': {
    customer: { usual: 'movedByYou', byVendor: 'movedByVendor' },
    vendor: { letter: 'vendorMoved', setting: 'moved' },
    becomes: 'changed',
  },
  'booking.to_pay': { customer: 'toPay', becomes: 'unpaid' },
  'booking.approved': { customer: 'approved', becomes: 'booked' },
  'booking.confirmed': {
    customer: 'booked',
    vendor: { letter: 'vendorBooked', setting: 'booked' },
    becomes: 'booked',
  },
  'booking.requested': {
    customer: 'requested',
    vendor: { letter: 'vendorRequested', setting: 'requested' },
    becomes: 'waiting',
  },
  'booking.late_waived': { customer: 'lateWaived', becomes: 'ended', ofMoney: true },
  'booking.refunded': { customer: 'refunded', becomes: 'same', ofMoney: true, names: 'back' },
  'booking.price_waived': {
    customer: 'priceWaived',
    becomes: 'same',
    ofMoney: true,
    names: 'forgiven',
  },
} as const satisfies Record<string, Traits>

export type PurchaseKind = keyof typeof kinds

export const purchaseKinds: readonly PurchaseKind[] = Object.keys(kinds).filter(
  (kind): kind is PurchaseKind => Object.hasOwn(kinds, kind),
)

export const traitsOf = (kind: PurchaseKind): Traits => kinds[kind]

type Happened = { by: 'customer' | 'vendor' | null; late: boolean }

/** The letter a customer gets. */
export const customerLetter = (kind: PurchaseKind, happened: Happened) =>
  letterFor(kinds[kind].customer, happened)

/** The vendor's letter, or null: a vendor is not notified of its own changes. */
export function vendorLetter(kind: PurchaseKind, happened: Happened) {
  const traits = kinds[kind]
  if (happened.by === 'vendor' || !('vendor' in traits)) return null
  return letterFor(traits.vendor.letter, happened)
}

function letterFor<Letter extends string>(
  letters: Letters<Letter>,
  { by, late }: Happened,
): Letter {
  if (typeof letters === 'string') return letters
  const rarer = by === 'vendor' ? letters.byVendor : late ? letters.late : undefined
  return rarer ?? letters.usual
}

export const isOfMoney = (kind: PurchaseKind): boolean => traitsOf(kind).ofMoney === true

/** Whether the message says that spots have ended. */
export const isEnding = (kind: PurchaseKind): boolean => traitsOf(kind).becomes === 'ended'

/** What customers hear about the sessions left on a bundle. */
export type BundleLetter = 'bundleMoved' | 'bundleRefunded' | 'bundlePaidBack' | 'bundleForgiven'

/** What customers hear about the end of a bundle. */
export type BundleEndLetter = 'bundle' | 'extended'
