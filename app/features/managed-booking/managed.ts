import type { Way } from '#app/features/trainer/ways-to.ts'
import type { PartyOfSpot } from '#core/bookings/queries/party.ts'
import type { BookingStatus, WaitsFor } from '#core/bookings/rules/status.ts'

export type ManagedSpot = {
  id: string
  status: BookingStatus
  waitsFor: WaitsFor | null
  expiresAt: Date | null
  /** `given`: the vendor gave it to somebody else */
  endedBy: 'customer' | 'issued_link' | 'vendor' | 'system' | 'given' | null
  late: boolean
  cancelling: 'free' | 'late' | 'no'
  /** paid by card and still here */
  cardMinor: number
}

/** What the page says of money besides its sessions. */
export type PurchaseMoney = {
  /** spots are held until it is paid */
  hold: { until: Date; isOver: boolean; minor: number; currency: string } | null
  /** what is owed and can be paid by card with this link; `until`: spots that the vendor confirmed are let go then */
  owed: { minor: number; currency: string; until: Date | null } | null
  /** how to pay what is owed, in the vendor's words */
  note: string | null
  hasReceipt: boolean
}

/** The spots of one purchase in one session, as shown for its link. */
export type ManagedSession = {
  id: string
  classId: string
  classTitle: string
  /** false: nobody can book the class any more */
  classOpen: boolean
  startsAt: Date
  endsAt: Date
  timeZone: string
  location: string | null
  online: boolean
  /** for spots that are confirmed only */
  joinUrl: string | null
  priceMinor: number
  currency: string
  /** of a slot of a facility */
  party: PartyOfSpot | null
  paid: boolean
  /** what is still to be paid for its confirmed spots; 0 in a bundle */
  owedMinor: number
  /** what the vendor owes for spots that ended after they were paid */
  refundMinor: number
  /** on its way to the card, and given back to it */
  cardBack: { openMinor: number; doneMinor: number }
  taken: number
  capacity: number
  spots: ManagedSpot[]
  calendar: { file: string; google: string; outlook: string } | null
  over: boolean
  /** until when cancelling its confirmed spots costs nothing; null: that is over, or it is not said */
  freeUntil: Date | null
}

export type ManagedPurchase = {
  reference: string
  customerName: string
  business: string
  username: string
  avatarUrl: string | null
  /** how to write to the vendor, else to call; null: it says no way */
  way: Way | null
  noticeMinutes: number
  /** of all upcoming sessions */
  calendarFile: string
  sessions: ManagedSession[]
}

export function spotsOf(purchase: ManagedPurchase): ManagedSpot[] {
  return purchase.sessions.flatMap(({ spots }) => spots)
}

/** It was held for a payment that did not come in time. */
export const isLetGo = ({ status, waitsFor }: Pick<ManagedSpot, 'status' | 'waitsFor'>): boolean =>
  status === 'expired' && waitsFor === 'payment'
