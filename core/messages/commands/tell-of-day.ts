import { randomUUID } from 'node:crypto'
import type { VendorDay } from '#core/shared/define-job.ts'
import { listAgenda } from '../queries/agenda.ts'
import { tellVendor } from './tell-vendor.ts'

/** Queues the email with a vendor's sessions of the day, if it has any. */
export async function tellOfDay({ tx, vendorId, date }: VendorDay): Promise<void> {
  if ((await listAgenda(tx, { vendorId, date })).length === 0) return
  // The transaction marks the day as done, so there is no second one.
  const eventId = randomUUID()
  await tellVendor(tx, { eventId, vendorId }, ({ addresses: [address] }) => ({
    kind: 'vendor.agenda',
    address,
    facts: { date },
  }))
}
