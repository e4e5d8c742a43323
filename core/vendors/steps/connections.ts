import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { ConnectionKind } from '../catalogue.ts'

type Connection = {
  vendorId: VendorId
  userId: string
  kind: ConnectionKind
  /** what it is called where it is: nobody recognises "a chat" */
  name: string | null
}

/**
 * Notes who has connected something that reads customers, and tells the owner. Of all but chats a vendor has one; what it
 * replaces is told with it.
 */
export async function noteConnection(
  tx: Tx,
  { vendorId, userId, kind, name }: Connection,
): Promise<void> {
  const replaced = await dropConnection(tx, { vendorId, kind, ...(kind === 'chat' && { userId }) })
  const before = replaced === name ? null : replaced
  const row = { vendorId, userId, kind, name }
  await tx
    .insertInto('connections')
    .values(row)
    .onConflict((conflict) => conflict.columns(['vendorId', 'kind', 'userId']).doUpdateSet(row))
    .execute()
  await writeAudit(tx, {
    vendorId,
    userId,
    action: 'connection.made',
    subject: ['vendor', vendorId],
    details: { kind, name, before },
  })
  await emit(tx, 'vendor.connection_made', { vendorId, userId, kind, name, before })
}

/** It was disconnected: of one member, or of the vendor. Returns what it was called. */
export async function dropConnection(
  tx: Tx,
  { vendorId, kind, userId }: Pick<Connection, 'vendorId' | 'kind'> & { userId?: string },
): Promise<string | null> {
  let gone = tx.deleteFrom('connections').where('vendorId', '=', vendorId).where('kind', '=', kind)
  if (userId !== undefined) gone = gone.where('userId', '=', userId)
  return (await gone.returning('name').executeTakeFirst())?.name ?? null
}
