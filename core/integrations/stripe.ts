import type StripeClient from 'stripe'
import type { Stripe as StripeTypes } from 'stripe'
import { z } from 'zod'

// The only file that knows Stripe's library. It is loaded when a vendor takes cards.

export type StripeOptions = {
  /** the address of a simulated Stripe; null: Stripe itself */
  base: string | null
  /** how long one request may take */
  patienceMs?: number
}

/**
 * `key`: the key is wrong or was revoked. `permission`: the key lacks one, `detail` names it. `gone`: there is no such object.
 * `limited`: too many requests. `unreachable`: no usable response; what was asked may have been done. `refused`: a request that
 * Stripe does not accept, with its `code`.
 */
export type StripeProblem = 'key' | 'permission' | 'gone' | 'limited' | 'unreachable' | 'refused'
/** `detail`: status and message, without anything secret. */
export type StripeFailure = {
  ok: false
  problem: StripeProblem
  code: string | null
  /** the field of the request that it is about */
  param: string | null
  detail: string
}
export type StripeResult<Value> = { ok: true; value: Value } | StripeFailure

/** What a checkout asks Stripe for. Kept with its key: a repetition has to be the same request. Amounts in Stripe's units. */
export type CheckoutRequest = {
  currency: string
  lines: readonly { name: string; amount: number; quantity: number }[]
  email: string | null
  locale: 'en' | 'de' | 'ru'
  expiresAt: number
  paidUrl: string
  backUrl: string
  checkout: string
  reference: string
}

/** `isActive`: it may take cards, as far as the key may know. */
export type AccountRead = { id: string; name: string | null; isActive: boolean }

export type CheckoutSession = {
  id: string
  url: string | null
  /** `other`: a word that Stripe has added since */
  status: 'open' | 'complete' | 'expired' | 'other'
  /** null: not paid */
  payment: { intent: string; amount: number; currency: string; takenAt: Date } | null
}

export type RefundRequest = { intent: string; amount: number; ours: string; key: string }

export type RefundRead = {
  id: string
  status: 'open' | 'done' | 'failed'
  amount: number
  currency: string
  intent: string | null
  /** our number of it; null: it was made at Stripe */
  ours: string | null
}

export type DisputeRead = {
  id: string
  intent: string | null
  amount: number
  currency: string
  /** the money went away, and has not come back */
  isTaken: boolean
}

export type StripeNews = {
  id: string
  at: Date
  kind: 'checkout' | 'refund' | 'dispute' | 'other'
  /** Stripe's id of what it is about */
  subject: string
  /** our number of the checkout, if it is one */
  checkout: string | null
}

export type Stripe = ReturnType<typeof createStripe>
export type StripeAccount = Awaited<ReturnType<Stripe['open']>>

/** The events that Stripe sends to our endpoint, and that we read from its list. */
export const stripeEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const

const apiVersion = '2026-10-28.endive'
const seconds = (unix: number) => new Date(unix * 1000)

const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  data: z.object({
    object: z.object({
      id: z.string(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
})

/** Stripe for all vendors: opens the account of one of them by its key. */
export function createStripe({ base, patienceMs = 10_000 }: StripeOptions) {
  async function client(apiKey: string): Promise<StripeClient> {
    const { default: Library } = await import('stripe')
    const at = base === null ? null : new URL(base)
    return new Library(apiKey, {
      apiVersion,
      timeout: patienceMs,
      maxNetworkRetries: 1,
      telemetry: false,
      ...(at && {
        host: at.hostname,
        port: Number(at.port),
        protocol: at.protocol === 'http:' ? 'http' : 'https',
      }),
    })
  }

  return {
    isReal: base === null,

    /** Where browsers are sent, for the policy of the pages with the form. */
    origin: base === null ? 'https://checkout.stripe.com' : new URL(base).origin,

    /** The news in a signed request; null: nobody who knows the secret has sent it. */
    async readWebhook(of: {
      body: string
      signature: string
      secret: string
    }): Promise<StripeNews | null> {
      const { default: Library } = await import('stripe')
      try {
        const event: unknown = Library.webhooks.constructEvent(of.body, of.signature, of.secret)
        return newsOf(eventSchema.parse(event))
      } catch {
        return null
      }
    },

    async open(apiKey: string) {
      const stripe = await client(apiKey)
      const create = (asked: CheckoutRequest, idempotencyKey: string) =>
        attempt(async () =>
          sessionOf(await stripe.checkout.sessions.create(paramsOf(asked), { idempotencyKey })),
        )
      return {
        /** The account behind the key. Few restricted keys may read it: then Stripe's refusal names it, and it has no name here. */
        async account(): Promise<StripeResult<AccountRead>> {
          const got = await attempt(async () => {
            const {
              id,
              business_profile: profile,
              settings,
              charges_enabled: isActive,
            } = await stripe.accounts.retrieveCurrent()
            const name = profile?.name ?? settings?.dashboard.display_name ?? null
            return { id, name, isActive }
          })
          if (got.ok || got.problem !== 'permission') return got
          const named = /\bacct_\w+/.exec(got.detail)?.[0]
          return named === undefined
            ? got
            : { ok: true, value: { id: named, name: null, isActive: true } }
        },

        /**
         * The permissions that the key lacks, by Stripe's names, '' if it does not say which. Stripe looks at them first: what is
         * written later is tried on what is not there.
         */
        async missingPermissions(): Promise<StripeResult<string[]>> {
          const tried = await Promise.all([
            attempt(() => stripe.events.list({ limit: 1 })),
            attempt(() => stripe.disputes.list({ limit: 1 })),
            attempt(() => stripe.paymentIntents.retrieve('pi_none')),
            attempt(() => stripe.checkout.sessions.expire('cs_none')),
            attempt(() => stripe.refunds.create({ payment_intent: 'pi_none', amount: 100 })),
            attempt(() => stripe.webhookEndpoints.del('we_none')),
          ])
          const failures = tried.flatMap((one) => (one.ok ? [] : [one]))
          const isAnswer = new Set(['permission', 'gone', 'refused'])
          const failed = failures.find(({ problem }) => !isAnswer.has(problem))
          if (failed) return failed
          const missing = failures.filter(({ problem }) => problem === 'permission')
          return {
            ok: true,
            value: missing.map(({ detail }) => permissionIn(detail)),
          }
        },

        /** Stripe has its own mind of what an address is: without it, its page asks for one. */
        async createCheckout(asked: CheckoutRequest) {
          const made = await create(asked, `checkout:${asked.checkout}`)
          return !made.ok && made.param === 'customer_email'
            ? create({ ...asked, email: null }, `checkout:${asked.checkout}:no-email`)
            : made
        },
        readCheckout: (id: string) =>
          attempt(async () =>
            sessionOf(
              await stripe.checkout.sessions.retrieve(id, {
                expand: ['payment_intent.latest_charge'],
              }),
            ),
          ),
        /** Refused if it is not open any more: somebody may be paying. */
        expireCheckout: (id: string) =>
          attempt(async () => sessionOf(await stripe.checkout.sessions.expire(id))),

        /** `ours`: our number of the refund. `key`: what makes a repetition the same one for a day. */
        refund: ({ intent, amount, ours, key }: RefundRequest) =>
          attempt(async () =>
            refundOf(
              await stripe.refunds.create(
                { payment_intent: intent, amount, metadata: { openspot_refund: ours } },
                { idempotencyKey: `refund:${key}` },
              ),
            ),
          ),
        readRefund: (id: string) =>
          attempt(async () => refundOf(await stripe.refunds.retrieve(id))),
        listRefunds: (intent: string) =>
          attempt(async () => {
            const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 })
            return data.map(refundOf)
          }),
        readDispute: (id: string) =>
          attempt(async () => disputeOf(await stripe.disputes.retrieve(id))),

        /**
         * News since a moment, the oldest first; each thing once, when it was last in them. Stripe begins with the newest, so that
         * nothing may be cut off.
         */
        listNews: (since: Date) =>
          attempt(async () => {
            const news = new Map<string, StripeNews>()
            const asked = {
              types: [...stripeEvents],
              created: { gte: Math.floor(since.getTime() / 1000) },
              limit: 100,
            }
            for await (const event of stripe.events.list(asked)) {
              const one = newsOf(eventSchema.parse(event))
              const about = `${one.kind} ${one.subject}`
              if (!news.has(about)) news.set(about, one)
            }
            return [...news.values()].toReversed()
          }),

        /** Its secret is given only here. `owner`: whose it is, by which removeEndpoints() finds it. */
        createEndpoint: ({ url, owner }: { url: string; owner: string }) =>
          attempt(async () => {
            const { id, secret } = await stripe.webhookEndpoints.create({
              url,
              metadata: { openspot_vendor: owner },
              enabled_events: [...stripeEvents],
              api_version: apiVersion,
            })
            return { id, secret: z.string().parse(secret) }
          }),
        /** Also those whose making was never answered. `but`: the one that stays. */
        removeEndpoints: ({ owner, but }: { owner: string; but: string | null }) =>
          attempt(async () => {
            for await (const { id, metadata } of stripe.webhookEndpoints.list({ limit: 100 }))
              if (metadata['openspot_vendor'] === owner && id !== but)
                await stripe.webhookEndpoints.del(id)
          }),
      }
    },
  }
}

/** Stripe has named it 'rak_charge_write', and ('charge_write') since. */
function permissionIn(detail: string): string {
  const [, named] = /\('([a-z_]+)'\)/.exec(detail) ?? []
  return /\brak_[a-z_]+/.exec(detail)?.[0] ?? (named === undefined ? '' : `rak_${named}`)
}

/** Everything is one payment by card: wallets come with it. */
function paramsOf(asked: CheckoutRequest): StripeTypes.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: asked.lines.map(({ name, amount, quantity }) => ({
      quantity,
      price_data: {
        currency: asked.currency.toLowerCase(),
        unit_amount: amount,
        product_data: { name },
      },
    })),
    // Refunds and disputes would come in the currency of the customer.
    adaptive_pricing: { enabled: false },
    locale: asked.locale,
    expires_at: asked.expiresAt,
    success_url: asked.paidUrl,
    cancel_url: asked.backUrl,
    client_reference_id: asked.reference,
    metadata: { openspot_checkout: asked.checkout },
    payment_intent_data: { metadata: { openspot_checkout: asked.checkout } },
    ...(asked.email !== null && { customer_email: asked.email }),
  }
}

function sessionOf(session: StripeTypes.Checkout.Session): CheckoutSession {
  const { id, url, payment_intent: intent } = session
  const status = z
    .enum(['open', 'complete', 'expired', 'other'])
    .catch('other')
    .parse(session.status)
  if (session.payment_status !== 'paid' || intent === null)
    return { id, url, status, payment: null }
  // Stripe gives its id alone, unless it was asked for the whole.
  const charge = typeof intent === 'string' ? null : intent.latest_charge
  const taken = typeof charge === 'string' || !charge ? session.created : charge.created
  return {
    id,
    url,
    status,
    payment: {
      intent: idOf(intent),
      amount: session.amount_total ?? 0,
      currency: (session.currency ?? '').toUpperCase(),
      takenAt: seconds(taken),
    },
  }
}

const refundStates: Readonly<Record<string, RefundRead['status']>> = {
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
}

function refundOf(refund: StripeTypes.Refund): RefundRead {
  const { id, status, amount, currency, payment_intent: intent, metadata } = refund
  return {
    id,
    status: refundStates[status ?? ''] ?? 'open',
    amount,
    currency: currency.toUpperCase(),
    intent: intent === null ? null : idOf(intent),
    ours: metadata?.['openspot_refund'] ?? null,
  }
}

function disputeOf(dispute: StripeTypes.Dispute): DisputeRead {
  const { id, amount, currency, payment_intent: intent, status } = dispute
  const moved = z.array(z.object({ amount: z.number() })).safeParse(dispute.balance_transactions)
  return {
    id,
    intent: intent === null ? null : idOf(intent),
    amount,
    currency: currency.toUpperCase(),
    // Its transactions are what was taken and given back, in the currency of the account. Without them, its status has to do.
    isTaken: moved.success
      ? moved.data.reduce((sum, one) => sum + one.amount, 0) < 0
      : status !== 'won' && status !== 'prevented' && !status.startsWith('warning'),
  }
}

function newsOf({ id, type, created, data: { object } }: z.output<typeof eventSchema>): StripeNews {
  const kind = type.startsWith('checkout.')
    ? 'checkout'
    : type.startsWith('refund.')
      ? 'refund'
      : type.startsWith('charge.dispute.')
        ? 'dispute'
        : 'other'
  const checkout = kind === 'checkout' ? (object.metadata?.['openspot_checkout'] ?? null) : null
  return { id, at: seconds(created), kind, subject: object.id, checkout }
}

const idOf = (it: string | { id: string }) => (typeof it === 'string' ? it : it.id)

async function attempt<Value>(work: () => Promise<Value>): Promise<StripeResult<Value>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    return failureOf(error)
  }
}

const errorSchema = z.object({
  type: z.string(),
  statusCode: z.number().optional(),
  code: z.string().optional(),
  param: z.string().optional(),
  message: z.string(),
})

function failureOf(error: unknown): StripeFailure {
  const read = errorSchema.safeParse(error)
  // Not Stripe's answer, but our mistake or an answer that makes no sense.
  if (!read.success || !read.data.type.startsWith('Stripe'))
    return { ok: false, problem: 'unreachable', code: null, param: null, detail: String(error) }
  const { type, statusCode: status = 0, code = null, param = null, message } = read.data
  // Something was made with this key: what it was has to be looked up.
  const problem = type === 'StripeIdempotencyError' ? 'unreachable' : problemOf(status, code)
  return { ok: false, problem, code, param, detail: `${status} ${message}` }
}

function problemOf(status: number, code: string | null): StripeProblem {
  // Also with the status of a refusal.
  if (code === 'rate_limit') return 'limited'
  if (code === 'lock_timeout' || code === 'idempotency_key_in_use') return 'unreachable'
  if (status === 401 || code === 'account_invalid') return 'key'
  if (status === 403) return 'permission'
  if (status === 404) return 'gone'
  if (status === 429) return 'limited'
  if (status === 400 || status === 402) return 'refused'
  return 'unreachable'
}
