import type { Standing } from '#core/vendors/rules.ts'
import { mailLimits } from './sending.ts'

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
  fromBusyNetwork: boolean
  /** the vendor is proven: nobody has to fear that it invents customers */
  isProven: boolean
}

/** The part of a vendor's budget that mails about purchases from a busy network address may use. */
export const busyNetworkShare = 0.5

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
  const share = mail.fromBusyNetwork && !mail.causedByVendor ? busyNetworkShare : 1
  return sent.forVendor >= mailsPerDay(standing) * share ? 'vendor' : null
}
