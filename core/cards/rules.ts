import { minorDigits } from '#core/shared/money.ts'

const noDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const threeDecimals = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))

/** Stripe sends Icelandic and Ugandan amounts with two decimals that are 00, and Malagasy ones with none. */
const stripeDigits = (currency: string) =>
  noDecimals.has(currency) ? 0 : threeDecimals.has(currency) ? 3 : 2

/** An amount in our minor units, in those of Stripe. card_unit() in the database knows which ones fit. */
export function toStripe(minor: number, currency: string): number {
  return Math.round(minor * 10 ** (stripeDigits(currency) - minorDigits(currency)))
}

export function fromStripe(amount: number, currency: string): number {
  return Math.round(amount * 10 ** (minorDigits(currency) - stripeDigits(currency)))
}

/** How long Stripe must refuse a key before its vendor gets a mail: a passing fault is over by then. */
export const refusedMinutes = 10

/** So many payments in a row that Stripe did not make for a reason of the account: nobody can pay by card there. */
export const mostRefusals = 3

/** Whether a refusal is about the account, such as one that is not active, and not about this one payment. */
export const isOfAccount = (of: { problem: string; code: string | null; param: string | null }) =>
  of.problem === 'refused' && of.param === null && !of.code?.startsWith('amount_')

export type KeyRefusal = 'missing' | 'malformed' | 'publishable' | 'secret'

/**
 * Why this cannot be a restricted key of Stripe; null: it can. A full secret key can do everything with the account, and
 * Stripe's rules forbid asking for one; a publishable one can do nothing.
 */
export function keyRefusal(key: string): KeyRefusal | null {
  if (key === '') return 'missing'
  if (key.startsWith('pk_')) return 'publishable'
  if (key.startsWith('sk_')) return 'secret'
  return /^rk_(test|live)_[A-Za-z0-9_]{8,240}$/.test(key) ? null : 'malformed'
}

/** What a restricted key needs, by Stripe's own names of it; the last three are for cards that are kept. */
export const keyPermissions = [
  { id: 'rak_checkout_session', name: 'Checkout Sessions', level: 'write' },
  { id: 'rak_charge', name: 'Charges and Refunds', level: 'write' },
  { id: 'rak_payment_intent', name: 'PaymentIntents', level: 'write' },
  { id: 'rak_dispute', name: 'Disputes', level: 'read' },
  { id: 'rak_event', name: 'Events', level: 'read' },
  { id: 'rak_webhook', name: 'Webhook Endpoints', level: 'write' },
  { id: 'rak_accounts_kyc_basic', name: 'Basic Business Contact Information', level: 'read' },
  { id: 'rak_customer', name: 'Customers', level: 'write' },
  { id: 'rak_payment_method', name: 'PaymentMethods', level: 'write' },
  { id: 'rak_setup_intent', name: 'SetupIntents', level: 'write' },
] as const

/** The names on Stripe's page of permissions that an answer of Stripe names; one that we do not know stays as it is. */
export function permissionNames(missing: readonly string[]): string[] {
  const known = missing.map((id) => {
    const name = id.replace(/_(?:read|write)$/, '')
    return keyPermissions.find((one) => one.id === name)?.name ?? id
  })
  return [...new Set(known)].filter((name) => name !== '')
}
