import { sql } from 'kysely'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { currencies } from '#core/vendors/rules.ts'
import { minimumOf } from '#tests/fakes/stripe/money.ts'
import { newId, type StripeEvent } from '#tests/fakes/stripe/state.ts'
import { aStudio, book, good, of, readNow, sessionIn, settleAll } from '#tests/support/cards.ts'
import type { Studio } from '#tests/support/cards.ts'
import { expect, test } from '#tests/support/database.ts'
import { connectCards } from './commands/connect-cards.ts'
import { openHold } from './commands/pay.ts'
import { refundByVendor } from './commands/refund-by-vendor.ts'
import { sendRefunds } from './commands/settle-refund.ts'
import { findCardAccount } from './queries.ts'
import { toStripe } from './rules.ts'

// What Stripe may answer, and what it means here.

async function open(studio: Studio, key = 'one') {
  const purchase = await book(studio, { key })
  const paying = await openHold(studio.deps, of(studio, purchase))
  return { spotId: purchase.spots[0]?.id ?? '', paying }
}

async function pay(studio: Studio, key = 'one') {
  const { spotId, paying } = await open(studio, key)
  const session = sessionIn(paying.ok ? paying.to : '')
  await studio.fake.pay(session, good)
  await settleAll(studio)
  return { spotId, session }
}

async function money({ deps }: Studio) {
  const rows = await deps.db
    .selectFrom('payments')
    .orderBy('at')
    .orderBy('kind')
    .select(['kind', 'state', 'amountMinor'])
    .execute()
  return rows.map(({ kind, state, amountMinor }) => `${kind} ${state} ${amountMinor}`)
}

async function toGiveBack({ deps }: Studio) {
  const { rows } = await sql<{ rule: number; card: number }>`
    select sum(m.give_back_minor)::integer as rule, sum(card_kept(b.vendor_id, b.id, null))::integer as card
    from bookings b, money_of(b) m`.execute(deps.db)
  return rows[0]
}

const sendAgain = async ({ deps }: Studio) => {
  await sql`update payment_groups set due_at = now() where due_at is not null`.execute(deps.db)
  await sendRefunds(deps)
}

test('a dispute has taken what it moved, whatever its status is called', async ({ deps }) => {
  const studio = await aStudio(deps)
  const { session } = await pay(studio)
  const { fake, account } = studio
  const steps: string[] = []
  const read = async (step: string) => {
    await readNow(studio)
    const [, dispute] = (await money(studio)).toSorted().toReversed()
    steps.push(`${step}: ${dispute ?? 'nothing'}`)
    const row = dispute?.startsWith('disputed done') ? Number(dispute.split(' ')[2]) : 0
    expect(row).toBe(fake.sums(account, 'eur').disputed)
  }
  await fake.dispute(session, { status: 'prevented' })
  await read('stopped before')
  const { id } = await fake.dispute(session, { status: 'warning_needs_response' })
  await read('a question')
  await fake.escalateDispute(id)
  await read('a dispute')
  await fake.closeDispute(id, 'lost')
  await read('lost')
  await fake.appealDispute(id)
  await read('an appeal')
  await fake.closeDispute(id, 'won')
  await read('won')
  expect(steps).toEqual([
    'stopped before: nothing',
    'a question: nothing',
    'a dispute: disputed done 2000',
    'lost: disputed done 2000',
    'an appeal: disputed done 2000',
    'won: disputed failed 2000',
  ])
})

test('a dispute counts in full while a refund is on its way, and a refund that fails is not given back by hand', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const { fake, account } = studio
  const { spotId, session } = await pay(studio)
  account.isShort = true
  await cancelByVendor(deps.db, studio.vendor.id, [spotId])
  await sendRefunds(studio.deps)
  const { id } = await fake.dispute(session, { amount: 2000 })
  await readNow(studio)
  expect(await money(studio)).toEqual([
    'paid done 2000',
    'refunded open 2000',
    'disputed done 2000',
  ])
  const [refund] = account.test.refunds
  await fake.settleRefund(refund?.id ?? '', 'failed')
  await readNow(studio)
  expect(await toGiveBack(studio)).toEqual({ rule: 0, card: 0 })
  await fake.closeDispute(id, 'won')
  await readNow(studio)
  expect(await toGiveBack(studio)).toEqual({ rule: 2000, card: 2000 })
  expect(fake.sums(account, 'eur')).toMatchObject({ refunded: 0, disputed: 0, balance: 2000 })
})

test('a refund is asked for again although Stripe repeats its failure, and one that was made there in between counts', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const { fake, account } = studio
  for (const key of ['one', 'two']) {
    const { spotId, session } = await pay(studio, key)
    await cancelByVendor(deps.db, studio.vendor.id, [spotId])
    fake.fail('error', { operation: 'POST /v1/refunds', times: 2 })
    await sendRefunds(studio.deps)
    expect(await money(studio)).toContain('refunded open 2000')
    if (key === 'two') {
      await fake.refund(session)
      await readNow(studio)
    }
    for (let time = 0; time < 6; time++) await sendAgain(studio)
  }
  expect((await money(studio)).toSorted()).toEqual([
    'paid done 2000',
    'paid done 2000',
    'refunded done 2000',
    'refunded done 2000',
    'refunded failed 2000',
  ])
  expect(fake.sums(account, 'eur')).toMatchObject({ taken: 4000, refunded: 4000 })
  expect(await toGiveBack(studio)).toEqual({ rule: 0, card: 0 })
})

test('a refund that Stripe cancels has failed, and one that waits for its customer is open', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const { fake, account } = studio
  const { spotId } = await pay(studio)
  account.refundsWait = true
  await cancelByVendor(deps.db, studio.vendor.id, [spotId])
  await sendRefunds(studio.deps)
  const id = account.test.refunds[0]?.id ?? ''
  await fake.settleRefund(id, 'requires_action')
  await readNow(studio)
  expect(await money(studio)).toEqual(['paid done 2000', 'refunded open 2000'])
  await fake.settleRefund(id, 'canceled')
  await readNow(studio)
  expect(await money(studio)).toEqual(['paid done 2000', 'refunded failed 2000'])
})

test('too many requests, a lock and a used key are no refusals, also with a status of one', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const { fake } = studio
  for (const fault of ['limited_400', 'locked_400'] as const) {
    fake.fail(fault, { operation: 'POST /v1/checkout/sessions', times: 2 })
    const { spotId, paying } = await open(studio, fault)
    expect(paying).toEqual({ ok: false, reason: 'unreachable' })
    fake.healthy()
    await settleAll(studio)
    for (const one of studio.account.test.sessions.filter(({ status }) => status === 'open'))
      await fake.pay(one.id, good)
    await settleAll(studio)
    await cancelByVendor(deps.db, studio.vendor.id, [spotId])
    fake.fail(fault, { operation: 'POST /v1/refunds', times: 2 })
    await sendRefunds(studio.deps)
    expect(await money(studio)).toContain('refunded open 2000')
    fake.healthy()
    await sendAgain(studio)
    expect(await money(studio)).not.toContain('refunded open 2000')
  }
  // Its key was used for something else: nobody knows what was made.
  const { spotId } = await pay(studio, 'three')
  await cancelByVendor(deps.db, studio.vendor.id, [spotId])
  const { id } = await deps.db
    .selectFrom('paymentGroups')
    .where('dueAt', 'is not', null)
    .select('id')
    .executeTakeFirstOrThrow()
  studio.account.test.idempotent.set(`refund:${id}`, {
    path: '/v1/refunds',
    params: 'others',
    at: Date.now(),
    requestId: 'req_1',
    answer: { status: 200, body: {} },
  })
  await sendRefunds(studio.deps)
  expect(await money(studio)).toContain('refunded open 2000')
})

test('an account that is not active is not connected, and its vendor hears once if one stops taking cards', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const { fake, account, owner } = studio
  account.isInactive = true
  expect(await connectCards(studio.deps, owner, fake.addKey(account))).toEqual({
    ok: false,
    reason: 'inactive',
  })
  const told = async () =>
    (
      await deps.db
        .selectFrom('outbox')
        .where('kind', '=', 'cards.broken')
        .select('payload')
        .execute()
    ).length
  const isBroken = async () => (await findCardAccount(deps.db, studio.vendor.id))?.isBroken
  // What is wrong with one payment says nothing of the account.
  account.isInactive = false
  for (const key of ['a', 'b', 'c', 'd']) {
    const purchase = await book(studio, { key })
    await sql`update checkout_items set amount_minor = 10 where true`.execute(deps.db)
    expect(await openHold(studio.deps, of(studio, purchase))).toMatchObject({ reason: 'over' })
  }
  expect(await isBroken()).toBe(false)
  account.isInactive = true
  for (const key of ['e', 'f', 'g']) {
    expect([key, await isBroken()]).toEqual([key, false])
    expect((await open(studio, key)).paying).toEqual({ ok: false, reason: 'over' })
  }
  expect(await told()).toBe(1)
  expect(await findCardAccount(deps.db, studio.vendor.id)).toMatchObject({
    isBroken: true,
    problem: 'Your account cannot currently make charges.',
  })
  // Customers pay at the studio. What the key may still do does not repair it.
  await book(studio, { key: 'h' })
  await readNow(studio)
  expect([await isBroken(), await told()]).toEqual([true, 1])
  account.isInactive = false
  expect(await connectCards(studio.deps, owner, studio.apiKey)).toEqual({ ok: true })
  expect(await findCardAccount(deps.db, studio.vendor.id)).toMatchObject({
    isBroken: false,
    problem: null,
  })
  // One that works between two that do not: it was the payments.
  for (const key of ['i', 'j', 'k']) {
    account.isInactive = true
    await open(studio, key)
    account.isInactive = false
    await pay(studio, `${key}2`)
    await sql`update class_sessions set max_students = max_students + 1`.execute(deps.db)
  }
  expect(await isBroken()).toBe(false)
})

test('a key for real money needs an address with https, and one of the other mode is another account', async ({
  deps,
}) => {
  const plain = await aStudio(deps)
  const live = plain.fake.addKey(plain.account, { livemode: true })
  expect(await connectCards(plain.deps, plain.owner, live)).toEqual({
    ok: false,
    reason: 'not_https',
  })
  const studio = await aStudio(deps, { isPublic: true })
  const { account, owner } = studio
  await pay(studio)
  const other = studio.fake.addKey(account, { livemode: true })
  expect(await connectCards(studio.deps, owner, other)).toEqual({
    ok: false,
    reason: 'other_account',
  })
  await sql`update class_sessions set starts_at = '2025-03-03T10:00Z', ends_at = '2025-03-03T11:00Z'`.execute(
    deps.db,
  )
  expect(await connectCards(studio.deps, owner, other)).toEqual({ ok: true })
  expect([account.test.endpoints.length, account.live.endpoints.length]).toEqual([0, 1])
})

test('an endpoint whose making was not answered is removed when the account is connected', async ({
  deps,
}) => {
  const studio = await aStudio(deps, { isPublic: true })
  const { fake, account, owner } = studio
  fake.fail('lost', { operation: 'POST /v1/webhook_endpoints', times: 2 })
  await connectCards(studio.deps, owner, studio.apiKey)
  expect(account.test.endpoints).toHaveLength(2)
  // What others have made there stays.
  const [first] = account.test.endpoints
  if (!first) throw new Error('no endpoint')
  const url = 'https://elsewhere.example.com'
  account.test.endpoints.push({ ...first, id: 'we_other', url, metadata: {} })
  expect(await connectCards(studio.deps, owner, studio.apiKey)).toEqual({ ok: true })
  expect(account.test.endpoints.map((one) => new URL(one.url).hostname).toSorted()).toEqual([
    'elsewhere.example.com',
    'studio.example.com',
  ])
})

test('what goes back to a card fits its currency, and the rest stays with the vendor', async ({
  deps,
}) => {
  const studio = await aStudio(deps, { currency: 'KWD' })
  const { fake, account, owner } = studio
  const { spotId } = await pay(studio)
  const refund = (amountMinor: number) =>
    refundByVendor(deps.db, owner, {
      bookingId: spotId,
      amountMinor,
      seenMinor: 2000,
      currency: 'KWD',
    })
  expect(await refund(1005)).toEqual({ ok: false, reason: 'uneven' })
  await sql`update bookings set price_minor = 995`.execute(deps.db)
  await sql`select refund_cards(${studio.vendor.id}, ${[spotId]}::uuid[], '{}', null)`.execute(
    deps.db,
  )
  await sendRefunds(studio.deps)
  expect(fake.sums(account, 'kwd')).toMatchObject({ taken: 2000, refunded: 1000 })
  expect(await toGiveBack(studio)).toEqual({ rule: 5, card: 1000 })
})

test('an address that Stripe does not take is left out, and the customer pays', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const purchase = await book(studio)
  await sql`update purchases set customer_email = 'carla@bücher.example'`.execute(deps.db)
  const paying = await openHold(studio.deps, of(studio, purchase))
  expect(paying).toMatchObject({ ok: true })
  await settleAll(studio)
  expect(studio.account.test.sessions.map((one) => one.customer_email)).toEqual([null])
})

test('one thing that nobody can read holds up no other news, and is read again', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const { fake, account } = studio
  const first = await open(studio, 'first')
  const { session } = await pay(studio, 'second')
  await fake.pay(sessionIn(first.paying.ok ? first.paying.to : ''), good)
  const [strange] = account.test.sessions
  Object.assign(strange ?? {}, { status: 'under_review', payment_status: 'unpaid' })
  await fake.refund(session)
  await readNow(studio)
  expect(await money(studio)).toEqual(['paid done 2000', 'refunded done 2000'])
  Object.assign(strange ?? {}, { status: 'complete', payment_status: 'paid' })
  await readNow(studio)
  expect(await money(studio)).toHaveLength(3)
})

test('after a long silence all news are read, however many there are', async ({ deps }) => {
  const studio = await aStudio(deps)
  const { fake, account } = studio
  const { session } = await pay(studio)
  await fake.refund(session, 500)
  const { events } = account.test
  const [one] = events
  if (!one) throw new Error('no event')
  for (let nth = 0; nth < 5100; nth++)
    events.push({
      ...one,
      id: newId('evt_'),
      type: 'checkout.session.expired',
      data: { object: { id: 'cs_of_another_shop', metadata: {} } },
    } satisfies StripeEvent)
  await readNow(studio)
  expect(await money(studio)).toEqual(['paid done 2000', 'refunded done 500'])
})

test('a refund whose number nobody knows here was made by somebody else', async ({ deps }) => {
  const studio = await aStudio(deps)
  const { session } = await pay(studio)
  await studio.fake.refund(session, 500)
  for (const refund of studio.account.test.refunds)
    refund['metadata'] = { openspot_refund: crypto.randomUUID() }
  await readNow(studio)
  expect(await money(studio)).toEqual(['paid done 2000', 'refunded done 500'])
})

test('nothing is sold by card for less than Stripe takes, in any currency that it simulates', async ({
  deps,
}) => {
  for (const currency of currencies) {
    const least = minimumOf(currency)
    const { rows } = await sql<{ minor: number }>`
      select card_minimum(${currency})::integer as minor`.execute(deps.db)
    if (least !== null)
      expect({ currency, isEnough: toStripe(rows[0]?.minor ?? 0, currency) >= least }).toEqual({
        currency,
        isEnough: true,
      })
  }
})
