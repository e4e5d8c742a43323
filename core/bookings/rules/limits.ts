export const maxSpotsPerSession = 4

export const maxUpcomingSpots = 20

/** What all who are new to a vendor with a limit since yesterday book from one network address in a day. */
export const maxNewcomerPurchases = 3

export const maxNewcomerSpots = 4

/** Spots that new customers hold from one network address at a vendor without having paid. */
export const maxUnpaidSpots = 8

export type ContactRefusal = 'contact_limit'

/** Upcoming spots a contact already holds with the vendor. */
export type ContactFacts = {
  onSession: number
  upcoming: number
  /** the vendor takes no online bookings of it; no refusal says so */
  isBlocked?: boolean
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
