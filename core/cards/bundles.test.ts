import { sql } from 'kysely'
import { bookBundle } from '#core/bookings/commands/book-bundle.ts'
import { confirmRequest } from '#core/bookings/commands/answer-request.ts'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { expireOverdueBookings } from '#core/bookings/commands/expire-bookings.ts'
import { redeemSession } from '#core/bookings/commands/redeem-session.ts'
import { withdrawBundle } from '#core/bookings/commands/withdraw-bundle.ts'
import { listPassesOfPurchase, listSoldPasses } from '#core/passes/queries.ts'
import {
  aBundleStudio,
  type BundleStudio,
  bundleOrder,
  buy,
  declined,
  good,
  linkOf,
  of,
  readNow,
  sessionIn,
  settleAll,
} from '#tests/support/cards.ts'
import { expect, test } from '#tests/support/database.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { booked } from '#tests/support/series.ts'
import { letGo, openHold, payOwed } from './commands/pay.ts'
import { sendRefunds } from './commands/settle-refund.ts'

type Bought = Awaited<ReturnType<typeof buy>>

/** What a customer, the vendor and Stripe see of a bundle. */
async function stands(
  { deps, fake, account, dates, vendor }: BundleStudio,
  { purchaseId }: Bought,
) {
  const [pass] = await listPassesOfPurchase(deps.db, purchaseId)
  const spots = await deps.db
    .selectFrom('bookings')
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .select(['status', 'waitsFor'])
    .execute()
  const { taken, refunded } = fake.sums(account, 'eur', false)
  return {
    spots: spots.map(({ status, waitsFor }) => (waitsFor ? `${status} ${waitsFor}` : status)),
    seats: await Promise.all(dates.map(({ id }) => booked(deps.db, id))),
    bundle: pass && `${pass.status}, ${pass.remaining} left${pass.isOpen ? ', open' : ''}`,
    owed: pass?.owedMinor,
    sold: (await listSoldPasses(deps.db, { vendorId: vendor.id })).length,
    stripe: [taken, refunded],
  }
}

const held = {
  spots: ['pending payment', 'pending payment'],
  seats: [1, 1, 0],
  bundle: 'active, 1 left',
  owed: 0,
  sold: 0,
  stripe: [0, 0],
}
const paid = {
  spots: ['confirmed', 'confirmed'],
  seats: [1, 1, 0],
  bundle: 'active, 1 left, open',
  owed: 0,
  sold: 1,
  stripe: [4800, 0],
}
const gone = {
  spots: ['expired payment', 'expired payment'],
  seats: [0, 0, 0],
  bundle: 'cancelled, 0 left',
  owed: 0,
  sold: 0,
  stripe: [0, 0],
}

async function open(studio: BundleStudio, purchase: Bought) {
  const paying = await openHold(studio.deps, of(studio, purchase))
  if (!paying.ok) throw new Error(paying.reason)
  return sessionIn(paying.to)
}

const letTimePass = async ({ deps }: BundleStudio) => {
  await sql`update bookings set expires_at = now() where expires_at is not null`.execute(deps.db)
  await expireOverdueBookings(deps.db)
}

const events = async ({ deps }: BundleStudio) =>
  (await deps.db.selectFrom('outbox').orderBy('id').select('kind').execute()).map(
    ({ kind }) => kind,
  )

test('a bundle is held with its dates until it is paid: no message before, and nothing of it can be used', async ({
  deps,
}) => {
  const studio = await aBundleStudio(deps)
  const purchase = await buy(studio)
  expect(await stands(studio, purchase)).toEqual(held)
  const [pass] = await listPassesOfPurchase(deps.db, purchase.purchaseId)
  const another = { passId: pass?.passId ?? '', sessionId: studio.dates[2]?.id ?? '' }
  const link = linkOf(studio, purchase)
  expect(await redeemSession(deps.db, link, another)).toEqual({ ok: false, reason: 'no_credit' })
  const session = await open(studio, purchase)
  await studio.fake.pay(session, declined)
  await settleAll(studio)
  expect(await stands(studio, purchase)).toEqual(held)
  expect(await events(studio)).toEqual([])
  await studio.fake.pay(session, good)
  await Promise.all([settleAll(studio), settleAll(studio), settleAll(studio)])
  expect(await stands(studio, purchase)).toEqual(paid)
  expect(await events(studio)).toEqual(['booking.confirmed'])
  // A date that is booked later was paid with the bundle.
  expect(await redeemSession(deps.db, link, another)).toMatchObject({ ok: true })
  expect(await studio.deps.db.selectFrom('checkouts').select('state').execute()).toEqual([
    { state: 'paid' },
  ])
})

test('a bundle that is let go, or that nobody pays in time, leaves nothing that counts', async ({
  deps,
}) => {
  const studio = await aBundleStudio(deps)
  const first = await buy(studio)
  const session = await open(studio, first)
  expect(await letGo(studio.deps, linkOf(studio, first))).toEqual({ ok: true, paid: false })
  expect(await stands(studio, first)).toEqual(gone)
  expect(await studio.fake.pay(session, good)).toBe('expired')
  const second = await buy(studio, { key: 'two' })
  await letTimePass(studio)
  expect(await stands(studio, second)).toEqual(gone)
  expect(await events(studio)).toEqual([])
})

test('a payment that we hear of late brings the bundle back while its dates have room', async ({
  deps,
}) => {
  const studio = await aBundleStudio(deps)
  const purchase = await buy(studio)
  await studio.fake.pay(await open(studio, purchase), good)
  await letTimePass(studio)
  expect(await stands(studio, purchase)).toMatchObject({ bundle: gone.bundle })
  await settleAll(studio)
  await sendRefunds(studio.deps)
  expect(await stands(studio, purchase)).toEqual(paid)
})

test.for([
  ['one of its dates is full', 'class_sessions', { maxStudents: 1 }],
  ['it is no longer on sale', 'session_bundles', { isActive: false }],
  ['its class is paused', 'classes', { pausedAt: new Date(0) }],
] as const)(
  'a payment after the bundle was let go goes back at once if %s, and both sides hear of it',
  async ([, table, change], { deps }) => {
    const studio = await aBundleStudio(deps)
    const purchase = await buy(studio)
    const session = await open(studio, purchase)
    await letTimePass(studio)
    await sql`update bookings set ended_at = now() - interval '1 minute'`.execute(deps.db)
    await sql`update checkouts set created_at = now() - interval '1 hour'`.execute(deps.db)
    if (table === 'class_sessions') {
      const other = await buy(studio, { key: 'two', sessionIds: [studio.dates[1]?.id ?? ''] })
      await studio.fake.pay(await open(studio, other), good)
      await deps.db.updateTable('classSessions').set(change).execute()
    } else if (table === 'classes') await deps.db.updateTable('classes').set(change).execute()
    else await deps.db.updateTable('sessionBundles').set(change).execute()
    await studio.fake.pay(session, good)
    await settleAll(studio)
    await sendRefunds(studio.deps)
    const isFull = table === 'class_sessions'
    expect(await stands(studio, purchase)).toEqual({
      ...gone,
      ...(isFull && { seats: [0, 1, 0], sold: 1 }),
      stripe: isFull ? [9600, 4800] : [4800, 4800],
    })
    expect(await events(studio)).toContain('booking.changed')
  },
)

test('the same key books once; at the studio is booked and owed, and a free or too cheap bundle never meets Stripe', async ({
  deps,
}) => {
  const studio = await aBundleStudio(deps, { pays: 'choice' })
  const purchase = await buy(studio, { wantsCard: true })
  expect(await bookBundle(studio.deps, bundleOrder(studio, { wantsCard: true }))).toMatchObject({
    ok: true,
    replayed: true,
    purchase: { purchaseId: purchase.purchaseId },
  })
  expect(await stands(studio, purchase)).toEqual(held)
  const direct = await buy(studio, { key: 'two' })
  const atStudio = { ...paid, seats: [2, 2, 0], owed: 4800, stripe: [0, 0] }
  expect(await stands(studio, direct)).toEqual(atStudio)
  // It can still be paid by card from its page.
  expect(await payOwed(studio.deps, linkOf(studio, direct))).toMatchObject({ ok: true })
  for (const price of [0, 49]) {
    await sql`update session_bundles set bundle_price_minor = ${price}, pays = 'card'`.execute(
      deps.db,
    )
    const cheap = await buy(studio, {
      key: `for-${price}`,
      seen: { priceMinor: price },
      sessionIds: [studio.dates[2]?.id ?? ''],
    })
    expect(cheap.spots.map(({ status }) => status)).toEqual(['confirmed'])
  }
  await sql`update session_bundles set bundle_price_minor = 4800`.execute(deps.db)
  await sql`update card_accounts set broken_at = now()`.execute(deps.db)
  const offline = await buy(studio, { key: 'offline', sessionIds: [studio.dates[2]?.id ?? ''] })
  expect(offline.spots.map(({ status }) => status)).toEqual(['confirmed'])
})

test('a requested bundle waits for its payment once its dates are confirmed, and is not sold without', async ({
  deps,
}) => {
  const studio = await aBundleStudio(deps, { confirmationMode: 'manual' })
  const confirm = ({ spots }: Bought) =>
    confirmRequest(deps.db, {
      vendorId: studio.vendor.id,
      bookingIds: spots.map(({ id }) => id),
    })
  const first = await buy(studio)
  expect(await stands(studio, first)).toMatchObject({ spots: ['pending vendor', 'pending vendor'] })
  await confirm(first)
  expect(await stands(studio, first)).toEqual({ ...held, owed: 4800, sold: 1 })
  const paying = await payOwed(studio.deps, linkOf(studio, first))
  if (!paying.ok) throw new Error(paying.reason)
  await studio.fake.pay(sessionIn(paying.to), good)
  await settleAll(studio)
  expect(await stands(studio, first)).toEqual(paid)

  const second = await buy(studio, { key: 'two' })
  await confirm(second)
  await letTimePass(studio)
  expect(await stands(studio, second)).toMatchObject({ bundle: gone.bundle, owed: 0 })
  expect(await payOwed(studio.deps, linkOf(studio, second))).toEqual({ ok: false, reason: 'over' })
})

test('a session that the vendor cancels comes back to the bundle, and a bundle that it ends goes back to the card', async ({
  deps,
}) => {
  const studio = await aBundleStudio(deps)
  const purchase = await buy(studio)
  await studio.fake.pay(await open(studio, purchase), good)
  await settleAll(studio)
  await cancelByVendor(deps.db, studio.vendor.id, [purchase.spots[1]?.id ?? ''])
  await sendRefunds(studio.deps)
  expect(await stands(studio, purchase)).toMatchObject({
    bundle: 'active, 2 left, open',
    stripe: [4800, 0],
  })
  const [pass] = await listPassesOfPurchase(deps.db, purchase.purchaseId)
  const passId = pass?.passId ?? ''
  const asked = await withdrawBundle(deps.db, studio.owner, passId)
  const agreed = 'agreement' in asked ? asked.agreement : undefined
  expect(await withdrawBundle(deps.db, studio.owner, passId, agreed)).toMatchObject({ ok: true })
  await sendRefunds(studio.deps)
  expect(await stands(studio, purchase)).toMatchObject({ stripe: [4800, 4800], owed: 0 })
})

test('new customers hold eight unpaid spots from one network, of bundles too', async ({ deps }) => {
  const studio = await aBundleStudio(deps, { maxStudents: 20 })
  await sql`update class_sessions set max_students = 20`.execute(deps.db)
  for (const key of ['a', 'b', 'c', 'd']) await buy(studio, { key, network: 'gym' })
  await expect(buy(studio, { key: 'e', network: 'gym' })).rejects.toThrow('rate_limited')
  await buy(studio, { key: 'e', network: 'elsewhere' })
})

test('a refund of a bundle that is made at Stripe is told to its customer', async ({
  deps,
  databaseUrl,
}) => {
  const studio = await aBundleStudio(deps)
  const bundle = await buy(studio)
  const paying = await openHold(studio.deps, of(studio, bundle))
  const session = sessionIn(paying.ok ? paying.to : '')
  await studio.fake.pay(session, good)
  await settleAll(studio)
  await work(databaseUrl, studio.deps, keepMails())
  await sql`select mark_told(id, 'customer') from purchases`.execute(deps.db)
  await studio.fake.refund(session, 1000)
  await readNow(studio)
  const { mails, send } = keepMails()
  await work(databaseUrl, studio.deps, { send })
  expect(mails.filter(({ to }) => to === 'one@example.com').map(({ text }) => text)).toEqual([
    expect.stringContaining('gave you €10 back'),
  ])
})
