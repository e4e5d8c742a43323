import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import type { StripeAccount, StripeFailure } from '#core/integrations/stripe.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { SealedColumn } from '#core/shared/reseal.ts'
import { type Sealing, unseal } from '#core/shared/sealing.ts'
import { isOfAccount, mostRefusals, refusedMinutes } from '../rules.ts'

const keyPurpose = 'stripe key'
const endpointPurpose = 'stripe endpoint'

export const keySealing = ({ secretKeys }: Pick<Deps, 'secretKeys'>, owner: string): Sealing => ({
  keys: secretKeys,
  purpose: keyPurpose,
  owner,
})
export const endpointSealing = (
  { secretKeys }: Pick<Deps, 'secretKeys'>,
  owner: string,
): Sealing => ({ keys: secretKeys, purpose: endpointPurpose, owner })

export const sealedKeys: readonly SealedColumn[] = [
  { table: 'card_accounts', column: 'api_key', owner: 'vendor_id', purpose: keyPurpose },
  {
    table: 'card_accounts',
    column: 'endpoint_secret',
    owner: 'vendor_id',
    purpose: endpointPurpose,
  },
]

export type OpenedAccount = { account: string; livemode: boolean; stripe: StripeAccount }

/** The account of a vendor at Stripe; null: it has disconnected, or no secret key of ours opens its own. */
export async function openAccount(deps: Deps, vendorId: VendorId): Promise<OpenedAccount | null> {
  const held = await deps.db
    .selectFrom('cardAccounts')
    .where('vendorId', '=', vendorId)
    .where('apiKey', 'is not', null)
    .select(['account', 'livemode', 'apiKey'])
    .executeTakeFirst()
  const apiKey = held?.apiKey ? unseal(keySealing(deps, vendorId), held.apiKey) : null
  if (!held || apiKey === null) return null
  const { account, livemode } = held
  return { account, livemode, stripe: await deps.stripe.open(apiKey) }
}

/**
 * Notes what an answer of Stripe says of the key. Refused for some minutes, or without a permission that it had, it is broken: the
 * vendor hears of it once, and what was paid by card is paid at the studio.
 */
export async function noteKey(
  { db, log }: Deps,
  vendorId: VendorId,
  answer: { ok: true } | StripeFailure,
): Promise<void> {
  if (answer.ok) {
    await db
      .updateTable('cardAccounts')
      .set((eb) => ({
        refusedAt: null,
        brokenAt: eb.case().when('problem', 'is', null).then(null).else(eb.ref('brokenAt')).end(),
      }))
      .where('vendorId', '=', vendorId)
      .where('refusedAt', 'is not', null)
      .execute()
    return
  }
  if (answer.problem !== 'key' && answer.problem !== 'permission') return
  // What a key may not do any more stays so until there is another one, whatever else it may.
  const isAtOnce = answer.problem === 'permission' || answer.code === 'account_invalid'
  log.warn({ vendorId, reason: answer.detail }, 'Stripe refuses the key of a vendor')
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ told: boolean }>`
      update card_accounts a set refused_at = case when ${answer.problem === 'key'} then coalesce(a.refused_at, now()) end,
        broken_at = case when ${isAtOnce} or a.refused_at <= now() - make_interval(mins => ${refusedMinutes}) then now() end
      where a.vendor_id = ${vendorId} and a.api_key is not null and a.broken_at is null
      returning a.broken_at is not null as told`.execute(tx)
    if (rows[0]?.told) await emit(tx, 'cards.broken', { vendorId })
  })
}

/**
 * Notes whether Stripe made a payment. When it has refused several in a row for a reason of the account, nobody can pay by card
 * there: the vendor hears of it once, with Stripe's words, and connects again once it is settled with Stripe.
 */
export async function noteMade(
  { db, log }: Deps,
  vendorId: VendorId,
  answer: { ok: true } | StripeFailure,
): Promise<void> {
  if (answer.ok) {
    await db
      .updateTable('cardAccounts')
      .set({ refusals: 0 })
      .where('vendorId', '=', vendorId)
      .where('refusals', '>', 0)
      .where('problem', 'is', null)
      .execute()
    return
  }
  if (!isOfAccount(answer)) return
  log.warn({ vendorId, reason: answer.detail }, 'Stripe makes no payment for a vendor')
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ told: boolean }>`
      update card_accounts a set refusals = a.refusals + 1,
        broken_at = case when a.refusals + 1 >= ${mostRefusals} then now() end,
        problem = case when a.refusals + 1 >= ${mostRefusals} then ${answer.detail.replace(/^\d+ /, '').slice(0, 500)} end
      where a.vendor_id = ${vendorId} and a.api_key is not null and a.broken_at is null
      returning a.broken_at is not null as told`.execute(tx)
    if (rows[0]?.told) await emit(tx, 'cards.broken', { vendorId })
  })
}
