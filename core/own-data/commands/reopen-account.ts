import { lockAccount } from '#core/accounts/steps/end-sessions.ts'
import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle } from '#core/shared/settle.ts'

export type AccountReopened =
  | { ok: true }
  /** it is being erased, or was not closed */
  | { ok: false; reason: 'too_late' | 'busy' }

/**
 * Takes a closed account back. The sessions that nobody had booked are still there; what was cancelled stays cancelled,
 * because its customers know of it.
 */
export async function reopenAccount(
  db: Db,
  { vendorId, userId }: { vendorId: VendorId; userId: string },
): Promise<AccountReopened> {
  return settle<AccountReopened>(db, async (tx) => {
    const closed = await tx
      .selectFrom('vendors')
      .where('id', '=', vendorId)
      .where('closedAt', 'is not', null)
      .where('erasingAt', 'is', null)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!closed) return { ok: false, reason: 'too_late' }
    await lockAccount(tx, userId)
    await tx
      .updateTable('vendors')
      .set((eb) => ({ closedAt: null, updatedAt: eb.fn<Date>('now') }))
      .where('id', '=', vendorId)
      .execute()
    await emit(tx, 'account.reopened', { vendorId, userId })
    await writeAudit(tx, {
      vendorId,
      userId,
      action: 'account.reopened',
      subject: ['vendor', vendorId],
      details: {},
    })
    return { ok: true }
  })
}
