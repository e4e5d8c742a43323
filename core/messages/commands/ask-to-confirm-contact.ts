import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import { queueMessage } from './queue-message.ts'

export type ContactEntered = { eventId: string; vendorId: string; email: string }

/** Queues the mail that asks whether a vendor may publish the address it was sent to. */
export async function askToConfirmContact(
  tx: Tx,
  { eventId, vendorId, email }: ContactEntered,
): Promise<void> {
  const vendor = await tx
    .selectFrom('vendors')
    .where(sql<boolean>`id = ${vendorId}`)
    .select(['id', 'language'])
    .executeTakeFirst()
  if (!vendor) return
  await queueMessage(tx, {
    eventId,
    audience: 'account',
    kind: 'vendor.contact_address',
    address: email,
    otherwise: '',
    language: vendor.language,
    vendorId: vendor.id,
    facts: {},
  })
}
