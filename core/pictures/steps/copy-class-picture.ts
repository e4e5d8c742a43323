import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { pictureFiles, pictureLimits, typeOfFile } from '../rules.ts'

/** Copied files, until a row names them; a job deletes them if none does. */
export type CopiedFiles = { original: string; name: string; begun: Date }

/** How long it may take until a row names files that are written. The job that deletes files without a row waits far longer. */
export const longestAdding = '10 minutes'

/** Copies the files of a class's picture under a new name. Null: it has none, or it is being replaced, or this was done too often. */
export async function copyClassFiles(
  { db, files, limits }: Pick<Deps, 'db' | 'files' | 'limits'>,
  { vendorId, classId }: { vendorId: VendorId; classId: string },
): Promise<CopiedFiles | null> {
  const picture = await db
    .selectFrom('pictures')
    .where('vendorId', '=', vendorId)
    .where('classId', '=', classId)
    .select(['name', 'widths', sql<Date>`clock_timestamp()`.as('begun')])
    .executeTakeFirst()
  if (!picture || !(await limits.uploadsPerVendor.take(vendorId)).ok) return null
  const { name: original, widths, begun } = picture
  const name = randomBytes(16).toString('hex')
  for (const key of pictureFiles({ name: original, widths })) {
    const bytes = await files.read(key)
    if (bytes === null) return null
    const copy = key.replace(original, name)
    await files.write(copy, { bytes, type: typeOfFile(copy) })
  }
  return { original, name, begun }
}

/** Gives a class the copied files as its picture, unless the original is gone or the vendor has too many pictures. */
export async function addCopiedPicture(
  tx: Tx,
  { original, name, begun }: CopiedFiles,
  { vendorId, classId }: { vendorId: VendorId; classId: string },
): Promise<void> {
  await sql`
    insert into pictures (vendor_id, class_id, kind, name, source, widths, width, height, bytes, colour, placeholder)
    select p.vendor_id, ${classId}::uuid, p.kind, ${name}, p.source, p.widths, p.width, p.height, p.bytes, p.colour, p.placeholder
    from pictures p
    where p.name = ${original} and p.vendor_id = ${vendorId}
      and clock_timestamp() < ${begun}::timestamptz + ${longestAdding}::interval
      and (select count(*) < ${pictureLimits.pictures} and sum(o.bytes) < ${pictureLimits.bytes}
        from pictures o where o.vendor_id = p.vendor_id)`.execute(tx)
}
