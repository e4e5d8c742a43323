import type { VendorId } from '#core/shared/ids.ts'
import type { Db } from '#core/shared/db.ts'
import type { ConfirmationForm } from '../schema.ts'

export type ConfirmationChanged = { ok: true; title: string } | { ok: false; reason: 'not_found' }

/** How requests for a class are answered from now on; those that wait already keep their expiry. */
export async function changeConfirmation(
  db: Db,
  vendorId: VendorId,
  form: ConfirmationForm,
): Promise<ConfirmationChanged> {
  const changed = await db
    .updateTable('classes')
    .set((eb) => ({
      confirmation_mode: form.confirmationMode,
      confirmation_timeout_minutes: form.confirmationTimeoutMinutes,
      updated_at: eb.fn<Date>('now'),
    }))
    .where('id', '=', form.classId)
    .where('vendor_id', '=', vendorId)
    .where('status', '=', 'active')
    .returning('title')
    .executeTakeFirst()
  return changed ? { ok: true, title: changed.title } : { ok: false, reason: 'not_found' }
}
