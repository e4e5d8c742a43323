import { z } from 'zod'
import { type Given, judge } from './cards.ts'
import { openDispute } from './disputes.ts'
import { malformed, missing, notSimulated, refused } from './errors.ts'
import { checkAmount, checkTotal, currencyIn } from './money.ts'
import { blank, metadataAfter, metadataSchema } from './params.ts'
import {
  type Attempt,
  type Charge,
  type Checkout,
  type Context,
  emit,
  type Intent,
  move,
  newId,
  seconds,
  type Session,
} from './state.ts'

const createSchema = z.object({
  mode: z.string().optional(),
  ui_mode: z.string().default('hosted_page'),
  line_items: z
    .array(
      z.object({
        quantity: z.number().optional(),
        price_data: z
          .object({
            currency: z.string(),
            unit_amount: z.number().optional(),
            product_data: z
              .object({ name: z.string(), description: z.string().optional() })
              .optional(),
          })
          .optional(),
      }),
    )
    .default([]),
  currency: z.string().optional(),
  allowed_payment_method_types: z.array(z.string()).default([]),
  success_url: z.string().optional(),
  cancel_url: z.string().nullish(),
  expires_at: z.number().optional(),
  client_reference_id: z.string().optional(),
  customer_email: z.string().optional(),
  locale: z.string().optional(),
  submit_type: z.string().optional(),
  origin_context: z.string().optional(),
  adaptive_pricing: z.object({ enabled: z.boolean().optional() }).optional(),
  wallet_options: z.unknown().optional(),
  custom_text: z.object({ submit: z.unknown().optional() }).optional(),
  metadata: metadataSchema,
  payment_intent_data: z
    .looseObject({ metadata: metadataSchema, description: z.string().optional() })
    .optional(),
})

const hour = 3600

export function createSession(context: Context, given: unknown): Session {
  const { state, data } = context
  const params = createSchema.parse(given)
  if (params.mode === undefined) throw missing('mode')
  if (params.mode !== 'payment') throw notSimulated(`mode=${params.mode}`)
  if (params.ui_mode !== 'hosted_page') throw notSimulated(`ui_mode=${params.ui_mode}`)
  if (params.success_url === undefined) throw missing('success_url')
  // Without it, Stripe offers what the vendor switched on there, also methods that take days.
  if (params.allowed_payment_method_types.join('') !== 'card')
    throw notSimulated('allowed_payment_method_types other than card')
  if (params.adaptive_pricing?.enabled) throw notSimulated('adaptive_pricing[enabled]=true')
  for (const name of ['success_url', 'cancel_url'] as const)
    checkUrl(params[name] ?? null, name, data.livemode)
  if (
    params.customer_email !== undefined &&
    !/^[\x21-\x3f\x41-\x7e]+@[a-z\d.-]+\.[a-z]{2,}$/i.test(params.customer_email)
  )
    throw malformed(`Invalid email address: ${params.customer_email}`, {
      code: 'email_invalid',
      param: 'customer_email',
    })
  if ((params.client_reference_id?.length ?? 0) > 200)
    throw malformed('Invalid string: must be at most 200 characters', {
      param: 'client_reference_id',
    })
  const { items, currency, total } = sold(params)
  const createdAt = state.now().getTime()
  const expiresAt = params.expires_at ?? Math.floor(createdAt / 1000) + 24 * hour
  if (expiresAt * 1000 < createdAt + hour * 500)
    throw malformed(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      { param: 'expires_at' },
    )
  if (expiresAt * 1000 > createdAt + 24 * hour * 1000)
    throw malformed(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    )
  checkTotal(total, currency)
  if (data.account.isInactive) throw refused('Your account cannot currently make charges.')

  const id = newId(data.livemode ? 'cs_live_' : 'cs_test_', 58)
  const text = z.object({ message: z.string() }).safeParse(params.custom_text?.submit).data
  const session: Session = {
    ...blank('checkout.session'),
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    allowed_payment_method_types: ['card'],
    amount_subtotal: total,
    amount_total: total,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: seconds(state),
    currency,
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: text ?? null,
      terms_of_service_acceptance: null,
    },
    customer_creation: 'if_required',
    customer_details: params.customer_email === undefined ? null : details(params.customer_email),
    customer_email: params.customer_email ?? null,
    expires_at: expiresAt,
    livemode: data.livemode,
    locale: params.locale ?? null,
    metadata: metadataAfter(params.metadata),
    mode: 'payment',
    origin_context: params.origin_context ?? null,
    payment_intent: null,
    payment_method_collection: 'if_required',
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    status: 'open',
    submit_type: params.submit_type ?? null,
    success_url: params.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${state.root}/c/pay/${id}`,
    wallet_options: params.wallet_options ?? null,
  }
  data.sessions.push(session)
  data.checkouts.set(id, {
    session,
    items,
    submitText: text?.message ?? null,
    intentData: {
      ...params.payment_intent_data,
      metadata: metadataAfter(params.payment_intent_data?.metadata),
    },
    paying: null,
    authenticating: null,
  })
  return session
}

function checkUrl(url: string | null, param: string, livemode: boolean): void {
  if (url === null) return
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw malformed('Not a valid URL', { code: 'url_invalid', param })
  if (livemode && !url.startsWith('https:'))
    throw malformed('Livemode requests must always be redirected via HTTPS.', {
      code: 'url_invalid',
      param,
    })
}

function sold({ line_items: lines, currency: wanted }: z.infer<typeof createSchema>) {
  if (lines.length === 0) throw missing('line_items')
  if (lines.length > 100) throw malformed('At most 100 line items.', { param: 'line_items' })
  const items: Checkout['items'] = []
  const currencies = new Set(wanted === undefined ? [] : [currencyIn(wanted, 'currency')])
  for (const [index, { price_data: price, quantity }] of lines.entries()) {
    const at = `line_items[${index}]`
    if (!price) throw missing(`${at}[price_data]`)
    const { unit_amount: amount, product_data: product } = price
    if (!product) throw missing(`${at}[price_data][product_data]`)
    if (amount === undefined) throw missing(`${at}[price_data][unit_amount]`)
    if (quantity === undefined) throw missing(`${at}[quantity]`)
    if (quantity < 1)
      throw malformed('Invalid positive integer', {
        code: 'parameter_invalid_integer',
        param: `${at}[quantity]`,
      })
    const currency = currencyIn(price.currency, `${at}[price_data][currency]`)
    checkAmount(amount, currency, `${at}[price_data][unit_amount]`)
    currencies.add(currency)
    const { name, description = null } = product
    items.push({ name, description, quantity, amount })
  }
  const [currency = '', ...others] = currencies
  if (others.length > 0)
    throw malformed('All prices on a Checkout Session must have the same currency.', {
      param: 'line_items',
    })
  const total = items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)
  return { items, currency, total }
}

const details = (email: string | null) => ({
  address: null,
  business_name: null,
  email,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: null,
})

/** Ends what has run out; a session that is being paid in this moment is left alone. */
export function expireDue(context: Context): void {
  for (const checkout of context.data.checkouts.values()) {
    const { session } = checkout
    if (
      session.status === 'open' &&
      !checkout.paying &&
      session.expires_at <= seconds(context.state)
    )
      end({ ...context, cause: null }, checkout)
  }
}

export function expireSession(context: Context, checkout: Checkout): Session {
  const { session } = checkout
  if (session.status !== 'open')
    throw refused(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    )
  if (checkout.paying)
    throw refused('This Checkout Session cannot be expired: a payment for it is being processed.')
  end(context, checkout)
  return session
}

function end(context: Context, { session }: Checkout): void {
  Object.assign(session, { status: 'expired', url: null })
  const intent = context.data.intents.find(({ id }) => id === session.payment_intent)
  if (intent) {
    Object.assign(intent, {
      status: 'canceled',
      canceled_at: seconds(context.state),
      cancellation_reason: 'expired',
      next_action: null,
    })
    emit(context, 'payment_intent.canceled', intent)
  }
  emit(context, 'checkout.session.expired', session)
}

export type Paid = 'paid' | 'declined' | 'authentication' | 'expired' | 'complete'

/** The press on “Pay”, until Stripe has asked the bank. Null: it is on its way. */
export function beginPay(
  context: Context,
  checkout: Checkout,
  { card, email }: { card: Given; email: string | null },
): 'expired' | 'complete' | { invalid: string } | null {
  const { state, data } = context
  expireDue(context)
  const { session } = checkout
  if (session.status !== 'open') return session.status
  if (checkout.paying) return { invalid: 'This payment is being processed.' }
  const attempt = judge(card, {
    livemode: data.livemode,
    now: state.now(),
    email: session.customer_email ?? email,
  })
  if (typeof attempt === 'string') return { invalid: attempt }
  checkout.authenticating = null
  checkout.paying = attempt
  if (session.payment_intent === null) {
    const intent = createIntent(context, checkout)
    session.payment_intent = intent.id
    emit(context, 'payment_intent.created', intent)
  }
  return null
}

/** What the bank said. */
export function finishPay(context: Context, checkout: Checkout): Paid {
  const attempt = checkout.paying
  if (!attempt) throw new Error('Nobody is paying this session.')
  checkout.paying = null
  const intent = intentOf(context, checkout)
  if (attempt.verdict === 'paid') {
    succeed(context, checkout, attempt)
    return 'paid'
  }
  if (attempt.verdict === 'authentication') {
    checkout.authenticating = attempt
    Object.assign(intent, {
      status: 'requires_action',
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: null, url: null } },
    })
    emit(context, 'payment_intent.requires_action', intent)
    return 'authentication'
  }
  const { code, decline, message } = attempt.verdict
  const charge = addCharge(context, intent, attempt)
  fail(context, intent, {
    type: 'card_error',
    code,
    ...(decline !== null && { decline_code: decline }),
    message,
    charge: charge.id,
  })
  return 'declined'
}

/** What the customer did at the page of the bank. */
export function authenticate(context: Context, checkout: Checkout, isOk: boolean): Paid {
  expireDue(context)
  const { session, authenticating: attempt } = checkout
  if (session.status !== 'open') return session.status
  if (!attempt) throw new Error('This session waits for nobody at a bank.')
  checkout.authenticating = null
  const intent = intentOf(context, checkout)
  intent['next_action'] = null
  if (isOk) {
    succeed(context, checkout, attempt)
    return 'paid'
  }
  fail(context, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  })
  return 'declined'
}

function intentOf({ data }: Context, { session }: Checkout): Intent {
  const intent = data.intents.find(({ id }) => id === session.payment_intent)
  if (!intent) throw new Error('This session has no payment intent.')
  return intent
}

function createIntent({ state, data }: Context, { session, intentData }: Checkout): Intent {
  const id = newId('pi_')
  const intent: Intent = {
    ...blank('payment_intent'),
    ...intentData,
    id,
    object: 'payment_intent',
    amount: session.amount_total,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${newId('')}`,
    confirmation_method: 'automatic',
    created: seconds(state),
    currency: session.currency,
    description: intentData.description ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: data.livemode,
    metadata: intentData.metadata,
    payment_method_options: { card: {} },
    payment_method_types: ['card'],
    status: 'requires_payment_method',
  }
  data.intents.push(intent)
  return intent
}

function fail(
  context: Context,
  intent: Intent,
  problem: { message: string } & Record<string, unknown>,
): void {
  Object.assign(intent, { status: 'requires_payment_method', last_payment_error: problem })
  emit(context, 'payment_intent.payment_failed', intent)
}

function succeed(context: Context, checkout: Checkout, attempt: Attempt): void {
  const { session } = checkout
  const intent = intentOf(context, checkout)
  const charge = addCharge(context, intent, attempt)
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    payment_method: charge['payment_method'],
  })
  emit(context, 'payment_intent.succeeded', intent)
  Object.assign(session, {
    status: 'complete',
    payment_status: 'paid',
    url: null,
    customer_details: details(attempt.email),
  })
  emit(context, 'checkout.session.completed', session)
  if (attempt.later === 'dispute') openDispute(context, charge, { reason: 'fraudulent' })
  if (attempt.later === 'pending_refunds') context.data.slowRefunds.add(charge.id)
}

/** A charge of every attempt that reached the bank. */
function addCharge(context: Context, intent: Intent, { card, email, verdict }: Attempt): Charge {
  const { state, data } = context
  const problem = typeof verdict === 'string' ? null : verdict
  const id = newId('ch_')
  const charge: Charge = {
    ...blank('charge'),
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: problem ? 0 : intent.amount,
    amount_refunded: 0,
    balance_transaction: problem
      ? null
      : move(context, {
          type: 'charge',
          amount: intent.amount,
          currency: intent.currency,
          source: id,
        }),
    billing_details: { address: null, email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: data.account.name.toUpperCase().slice(0, 22),
    captured: !problem,
    created: seconds(state),
    currency: intent.currency,
    description: intent.description,
    disputed: false,
    failure_code: problem?.code ?? null,
    failure_message: problem?.message ?? null,
    fraud_details: {},
    livemode: data.livemode,
    metadata: { ...intent.metadata },
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: problem ? 'declined_by_network' : 'approved_by_network',
      reason: problem ? (problem.decline ?? problem.code) : null,
      risk_level: 'normal',
      seller_message: problem
        ? 'The bank did not return any further details with this decline.'
        : 'Payment complete.',
      type: problem ? 'issuer_declined' : 'authorized',
    },
    paid: !problem,
    payment_intent: intent.id,
    payment_method: newId('pm_'),
    payment_method_details: {
      type: 'card',
      card: {
        amount_authorized: problem ? null : intent.amount,
        authorization_code: null,
        brand: card.brand,
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
        country: 'US',
        electronic_commerce_indicator: null,
        exp_month: card.month,
        exp_year: card.year,
        funding: 'credit',
        installments: null,
        last4: card.last4,
        mandate: null,
        network: card.brand,
        network_transaction_id: null,
        regulated_status: 'unregulated',
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
    },
    receipt_url: problem ? null : `https://pay.stripe.com/receipts/payment/${id}`,
    refunded: false,
    status: problem ? 'failed' : 'succeeded',
  }
  data.charges.push(charge)
  intent.latest_charge = id
  emit(context, problem ? 'charge.failed' : 'charge.succeeded', charge)
  return charge
}
