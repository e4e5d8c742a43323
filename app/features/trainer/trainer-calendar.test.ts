import { describe, expect, test } from 'vitest'
import { dateIn, daysShown, monthIn, trainerCalendar } from './trainer-calendar.ts'

describe('a month in an address', () => {
  test.each([
    ['2026-12', '2026-12'],
    ['2026-01', '2026-11'],
    ['2030-01', '2027-11'],
    ['2026-13', null],
    ['2026-00', null],
    ['december', null],
    ['', null],
  ])('%s: %s', (text, month) => {
    expect(monthIn(text, '2026-11-21')).toBe(month)
  })
})

describe('a date in an address', () => {
  test.each([
    ['2026-11-30', '2026-11-30'],
    ['2026-02-30', null],
    ['0000-01-01', null],
    ['9999-12-31', null],
    ['2026-1-1', null],
    ["2026-11-30' or 1=1", null],
  ])('%s: %s', (text, date) => {
    expect(dateIn(text)).toBe(date)
  })
})

test.each([
  ['2026-11', '2026-11-16', '2026-12-27'],
  ['2027-02', '2027-02-01', '2027-03-14'],
  ['2028-02', '2028-01-31', '2028-03-12'],
])('%s shows six whole weeks from %s to %s', (month, first, last) => {
  expect(daysShown(month, '2026-11-21')).toEqual({ first, last })
})

const links = {
  day: (date: string) => `?date=${date}`,
  month: (month: string) => `?month=${month}`,
}

test('only days with sessions are links; past days are known as past', () => {
  const calendar = trainerCalendar(
    { month: '2026-11', today: '2026-11-21', selected: '2026-11-23' },
    [
      { date: '2026-11-23', sessions: 2, open: true },
      { date: '2026-12-01', sessions: 1, open: false },
    ],
    links,
  )
  const days = calendar.weeks.flat()
  expect(days).toHaveLength(42)
  expect(days.filter(({ to }) => to !== null)).toEqual([
    {
      date: '2026-11-23',
      inMonth: true,
      past: false,
      sessions: 2,
      open: true,
      to: '?date=2026-11-23',
    },
    {
      date: '2026-12-01',
      inMonth: false,
      past: false,
      sessions: 1,
      open: false,
      to: '?date=2026-12-01',
    },
  ])
  expect(days.find(({ date }) => date === '2026-11-20')?.past).toBe(true)
  expect(days.find(({ date }) => date === '2026-11-21')?.past).toBe(false)
})

test('the calendar can be paged from this month to the last one that can have sessions, across the new year', () => {
  const at = (month: string) => {
    const { previousTo, nextTo } = trainerCalendar(
      { month, today: '2026-11-21', selected: null },
      [],
      links,
    )
    return [previousTo, nextTo]
  }
  expect(at('2026-11')).toEqual([null, '?month=2026-12'])
  expect(at('2026-12')).toEqual(['?month=2026-11', '?month=2027-01'])
  expect(at('2027-11')).toEqual(['?month=2027-10', null])
})
