import { expect, test } from 'vitest'
import { dayText, instantText, shortDayText } from './day-text.ts'

test('a day that is far away shows its year where a near one is short', () => {
  expect(shortDayText('2091-11-21', 'en')).toBe('Nov 21, 2091')
  expect(dayText('2091-11-21', 'en')).toBe('Wed, Nov 21, 2091')
  expect(instantText(new Date('2091-11-21T17:00:00Z'), 'UTC', 'en')).toBe('Nov 21, 2091, 17:00')
  expect(instantText(new Date('2091-11-21T17:00:00Z'), 'America/New_York', 'en')).toBe(
    'Nov 21, 2091, 12:00\u00a0PM',
  )
  const soon = new Date(Date.now() + 30 * 86_400_000)
  const year = String(soon.getUTCFullYear())
  expect(shortDayText(soon.toISOString().slice(0, 10), 'en')).not.toContain(year)
  expect(dayText(soon.toISOString().slice(0, 10), 'en')).not.toContain(year)
  expect(instantText(soon, 'UTC', 'en')).not.toContain(year)
})
