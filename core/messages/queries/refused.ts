import { type WhyRefused, whyRefused } from '../../integrations/mail-failure.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/**
 * The email address of a purchase, if its mailbox refused the last mail to it. A mail server that takes a mail and sends it back
 * later tells nobody here.
 */
export async function findRefused(
  db: Db,
  { vendorId, purchaseId }: { vendorId: VendorId; purchaseId: string },
): Promise<{ address: string; why: WhyRefused } | null> {
  const last = await db
    .selectFrom('messages as m')
    .innerJoin('purchases as g', (join) =>
      join
        .onRef('g.id', '=', 'm.purchaseId')
        .onRef('g.vendorId', '=', 'm.vendorId')
        .onRef('g.customerEmail', '=', 'm.recipient'),
    )
    .where('m.vendorId', '=', vendorId)
    .where('m.purchaseId', '=', purchaseId)
    .where('m.audience', '=', 'customer')
    .where('m.finishedAt', 'is not', null)
    .orderBy('m.finishedAt', 'desc')
    .limit(1)
    .select(['m.recipient as address', 'm.status', 'm.lastError'])
    .executeTakeFirst()
  const why = last?.status === 'failed' && last.lastError !== null && whyRefused(last.lastError)
  return last && why ? { address: last.address, why } : null
}
