import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Ajv, type AnySchema } from 'ajv'
import Stripe from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { collections, type Data } from './state.ts'
import { type FakeStripe, type FakeStripeOptions, signature, startFakeStripe } from './stripe.ts'

const described: { schemas: Record<string, AnySchema>; errorCodes: string[] } = JSON.parse(
  readFileSync(new URL('./stripe-api.json', import.meta.url), 'utf8'),
)
const ajv = new Ajv({ strict: false })
for (const [kind, schema] of Object.entries(described.schemas)) ajv.addSchema(schema, kind)

/** The object, which is as the description has it. */
function valid<T>(kind: string, object: T): T {
  const fits = ajv.validate(kind, JSON.parse(JSON.stringify(object)))
  expect(fits, `${kind}: ${ajv.errorsText()}`).toBe(true)
  return object
}

const webhookUrl = 'http://127.0.0.1:1/hook'
const noon = Date.UTC(2027, 4, 3, 12)

/** A Stripe with an account, the official client, a clock to move and what its endpoint was sent. */
async function aStripe(options: FakeStripeOptions = {}) {
  const clock = { at: noon }
  const inbox: { body: string; header: string; url: string }[] = []
  const answers: number[] = []
  const fake = await startFakeStripe({
    now: () => new Date(clock.at),
    allowHttpWebhooks: true,
    send: async (url, headers, body) => {
      inbox.push({ url, body, header: headers['stripe-signature'] ?? '' })
      return answers.shift() ?? 200
    },
    ...options,
  })
  onTestFinished(async () => {
    await fake.close()
    for (const { test: data, live } of fake.state.accounts)
      for (const object of [...objectsOf(data), ...objectsOf(live)])
        valid(String(object.object), object)
  })
  const account = fake.addAccount({ name: 'Studio Vera' })
  const key = fake.addKey(account)
  return { fake, account, key, clock, inbox, answers, stripe: clientOf(fake, key) }
}

/** Everything that an account has, and had when its events happened. */
const objectsOf = (data: Data) => [
  ...Object.values(collections(data)).flat(),
  ...data.events.map((event) => event.data.object),
]

const clientOf = ({ host, port, protocol }: FakeStripe, key: string, more = {}) =>
  new Stripe(key, {
    host,
    port,
    protocol,
    maxNetworkRetries: 0,
    telemetry: false,
    ...more,
  })

const line = (unitAmount = 1500, currency = 'eur', quantity = 1) => ({
  quantity,
  price_data: { currency, unit_amount: unitAmount, product_data: { name: 'Yoga & <more>' } },
})
const booking = {
  mode: 'payment',
  line_items: [line()],
  allowed_payment_method_types: ['card'],
  success_url: 'https://studio.example/paid?cs={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://studio.example/back',
  client_reference_id: 'booking-1',
  customer_email: 'anna@example.com',
  metadata: { booking: '1' },
  payment_intent_data: { metadata: { booking: '1' }, description: 'Yoga' },
} satisfies Stripe.Checkout.SessionCreateParams

/** What a promise is refused with. */
async function refusal(
  promise: Promise<unknown>,
): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('It was not refused.')
}

/** A request as it is, without the client. */
async function post(
  { fake, key }: { fake: FakeStripe; key: string },
  path: string,
  form: string,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${fake.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: form,
  })
  return { answer, body: JSON.parse(await answer.text()) }
}

/** The id of the payment intent of a session. */
async function intentOf(stripe: Stripe, sessionId: string): Promise<string> {
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(sessionId)
  if (typeof intent !== 'string') throw new Error('It has none.')
  return intent
}

const typesOf = (inbox: readonly { body: string }[]) =>
  inbox.map(({ body }): unknown => JSON.parse(body).type)

test('a booking is paid at the hosted page, and its money, events and objects agree', async () => {
  const { fake, account, stripe, inbox } = await aStripe()
  const { secret = '' } = await stripe.webhookEndpoints.create({
    url: webhookUrl,
    enabled_events: ['*'],
    api_version: '2026-10-28.endive',
  })
  const session = valid('checkout.session', await stripe.checkout.sessions.create(booking))
  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    amount_total: 1500,
    livemode: false,
    expires_at: noon / 1000 + 24 * 3600,
    client_reference_id: 'booking-1',
  })
  const page = await (await fetch(session.url ?? '')).text()
  for (const text of [
    'Simulated Stripe — no real money',
    'Studio Vera',
    'Yoga &amp; &lt;more&gt;',
    '€15.00',
  ])
    expect(page).toContain(text)
  expect(page).toContain('href="https://studio.example/back"')
  expect(page).not.toContain('<script')

  const paid = await fetch(session.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' }),
    redirect: 'manual',
  })
  expect(paid.status).toBe(303)
  expect(paid.headers.get('location')).toBe(`https://studio.example/paid?cs=${session.id}`)

  const whole = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge.balance_transaction'],
  })
  const intent = whole.payment_intent
  if (
    typeof intent !== 'object' ||
    typeof intent?.latest_charge !== 'object' ||
    !intent.latest_charge
  )
    throw new Error('It was not expanded.')
  expect(whole).toMatchObject({ status: 'complete', payment_status: 'paid', url: null })
  expect(intent).toMatchObject({ status: 'succeeded', metadata: { booking: '1' } })
  expect(intent.latest_charge).toMatchObject({
    amount: 1500,
    created: noon / 1000,
    billing_details: { email: 'anna@example.com' },
    payment_method_details: { card: { last4: '4242', brand: 'visa' } },
    balance_transaction: { amount: 1500, type: 'charge' },
  })
  expect(
    JSON.stringify(fake.state, (name, value: unknown) => (name === 'account' ? '' : value)),
  ).not.toMatch(/4242.?4242/)
  expect(fake.sums(account, 'eur')).toEqual({
    taken: 1500,
    refunded: 0,
    disputed: 0,
    balance: 1500,
  })

  expect(typesOf(inbox)).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.completed',
  ])
  for (const { body, header } of inbox) {
    const event = await stripe.webhooks.constructEventAsync(
      body,
      header,
      secret,
      300,
      undefined,
      noon,
    )
    expect(event.id).toMatch(/^evt_/)
  }
  // The page of a session that is paid takes nothing more.
  const again = await fetch(session.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ number: '4242424242424242', expiry: '12/34' }),
  })
  expect(await again.text()).toContain('all done here')
  expect(fake.sums(account, 'eur').taken).toBe(1500)
})

test('what a card is told: each test card has its outcome', async () => {
  const { fake, account, stripe } = await aStripe()
  const cards = [
    ['4000 0000 0000 0002', 'declined', 'generic_decline'],
    ['4000 0000 0000 9995', 'declined', 'insufficient_funds'],
    ['4000 0000 0000 0069', 'declined', undefined],
    ['4111 1111 1111 1111', 'declined', 'test_mode_live_card'],
    ['4242 4242 4242 4241', 'invalid', null],
    ['4000 0025 0000 3155', 'authentication', null],
    ['4000 0027 6000 3184', 'authentication', null],
  ] as const
  for (const [number, outcome, decline] of cards) {
    const { id } = await stripe.checkout.sessions.create(booking)
    expect(await fake.pay(id, { card: { number } }), number).toBe(outcome)
    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge'],
    })
    expect(session.status, number).toBe('open')
    if (outcome === 'declined')
      expect(session.payment_intent, number).toMatchObject({
        status: 'requires_payment_method',
        last_payment_error: { type: 'card_error', ...(decline && { decline_code: decline }) },
        latest_charge: { status: 'failed', paid: false },
      })
  }
  expect(fake.sums(account, 'eur').taken).toBe(0)
})

test('at the page: a declined card is told, the session stays open, and a bank asks', async () => {
  const { fake, stripe } = await aStripe()
  const { customer_email: _known, ...anonymous } = booking
  const session = await stripe.checkout.sessions.create(anonymous)
  const pay = (number: string) =>
    fetch(session.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ number, expiry: '12 / 34', email: 'carla@example.com' }),
      redirect: 'manual',
    })
  const declined = await pay('4000000000000002')
  expect(declined.status).toBe(402)
  const page = await declined.text()
  expect(page).toContain('Your card was declined.')
  expect(page).toContain('value="carla@example.com"')
  const asks = await pay('4000002500003155')
  const bank = new URL(asks.headers.get('location') ?? '', fake.url)
  expect(await (await fetch(bank)).text()).toContain('Complete authentication')
  const answer = (how: string) =>
    fetch(bank, { method: 'POST', body: new URLSearchParams({ answer: how }), redirect: 'manual' })
  expect(await (await answer('fail')).text()).toContain('unable to authenticate')
  await pay('4000002500003155')
  const done = await answer('complete')
  expect(done.headers.get('location')).toBe(`https://studio.example/paid?cs=${session.id}`)
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    payment_status: 'paid',
    customer_details: { email: 'carla@example.com' },
  })
})

test('a session ends by its time, by request, or not at all while it is being paid', async () => {
  const { fake, account, stripe, clock } = await aStripe()
  const create = () =>
    stripe.checkout.sessions.create({ ...booking, expires_at: noon / 1000 + 31 * 60 })
  const [late, byHand, paying, atBank] = await Promise.all([create(), create(), create(), create()])

  expect(await stripe.checkout.sessions.expire(byHand.id)).toMatchObject({ status: 'expired' })
  const twice = await refusal(stripe.checkout.sessions.expire(byHand.id))
  expect(twice).toMatchObject({ statusCode: 400, type: 'StripeInvalidRequestError' })
  expect(twice.message).toContain(
    'Only Checkout Sessions with a status in ["open"] can be expired.',
  )
  // The page that was open says it, instead of taking money.
  const press = await fetch(byHand.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ number: '4242424242424242', expiry: '12/34' }),
  })
  expect(await press.text()).toContain('or this checkout session has timed out')

  expect(fake.beginPay(paying.id)).toBe(null)
  expect((await refusal(stripe.checkout.sessions.expire(paying.id))).statusCode).toBe(400)
  expect(await fake.pay(atBank.id, { card: { number: '4000002760003184' } })).toBe('authentication')

  clock.at += 32 * 60_000
  await fake.tick()
  const statuses = await Promise.all(
    [late, paying, atBank].map(
      async ({ id }) => (await stripe.checkout.sessions.retrieve(id)).status,
    ),
  )
  expect(statuses).toEqual(['expired', 'open', 'expired'])
  expect(await fake.authenticate(atBank.id)).toBe('expired')
  expect(await fake.pay(late.id)).toBe('expired')
  // Begun in time, taken late: Stripe does not mind.
  expect(await fake.finishPay(paying.id)).toBe('paid')
  expect(fake.sums(account, 'eur').taken).toBe(1500)
  const expired = await stripe.events.list({ type: 'checkout.session.expired' })
  expect(new Set(expired.data.map(({ data }) => 'id' in data.object && data.object.id))).toEqual(
    new Set([late.id, byHand.id, atBank.id]),
  )
})

test('refunds: parts, too much, twice, slow ones and failed ones, to the cent', async () => {
  const { fake, account, stripe, inbox } = await aStripe()
  await stripe.webhookEndpoints.create({
    url: webhookUrl,
    enabled_events: ['refund.created', 'refund.updated', 'refund.failed', 'charge.refunded'],
  })
  const { id } = await stripe.checkout.sessions.create({
    ...booking,
    line_items: [line(1000, 'eur', 2)],
  })
  const early = await stripe.checkout.sessions.create(booking)
  await fake.pay(early.id, { card: { number: '4000000000000002' } })
  const unpaid = await intentOf(stripe, early.id)
  expect((await refusal(stripe.refunds.create({ payment_intent: unpaid }))).code).toBe(
    'payment_intent_unexpected_state',
  )
  await fake.pay(id)
  const intent = await intentOf(stripe, id)
  const refund = valid(
    'refund',
    await stripe.refunds.create({ payment_intent: intent, amount: 700, metadata: { ours: '1' } }),
  )
  expect(refund).toMatchObject({ status: 'succeeded', amount: 700, metadata: { ours: '1' } })
  expect(
    (await refusal(stripe.refunds.create({ payment_intent: intent, amount: 1301 }))).message,
  ).toBe('Refund amount (€13.01) is greater than unrefunded amount on charge (€13.00)')
  account.refundsWait = true
  const slow = await stripe.refunds.create({ payment_intent: intent })
  expect(slow).toMatchObject({ status: 'pending', amount: 1300 })
  expect((await refusal(stripe.refunds.create({ payment_intent: intent }))).code).toBe(
    'charge_already_refunded',
  )
  expect(fake.sums(account, 'eur')).toEqual({
    taken: 2000,
    refunded: 2000,
    disputed: 0,
    balance: 0,
  })
  await fake.settleRefund(slow.id, 'succeeded')
  await fake.settleRefund(slow.id, 'failed')
  expect(fake.sums(account, 'eur')).toEqual({
    taken: 2000,
    refunded: 700,
    disputed: 0,
    balance: 1300,
  })
  valid('refund', await stripe.refunds.retrieve(slow.id))
  expect(await stripe.refunds.retrieve(slow.id, { expand: ['charge'] })).toMatchObject({
    status: 'failed',
    charge: { amount_refunded: 700, refunded: false },
  })
  // The vendor can do it at Stripe, too.
  account.refundsWait = false
  await fake.refund(id, 300)
  const all = await stripe.refunds.list({ payment_intent: intent })
  expect(all.data.map(({ amount, status }) => [amount, status])).toEqual([
    [300, 'succeeded'],
    [1300, 'failed'],
    [700, 'succeeded'],
  ])
  expect(typesOf(inbox)).toEqual([
    'refund.created',
    'charge.refunded',
    'refund.created',
    'charge.refunded',
    'refund.updated',
    'refund.updated',
    'refund.failed',
    'refund.created',
    'charge.refunded',
  ])
})

test('disputes take the money until they are won', async () => {
  const { fake, account, stripe, inbox } = await aStripe()
  await stripe.webhookEndpoints.create({ url: webhookUrl, enabled_events: ['*'] })
  const { id } = await stripe.checkout.sessions.create(booking)
  await fake.pay(id)
  inbox.splice(0)
  const dispute = valid('dispute', await fake.dispute(id, { reason: 'product_not_received' }))
  expect(fake.sums(account, 'eur')).toMatchObject({ disputed: 1500, balance: 0 })
  expect((await refusal(stripe.refunds.create({ charge: dispute.charge }))).code).toBe(
    'charge_disputed',
  )
  await fake.answerDispute(dispute.id)
  await fake.closeDispute(dispute.id, 'won')
  expect(fake.sums(account, 'eur')).toMatchObject({ disputed: 0, balance: 1500 })
  const listed = await stripe.disputes.list({ payment_intent: dispute.payment_intent })
  expect(listed.data).toMatchObject([
    { status: 'won', balance_transactions: [{ net: -1500 }, { net: 1500 }] },
  ])
  expect(typesOf(inbox)).toEqual(
    ['created', 'funds_withdrawn', 'updated', 'closed', 'funds_reinstated'].map(
      (what) => `charge.dispute.${what}`,
    ),
  )
  const lost = await stripe.checkout.sessions.create(booking)
  await fake.pay(lost.id, { card: { number: '4000000000000259' } })
  const [other] = (await stripe.disputes.list({ limit: 1 })).data
  await fake.closeDispute(other?.id ?? '', 'lost')
  expect(fake.sums(account, 'eur')).toMatchObject({ disputed: 1500, balance: 1500 })
  expect(await stripe.charges.list({ limit: 1 })).toMatchObject({ data: [{ disputed: true }] })
})

test('a refund waits for the balance, is cancelled, or closes the question of a bank', async () => {
  const { fake, account, stripe } = await aStripe()
  const { id } = await stripe.checkout.sessions.create(booking)
  await fake.pay(id)
  account.isShort = true
  const waiting = valid('refund', await fake.refund(id, 500))
  expect(waiting).toMatchObject({ status: 'pending', pending_reason: 'insufficient_funds' })
  expect(fake.sums(account, 'eur')).toMatchObject({ refunded: 0, balance: 1500 })
  valid('refund', await fake.settleRefund(waiting.id, 'canceled'))
  expect(fake.sums(account, 'eur')).toMatchObject({ refunded: 0, balance: 1500 })
  account.isShort = false
  const question = await fake.dispute(id, { status: 'warning_needs_response' })
  await fake.refund(id)
  expect(await stripe.disputes.retrieve(question.id)).toMatchObject({
    status: 'warning_closed',
    balance_transactions: [],
  })
  // A bank takes what is left.
  const other = await stripe.checkout.sessions.create(booking)
  await fake.pay(other.id)
  await fake.refund(other.id, 500)
  const dispute = await fake.dispute(other.id)
  expect(dispute.amount).toBe(1000)
  await fake.closeDispute(dispute.id, 'lost')
  valid('dispute', await fake.appealDispute(dispute.id))
  await fake.closeDispute(dispute.id, 'won')
  expect(fake.sums(account, 'eur')).toMatchObject({ disputed: 0, balance: 1000 })
})

test('what is expanded needs a permission too, and an id in the body that nobody knows is no missing page', async () => {
  const { fake, account, stripe } = await aStripe()
  const { id } = await stripe.checkout.sessions.create(booking)
  const key = fake.addKey(account, { granted: ['rak_checkout_session_write'] })
  const lacking = clientOf(fake, key)
  expect(
    (await refusal(lacking.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })))
      .statusCode,
  ).toBe(403)
  const unknown = await refusal(stripe.refunds.create({ payment_intent: 'pi_none' }))
  expect([unknown.statusCode, unknown.code]).toEqual([400, 'resource_missing'])
})

test('a signature is the one of the official vector', () => {
  const payload =
    '{"id":"evt_1","object":"event","api_version":"2026-10-28.endive","created":1700000000,"type":"checkout.session.completed","account":"acct_1","livemode":false,"pending_webhooks":1,"request":{"id":null,"idempotency_key":null},"data":{"object":{"id":"cs_test_1","object":"checkout.session"}}}'
  expect(signature(['whsec_test_secret'], 1_700_000_000, payload)).toBe(
    't=1700000000,v1=fd71950e173fe897a6c986956d44e38e1ef2fd70f7c7fe830f8c0004e3e43fb1',
  )
})

test('deliveries can be late, twice, in disorder, refused or lost', async () => {
  const { fake, stripe, inbox, answers, clock } = await aStripe()
  const { id: endpoint, secret = '' } = await stripe.webhookEndpoints.create({
    url: webhookUrl,
    enabled_events: ['checkout.session.completed', 'charge.succeeded'],
  })
  const pay = async () => {
    const { id } = await stripe.checkout.sessions.create(booking)
    await fake.pay(id)
  }
  fake.hold()
  await pay()
  expect(inbox).toEqual([])
  const [waiting] = (await stripe.events.list({ delivery_success: false })).data
  expect(waiting).toMatchObject({ type: 'checkout.session.completed', pending_webhooks: 1 })
  clock.at += 3600_000
  await fake.deliver({ newestFirst: true, times: 2 })
  expect(typesOf(inbox)).toEqual([
    'checkout.session.completed',
    'checkout.session.completed',
    'charge.succeeded',
    'charge.succeeded',
  ])
  // Signed when it was sent, an hour after it happened.
  const [{ body, header } = { body: '', header: '' }] = inbox.splice(0)
  const late = await stripe.webhooks.constructEventAsync(
    body,
    header,
    secret,
    300,
    undefined,
    clock.at,
  )
  expect(late.created).toBe(noon / 1000)

  await pay()
  fake.drop(({ type }) => type === 'charge.succeeded')
  answers.push(500, 302)
  await fake.deliver()
  await fake.deliver()
  expect(fake.pending()).toHaveLength(1)
  await fake.deliver()
  expect(fake.pending()).toHaveLength(0)
  expect(typesOf(inbox.splice(0))).toEqual(
    Array.from({ length: 3 }, () => 'checkout.session.completed'),
  )

  const newer = fake.rollSecret(endpoint)
  await fake.redeliver(waiting?.id ?? '')
  const [rolled] = inbox
  for (const one of [secret, newer])
    await stripe.webhooks.constructEventAsync(
      rolled?.body ?? '',
      rolled?.header ?? '',
      one,
      300,
      undefined,
      clock.at,
    )
  await expect(
    stripe.webhooks.constructEventAsync(
      rolled?.body ?? '',
      rolled?.header ?? '',
      'whsec_other',
      300,
      undefined,
      clock.at,
    ),
  ).rejects.toThrow('No signatures found')
})

test('endpoints: one secret, https, sixteen, and events that exist', async () => {
  const { fake, stripe } = await aStripe({ allowHttpWebhooks: false })
  const url = 'https://studio.example/hook'
  const first = valid(
    'webhook_endpoint',
    await stripe.webhookEndpoints.create({ url, enabled_events: ['*'] }),
  )
  expect(first.secret).toMatch(/^whsec_/)
  expect(await stripe.webhookEndpoints.retrieve(first.id)).not.toHaveProperty('secret')
  for (const [wrong, code] of [
    [{ url: 'http://studio.example/hook' }, 'url_invalid'],
    [{ url: 'https://localhost/hook' }, 'url_invalid'],
    [{ url: 'studio' }, 'url_invalid'],
    [{ enabled_events: [] }, 'parameter_missing'],
    [{ enabled_events: ['*', 'charge.refunded'] }, undefined],
    [{ connect: true }, undefined],
  ] as const) {
    const params = { url, enabled_events: ['*' as const], ...wrong }
    // @ts-expect-error -- some of them are no parameters
    expect((await refusal(stripe.webhookEndpoints.create(params))).code).toBe(code)
  }
  const disabled = await stripe.webhookEndpoints.update(first.id, {
    disabled: true,
    description: 'Old',
  })
  expect(disabled).toMatchObject({ status: 'disabled', description: 'Old' })
  for (let count = 1; count < 16; count += 1)
    await stripe.webhookEndpoints.create({ url: `${url}/${count}`, enabled_events: ['*'] })
  expect(
    (await refusal(stripe.webhookEndpoints.create({ url, enabled_events: ['*'] }))).message,
  ).toContain('maximum of 16 test')
  valid('deleted_webhook_endpoint', await stripe.webhookEndpoints.del(first.id))
  expect((await stripe.webhookEndpoints.list({ limit: 100 })).data).toHaveLength(15)
  expect(fake.asked).toContain(`DELETE /v1/webhook_endpoints/${first.id}`)
})

test('a key of idempotency has one result', async () => {
  const { fake, account, key, stripe, clock } = await aStripe()
  const body = new URLSearchParams({
    mode: 'payment',
    'allowed_payment_method_types[0]': 'card',
    success_url: 'https://studio.example/',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '1500',
    'line_items[0][price_data][product_data][name]': 'Yoga',
  }).toString()
  const path = '/v1/checkout/sessions'
  const create = (id: string, more = '') =>
    post({ fake, key }, path, body + more, { 'idempotency-key': id })

  const first = await create('a')
  const second = await create('a')
  expect(second.body).toEqual(first.body)
  expect([first, second].map(({ answer }) => answer.headers.get('idempotent-replayed'))).toEqual([
    null,
    'true',
  ])
  const other = await refusal(stripe.checkout.sessions.create(booking, { idempotencyKey: 'a' }))
  expect(other).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' })
  const elsewhere = await refusal(
    stripe.refunds.create({ payment_intent: 'pi_1' }, { idempotencyKey: 'a' }),
  )
  expect(elsewhere.type).toBe('StripeIdempotencyError')

  // A mistake in the request is not kept; a failure of Stripe is.
  expect((await create('b', '&colour=red')).answer.status).toBe(400)
  expect((await create('b')).answer.status).toBe(200)
  fake.fail('error')
  expect((await create('c')).answer.status).toBe(500)
  expect((await create('c')).answer.status).toBe(500)
  fake.fail('limited')
  expect((await create('d')).answer.status).toBe(429)
  fake.fail('locked')
  expect((await create('d')).answer.status).toBe(409)
  expect((await create('d')).answer.status).toBe(200)

  // Two at once: the second is told to wait.
  fake.state.delayMs = 50
  const both = await Promise.all([create('e'), create('e')])
  expect(new Set(both.map(({ answer }) => answer.status))).toEqual(new Set([200, 409]))
  expect(both.find(({ answer }) => answer.status === 409)?.body.error.code).toBe(
    'idempotency_key_in_use',
  )
  fake.state.delayMs = 0

  const before = account.test.sessions.length
  clock.at += 25 * 3600_000
  await create('a')
  expect(account.test.sessions).toHaveLength(before + 1)
  // Another account has keys of its own.
  const neighbour = fake.addKey(fake.addAccount())
  const theirs = await post({ fake, key: neighbour }, path, body, { 'idempotency-key': 'a' })
  expect(theirs.answer.headers.get('idempotent-replayed')).toBe(null)
})

test('an answer that is lost was done, and the client’s retry finds it', async () => {
  const { fake, account, key, stripe } = await aStripe()
  const { id } = await stripe.checkout.sessions.create(booking)
  await fake.pay(id)
  const intent = await intentOf(stripe, id)
  fake.fail('lost', { operation: 'POST /v1/refunds', times: 9 })
  const refund = () => stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: 're:1' })
  expect((await refusal(refund())).type).toBe('StripeConnectionError')
  expect(fake.sums(account, 'eur').refunded).toBe(1500)
  fake.healthy()
  expect(await refund()).toMatchObject({ amount: 1500 })
  expect(account.test.refunds).toHaveLength(1)

  fake.fail('reset', { operation: 'POST /v1/checkout/sessions', times: 9 })
  expect((await refusal(stripe.checkout.sessions.create(booking))).type).toBe(
    'StripeConnectionError',
  )
  fake.healthy()
  expect(account.test.sessions).toHaveLength(1)
  fake.behaveAs((operation) => (operation.startsWith('GET') ? 'limited' : null))
  expect((await refusal(stripe.events.list())).type).toBe('StripeRateLimitError')
  fake.healthy()
  fake.fail('executed_error')
  expect((await refusal(stripe.checkout.sessions.create(booking))).type).toBe('StripeAPIError')
  expect(account.test.sessions).toHaveLength(2)

  // The library retries by itself what it may.
  fake.fail('locked')
  const patient = clientOf(fake, key, { maxNetworkRetries: 1 })
  expect((await patient.checkout.sessions.create(booking)).status).toBe('open')
})

test('a request that Stripe would refuse is refused, and names the parameter', async () => {
  const { fake, key, account } = await aStripe()
  const good = {
    mode: 'payment',
    'allowed_payment_method_types[0]': 'card',
    success_url: 'https://studio.example/',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '1500',
    'line_items[0][price_data][product_data][name]': 'Yoga',
  }
  const price = 'line_items[0][price_data]'
  const at = (minutes: number) => String(noon / 1000 + minutes * 60)
  const create = (changes: Record<string, string | null>) =>
    post(
      { fake, key },
      '/v1/checkout/sessions',
      new URLSearchParams(
        Object.entries({ ...good, ...changes }).filter(
          (pair): pair is [string, string] => pair[1] !== null,
        ),
      ).toString(),
    )
  const table: [Record<string, string | null>, string | undefined, string | undefined][] = [
    [{ colour: 'red' }, 'parameter_unknown', 'colour'],
    [
      { [`${price}[product_data][colour]`]: 'red' },
      'parameter_unknown',
      `${price}[product_data][colour]`,
    ],
    [{ mode: null }, 'parameter_missing', 'mode'],
    [{ mode: 'pay' }, undefined, 'mode'],
    [{ mode: 'setup' }, undefined, 'mode=setup'],
    [{ customer_creation: 'always' }, undefined, 'customer_creation'],
    [
      { 'payment_intent_data[setup_future_usage]': 'off_session' },
      undefined,
      'payment_intent_data[setup_future_usage]',
    ],
    [{ success_url: null }, 'parameter_missing', 'success_url'],
    [{ success_url: '/paid' }, 'url_invalid', 'success_url'],
    [{ cancel_url: 'javascript:1' }, 'url_invalid', 'cancel_url'],
    [{ [`${price}[currency]`]: null }, 'parameter_missing', `${price}[currency]`],
    [{ [`${price}[currency]`]: 'abc' }, undefined, `${price}[currency]`],
    [{ [`${price}[unit_amount]`]: null }, 'parameter_missing', `${price}[unit_amount]`],
    [{ [`${price}[unit_amount]`]: '15.00' }, 'parameter_invalid_integer', `${price}[unit_amount]`],
    [{ [`${price}[unit_amount]`]: '-1' }, 'parameter_invalid_integer', `${price}[unit_amount]`],
    [{ [`${price}[unit_amount]`]: '49' }, 'amount_too_small', undefined],
    [{ [`${price}[unit_amount]`]: '100000000' }, 'amount_too_large', undefined],
    [
      { [`${price}[product_data][name]`]: '' },
      'parameter_invalid_empty',
      `${price}[product_data][name]`,
    ],
    [
      { [`${price}[currency]`]: 'kwd', [`${price}[unit_amount]`]: '1005' },
      'invalid_charge_amount',
      `${price}[unit_amount]`,
    ],
    [
      { [`${price}[currency]`]: 'isk', [`${price}[unit_amount]`]: '10050' },
      'invalid_charge_amount',
      `${price}[unit_amount]`,
    ],
    [
      { [`${price}[currency]`]: 'jpy', [`${price}[unit_amount]`]: '49' },
      'amount_too_small',
      undefined,
    ],
    [{ currency: 'usd' }, undefined, 'line_items'],
    [{ 'line_items[0][quantity]': null }, 'parameter_missing', 'line_items[0][quantity]'],
    [{ 'line_items[0][quantity]': '0' }, 'parameter_invalid_integer', 'line_items[0][quantity]'],
    [{ expires_at: at(30) }, undefined, 'expires_at'],
    [{ expires_at: at(24 * 60 + 1) }, undefined, 'expires_at'],
    [{ customer_email: 'anna' }, 'email_invalid', 'customer_email'],
    [{ client_reference_id: 'x'.repeat(201) }, undefined, 'client_reference_id'],
    [{ locale: 'xx' }, undefined, 'locale'],
    [{ 'payment_method_types[0]': 'card' }, 'parameter_unknown', 'payment_method_types'],
    [
      { 'allowed_payment_method_types[0]': null },
      undefined,
      'allowed_payment_method_types other than card',
    ],
    [
      { 'allowed_payment_method_types[1]': 'link' },
      undefined,
      'allowed_payment_method_types other than card',
    ],
    [{ 'metadata[a]': 'x'.repeat(501) }, undefined, 'metadata[a]'],
    [{ [`metadata[${'k'.repeat(41)}]`]: 'x' }, undefined, `metadata[${'k'.repeat(41)}]`],
    [{ 'expand[]': 'customer' }, undefined, 'expand'],
  ]
  // A moment after noon: exactly thirty minutes are too few.
  const moment = await aStripe({ now: () => new Date(noon + 1) })
  expect(
    (
      await post(
        moment,
        '/v1/checkout/sessions',
        new URLSearchParams({ ...good, expires_at: at(30) }).toString(),
      )
    ).body,
  ).toMatchObject({ error: { param: 'expires_at' } })
  for (const [changes, code, param] of table.filter(([one]) => one['expires_at'] !== at(30))) {
    const { answer, body } = await create(changes)
    expect({
      changes,
      status: answer.status,
      code: body.error?.code,
      param: body.error?.param,
    }).toEqual({
      changes,
      status: 400,
      code,
      param,
    })
    valid('error', body)
    if (code !== undefined) expect(described.errorCodes).toContain(code)
  }
  expect(account.test.sessions).toEqual([])
  const odd = [
    create({ [`${price}[currency]`]: 'JPY', [`${price}[unit_amount]`]: '1501' }),
    create({ [`${price}[currency]`]: 'kwd', [`${price}[unit_amount]`]: '1510' }),
    create({ [`${price}[currency]`]: 'huf', [`${price}[unit_amount]`]: '150055' }),
    create({ expires_at: at(31), 'metadata[a]': '', locale: 'de' }),
  ]
  for (const { answer } of await Promise.all(odd)) expect(answer.status).toBe(200)
  // Twenty-five lines stay a list.
  const lines = Array.from({ length: 25 }, () => line(200))
  const many = await clientOf(fake, key).checkout.sessions.create({ ...booking, line_items: lines })
  expect(many.amount_total).toBe(5000)
})

test('who may ask: keys, permissions, accounts, modes and versions', async () => {
  const { fake, account, key, stripe } = await aStripe()
  const { id } = await stripe.checkout.sessions.create(booking)
  const as = (secret: string, more = {}) =>
    refusal(clientOf(fake, secret, more).checkout.sessions.retrieve(id))

  const poor = fake.addKey(account, { granted: ['rak_charge_write'] })
  const forbidden = await as(poor)
  expect(forbidden).toMatchObject({ statusCode: 403, type: 'StripePermissionError' })
  expect(forbidden.message).toContain(
    "Having the 'rak_checkout_session_read' permission would allow",
  )
  expect((await clientOf(fake, poor).charges.list()).data).toEqual([])
  fake.changePermissions(poor, ['rak_checkout_session_read'])
  expect((await clientOf(fake, poor).checkout.sessions.retrieve(id)).id).toBe(id)

  const ended = fake.addKey(account)
  fake.endKey(ended)
  const unknown = await as(ended)
  expect(unknown).toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' })
  expect(unknown.message).toMatch(/^Invalid API Key provided: rk_test_\*+\w{4}$/)
  fake.endKey(ended, 'expired')
  expect((await as(ended)).code).toBe('api_key_expired')
  expect((await as('pk_test_1')).code).toBe('secret_key_required')
  expect((await as(key, { stripeAccount: 'acct_other' })).code).toBe('account_invalid')
  expect((await as(key, { apiVersion: '2020-08-27' })).message).toContain('2020-08-27')

  const live = fake.addKey(account, { kind: 'sk', livemode: true })
  expect(live).toMatch(/^sk_live_/)
  expect((await as(live)).message).toContain('a similar object exists in test mode')
  const stranger = await as(fake.addKey(fake.addAccount()))
  expect(stranger).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  expect(stranger.message).toBe(`No such checkout.session: '${id}'`)

  const own = await stripe.accounts.retrieveCurrent()
  expect(valid('account', own)).toMatchObject({ id: account.id, default_currency: 'eur' })
  account.isClosed = true
  expect(await as(key)).toMatchObject({ statusCode: 403, code: 'account_invalid' })
})

test('live mode takes no test card, and test mode nothing else', async () => {
  const { fake, account } = await aStripe()
  const live = clientOf(fake, fake.addKey(account, { livemode: true }))
  const session = await live.checkout.sessions.create(booking)
  expect(session).toMatchObject({ livemode: true })
  expect(session.id).toMatch(/^cs_live_/)
  expect(await fake.pay(session.id)).toBe('declined')
  expect(await fake.pay(session.id, { card: { number: '4111111111111111' } })).toBe('paid')
  expect(fake.sums(account, 'eur', true).taken).toBe(1500)
  expect(fake.sums(account, 'eur').taken).toBe(0)
  expect((await live.events.list()).data.every(({ livemode }) => livemode)).toBe(true)
  const insecure = live.checkout.sessions.create({
    ...booking,
    success_url: 'http://studio.example/',
  })
  expect((await refusal(insecure)).code).toBe('url_invalid')
})

test('lists come in pages, the newest first, and can be narrowed', async () => {
  const { fake, stripe, clock } = await aStripe()
  for (let count = 0; count < 5; count += 1) {
    const { id } = await stripe.checkout.sessions.create(booking)
    await fake.pay(id)
    clock.at += 60_000
  }
  const all = await stripe.charges.list({ limit: 100 })
  const ids = all.data.map(({ id }) => id)
  expect(all.data.map(({ created }) => created)).toEqual(
    [4, 3, 2, 1, 0].map((minute) => noon / 1000 + minute * 60),
  )
  const page = async (params: Stripe.ChargeListParams) => {
    const { data, has_more: more } = await stripe.charges.list(params)
    return [data.map(({ id }) => ids.indexOf(id)), more]
  }
  expect(await page({ limit: 2 })).toEqual([[0, 1], true])
  expect(await page({ limit: 2, starting_after: ids[1] ?? '' })).toEqual([[2, 3], true])
  expect(await page({ limit: 2, starting_after: ids[3] ?? '' })).toEqual([[4], false])
  expect(await page({ limit: 2, ending_before: ids[4] ?? '' })).toEqual([[2, 3], true])
  expect(await page({ limit: 2, ending_before: ids[1] ?? '' })).toEqual([[0], false])
  expect(await page({ created: { gte: noon / 1000 + 120, lt: noon / 1000 + 240 } })).toEqual([
    [1, 2],
    false,
  ])
  expect((await refusal(stripe.charges.list({ limit: 101 }))).param).toBe('limit')
  expect((await refusal(stripe.charges.list({ starting_after: 'ch_none' }))).code).toBe(
    'resource_missing',
  )

  const events = await stripe.events.list({ type: 'charge.*', created: { gte: noon / 1000 + 180 } })
  expect(events.data.map(({ type }) => type)).toEqual(['charge.succeeded', 'charge.succeeded'])
  const some = await stripe.events.list({
    types: ['checkout.session.completed', 'charge.failed'],
    limit: 3,
  })
  expect(some.data).toHaveLength(3)
  const [event] = some.data
  expect((await stripe.events.retrieve(event?.id ?? '')).id).toBe(event?.id)
  expect((await stripe.checkout.sessions.list({ status: 'open' })).data).toEqual([])
  // What the client fetches page by page is complete, too.
  expect(await stripe.events.list({ limit: 3 }).autoPagingToArray({ limit: 100 })).toHaveLength(20)
  clock.at += 31 * 24 * 3600_000
  expect((await stripe.events.list()).data).toEqual([])
})

test('an event keeps its object as it was', async () => {
  const { fake, stripe } = await aStripe()
  const { id } = await stripe.checkout.sessions.create(booking)
  await fake.pay(id)
  await fake.refund(id, 500)
  const [before] = (await stripe.events.list({ type: 'charge.succeeded' })).data
  const [after] = (await stripe.events.list({ type: 'charge.refunded' })).data
  expect([before, after].map((event) => event?.data.object)).toMatchObject([
    { amount_refunded: 0 },
    { amount_refunded: 500 },
  ])
  expect(before?.request).toEqual({ id: null, idempotency_key: null })
  await stripe.refunds.create(
    { charge: String(after?.data.object && 'id' in after.data.object && after.data.object.id) },
    { idempotencyKey: 're:2' },
  )
  const [made] = (await stripe.events.list({ type: 'refund.created', limit: 1 })).data
  expect(made?.request).toMatchObject({ idempotency_key: 're:2' })
})

test('the vendor’s pages at Stripe refund, and end what waits', async () => {
  const { fake, account, stripe } = await aStripe()
  const { id } = await stripe.checkout.sessions.create(booking)
  await fake.pay(id, { card: { number: '4000000000007726' } })
  const press = async (label: string) => {
    const page = await (await fetch(fake.url)).text()
    const action = new RegExp(`action="([^"]+)"\\s*>\\s*<button>${label}<`).exec(page)?.[1]
    expect(action, label).toBeDefined()
    return fetch(`${fake.url}${action}`, { method: 'POST' })
  }
  await press('Refund the rest')
  expect(account.test.refunds).toMatchObject([{ status: 'pending', amount: 1500 }])
  await press('It arrived')
  await press('It failed')
  expect(fake.sums(account, 'eur').balance).toBe(1500)
  await press('Dispute')
  await press('Lose')
  expect(fake.sums(account, 'eur')).toMatchObject({ disputed: 1500, balance: 0 })
})

test('with a file, everything is there again after a restart', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'stripe-')), 'stripe.json')
  onTestFinished(() => rm(path.dirname(file), { recursive: true }))
  const before = await startFakeStripe({ file, allowHttpWebhooks: true, send: async () => 500 })
  const account = before.addAccount({ id: 'acct_1' })
  const secret = before.addKey(account)
  const stripe = clientOf(before, secret)
  await stripe.webhookEndpoints.create({ url: webhookUrl, enabled_events: ['*'] })
  const { id } = await stripe.checkout.sessions.create(booking, { idempotencyKey: 'a' })
  await before.pay(id)
  await before.close()

  const sent: string[] = []
  const fake = await startFakeStripe({
    file,
    send: async (_url, headers) => {
      sent.push(headers['stripe-signature'] ?? '')
      return 200
    },
  })
  onTestFinished(fake.close)
  // Asking for what is there already makes no second one.
  expect(fake.addKey(fake.addAccount({ id: 'acct_1' }), { secret })).toBe(secret)
  expect(fake.state.accounts).toHaveLength(1)
  expect(fake.state.accounts[0]?.keys).toHaveLength(1)
  const again = clientOf(fake, secret)
  expect((await again.checkout.sessions.create(booking, { idempotencyKey: 'a' })).id).toBe(id)
  expect(await fake.deliver()).toBe(4)
  expect(sent).toHaveLength(4)
  await fake.refund(id)
  expect(sent).toHaveLength(6)
})

test('a page of another site cannot reach it, and every request can be slow', async () => {
  const { fake, key, stripe } = await aStripe()
  const foreign = await new Promise<number | undefined>((resolve) => {
    get(
      `${fake.url}/v1/account`,
      { headers: { host: 'evil.example', authorization: `Bearer ${key}` } },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      },
    )
  })
  expect(foreign).toBe(403)
  fake.state.delayMs = 60
  for (const ask of [() => stripe.events.list(), () => stripe.checkout.sessions.create(booking)]) {
    const began = performance.now()
    await ask()
    expect(performance.now() - began).toBeGreaterThan(55)
  }
})
