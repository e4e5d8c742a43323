import { expect, test } from 'vitest'
import { csvFile, csvRows } from './csv.ts'

test('quotes, commas and line breaks are written by RFC 4180', () => {
  expect(csvFile(['name', 'note'], [['Anna "Ann" B', 'one, two\nthree']])).toBe(
    '\uFEFFname,note\r\n"Anna ""Ann"" B","one, two\nthree"\r\n',
  )
})

test.each(['=1+1', '+SUM(A1)', '-2+3', '@cmd', '\t1', '\r1', '\n1', '  =1', '＝1', '+', '-'])(
  'a text that a spreadsheet would run begins with an apostrophe: %j',
  (text) => {
    expect(csvRows([[text]]).replaceAll('"', '')).toBe(`'${text}\r\n`)
  },
)

test('phone numbers, negative amounts and empty cells stay as they are', () => {
  const cells = ['+4915112345678', -5, null, true, new Date('2026-01-02T03:04:05Z'), 'a=b']
  expect(csvRows([cells])).toBe('+4915112345678,-5,,true,2026-01-02T03:04:05.000Z,a=b\r\n')
})

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
  ['\n+4915112345678', "'\n+4915112345678"],
  ['one;two', 'one;two'],
])('a formula behind a semicolon or a line break is text too: %j', (text, written) => {
  expect(csvRows([[text]]).replaceAll('"', '')).toBe(`${written}\r\n`)
})
