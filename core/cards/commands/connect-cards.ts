import { sql } from 'kysely'
import type { StripeFailure } from '#core/integrations/stripe.ts'
import { planAllows } from '#core/plans/queries.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { seal } from '#core/shared/sealing.ts'
import { countUnderWay, listPaidAhead } from '../queries.ts'
import { endpointSealing, keySealing, openAccount } from '../steps/account.ts'

export type CardsConnected =
  | { ok: true }
  | {
      ok: false
      reason:
        | 'plan'
        /** Stripe does not know the key */
        | 'wrong_key'
        /** the key may not do what is needed; `detail` names it */
        | 'permission'
        /** a key for tests, where real customers pay */
        | 'test_key'
        /** a key of another account, while the one before is needed */
        | 'other_account'
        | 'unreachable'
      detail?: string
    }

/**
 * Connects a vendor's own account at Stripe by a restricted key, which is tried first. A new key of the same account replaces
 * the old one. Where the installation has a public address, Stripe tells it of payments; everywhere else we ask.
 */
export async function connectCards(
  deps: Deps,
  { vendorId, userId }: { vendorId: VendorId; userId: string },
  apiKey: string,
): Promise<CardsConnected> {
  if (!(await planAllows(deps, vendorId, 'card_payments'))) return { ok: false, reason: 'plan' }
  const livemode = apiKey.startsWith('rk_live_')
  const isPublic = deps.origin.startsWith('https://')
  if (!livemode && isPublic && deps.stripe.isReal) return { ok: false, reason: 'test_key' }
  const stripe = await deps.stripe.open(apiKey)
  const account = await stripe.account()
  if (!account.ok) return refused(account)
  const tried = await stripe.tryPermissions()
  if (!tried.ok) return refused(tried)
  const before = await openAccount(deps, vendorId)
  const isOther = before !== null && before.account !== account.value.id
  if (isOther && (await isNeeded(deps, vendorId))) return { ok: false, reason: 'other_account' }
  const row = await deps.db
    .selectFrom('cardAccounts')
    .where('vendorId', '=', vendorId)
    .select(['id', 'endpoint'])
    .executeTakeFirst()
  const id = row?.id ?? crypto.randomUUID()
  if (before && row?.endpoint) await before.stripe.deleteEndpoint(row.endpoint)
  const made = isPublic ? await stripe.createEndpoint(`${deps.origin}/stripe/events/${id}`) : null
  if (made && !made.ok) return refused(made)
  const columns = {
    id,
    account: account.value.id,
    name: account.value.name,
    livemode,
    apiKey: seal(keySealing(deps, vendorId), apiKey),
    endpoint: made?.value.id ?? null,
    endpointSecret: made ? seal(endpointSealing(deps, vendorId), made.value.secret) : null,
    connectedAt: new Date(),
    refusedAt: null,
    brokenAt: null,
    ...((isOther || !row) && { readUntil: new Date() }),
    dueAt: new Date(),
  }
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('cardAccounts')
      .values({ ...columns, vendorId })
      .onConflict((conflict) => conflict.column('vendorId').doUpdateSet(columns))
      .execute()
    await writeAudit(tx, {
      vendorId,
      userId,
      action: 'cards.connected',
      subject: ['vendor', vendorId],
      details: { account: account.value.id },
    })
  })
  return { ok: true }
}

/** Something under way, or paid for a session to come, needs the account. */
export async function isNeeded({ db }: Deps, vendorId: VendorId): Promise<boolean> {
  return (await countUnderWay(db, vendorId)) > 0 || (await listPaidAhead(db, vendorId)).length > 0
}

function refused({ problem, detail }: StripeFailure): CardsConnected {
  if (problem === 'key') return { ok: false, reason: 'wrong_key' }
  if (problem === 'permission') return { ok: false, reason: 'permission', detail }
  return { ok: false, reason: 'unreachable' }
}

/** Removes the key here, and our endpoint at Stripe. What was paid by card stays, and is given back at Stripe. */
export async function disconnectCards(
  deps: Deps,
  { vendorId, userId }: { vendorId: VendorId; userId: string },
): Promise<{ ok: true }> {
  const opened = await openAccount(deps, vendorId)
  const endpoint = await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ endpoint: string | null }>`
      with before as (select endpoint from card_accounts where vendor_id = ${vendorId} for update)
      update card_accounts a set api_key = null, endpoint = null, endpoint_secret = null, refused_at = null, broken_at = null
      from before where a.vendor_id = ${vendorId} and a.api_key is not null returning before.endpoint`.execute(
      tx,
    )
    if (rows.length > 0)
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
