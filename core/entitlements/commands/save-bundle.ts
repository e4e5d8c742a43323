import type { Db, Tx } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { type Conflict, mergeEdit } from '#core/shared/merge-edit.ts'
import { makeOnce } from '#core/shared/make-once.ts'
import { allows, planInForce, type PlanFacts } from '../../plans/rules.ts'
import type { BundleForm } from '../schema.ts'

export type BundleSaved =
  | { ok: true; bundleId: string }
  | { ok: false; reason: 'not_found' | 'plan' }

type Seller = { vendorId: VendorId; plan: PlanFacts; plansOn: boolean; now: Date }

/** A new bundle of one of the vendor's own classes. */
export async function createBundle(
  db: Db,
  seller: Seller,
  classId: string,
  form: BundleForm,
): Promise<BundleSaved> {
  if (!mayTrade(seller)) return { ok: false, reason: 'plan' }
  if (!isId(classId)) return { ok: false, reason: 'not_found' }
  return db.transaction().execute(async (tx) => {
    const { vendorId } = seller
    const made = await makeOnce(tx, { kind: 'bundle', vendorId, form: { ...form, classId } }, () =>
      insertBundle(tx, { vendorId, classId, form }),
    )
    return made.ok ? { ok: true, bundleId: made.id } : made
  })
}

async function insertBundle(
  tx: Tx,
  { vendorId, classId, form }: { vendorId: VendorId; classId: string; form: BundleForm },
): Promise<{ ok: true; id: string } | { ok: false; reason: 'not_found' }> {
  const row = await tx
    .insertInto('session_bundles')
    .columns([
      'vendor_id',
      'class_id',
      'bundle_name',
      'session_count',
      'bundle_price_minor',
      'expiry_days',
      'expiry_starts',
      'is_active',
    ])
    .expression((eb) =>
      eb
        .selectFrom('classes')
        .where('id', '=', classId)
        .where('vendor_id', '=', vendorId)
        .where('status', '=', 'active')
        .select([
          'vendor_id',
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
  db: Db,
  seller: Seller,
  bundleId: string,
  typed: BundleForm,
  shown: BundleForm | null = null,
): Promise<BundleEdited> {
  if (!isId(bundleId)) return { ok: false, reason: 'not_found' }
  return db.transaction().execute(async (tx) => {
    const current = await lockBundle(tx, { bundleId, vendorId: seller.vendorId })
    if (!current) return { ok: false, reason: 'not_found' }
    const merged = mergeEdit<BundleForm>({ shown, typed, current })
    if (!merged.ok) return { ok: false, reason: 'conflict', conflicts: merged.conflicts }
    const form = merged.values
    // A plan that fell may still end the sale, never begin one.
    if (form.isActive && !mayTrade(seller)) return { ok: false, reason: 'plan' }
    await tx
      .updateTable('session_bundles')
      .set((eb) => ({
        bundle_name: form.name,
        session_count: form.sessionCount,
        bundle_price_minor: form.priceMinor,
        expiry_days: form.expiryDays,
        expiry_starts: form.expiryStarts,
        is_active: form.isActive,
        updated_at: eb.fn<Date>('now'),
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
    .selectFrom('session_bundles')
    .where('id', '=', bundleId)
    .where('vendor_id', '=', vendorId)
    .select([
      'bundle_name as name',
      'session_count as sessionCount',
      'bundle_price_minor as priceMinor',
      'expiry_days as expiryDays',
      'expiry_starts as expiryStarts',
      'is_active as isActive',
    ])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

function mayTrade({ plan, now, plansOn }: Seller): boolean {
  return allows(planInForce(plan, now, plansOn), 'bundles')
}
