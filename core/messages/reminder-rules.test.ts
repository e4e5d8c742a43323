import { expect, test } from 'vitest'
import { isNight, mornings } from '#core/bookings/rules/night.ts'
import { addMinutes, instantOf, wallClockOf } from '#core/shared/time.ts'
import {
  gather,
  isDue,
  mayRemind,
  mostHoursBefore,
  type Reminder,
  remindsAt,
} from './rules/reminders.ts'

const instant = (text: string, zone: string) => {
  const [date = '', time = ''] = text.split(' ')
  return instantOf({ date, time, zone }) ?? new Date(Number.NaN)
}

const clockOf = (at: Date, zone: string) => {
  const { date, time } = wallClockOf(at, zone)
  return `${date} ${time}`
}

// In Berlin the clocks go forward on 2026-03-29 at 2:00 and back on 2026-10-25 at 3:00; in Nuuk an hour before midnight, at the
// same moment; on Lord Howe by half an hour, on 2026-10-04 and back on 2026-04-05.
test.for([
  ['a day before', 'day', 'Europe/Berlin', '2026-07-01 18:00', '2026-06-30 18:00'],
  ['two hours before', 'hours', 'Europe/Berlin', '2026-07-01 18:00', '2026-07-01 16:00'],
  ['over the spring change', 'day', 'Europe/Berlin', '2026-03-29 18:00', '2026-03-28 18:00'],
  ['over the autumn change', 'day', 'Europe/Berlin', '2026-10-25 18:00', '2026-10-24 18:00'],
  ['in a half-hour zone', 'day', 'Asia/Kolkata', '2026-07-01 07:30', '2026-06-30 07:30'],
  [
    'by a change of half an hour',
    'day',
    'Australia/Lord_Howe',
    '2026-10-04 09:15',
    '2026-10-03 09:15',
  ],
  ['back by half an hour', 'day', 'Australia/Lord_Howe', '2026-04-05 09:15', '2026-04-04 09:15'],
  ['at 7:00', 'hours', 'Europe/Berlin', '2026-07-01 09:00', '2026-07-01 07:00'],
  ['just before 7:00', 'hours', 'Europe/Berlin', '2026-07-01 08:59', '2026-06-30 20:00'],
  ['just before 22:00', 'hours', 'Europe/Berlin', '2026-07-01 23:59', '2026-07-01 21:59'],
  ['at 22:00', 'hours', 'Europe/Berlin', '2026-07-02 00:00', '2026-07-01 20:00'],
  ['of an early session', 'day', 'Europe/Berlin', '2026-07-01 06:30', '2026-06-29 20:00'],
  ['of a late session', 'day', 'Europe/Berlin', '2026-07-01 22:30', '2026-06-30 20:00'],
  ['in the night of the change', 'day', 'Europe/Berlin', '2026-03-30 02:30', '2026-03-28 20:00'],
  ['in the night before it', 'hours', 'Europe/Berlin', '2026-03-29 03:30', '2026-03-28 20:00'],
  ['in a night that is longer', 'hours', 'Europe/Berlin', '2026-10-25 08:30', '2026-10-24 20:00'],
  ['by a change in the evening', 'day', 'America/Nuuk', '2026-03-29 21:30', '2026-03-28 21:30'],
  ['to an hour that is skipped', 'day', 'America/Nuuk', '2026-03-29 23:30', '2026-03-28 20:00'],
] as const)('a session is reminded of %s', ([, which, zone, starts, due]) => {
  const startsAt = instant(starts, zone)
  const at = remindsAt(which, { startsAt, zone })
  expect(clockOf(at, zone)).toBe(due)
  expect(isNight(at, zone, mornings.reminders)).toBe(false)
  expect(at < startsAt).toBe(true)
})

const zones = [
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'America/Nuuk',
]
const changes = ['2026-03-27', '2026-04-03', '2026-10-02', '2026-10-23', '2026-10-30']

test('around every change of clocks, it goes out by day and long enough before the start', () => {
  const starts = changes.flatMap((from) =>
    Array.from({ length: 2 * 72 }, (_, half) =>
      addMinutes(new Date(`${from}T00:00:00Z`), half * 30),
    ),
  )
  const wrong = zones.flatMap((zone) =>
    starts.flatMap((startsAt) =>
      (['day', 'hours'] as const).filter((which) => {
        const at = remindsAt(which, { startsAt, zone })
        const hours = (startsAt.getTime() - at.getTime()) / 3_600_000
        const isInTime = hours >= (which === 'day' ? 23 : 2) && hours <= mostHoursBefore
        return !isInTime || isNight(at, zone, mornings.reminders)
      }),
    ),
  )
  expect(wrong).toEqual([])
})

const zone = 'Europe/Berlin'
const startsAt = instant('2026-07-01 18:00', zone)

test.for([
  ['a minute early', 'day', '2026-06-30 17:59', false],
  ['on time', 'day', '2026-06-30 18:00', true],
  ['almost two hours late', 'day', '2026-06-30 19:59', true],
  ['two hours late', 'day', '2026-06-30 20:00', false],
  ['on time', 'hours', '2026-07-01 16:00', true],
  ['just before the start', 'hours', '2026-07-01 17:59', true],
  ['at the start', 'hours', '2026-07-01 18:00', false],
] as const)('a reminder is due: %s, %s, %s', ([, which, now, expected]) => {
  expect(isDue(which, { startsAt, zone }, instant(now, zone))).toBe(expected)
})

test('a late one does not go out at night', () => {
  const late = { startsAt: instant('2026-07-01 21:00', zone), zone }
  expect(isDue('day', late, instant('2026-06-30 21:59', zone))).toBe(true)
  expect(isDue('day', late, instant('2026-06-30 22:00', zone))).toBe(false)
})

test.for([
  ['day', '2026-07-01 14:59', true],
  ['day', '2026-07-01 15:00', false],
  ['hours', '2026-07-01 17:59', true],
  ['hours', '2026-07-01 18:00', false],
  ['day', '2026-07-01 06:59', false],
] as const)('one that waited may leave: %s, %s, %s', ([which, now, expected]) => {
  expect(mayRemind(which, { startsAt, zone }, instant(now, zone))).toBe(expected)
})

test('sessions within three hours are said together: of one vendor, to one address', () => {
  const one = (
    address: string,
    time: string,
    more: { vendorId?: string; which?: Reminder } = {},
  ) => ({
    vendorId: 'vera',
    which: 'day' as const,
    ...more,
    address,
    startsAt: instant(`2026-07-01 ${time}`, zone),
  })
  const groups = gather([
    one('carla', '18:00'),
    one('carla', '10:00'),
    one('dora', '10:00'),
    one('carla', '13:00'),
    one('carla', '16:01'),
    one('carla', '10:00', { vendorId: 'vito' }),
    one('carla', '10:00', { which: 'hours' }),
  ])
  const said = groups.map((group) => [
    `${group[0].vendorId} ${group[0].address} ${group[0].which}`,
    ...group.map(({ startsAt: at }) => wallClockOf(at, zone).time),
  ])
  expect(said).toEqual([
    ['vera carla day', '10:00', '13:00'],
    ['vera carla day', '16:01', '18:00'],
    ['vera dora day', '10:00'],
    ['vito carla day', '10:00'],
    ['vera carla hours', '10:00'],
  ])
})
