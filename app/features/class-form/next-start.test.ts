import { expect, test } from 'vitest'
import { nextStart } from './next-start.ts'

const taken =
  (...days: string[]) =>
  (date: string) =>
    days.includes(date)

test.each([
  ['today, while it is still ahead', '07:00', '07:30', [], '2026-11-27 07:30'],
  ['tomorrow, once it is over', '07:30', '07:30', [], '2026-11-28 07:30'],
  ['not today, if there is a session', '07:00', '07:30', ['2026-11-27'], '2026-11-28 07:30'],
  [
    'the first day without one',
    '12:00',
    '07:30',
    ['2026-11-28', '2026-11-29', '2026-12-01'],
    '2026-11-30 07:30',
  ],
  ['without a usual time: the next full hour', '14:05', null, ['2026-11-27'], '2026-11-27 15:00'],
  ['the full hour just now is over', '09:00', null, [], '2026-11-27 10:00'],
  ['late in the evening: tomorrow', '23:10', null, [], '2026-11-28 '],
] as const)('a session by hand starts %s', (_, time, usual, days, start) => {
  const { date, startTime } = nextStart(
    { date: '2026-11-27', time },
    { time: usual, isTaken: taken(...days) },
  )
  expect(`${date} ${startTime}`).toBe(start)
})

test('a class with a session on every day starts on the first one', () => {
  const now = { date: '2026-11-27', time: '12:00' }
  expect(nextStart(now, { time: '07:30', isTaken: () => true }).date).toBe('2026-11-28')
})
