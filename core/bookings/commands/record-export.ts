import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/** Logs who downloaded the list of bookings or of payments, because it names customers. */
export function recordExport(
  db: Db,
  {
    of = 'bookings',
    ...member
  }: { vendorId: VendorId; userId: string; of?: 'bookings' | 'payments' },
): Promise<void> {
  return db.transaction().execute((tx) =>
    writeAudit(tx, {
      ...member,
      action: 'data.exported',
      subject: ['vendor', member.vendorId],
      details: { of },
    }),
  )
}
