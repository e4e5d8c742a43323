import { numberFormat } from './formats.ts'

/** An amount in the currency's minor unit (cents), never a fraction. */
export type Money = { minor: number; currency: string }

/** What is needed to parse and format an amount. */
export type MoneyOf = { currency: string; language: string }

// ISO 4217, where it is not two. Runtimes differ: some think that forints and rupiahs have none.
const otherDigits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const digitsOf = new Map(
  Object.entries(otherDigits).flatMap(([digits, currencies]) =>
    currencies.split(' ').map((currency) => [currency, Number(digits)] as const),
  ),
)

/** Digits after the point of a currency: 2 for USD, 0 for JPY. */
export function minorDigits(currency: string): number {
  return digitsOf.get(currency) ?? 2
}

/**
 * '12.50', '12,50' or whatever formatMoney writes in this language ('€1,234.50') → minor units; null when it is no
 * amount of that currency. Empty is 0. A separator before three digits is one of thousands in the language, or refused:
 * '1,000' must never be 1.
 */
export function parseAmount(text: string, of: MoneyOf): number | null {
  if (text.trim() === '') return 0
  const plain = withoutCurrency(text, of)
  const whole = withoutPurchases(plain, of.language)
  const match = /^(\d{1,9})(?:[.,](\d+))?$/.exec(whole)
  if (!match) return null
  const digits = minorDigits(of.currency)
  const [, units = '', decimals = ''] = match
  if (decimals.length === 3 && digits !== 3) return null
  if (/[1-9]/.test(decimals.slice(digits))) return null
  const fraction = decimals.slice(0, digits).padEnd(digits, '0')
  return Number(units) * 10 ** digits + Number(fraction)
}

/** Removes the symbol or code, and turns every kind of space into a plain one. */
function withoutCurrency(text: string, { currency, language }: MoneyOf): string {
  const plain = text.replace(/\s+/gu, ' ').trim()
  const names = [currency, symbolOf(currency, language), symbolOf(currency, 'en')]
  const before = names.find((name) => plain.startsWith(name))
  const after = names.find((name) => plain.endsWith(name))
  if (before !== undefined) return plain.slice(before.length).trim()
  return after === undefined ? plain : plain.slice(0, -after.length).trim()
}

function symbolOf(currency: string, language: string): string {
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const parts = numberFormat(language, options).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** '1,234.50' → '1234.50' in English; a space separates thousands in every language. */
function withoutPurchases(plain: string, language: string): string {
  const parts = numberFormat(language, {}).formatToParts(1_234_567)
  const group = parts.find(({ type }) => type === 'group')?.value ?? ' '
  for (const separator of [' ', group.replace(/\s/u, ' ')]) {
    const decimal = separator === ',' ? '\\.' : separator === '.' ? ',' : '[.,]'
    const grouped = new RegExp(`^(\\d{1,3}(?:\\${separator}\\d{3})+)(?:${decimal}(\\d+))?$`)
    const [, units, decimals] = grouped.exec(plain) ?? []
    if (units !== undefined)
      return units.replaceAll(separator, '') + (decimals === undefined ? '' : `.${decimals}`)
  }
  return plain
}

/** As a number field wants it: '12.50', '12' for yen. */
export function amountText({ minor, currency }: Money): string {
  return (minor / 10 ** minorDigits(currency)).toFixed(minorDigits(currency))
}

/** As a field shows it, and `parseAmount` reads it: '12.50', '12,50' */
export function fieldAmount({ minor, currency }: Money, language: string): string {
  const digits = minorDigits(currency)
  return numberFormat(language, {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(minor / 10 ** digits)
}

/** For people: $12.50, whole amounts without the zeros. */
export function formatMoney({ minor, currency }: Money, language: string): string {
  const digits = minorDigits(currency)
  const shown = minor % 10 ** digits === 0 ? 0 : digits
  return numberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  }).format(minor / 10 ** digits)
}
