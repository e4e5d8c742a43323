import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { withoutTag } from '#core/shared/fields.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { takeInTurn } from '#core/shared/take-in-turn.ts'
import type { Visitor } from '../../accounts/commands/ask-auth.ts'

/**
 * Counts a mail that asks the owner of an address to confirm it: by the sender's network address, by the vendor and by
 * the recipient, who may never have heard of us.
 */
export async function mayAskToConfirm(
  deps: Pick<Deps, 'limits' | 'log' | 'secretKeys'>,
  { network }: Pick<Visitor, 'network'>,
  { vendorId, email }: { vendorId: VendorId; email: string },
): Promise<boolean> {
  const { mailPerNetwork, mailPerAccount, requestedMailsPerMailbox } = deps.limits
  const mailbox = withoutTag(email)
  const ok = await takeInTurn(
    [mailPerNetwork, network],
    [mailPerAccount, `contact of ${vendorId}`],
    [mailPerAccount, `contact ${mailbox}`],
    [requestedMailsPerMailbox, mailbox],
  )
  if (!ok) logSecurity(deps, 'limit.reached', { email, network, reason: 'contact_address' })
  return ok
}

export type ConfirmationResent =
  | { ok: true; email: string }
  | { ok: false; reason: 'not_found' | 'contact_rate_limited' }

/** Asks again for the confirmation of the address that waits. */
export async function resendContactConfirmation(
  deps: Deps,
  visitor: Pick<Visitor, 'network'>,
  vendorId: VendorId,
): Promise<ConfirmationResent> {
  const vendor = await deps.db
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select('pendingContactEmail')
    .executeTakeFirst()
  const email = vendor?.pendingContactEmail
  if (!email) return { ok: false, reason: 'not_found' }
  if (!(await mayAskToConfirm(deps, visitor, { vendorId, email })))
    return { ok: false, reason: 'contact_rate_limited' }
  await emit(deps.db, 'vendor.contact_entered', { vendorId, email })
  return { ok: true, email }
}

/** The address a link of the mail confirms, and whose page would show it. */
export async function findContactConfirmation(
  { db, auth }: Pick<Deps, 'db' | 'auth'>,
  token: string,
): Promise<{ email: string; username: string } | null> {
  const link = await auth.findContact(token)
  return link && (await findVendorOf(db, link, 'pendingContactEmail'))
}

/** The address that a used link has confirmed, if customers still see it. */
export async function findConfirmedContact(
  { db, auth }: Pick<Deps, 'db' | 'auth'>,
  token: string,
): Promise<{ email: string; username: string } | null> {
  const link = await auth.findUsedContact(token)
  return link && (await findVendorOf(db, link, 'contactEmail'))
}

export type ContactConfirmed =
  | { ok: true; email: string; username: string }
  | { ok: false; reason: 'link_invalid' | 'rate_limited' }

/** Publishes the address, once, unless the vendor has entered another one since. */
export async function confirmContactAddress(
  deps: Deps,
  { network }: Pick<Visitor, 'network'>,
  token: string,
): Promise<ContactConfirmed> {
  const confirmed = await findConfirmedContact(deps, token)
  if (confirmed) return { ok: true, ...confirmed }
  const waiting = await findContactConfirmation(deps, token)
  // Only wrong tokens are counted, so that a valid one always works, even on a shared address.
  if (!waiting) {
    const { ok } = await deps.limits.tokenPerNetwork.take(network)
    return { ok: false, reason: ok ? 'link_invalid' : 'rate_limited' }
  }
  const link = await deps.auth.useContact(token)
  const published = link && (await publish(deps.db, link))
  return published ? { ok: true, ...waiting } : { ok: false, reason: 'link_invalid' }
}

type Link = { vendorId: string; email: string }

async function findVendorOf(
  db: Db,
  { vendorId, email }: Link,
  column: 'contactEmail' | 'pendingContactEmail',
) {
  const vendor = await db
    .selectFrom('vendors')
    .where(sql<boolean>`id = ${vendorId}`)
    .where(column, '=', email)
    .where('suspendedAt', 'is', null)
    .select('username')
    .executeTakeFirst()
  return vendor?.username ? { email, username: vendor.username } : null
}

async function publish(db: Db, { vendorId, email }: Link): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('vendors')
    .set((eb) => ({
      contactEmail: email,
      pendingContactEmail: null,
      updatedAt: eb.fn<Date>('now'),
    }))
    .where(sql<boolean>`id = ${vendorId}`)
    .where('pendingContactEmail', '=', email)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
