import { lockAccount } from '#core/accounts/steps/end-sessions.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type Changed, changedSince, type Version } from '#core/shared/version.ts'
import { settle } from '#core/shared/settle.ts'
import { findProfile } from '../queries.ts'
import type { ProfileForm } from '../schema.ts'
import { profileColumns } from '../steps/profile-columns.ts'

export type ProfileChanged = { ok: true } | { ok: false; reason: 'busy' } | Changed<ProfileForm>

/** Changes what a vendor says about itself, and the name of the member who edits it. */
export async function changeProfile(
  db: Db,
  of: { vendorId: VendorId; userId: string },
  typed: ProfileForm,
  version: Version = null,
): Promise<ProfileChanged> {
  return settle<ProfileChanged>(db, async (tx) => {
    await tx
      .selectFrom('vendors')
      .where('id', '=', of.vendorId)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    // Before the row in the operator's list, which the update below writes.
    await lockAccount(tx, of.userId)
    const changed = changedSince(version, await findProfile(tx, of), typed)
    if (changed) return changed
    const { fullName } = typed
    await tx
      .updateTable('vendors')
      .set((eb) => ({ ...profileColumns(typed), updatedAt: eb.fn<Date>('now') }))
      .where('id', '=', of.vendorId)
      .execute()
    await tx
      .updateTable('profiles')
      .set((eb) => ({ fullName, updatedAt: eb.fn<Date>('now') }))
      .where('userId', '=', of.userId)
      .execute()
    await tx.updateTable('users').set({ name: fullName }).where('id', '=', of.userId).execute()
    return { ok: true }
  })
}
