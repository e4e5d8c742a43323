import { expect, test } from 'vitest'
import { calendarRange, dayToOpen } from './calendar-range.ts'

const range = calendarRange('month', '2030-11-01', 1)

test('a month opens at today, else at its first day with a session', () => {
  expect(dayToOpen({ range, today: '2030-11-23', dates: ['2030-11-02'] })).toBe('2030-11-23')
  const dates = ['2030-11-14', '2030-11-09', '2030-10-31', '2030-12-01']
  expect(dayToOpen({ range, today: '2030-10-31', dates })).toBe('2030-11-09')
  expect(dayToOpen({ range, today: '2030-10-31', dates: [] })).toBe('2030-11-01')
})
