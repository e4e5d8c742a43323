import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type Changed, changedSince, type Version } from '#core/shared/version.ts'
import { settle } from '#core/shared/settle.ts'
import type { LanguageForm } from '../schema.ts'

export type LanguageChanged = { ok: true } | { ok: false; reason: 'busy' } | Changed<LanguageForm>

/** The language of a member's workspace and emails, and of the vendor's messages to customers whose language is unknown. */
export async function changeLanguage(
  db: Db,
  of: { vendorId: VendorId; userId: string },
  typed: LanguageForm,
  version: Version = null,
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
    const changed = changedSince(version, current, typed)
    if (changed) return changed
    await tx
      .updateTable('vendors')
      .set((eb) => ({ ...typed, updatedAt: eb.fn<Date>('now') }))
      .where('id', '=', of.vendorId)
      .execute()
    await tx.updateTable('users').set(typed).where('id', '=', of.userId).execute()
    return { ok: true }
  })
}
