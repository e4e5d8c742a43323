import type { Tx } from '#core/shared/db.ts'
import { findVendorReader, type VendorReader } from '../queries/vendor-reader.ts'
import { type NewMessage, queueMessage } from './queue-message.ts'

type Said<One extends NewMessage> = One extends { audience: 'vendor' }
  ? Pick<One, 'kind' | 'facts'> & { address: string }
  : never

/** Queues a message to a vendor, unless it gets none. */
export async function tellVendor(
  tx: Tx,
  { eventId, vendorId }: { eventId: string; vendorId: string },
  write: (reader: VendorReader) => Said<NewMessage>,
): Promise<void> {
  const reader = await findVendorReader(tx, vendorId)
  if (!reader) return
  await queueMessage(tx, {
    ...write(reader),
    eventId,
    audience: 'vendor',
    otherwise: '',
    language: reader.language,
    vendorId: reader.vendorId,
    userId: reader.userId,
  })
}
