import { expect, test } from 'vitest'
import { wallClockOf } from '#core/shared/time.ts'
import {
  bookingClosesAt,
  type ClassTime,
  dayAsked,
  isRegistrationClosed,
  nearestWord,
  occurrences,
  typingErrors,
} from './rules.ts'
import { sessionClock } from '#core/schedule/rules.ts'

const mondays: ClassTime = {
  weekday: 1,
  startTime: '18:00',
  everyWeeks: 1,
  startsOn: '2026-03-16',
  endsOn: null,
}

test('a weekly 18:00 in Berlin is 18:00 on both sides of both clock changes', () => {
  const sundays = { ...mondays, weekday: 7, startsOn: '2026-03-01' }
  const days = occurrences(sundays, '2026-03-01', '2026-11-08')
  expect(days).toContain('2026-03-29')
  expect(days).toContain('2026-10-25')
  const clocks = days.map((date) =>
    sessionClock({ date, time: '18:00', zone: 'Europe/Berlin', durationMinutes: 60 }),
  )
  expect(
    new Set(clocks.map((clock) => clock && wallClockOf(clock.startsAt, 'Europe/Berlin').time)),
  ).toEqual(new Set(['18:00']))
  expect(clocks.map((clock) => clock?.startsAt.toISOString().slice(11, 16))).toContain('16:00')
  expect(clocks.map((clock) => clock?.startsAt.toISOString().slice(11, 16))).toContain('17:00')
})

test('a start the clock change skips does not exist; a start it repeats is the earlier one', () => {
  expect(
    sessionClock({ date: '2026-03-29', time: '02:30', zone: 'Europe/Berlin', durationMinutes: 60 }),
  ).toBeNull()
  const twice = sessionClock({
    date: '2026-10-25',
    time: '02:30',
    zone: 'Europe/Berlin',
    durationMinutes: 60,
  })
  expect(twice?.startsAt.toISOString()).toBe('2026-10-25T00:30:00.000Z')
})

test('a session over midnight ends on the next day', () => {
  const late = sessionClock({
    date: '2026-06-01',
    time: '23:30',
    zone: 'Asia/Kathmandu',
    durationMinutes: 90,
  })
  expect(late).toMatchObject({ date: '2026-06-01', startTime: '23:30', endTime: '01:00' })
})

test('half-hour clock changes move the instant by half an hour, not the clock', () => {
  const before = sessionClock({
    date: '2026-10-03',
    time: '09:00',
    zone: 'Australia/Lord_Howe',
    durationMinutes: 60,
  })
  const after = sessionClock({
    date: '2026-10-04',
    time: '09:00',
    zone: 'Australia/Lord_Howe',
    durationMinutes: 60,
  })
  expect(Number(after?.startsAt) - Number(before?.startsAt)).toBe(23.5 * 3_600_000)
})

test.each([
  [
    'from the first day on',
    mondays,
    '2026-03-16',
    '2026-04-06',
    ['2026-03-16', '2026-03-23', '2026-03-30', '2026-04-06'],
  ],
  [
    'starting in the middle of a week',
    { ...mondays, startsOn: '2026-03-18' },
    '2026-03-01',
    '2026-03-31',
    ['2026-03-23', '2026-03-30'],
  ],
  [
    'every second week, asked from the week between',
    { ...mondays, everyWeeks: 2 },
    '2026-03-20',
    '2026-04-20',
    ['2026-03-30', '2026-04-13'],
  ],
  [
    'up to its last day',
    { ...mondays, endsOn: '2026-03-23' },
    '2026-03-01',
    '2026-12-31',
    ['2026-03-16', '2026-03-23'],
  ],
  ['nothing after its end', { ...mondays, endsOn: '2026-03-10' }, '2026-03-01', '2026-12-31', []],
  [
    'over the turn of the year',
    { ...mondays, weekday: 4, startsOn: '2026-12-24' },
    '2026-12-24',
    '2027-01-07',
    ['2026-12-24', '2026-12-31', '2027-01-07'],
  ],
] as const)('the days of a pair %s', (_name, pair, from, to, days) => {
  expect(occurrences(pair, from, to)).toEqual(days)
})

test('booking closes some minutes before the start or when the last open day is over', () => {
  const startsAt = new Date('2026-06-10T16:00:00Z')
  const close = (closesMinutesBefore: number, registrationClosedDate: string | null) =>
    bookingClosesAt(startsAt, 'Europe/Berlin', {
      closesMinutesBefore,
      registrationClosedDate,
    }).toISOString()
  expect(close(0, null)).toBe('2026-06-10T16:00:00.000Z')
  expect(close(90, null)).toBe('2026-06-10T14:30:00.000Z')
  expect(close(90, '2026-06-08')).toBe('2026-06-08T22:00:00.000Z')
  expect(close(90, '2026-06-10')).toBe('2026-06-10T14:30:00.000Z')
  expect(isRegistrationClosed('2026-06-08', '2026-06-08')).toBe(false)
  expect(isRegistrationClosed('2026-06-08', '2026-06-09')).toBe(true)
})

test.each([
  ['yoga', 'yoga', 0],
  ['yoag', 'yoga', 1],
  ['yga', 'yoga', 1],
  ['yooga', 'yoga', 1],
  ['toga', 'yoga', 1],
  ['yaog', 'yoga', 2],
  ['', 'abc', 3],
])('%s is mistyped from %s by %i errors', (mistyped, word, errors) => {
  expect(typingErrors(mistyped, word)).toBe(errors)
})

test('the nearest word has the fewest errors, then the most uses; a short word bears one error only', () => {
  const words = [
    { word: 'yoga', uses: 3 },
    { word: 'toga', uses: 9 },
    { word: 'pilates', uses: 1 },
  ]
  const nearest = (mistyped: string) => nearestWord(mistyped, words)?.word ?? null
  expect(nearest('yoag')).toBe('yoga')
  expect(nearest('roga')).toBe('toga')
  expect(nearest('yaog')).toBe(null)
  expect(nearest('piltaess')).toBe('pilates')
  expect(nearest('boxing')).toBe(null)
})

test('a day asked for is today, tomorrow or a weekday, and nothing else', () => {
  expect(['1', 'today', '8', '', '01', 'Monday'].map(dayAsked)).toEqual([
    1,
    'today',
    null,
    null,
    null,
    null,
  ])
})
