import { emit } from '#core/events/emit.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { Tx } from '#core/shared/db.ts'
import { makeOnce } from '#core/shared/make-once.ts'
import type { PlanDeps } from '#core/plans/queries.ts'
import { type ClassTime, makeOverlaps } from '#core/classes/rules.ts'
import { type NamedDay, newlyNamed } from '../rules.ts'
import { placeOf, type ClassForm } from '#core/classes/schema.ts'
import { fillClassAgain } from './fill-sessions.ts'
import { lockVendorToCount } from '#core/classes/steps/lock-vendor.ts'
import { writeExtras } from '#core/classes/steps/write-extras.ts'
import { type SkippedStart, skippedFirst } from '../steps/skipped-start.ts'
import { newClassesLimit, type VendorLimit, vendorLimit } from '#core/classes/steps/vendor-limit.ts'

export type ClassCreated =
  /** `named`: days that its weekly times leave out */
  | { ok: true; classId: string; named: NamedDay[] }
  | ({ ok: false; reason: 'skipped_start' } & SkippedStart)
  /** the price was typed in a currency that the vendor no longer has */
  | { ok: false; reason: 'currency_changed' }
  | HoursOverlap
  | VendorLimit

/** The opening hours of a facility would make slots that overlap. */
export type HoursOverlap = { ok: false; reason: 'hours_overlap' }

type Refused = Extract<ClassCreated, { ok: false }>

/** Publishes a class with the sessions of its recurrence. Sending the same form again creates nothing. */
export async function createClass(
  { db, settings }: PlanDeps,
  vendorId: VendorId,
  form: ClassForm,
  now: Date,
): Promise<ClassCreated> {
  return db.transaction().execute(async (tx) => {
    const { timeZone: zone, currency } = await lockVendorToCount(tx, vendorId)
    const made = await makeOnce<Refused>(tx, { kind: 'classes', vendorId, form }, async () => {
      if (form.currency !== currency) return { ok: false, reason: 'currency_changed' }
      if (hoursOverlap(form, newTimes(form))) return { ok: false, reason: 'hours_overlap' }
      const skipped = skippedFirst(newTimes(form), { zone, now })
      if (skipped) return { ok: false, reason: 'skipped_start', ...skipped }
      const limited =
        (await vendorLimit(tx, vendorId, ['classes', 'times', 'sessions'])) ??
        (await newClassesLimit({ db: tx, settings }, vendorId))
      if (limited) return limited
      const { id } = await tx
        .insertInto('classes')
        .values({ vendorId, ...classColumns(form) })
        .returning('id')
        .executeTakeFirstOrThrow()
      await addTimes(tx, { classId: id, vendorId, times: newTimes(form) })
      await writeExtras(tx, { classId: id, vendorId }, form.extras)
      if (form.visibility !== 'closed') await emit(tx, 'class.published', { classId: id, vendorId })
      return { ok: true as const, id }
    })
    if (!made.ok) return made
    const named = newlyNamed(await fillClassAgain(tx, made.id, now), new Map())
    return { ok: true, classId: made.id, named }
  })
}

/** Whether a facility with these weekly times would sell the same hour twice. */
export function hoursOverlap(
  { kind, durationMinutes }: Pick<ClassForm, 'kind' | 'durationMinutes'>,
  times: readonly ClassTime[],
): boolean {
  return kind === 'facility' && makeOverlaps(times, durationMinutes)
}

/** The columns that a class form sets: its fields, without what belongs to other tables or to the form. */
export function classColumns(form: ClassForm) {
  const { formKey: _key, agreed: _agreed, currency: _currency, times: _times, ...fields } = form
  const { placeKind: _kind, extras: _extras, ...columns } = fields
  return { ...columns, ...placeOf(form) }
}

/** The weekly times that a form adds, from its first day to its last. */
export function newTimes({ times, startDate, endDate }: ClassForm): ClassTime[] {
  return times
    .filter(({ id }) => id === undefined)
    .map(({ weekday, startTime, everyWeeks }) => ({
      weekday,
      startTime,
      everyWeeks,
      startsOn: startDate,
      endsOn: endDate,
    }))
}

export async function addTimes(
  tx: Tx,
  { times, ...of }: { classId: string; vendorId: VendorId; times: readonly ClassTime[] },
): Promise<void> {
  if (times.length === 0) return
  await tx
    .insertInto('classTimes')
    .values(times.map((time) => ({ ...of, ...time })))
    .execute()
}
