import { malformed, refused } from './errors.ts'

// What Stripe says about minimums; others must be worth about half a dollar.
const minimums = new Map(
  `
  usd=50 eur=50 gbp=30 chf=50 aud=50 nzd=50 cad=50 brl=50 inr=50 sgd=50
  jpy=50 krw=700 aed=200 bgn=100 czk=1500 dkk=250 hkd=400 huf=17500
  mxn=1000 myr=200 nok=300 pln=200 ron=200 sek=300 thb=1000 try=2000
  rub=5000 uah=2000 kzt=25000 gel=150 amd=20000 ils=200 cny=400 idr=800000
  zar=1000 rsd=6000 isk=7000 ugx=200000 vnd=13000 clp=500 bhd=190 jod=360
  kwd=160 omr=200 tnd=1560 twd=1600 xaf=300 xof=300`
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 3), Number(pair.slice(4))] as const),
)
const withoutDecimals = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const withThreeDecimals = 'bhd jod kwd omr tnd'.split(' ')
/** Sent with two decimals, which have to be zeros. */
const withZeros = ['isk', 'ugx']

/** The currency as Stripe writes it. */
export function currencyIn(text: string, param: string): string {
  const currency = text.toLowerCase()
  if (!minimums.has(currency))
    throw malformed(
      `Invalid currency: ${text}. Stripe currently supports these currencies: ${[...minimums.keys()].join(', ')}`,
      { param },
    )
  return currency
}

/** Amounts that no currency has a coin for. */
export function checkAmount(amount: number, currency: string, param: string): void {
  if (amount < 0)
    throw malformed('Invalid non-negative integer', { code: 'parameter_invalid_integer', param })
  const step = withThreeDecimals.includes(currency) ? 10 : withZeros.includes(currency) ? 100 : 1
  if (amount % step !== 0)
    throw malformed(
      `Invalid amount: ${amount}. Amounts in ${currency} must be a multiple of ${step}.`,
      { code: 'invalid_charge_amount', param },
    )
}

/** In the currency's units at Stripe; null: it knows no such currency. */
export const minimumOf = (currency: string) => minimums.get(currency.toLowerCase()) ?? null

export function checkTotal(total: number, currency: string): void {
  const least = minimums.get(currency) ?? 50
  if (total < least)
    throw refused(
      `The Checkout Session's total amount must convert to at least 50 cents. ${formatted(total, currency)} is too little; the minimum is ${formatted(least, currency)}.`,
      { code: 'amount_too_small' },
    )
  if (total > 99_999_999)
    throw refused('The total amount must be no more than eight digits.', {
      code: 'amount_too_large',
    })
}

export function formatted(amount: number, currency: string): string {
  const digits = withoutDecimals.includes(currency)
    ? 0
    : withThreeDecimals.includes(currency)
      ? 3
      : 2
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits)
}
