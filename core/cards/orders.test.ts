import { sql } from 'kysely'
import { cancelByCustomer, cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { expireOverdueBookings } from '#core/bookings/commands/expire-bookings.ts'
import type { Deps } from '#core/shared/deps.ts'
import {
  aBundleStudio,
  book,
  buy,
  declined,
  good,
  linkOf,
  of,
  readNow,
  sessionIn,
  settleAll,
  type Studio,
} from '#tests/support/cards.ts'
import { expect, test } from '#tests/support/database.ts'
import { letGo, openHold, payOwed } from './commands/pay.ts'
import { refundByVendor } from './commands/refund-by-vendor.ts'
import { sendRefunds } from './commands/settle-refund.ts'

function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

type Roll = ReturnType<typeof dice>
type Person = Awaited<ReturnType<typeof book>> & { session: string | null }

/** What customers, the vendor and Stripe do; nobody hears of any of it in between. */
const acts: Record<string, (studio: Studio, person: Person, roll: Roll) => Promise<unknown>> = {
  opens: async (studio, person) => {
    const paying = await openHold(studio.deps, of(studio, person))
    if (paying.ok) person.session = sessionIn(paying.to)
  },
  opensDebt: async (studio, person) => {
    const paying = await payOwed(studio.deps, linkOf(studio, person))
    if (paying.ok) person.session = sessionIn(paying.to)
  },
  pays: async ({ fake }, { session }) => session && fake.pay(session, good),
  isDeclined: async ({ fake }, { session }) => session && fake.pay(session, declined),
  letsGo: async (studio, person) => letGo(studio.deps, linkOf(studio, person)),
  waitsTooLong: async ({ deps }, { purchaseId }) => {
    await sql`update bookings set expires_at = now() where purchase_id = ${purchaseId} and expires_at is not null`.execute(
      deps.db,
    )
    await expireOverdueBookings(deps.db)
  },
  cancels: async (studio, person) => cancelByCustomer(studio.deps.db, linkOf(studio, person), null),
  isCancelled: async ({ deps, vendor }, { spots }) =>
    cancelByVendor(deps.db, vendor.id, [spots[0]?.id ?? '']),
  isRefunded: async ({ deps, vendor }, { spots }, roll) => {
    const bookingId = spots[0]?.id ?? ''
    const { rows } = await sql<{ kept: number }>`
      select card_kept(b.vendor_id, b.id, b.pass_id) as kept from bookings b where b.id = ${bookingId}`.execute(
      deps.db,
    )
    const seenMinor = Number(rows[0]?.kept)
    const asked = { bookingId, seenMinor, amountMinor: 1 + roll(1500), currency: 'EUR' }
    await refundByVendor(deps.db, { vendorId: vendor.id, userId: vendor.userId }, asked)
  },
  refundsAreSent: async ({ deps }) => sendRefunds(deps),
}

type Story = { seed: number; sells: 'spots' | 'bundles' }

/** Plays a story, then lets everybody hear of it in some order. */
async function play(deps: Deps, { seed, sells }: Story, hear: (studio: Studio) => Promise<void>) {
  const roll = dice(seed * 7919)
  const studio = await aBundleStudio(deps, { pays: 'choice', classPays: 'choice', isPublic: true })
  studio.fake.hold()
  const people: Person[] = []
  const story: string[] = []
  for (let step = 0; step < 14; step++) {
    if (people.length < 3 && roll(3) === 0) {
      const wantsCard = roll(3) > 0
      const key = `${studio.vendor.id.slice(0, 8)}-${people.length}`
      const bought =
        sells === 'bundles' ? buy(studio, { key, wantsCard }) : book(studio, { key, wantsCard })
      people.push({ ...(await bought), session: null })
      story.push(`books ${wantsCard ? 'by card' : 'at the studio'}`)
    }
    const person = people[roll(people.length)]
    const name = Object.keys(acts)[roll(Object.keys(acts).length)] ?? ''
    if (!person) continue
    story.push(`${people.indexOf(person)} ${name}`)
    await acts[name]?.(studio, person, roll)
  }
  await hear(studio)
  await endAll(studio)
  return { story, end: await readEnd(studio, people) }
}

/** Time passes until nothing is open: checkouts end, and what is to go back has gone. */
async function endAll(studio: Studio): Promise<void> {
  await studio.fake.release()
  await sql`update checkouts set ends_at = now() where state in ('making', 'open') and vendor_id = ${studio.vendor.id}`.execute(
    studio.deps.db,
  )
  for (let round = 0; round < 3; round++) {
    await settleAll(studio)
    await sql`update payment_groups set due_at = now() where due_at is not null`.execute(
      studio.deps.db,
    )
    await sendRefunds(studio.deps)
    await readNow(studio)
  }
}

async function readEnd({ deps, fake, account, vendor }: Studio, people: readonly Person[]) {
  const { rows: bookings } = await sql<{ purchase: string; status: string; back: number }>`
    select b.purchase_id as purchase, b.status, m.give_back_minor as back from bookings b
    join class_sessions s on s.vendor_id = b.vendor_id and s.id = b.session_id, money_for(b) m
    where b.vendor_id = ${vendor.id} order by s.starts_at`.execute(deps.db)
  const { rows: sums } = await sql<{ kind: string; state: string; minor: number }>`
    select kind, state, sum(amount_minor)::bigint as minor from payments where vendor_id = ${vendor.id} and method = 'card'
    group by kind, state order by kind, state`.execute(deps.db)
  const at = (kind: string) =>
    Number(sums.find((sum) => sum.kind === kind && sum.state === 'done')?.minor ?? 0)
  const { taken, refunded } = fake.sums(account, 'eur', false)
  const { rows: open } = await sql`
    select from checkouts where vendor_id = ${vendor.id} and state in ('making', 'open')`.execute(
    deps.db,
  )
  return {
    statuses: people.map(({ purchaseId }) =>
      bookings.flatMap(({ purchase, status }) => (purchase === purchaseId ? [status] : [])),
    ),
    rows: { taken: at('paid'), refunded: at('refunded') },
    stripe: { taken, refunded },
    isOpen: open.length > 0 || sums.some(({ state }) => state === 'open'),
    toGiveBack: bookings.reduce((sum, { back }) => sum + Number(back), 0),
  }
}

const inOrder = async ({ fake }: Studio) => {
  await fake.deliver()
}
const orders: Record<string, (studio: Studio) => Promise<unknown>> = {
  'backwards, each twice': ({ fake }) => fake.deliver({ newestFirst: true, times: 2 }),
  'never, so that we ask': async ({ fake }) => fake.drop(),
  'all at once, with all that asks': async (studio) =>
    Promise.all([
      studio.fake.deliverAtOnce({ times: 3 }),
      settleAll(studio),
      sendRefunds(studio.deps),
      readNow(studio),
      settleAll(studio),
    ]),
  'refunds first': async ({ fake }) => {
    await fake.deliver({ only: ({ type }) => type.startsWith('refund') })
    await fake.deliver({ newestFirst: true })
  },
}

const stories: Story[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((seed) => ({ seed, sells: 'spots' as const })),
  ...[1, 2, 3, 4].map((seed) => ({ seed, sells: 'bundles' as const })),
]

test.for(stories)(
  'in whatever order and however often we hear of what happened, it ends the same, to the cent ($sells, $seed)',
  async (story, { deps }) => {
    const first = await play(deps, story, inOrder)
    const { end } = first
    expect(first).toMatchObject({
      end: { rows: end.stripe, isOpen: false, toGiveBack: 0 },
    })
    for (const [order, hear] of Object.entries(orders))
      expect({
        order,
        ...(await play(deps, story, async (studio) => void (await hear(studio)))),
      }).toEqual({ order, ...first })
  },
)
