import { bookingPhase, hasRoom } from '#core/classes/rules.ts'
import type { ContactRefusal } from './limits.ts'
import { type Party, type PartyFacts, type PartyRefusal, partyRefusal } from './party.ts'

/** The most spots a session can have. */
export const maxCapacity = 5000

/** What the vendor agrees to by adding people to a full session. */
export function fullSessionText(of: { taken: number; capacity: number; spots: number }): string {
  return `${of.taken} of ${of.capacity}, ${of.spots} more`
}

export type Refusal = CustomerRefusal | ContactRefusal

export type SessionRefusal = 'session_cancelled' | 'session_past'

export type OfferRefusal = SessionRefusal | 'not_found' | 'registration_closed' | 'not_open_yet'

export type CustomerRefusal = OfferRefusal | 'too_many_spots' | 'session_full'

export type ConditionRefusal = 'not_confirmed'

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
  return hasRoom(session, spots) ? null : 'session_full'
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
