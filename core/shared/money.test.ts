import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies } from '../vendors/rules.ts'
import { languages } from './languages.ts'
import { amountText, fieldAmount, formatMoney, minorDigits, parseAmount } from './money.ts'

const parse = (text: string, language: string, currency = 'EUR') =>
  parseAmount(text, { currency, language })

test.each([
  ['12.50', 'en', 1250],
  ['12,50', 'en', 1250],
  ['12.5', 'de', 1250],
  ['12', 'en', 1200],
  ['', 'en', 0],
  [' 12,50 ', 'de', 1250],
  ['1,000', 'en', 100_000],
  ['1.000', 'de', 100_000],
  ['1,000', 'de', null],
  ['1.000', 'en', null],
  ['1,000.50', 'en', 100_050],
  ['1.000,50', 'de', 100_050],
  ['1.000,50', 'en', null],
  ['1 000,50', 'ru', 100_050],
  ['1 000', 'en', 100_000],
  ['1,00,000', 'en', null],
  ['€1,234.50', 'en', 123_450],
  ['1.234,50 €', 'de', 123_450],
  ['EUR 12', 'en', 1200],
  ['€', 'en', null],
  ['EUR', 'de', null],
  [' € ', 'de', null],
  ['€ €', 'en', null],
  ['$12', 'en', null],
  ['12.345', 'en', null],
  ['12.5000', 'en', 1250],
  ['12.0001', 'en', null],
  ['-12', 'en', null],
  ['1 2', 'en', null],
  ['12.50.1', 'en', null],
  ['1e3', 'en', null],
] as const)('%o in %s is %o', (text, language, minor) => {
  expect(parse(text, language)).toBe(minor)
})

test('an amount with very many zeros is refused at once', () => {
  const amount = `1.${'0'.repeat(100_000)}1`
  const started = performance.now()
  expect(parse(amount, 'en')).toBeNull()
  expect(performance.now() - started).toBeLessThan(1000)
})

test('whole yen: a separator before three digits is one of thousands, or refused', () => {
  expect(parse('10,000', 'en', 'JPY')).toBe(10_000)
  expect(parse('10.000', 'en', 'JPY')).toBeNull()
  expect(parse('10.50', 'en', 'JPY')).toBeNull()
  expect(parse('12.00', 'en', 'JPY')).toBe(12)
})

test('the digits of a currency are those of ISO 4217, whatever the runtime thinks', () => {
  expect([minorDigits('HUF'), minorDigits('IDR'), minorDigits('JPY'), minorDigits('KWD')]).toEqual([
    2, 2, 0, 3,
  ])
  expect(formatMoney({ minor: 123_450, currency: 'HUF' }, 'en')).toContain('1,234.50')
  expect(formatMoney({ minor: 150_000_00, currency: 'IDR' }, 'en')).toMatch(/150,000$/)
})

test('a field shows an amount as its language writes it', () => {
  const rent = { minor: 123_450, currency: 'EUR' }
  expect(fieldAmount(rent, 'en')).toBe('1234.50')
  expect(fieldAmount(rent, 'de')).toBe('1234,50')
  expect(fieldAmount({ minor: 1500, currency: 'JPY' }, 'ru')).toBe('1500')
})

test('what is shown, and what stands in a field, is read back as the same amount', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9_999_999_99 }),
      fc.constantFrom(...currencies),
      fc.constantFrom(...languages),
      (minor, currency, language) => {
        const money = { minor, currency }
        expect(parseAmount(formatMoney(money, language), { currency, language })).toBe(minor)
        expect(parseAmount(amountText(money), { currency, language })).toBe(minor)
        expect(parseAmount(fieldAmount(money, language), { currency, language })).toBe(minor)
      },
    ),
  )
})
