import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'

export type Resent = { ok: true } | { ok: false; reason: 'confirmed' }

/** Asks the owner of a vendor once more to confirm the address. */
export async function resendConfirmation(
  db: Db,
  { vendorId, adminId }: { vendorId: string; adminId: string },
): Promise<Resent> {
  return db.transaction().execute(async (tx) => {
    const owner = await tx
      .selectFrom('vendorMembers as m')
      .innerJoin('users as u', 'u.id', 'm.userId')
      .where(sql<boolean>`m.vendor_id = ${vendorId}`)
      .where('m.role', '=', 'owner')
      .where('u.emailVerified', '=', false)
      .select(['m.vendorId', 'u.email'])
      .executeTakeFirst()
    if (!owner) return { ok: false, reason: 'confirmed' }
    await emit(tx, 'account.confirmation_resend', { email: owner.email })
    await writeAudit(tx, {
      vendorId: owner.vendorId,
      userId: adminId,
      action: 'confirmation.resent',
      subject: ['vendor', owner.vendorId],
      details: {},
    })
    return { ok: true }
  })
}
