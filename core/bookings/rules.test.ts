import { instantOf } from '#core/shared/time.ts'
import { describe, expect, test } from 'vitest'
import { cancellation, freeTerm, mayMove } from './rules/cancelling.ts'
import { contactRefusal } from './rules/limits.ts'
import { isReadOnly } from './rules/links.ts'
import { customerRefusal, type OfferFacts } from './rules/offer.ts'
import { seenText, seenVersionOf } from './rules/seen.ts'
import { seenField } from './schema.ts'
import { mayBecome } from './rules/status.ts'
import { confirmationExpiry, shownStatus } from './rules/waiting.ts'

const now = new Date('2026-06-01T12:00:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const offer: OfferFacts = {
  bookingOpensAt: null,
  condition: null,
  status: 'confirmed',
  startsAt: at(600),
  bookingClosesAt: at(600),
  currentStudents: 6,
  maxStudents: 10,
  bookable: true,
  maxSpotsPerBooking: 4,
}

describe('customerRefusal', () => {
  test.each([
    ['a session with room', offer, 1, null],
    ['the last four spots', offer, 4, null],
    ['one spot more than is left', { ...offer, currentStudents: 7 }, 4, 'session_full'],
    ['a full session', { ...offer, currentStudents: 10 }, 1, 'session_full'],
    ['a class that is not published', { ...offer, bookable: false }, 1, 'not_found'],
    ['a cancelled session', { ...offer, status: 'cancelled' }, 1, 'session_cancelled'],
    ['a session starting this moment', { ...offer, startsAt: now }, 1, 'session_past'],
    ['a closed registration', { ...offer, bookingClosesAt: now }, 1, 'registration_closed'],
    ['more spots than the vendor allows', { ...offer, maxSpotsPerBooking: 1 }, 2, 'too_many_spots'],
  ] as const)('%s', (_name, facts, spots, expected) => {
    expect(customerRefusal(facts, spots, now)).toBe(expected)
  })
})

describe('contactRefusal', () => {
  test.each([
    ['the fourth spot of a session', { onSession: 3, upcoming: 3 }, 1, 1, null],
    ['a fifth spot of a session', { onSession: 4, upcoming: 4 }, 1, 1, 'contact_limit'],
    ['a twenty-first upcoming spot', { onSession: 0, upcoming: 20 }, 1, 1, 'contact_limit'],
    ['a bundle that would be too much', { onSession: 0, upcoming: 18 }, 1, 3, 'contact_limit'],
    ['a move, which adds none in all', { onSession: 0, upcoming: 21 }, 1, 0, null],
  ] as const)('%s', (_name, contact, onSession, inAll, expected) => {
    expect(contactRefusal(contact, { onSession, inAll })).toBe(expected)
  })
})

describe('cancellation', () => {
  const booking = {
    status: 'confirmed',
    waitsFor: null,
    startsAt: at(24 * 60),
    bookedAt: at(-60),
    confirmedAt: null,
    noticeMinutes: 720,
    isAsAgreed: true,
  } as const
  test.each([
    [
      'inside the notice, of a session that the vendor has changed',
      { ...booking, startsAt: at(60), isAsAgreed: false },
      'free',
    ],
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
      'inside the notice, fourteen minutes after a request was confirmed',
      { ...booking, startsAt: at(60), confirmedAt: at(-14) },
      'free',
    ],
    [
      'inside the notice, fifteen minutes after a request was confirmed',
      { ...booking, startsAt: at(60), confirmedAt: at(-15) },
      'late',
    ],
    [
      'a request that waits, inside the notice',
      { ...booking, status: 'pending', waitsFor: 'vendor', startsAt: at(60) },
      'free',
    ],
    [
      'what is held for its payment, which is let go instead',
      { ...booking, status: 'pending', waitsFor: 'payment' },
      'no',
    ],
    ['after the start', { ...booking, startsAt: at(-1) }, 'no'],
    ['what is cancelled already', { ...booking, status: 'cancelled' }, 'no'],
    ['what took place', { ...booking, status: 'completed', startsAt: at(-600) }, 'no'],
  ] as const)('%s', (_name, facts, expected) => {
    expect(cancellation(facts, now)).toBe(expected)
    expect(mayMove(facts, now)).toBe(expected === 'free')
  })
  test.each([
    ['a day ahead', 24 * 60, 720, at(720)],
    ['in its notice period', 480, 720, 'briefly'],
    ['whose notice period begins within a quarter of an hour', 735, 720, 'briefly'],
    ['just before that', 736, 720, at(16)],
    ['without a notice period', 60, 0, at(60)],
    ['that starts within a quarter of an hour', 10, 0, 'briefly'],
  ])('before booking a session %s', (_name, starts, noticeMinutes, expected) => {
    expect(freeTerm({ startsAt: at(starts), noticeMinutes }, now)).toEqual(expected)
  })
})

describe('confirmationExpiry', () => {
  const zone = 'Europe/Berlin'
  test.each([
    ['ten minutes at noon', 10, '2026-07-01 12:00', '2026-07-01 12:10'],
    ['an hour late at night begins at 8:00', 60, '2026-07-01 22:00', '2026-07-02 09:00'],
    ['five minutes at the edge of the night', 5, '2026-07-01 21:58', '2026-07-02 08:03'],
    [
      'three hours from 21:00 stand still from 22:00 to 8:00',
      180,
      '2026-07-01 21:00',
      '2026-07-02 10:00',
    ],
    ['three hours from 23:00 begin at 8:00', 180, '2026-07-01 23:00', '2026-07-02 11:00'],
    ['three hours from 7:59 begin at 8:00', 180, '2026-07-01 07:59', '2026-07-01 11:00'],
    ['a day of fourteen-hour days', 1440, '2026-07-01 08:00', '2026-07-02 18:00'],
    ['a night that is an hour longer', 180, '2026-10-24 21:00', '2026-10-25 10:00'],
    ['the middle of that night', 180, '2026-10-24 22:00', '2026-10-25 11:00'],
    ['a night that is an hour shorter', 180, '2026-03-28 21:00', '2026-03-29 10:00'],
    ['two hours before the start, an hour before it', 180, '2026-12-31 10:20', '2026-12-31 11:20'],
    ['a minute later, at the start', 180, '2026-12-31 10:21', '2026-12-31 12:20'],
    ['never later than the start', 60, '2026-12-31 12:00', '2026-12-31 12:20'],
  ] as const)('%s', (_name, timeoutMinutes, from, until) => {
    const instant = (text: string) => {
      const [date = '', time = ''] = text.split(' ')
      return instantOf({ date, time, zone }) ?? new Date(Number.NaN)
    }
    const startsAt = instant('2026-12-31 12:20')
    const wait = { now: instant(from), timeoutMinutes, zone, startsAt }
    expect(confirmationExpiry(wait)).toEqual(instant(until))
  })
})

test('an overdue request is shown as expired before the worker processes it', () => {
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

test.each([
  ['our message, before the end', 'manage', -1, false],
  ['our message, a minute before 30 days have passed', 'manage', 30 * 1440 - 1, false],
  ['our message, 30 days after the end', 'manage', 30 * 1440, true],
  ['a calendar, before the end', 'view', -1, true],
] as const)('a link from %s is read-only: %s, %d minutes: %s', (_what, kind, minutes, readOnly) => {
  expect(isReadOnly({ kind, endsAt: now }, at(minutes))).toBe(readOnly)
})

test('what a page showed comes back as it was; what cannot be read counts as not shown', () => {
  const id = '0a2f0000-0000-4000-8000-000000000001'
  const spots = [{ id, sessionId: id, isFree: true }]
  const sessions = [
    { id, version: 3 },
    { id: 'unchanged', version: 0 },
  ]
  const text = seenText({
    priceMinor: 1500,
    terms: '5 90 purchase',
    extras: 'x 1',
    sessions,
    spots,
  })
  const seen = seenField.parse(text)
  expect(seen).toEqual({
    priceMinor: 1500,
    terms: '5 90 purchase',
    extras: 'x 1',
    sessions: { [id]: 3 },
    spots,
  })
  expect([seenVersionOf(seen, id), seenVersionOf(seen, 'unchanged')]).toEqual([3, 0])
  expect(seenVersionOf(seenField.parse(seenText({ sessions: [] })), id)).toBe(0)
  expect(seenVersionOf(seenField.parse(seenText({ priceMinor: 1 })), id)).toBeNull()
  for (const odd of ['', '[', 'null', '7', '"x"', '{"priceMinor":"much"}', '{"sessions":{"x":-1}}'])
    expect(seenField.parse(odd), odd).toBeUndefined()
})
