import type { VendorId } from '#core/shared/ids.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { makeOnce } from '#core/shared/make-once.ts'
import { placeOf, type ClassForm } from '../schema.ts'
import { fillClass } from './fill-sessions.ts'
import { skippedStart } from '../steps/skipped-start.ts'

export type ClassCreated =
  | { ok: true; classId: string }
  | { ok: false; reason: 'skipped_start'; date: string; time: string }

/** Publishes a class and the sessions of its recurrence; the same form again makes no second one. */
export async function createClass(
  db: Db,
  vendorId: VendorId,
  form: ClassForm,
  now: Date,
): Promise<ClassCreated> {
  return db.transaction().execute(async (tx) => {
    const made = await makeOnce(tx, { kind: 'classes', vendorId, form }, async () => {
      const zone = await zoneOf(tx, vendorId)
      const skipped = skippedStart(form, zone)
      if (skipped) return { ok: false as const, reason: 'skipped_start' as const, ...skipped }
      const { id } = await tx
        .insertInto('classes')
        .values({ vendorId, ...classColumns(form) })
        .returning('id')
        .executeTakeFirstOrThrow()
      await addTimes(tx, { classId: id, vendorId, form, times: form.times })
      await fillClass(tx, id, now)
      return { ok: true as const, id }
    })
    return made.ok ? { ok: true, classId: made.id } : made
  })
}

export async function zoneOf(tx: Tx, vendorId: VendorId): Promise<string> {
  // Shared with a change of zone, which would leave the sessions made here in the old one.
  const vendor = await tx
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select('timeZone')
    .forShare()
    .executeTakeFirstOrThrow()
  return vendor.timeZone
}

/** The columns a class form decides. */
export function classColumns(form: ClassForm) {
  const place = placeOf(form)
  return {
    title: form.title,
    description: form.description,
    category: form.category,
    difficulty: form.difficulty,
    location: place.location,
    onlineUrl: place.onlineUrl,
    priceMinor: form.priceMinor,
    maxStudents: form.maxStudents,
    durationMinutes: form.durationMinutes,
    startDate: form.startDate,
    endDate: form.endDate,
    visibility: form.visibility,
    confirmationMode: form.confirmationMode,
    confirmationTimeoutMinutes: form.confirmationTimeoutMinutes,
    registrationClosedDate: form.registrationClosedDate,
    closesMinutesBefore: form.closesMinutesBefore,
    // A field of the form without its column is a type error here.
  } satisfies Record<
    Exclude<keyof ClassForm, 'formKey' | 'times' | 'placeKind' | 'removes'>,
    unknown
  >
}

export async function addTimes(
  tx: Tx,
  {
    classId,
    vendorId,
    form,
    times,
  }: { classId: string; vendorId: VendorId; form: ClassForm; times: ClassForm['times'] },
): Promise<void> {
  if (times.length === 0) return
  await tx
    .insertInto('classTimes')
    .values(
      times.map((time) => ({
        classId: classId,
        vendorId: vendorId,
        weekday: time.weekday,
        startTime: time.startTime,
        everyWeeks: time.everyWeeks,
        startsOn: form.startDate,
        endsOn: form.endDate,
      })),
    )
    .execute()
}
