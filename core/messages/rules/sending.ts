import { type PurchaseKind, traitsOf } from './kinds.ts'

/** Mail limits; messages over a limit are delayed. */
export const mailLimits = {
  /** further ones wait for a while */
  perPurchaseAndHour: 4,
  /** about bookings, from all vendors together */
  perRecipientAndDay: 30,
  /** that a vendor who is not proven causes to an address whose owner never came */
  perStrangerAndDay: 6,
  /** reminders, from all vendors together; they count in no other limit, and further ones are dropped */
  remindersPerMailboxAndDay: 10,
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
  const traits = kinds.map(traitsOf)
  if (traits.some(({ becomes }) => becomes === 'waiting')) return 0
  if (withinHour >= mailLimits.perPurchaseAndHour && secondsLeft > 60 * 60) return 15 * 60
  if (secondsLeft <= 10 * 60) return 0
  return Math.max(0, ...traits.map(({ waitSeconds = 0 }) => waitSeconds))
}

const quarterMs = 15 * 60_000

/** Until the next quarter of an hour, when what has gathered for a vendor leaves as one mail. */
export function secondsToGather(now: Date): number {
  return (Math.ceil(now.getTime() / quarterMs) * quarterMs - now.getTime()) / 1000
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
