import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { StripeNews } from '#core/integrations/stripe.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { isId } from '#core/shared/ids.ts'
import { unseal } from '#core/shared/sealing.ts'
import { endpointSealing, noteKey, openAccount } from '../steps/account.ts'
import { settleCheckout } from './settle-checkout.ts'
import { settleDispute, settleRefund } from './settle-refund.ts'

// Stripe gives up waiting for an answer after some seconds, and sends everything again for days.
const patienceMs = 4000

/** Whether an account has this number in the address that Stripe sends to. */
export async function hasEndpoint({ db }: Deps, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const found = await db
    .selectFrom('cardAccounts')
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

/**
 * A signed request of Stripe. Nothing of it is believed but what it is about: that is read again, and if it takes long, by the
 * worker. `false`: nobody who knows the secret of this endpoint has sent it.
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
  const followed = follow(deps, account.vendorId, news)
  const isDone = await Promise.race([followed, pause(patienceMs, false, { ref: false })])
  if (!isDone)
    await deps.db
      .updateTable('cardAccounts')
      .set({ dueAt: sql<Date>`now()` })
      .where('vendorId', '=', account.vendorId)
      .execute()
  return true
}

/** `false`: Stripe has not said what became of it, or its rows are busy, so it has to be read again. */
async function follow(deps: Deps, vendorId: VendorId, news: StripeNews): Promise<boolean> {
  return followOne(deps, vendorId, news).catch((error: unknown) => {
    deps.log.error({ vendorId, reason: String(error) }, 'news were not followed')
    return false
  })
}

async function followOne(deps: Deps, vendorId: VendorId, news: StripeNews): Promise<boolean> {
  switch (news.kind) {
    case 'refund':
      return settleRefund(deps, vendorId, news.subject)
    case 'dispute':
      return settleDispute(deps, vendorId, news.subject)
    case 'checkout':
      if (news.checkout === null || !isId(news.checkout)) return true
      return (
        (await settleCheckout(deps, { vendorId, id: news.checkout }, news.subject)).state !==
        'unknown'
      )
    default:
      return true
  }
}

const mostAccounts = 20
const lagMs = 10 * 60_000
// What nobody can read holds up no other news; where Stripe does not answer, more tries are of no use.
const mostMissed = 3

/** Asks Stripe for what happened since, for accounts that are due: each minute where it cannot tell us by itself, else each hour. */
export async function readAllNews(deps: Deps): Promise<number> {
  const due = await deps.db
    .updateTable('cardAccounts')
    .set({
      dueAt: sql<Date>`now() + case when endpoint is null then interval '1 minute' else interval '1 hour' end`,
    })
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
  for (const { vendorId, readUntil } of due)
    read += await readNews(deps, { vendorId, readUntil }).catch(async (error: unknown) => {
      deps.log.error({ vendorId, reason: String(error) }, 'news were not read')
      await readAgainSoon(deps, vendorId)
      return 0
    })
  return read
}

async function readNews(
  deps: Deps,
  { vendorId, readUntil }: { vendorId: VendorId; readUntil: Date },
): Promise<number> {
  const opened = await openAccount(deps, vendorId)
  if (!opened) return 0
  // Stripe's list may lag behind what happened. What is followed twice changes nothing.
  const got = await opened.stripe.listNews(new Date(readUntil.getTime() - lagMs))
  await noteKey(deps, vendorId, got)
  if (!got.ok) {
    await readAgainSoon(deps, vendorId)
    return 0
  }
  let last: Date | undefined
  let missed = 0
  for (const news of got.value) {
    if (!(await follow(deps, vendorId, news))) missed += 1
    // The list is never left behind at what is not known yet.
    else if (missed === 0) last = news.at
    if (missed >= mostMissed) break
  }
  if (missed > 0) await readAgainSoon(deps, vendorId)
  if (last)
    await deps.db
      .updateTable('cardAccounts')
      .set({ readUntil: last })
      .where('vendorId', '=', vendorId)
      .where('readUntil', '<', last)
      .execute()
  return got.value.length
}

async function readAgainSoon({ db }: Deps, vendorId: VendorId): Promise<void> {
  await db
    .updateTable('cardAccounts')
    .set({ dueAt: sql<Date>`now() + interval '5 minutes'` })
    .where('vendorId', '=', vendorId)
    .execute()
}
