import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { oneAtATime } from '#core/shared/one-at-a-time.ts'
import { settle } from '#core/shared/settle.ts'
import { galleryMost, pictureLimits, type PictureOf, type PictureProblem } from '../rules.ts'
import { longestAdding } from '../steps/copy-class-picture.ts'
import { type ProcessedPicture, processPicture, sourceOf } from '../steps/process-picture.ts'
import { inPlaceOf } from '../steps/in-place-of.ts'

export type PictureAdded =
  | { ok: true }
  | {
      ok: false
      reason:
        | PictureProblem
        | 'gallery_full'
        | 'pictures_full'
        | 'rate_limited'
        | 'busy'
        | 'not_found'
    }

// A picture takes a second or two, and nobody waits for more than a few of others.
const inTurn = oneAtATime(8, 2)

/**
 * Adds a picture; face, logo, cover and the picture of a class replace the one before. The same file sent twice makes one
 * picture. The files are written before the row: a process may be killed in between, and a job deletes files without one.
 */
export async function addPicture(
  deps: Pick<Deps, 'db' | 'files' | 'limits'>,
  of: PictureOf,
  uploaded: Uint8Array,
): Promise<PictureAdded> {
  if (!(await deps.limits.uploadsPerVendor.take(of.vendorId)).ok)
    return { ok: false, reason: 'rate_limited' }
  const source = sourceOf(uploaded)
  // Before the work is done, so that no full gallery and no other vendor's class costs any.
  const before = await settle<PictureAdded | null>(deps.db, (tx) => refusal(tx, of, source))
  if (before) return before
  const begun = await clock(deps)
  const processed = await inTurn(() => processPicture(of.kind, uploaded), of.vendorId)
  if (processed === null) return { ok: false, reason: 'busy' }
  if (typeof processed === 'string') return { ok: false, reason: processed }
  for (const { key, bytes, type } of processed.files) await deps.files.write(key, { bytes, type })
  return settle<PictureAdded>(deps.db, async (tx) => {
    const refused = await refusal(tx, of, source)
    if (refused) return refused
    if (await isReplaced(tx, of, begun)) return { ok: true }
    await removeFormer(tx, of)
    return (await insertPicture(tx, of, processed, begun))
      ? { ok: true }
      : { ok: false, reason: 'busy' }
  })
}

/** Why a picture is not added, or that it is there already. Locks what it belongs to. */
async function refusal(tx: Tx, of: PictureOf, source: string): Promise<PictureAdded | null> {
  const { vendorId, kind } = of
  if (kind === 'class' && !(await lockClass(tx, of))) return { ok: false, reason: 'not_found' }
  await tx
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const kept = await tx
    .selectFrom('pictures')
    .where('vendorId', '=', vendorId)
    .select(({ fn, eb, and, val }) => {
      const isSame = and([
        eb('kind', '=', kind),
        ...(kind === 'class' ? [eb('classId', '=', of.classId)] : []),
      ])
      // The picture that this one replaces does not count.
      const stays = kind === 'gallery' ? val(true) : eb.not(isSame)
      return [
        sql<number>`count(*) filter (where ${stays})::integer`.as('pictures'),
        sql<number>`coalesce(sum(bytes) filter (where ${stays}), 0)::bigint`.as('bytes'),
        sql<number>`count(*) filter (where kind = 'gallery')::integer`.as('gallery'),
        fn
          .coalesce(sql<boolean>`bool_or(${isSame} and source = ${source})`, val(false))
          .as('isThere'),
      ]
    })
    .executeTakeFirstOrThrow()
  if (kept.isThere) return { ok: true }
  if (kind === 'gallery' && kept.gallery >= galleryMost)
    return { ok: false, reason: 'gallery_full' }
  const isFull = kept.pictures >= pictureLimits.pictures || kept.bytes >= pictureLimits.bytes
  return isFull ? { ok: false, reason: 'pictures_full' } : null
}

/** Whether the class is the vendor's own; it cannot be archived until the transaction ends. */
async function lockClass(
  tx: Tx,
  { vendorId, classId }: { vendorId: VendorId; classId: string },
): Promise<boolean> {
  if (!isId(classId)) return false
  const found = await tx
    .selectFrom('classes')
    .where('id', '=', classId)
    .where('vendorId', '=', vendorId)
    .where('status', '=', 'active')
    .select('id')
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

/** A picture that was sent later is there already, because this one took longer. */
async function isReplaced(tx: Tx, of: PictureOf, begun: Date): Promise<boolean> {
  if (of.kind === 'gallery') return false
  const later = await tx
    .selectFrom('pictures')
    .where(inPlaceOf(of))
    .where('createdAt', '>', begun)
    .select('id')
    .executeTakeFirst()
  return later !== undefined
}

async function removeFormer(tx: Tx, of: PictureOf): Promise<void> {
  if (of.kind === 'gallery') return
  await tx.deleteFrom('pictures').where(inPlaceOf(of)).execute()
}

async function clock({ db }: Pick<Deps, 'db'>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date()
}

/** It is as old as its upload: see `isReplaced`. False: the process was asleep for so long that the files may be gone. */
async function insertPicture(
  tx: Tx,
  of: PictureOf,
  picture: ProcessedPicture,
  begun: Date,
): Promise<boolean> {
  const bytes = picture.files.reduce((sum, file) => sum + file.bytes.length, 0)
  const { rows } = await sql`
    insert into pictures (vendor_id, class_id, kind, name, source, widths, width, height, bytes, colour, placeholder, created_at)
    select ${of.vendorId}, ${of.kind === 'class' ? of.classId : null}::uuid, ${of.kind}, ${picture.name}, ${picture.source},
      ${[...picture.widths]}::integer[], ${picture.width}::integer, ${picture.height}::integer, ${bytes}::integer, ${picture.colour}, ${picture.placeholder}, ${begun}::timestamptz
    where clock_timestamp() < ${begun}::timestamptz + ${longestAdding}::interval
    returning id`.execute(tx)
  return rows.length > 0
}
