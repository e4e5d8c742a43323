import { expect, test } from 'vitest'
import { addDays } from '#core/shared/time.ts'
import { bundleDefaults, usableDates } from './rules.ts'

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
