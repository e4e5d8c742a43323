import type { Tx } from '#core/shared/db.ts'
import type { VendorNews } from '#core/vendors/catalogue.ts'
import { findVendorReader, type VendorReader } from '../queries/vendor-reader.ts'
import { type NewMessage, queueMessage } from './queue-message.ts'

type Said<One extends NewMessage> = One extends { audience: 'vendor' }
  ? Pick<One, 'kind' | 'facts'> & { address: string }
  : never

/** Queues a message to a vendor, unless it gets none. `news`: what it may have switched off. */
export async function tellVendor(
  tx: Tx,
  { eventId, vendorId, news }: { eventId: string; vendorId: string; news?: VendorNews },
  write: (reader: VendorReader) => Said<NewMessage>,
): Promise<void> {
  const reader = await findVendorReader(tx, vendorId)
  if (!reader || (news && !reader.wants(news))) return
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
