import { randomUUID } from 'node:crypto'
import type { VendorDay } from '#core/shared/define-job.ts'
import { listAgenda } from '../queries/agenda.ts'
import { findVendorReader } from '../queries/vendor-reader.ts'
import { queueMessage } from './queue-message.ts'

/** Queues the email with a vendor's sessions of the day, if it has any. */
export async function tellOfDay({ tx, vendorId, date }: VendorDay): Promise<void> {
  const reader = await findVendorReader(tx, vendorId)
  if (!reader || (await listAgenda(tx, { vendorId, date })).length === 0) return
  await queueMessage(tx, {
    // The transaction marks the day as done, so there is no second one.
    eventId: randomUUID(),
    audience: 'vendor',
    kind: 'vendor.agenda',
    address: reader.addresses[0],
    otherwise: '',
    language: reader.language,
    vendorId,
    userId: reader.userId,
    facts: { date },
  })
}
