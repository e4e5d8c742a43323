import { sql } from 'kysely'
import { fillClass } from '#core/classes/commands/fill-sessions.ts'
import { lockVendor } from '#core/classes/steps/lock-vendor.ts'
import { newClassesLimit, type VendorLimit, vendorLimit } from '#core/classes/steps/vendor-limit.ts'
import { addCopiedPicture, copyClassFiles } from '#core/pictures/steps/copy-class-picture.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { makeOnce } from '#core/shared/make-once.ts'
import { type PlanDeps, planAllows } from '../../plans/queries.ts'

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
        (await newClassesLimit(tx, vendorId))
      if (limited) return limited
      const id = await copyClass(tx, { classId, title: shortened(named, original.title) })
      await copyTimes(tx, { from: classId, to: id })
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
  await lockVendor(tx, vendorId)
  return original
}

const today = sql`(now() at time zone v.time_zone)::date`

async function copyClass(
  tx: Tx,
  { classId, title }: { classId: string; title: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into classes (vendor_id, title, description, category, difficulty, image_url, location, online_url, price_minor,
      max_students, duration_minutes, start_date, end_date, visibility, confirmation_mode, confirmation_timeout_minutes,
      registration_closed_date, closes_minutes_before, notice_minutes, instructor_user_id)
    select c.vendor_id, ${title}, c.description, c.category, c.difficulty, c.image_url, c.location, c.online_url, c.price_minor,
      c.max_students, c.duration_minutes,
      case when c.end_date < ${today} then ${today} else c.start_date end,
      case when c.end_date < ${today} then null else c.end_date end,
      'closed', c.confirmation_mode, c.confirmation_timeout_minutes,
      case when c.registration_closed_date < ${today} then null else c.registration_closed_date end,
      c.closes_minutes_before, c.notice_minutes, c.instructor_user_id
    from classes c join vendors v on v.id = c.vendor_id where c.id = ${classId}
    returning id`.execute(tx)
  const [made] = rows
  if (!made) throw new Error('The class that is locked is not there.')
  return made.id
}

/**
 * A time that ended with its class runs on in the copy; its rhythm and its own values stay. Its last date may differ from the
 * class's: moving all following sessions to another weekday moves it too.
 */
async function copyTimes(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into class_times (class_id, vendor_id, weekday, start_time, every_weeks, starts_on, ends_on, duration_minutes,
      location, online_url, max_students, starts_with_class, ends_with_class)
    select ${to}, t.vendor_id, t.weekday, t.start_time, t.every_weeks, t.starts_on,
      case when t.ends_with_class and c.end_date < ${today} then null else t.ends_on end,
      t.duration_minutes, t.location, t.online_url, t.max_students, t.starts_with_class, t.ends_with_class
    from class_times t
    join classes c on c.id = t.class_id
    join vendors v on v.id = t.vendor_id
    where t.class_id = ${from}
      and (t.ends_on is null or t.ends_on >= ${today} or t.ends_with_class and c.end_date < ${today})`.execute(
    tx,
  )
}

async function copyBundles(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    insert into session_bundles (vendor_id, class_id, bundle_name, session_count, bundle_price_minor, expiry_days,
      expiry_starts)
    select vendor_id, ${to}, bundle_name, session_count, bundle_price_minor, expiry_days, expiry_starts
    from session_bundles where class_id = ${from} and is_active`.execute(tx)
}
