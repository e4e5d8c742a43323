import type { Tx } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { type Conflict, mergeEdit } from '#core/shared/merge-edit.ts'
import { makeOnce } from '#core/shared/make-once.ts'
import { planAllows, type PlanDeps } from '../../plans/queries.ts'
import type { BundleForm } from '../schema.ts'

export type BundleSaved =
  | { ok: true; bundleId: string }
  | { ok: false; reason: 'not_found' | 'plan' }

/** A new bundle of one of the vendor's own classes. */
export async function createBundle(
  { db, settings }: PlanDeps,
  { vendorId, classId }: { vendorId: VendorId; classId: string },
  form: BundleForm,
): Promise<BundleSaved> {
  if (!isId(classId)) return { ok: false, reason: 'not_found' }
  return db.transaction().execute(async (tx) => {
    if (!(await planAllows({ db: tx, settings }, vendorId, 'bundles')))
      return { ok: false, reason: 'plan' }
    const made = await makeOnce(
      tx,
      { kind: 'sessionBundles', vendorId, form: { ...form, classId } },
      () => insertBundle(tx, { vendorId, classId, form }),
    )
    return made.ok ? { ok: true, bundleId: made.id } : made
  })
}

async function insertBundle(
  tx: Tx,
  { vendorId, classId, form }: { vendorId: VendorId; classId: string; form: BundleForm },
): Promise<{ ok: true; id: string } | { ok: false; reason: 'not_found' }> {
  const row = await tx
    .insertInto('sessionBundles')
    .columns([
      'vendorId',
      'classId',
      'bundleName',
      'sessionCount',
      'bundlePriceMinor',
      'expiryDays',
      'expiryStarts',
      'isActive',
    ])
    .expression((eb) =>
      eb
        .selectFrom('classes')
        .where('id', '=', classId)
        .where('vendorId', '=', vendorId)
        .where('status', '=', 'active')
        .select([
          'vendorId',
          'id',
          eb.val(form.name).as('name'),
          eb.cast<number>(eb.val(form.sessionCount), 'integer').as('count'),
          eb.cast<number>(eb.val(form.priceMinor), 'bigint').as('price'),
          eb.cast<number>(eb.val(form.expiryDays), 'integer').as('days'),
          eb.val(form.expiryStarts).as('starts'),
          eb.cast<boolean>(eb.val(form.isActive), 'boolean').as('active'),
        ]),
    )
    .returning('id')
    .executeTakeFirst()
  return row ? { ok: true, id: row.id } : { ok: false, reason: 'not_found' }
}

export type BundleEdited =
  | BundleSaved
  | { ok: false; reason: 'conflict'; conflicts: Conflict<BundleForm>[] }

/**
 * Changes what is sold from now on; what was sold keeps its terms. `shown`: what the form held when it was opened;
 * null: not known, everything counts as changed on purpose.
 */
export async function editBundle(
  { db, settings }: PlanDeps,
  { vendorId, bundleId }: { vendorId: VendorId; bundleId: string },
  typed: BundleForm,
  shown: BundleForm | null = null,
): Promise<BundleEdited> {
  if (!isId(bundleId)) return { ok: false, reason: 'not_found' }
  return db.transaction().execute(async (tx) => {
    const current = await lockBundle(tx, { bundleId, vendorId })
    if (!current) return { ok: false, reason: 'not_found' }
    const merged = mergeEdit<BundleForm>({ shown, typed, current })
    if (!merged.ok) return { ok: false, reason: 'conflict', conflicts: merged.conflicts }
    const form = merged.values
    // A plan that fell may still end the sale, never begin one.
    if (form.isActive && !(await planAllows({ db: tx, settings }, vendorId, 'bundles')))
      return { ok: false, reason: 'plan' }
    await tx
      .updateTable('sessionBundles')
      .set((eb) => ({
        bundleName: form.name,
        sessionCount: form.sessionCount,
        bundlePriceMinor: form.priceMinor,
        expiryDays: form.expiryDays,
        expiryStarts: form.expiryStarts,
        isActive: form.isActive,
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', bundleId)
      .execute()
    return { ok: true, bundleId }
  })
}

/** The bundle as its form would hold it if it were opened now; nobody else changes it until the transaction ends. */
async function lockBundle(
  tx: Tx,
  { bundleId, vendorId }: { bundleId: string; vendorId: VendorId },
): Promise<BundleForm | null> {
  const row = await tx
    .selectFrom('sessionBundles')
    .where('id', '=', bundleId)
    .where('vendorId', '=', vendorId)
    .select([
      'bundleName as name',
      'sessionCount',
      'bundlePriceMinor as priceMinor',
      'expiryDays',
      'expiryStarts',
      'isActive',
    ])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}
