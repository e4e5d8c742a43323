import { type RawBuilder, sql } from 'kysely'
import { fillClass } from './fill-sessions.ts'
import { lockVendorToCount } from '#core/classes/steps/lock-vendor.ts'
import { newClassesLimit, type VendorLimit, vendorLimit } from '#core/classes/steps/vendor-limit.ts'
import { addCopiedPicture, copyClassFiles } from '#core/pictures/steps/copy-class-picture.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { makeOnce } from '#core/shared/make-once.ts'
import { type PlanDeps, planAllows } from '#core/plans/queries.ts'

export type ClassDuplicated =
  | { ok: true; classId: string }
  | { ok: false; reason: 'not_found' }
  | VendorLimit

type Copying = {
  vendorId: VendorId
  classId: string
  /** the name of the copy, given the title of the class */
  named: (title: string) => string
  formKey?: string | undefined
}

const longestTitle = 120

/**
 * Copies a class with its picture, the weekly times that still run and the bundles on sale, without sessions that were added or changed
 * by hand. The copy is closed, so that nobody sees or books it before the vendor has changed what differs. A class that has ended is
 * copied with the times it ended with, from today on. Sending the same form again copies nothing.
 */
export async function duplicateClass(
  deps: PlanDeps & Pick<Deps, 'files' | 'limits'>,
  { vendorId, classId, named, formKey }: Copying,
  now: Date,
): Promise<ClassDuplicated> {
  if (!isId(classId)) return { ok: false, reason: 'not_found' }
  const { db, settings } = deps
  const picture = await copyClassFiles(deps, { vendorId, classId })
  return db.transaction().execute(async (tx) => {
    const original = await findOriginal(tx, { vendorId, classId })
    if (!original) return { ok: false, reason: 'not_found' }
    const form = { duplicates: classId, formKey }
    const made = await makeOnce(tx, { kind: 'classes', vendorId, form }, async () => {
      const limited =
        (await vendorLimit(tx, vendorId, ['classes', 'times', 'sessions'])) ??
        (await newClassesLimit({ db: tx, settings }, vendorId))
      if (limited) return limited
      const id = await copyClass(tx, { classId, title: shortened(named, original.title) })
      await copyTimes(tx, { from: classId, to: id })
      await copyExtras(tx, { from: classId, to: id })
      if (await planAllows({ db: tx, settings }, vendorId, 'bundles'))
        await copyBundles(tx, { from: classId, to: id })
      if (picture) await addCopiedPicture(tx, picture, { vendorId, classId: id })
      await fillClass(tx, id, now)
      return { ok: true as const, id }
    })
    return made.ok ? { ok: true, classId: made.id } : made
  })
}

/** The name of the copy; the title in it is cut where both together are too long. */
function shortened(named: Copying['named'], title: string): string {
  const whole = named(title)
  const over = whole.length - longestTitle
  return over > 0 ? named(`${title.slice(0, -over - 1).trimEnd()}…`).toWellFormed() : whole
}

/** Locks the class, and its vendor. */
async function findOriginal(
  tx: Tx,
  { vendorId, classId }: { vendorId: VendorId; classId: string },
): Promise<{ title: string } | null> {
  const original = await tx
    .selectFrom('classes')
    .where('id', '=', classId)
    .where('vendorId', '=', vendorId)
    .where('status', '=', 'active')
    .select('title')
    .forShare()
    .executeTakeFirst()
  if (!original) return null
  await lockVendorToCount(tx, vendorId)
  return original
}

const today = sql`(now() at time zone v.time_zone)::date`

async function copyClass(
  tx: Tx,
  { classId, title }: { classId: string; title: string },
): Promise<string> {
  const [id] = await copyRows(
    tx,
    'classes',
    sql`select c, jsonb_build_object('title', ${title}::text, 'visibility', 'closed', 'paused_at', null,
        'start_date', case when c.end_date < ${today} then ${today} else c.start_date end,
        'end_date', case when c.end_date < ${today} then null else c.end_date end,
        'registration_closed_date',
        case when c.registration_closed_date < ${today} then null else c.registration_closed_date end)
      from classes c join vendors v on v.id = c.vendor_id where c.id = ${classId}`,
  )
  if (id === undefined) throw new Error('The class that is locked is not there.')
  return id
}

/**
 * A time that ended with its class runs on in the copy; its rhythm and its own values stay. Its last date may differ from the
 * class's: moving all following sessions to another weekday moves it too.
 */
async function copyTimes(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  const ended = sql`t.ends_with_class and c.end_date < ${today}`
  await copyRows(
    tx,
    'class_times',
    sql`select t, jsonb_build_object('class_id', ${to}::uuid, 'filled_until', null,
        'ends_on', case when ${ended} then null else t.ends_on end)
      from class_times t
      join classes c on c.id = t.class_id
      join vendors v on v.id = t.vendor_id
      where t.class_id = ${from} and (t.ends_on is null or t.ends_on >= ${today} or ${ended})`,
  )
}

async function copyExtras(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await copyRows(
    tx,
    'facility_extras',
    sql`select x, jsonb_build_object('class_id', ${to}::uuid) from facility_extras x
      where x.class_id = ${from} and x.retired_at is null`,
  )
}

async function copyBundles(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await copyRows(
    tx,
    'session_bundles',
    sql`select b, jsonb_build_object('class_id', ${to}::uuid) from session_bundles b where b.class_id = ${from} and b.is_active`,
  )
}

/**
 * Copies rows, each selected with the values that its copy has instead. No list of columns, which would lack the next one that
 * is added. Returns the ids of the copies.
 */
async function copyRows(
  tx: Tx,
  table: 'classes' | 'class_times' | 'session_bundles' | 'facility_extras',
  rows: RawBuilder<unknown>,
): Promise<string[]> {
  const written = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(
    tx,
  )
  const columns = written.rows.map(({ name }) => name)
  const made = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(columns.map((name) => sql.ref(`copy.${name}`)))}
    from (${rows}) as original (of, instead),
      lateral jsonb_populate_record(original.of, original.instead || jsonb_build_object(
        'id', gen_random_uuid(), 'created_at', now(), 'updated_at', now())) as copy
    returning id`.execute(tx)
  return made.rows.map(({ id }) => id)
}
