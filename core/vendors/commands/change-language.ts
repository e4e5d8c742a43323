import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type Conflict, mergeEdit } from '#core/shared/merge-edit.ts'
import type { LanguageForm } from '../schema.ts'

export type LanguageChanged =
  | { ok: true }
  | { ok: false; reason: 'conflict'; conflicts: Conflict<LanguageForm>[] }

/**
 * The language in which we write to a member and to the vendor. `shown`: what the form held when it was opened; null if
 * unknown.
 */
export async function changeLanguage(
  db: Db,
  of: { vendorId: VendorId; userId: string },
  typed: LanguageForm,
  shown: LanguageForm | null = null,
): Promise<LanguageChanged> {
  return db.transaction().execute(async (tx) => {
    const current = await tx
      .selectFrom('vendors')
      .where('id', '=', of.vendorId)
      .select('language')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const merged = mergeEdit({ shown, typed, current })
    if (!merged.ok) return { ok: false, reason: 'conflict', conflicts: merged.conflicts }
    await tx
      .updateTable('vendors')
      .set((eb) => ({ ...merged.values, updatedAt: eb.fn<Date>('now') }))
      .where('id', '=', of.vendorId)
      .execute()
    await tx.updateTable('users').set(merged.values).where('id', '=', of.userId).execute()
    return { ok: true }
  })
}
