import { expect, test } from 'vitest'
import { calendarRange, dayToOpen, rangeToOpen } from './calendar-range.ts'

const range = calendarRange('month', '2030-11-01', 1)

test('a month opens at today, else at its first day with a session', () => {
  expect(dayToOpen({ range, today: '2030-11-23', dates: ['2030-11-02'] })).toBe('2030-11-23')
  const dates = ['2030-11-14', '2030-11-09', '2030-10-31', '2030-12-01']
  expect(dayToOpen({ range, today: '2030-10-31', dates })).toBe('2030-11-09')
  expect(dayToOpen({ range, today: '2030-10-31', dates: [] })).toBe('2030-11-01')
})

test.each([
  // Monday to Friday: the whole week, also where it begins on Sunday.
  ['2030-11-22', 1, '2030-11-18', '2030-11-11', '2030-11-25'],
  ['2030-11-21', 7, '2030-11-17', '2030-11-10', '2030-11-24'],
  // At its end, from today; the days before are one step back, the next week one step on.
  ['2030-11-23', 1, '2030-11-23', '2030-11-18', '2030-11-25'],
  ['2030-11-24', 1, '2030-11-24', '2030-11-18', '2030-11-25'],
  ['2030-11-23', 7, '2030-11-23', '2030-11-17', '2030-11-24'],
])(
  'on %s, in weeks from weekday %i, the calendar begins on %s',
  (today, firstWeekday, first, previous, next) => {
    const opened = rangeToOpen('week', { from: today, today, firstWeekday })
    expect({ ...opened, count: opened.days.length }).toMatchObject({
      first,
      previous,
      next,
      count: 7,
    })
    // A week that was asked for is whole.
    const asked = rangeToOpen('week', { from: previous, today, firstWeekday })
    expect(asked.first).toBe(previous)
  },
)
