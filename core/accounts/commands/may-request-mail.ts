import type { Deps } from '#core/shared/deps.ts'
import { withoutTag } from '#core/shared/fields.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { findAccount } from '../queries.ts'
import type { Visitor } from './ask-auth.ts'
import { knownDevice } from './known-device.ts'
import { countOf } from './sign-in.ts'

/**
 * The counter key of requests for mails to an address: a device that has signed in to its account counts its own, so that
 * strangers cannot use them up.
 */
export async function requestCountOf(deps: Deps, visitor: Visitor, email: string): Promise<string> {
  const account = await findAccount(deps.db, email)
  return countOf(withoutTag(email), account && knownDevice(deps, visitor, account.id))
}

/**
 * Counts a mail that anybody can request for an address. Past the daily limit of its mailbox only a device that has signed
 * in to the account gets one; the response to everybody else must stay the same.
 */
export async function mayRequestMail(
  deps: Deps,
  visitor: Visitor,
  email: string,
): Promise<boolean> {
  if ((await deps.limits.requestedMailsPerMailbox.take(withoutTag(email))).ok) return true
  const account = await findAccount(deps.db, email)
  if (account && knownDevice(deps, visitor, account.id) !== null) return true
  logSecurity(deps, 'limit.reached', {
    email,
    network: visitor.network,
    reason: 'mails_to_mailbox',
  })
  return false
}
