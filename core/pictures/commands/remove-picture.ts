import type { Db } from '#core/shared/db.ts'
import { isId } from '#core/shared/ids.ts'
import type { PictureOf } from '../rules.ts'
import { inPlaceOf } from '../steps/in-place-of.ts'

/** `changed`: another picture is there now. */
export type PictureRemoved = { ok: true } | { ok: false; reason: 'not_found' | 'changed' }

/** Removes the picture with the name that the page showed; a job deletes its files. */
export async function removePicture(db: Db, of: PictureOf, name: string): Promise<PictureRemoved> {
  if (of.kind === 'class' && !isId(of.classId)) return { ok: false, reason: 'not_found' }
  const { numDeletedRows } = await db
    .deleteFrom('pictures')
    .where(inPlaceOf(of))
    .where('name', '=', name)
    .executeTakeFirst()
  if (numDeletedRows > 0n) return { ok: true }
  if (of.kind === 'gallery') return { ok: false, reason: 'not_found' }
  const other = await db.selectFrom('pictures').where(inPlaceOf(of)).select('id').executeTakeFirst()
  if (other) return { ok: false, reason: 'changed' }
  // A face that is gone already was the vendor's own; a class may be somebody else's.
  return of.kind === 'class' ? { ok: false, reason: 'not_found' } : { ok: true }
}
