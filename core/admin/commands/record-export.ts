import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'

/** Logs that the operator downloaded the list of vendors, and with which filters. */
export async function recordVendorExport(
  db: Db,
  { adminId, filters }: { adminId: string; filters: string },
): Promise<void> {
  await db.transaction().execute((tx) =>
    writeAudit(tx, {
      vendorId: null,
      userId: adminId,
      action: 'vendors.exported',
      subject: ['user', adminId],
      details: { filters },
    }),
  )
}
