import { emit } from '#core/events/emit.ts'
import { readMoney } from '#core/money/queries.ts'
import type { DeskMethod } from '#core/money/rules.ts'
import { recordMoney } from '#core/money/steps/record.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { settle } from '#core/shared/settle.ts'
import { bundleVersion } from '../rules/spot-version.ts'
import { lockPurchase } from '../steps/lock-purchase.ts'

export type BundleSettled = { ok: true } | { ok: false; reason: 'not_found' | 'changed' | 'busy' }

/** A sold bundle, and what the button that is about its money showed of it. */
export type VersionedBundle = { passId: string; version: string | null }

/**
 * Records that what is owed for a bundle was paid, or that what is to be given back was given back: also where none of its
 * dates is left to stand for it.
 */
export async function settleBundle(
  db: Db,
  { vendorId, userId }: { vendorId: VendorId; userId: string },
  step: 'paid' | 'refunded',
  { passId, version, method = 'cash' }: VersionedBundle & { method?: DeskMethod },
): Promise<BundleSettled> {
  if (!isId(passId)) return { ok: false, reason: 'not_found' }
  return settle<BundleSettled>(db, async (tx) => {
    const pass = await tx
      .selectFrom('passes')
      .where('vendorId', '=', vendorId)
      .where('id', '=', passId)
      .select(['purchaseId', 'currency'])
      .executeTakeFirst()
    if (!pass) return { ok: false, reason: 'not_found' }
    // As everything that records its money does.
    await lockPurchase(tx, pass.purchaseId)
    const { state, paidMinor, owedMinor, giveBackMinor } = await readMoney(tx, vendorId, { passId })
    const amountMinor = step === 'paid' ? owedMinor : giveBackMinor
    // The button was pressed twice, or a colleague was faster.
    if (amountMinor === 0 && state === step) return { ok: true }
    if (amountMinor === 0 || version !== bundleVersion({ paidMinor, owedMinor, giveBackMinor }))
      return { ok: false, reason: 'changed' }
    const { purchaseId, currency } = pass
    await recordMoney(tx, [
      {
        vendorId,
        payer: { passId },
        kind: step,
        amountMinor,
        currency,
        method,
        recordedBy: userId,
      },
    ])
    // A payment that the vendor notes is no news to who has paid.
    if (step === 'refunded') await emit(tx, 'bundle.changed', { purchaseId, passId })
    await writeAudit(tx, {
      vendorId,
      userId,
      action: 'payment.corrected',
      subject: ['pass', passId],
      details: {
        from: paidMinor,
        to: paidMinor + (step === 'paid' ? amountMinor : -amountMinor),
        currency,
      },
    })
    return { ok: true }
  })
}
