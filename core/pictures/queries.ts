import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { PictureShown } from './rules.ts'

const shown = ['name', 'widths', 'width', 'height', 'colour', 'placeholder'] as const

/** The pictures of a vendor that stand alone; without one, a page shows something else. */
export type VendorPictures = {
  face: PictureShown | null
  logo: PictureShown | null
  cover: PictureShown | null
}

export const noVendorPictures: VendorPictures = { face: null, logo: null, cover: null }

/** Face, logo and cover of vendors, by the vendor's id; who has none is missing. One query. */
export async function listPicturesOfVendors(
  db: Db,
  vendorIds: readonly VendorId[],
): Promise<Map<string, VendorPictures>> {
  const byVendor = new Map<string, VendorPictures>()
  if (vendorIds.length === 0) return byVendor
  const rows = await db
    .selectFrom('pictures')
    .where('vendorId', 'in', [...new Set(vendorIds)])
    .where('kind', 'in', ['face', 'logo', 'cover'])
    .select([...shown, 'vendorId', 'kind'])
    .execute()
  for (const { vendorId, kind, ...picture } of rows)
    byVendor.set(vendorId, { ...(byVendor.get(vendorId) ?? noVendorPictures), [kind]: picture })
  return byVendor
}

/** The pictures of classes, by the class's id; a class without one is missing. One query. */
export async function listPicturesOfClasses(
  db: Db,
  classIds: readonly string[],
): Promise<Map<string, PictureShown>> {
  if (classIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('pictures')
    .where('classId', 'in', [...new Set(classIds)])
    .select([...shown, 'classId'])
    .execute()
  return new Map(
    rows.flatMap(({ classId, ...picture }) => (classId === null ? [] : [[classId, picture]])),
  )
}

/** The gallery of a vendor, in the order of uploading. */
export function listGallery(
  db: Db,
  vendorId: VendorId,
): Promise<(PictureShown & { id: string })[]> {
  return db
    .selectFrom('pictures')
    .where('vendorId', '=', vendorId)
    .where('kind', '=', 'gallery')
    .orderBy('createdAt')
    .orderBy('id')
    .select([...shown, 'id'])
    .execute()
}
