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

/** How long a key is refused before its vendor is told: Stripe is rarely wrong about it for longer. */
export const refusedMinutes = 10
