import type { Db } from '#core/shared/db.ts'
import { isId } from '#core/shared/ids.ts'
import type { PictureOf } from './add-picture.ts'

export type PictureRemoved = { ok: true } | { ok: false; reason: 'not_found' }

/** Removes a picture; a job deletes its files. `pictureId`: which one of the gallery; elsewhere there is only one. */
export async function removePicture(
  db: Db,
  of: PictureOf,
  pictureId: string,
): Promise<PictureRemoved> {
  const id = of.kind === 'class' ? of.classId : of.kind === 'gallery' ? pictureId : null
  if (id !== null && !isId(id)) return { ok: false, reason: 'not_found' }
  const { numDeletedRows } = await db
    .deleteFrom('pictures')
    .where('vendorId', '=', of.vendorId)
    .where('kind', '=', of.kind)
    .$if(id !== null, (rows) => rows.where(of.kind === 'class' ? 'classId' : 'id', '=', id ?? ''))
    .executeTakeFirst()
  // A face that is gone already was the vendor's own; another id may be somebody else's.
  return numDeletedRows > 0n || id === null ? { ok: true } : { ok: false, reason: 'not_found' }
}
