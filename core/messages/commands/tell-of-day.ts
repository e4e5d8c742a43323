import { randomUUID } from 'node:crypto'
import type { VendorDay } from '#core/shared/define-job.ts'
import { listAgenda } from '../queries/agenda.ts'
import { toVendor } from './readers.ts'
import { tell } from './tell.ts'

/** Queues the email with a vendor's sessions of the day, if it has any and its reader wants it. */
export async function tellOfDay({ tx, vendorId, date }: VendorDay): Promise<void> {
  if ((await listAgenda(tx, { vendorId, date })).length === 0) return
  // The transaction marks the day as done, so there is no second one.
  const letter = { kind: 'vendor.agenda', facts: { date } } as const
  const letters = toVendor(vendorId, ({ wantsAgenda }) => (wantsAgenda ? letter : null))
  await tell(tx, randomUUID(), letters)
}
