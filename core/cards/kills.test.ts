import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import { bookBundle } from '#core/bookings/commands/book-bundle.ts'
import { bookSession } from '#core/bookings/commands/book-session.ts'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { expireOverdueBookings } from '#core/bookings/commands/expire-bookings.ts'
import { withdrawBundle } from '#core/bookings/commands/withdraw-bundle.ts'
import type { Deps } from '#core/shared/deps.ts'
import {
  aBundleStudio,
  bundleOrder,
  good,
  readNow,
  settleAll,
  type Studio,
} from '#tests/support/cards.ts'
import { expect, test } from '#tests/support/database.ts'
import { openHold } from './commands/pay.ts'
import { sendRefunds } from './commands/settle-refund.ts'
import { settleCheckout } from './commands/settle-checkout.ts'

class Killed extends Error {}

/** The same deps, whose process dies before its nth statement. */
function dyingAt(deps: Deps, nth: number): { deps: Deps; isDead: () => boolean } {
  let left = nth
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      left -= 1
      if (left <= 0) throw new Killed()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { deps: { ...deps, db: deps.db.withPlugin(plugin) }, isDead: () => left <= 0 }
}

type Step = (studio: Awaited<ReturnType<typeof aBundleStudio>>, deps: Deps) => Promise<unknown>

const sessionsAtStripe = ({ fake }: Studio) =>
  fake.state.accounts.flatMap(({ test: { sessions } }) => sessions.map(({ id }) => String(id)))

const book: Step = ({ session }, deps) =>
  bookSession(deps, {
    sessionId: session.id,
    spots: 2,
    name: 'Carla Customer',
    contact: 'carla@example.com',
    idempotencyKey: `the only key for ${session.id}`,
    source: 'public',
    accepted: [],
    language: 'en',
    network: null,
  })

const buy: Step = (studio, deps) =>
  bookBundle(deps, bundleOrder(studio, { key: studio.session.id }))

const open: Step = async ({ vendor }, deps) => {
  const rows = await deps.db
    .selectFrom('purchases')
    .where('vendorId', '=', vendor.id)
    .select('id')
    .execute()
  for (const { id } of rows) await openHold(deps, { vendorId: vendor.id, purchaseId: id })
}

const pay: Step = async (studio) => {
  for (const id of sessionsAtStripe(studio)) await studio.fake.pay(id, good)
}

const settle: Step = async ({ vendor }, deps) => {
  const rows = await deps.db
    .selectFrom('checkouts')
    .where('vendorId', '=', vendor.id)
    .select(['vendorId', 'id'])
    .execute()
  for (const one of rows) await settleCheckout(deps, one)
}

const letExpire: Step = async ({ vendor }, deps) => {
  await sql`update bookings set expires_at = now() where vendor_id = ${vendor.id} and expires_at is not null`.execute(
    deps.db,
  )
  await expireOverdueBookings(deps.db)
}

const cancel: Step = async ({ vendor }, deps) => {
  const rows = await deps.db
    .selectFrom('bookings')
    .where('vendorId', '=', vendor.id)
    .select('id')
    .execute()
  await cancelByVendor(
    deps.db,
    vendor.id,
    rows.map(({ id }) => id),
  )
}

const end: Step = async ({ owner }, deps) => {
  for (const { id } of await deps.db
    .selectFrom('passes')
    .where('vendorId', '=', owner.vendorId)
    .select('id')
    .execute()) {
    const asked = await withdrawBundle(deps.db, owner, id)
    await withdrawBundle(deps.db, owner, id, 'agreement' in asked ? asked.agreement : undefined)
  }
}

const refund: Step = (_studio, deps) => sendRefunds(deps)

const stories: Record<string, readonly Step[]> = {
  'paid, and cancelled by the vendor': [book, open, pay, settle, cancel, refund],
  'paid when the spot had been let go': [book, open, letExpire, pay, settle, refund],
  'a bundle paid when it had been let go, and ended by the vendor': [
    buy,
    open,
    letExpire,
    pay,
    settle,
    cancel,
    end,
    refund,
  ],
}

/** Another process comes, and everything that is due is done. */
async function rest(studio: Studio): Promise<void> {
  const { deps, vendor } = studio
  for (let round = 0; round < 3; round++) {
    await sql`update checkouts set ends_at = now() where vendor_id = ${vendor.id} and state in ('making', 'open')`.execute(
      deps.db,
    )
    await settleAll(studio)
    await sql`update payment_groups set due_at = now() where due_at is not null`.execute(deps.db)
    await sendRefunds(deps)
    await readNow(studio)
  }
}

async function readEnd({ deps, fake, account, vendor }: Studio) {
  const { rows } = await sql<{ confirmed: number; paid: number; back: number; open: number }>`
    select (select coalesce(sum(price_minor), 0)::bigint from bookings where vendor_id = ${vendor.id} and status = 'confirmed')
        + (select coalesce(sum(price_minor - reduction_minor), 0)::bigint from passes where vendor_id = ${vendor.id} and status = 'active') as confirmed,
      (select coalesce(sum(amount_minor), 0)::bigint from payments where vendor_id = ${vendor.id} and kind = 'paid' and state = 'done') as paid,
      (select coalesce(sum(amount_minor), 0)::bigint from payments where vendor_id = ${vendor.id} and kind = 'refunded' and state = 'done') as back,
      (select count(*) from payments where vendor_id = ${vendor.id} and state = 'open') + (select count(*) from checkouts where vendor_id = ${vendor.id} and state in ('making', 'open')) as open`.execute(
    deps.db,
  )
  const [row] = rows
  const { taken, refunded } = fake.sums(account, 'eur', false)
  return {
    kept: Number(row?.confirmed),
    rows: [Number(row?.paid), Number(row?.back)],
    stripe: [taken, refunded],
    open: Number(row?.open),
  }
}

/** Enough for every statement of a story; a story that did not die has been tried at each of them. */
const most = 200

test.for(Object.entries(stories))(
  'a process that dies before any of its statements loses no money and no spot: %s',
  { timeout: 300_000 },
  async ([, steps], { deps }) => {
    let died = 0
    for (let nth = 1; nth <= most; nth++) {
      const studio = await aBundleStudio(deps, { classPays: 'card' })
      const dying = dyingAt(studio.deps, nth)
      for (const step of steps) {
        await step(studio, dying.isDead() ? studio.deps : dying.deps).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
        })
      }
      await rest(studio)
      const end = await readEnd(studio)
      expect({ nth, ...end }).toEqual({
        nth,
        rows: end.stripe,
        stripe: end.stripe,
        // What was paid and not given back has its spots.
        kept: (end.stripe[0] ?? 0) - (end.stripe[1] ?? 0),
        open: 0,
      })
      if (!dying.isDead()) break
      died = nth
    }
    expect(died).toBeGreaterThan(20)
    expect(died).toBeLessThan(most)
  },
)
