import type { Tx } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { type Changed, changedSince, type Version } from '#core/shared/version.ts'
import { makeOnce } from '#core/shared/make-once.ts'
import { lockVendorToCount } from '../../classes/steps/lock-vendor.ts'
import { type VendorLimit, vendorLimit } from '../../classes/steps/vendor-limit.ts'
import { planAllows, type PlanDeps } from '../../plans/queries.ts'
import type { OwnBundle } from '../queries.ts'
import { isDearer } from '../rules.ts'
import type { BundleForm } from '../schema.ts'

export type BundleSaved =
  | { ok: true; bundleId: string }
  /** dearer: it costs more than its sessions bought one by one */
  | { ok: false; reason: 'not_found' | 'plan' | 'dearer' }
  /** the price was typed in a currency that the vendor no longer has */
  | { ok: false; reason: 'currency_changed' }

/** A new bundle of one of the vendor's own classes. */
export async function createBundle(
  { db, settings }: PlanDeps,
  { vendorId, classId }: { vendorId: VendorId; classId: string },
  form: BundleForm,
): Promise<BundleSaved | VendorLimit> {
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
): Promise<
  | { ok: true; id: string }
  | { ok: false; reason: 'not_found' | 'dearer' | 'currency_changed' }
  | VendorLimit
> {
  const of = await lockClassPrice(tx, classId, vendorId)
  if (of?.status !== 'active') return { ok: false, reason: 'not_found' }
  const { currency } = await lockVendorToCount(tx, vendorId)
  if (form.currency !== currency) return { ok: false, reason: 'currency_changed' }
  if (isDearer({ ...of, ...termsOf(form) })) return { ok: false, reason: 'dearer' }
  const limited = await vendorLimit(tx, vendorId, ['bundles'], { classId })
  if (limited) return limited
  const { id } = await tx
    .insertInto('sessionBundles')
    .values({ vendorId, classId, ...columnsOf(form) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ok: true, id }
}

/** The class comes before its bundles: an edit of its price, and another currency, look at those. */
function lockClassPrice(tx: Tx, classId: string, vendorId: VendorId) {
  return (
    tx
      .selectFrom('classes')
      .where('id', '=', classId)
      .where('vendorId', '=', vendorId)
      // A slot of a facility is booked by a party that says who it is: no credit does.
      .where('kind', '=', 'class')
      .select(['status', 'priceMinor as singlePriceMinor'])
      .forShare()
      .executeTakeFirst()
  )
}

const termsOf = ({ sessionCount, priceMinor }: BundleForm) => ({
  sessionCount,
  bundlePriceMinor: priceMinor,
})

function columnsOf(form: BundleForm) {
  return {
    bundleName: form.name,
    ...termsOf(form),
    expiryDays: form.expiryDays,
    expiryStarts: form.expiryStarts,
    pays: form.pays,
    isActive: form.isActive,
  }
}

export type BundleEdited = BundleSaved | Changed<BundleForm>

/** Changes the bundle for new purchases; existing purchases keep their terms. */
export async function editBundle(
  { db, settings }: PlanDeps,
  { vendorId, bundleId }: { vendorId: VendorId; bundleId: string },
  form: BundleForm,
  version: Version = null,
): Promise<BundleEdited | VendorLimit> {
  if (!isId(bundleId)) return { ok: false, reason: 'not_found' }
  return db.transaction().execute(async (tx) => {
    const named = await findClassOf(tx, { bundleId, vendorId })
    if (!named) return { ok: false, reason: 'not_found' }
    const of = await lockClassPrice(tx, named.classId, vendorId)
    const { currency } = await lockVendorToCount(tx, vendorId)
    if (form.currency !== currency) return { ok: false, reason: 'currency_changed' }
    const current = await lockBundle(tx, { bundleId, vendorId, currency })
    if (!current) return { ok: false, reason: 'not_found' }
    const changed = changedSince(version, current.form, form)
    if (changed) return changed
    // A bundle that may no longer be sold can still be taken off sale.
    if (form.isActive && !(await planAllows({ db: tx, settings }, vendorId, 'bundles')))
      return { ok: false, reason: 'plan' }
    if (form.isActive && of && isDearer({ ...of, ...termsOf(form) }))
      return { ok: false, reason: 'dearer' }
    const { classId } = current
    const limited =
      form.isActive && !current.form.isActive
        ? await vendorLimit(tx, vendorId, ['bundles'], { classId, except: bundleId })
        : null
    if (limited) return limited
    await tx
      .updateTable('sessionBundles')
      .set((eb) => ({ ...columnsOf(form), updatedAt: eb.fn<Date>('now') }))
      .where('id', '=', bundleId)
      .execute()
    return { ok: true, bundleId }
  })
}

/** A bundle stays with its class. */
function findClassOf(tx: Tx, { bundleId, vendorId }: { bundleId: string; vendorId: VendorId }) {
  return tx
    .selectFrom('sessionBundles')
    .where('id', '=', bundleId)
    .where('vendorId', '=', vendorId)
    .select('classId')
    .executeTakeFirst()
}

/** What the form of a bundle shows. */
export const bundleValues = ({ bundlePriceMinor: priceMinor, ...of }: OwnBundle): BundleForm => ({
  name: of.name,
  sessionCount: of.sessionCount,
  priceMinor,
  expiryDays: of.expiryDays,
  expiryStarts: of.expiryStarts,
  pays: of.pays,
  isActive: of.isActive,
  currency: of.currency,
})

/** The current values of the bundle's form; locked until the transaction ends. */
async function lockBundle(
  tx: Tx,
  { bundleId, vendorId, currency }: { bundleId: string; vendorId: VendorId; currency: string },
): Promise<{ classId: string; form: BundleForm } | null> {
  const row = await tx
    .selectFrom('sessionBundles')
    .where('id', '=', bundleId)
    .where('vendorId', '=', vendorId)
    .select([
      'classId',
      'bundleName as name',
      'sessionCount',
      'bundlePriceMinor as priceMinor',
      'expiryDays',
      'expiryStarts',
      'pays',
      'isActive',
    ])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  const { classId, ...form } = row
  return { classId, form: { ...form, currency } }
}
