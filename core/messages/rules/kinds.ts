import type { VendorNews } from '#core/vendors/catalogue.ts'

/** News about a purchase. */
export const purchaseKinds = [
  'booking.confirmed',
  'booking.requested',
  'booking.approved',
  'booking.to_pay',
  'booking.unpaid',
  'booking.paid_late',
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
export type BundleLetter = 'bundleMoved' | 'bundleRefunded' | 'bundlePaidBack' | 'bundleForgiven'

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
    case 'booking.to_pay':
      return 'toPay'
    case 'booking.unpaid':
      return 'unpaid'
    case 'booking.paid_late':
      return 'paidLate'
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
  if (kind === 'booking.unpaid') return 'vendorUnpaid'
  if (kind === 'booking.paid_late') return 'vendorPaidLate'
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
    case 'vendorUnpaid':
      return 'requested'
    case 'vendorPaidLate':
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
  'booking.unpaid',
  'booking.paid_late',
  'booking.cancelled',
  'booking.late_waived',
  'session.cancelled',
]

/** News of money only: calendars have heard of nothing. Also after a session. */
const ofMoney: readonly PurchaseKind[] = [
  'booking.late_waived',
  'booking.refunded',
  'booking.price_waived',
  'booking.paid_late',
]

export const isOfMoney = (kind: PurchaseKind): boolean => ofMoney.includes(kind)

/** Whether the message says that spots have ended. */
export function isEnding(kind: PurchaseKind): boolean {
  return ending.includes(kind)
}
