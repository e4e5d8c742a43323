import { sql } from 'kysely'
import type { StripeFailure } from '#core/integrations/stripe.ts'
import { planAllows } from '#core/plans/queries.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { seal } from '#core/shared/sealing.ts'
import { countUnderWay, listPaidAhead } from '../queries.ts'
import { keyRefusal, type KeyRefusal, permissionNames } from '../rules.ts'
import { endpointSealing, keySealing, openAccount } from '../steps/account.ts'

export type CardsConnected =
  | { ok: true }
  | {
      ok: false
      reason:
        | 'plan'
        | KeyRefusal
        /** Stripe does not know the key */
        | 'wrong_key'
        /** a key for tests, where real customers pay */
        | 'test_key'
        /** a key for real money, and an installation that Stripe sends nobody back to */
        | 'not_https'
        /** Stripe has not activated the account */
        | 'inactive'
        /** a key of another account, while the one before is needed */
        | 'other_account'
        | 'unreachable'
        | 'rate_limited'
    }
  /** the key may not do what is needed; the names are those on Stripe's page, none if it does not say */
  | { ok: false; reason: 'permission'; names: string[] }

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
  const malformed = keyRefusal(apiKey)
  if (malformed) return { ok: false, reason: malformed }
  const livemode = apiKey.startsWith('rk_live_')
  const isPublic = deps.origin.startsWith('https://')
  if (!livemode && isPublic && deps.stripe.isReal) return { ok: false, reason: 'test_key' }
  if (livemode && !isPublic) return { ok: false, reason: 'not_https' }
  const taken = await deps.limits.keyChecksPerVendor.take(vendorId)
  if (!taken.ok) return { ok: false, reason: 'rate_limited' }
  const stripe = await deps.stripe.open(apiKey)
  const tried = await stripe.missingPermissions()
  if (!tried.ok) return refused(tried)
  if (tried.value.length > 0)
    return { ok: false, reason: 'permission', names: permissionNames(tried.value) }
  const account = await stripe.account()
  if (!account.ok) return refused(account)
  if (!account.value.isActive) return { ok: false, reason: 'inactive' }
  const before = await openAccount(deps, vendorId)
  const row = await deps.db
    .selectFrom('cardAccounts')
    .where('vendorId', '=', vendorId)
    .select(['id', 'account', 'livemode'])
    .executeTakeFirst()
  // What was paid in test mode cannot be given back by a key for real money.
  const isOther =
    row !== undefined && (row.account !== account.value.id || row.livemode !== livemode)
  if (isOther && (await isNeeded(deps, { vendorId, isConnected: before !== null })))
    return { ok: false, reason: 'other_account' }
  const id = row?.id ?? crypto.randomUUID()
  const made = isPublic
    ? await stripe.createEndpoint({ url: `${deps.origin}/stripe/events/${id}`, owner: vendorId })
    : null
  // An address that Stripe does not deliver to is no reason not to take cards.
  if (made && !made.ok && made.problem !== 'refused') return refused(made)
  const endpoint = made?.ok ? made.value : null
  const columns = {
    id,
    account: account.value.id,
    name: account.value.name,
    livemode,
    apiKey: seal(keySealing(deps, vendorId), apiKey),
    endpoint: endpoint?.id ?? null,
    endpointSecret: endpoint && seal(endpointSealing(deps, vendorId), endpoint.secret),
    connectedAt: new Date(),
    refusedAt: null,
    brokenAt: null,
    refusals: 0,
    problem: null,
    // While nothing was connected, refunds were noted by hand.
    ...((isOther || before === null) && { readUntil: new Date() }),
    dueAt: new Date(),
  }
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('cardAccounts')
      .values({ ...columns, vendorId })
      .onConflict((conflict) => conflict.column('vendorId').doUpdateSet(columns))
      .execute()
    // What nobody could ask for while the key was gone.
    if (!isOther)
      await tx
        .updateTable('checkouts')
        .set({ state: 'open', dueAt: sql<Date>`now()`, endsAt: sql<Date>`now()` })
        .where('vendorId', '=', vendorId)
        .where('state', '=', 'lost')
        .execute()
    await writeAudit(tx, {
      vendorId,
      userId,
      action: 'cards.connected',
      subject: ['vendor', vendorId],
      details: { account: account.value.id },
    })
  })
  if (isOther) await before?.stripe.removeEndpoints({ owner: vendorId, but: null })
  await stripe.removeEndpoints({ owner: vendorId, but: endpoint?.id ?? null })
  return { ok: true }
}

/**
 * Something under way needs the account, also when it was disconnected because its key had been refused: somebody may have paid
 * there. So does what is paid for a session to come, until the vendor disconnects.
 */
async function isNeeded(
  { db }: Deps,
  { vendorId, isConnected }: { vendorId: VendorId; isConnected: boolean },
): Promise<boolean> {
  if ((await countUnderWay(db, vendorId)) > 0) return true
  return isConnected && (await listPaidAhead(db, vendorId)).length > 0
}

function refused({ problem }: StripeFailure): CardsConnected {
  return { ok: false, reason: problem === 'key' ? 'wrong_key' : 'unreachable' }
}
