import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'

/** Which picture: the only one of its kind, one of the gallery, or that of a class. */
export type RemovedPicture =
  | { kind: 'face' | 'logo' | 'cover' }
  | { kind: 'gallery'; pictureId: string }
  | { kind: 'class'; classId: string }

export type PictureRemoved = { ok: true } | { ok: false; reason: 'not_found' }

/** Removes a picture; a job deletes its files. One that is gone already counts as removed if nothing names it. */
export async function removePicture(
  db: Db,
  vendorId: VendorId,
  which: RemovedPicture,
): Promise<PictureRemoved> {
  const id = 'pictureId' in which ? which.pictureId : 'classId' in which ? which.classId : null
  if (id !== null && !isId(id)) return { ok: false, reason: 'not_found' }
  const { numDeletedRows } = await db
    .deleteFrom('pictures')
    .where('vendorId', '=', vendorId)
    .where('kind', '=', which.kind)
    .$if(which.kind === 'gallery', (rows) => rows.where('id', '=', id ?? ''))
    .$if(which.kind === 'class', (rows) => rows.where('classId', '=', id ?? ''))
    .executeTakeFirst()
  return numDeletedRows > 0n || id === null ? { ok: true } : { ok: false, reason: 'not_found' }
}
