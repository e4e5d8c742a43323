import type { VendorId } from './ids.ts'
import type { Tx } from './db.ts'

export type AuditEntry = {
  vendorId: VendorId | null
  userId: string | null
  action: string
  subject: readonly [kind: string, id: string]
  details: Record<string, string | number | boolean | null>
}

/** Logs who changed what, in the same transaction. */
export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('auditLog')
    .values({
      vendorId: entry.vendorId,
      actorUserId: entry.userId,
      action: entry.action,
      subjectKind: entry.subject[0],
      subjectId: entry.subject[1],
      details: JSON.stringify(entry.details),
    })
    .execute()
}
