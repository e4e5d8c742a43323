import { numberFormat } from './formats.ts'

/** An amount in the currency's minor unit (cents), never a fraction. */
export type Money = { minor: number; currency: string }

/** Digits after the point of a currency: 2 for USD, 0 for JPY. */
export function minorDigits(currency: string): number {
  return (
    numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  )
}

/** '12.50' or '12,50' → 1250; null when it is no amount of that currency. Empty is 0. */
export function parseAmount(text: string, currency: string): number | null {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return 0
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(plain)
  if (!match) return null
  const digits = minorDigits(currency)
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > digits) return null
  return Number(match[1]) * 10 ** digits + Number(fraction.padEnd(digits, '0') || '0')
}

/** As a number field wants it: '12.50', '12' for yen. */
export function amountText({ minor, currency }: Money): string {
  return (minor / 10 ** minorDigits(currency)).toFixed(minorDigits(currency))
}

/** For people: $12.50, whole amounts without the zeros. */
export function formatMoney({ minor, currency }: Money, language: string): string {
  const digits = minorDigits(currency)
  const whole = minor % 10 ** digits === 0
  return numberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(whole && { minimumFractionDigits: 0, maximumFractionDigits: 0 }),
  }).format(minor / 10 ** digits)
}
