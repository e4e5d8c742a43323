import { expect, test } from 'vitest'
import { csvFile, csvRows } from './csv.ts'

test('quotes, commas and line breaks are written by RFC 4180', () => {
  expect(csvFile(['name', 'note'], [['Anna "Ann" B', 'one, two\nthree']], 'en')).toBe(
    '\uFEFFname,note\r\n"Anna ""Ann"" B","one, two\nthree"\r\n',
  )
})

test.each(['=1+1', '+SUM(A1)', '-2+3', '@cmd', '\t1', '\r1', '\n1', '  =1', '＝1', '+', '-'])(
  'a text that a spreadsheet would run begins with an apostrophe: %j',
  (text) => {
    expect(csvRows([[text]], 'en').replaceAll('"', '')).toBe(`'${text}\r\n`)
  },
)

test('phone numbers are written as people read them, amounts and empty cells stay as they are', () => {
  const cells = ['+491712345678', -5, null, true, new Date('2026-01-02T03:04:05Z'), 'a=b']
  expect(csvRows([cells], 'en')).toBe('+49 171 2345678,-5,,true,2026-01-02T03:04:05.000Z,a=b\r\n')
})

test.each(['de', 'ru'] as const)(
  'a spreadsheet in %s gets semicolons, a decimal comma and readable phones',
  (language) => {
    const price = { minor: 3500, currency: 'EUR' }
    const cells = [
      'Anna; Ben',
      price,
      { minor: -5, currency: 'EUR' },
      { minor: 900, currency: 'JPY' },
      '+79161234567',
    ]
    expect(csvRows([cells], language)).toBe('"Anna; Ben";35,00;-0,05;900;+7 916 123 45 67\r\n')
    // Opened where commas separate cells, the quotes mean nothing.
    expect(csvRows([['a, =1', 'a;=1', '=1']], language)).toBe('a,\' =1;"a;=1";\'=1\r\n')
  },
)

test.each([
  ["Carla;=cmd|'/C calc'!A0;x", "Carla;'=cmd|'/C calc'!A0;x"],
  ['Carla;"=1', "Carla;'=1"],
  ['a; -2+3', "a;' -2+3"],
  ['a;\t@cmd', "a;\t'@cmd"],
  ['one\n=1', "one\n'=1"],
  ['\n=1', "'\n'=1"],
  ['\r=1', "'\r'=1"],
  ['\t=1', "'\t'=1"],
  ['  \r\n  @cmd', "'  \r\n'  @cmd"],
  ['\n"=1', "'\n'=1"],
  ['\n+4915112345678', "'\n'+4915112345678"],
  ['one;two', 'one;two'],
])('a formula behind a semicolon or a line break is text too: %j', (text, written) => {
  expect(csvRows([[text]], 'en').replaceAll('"', '')).toBe(`${written}\r\n`)
})
