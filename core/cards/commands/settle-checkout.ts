import { sql } from 'kysely'
import type { CheckoutSession, StripeFailure } from '#core/integrations/stripe.ts'
import type { Deps } from '#core/shared/deps.ts'
import { type OpenedAccount, noteKey, noteMade, openAccount } from '../steps/account.ts'
import type { CheckoutId } from '../steps/items.ts'
import { requestFor } from '../steps/checkout-request.ts'
import { endUnpaid } from '../steps/end-unpaid.ts'
import { writePaid } from '../steps/write-paid.ts'

/** `open`: it can be paid at `url`. `unknown`: Stripe did not answer; it is asked again. `over`: nothing was paid. */
export type Settled =
  | { state: 'paid' | 'over' | 'unknown' }
  | { state: 'open'; url: string; endsAt: Date }

/**
 * Brings one checkout up to date with Stripe: makes it there, reads it, ends it when its time is over, and writes what was
 * paid. Return page, webhook and worker all call this, and may do so at the same time. `session`: Stripe's number of it, from its
 * news.
 */
export async function settleCheckout(
  deps: Deps,
  checkout: CheckoutId,
  session?: string,
): Promise<Settled> {
  const found = await findCheckout(deps, checkout)
  if (!found) return { state: 'over' }
  const row = { ...found, session: found.session ?? session ?? null }
  if (row.state === 'paid') return { state: 'paid' }
  // What we gave up may still have been paid, and then Stripe says so.
  if ((row.state === 'over' || row.state === 'lost') && session === undefined)
    return { state: 'over' }
  const opened = await openAccount(deps, checkout.vendorId)
  if (!opened) {
    if (row.isLongPast) return giveUp(deps, checkout, lost(row), 'no key can ask Stripe for it')
    return put(deps, checkout, 'unknown', 600)
  }
  const read = await readSession(deps, { checkout, row, opened })
  if (!read.ok) {
    await noteKey(deps, checkout.vendorId, read)
    // Nothing was ever made at Stripe, or nobody has its address and its time is over, or it is not there any more.
    const isNothing =
      row.session === null ? read.problem === 'refused' || row.isPast : read.problem === 'gone'
    if (isNothing || isNoKeyFor(row, read)) return giveUp(deps, checkout, 'over', read.detail)
    if (row.isLongPast && isOfKey(read)) return giveUp(deps, checkout, lost(row), read.detail)
    return put(deps, checkout, 'unknown', 20)
  }
  await noteKey(deps, checkout.vendorId, read)
  const { payment, status, url } = read.value
  if (payment) {
    await writePaid(deps.db, { ...checkout, account: opened.account, payment })
    return { state: 'paid' }
  }
  if (status === 'expired') {
    await endUnpaid(deps.db, checkout)
    return { state: 'over' }
  }
  const { endsAt } = row
  if (status !== 'open' || url === null) return put(deps, checkout, 'unknown', 5)
  const { rows } =
    await sql`update checkouts set due_at = least(greatest(coalesce(ends_at, expires_at), now() + interval '5 seconds'), now() + interval '1 minute')
    where vendor_id = ${checkout.vendorId} and id = ${checkout.id} returning id`.execute(deps.db)
  return rows.length > 0 ? { state: 'open', url, endsAt } : { state: 'over' }
}

type Row = NonNullable<Awaited<ReturnType<typeof findCheckout>>>

async function findCheckout({ db }: Deps, { vendorId, id }: CheckoutId) {
  return (
    db
      .selectFrom('checkouts')
      .where('vendorId', '=', vendorId)
      .where('id', '=', id)
      .select(['state', 'session', 'request', 'expiresAt'])
      .select(sql<Date>`coalesce(ends_at, expires_at)`.as('endsAt'))
      .select(sql<boolean>`coalesce(ends_at <= now(), false)`.as('isToEnd'))
      .select(sql<boolean>`(expires_at < now())`.as('isPast'))
      // A vendor who connects again by then learns what was paid.
      .select(sql<boolean>`(expires_at < now() - interval '3 days')`.as('isLongPast'))
      .executeTakeFirst()
  )
}

const isOfKey = ({ problem }: StripeFailure) => problem === 'key' || problem === 'permission'

/** A key that is refused makes no checkout, and the customer who waits for one reads that at once. */
const isNoKeyFor = (row: Row, read: StripeFailure) => row.session === null && isOfKey(read)

/** One that was never made at Stripe cannot have been paid. */
const lost = ({ session }: Row) => (session === null ? 'over' : 'lost')

/** If it was paid after all, Stripe's news say so, or the account when it is connected again. */
async function giveUp(
  deps: Deps,
  checkout: CheckoutId,
  state: 'over' | 'lost',
  reason: string,
): Promise<Settled> {
  deps.log.warn({ ...checkout, reason }, 'there is no checkout at Stripe')
  await endUnpaid(deps.db, checkout, state)
  return { state: 'over' }
}

type Reading = { checkout: CheckoutId; row: Row; opened: OpenedAccount }

async function readSession(deps: Deps, { checkout, row, opened: { stripe } }: Reading) {
  if (row.session === null) {
    const request = await requestFor(deps, checkout)
    const made = await stripe.createCheckout(request)
    await noteMade(deps, checkout.vendorId, made)
    if (!made.ok) return made
    await keepSession(deps, checkout, made.value)
    if (!row.isToEnd) return made
    return end(stripe, made.value.id)
  }
  return row.isToEnd ? end(stripe, row.session) : stripe.readCheckout(row.session)
}

/** Somebody may be paying just now: then Stripe does not end it, and says what became of it. */
async function end(stripe: OpenedAccount['stripe'], session: string) {
  const ended = await stripe.expireCheckout(session)
  return ended.ok || ended.problem !== 'refused' ? ended : stripe.readCheckout(session)
}

async function keepSession({ db }: Deps, checkout: CheckoutId, { id, url }: CheckoutSession) {
  await db
    .updateTable('checkouts')
    .set({ state: 'open', session: id, url })
    .where('vendorId', '=', checkout.vendorId)
    .where('id', '=', checkout.id)
    .where('state', '=', 'making')
    .execute()
}

async function put(
  { db }: Deps,
  { vendorId, id }: CheckoutId,
  state: 'unknown',
  seconds: number,
): Promise<Settled> {
  await sql`update checkouts set due_at = now() + make_interval(secs => ${seconds})
    where vendor_id = ${vendorId} and id = ${id} and state in ('making', 'open')`.execute(db)
  return { state }
}
