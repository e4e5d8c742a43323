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
  await deps.db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('cardAccounts')
      .set({ ...noKey, refusals: 0, problem: null })
      .where('vendorId', '=', vendorId)
      .where('apiKey', 'is not', null)
      .returning('vendorId')
      .executeTakeFirst()
    if (!ended) return
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
  })
  await opened?.stripe.removeEndpoints({ owner: vendorId, but: null })
  return { ok: true }
}

const noKey = {
  apiKey: null,
  endpoint: null,
  endpointSecret: null,
  refusedAt: null,
  brokenAt: null,
} as const

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
