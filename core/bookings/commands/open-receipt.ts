import { sql } from 'kysely'
import { settle } from '#core/shared/settle.ts'
import type { PlanDeps } from '#core/plans/queries.ts'
import type { Tx } from '#core/shared/db.ts'
import { findReceipt, hasReceipt, type OfPurchase, type Receipt } from '../queries/receipt.ts'

export type ReceiptOpened =
  | { ok: true; receipt: Receipt }
  | { ok: false; reason: 'not_found' | 'busy' }

/** The receipt of a purchase. Who opens it first gives it its number. */
export async function openReceipt(deps: PlanDeps, of: OfPurchase): Promise<ReceiptOpened> {
  const known = await findReceipt(deps.db, of)
  if (known) return { ok: true, receipt: known }
  return settle<ReceiptOpened>(deps.db, async (tx) => {
    // One number after the other: a transaction that waits here counts those that were given before.
    await sql`select from vendors where id = ${of.vendorId} for no key update`.execute(tx)
    if (!(await hasReceipt({ ...deps, db: tx }, of))) return { ok: false, reason: 'not_found' }
    await giveNumber(tx, of)
    const receipt = await findReceipt(tx, of)
    return receipt ? { ok: true, receipt } : { ok: false, reason: 'not_found' }
  })
}

const giveNumber = (tx: Tx, { vendorId, purchaseId }: OfPurchase) =>
  sql`insert into receipts (vendor_id, purchase_id, number)
    select ${vendorId}, ${purchaseId}, coalesce(max(number), 0) + 1 from receipts where vendor_id = ${vendorId}
    on conflict (vendor_id, purchase_id) do nothing`.execute(tx)
