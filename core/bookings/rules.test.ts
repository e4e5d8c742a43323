import { describe, expect, test } from 'vitest'
import {
  cancellation,
  confirmationExpiry,
  mayBecome,
  mayMove,
  refusalFor,
  type SessionFacts,
  shownStatus,
} from './rules.ts'

const now = new Date('2026-06-01T12:00:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const session: SessionFacts = {
  status: 'confirmed',
  startsAt: at(600),
  bookingClosesAt: at(600),
  currentStudents: 6,
  maxStudents: 10,
  open: true,
  maxSpotsPerBooking: 4,
}
const stranger = { onSession: 0, coming: 0 }

describe('refusalFor', () => {
  test.each([
    ['a free session', session, stranger, 1, null],
    ['the last four spots', session, stranger, 4, null],
    ['one spot more than is left', { ...session, currentStudents: 7 }, stranger, 4, 'session_full'],
    ['a full session', { ...session, currentStudents: 10 }, stranger, 1, 'session_full'],
    ['a class that is not published', { ...session, open: false }, stranger, 1, 'not_found'],
    ['a cancelled session', { ...session, status: 'cancelled' }, stranger, 1, 'session_cancelled'],
    ['a session starting this moment', { ...session, startsAt: now }, stranger, 1, 'session_past'],
    [
      'a closed registration',
      { ...session, bookingClosesAt: now },
      stranger,
      1,
      'registration_closed',
    ],
    [
      'more spots than the vendor allows',
      { ...session, maxSpotsPerBooking: 1 },
      stranger,
      2,
      'too_many_spots',
    ],
    ['a fifth spot of one contact', session, { onSession: 4, coming: 4 }, 1, 'contact_limit'],
    ['the fourth spot of one contact', session, { onSession: 3, coming: 3 }, 1, null],
    ['a twenty-first coming spot', session, { onSession: 0, coming: 20 }, 1, 'contact_limit'],
  ] as const)('%s', (_name, facts, contact, spots, expected) => {
    expect(refusalFor(facts, contact, spots, now)).toBe(expected)
  })
})

describe('cancellation', () => {
  const booking = {
    status: 'confirmed',
    startsAt: at(24 * 60),
    bookedAt: at(-60),
    noticeMinutes: 720,
  } as const
  test.each([
    ['a day before', booking, 'free'],
    ['exactly at the notice', { ...booking, startsAt: at(720) }, 'free'],
    ['a minute inside the notice', { ...booking, startsAt: at(719) }, 'late'],
    [
      'inside the notice, fourteen minutes after booking',
      { ...booking, startsAt: at(60), bookedAt: at(-14) },
      'free',
    ],
    [
      'inside the notice, fifteen minutes after booking',
      { ...booking, startsAt: at(60), bookedAt: at(-15) },
      'late',
    ],
    [
      'a request that waits, inside the notice',
      { ...booking, status: 'pending', startsAt: at(60) },
      'free',
    ],
    ['after the start', { ...booking, startsAt: at(-1) }, 'no'],
    ['what is cancelled already', { ...booking, status: 'cancelled' }, 'no'],
    ['what took place', { ...booking, status: 'completed', startsAt: at(-600) }, 'no'],
  ] as const)('%s', (_name, facts, expected) => {
    expect(cancellation(facts, now)).toBe(expected)
    expect(mayMove(facts, now)).toBe(expected === 'free')
  })
})

describe('confirmationExpiry', () => {
  const far = at(30 * 24 * 60)
  test.each([
    ['ten minutes at noon', 10, 12 * 60, far, 10],
    ['an hour late at night runs on', 60, 22 * 60, far, 60],
    [
      'three hours from 20:00 stand still from 21:00 to 8:00',
      180,
      20 * 60,
      far,
      60 + 11 * 60 + 120,
    ],
    ['three hours from 23:00 begin at 8:00', 180, 23 * 60, far, 9 * 60 + 180],
    ['three hours from 7:59 begin at 8:00', 180, 8 * 60 - 1, far, 1 + 180],
    ['a day of thirteen-hour days', 1440, 8 * 60, far, 24 * 60 + 11 * 60],
    ['never later than the start', 60, 12 * 60, at(20), 20],
  ] as const)('%s', (_name, timeoutMinutes, minuteOfDay, startsAt, expected) => {
    const end = confirmationExpiry({ now, timeoutMinutes, minuteOfDay, startsAt })
    expect((end.getTime() - now.getTime()) / 60_000).toBe(expected)
  })
})

test('a request whose time is over shows as expired before anyone wrote it down', () => {
  expect(shownStatus({ status: 'pending', expiresAt: at(0) }, now)).toBe('expired')
  expect(shownStatus({ status: 'pending', expiresAt: at(1) }, now)).toBe('pending')
  expect(shownStatus({ status: 'confirmed', expiresAt: at(-1) }, now)).toBe('confirmed')
})

test('only pending and confirmed bookings go on; every other change is a correction', () => {
  expect(mayBecome('pending', 'confirmed')).toBe(true)
  expect(mayBecome('confirmed', 'completed')).toBe(true)
  expect(mayBecome('confirmed', 'pending')).toBe(false)
  expect(mayBecome('cancelled', 'confirmed')).toBe(false)
  expect(mayBecome('rejected', 'confirmed')).toBe(false)
})
