import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { PictureShown } from './rules.ts'

const shown = ['name', 'widths', 'width', 'height', 'colour', 'placeholder'] as const

/** The pictures of a vendor that stand alone; without one, a page shows something else. */
type VendorPictures = {
  face: PictureShown | null
  logo: PictureShown | null
  cover: PictureShown | null
}

const noVendorPictures: VendorPictures = { face: null, logo: null, cover: null }

const vendorIsOpen = sql<boolean>`exists (select from vendors v
  where v.id = pictures.vendor_id and v.suspended_at is null and v.closed_at is null)`

/** Whether the picture exists and its vendor is neither suspended nor closed. */
export async function isPictureShown(db: Db, name: string): Promise<boolean> {
  const found = await db
    .selectFrom('pictures')
    .where('name', '=', name)
    .where(vendorIsOpen)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
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

export type PagePictures = VendorPictures & {
  /** by the class's id; a class without a picture is missing */
  ofClasses: ReadonlyMap<string, PictureShown>
  /** in the order of uploading; empty for the page of one class */
  gallery: readonly PictureShown[]
}

/** The pictures of a vendor's page, or of the page of one class; none if their files are not served. One query. */
export async function listPicturesOfPage(
  db: Db,
  vendorId: VendorId,
  classId: string | null = null,
): Promise<PagePictures> {
  const rows = await db
    .selectFrom('pictures')
    .where('vendorId', '=', vendorId)
    .where(vendorIsOpen)
    .$if(classId !== null, (pictures) =>
      pictures
        .where('kind', '<>', 'gallery')
        .where((eb) => eb.or([eb('classId', 'is', null), eb('classId', '=', classId)])),
    )
    .orderBy('createdAt')
    .orderBy('id')
    .select([...shown, 'kind', 'classId'])
    .execute()
  const gallery: PictureShown[] = []
  const page = { ...noVendorPictures, ofClasses: new Map<string, PictureShown>(), gallery }
  for (const { kind, classId: of, ...picture } of rows)
    if (of !== null) page.ofClasses.set(of, picture)
    else if (kind === 'gallery') gallery.push(picture)
    else if (kind === 'face' || kind === 'logo' || kind === 'cover') page[kind] = picture
  return page
}

/** The face of a vendor, where no other picture is shown. */
export async function findFace(db: Db, vendorId: VendorId): Promise<PictureShown | null> {
  const row = await db
    .selectFrom('pictures')
    .where('vendorId', '=', vendorId)
    .where('kind', '=', 'face')
    .select([...shown])
    .executeTakeFirst()
  return row ?? null
}

/** The face of a vendor or, without one, its logo. */
export async function findVendorPicture(
  db: Db,
  vendorId: VendorId,
): Promise<(PictureShown & { kind: 'face' | 'logo' }) | null> {
  const row = await db
    .selectFrom('pictures')
    .where('vendorId', '=', vendorId)
    .where('kind', 'in', ['face', 'logo'])
    .orderBy('kind')
    .select([...shown, 'kind'])
    .$narrowType<{ kind: 'face' | 'logo' }>()
    .executeTakeFirst()
  return row ?? null
}

/** Their names, of several vendors. */
export async function listVendorPictures(
  db: Db,
  vendorIds: readonly VendorId[],
): Promise<ReadonlyMap<VendorId, string>> {
  if (vendorIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('pictures')
    .where(sql<boolean>`vendor_id = any(${[...vendorIds]}::uuid[])`)
    .where('kind', 'in', ['face', 'logo'])
    .distinctOn('vendorId')
    .orderBy('vendorId')
    .orderBy('kind')
    .select(['vendorId', 'name'])
    .execute()
  return new Map(rows.map(({ vendorId, name }) => [vendorId, name]))
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
