import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { LocalDate } from '#core/shared/time.ts'
import type { PaidPlan, Term } from '../rules.ts'
import { addGrantsToPaidTime } from './grant.ts'

export type Terms = {
  vendorId: VendorId
  plan: PaidPlan
  term: Term
  priceMinor: number
  currency: string
  /** the last day that is paid */
  paidUntil: LocalDate
}

/** Ends what the vendor has subscribed, at once; of a closed account, when it was closed. */
export async function endRunning(tx: Tx, vendorId: VendorId): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({
      endedAt: sql<Date>`least(now(), cancel_at, (select v.closed_at from vendors v where v.id = vendor_id))`,
      updatedAt: sql<Date>`now()`,
    })
    .where('vendorId', '=', vendorId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Starts a subscription in the place of what runs, with the granted months that are left. The vendor is locked. Returns its id. */
export async function startSubscription(tx: Tx, terms: Terms): Promise<string> {
  await endRunning(tx, terms.vendorId)
  const { id } = await tx
    .insertInto('subscriptions')
    .values(terms)
    .returning('id')
    .executeTakeFirstOrThrow()
  await addGrantsToPaidTime(tx, terms.vendorId)
  return id
}
