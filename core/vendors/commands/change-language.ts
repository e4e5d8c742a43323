import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type Conflict, mergeEdit } from '#core/shared/merge-edit.ts'
import { settle } from '#core/shared/settle.ts'
import type { LanguageForm } from '../schema.ts'

export type LanguageChanged =
  | { ok: true }
  | { ok: false; reason: 'busy' }
  | { ok: false; reason: 'conflict'; conflicts: Conflict<LanguageForm>[] }

/**
 * The language of a member's workspace and emails, and of the vendor's messages to customers whose language is unknown.
 * `shown`: what the form held when it was opened; null if unknown.
 */
export async function changeLanguage(
  db: Db,
  of: { vendorId: VendorId; userId: string },
  typed: LanguageForm,
  shown: LanguageForm | null = null,
): Promise<LanguageChanged> {
  return settle<LanguageChanged>(db, async (tx) => {
    // The vendor before the member, as the profile's form.
    await tx
      .selectFrom('vendors')
      .where('id', '=', of.vendorId)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const current = await tx
      .selectFrom('users')
      .where('id', '=', of.userId)
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
