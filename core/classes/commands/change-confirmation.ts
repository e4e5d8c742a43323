import type { VendorId } from '#core/shared/ids.ts'
import { emit } from '#core/events/emit.ts'
import type { Db } from '#core/shared/db.ts'
import { type Changed, changedSince, type Version } from '#core/shared/version.ts'
import { findOwnClass, type OwnClass } from '../queries/own-classes.ts'
import type { ConfirmationForm } from '../schema.ts'

export type ConfirmationChanged =
  | { ok: true; title: string }
  | { ok: false; reason: 'not_found' }
  | Changed<Shown>

type Shown = { classId: string } & Pick<OwnClass, 'confirmationMode' | 'confirmationTimeoutMinutes'>

/** What the form shows of a class. */
export const confirmationValues = ({
  id: classId,
  ...of
}: Omit<Shown, 'classId'> & { id: string }): Shown => ({
  classId,
  confirmationMode: of.confirmationMode,
  confirmationTimeoutMinutes: of.confirmationTimeoutMinutes,
})

/** Changes how new requests for a class are confirmed; pending requests keep their expiry. */
export async function changeConfirmation(
  db: Db,
  vendorId: VendorId,
  typed: ConfirmationForm,
  version: Version = null,
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
    const changed = changedSince<Shown>(version, confirmationValues(found), typed)
    if (changed) return changed
    await tx
      .updateTable('classes')
      .set((eb) => ({
        confirmationMode: typed.confirmationMode,
        confirmationTimeoutMinutes: typed.confirmationTimeoutMinutes,
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', classId)
      .execute()
    await emit(tx, 'class.changed', { classId, vendorId })
    return { ok: true, title: found.title }
  })
}
