import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { type Context as HonoContext, Hono } from 'hono'
import { z } from 'zod'
import { createSession, expireDue, expireSession } from './checkout.ts'
import { createEndpoint, deleteEndpoint, updateEndpoint } from './endpoints.ts'
import { malformed, refused, StripeRefusal } from './errors.ts'
import { checkExpand, expanded, listed } from './lists.ts'
import { asText, blank, checkedParams, operationNames, parseForm, version } from './params.ts'
import { createRefund, noSuch } from './refunds.ts'
import {
  type Account,
  type Answer,
  collections,
  type Context,
  type Data,
  type Key,
  type Kind,
  newId,
  seconds,
  type State,
  type StripeFault,
} from './state.ts'
import { deliverNew } from './webhooks.ts'

type Env = { Bindings: HttpBindings }
type Call = { context: Context; params: Record<string, unknown>; id: string; path: string }
type Operation = { permission: string; run: (call: Call) => unknown }

const dayMs = 24 * 3600 * 1000

/** What a restricted key may need, as Stripe names it. `…_write` includes `…_read`. */
export const permissions = {
  account: 'rak_accounts_kyc_basic',
  checkout: 'rak_checkout_session',
  intents: 'rak_payment_intent',
  charges: 'rak_charge',
  disputes: 'rak_dispute',
  events: 'rak_event',
  endpoints: 'rak_webhook',
  transactions: 'rak_balance_transaction_source',
} as const
const p = permissions

/** What reading an object needs, also where it is expanded in another one. */
const readers: Readonly<Record<Kind, string>> = {
  'checkout.session': p.checkout,
  payment_intent: p.intents,
  charge: p.charges,
  refund: p.charges,
  dispute: p.disputes,
  webhook_endpoint: p.endpoints,
  balance_transaction: p.transactions,
  event: p.events,
}

const operations: Readonly<Record<string, Operation>> = {
  'GET /v1/account': { permission: `${p.account}_read`, run: ({ context }) => accountOf(context) },
  'POST /v1/checkout/sessions': {
    permission: `${p.checkout}_write`,
    run: ({ context, params }) => createSession(context, params),
  },
  'POST /v1/checkout/sessions/{id}/expire': {
    permission: `${p.checkout}_write`,
    run({ context, id }) {
      const checkout = context.data.checkouts.get(id)
      if (!checkout) throw missingIn(context, 'checkout.session', id)
      return expireSession(context, checkout)
    },
  },
  ...readable('checkout.session', ['payment_intent', 'status']),
  ...readable('payment_intent', []),
  ...readable('charge', ['payment_intent']),
  ...readable('refund', ['payment_intent', 'charge']),
  ...readable('dispute', ['payment_intent', 'charge']),
  ...readable('webhook_endpoint', []),
  ...readable('balance_transaction', []),
  ...readable('event', []),
  'POST /v1/refunds': {
    permission: `${p.charges}_write`,
    run: ({ context, params }) => createRefund(context, params),
  },
  'POST /v1/webhook_endpoints': {
    permission: `${p.endpoints}_write`,
    run: ({ context, params }) => createEndpoint(context, params),
  },
  'POST /v1/webhook_endpoints/{id}': {
    permission: `${p.endpoints}_write`,
    run: ({ context, params, id }) => updateEndpoint(context, endpointIn(context, id), params),
  },
  'DELETE /v1/webhook_endpoints/{id}': {
    permission: `${p.endpoints}_write`,
    run: ({ context, id }) => deleteEndpoint(context, endpointIn(context, id)),
  },
}

/** Reading one and listing all of a kind; lists can be narrowed by these fields. */
function readable(kind: Kind, fields: readonly string[]): Record<string, Operation> {
  const permission = readers[kind]
  const path = kind === 'checkout.session' ? '/v1/checkout/sessions' : `/v1/${kind}s`
  return {
    [`GET ${path}/{id}`]: {
      permission: `${permission}_read`,
      run({ context, id }) {
        const found = visible(context, kind).find((one) => one.id === id)
        if (!found) throw missingIn(context, kind, id)
        return found
      },
    },
    [`GET ${path}`]: {
      permission: `${permission}_read`,
      run({ context, params }) {
        const fits = filterOf(context, params)
        const fitting = visible(context, kind).filter(
          (one) =>
            fields.every((name) => params[name] === undefined || one[name] === params[name]) &&
            fits(one),
        )
        return listed(fitting, params, path, kind)
      },
    },
  }
}

type Item = Record<string, unknown> & { id: string; created: number }

function visible({ state, data }: Context, kind: Kind): Item[] {
  const all: Item[] = collections(data)[kind]
  // Events are kept for 30 days.
  return kind === 'event'
    ? all.filter(({ created }) => created > seconds(state) - 30 * 24 * 3600)
    : all
}

const filterSchema = z.looseObject({
  customer_details: z.object({ email: z.string() }).optional(),
  delivery_success: z.boolean().optional(),
  type: z.string().optional(),
  types: z.array(z.string()).optional(),
})

/** The filters that are more than a comparison with a field. */
function filterOf({ state }: Context, params: unknown): (one: Item) => boolean {
  const {
    customer_details: customer,
    delivery_success: isDelivered,
    type,
    types,
  } = filterSchema.parse(params)
  if (type !== undefined && types)
    throw malformed('You may only specify one of these parameters: type, types.', {
      code: 'parameters_exclusive',
    })
  if ((types?.length ?? 0) > 20)
    throw malformed('At most 20 types can be named.', { param: 'types' })
  const names = types ?? (type === undefined ? null : [type])
  const waiting = new Set(
    state.deliveries.filter((one) => one.state !== 'delivered').map(({ event }) => event.id),
  )
  return (one) => {
    const own = String(one['type'])
    const isNamed = names?.some((name) =>
      name.endsWith('*') ? own.startsWith(name.slice(0, -1)) : own === name,
    )
    const email = emailSchema.safeParse(one['customer_details']).data?.email
    return (
      isNamed !== false &&
      (isDelivered === undefined || isDelivered === !waiting.has(one.id)) &&
      (customer === undefined || email === customer.email)
    )
  }
}

const emailSchema = z.looseObject({ email: z.string().nullable() })

function endpointIn(context: Context, id: string) {
  const found = context.data.endpoints.find((one) => one.id === id)
  if (!found) throw missingIn(context, 'webhook_endpoint', id)
  return found
}

function missingIn({ data }: Context, kind: Kind, id: string): StripeRefusal {
  const { account, livemode } = data
  const other: readonly Item[] = collections(livemode ? account.test : account.live)[kind]
  if (!other.some((one) => one.id === id)) return noSuch(kind, id, 'id')
  const [here, there] = livemode ? ['live', 'test'] : ['test', 'live']
  return refused(
    `No such ${kind}: '${id}'; a similar object exists in ${there} mode, but a ${here} mode key was used to make this request.`,
    { code: 'resource_missing', param: 'id', status: 404 },
  )
}

const accountOf = ({ data: { account } }: Context) => ({
  ...blank('account'),
  id: account.id,
  object: 'account',
  business_profile: {
    mcc: null,
    minority_owned_business_designation: null,
    name: account.name,
    specified_commercial_transactions_act_url: null,
    support_address: null,
    support_email: null,
    support_phone: null,
    support_url: null,
    url: null,
  },
  charges_enabled: !account.isInactive,
  country: account.country,
  default_currency: account.currency,
  details_submitted: !account.isInactive,
  email: account.email,
  payouts_enabled: true,
  settings: {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: account.name, timezone: 'Etc/UTC' },
    payments: {
      statement_descriptor: null,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
  },
  type: 'standard',
})

// A description without a function, or the other way round, would be a hole nobody sees.
for (const name of operationNames)
  if (!operations[name]) throw new Error(`${name} is described, and not simulated.`)

const kindOf = (path: string) =>
  path.startsWith('/v1/checkout')
    ? 'checkout.session'
    : (path.split('/')[2] ?? '').replace(/s$/, '')

const routes = operationNames.map((name) => {
  const [method = '', path = ''] = name.split(' ')
  return { name, method, path, pattern: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`) }
})

/** The API: it refuses what Stripe refuses, keeps the results of keys, and misbehaves on command. */
export function stripeApi(state: State) {
  const app = new Hono<Env>()
  app.all('/v1/*', async (c) => {
    const requestId = newId('req_', 14)
    const { method, path } = c.req
    state.asked.push(`${method} ${path}`)
    const { fault, answer } = await answered(state, c, requestId)
    deliverNew(state)
    if (fault === 'reset' || fault === 'lost') {
      c.env.outgoing.destroy()
      return c.body(null)
    }
    return new Response(JSON.stringify(answer.body, null, 2), {
      status: answer.status,
      headers: {
        'content-type': 'application/json',
        'request-id': requestId,
        'stripe-version': version,
        ...answer.headers,
      },
    })
  })
  return app
}

type Answered = Answer & { headers?: Record<string, string> }

async function answered(
  state: State,
  c: HonoContext<Env>,
  requestId: string,
): Promise<{ fault: StripeFault | null; answer: Answered }> {
  let fault: StripeFault | null = null
  try {
    const { key, data } = authenticated(state, c)
    const route = routes.find((one) => one.method === c.req.method && one.pattern.test(c.req.path))
    const operation = route && operations[route.name]
    if (!operation)
      throw malformed(
        `Unrecognized request URL (${c.req.method}: ${c.req.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
        { status: 404 },
      )
    allow(data.account, key, operation.permission)
    fault = takeFault(state, route.name)
    if (fault === 'reset') return { fault, answer: { status: 500, body: null } }
    if (fault === 'limited' || fault === 'limited_400')
      throw malformed('Request rate limit exceeded.', {
        status: fault === 'limited' ? 429 : 400,
        code: 'rate_limit',
      })
    if (fault === 'locked' || fault === 'locked_400')
      throw malformed(
        'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.',
        { status: fault === 'locked' ? 409 : 400, code: 'lock_timeout' },
      )
    const form = await formOf(c)
    const idempotencyKey = c.req.method === 'POST' ? c.req.header('idempotency-key') : undefined
    const context: Context = {
      state,
      data,
      cause: { id: requestId, idempotency_key: idempotencyKey ?? null },
    }
    const run = () => {
      const params = z.record(z.string(), z.unknown()).parse(checkedParams(route.name, form))
      const paths = z.array(z.string()).default([]).parse(params['expand'])
      for (const kind of checkExpand(kindOf(route.path), paths))
        allow(data.account, key, `${readers[kind]}_read`)
      if (fault === 'error') throw unknownError()
      expireDue(context)
      const id = route.pattern.exec(c.req.path)?.[1] ?? ''
      const result = operation.run({ context, params, id, path: c.req.path })
      if (fault === 'executed_error') throw unknownError()
      return expanded(data, result, paths)
    }
    if (idempotencyKey === undefined) {
      await pause(state.delayMs)
      return { fault, answer: outcome(run).answer }
    }
    const params = JSON.stringify(asText(form))
    const request = { key: idempotencyKey, path: c.req.path, params, requestId }
    return { fault, answer: await once(context, request, run) }
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return { fault, answer: errorAnswer(error) }
  }
}

const unknownError = () => refused('An unknown error occurred.', { status: 500, type: 'api_error' })

const errorAnswer = ({ status, body }: StripeRefusal): Answered => ({
  status,
  body: { error: body },
})

/** The result of the work, and whether its key keeps it. */
function outcome(run: () => unknown): { answer: Answered; isKept: boolean } {
  try {
    return { answer: { status: 200, body: run() }, isKept: true }
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return { answer: errorAnswer(error), isKept: error.isKept }
  }
}

/** Does the work of a key once. Its first result is the result of all requests with this key for a day. */
async function once(
  { state, data }: Context,
  request: { key: string; path: string; params: string; requestId: string },
  run: () => unknown,
): Promise<Answered> {
  const { key, path, params, requestId } = request
  if (key.length > 255)
    throw malformed('Idempotency keys can be at most 255 characters long.', { status: 400 })
  const now = state.now().getTime()
  const known = data.idempotent.get(key)
  if (known && known.at > now - dayMs) {
    if (known.path !== path)
      throw malformed(
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${known.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      )
    if (known.params !== params)
      throw malformed(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      )
    if (!known.answer)
      throw malformed(
        `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        { status: 409, code: 'idempotency_key_in_use' },
      )
    const headers = { 'idempotent-replayed': 'true', 'original-request': known.requestId }
    return { ...known.answer, headers }
  }
  data.idempotent.set(key, { path, params, at: now, requestId, answer: null })
  await pause(state.delayMs)
  const { answer, isKept } = outcome(run)
  if (isKept) data.idempotent.set(key, { path, params, at: now, requestId, answer })
  else data.idempotent.delete(key)
  return answer
}

async function formOf(c: HonoContext<Env>) {
  if (c.req.method !== 'POST') return parseForm(new URL(c.req.url).search.slice(1))
  const text = await c.req.text()
  const type = c.req.header('content-type') ?? ''
  if (text !== '' && !type.startsWith('application/x-www-form-urlencoded'))
    throw malformed(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded).',
    )
  return parseForm(text)
}

/** The key as messages show it. */
const masked = (key: string) => `${key.slice(0, 8)}${'*'.repeat(12)}${key.slice(-4)}`

function authenticated(state: State, c: HonoContext<Env>): { key: Key; data: Data } {
  const secret = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  if (secret === undefined)
    throw malformed(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      { status: 401 },
    )
  if (secret.startsWith('pk_'))
    throw malformed(
      'This API call cannot be made with a publishable API key. Please use a secret API key.',
      { status: 401, code: 'secret_key_required' },
    )
  const account = state.accounts.find(({ keys }) => keys.some((one) => one.secret === secret))
  const key = account?.keys.find((one) => one.secret === secret)
  if (!account || !key || key.state === 'revoked')
    throw malformed(`Invalid API Key provided: ${masked(secret)}`, { status: 401 })
  if (key.state === 'expired')
    throw malformed(`Expired API Key provided: ${masked(secret)}`, {
      status: 401,
      code: 'api_key_expired',
    })
  const wanted = c.req.header('stripe-account') ?? account.id
  if (account.isClosed || wanted !== account.id)
    throw malformed(
      `The provided key '${masked(secret)}' does not have access to account '${wanted}' (or that account does not exist). Application access may have been revoked.`,
      { status: 403, code: 'account_invalid' },
    )
  const asked = c.req.header('stripe-version') ?? version
  if (asked !== version)
    throw malformed(`Invalid Stripe API version: ${asked}. The simulated Stripe knows ${version}.`)
  return { key, data: key.livemode ? account.live : account.test }
}

function allow(account: Account, { secret, permissions: granted }: Key, needed: string): void {
  const has = (name: string) => granted === null || granted.includes(name)
  if (has(needed) || has(needed.replace(/_read$/, '_write'))) return
  throw malformed(
    `The provided key '${masked(secret)}' does not have the required permissions for this endpoint on account '${account.id}'. Having the '${needed}' permission would allow this request to continue.`,
    { status: 403 },
  )
}

function takeFault(state: State, operation: string): StripeFault | null {
  const planned = state.faults.find(
    (one) => one.times > 0 && (one.operation === '' || one.operation === operation),
  )
  if (!planned) return state.habit?.(operation) ?? null
  planned.times -= 1
  return planned.fault
}
