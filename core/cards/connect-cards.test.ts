import { sql } from 'kysely'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { createStripe } from '#core/integrations/stripe.ts'
import type { Deps } from '#core/shared/deps.ts'
import { permissions } from '#tests/fakes/stripe/api.ts'
import { aStudio, book, of, sessionIn, settleAll, type Studio } from '#tests/support/cards.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { connectCards } from './commands/connect-cards.ts'
import { disconnectCards } from './commands/disconnect-cards.ts'
import { disconnectClosed } from './commands/disconnect-closed.ts'
import { openHold } from './commands/pay.ts'
import { readAllNews } from './commands/read-news.ts'
import { sendRefunds } from './commands/settle-refund.ts'
import { findCardAccount, listPaidAhead } from './queries.ts'

/** A spot that is being paid for: its id, and its checkout at Stripe. */
async function hold(studio: Studio, key?: string) {
  const purchase = await book(studio, key === undefined ? {} : { key })
  const paying = await openHold(studio.deps, of(studio, purchase))
  return {
    spotId: purchase.spots[0]?.id ?? '',
    session: sessionIn(paying.ok ? paying.to : ''),
  }
}

async function pay(studio: Studio) {
  const held = await hold(studio)
  await studio.fake.pay(held.session)
  await settleAll(studio)
  return held
}

const states = async ({ deps: { db } }: Studio) =>
  (await db.selectFrom('bookings').orderBy('bookedAt').select('status').execute()).map(
    ({ status }) => status,
  )

const refunds = ({ deps: { db } }: Studio) =>
  db
    .selectFrom('payments')
    .where('kind', '=', 'refunded')
    .select(['state', 'amountMinor'])
    .execute()

const brokenEvents = ({ deps: { db } }: Studio) =>
  db.selectFrom('outbox').where('kind', '=', 'cards.broken').select('id').execute()

test('a key is refused for its own reason, and one that can do everything connects', async ({
  deps,
}) => {
  const { fake: stripe, deps: taking, account } = await aStudio(deps)
  const vendor = await aVendor(deps.db)
  const owner = { vendorId: vendor.id, userId: vendor.userId }
  const all = Object.values(permissions).map((name) => `${name}_write`)
  const without = (...names: string[]) =>
    stripe.addKey(account, { granted: all.filter((name) => !names.includes(name)) })
  const revoked = stripe.addKey(account)
  stripe.endKey(revoked)
  const asked: [string, string, object][] = [
    ['nothing', '', { reason: 'missing' }],
    ['something else', 'hunter2', { reason: 'malformed' }],
    ['a publishable key', 'pk_test_1234567890', { reason: 'publishable' }],
    ['a secret key', stripe.addKey(account, { kind: 'sk' }), { reason: 'secret' }],
    ['one that Stripe does not know', 'rk_test_1234567890', { reason: 'wrong_key' }],
    ['one that was revoked', revoked, { reason: 'wrong_key' }],
    [
      'one that cannot give back',
      without('rak_charge_write'),
      { reason: 'permission', names: ['Charges and Refunds'] },
    ],
    [
      'one that lacks several',
      without('rak_event_write', 'rak_checkout_session_write', 'rak_accounts_kyc_basic_write'),
      { reason: 'permission', names: ['Events', 'Checkout Sessions'] },
    ],
  ]
  const said = []
  for (const [name, key, refusal] of asked)
    said.push({ name, got: await connectCards(taking, owner, key), expected: refusal })
  for (const { name, got, expected } of said)
    expect({ name, ...got }).toEqual({ name, ok: false, ...expected })
  expect(await findCardAccount(taking.db, vendor.id)).toBeNull()

  const real: Deps = {
    ...taking,
    origin: 'https://studio.example',
    stripe: createStripe({ base: null }),
  }
  expect(await connectCards(real, owner, 'rk_test_1234567890')).toMatchObject({
    reason: 'test_key',
  })
  const away: Deps = { ...taking, stripe: createStripe({ base: 'http://127.0.0.1:9' }) }
  expect(await connectCards(away, owner, 'rk_test_1234567890')).toMatchObject({
    reason: 'unreachable',
  })
  await sql`update vendors set trial_ends_at = now() - interval '1 day'`.execute(taking.db)
  expect(await connectCards(taking, owner, stripe.addKey(account))).toMatchObject({
    reason: 'plan',
  })
  await sql`update vendors set trial_ends_at = now() + interval '1 day'`.execute(taking.db)
  expect(await connectCards(taking, owner, stripe.addKey(account))).toEqual({ ok: true })
  expect(await findCardAccount(taking.db, vendor.id)).toMatchObject({
    name: 'Studio Vera',
    account: account.id,
    livemode: false,
    hasEndpoint: false,
    isBroken: false,
  })
  // Stripe's refusal to read the account names it.
  expect(await connectCards(taking, owner, without('rak_accounts_kyc_basic_write'))).toEqual({
    ok: true,
  })
  expect(await findCardAccount(taking.db, vendor.id)).toMatchObject({
    name: null,
    account: account.id,
  })
})

test('a new key takes over the endpoint, and another account waits until the first is not needed', async ({
  deps,
}) => {
  const studio = await aStudio(deps, { isPublic: true })
  const { deps: taking, fake: stripe } = studio
  const endpoints = () => studio.account.test.endpoints.map(({ id }) => id)
  const [first] = endpoints()
  stripe.endKey(studio.apiKey)
  expect(await connectCards(taking, studio.owner, stripe.addKey(studio.account))).toEqual({
    ok: true,
  })
  expect(endpoints()).toHaveLength(1)
  expect(endpoints()).not.toContain(first)

  await pay(studio)
  const other = stripe.addAccount({ name: 'Another' })
  expect(await connectCards(taking, studio.owner, stripe.addKey(other))).toMatchObject({
    reason: 'other_account',
  })
  await sql`update class_sessions set starts_at = '2025-03-03T10:00Z', ends_at = '2025-03-03T11:00Z'`.execute(
    taking.db,
  )
  expect(await connectCards(taking, studio.owner, stripe.addKey(other))).toEqual({ ok: true })
  expect(endpoints()).toEqual([])
  expect(other.test.endpoints).toHaveLength(1)
})

test('disconnecting ends what is open, waits for who is paying, and leaves later refunds to the vendor', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const { deps: taking, fake: stripe } = studio
  const { spotId } = await pay(studio)
  expect(await listPaidAhead(taking.db, studio.vendor.id)).toEqual([
    { what: 'spots', count: 1, minor: 2000, currency: 'EUR' },
  ])
  const { session } = await hold(studio, 'dora')
  stripe.beginPay(session)
  expect(await disconnectCards(taking, studio.owner)).toEqual({ ok: false, reason: 'under_way' })
  expect(await findCardAccount(taking.db, studio.vendor.id)).not.toBeNull()
  await stripe.finishPay(session)
  expect(await disconnectCards(taking, studio.owner)).toEqual({ ok: true })
  expect(await states(studio)).toEqual(['confirmed', 'confirmed'])

  await cancelByVendor(taking.db, studio.vendor.id, [spotId])
  expect(await refunds(studio)).toEqual([])
  expect(await sendRefunds(taking)).toBe(0)
  await book(studio, { key: 'late' })
  expect(await states(studio)).toContain('confirmed')
  expect(await taking.db.selectFrom('checkouts').where('state', '=', 'making').execute()).toEqual(
    [],
  )
})

test('after ten minutes of refusals the owner gets one mail, and customers pay at the studio', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const { deps: taking, fake: stripe } = studio
  const { spotId } = await pay(studio)
  stripe.endKey(studio.apiKey)
  const lookAgain = async (minutes: number) => {
    await sql`update card_accounts set refused_at = refused_at - make_interval(mins => ${minutes}), due_at = now()`.execute(
      taking.db,
    )
    await readAllNews(taking)
  }
  await lookAgain(0)
  await lookAgain(4)
  expect(await brokenEvents(studio)).toEqual([])
  expect(await findCardAccount(taking.db, studio.vendor.id)).toMatchObject({
    refusedAt: expect.any(Date),
    isBroken: false,
  })
  await lookAgain(7)
  await lookAgain(7)
  expect(await brokenEvents(studio)).toHaveLength(1)
  await book(studio, { key: 'fallback' })
  expect(await states(studio)).toEqual(['confirmed', 'confirmed'])

  await cancelByVendor(taking.db, studio.vendor.id, [spotId])
  await sendRefunds(taking)
  expect(await refunds(studio)).toEqual([{ state: 'open', amountMinor: 2000 }])
  // A new key sends what waited.
  await connectCards(taking, studio.owner, stripe.addKey(studio.account))
  await sql`update payment_groups set due_at = now() where due_at is not null`.execute(taking.db)
  await sendRefunds(taking)
  expect(await refunds(studio)).toEqual([{ state: 'done', amountMinor: 2000 }])
})

test('a permission that is taken away breaks the account at once, until there is another key', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const { deps: taking, fake: stripe } = studio
  const { spotId } = await pay(studio)
  stripe.changePermissions(studio.apiKey, ['rak_event_read', 'rak_checkout_session_write'])
  await cancelByVendor(taking.db, studio.vendor.id, [spotId])
  await sendRefunds(taking)
  expect(await brokenEvents(studio)).toHaveLength(1)
  // What else it may do does not repair it.
  await sql`update card_accounts set due_at = now()`.execute(taking.db)
  await readAllNews(taking)
  expect(await findCardAccount(taking.db, studio.vendor.id)).toMatchObject({ isBroken: true })
  await book(studio, { key: 'fallback' })
  expect(await states(studio)).toContain('confirmed')
  await connectCards(taking, studio.owner, stripe.addKey(studio.account))
  expect(await findCardAccount(taking.db, studio.vendor.id)).toMatchObject({ isBroken: false })
  expect(await brokenEvents(studio)).toHaveLength(1)
})

test('a broken account can be disconnected, and its refunds are left to the vendor', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const { deps: taking, fake: stripe } = studio
  const { spotId } = await pay(studio)
  stripe.endKey(studio.apiKey)
  await cancelByVendor(taking.db, studio.vendor.id, [spotId])
  await sendRefunds(taking)
  expect(await disconnectCards(taking, studio.owner)).toEqual({ ok: false, reason: 'under_way' })
  await sql`update card_accounts set refused_at = now() - interval '11 minutes', due_at = now()`.execute(
    taking.db,
  )
  await readAllNews(taking)
  expect(await disconnectCards(taking, studio.owner)).toEqual({ ok: true })
  expect(await refunds(studio)).toEqual([{ state: 'failed', amountMinor: 2000 }])
})

test('what was paid while no key could ask is known when the account is connected again, and no other one before', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const { deps: taking, fake: stripe, owner } = studio
  const { db } = taking
  const { session } = await hold(studio)
  stripe.endKey(studio.apiKey)
  await sql`update card_accounts set broken_at = now()`.execute(db)
  expect(await disconnectCards(taking, owner)).toEqual({ ok: true })
  await stripe.pay(session)
  const connect = (key: string) => connectCards(taking, owner, key)
  const other = stripe.addKey(stripe.addAccount({ name: 'Another' }))
  expect(await connect(other)).toMatchObject({ reason: 'other_account' })
  await sql`update checkouts set expires_at = now() - interval '4 days'`.execute(db)
  await settleAll(studio)
  expect(await states(studio)).toEqual(['expired'])
  expect(await connect(stripe.addKey(studio.account))).toEqual({ ok: true })
  await settleAll(studio)
  const paid = await db.selectFrom('payments').select(['kind', 'amountMinor']).execute()
  expect(paid[0]).toEqual({ kind: 'paid', amountMinor: 2000 })
  expect(await states(studio)).toEqual(['confirmed'])
})

test('the key of a closed account goes a day later, once its refunds are out', async ({ deps }) => {
  const studio = await aStudio(deps)
  const { deps: taking, fake: stripe } = studio
  const { spotId } = await pay(studio)
  await sql`update vendors set closed_at = now() - interval '23 hours'`.execute(taking.db)
  expect(await disconnectClosed(taking)).toBe(0)
  await cancelByVendor(taking.db, studio.vendor.id, [spotId])
  await sql`update vendors set closed_at = now() - interval '25 hours'`.execute(taking.db)
  expect(await disconnectClosed(taking)).toBe(0)
  await sendRefunds(taking)
  expect(await disconnectClosed(taking)).toBe(1)
  expect(stripe.sums(studio.account, 'eur')).toMatchObject({ taken: 2000, refunded: 2000 })
  expect(await findCardAccount(taking.db, studio.vendor.id)).toBeNull()
})
