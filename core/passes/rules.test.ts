import { expect, test } from 'vitest'
import { addDays } from '#core/shared/time.ts'
import { bundleDefaults, defaultDays, enoughDays, usableDates } from './rules.ts'

const today = '2026-11-22'
const sundays = ['2026-11-29', '2026-12-06', '2026-12-13', '2026-12-20']

test.each([
  ['all before the end, the last day with them', sundays, 'purchase', 28, 4],
  ['those after the end are not', sundays, 'purchase', 27, 3],
  ['none', [], 'purchase', 30, 0],
  ['from the first session on: the best first session counts', sundays, 'first_session', 14, 3],
  ['two on one day', ['2026-11-29', '2026-11-29'], 'purchase', 7, 2],
] as const)('dates that one purchase can use: %s', (_, dates, expiryStarts, expiryDays, count) => {
  expect(usableDates(dates, { expiryStarts, expiryDays }, today)).toBe(count)
})

test('the default bundle of the form can be sold on any day for a weekly class', () => {
  const weekly = Array.from({ length: 8 }, (_, week) => addDays(today, 7 * week))
  for (let day = 0; day < 7; day++) {
    const dates = weekly.map((date) => addDays(date, day))
    expect([day, usableDates(dates, bundleDefaults, today)]).toEqual([
      day,
      bundleDefaults.sessionCount,
    ])
  }
})

test.each([
  ['a week longer than the series takes', 4, 'first_session', 30],
  ['from the purchase on, the first date counts too', 4, 'purchase', 40],
  ['too few dates for any number of days', 5, 'first_session', null],
] as const)('the days that are enough: %s', (_, sessionCount, expiryStarts, days) => {
  expect(enoughDays(sundays, { sessionCount, expiryStarts }, today)).toBe(days)
})

test('a new bundle is valid for the usual time, or longer if the dates are far apart', () => {
  const every = (weeks: number) =>
    Array.from({ length: 9 }, (_, n) => addDays(today, 7 * weeks * n))
  expect(defaultDays(every(1), today)).toBe(30)
  expect(defaultDays(every(2), today)).toBe(70)
  expect(defaultDays([], today)).toBe(30)
})
