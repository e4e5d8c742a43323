import { randomBytes } from 'node:crypto'
import { blank } from './params.ts'

type Fields = Record<string, unknown>
export type Metadata = Record<string, string>

export type Session = Fields & {
  id: string
  object: 'checkout.session'
  created: number
  expires_at: number
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  payment_intent: string | null
  amount_total: number
  currency: string
  customer_email: string | null
  customer_details: { email: string | null } | null
  success_url: string
  cancel_url: string | null
  livemode: boolean
  url: string | null
}
export type Intent = Fields & {
  id: string
  object: 'payment_intent'
  created: number
  amount: number
  currency: string
  latest_charge: string | null
  metadata: Metadata
  description: string | null
  last_payment_error: { message: string } | null
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled'
}
export type Charge = Fields & {
  id: string
  object: 'charge'
  created: number
  amount: number
  amount_refunded: number
  currency: string
  payment_intent: string
  status: 'succeeded' | 'failed'
  refunded: boolean
  disputed: boolean
  payment_method_details: { card: Fields & { brand: string; last4: string } } & Fields
}
export type Refund = Fields & {
  id: string
  object: 'refund'
  created: number
  amount: number
  currency: string
  charge: string
  payment_intent: string
  status: 'pending' | 'succeeded' | 'failed' | 'canceled' | 'requires_action'
}
export type Dispute = Fields & {
  id: string
  object: 'dispute'
  created: number
  amount: number
  currency: string
  charge: string
  payment_intent: string
  balance_transactions: Transaction[]
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'warning_closed'
    | 'needs_response'
    | 'under_review'
    | 'appeal_needs_response'
    | 'appeal_under_review'
    | 'won'
    | 'lost'
    | 'prevented'
}
export type Transaction = Fields & {
  id: string
  object: 'balance_transaction'
  created: number
  amount: number
  currency: string
  source: string
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment'
}
export type Endpoint = Fields & {
  id: string
  object: 'webhook_endpoint'
  created: number
  url: string
  enabled_events: string[]
  status: 'enabled' | 'disabled'
  description: string | null
  metadata: Metadata
}
export type StripeEvent = Fields & {
  id: string
  object: 'event'
  created: number
  type: string
  livemode: boolean
  pending_webhooks: number
  data: { object: Fields }
}

/** What a card number came to; the number itself is never kept. */
export type Attempt = {
  card: { brand: string; last4: string; month: number; year: number }
  email: string | null
  verdict: 'paid' | 'authentication' | { code: string; decline: string | null; message: string }
  /** what happens to the charge afterwards, as the test cards have it */
  later: 'nothing' | 'dispute' | 'pending_refunds'
}

/** What a session has besides what it shows. */
export type Checkout = {
  session: Session
  items: { name: string; description: string | null; quantity: number; amount: number }[]
  submitText: string | null
  intentData: Fields & { metadata: Metadata; description?: string | undefined }
  /** being paid in this moment: not to be expired */
  paying: Attempt | null
  /** waits for its customer at the bank */
  authenticating: Attempt | null
}

export type Answer = { status: number; body: unknown }
type Idempotent = {
  path: string
  params: string
  at: number
  requestId: string
  /** null: still at work */
  answer: Answer | null
}

/** One mode of an account: test and live never see each other. */
export type Data = {
  account: Account
  livemode: boolean
  checkouts: Map<string, Checkout>
  sessions: Session[]
  intents: Intent[]
  charges: Charge[]
  refunds: Refund[]
  disputes: Dispute[]
  transactions: Transaction[]
  endpoints: Endpoint[]
  secrets: Map<string, string[]>
  /** charges whose refunds stay pending */
  slowRefunds: Set<string>
  events: StripeEvent[]
  idempotent: Map<string, Idempotent>
}

export type Key = {
  secret: string
  livemode: boolean
  /** null: all of them */
  permissions: readonly string[] | null
  state: 'active' | 'revoked' | 'expired'
}

export type Account = {
  id: string
  name: string
  email: string
  country: string
  currency: string
  isClosed: boolean
  keys: Key[]
  /** of cards whose refunds take days; a test or a page ends them */
  refundsWait: boolean
  /** its balance is too small for refunds: they wait, and move nothing before they are done */
  isShort: boolean
  /** Stripe has not activated it, or asks for something: no session can be made */
  isInactive: boolean
  test: Data
  live: Data
}

export const stripeFaults = [
  'error',
  'executed_error',
  'limited',
  'locked',
  // The same, as some of its endpoints say it: by the code alone.
  'limited_400',
  'locked_400',
  'reset',
  'lost',
] as const
export type StripeFault = (typeof stripeFaults)[number]

export type Delivery = {
  event: StripeEvent
  data: Data
  endpoint: string
  state: 'pending' | 'delivered' | 'dropped'
  /** what the endpoint answered each time; 0: nothing */
  answers: number[]
}

export type State = {
  accounts: Account[]
  now: () => Date
  root: string
  allowHttpWebhooks: boolean
  /** how long every request works; another one with its key finds it under way */
  delayMs: number
  faults: { fault: StripeFault; operation: string; times: number }[]
  /** what other requests suffer */
  habit: ((operation: string) => StripeFault | null) | null
  /** 'POST /v1/refunds' */
  asked: string[]
  deliveries: Delivery[]
  isHeld: boolean
  running: Set<Promise<unknown>>
  send: (url: string, headers: Record<string, string>, body: string) => Promise<number>
}

/** Who causes an event: a request, or, if null, somebody at Stripe's pages. */
export type Cause = { id: string; idempotency_key: string | null } | null
export type Context = { state: State; data: Data; cause: Cause }

/** Accounts keep the version of the day they were made. */
const accountVersion = '2023-10-16'

export const seconds = (state: State) => Math.floor(state.now().getTime() / 1000)

export function newId(prefix: string, length = 24): string {
  const text = randomBytes(length).toString('base64').replace(/\W/g, '')
  return `${prefix}${text.slice(0, length).padEnd(length, '0')}`
}

function newData(account: Account, livemode: boolean): Data {
  return {
    account,
    livemode,
    checkouts: new Map(),
    sessions: [],
    intents: [],
    charges: [],
    refunds: [],
    disputes: [],
    transactions: [],
    endpoints: [],
    secrets: new Map(),
    slowRefunds: new Set(),
    events: [],
    idempotent: new Map(),
  }
}

export function newAccount(
  given: Partial<Pick<Account, 'id' | 'name' | 'email' | 'country' | 'currency'>>,
) {
  const account: Account = {
    id: newId('acct_', 16),
    name: 'Studio',
    email: 'studio@example.com',
    country: 'DE',
    currency: 'eur',
    ...given,
    isClosed: false,
    keys: [],
    refundsWait: false,
    isShort: false,
    isInactive: false,
    get test() {
      return test
    },
    get live() {
      return live
    },
  }
  const test = newData(account, false)
  const live = newData(account, true)
  return account
}

/** The collections by what their objects are called. */
export const collections = (data: Data) => ({
  'checkout.session': data.sessions,
  payment_intent: data.intents,
  charge: data.charges,
  refund: data.refunds,
  dispute: data.disputes,
  balance_transaction: data.transactions,
  webhook_endpoint: data.endpoints,
  event: data.events,
})
export type Kind = keyof ReturnType<typeof collections>

/** Money that moved; the sums of an account are the sums of these. */
export function move(
  { state, data }: Context,
  {
    type,
    amount,
    currency,
    source,
  }: Pick<Transaction, 'type' | 'amount' | 'currency'> & {
    source: string
  },
): string {
  const at = seconds(state)
  const transaction: Transaction = {
    ...blank('balance_transaction'),
    id: newId('txn_'),
    object: 'balance_transaction',
    amount,
    net: amount,
    currency,
    type,
    source,
    reporting_category: type === 'adjustment' ? 'dispute' : type,
    balance_type: 'payments',
    status: 'available',
    created: at,
    available_on: at,
  }
  data.transactions.push(transaction)
  return transaction.id
}

/** What an account took in, gave back and lost to disputes. Stripe's own fees are not simulated. */
export function sums(data: Data, currency: string) {
  const of = (...types: Transaction['type'][]) =>
    data.transactions
      .filter((one) => one.currency === currency && types.includes(one.type))
      .reduce((sum, { amount }) => sum + amount, 0)
  return {
    taken: of('charge'),
    refunded: -of('refund', 'refund_failure') || 0,
    disputed: -of('adjustment') || 0,
    balance: of('charge', 'refund', 'refund_failure', 'adjustment'),
  }
}

/** Records what happened to an object, as it is now, and tells the endpoints that listen. */
export function emit({ state, data, cause }: Context, type: string, object: Fields): StripeEvent {
  const listening = data.endpoints.filter(
    ({ status, enabled_events: wanted }) =>
      status === 'enabled' && (wanted.includes('*') || wanted.includes(type)),
  )
  const event: StripeEvent = {
    id: newId('evt_'),
    object: 'event',
    // Its list shows an event as the account’s own version has it, however it is asked for.
    api_version: accountVersion,
    created: seconds(state),
    data: { object: structuredClone(object) },
    livemode: data.livemode,
    pending_webhooks: listening.length,
    request: cause ?? { id: null, idempotency_key: null },
    type,
  }
  data.events.push(event)
  for (const { id } of listening)
    state.deliveries.push({ event, data, endpoint: id, state: 'pending', answers: [] })
  return event
}
