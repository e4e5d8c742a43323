import { expect, test } from 'vitest'
import { momentOf, markRefusal } from './rules.ts'

const now = new Date('2027-03-28T16:00:00Z')
const inMinutes = (count: number) => new Date(now.getTime() + count * 60_000)

test.for([
  ['confirmed', -5, 'came', null],
  ['completed', -50_000, 'no_show', null],
  ['confirmed', 60, 'came', null],
  ['confirmed', 61, 'came', 'too_early'],
  ['confirmed', 61, null, null],
  ['pending', 30, 'came', 'not_confirmed'],
  ['cancelled', -5, 'came', 'not_held'],
  ['rejected', -5, 'no_show', 'not_held'],
  ['expired', -5, null, 'not_held'],
] as const)(
  'a %s spot %d minutes before its start, marked %s: %s',
  ([status, ahead, mark, said]) => {
    expect(markRefusal({ status, startsAt: inMinutes(ahead) }, mark, now)).toBe(said)
  },
)

test.for([
  ['without a device, now', {}, 0],
  ['ten minutes before it was sent', { madeAt: 0, sentAt: 600_000 }, -10],
  ['the same on a clock that is years ahead', { madeAt: 4e12, sentAt: 4e12 + 600_000 }, -10],
  ['before the clock was set right', { madeAt: 0, sentAt: 8.64e15 }, -366 * 24 * 60],
  ['a moment in the future is cut to now', { madeAt: 600_000, sentAt: 0 }, 0],
] as const)('the moment of a mark: %s', ([, device, minutes]) => {
  expect(momentOf(device, now)).toEqual(inMinutes(minutes))
})
