import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { shiftClock } from './shifted-clock.ts'

const year = 365 * 86_400_000

/** What an expression is in a page whose clock is a year ahead. */
function shifted(expression: string): unknown {
  return runInNewContext(`(${shiftClock.toString()})(${year});${expression}`)
}

const formatter = "new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' })"

test.each([
  'Date.now()',
  'new Date().getTime()',
  'Date.parse(Date())',
  'new (class Later extends Date {})().getTime()',
  `Date.parse(${formatter}.format())`,
  `Date.parse([undefined].map(${formatter}.format)[0])`,
  `Date.parse(${formatter}.formatToParts().map(({ value }) => value).join(''))`,
])('on a shifted page, %s is a year later', (expression) => {
  const late = Number(shifted(expression)) - Date.now() - year
  expect(late).toBeLessThan(60_000)
  // Some of them tell the day only, at its start.
  expect(late).toBeGreaterThan(-2 * 86_400_000)
})

test.each([
  ["new Date('2027-03-28T01:00Z').toISOString()", '2027-03-28T01:00:00.000Z'],
  ['new Date(0).getTime()', 0],
  ['new Date(undefined).getTime()', Number.NaN],
  ['Date.UTC(1970, 0, 2)', 86_400_000],
  ["Date.parse('1970-01-02')", 86_400_000],
  ['new Date() instanceof Date', true],
  ['new Date().constructor === Date', true],
  ['new (class Later extends Date {})() instanceof Date', true],
  ['Date.name + Date.length', 'Date7'],
  ['Object.prototype.toString.call(new Date(0))', '[object Date]'],
  [`${formatter}.format(0)`, 'Thursday, January 1, 1970'],
  [`${formatter}.format(new Date(0))`, 'Thursday, January 1, 1970'],
  [`${formatter}.formatToParts(0).length`, 7],
])('on a shifted page, %s stays as it is', (expression, value) => {
  expect(shifted(expression)).toBe(value)
})
