import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import type { DisputeRead, RefundRead, StripeFailure } from '#core/integrations/stripe.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { isId } from '#core/shared/ids.ts'
import { stayPaid } from '#core/money/steps/record.ts'
import { fromStripe, toStripe } from '../rules.ts'
import { noteKey, openAccount, type OpenedAccount } from '../steps/account.ts'

/**
 * Reads one refund again and writes what became of it; one that was made at Stripe gets rows of its own. `false`: Stripe has
 * not answered, so it has to be read again.
 */
export async function settleRefund(deps: Deps, vendorId: VendorId, id: string): Promise<boolean> {
  const opened = await openAccount(deps, vendorId)
  if (!opened) return true
  const got = await opened.stripe.readRefund(id)
  await noteKey(deps, vendorId, got)
  if (got.ok) await writeRefund(deps.db, { vendorId, account: opened.account, refund: got.value })
  return isAnswered(got)
}

export async function settleDispute(deps: Deps, vendorId: VendorId, id: string): Promise<boolean> {
  const opened = await openAccount(deps, vendorId)
  if (!opened) return true
  const got = await opened.stripe.readDispute(id)
  await noteKey(deps, vendorId, got)
  if (got.ok) await writeDispute(deps.db, { vendorId, account: opened.account, dispute: got.value })
  return isAnswered(got)
}

const isAnswered = (got: { ok: true } | StripeFailure) =>
  got.ok || got.problem === 'gone' || got.problem === 'refused'

const mostRefunds = 20
// The more often it failed, the later; never later than in an hour.
const laterBy = sql<Date>`now() + least(interval '1 hour', interval '10 seconds' * power(2, least(tries, 10)))`

/** Asks Stripe for refunds that are due. Returns how many. */
export async function sendRefunds(deps: Deps): Promise<number> {
  const due = await deps.db
    .updateTable('paymentGroups')
    .set((eb) => ({ tries: eb('tries', '+', 1), dueAt: laterBy }))
    .where(
      sql<boolean>`(vendor_id, id) in (select vendor_id, id from payment_groups where due_at <= now()
        order by due_at limit ${mostRefunds} for update skip locked)`,
    )
    .returning(['vendorId', 'id', 'amountMinor', 'currency', 'tries', 'ofPayment', 'providerId'])
    .execute()
  for (const refund of due) await sendRefund(deps, refund)
  return due.length
}

type Due = {
  vendorId: VendorId
  id: string
  amountMinor: number
  currency: string
  tries: number
  ofPayment: string | null
  providerId: string | null
}

async function sendRefund(deps: Deps, refund: Due): Promise<void> {
  const { vendorId, id, ofPayment } = refund
  const opened = await openAccount(deps, vendorId)
  if (!opened || ofPayment === null) return
  const payment = await deps.db
    .selectFrom('paymentGroups')
    .where('vendorId', '=', vendorId)
    .where('id', '=', ofPayment)
    .select(['providerId as intent', 'account'])
    .executeTakeFirst()
  // A key of another account cannot give it back.
  if (!payment?.intent || payment.account !== opened.account) return
  const got = await ask(opened.stripe, { ...refund, intent: payment.intent })
  await noteKey(deps, vendorId, got)
  if (got.ok) {
    await writeRefund(deps.db, { vendorId, account: opened.account, refund: got.value })
    return
  }
  deps.log.warn({ vendorId, refund: id, reason: got.detail }, 'Stripe has not made a refund')
  if (got.problem === 'refused' || got.problem === 'gone')
    await deps.db.transaction().execute((tx) => setState(tx, { vendorId, id, state: 'failed' }))
}

/** Before anything is asked for again, what Stripe has is looked up: it forgets keys after a day, and keeps a failure under them. */
async function ask(
  stripe: OpenedAccount['stripe'],
  { id, amountMinor, currency, tries, intent, providerId }: Due & { intent: string },
) {
  if (providerId !== null) return stripe.readRefund(providerId)
  if (tries > 1) {
    const made = await stripe.listRefunds(intent)
    if (!made.ok) return made
    const known = made.value.find(({ ours }) => ours === id)
    if (known) return { ok: true as const, value: known }
  }
  // A failure that Stripe keeps is not repeated for a day: by then, minutes have passed without a refund.
  const key = tries < triesPerKey ? id : `${id}:${Math.floor(tries / triesPerKey)}`
  return stripe.refund({ intent, amount: toStripe(amountMinor, currency), ours: id, key })
}

const triesPerKey = 6

type Refunded = { vendorId: VendorId; account: string; refund: RefundRead }

async function writeRefund(db: Db, { vendorId, account, refund }: Refunded): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const known = await findRefund(tx, { vendorId, refund })
    if (known) {
      await tx
        .updateTable('paymentGroups')
        .set({ providerId: refund.id, dueAt: refund.status === 'open' ? laterBy : null })
        .where('vendorId', '=', vendorId)
        .where('id', '=', known)
        .execute()
      if (refund.status !== 'open')
        await setState(tx, { vendorId, id: known, state: refund.status })
      return
    }
    if (refund.status === 'failed') return
    await writeForeign(tx, { vendorId, account, kind: 'refunded', ...refund })
  })
}

async function findRefund(
  tx: Tx,
  { vendorId, refund: { id, ours } }: Pick<Refunded, 'vendorId' | 'refund'>,
): Promise<string | null> {
  const found = await tx
    .selectFrom('paymentGroups')
    .where('vendorId', '=', vendorId)
    .where('ofPayment', 'is not', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('provider', '=', 'stripe'), eb('providerId', '=', id)]),
        ...(ours !== null && isId(ours) ? [eb('id', '=', ours)] : []),
      ]),
    )
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return found?.id ?? null
}

/** An answer that comes late changes nothing: what failed or is done stays so, but for a refund that fails days later. */
export async function setState(
  tx: Tx,
  { vendorId, id, state }: { vendorId: VendorId; id: string; state: 'done' | 'failed' },
): Promise<void> {
  const changed = await tx
    .updateTable('payments')
    .set({ state })
    .where('vendorId', '=', vendorId)
    .where('groupId', '=', id)
    .where('kind', '!=', 'paid')
    .where('state', 'in', state === 'done' ? ['open'] : ['open', 'done'])
    .returning(['bookingId', 'passId'])
    .execute()
  if (state === 'failed') await stayPaid(tx, vendorId, id)
  await tx
    .updateTable('paymentGroups')
    .set({ dueAt: null })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  await tellOf(tx, vendorId, changed)
}

/** Of a bundle, its purchase is told with the dates that were bought with it. */
async function tellOf(
  tx: Tx,
  vendorId: VendorId,
  of: readonly { bookingId: string | null; passId: string | null }[],
): Promise<void> {
  const { rows: spots } = await sql<{ id: string; purchaseId: string }>`
    select b.id, b.purchase_id from bookings b
    left join passes e on e.vendor_id = b.vendor_id and e.id = b.pass_id and e.purchase_id = b.purchase_id
    where b.vendor_id = ${vendorId} and (b.id = any(${of.flatMap(({ bookingId }) => bookingId ?? [])}::uuid[])
      or e.id = any(${of.flatMap(({ passId }) => passId ?? [])}::uuid[]))
    order by b.id`.execute(tx)
  for (const [purchaseId, of] of Map.groupBy(spots, (spot) => spot.purchaseId))
    await emit(tx, 'booking.changed', { purchaseId, bookingIds: of.map(({ id }) => id) })
}

type Foreign = {
  vendorId: VendorId
  account: string
  kind: 'refunded' | 'disputed'
  id: string
  intent: string | null
  amount: number
  currency: string
  status: 'open' | 'done' | 'failed'
}

/**
 * What was done at Stripe takes from the spots of the payment, from each as much as is left of it, and then from what is on its
 * way back by a refund of ours: that one fails.
 */
async function writeForeign(tx: Tx, of: Foreign): Promise<void> {
  const { vendorId, account, kind, id, intent, amount, currency, status } = of
  const payment = await tx
    .selectFrom('paymentGroups')
    .where('vendorId', '=', vendorId)
    .where('provider', '=', 'stripe')
    .where('providerId', '=', intent)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  // Not a payment of ours: the account has other uses.
  if (!payment) return
  const { rows } = await sql<{
    bookingId: string | null
    passId: string | null
    left: number
    paid: number
  }>`
    select p.booking_id, p.pass_id, greatest(0, sum(case p.kind when 'paid' then p.amount_minor else -p.amount_minor end))::bigint as left,
      sum(p.amount_minor) filter (where p.kind = 'paid' and p.method <> 'again')::bigint as paid
    from payments p join payment_groups g on g.vendor_id = p.vendor_id and g.id = p.group_id and ${payment.id} in (g.id, g.of_payment)
    where p.vendor_id = ${vendorId} and p.state in ('open', 'done') and p.kind in ('paid', 'refunded', 'disputed')
    group by p.booking_id, p.pass_id order by p.booking_id, p.pass_id`.execute(tx)
  let rest = fromStripe(amount, currency)
  const take = (most: number) => {
    const taken = Math.min(most, rest)
    rest -= taken
    return taken
  }
  const parts = rows
    .map(({ left, paid, ...of }) => ({ ...of, of: Number(paid), amountMinor: take(Number(left)) }))
    .map(({ of: paid, amountMinor, ...part }) => ({
      ...part,
      amountMinor: amountMinor + take(paid - amountMinor),
    }))
    .filter(({ amountMinor }) => amountMinor > 0)
  if (parts.length === 0) return
  const group = await tx
    .insertInto('paymentGroups')
    .values({
      vendorId,
      provider: 'stripe',
      providerId: id,
      account,
      ofPayment: payment.id,
      amountMinor: parts.reduce((sum, part) => sum + part.amountMinor, 0),
      currency,
      dueAt: status === 'open' && kind === 'refunded' ? laterBy : null,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'providerId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!group) return
  await tx
    .insertInto('payments')
    .values(
      parts.map((part) => ({
        ...part,
        vendorId,
        groupId: group.id,
        kind,
        state: status,
        currency,
        method: 'card' as const,
      })),
    )
    .execute()
  await tellOf(tx, vendorId, parts)
}

type Disputed = { vendorId: VendorId; account: string; dispute: DisputeRead }

/** The money of a dispute is gone while it is open or lost, and comes back when it is won. The customer is asked for nothing. */
async function writeDispute(db: Db, { vendorId, account, dispute }: Disputed): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('paymentGroups')
      .where('vendorId', '=', vendorId)
      .where('provider', '=', 'stripe')
      .where('providerId', '=', dispute.id)
      .select('id')
      .forUpdate()
      .executeTakeFirst()
    const state = dispute.isTaken ? 'done' : 'failed'
    if (known)
      await tx
        .updateTable('payments')
        .set({ state })
        .where('vendorId', '=', vendorId)
        .where('groupId', '=', known.id)
        .execute()
    else if (dispute.isTaken)
      await writeForeign(tx, { vendorId, account, kind: 'disputed', status: 'done', ...dispute })
  })
}
