import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { type Context as HonoContext, Hono } from 'hono'
import { permissions, stripeApi } from './api.ts'
import type { Given } from './cards.ts'
import { authenticate, beginPay, expireDue, finishPay, type Paid } from './checkout.ts'
import {
  answerDispute,
  appealDispute,
  closeDispute,
  escalateDispute,
  openDispute,
} from './disputes.ts'
import { bankPage, dashboardPage, endedPage, payPage, refusalPage } from './pages.ts'
import { createRefund, settleRefund } from './refunds.ts'
import {
  type Account,
  type Checkout,
  type Context,
  type Data,
  type Delivery,
  newAccount,
  newId,
  type State,
  type StripeEvent,
  type StripeFault,
  sums,
} from './state.ts'
import { attempt, deliverNew, overNetwork, settled } from './webhooks.ts'

export { signature } from './webhooks.ts'
export type { StripeFault } from './state.ts'

export type FakeStripeOptions = {
  port?: number
  /** Everything that Stripe dates: with it, nothing expires until the clock is moved and somebody looks. */
  now?: () => Date
  /**
   * Stripe delivers to public https addresses only, and so does this one. With `true`, endpoints of test mode may have http
   * addresses, also on this machine: for tests and the demo, whose product has no other address.
   */
  allowHttpWebhooks?: boolean
  /** Keeps everything, also secrets, here: a restart finds it again. */
  file?: string
  /** How deliveries travel; over the network unless a test says otherwise. Returns the status of the answer. */
  send?: State['send']
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>

const everyPermission = Object.values(permissions).map((name) => `${name}_write`)

/**
 * A Stripe on its own port: the API for one-time payments by Checkout, its hosted page, refunds, disputes, events and
 * webhooks. It keeps state per account, checks each request against the description of the API, refuses what Stripe refuses, and
 * loudly what it does not simulate. For tests and the demo only.
 */
export async function startFakeStripe(options: FakeStripeOptions = {}) {
  const kept = readKept(options.file)
  const state: State = {
    accounts: kept.accounts,
    now: options.now ?? (() => new Date()),
    root: '',
    allowHttpWebhooks: options.allowHttpWebhooks ?? false,
    delayMs: 0,
    faults: [],
    habit: null,
    asked: [],
    deliveries: kept.deliveries,
    isHeld: false,
    running: new Set(),
    send: options.send ?? overNetwork,
  }
  function keep(): void {
    const { accounts, deliveries } = state
    if (options.file !== undefined)
      writeFileSync(options.file, serialize({ accounts, deliveries }), { mode: 0o600 })
  }
  const everything = () => state.accounts.flatMap(({ test, live }) => [test, live])
  const contextOf = (data: Data): Context => ({ state, data, cause: null })

  /** The account's data that has this, with a way to act there. */
  function located<T>(what: string, find: (data: Data) => T | undefined) {
    for (const data of everything()) {
      const found = find(data)
      if (found !== undefined) return { context: contextOf(data), data, found }
    }
    throw new Error(`There is no ${what} at the simulated Stripe.`)
  }
  const sessionNamed = (id: string) => located(id, ({ checkouts }) => checkouts.get(id))
  const refundNamed = (id: string) =>
    located(id, ({ refunds }) => refunds.find((one) => one.id === id))
  const disputeNamed = (id: string) =>
    located(id, ({ disputes }) => disputes.find((one) => one.id === id))
  /** By its own id, or the paid one of a payment intent or session. */
  const chargeNamed = (id: string) =>
    located(id, ({ charges, sessions }) => {
      const intent = sessions.find((one) => one.id === id)?.payment_intent ?? id
      return charges.find(
        (one) => one.id === id || (one.payment_intent === intent && one.status === 'succeeded'),
      )
    })

  function endKey(secret: string, how: 'revoked' | 'expired' = 'revoked'): void {
    for (const key of state.accounts.flatMap(({ keys }) => keys))
      if (key.secret === secret) key.state = how
  }

  /** What somebody did at Stripe, told to all endpoints before it goes on. */
  async function done<T>(result: T): Promise<T> {
    deliverNew(state)
    await settled(state)
    keep()
    return result
  }

  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(async (c, next) => {
    // Another site can point its hostname at this machine, but its page cannot change the Host header.
    if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(c.req.url).hostname))
      return c.text('This can only be opened on this machine.', 403)
    await next()
    keep()
    return undefined
  })
  app.route('/', stripeApi(state))
  app.get('/', (c) => c.html(dashboardPage(state)))

  app.get('/c/pay/:id', (c) => {
    const opened = open(c.req.param('id'))
    if (!opened) return c.html(refusalPage('There is no such payment page.'), 404)
    const { data, checkout } = opened
    const { status } = checkout.session
    return c.html(status === 'open' ? payPage(data, checkout) : endedPage())
  })
  app.post('/c/pay/:id', async (c) => {
    const opened = open(c.req.param('id'))
    if (!opened) return c.html(refusalPage('There is no such payment page.'), 404)
    const { context, data, checkout } = opened
    const form = await textsOf(c.req.raw)
    const [month, year] = (form['expiry'] ?? '').split('/').map(Number)
    const card = {
      number: form['number'] ?? '',
      month: month ?? NaN,
      year: ((year ?? NaN) % 100) + 2000,
    }
    const email = form['email'] ?? ''
    const refusal = beginPay(context, checkout, { card, email })
    if (typeof refusal === 'object' && refusal)
      return c.html(payPage(data, checkout, { problem: refusal.invalid, email }), 402)
    // Stripe waits for the answer to checkout.session.completed before it sends the customer back.
    const how = await done(refusal ?? finishPay(context, checkout))
    return after(c, opened, { how, email })
  })
  app.get('/c/pay/:id/bank', (c) => {
    const opened = open(c.req.param('id'))
    if (!opened) return c.html(refusalPage('There is no such payment page.'), 404)
    const { data, checkout } = opened
    if (checkout.authenticating) return c.html(bankPage(data, checkout))
    return c.redirect(`/c/pay/${checkout.session.id}`, 303)
  })
  app.post('/c/pay/:id/bank', async (c) => {
    const opened = open(c.req.param('id'))
    if (!opened) return c.html(refusalPage('There is no such payment page.'), 404)
    const { context, checkout } = opened
    if (!checkout.authenticating && checkout.session.status === 'open')
      return c.redirect(`/c/pay/${checkout.session.id}`, 303)
    const { answer } = await textsOf(c.req.raw)
    const how = await done(authenticate(context, checkout, answer === 'complete'))
    return after(c, opened, { how })
  })

  app.post('/dashboard/:what/:id', async (c) => {
    const { what, id } = c.req.param()
    const actions: Record<string, () => unknown> = {
      revoke: () => endKey(id),
      refund: () => createRefund(chargeNamed(id).context, { charge: id }),
      dispute: () => openDispute(chargeNamed(id).context, chargeNamed(id).found),
      won: () => closeDispute(disputeNamed(id).context, disputeNamed(id).found, 'won'),
      lost: () => closeDispute(disputeNamed(id).context, disputeNamed(id).found, 'lost'),
      succeeded: () => settleRefund(refundNamed(id).context, refundNamed(id).found, 'succeeded'),
      failed: () => settleRefund(refundNamed(id).context, refundNamed(id).found, 'failed'),
    }
    try {
      actions[what]?.()
    } catch (error) {
      return c.html(refusalPage(error instanceof Error ? error.message : ''), 400)
    }
    await done(null)
    return c.redirect('/', 303)
  })

  function open(id: string) {
    const data = everything().find(({ checkouts }) => checkouts.has(id))
    const checkout = data?.checkouts.get(id)
    if (!data || !checkout) return null
    const context = contextOf(data)
    expireDue(context)
    deliverNew(state)
    return { context, data, checkout }
  }

  function after(
    c: HonoContext,
    { data, checkout }: { data: Data; checkout: Checkout },
    { how, email = '' }: { how: Paid; email?: string },
  ) {
    const { id, success_url: target } = checkout.session
    if (how === 'paid') return c.redirect(target.replaceAll('{CHECKOUT_SESSION_ID}', id), 303)
    if (how === 'authentication') return c.redirect(`/c/pay/${id}/bank`, 303)
    if (how !== 'declined') return c.html(endedPage())
    return c.html(payPage(data, checkout, { problem: problemOf(data, checkout), email }), 402)
  }

  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  state.root = `http://127.0.0.1:${port}`

  function expireAll(): void {
    for (const data of everything()) expireDue(contextOf(data))
    deliverNew(state)
  }
  // A test that passes its own clock moves it itself.
  const timer = options.now ? null : setInterval(expireAll, 1000)
  timer?.unref()

  const mayDeliver = (delivery: Delivery, only: (event: StripeEvent) => boolean) =>
    delivery.state === 'pending' && only(delivery.event)

  return {
    url: state.root,
    host: '127.0.0.1',
    port,
    protocol: 'http' as const,
    state,
    /** 'POST /v1/refunds' of everything that was asked. */
    asked: state.asked,

    /** With an id that is there already: that account. */
    addAccount(given: Parameters<typeof newAccount>[0] = {}): Account {
      const known = state.accounts.find(({ id }) => id === given.id)
      if (known) return known
      const account = newAccount(given)
      state.accounts.push(account)
      return account
    },
    /**
     * A key of an account. A restricted one has every permission unless they are named, such as `rak_charge_write`; secret keys
     * have all.
     */
    addKey(
      account: Account,
      {
        kind = 'rk',
        livemode = false,
        granted = everyPermission,
        secret = newId(`${kind}_${livemode ? 'live' : 'test'}_`, 32),
      }: {
        kind?: 'rk' | 'sk'
        livemode?: boolean
        granted?: readonly string[]
        secret?: string
      } = {},
    ): string {
      const allowed = kind === 'sk' ? null : granted
      if (account.keys.some((one) => one.secret === secret)) return secret
      account.keys.push({ secret, livemode, permissions: allowed, state: 'active' })
      return secret
    },
    /** What the vendor does with a key at Stripe, or time does. */
    endKey,
    changePermissions(secret: string, granted: readonly string[]) {
      for (const key of state.accounts.flatMap(({ keys }) => keys))
        if (key.secret === secret) key.permissions = granted
    },
    /** In cents: what was taken, given back and lost to disputes, and what is left. */
    sums: (account: Account, currency: string, livemode = false) =>
      sums(livemode ? account.live : account.test, currency),

    /** Pays a session, as its customer does at the hosted page. */
    async pay(sessionId: string, paying: Paying = {}): Promise<Paid | 'invalid'> {
      const { context, found } = sessionNamed(sessionId)
      const refusal = begin(context, found, paying)
      return done(refusal ?? finishPay(context, found))
    },
    /** The first half of `pay`: while it is under way, the session cannot be expired. Null: it is. */
    beginPay(sessionId: string, paying: Paying = {}) {
      const { context, found } = sessionNamed(sessionId)
      return begin(context, found, paying)
    },
    async finishPay(sessionId: string): Promise<Paid> {
      const { context, found } = sessionNamed(sessionId)
      return done(finishPay(context, found))
    },
    /** The customer at the page of the bank, where some cards lead. */
    async authenticate(sessionId: string, isOk = true): Promise<Paid> {
      const { context, found } = sessionNamed(sessionId)
      return done(authenticate(context, found, isOk))
    },
    /** Expires what the clock says; without a clock of its own it happens every second. */
    async tick() {
      expireAll()
      await settled(state)
    },

    /** What the vendor does at Stripe, of a charge, payment intent or session. */
    async refund(paymentId: string, amount?: number) {
      const { context, found } = chargeNamed(paymentId)
      return done(
        createRefund(context, { charge: found.id, ...(amount !== undefined && { amount }) }),
      )
    },
    /** What the bank does with a refund. One that fails gives the money back to the vendor. */
    async settleRefund(refundId: string, how: Parameters<typeof settleRefund>[2]) {
      const { context, found } = refundNamed(refundId)
      settleRefund(context, found, how)
      return done(found)
    },
    async dispute(paymentId: string, given: Parameters<typeof openDispute>[2] = {}) {
      const { context, found } = chargeNamed(paymentId)
      return done(openDispute(context, found, given))
    },
    async answerDispute(disputeId: string) {
      const { context, found } = disputeNamed(disputeId)
      answerDispute(context, found)
      return done(found)
    },
    async escalateDispute(disputeId: string) {
      const { context, found } = disputeNamed(disputeId)
      escalateDispute(context, found)
      return done(found)
    },
    async appealDispute(disputeId: string) {
      const { context, found } = disputeNamed(disputeId)
      appealDispute(context, found)
      return done(found)
    },
    async closeDispute(disputeId: string, how: 'won' | 'lost') {
      const { context, found } = disputeNamed(disputeId)
      closeDispute(context, found, how)
      return done(found)
    },

    /** From now on deliveries wait for `deliver`. */
    hold() {
      state.isHeld = true
    },
    /** What waits: held back, or not answered with 2xx. */
    pending: () => state.deliveries.filter((one) => one.state === 'pending'),
    /** Delivers what waits, signed with the present time: a late delivery, or Stripe's retry. */
    async deliver({
      newestFirst = false,
      times = 1,
      only = () => true,
    }: {
      newestFirst?: boolean
      times?: number
      only?: (event: StripeEvent) => boolean
    } = {}): Promise<number> {
      const waiting = state.deliveries.filter((one) => mayDeliver(one, only))
      for (const one of newestFirst ? waiting.toReversed() : waiting)
        for (let time = 0; time < times; time += 1) await attempt(state, one)
      await settled(state)
      return waiting.length
    },
    /** Delivers what waits at the same moment, each this many times. */
    async deliverAtOnce({
      times = 2,
      only = () => true,
    }: { times?: number; only?: (event: StripeEvent) => boolean } = {}) {
      const waiting = state.deliveries.filter((one) => mayDeliver(one, only))
      await Promise.all(
        waiting.flatMap((one) => Array.from({ length: times }, () => attempt(state, one))),
      )
      await settled(state)
    },
    /** Delivers an event again that was delivered. */
    async redeliver(eventId: string) {
      for (const one of state.deliveries) if (one.event.id === eventId) await attempt(state, one)
      await settled(state)
    },
    /** Never delivers what waits. */
    drop(only: (event: StripeEvent) => boolean = () => true) {
      for (const one of state.deliveries) if (mayDeliver(one, only)) one.state = 'dropped'
    },
    /** No longer holds anything back, and delivers what waits. */
    async release() {
      state.isHeld = false
      return done(null)
    },
    /** Until no delivery is on its way, also what the answers caused. */
    settled: () => settled(state),
    /** A second secret, with which deliveries are signed as well. */
    rollSecret(endpointId: string): string {
      const { data } = located(endpointId, ({ secrets }) => secrets.get(endpointId))
      const secret = newId('whsec_', 32)
      data.secrets.set(endpointId, [...(data.secrets.get(endpointId) ?? []), secret])
      return secret
    },

    /** What the next requests suffer; `operation` such as 'POST /v1/refunds' narrows it. */
    fail(fault: StripeFault, { operation = '', times = 1 } = {}) {
      state.faults.push({ fault, operation, times })
    },
    /** What all requests suffer that `fail` says nothing of. */
    behaveAs(habit: State['habit']) {
      state.habit = habit
    },
    healthy() {
      Object.assign(state, { faults: [], habit: null })
    },
    async close() {
      if (timer) clearInterval(timer)
      await settled(state)
      keep()
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}

type Kept = Pick<State, 'accounts' | 'deliveries'>

function readKept(file: string | undefined): Kept {
  if (file === undefined || !existsSync(file)) return { accounts: [], deliveries: [] }
  const kept: Kept = deserialize(readFileSync(file))
  return kept
}

type Paying = { card?: Given; email?: string }

const goodCard = { number: '4242 4242 4242 4242' }

function begin(
  context: Context,
  checkout: Checkout,
  { card = goodCard, email = 'customer@example.com' }: Paying,
) {
  const refusal = beginPay(context, checkout, { card, email })
  return typeof refusal === 'object' && refusal ? ('invalid' as const) : refusal
}

const problemOf = ({ intents }: Data, { session }: Checkout): string => {
  const problem = intents.find(({ id }) => id === session.payment_intent)?.last_payment_error
  return problem?.message ?? 'Your card was declined.'
}

async function textsOf(request: Request): Promise<Record<string, string>> {
  const form = await request.formData().catch(() => new FormData())
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  )
}
