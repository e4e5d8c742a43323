import { sql } from 'kysely'
import { writeAudit } from '#core/shared/audit.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { countUnderWay, findCardAccount } from '../queries.ts'
import { openAccount } from '../steps/account.ts'
import { settleCheckout } from './settle-checkout.ts'
import { setState } from './settle-refund.ts'

export type CardsDisconnected =
  | { ok: true }
  /** somebody is paying just now, or Stripe does not have a refund yet */
  | { ok: false; reason: 'under_way' }

/**
 * Ends the payments that are open at Stripe, and removes the key here and our endpoint there. What was paid by card stays;
 * from now on the vendor gives it back at Stripe. `userId`: null for a closed account.
 */
export async function disconnectCards(
  deps: Deps,
  { vendorId, userId }: { vendorId: VendorId; userId: string | null },
): Promise<CardsDisconnected> {
  const opened = await openAccount(deps, vendorId)
  const account = await findCardAccount(deps.db, vendorId)
  // With a key that Stripe refuses nothing can be ended or given back, however long one waits.
  const works = opened !== null && account !== null && !account.isBroken
  if (works) {
    await endOpen(deps, vendorId)
    if ((await countUnderWay(deps.db, vendorId)) > 0) return { ok: false, reason: 'under_way' }
  }
  const endpoint = await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ endpoint: string | null }>`
      with before as (select endpoint from card_accounts where vendor_id = ${vendorId} for update)
      update card_accounts a set api_key = null, endpoint = null, endpoint_secret = null, refused_at = null, broken_at = null
      from before where a.vendor_id = ${vendorId} and a.api_key is not null returning before.endpoint`.execute(
      tx,
    )
    if (rows.length === 0) return null
    const unsent = await tx
      .selectFrom('paymentGroups')
      .where('vendorId', '=', vendorId)
      .where('dueAt', 'is not', null)
      .where('providerId', 'is', null)
      .select('id')
      .execute()
    for (const { id } of unsent) await setState(tx, { vendorId, id, state: 'failed' })
    await writeAudit(tx, {
      vendorId,
      userId,
      action: 'cards.disconnected',
      subject: ['vendor', vendorId],
      details: {},
    })
    return rows[0]?.endpoint ?? null
  })
  if (opened && endpoint !== null) await opened.stripe.deleteEndpoint(endpoint)
  return { ok: true }
}

async function endOpen(deps: Deps, vendorId: VendorId): Promise<void> {
  const open = await deps.db
    .updateTable('checkouts')
    .set({ endsAt: sql<Date>`now()`, dueAt: sql<Date>`now()` })
    .where('vendorId', '=', vendorId)
    .where('state', 'in', ['making', 'open'])
    .returning(['vendorId', 'id'])
    .execute()
  for (const checkout of open) await settleCheckout(deps, checkout)
}
