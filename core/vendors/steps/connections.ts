import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { ConnectionKind } from '../catalogue.ts'

type Connection = { vendorId: VendorId; userId: string; kind: ConnectionKind }

/** Notes who has connected something that reads customers, and tells the owner. Of all but chats a vendor has one. */
export async function noteConnection(
  tx: Tx,
  { vendorId, userId, kind }: Connection,
): Promise<void> {
  if (kind !== 'chat') await dropConnection(tx, { vendorId, kind })
  await tx
    .insertInto('connections')
    .values({ vendorId, userId, kind })
    .onConflict((conflict) =>
      conflict.columns(['vendorId', 'kind', 'userId']).doUpdateSet((eb) => ({
        connectedAt: eb.fn<Date>('now'),
        stoppedAt: null,
        held: null,
      })),
    )
    .execute()
  await writeAudit(tx, {
    vendorId,
    userId,
    action: 'connection.made',
    subject: ['vendor', vendorId],
    details: { kind },
  })
  await emit(tx, 'vendor.connection_made', { vendorId, userId, kind })
}

/** It was disconnected: of one member, or of the vendor. */
export async function dropConnection(
  tx: Tx,
  { vendorId, kind, userId }: Omit<Connection, 'userId'> & { userId?: string },
): Promise<void> {
  let gone = tx.deleteFrom('connections').where('vendorId', '=', vendorId).where('kind', '=', kind)
  if (userId !== undefined) gone = gone.where('userId', '=', userId)
  await gone.execute()
}
