import type { VendorId } from '#core/shared/ids.ts'
import { emit } from '#core/events/emit.ts'
import type { Db } from '#core/shared/db.ts'
import { type Conflict, mergeEdit } from '#core/shared/merge-edit.ts'
import { editFields, findOwnClass } from '../queries/own-classes.ts'
import type { ConfirmationForm } from '../schema.ts'

export type ConfirmationChanged =
  | { ok: true; title: string }
  | { ok: false; reason: 'not_found' }
  | { ok: false; reason: 'conflict'; conflicts: Conflict<ConfirmationForm>[] }

/**
 * Changes how new requests for a class are confirmed; pending requests keep their expiry. `shown`: what the form held when
 * it was opened; null: not known.
 */
export async function changeConfirmation(
  db: Db,
  vendorId: VendorId,
  typed: ConfirmationForm,
  shown: ConfirmationForm | null = null,
): Promise<ConfirmationChanged> {
  const { classId } = typed
  return db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('classes')
      .where('id', '=', classId)
      .where('vendorId', '=', vendorId)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    const found = await findOwnClass(tx, { vendorId, classId })
    if (!found) return { ok: false, reason: 'not_found' }
    const { confirmationMode, confirmationTimeoutMinutes } = editFields(found)
    const current = { classId, confirmationMode, confirmationTimeoutMinutes }
    const merged = mergeEdit<ConfirmationForm>({ shown, typed, current })
    if (!merged.ok) return { ok: false, reason: 'conflict', conflicts: merged.conflicts }
    await tx
      .updateTable('classes')
      .set((eb) => ({
        confirmationMode: merged.values.confirmationMode,
        confirmationTimeoutMinutes: merged.values.confirmationTimeoutMinutes,
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', classId)
      .execute()
    await emit(tx, 'class.changed', { classId, vendorId })
    return { ok: true, title: found.title }
  })
}
