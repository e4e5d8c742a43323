import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectCards } from '#core/cards/commands/connect-cards.ts'
import type { Db } from '#core/shared/db.ts'
import { loadConfig } from '#server/config.ts'
import { createDeps } from '#server/deps.ts'
import { type FakeStripe, startFakeStripe, type StripeFault } from '#tests/fakes/stripe/stripe.ts'
import type { AVendor } from '#tests/support/factories.ts'
import type { Cards, ChargeRow } from './check-cards.ts'
import { between, pick, type Random, weighted } from './random.ts'

export type TroubledStripe = {
  /** for the processes that use it */
  env: Record<string, string>
  /** Every vendor connects an account of its own. */
  connect(env: Record<string, string>, vendors: readonly AVendor[]): Promise<void>
  /** From now on customers pay, are declined or stay away, vendors refund at Stripe, and responses go wrong. */
  misbehave(db: Db): void
  /** Nothing goes wrong any more, and nobody pays. */
  behave(): Promise<void>
  /** True: nothing is open, and nothing is on its way back. */
  settle(db: Db): Promise<boolean>
  read(db: Db): Promise<Cards>
  stop(): Promise<void>
}

const troubles = {
  none: 80,
  error: 4,
  executed_error: 3,
  limited: 2,
  locked_400: 2,
  reset: 4,
  lost: 5,
}
const people = { pays: 62, isDeclined: 8, isSlow: 10, staysAway: 14, isRefunded: 6 }
const good = { card: { number: '4242424242424242' } }
const declined = { card: { number: '4000000000000002' } }
const patienceMs = 60_000

/** A simulated Stripe at which all vendors of a round have accounts, and the customers at its pages. */
export async function startTroubledStripe(random: Random): Promise<TroubledStripe> {
  const stripe = await startFakeStripe()
  let isTroubled = false

  async function trouble(db: Db): Promise<void> {
    stripe.behaveAs(() => {
      const what = weighted(random, troubles) ?? 'none'
      return what === 'none' ? null : (what satisfies StripeFault)
    })
    const busy: Promise<void>[] = []
    while (isTroubled) {
      // The database may be down right now.
      busy.push(somebody(db).catch(() => {}))
      await hurry(db).catch(() => {})
      if (random() < 0.05) await readNews(db).catch(() => {})
      await pause(100)
    }
    await Promise.all(busy)
  }

  /** Somebody who was sent to Stripe’s page, or a vendor at Stripe’s dashboard. */
  async function somebody(db: Db): Promise<void> {
    const what = weighted(random, people)
    if (what === 'isRefunded') {
      const paid = pick(random, allCharges(stripe))
      if (paid && random() < 0.3) await stripe.refund(paid.intent)
      return
    }
    const { rows } = await sql<{ id: string; session: string }>`
      select id, session from checkouts where state = 'open' and url is not null order by random() limit 1`.execute(
      db,
    )
    const [checkout] = rows
    if (!checkout) return
    const { session } = checkout
    if (what === 'isDeclined') await stripe.pay(session, declined)
    else if (what === 'isSlow') {
      stripe.beginPay(session, good)
      await pause(between(random, 200, 3000))
      await stripe.finishPay(session)
    } else if (what === 'staysAway')
      await sql`update checkouts set hold_until = case when hold_until is not null then now() end, ends_at = now(), due_at = now()
        where id = ${checkout.id} and state = 'open'`.execute(db)
    else if ((await stripe.pay(session, good)) === 'paid' && random() < 0.6) await comeBack(session)
  }

  /** Stripe leads back; who closes the tab before is found by the worker. */
  async function comeBack(session: string): Promise<void> {
    const found = stripe.state.accounts
      .flatMap(({ test }) => test.sessions)
      .find(({ id }) => id === session)
    if (!found) return
    const page = await fetch(found.success_url, { signal: AbortSignal.timeout(8000) })
    await page.body?.cancel()
  }

  let troubling = Promise.resolve()
  return {
    env: { STRIPE_ROOT: stripe.url },
    async connect(env, vendors) {
      const { close, ...deps } = createDeps(loadConfig(env))
      for (const { id: vendorId, userId } of vendors) {
        const account = stripe.addAccount({ name: `Studio of ${vendorId}` })
        const done = await connectCards(deps, { vendorId, userId }, stripe.addKey(account))
        if (!done.ok) throw new Error(`No account at Stripe was connected: ${done.reason}`)
      }
      await close()
    },
    misbehave(db) {
      isTroubled = true
      troubling = trouble(db)
    },
    async behave() {
      isTroubled = false
      await troubling
      stripe.healthy()
    },
    async settle(db) {
      // Who has not paid by now does not pay. What an answer of Stripe has cut off for a day ends with its time.
      await sql`update checkouts set ends_at = now(), expires_at = case state when 'making' then now() else expires_at end
        where state in ('making', 'open')`.execute(db)
      await readNews(db)
      const giveUpAt = Date.now() + patienceMs
      while (Date.now() < giveUpAt) {
        await hurry(db)
        const { rows } = await sql<{ open: number }>`
          select ((select count(*) from checkouts where state in ('making', 'open'))
            + (select count(*) from payments where state = 'open') + (select count(*) from payment_groups where due_at is not null)
            + (select count(*) from card_accounts where due_at <= now()))::integer as open`.execute(
          db,
        )
        if (rows[0]?.open === 0) return true
        await pause(500)
      }
      return false
    },
    read: (db) => readCards({ db, stripe }),
    async stop() {
      isTroubled = false
      await troubling
      await stripe.close()
    },
  }
}

/** Waits that stand in the database need not be waited for. */
async function hurry(db: Db): Promise<void> {
  await sql`update checkouts set due_at = now() where state in ('making', 'open') and due_at > now() + interval '3 seconds'`.execute(
    db,
  )
  await sql`update payment_groups set due_at = now() where due_at > now() + interval '3 seconds'`.execute(
    db,
  )
}

/** Everything that happened at Stripe is read again. */
async function readNews(db: Db): Promise<void> {
  await sql`update card_accounts set due_at = now()`.execute(db)
}

function allCharges(stripe: FakeStripe): ChargeRow[] {
  return stripe.state.accounts.flatMap(({ id: account, test }) =>
    test.charges
      .filter(({ status }) => status === 'succeeded')
      .map((charge) => ({
        account,
        intent: charge.payment_intent,
        minor: charge.amount,
        refunds: test.refunds
          .filter((one) => one.charge === charge.id && one.status === 'succeeded')
          .map(({ id, amount }) => ({ id, minor: amount })),
      })),
  )
}

async function readCards({ db, stripe }: { db: Db; stripe: FakeStripe }): Promise<Cards> {
  const [payments, unpaid, kept] = await Promise.all([
    sql<Cards['payments'][number]>`
      select g.account, g.provider_id as intent, g.of_payment is not null as is_refund, coalesce(o.provider_id, g.provider_id) as of,
        coalesce(sum(p.amount_minor) filter (where p.state = 'done'), 0)::float8 as minor,
        coalesce(bool_or(p.state = 'open'), false) as is_open
      from payment_groups g left join payments p on p.vendor_id = g.vendor_id and p.group_id = g.id and p.booking_id is not null
        and p.method = 'card'
      left join payment_groups o on o.vendor_id = g.vendor_id and o.id = g.of_payment
      where g.provider = 'stripe' group by g.vendor_id, g.id, o.provider_id`.execute(db),
    sql<{ id: string }>`
      select b.id from bookings b join classes c on c.vendor_id = b.vendor_id and c.id = b.class_id, money_of(b) m
      where c.pays = 'card' and b.status in ('confirmed', 'completed') and b.deleted_at is null and m.owed_minor > 0
        -- Who is given a spot whose money went back pays for it at the studio.
        and not exists (select from purchases g where g.vendor_id = b.vendor_id and g.id = b.purchase_id and g.source = 'vendor')`.execute(
      db,
    ),
    sql<{ id: string }>`
      select b.id from bookings b join classes c on c.vendor_id = b.vendor_id and c.id = b.class_id, money_of(b) m
      where c.pays = 'card' and m.give_back_minor > 0`.execute(db),
  ])
  return {
    charges: allCharges(stripe),
    payments: payments.rows,
    unpaid: unpaid.rows.map(({ id }) => id),
    kept: kept.rows.map(({ id }) => id),
  }
}
