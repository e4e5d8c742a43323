import { sql } from 'kysely'
import type { StripeNews } from '#core/integrations/stripe.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { isId } from '#core/shared/ids.ts'
import { unseal } from '#core/shared/sealing.ts'
import { endpointSealing, noteKey, openAccount } from '../steps/account.ts'
import { settleCheckout } from './settle-checkout.ts'
import { settleDispute, settleRefund } from './settle-refund.ts'

/**
 * A signed request of Stripe. Nothing of it is believed but what it is about: that is read again. `false`: nobody who knows the
 * secret of this endpoint has sent it.
 */
export async function receiveNews(
  deps: Deps,
  sent: { id: string; body: string; signature: string },
): Promise<boolean> {
  if (!isId(sent.id)) return false
  const account = await deps.db
    .selectFrom('cardAccounts')
    .where('id', '=', sent.id)
    .select(['vendorId', 'endpointSecret'])
    .executeTakeFirst()
  if (!account?.endpointSecret) return false
  const secret = unseal(endpointSealing(deps, account.vendorId), account.endpointSecret)
  if (secret === null) return false
  const news = await deps.stripe.readWebhook({ ...sent, secret })
  if (news === null) return false
  await follow(deps, account.vendorId, news)
  return true
}

async function follow(deps: Deps, vendorId: VendorId, news: StripeNews): Promise<void> {
  if (news.kind === 'checkout' && news.checkout !== null && isId(news.checkout))
    await settleCheckout(deps, { vendorId, id: news.checkout }, news.subject)
  if (news.kind === 'refund') await settleRefund(deps, vendorId, news.subject)
  if (news.kind === 'dispute') await settleDispute(deps, vendorId, news.subject)
}

const mostAccounts = 20

/** Asks Stripe for what happened since, for accounts that are due: each hour, whether or not it tells us by itself. */
export async function readAllNews(deps: Deps): Promise<number> {
  const due = await deps.db
    .updateTable('cardAccounts')
    .set({ dueAt: sql<Date>`now() + interval '1 hour'` })
    .where('vendorId', 'in', (eb) =>
      eb
        .selectFrom('cardAccounts')
        .where('apiKey', 'is not', null)
        .where('dueAt', '<=', sql<Date>`now()`)
        .orderBy('dueAt')
        .limit(mostAccounts)
        .forUpdate()
        .skipLocked()
        .select('vendorId'),
    )
    .returning(['vendorId', 'readUntil'])
    .execute()
  let read = 0
  for (const { vendorId, readUntil } of due) read += await readNews(deps, { vendorId, readUntil })
  return read
}

async function readNews(
  deps: Deps,
  { vendorId, readUntil }: { vendorId: VendorId; readUntil: Date },
): Promise<number> {
  const opened = await openAccount(deps, vendorId)
  if (!opened) return 0
  const got = await opened.stripe.listNews(readUntil)
  await noteKey(deps, vendorId, got)
  if (!got.ok) {
    await deps.db
      .updateTable('cardAccounts')
      .set({ dueAt: sql<Date>`now() + interval '5 minutes'` })
      .where('vendorId', '=', vendorId)
      .execute()
    return 0
  }
  const seen = new Set<string>()
  for (const news of got.value) {
    const about = `${news.kind} ${news.subject}`
    if (!seen.has(about)) await follow(deps, vendorId, news)
    seen.add(about)
  }
  const last = got.value.at(-1)?.at
  if (last)
    await deps.db
      .updateTable('cardAccounts')
      .set({ readUntil: last })
      .where('vendorId', '=', vendorId)
      .where('readUntil', '<', last)
      .execute()
  return got.value.length
}
