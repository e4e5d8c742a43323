import { emit } from '#core/events/emit.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'

export type ClassPaused = { ok: true; title: string } | { ok: false; reason: 'not_found' }

type Owned = { vendorId: VendorId; classId: string }

/**
 * Takes no new bookings and sells no bundles until the class is resumed. What is booked stays, and so do moving a spot and
 * using a bundle. A second pause keeps the time of the first.
 */
export async function pauseClass(db: Db, of: Owned): Promise<ClassPaused> {
  return setPaused(db, of, true)
}

export async function resumeClass(db: Db, of: Owned): Promise<ClassPaused> {
  return setPaused(db, of, false)
}

async function setPaused(
  db: Db,
  { vendorId, classId }: Owned,
  paused: boolean,
): Promise<ClassPaused> {
  if (!isId(classId)) return { ok: false, reason: 'not_found' }
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('classes')
      .set((eb) => ({
        pausedAt: paused ? eb.fn.coalesce('pausedAt', eb.fn<Date>('now')) : null,
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', classId)
      .where('vendorId', '=', vendorId)
      .where('status', '=', 'active')
      .returning('title')
      .executeTakeFirst()
    if (!row) return { ok: false, reason: 'not_found' }
    await emit(tx, 'class.changed', { classId, vendorId })
    return { ok: true, title: row.title }
  })
}
