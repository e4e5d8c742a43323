import { expect, test } from 'vitest'
import type { BookingStatus } from '../bookings/rules.ts'
import {
  isOnlyLinks,
  type News,
  type PurchaseKind,
  type PurchaseNow,
  secondsToWait,
  stillHolds,
} from './rules.ts'

const place = {
  sessionId: 'monday',
  startsAt: '2027-07-05T16:00:00.000Z',
  endsAt: '2027-07-05T17:00:00.000Z',
  location: '1 Park Street',
  onlineUrl: null,
}
const told = (kind: PurchaseKind, audience: News['audience'], more: Partial<News> = {}): News => ({
  kind,
  audience,
  recipient: audience === 'customer' ? 'carla@example.com' : 'vera@example.com',
  tokenRotation: 0,
  spots: [
    { id: 'one', ...place, before: null },
    { id: 'two', ...place, before: null },
  ],
  ...more,
})
type SpotNow = PurchaseNow['spots'][number]
const now = (
  one: Partial<SpotNow>,
  two: Partial<SpotNow> = one,
  more: Partial<PurchaseNow> = {},
): PurchaseNow => ({
  contacts: ['carla@example.com', '+4915112345678', 'ABCDEFGHJK'],
  holderRotation: 0,
  heldBefore: [],
  spots: [
    { id: 'one', status: 'confirmed', ...place, ...one },
    { id: 'two', status: 'confirmed', ...place, ...two },
    { id: 'other', status: 'confirmed', ...place },
  ],
  ...more,
})
const is = (status: BookingStatus) => ({ status })
const tuesday = { sessionId: 'tuesday', startsAt: '2027-07-06T16:00:00.000Z' }
const later = { startsAt: '2027-07-05T17:00:00.000Z' }
const elsewhere = { location: '2 Park Street' }
const online = { onlineUrl: 'https://meet.example.com' }

test.each<[PurchaseKind, News['audience'], string, PurchaseNow, boolean]>([
  ['booking.confirmed', 'customer', 'nothing has changed', now({}), true],
  ['booking.confirmed', 'customer', 'one of two is cancelled', now({}, is('cancelled')), true],
  ['booking.confirmed', 'customer', 'both are cancelled', now(is('cancelled')), false],
  ['booking.confirmed', 'customer', 'both are over', now(is('completed')), true],
  ['booking.confirmed', 'customer', 'both wait again', now(is('pending')), false],
  ['booking.confirmed', 'customer', 'both were moved', now(tuesday), false],
  ['booking.confirmed', 'customer', 'the session is later', now(later), false],
  ['booking.confirmed', 'vendor', 'both were moved', now(tuesday), true],
  ['booking.confirmed', 'vendor', 'the session is later', now(later), true],
  ['booking.confirmed', 'vendor', 'both are cancelled', now(is('cancelled')), false],
  ['booking.approved', 'customer', 'nothing has changed', now({}), true],
  ['booking.approved', 'customer', 'the session is elsewhere', now(elsewhere), false],
  ['booking.approved', 'customer', 'both are cancelled', now(is('cancelled')), false],
  ['booking.requested', 'customer', 'both wait', now(is('pending')), true],
  ['booking.requested', 'customer', 'one waits', now(is('pending'), is('cancelled')), true],
  ['booking.requested', 'customer', 'both are confirmed', now({}), false],
  ['booking.requested', 'vendor', 'both wait', now(is('pending')), true],
  [
    'booking.requested',
    'vendor',
    'both wait in another session',
    now({ ...is('pending'), ...tuesday }),
    true,
  ],
  ['booking.requested', 'vendor', 'both are answered', now({}, is('rejected')), false],
  ['booking.moved', 'customer', 'both are there', now({}), true],
  ['booking.moved', 'customer', 'one was moved on', now({}, tuesday), true],
  ['booking.moved', 'customer', 'both were moved on', now(tuesday), false],
  ['booking.moved', 'customer', 'the session is later', now(later), false],
  ['booking.moved', 'customer', 'the session is online', now({ ...online, location: null }), false],
  ['booking.moved', 'customer', 'both are cancelled', now(is('cancelled')), false],
  ['booking.moved', 'vendor', 'the session is later', now(later), true],
  ['booking.moved', 'vendor', 'both were moved on', now(tuesday), false],
  ['booking.session_changed', 'customer', 'it is as told', now(is('pending')), true],
  ['booking.session_changed', 'customer', 'it has ended later', now({ endsAt: 'x' }), false],
  ['booking.session_changed', 'customer', 'both were moved', now(tuesday), false],
  ['booking.cancelled', 'customer', 'both are cancelled', now(is('cancelled')), true],
  ['booking.cancelled', 'customer', 'one is back', now(is('cancelled'), {}), true],
  ['booking.cancelled', 'customer', 'both are back', now({}, is('pending')), false],
  ['booking.cancelled', 'customer', 'both are back elsewhere', now(tuesday), false],
  ['booking.cancelled', 'vendor', 'both are back', now({}), false],
  ['booking.rejected', 'customer', 'both are rejected', now(is('rejected')), true],
  ['booking.rejected', 'customer', 'both are confirmed after all', now({}), false],
  ['booking.expired', 'customer', 'both are expired', now(is('expired')), true],
  ['booking.expired', 'customer', 'both are confirmed after all', now({}), false],
  ['session.cancelled', 'customer', 'both are cancelled', now(is('cancelled')), true],
  ['session.cancelled', 'customer', 'both are back', now({}), false],
])('%s to the %s, %s', (kind, audience, _what, purchase, holds) => {
  expect(stillHolds(told(kind, audience), purchase)).toBe(holds)
})

const carla = { customerName: 'Carla', customerEmail: 'carla@example.com', customerPhone: null }
const ben = { contacts: ['ben@example.com', 'ABCDEFGHJK'] }
const newContact = now({}, {}, ben)
const newLink = now({}, {}, { holderRotation: 1 })
const ended: PurchaseKind = 'booking.cancelled'

test.each<[string, News, PurchaseNow, boolean]>([
  ['another customer', told('booking.confirmed', 'customer'), newContact, false],
  ['another customer, of an ending', told(ended, 'customer'), { ...newContact, spots: [] }, true],
  [
    'another link, of an ending',
    told(ended, 'customer'),
    now(is('cancelled'), is('cancelled'), { holderRotation: 1 }),
    true,
  ],
  [
    'another customer with another link, of an ending: what became of the spot is the next holder’s',
    told(ended, 'customer'),
    { ...newContact, holderRotation: 1, heldBefore: [{ until: 0, again: false, contact: carla }] },
    true,
  ],
  [
    'a corrected customer with another link, of an ending: the spot is booked again',
    told(ended, 'customer'),
    { ...newContact, holderRotation: 1 },
    false,
  ],
  [
    'another link, of an ending: the spot went to somebody else and back',
    told(ended, 'customer'),
    now({}, {}, { holderRotation: 1 }),
    false,
  ],
  ['another link', told('booking.confirmed', 'customer'), newLink, false],
  ['another customer, to the vendor', told('booking.confirmed', 'vendor'), newContact, true],
  ['another link, to the vendor', told('booking.confirmed', 'vendor'), newLink, true],
  [
    'another link of the customer, to the vendor, whose answer links stay',
    told('booking.requested', 'vendor'),
    now(is('pending'), {}, { holderRotation: 1 }),
    true,
  ],
  [
    'a customer without e-mail',
    told('booking.approved', 'customer', { recipient: '+4915112345678' }),
    now({}),
    true,
  ],
  [
    'a customer known by the reference',
    told('booking.approved', 'customer', { recipient: 'ABCDEFGHJK' }),
    now({}),
    true,
  ],
  [
    'a message of a version that named no spots',
    told('booking.confirmed', 'customer', { spots: [] }),
    now(is('cancelled')),
    true,
  ],
  ['a spot that is gone', told('booking.confirmed', 'customer'), { ...now({}), spots: [] }, false],
  ['an ending of a spot that is gone', told(ended, 'customer'), { ...now({}), spots: [] }, true],
])('%s', (_what, news, purchase, holds) => {
  expect(stillHolds(news, purchase)).toBe(holds)
})

test('looking for links takes time in proportion to the text', () => {
  for (const part of ['a.', 'w-.u', 'a-', '<a ', '[url', 'www', 'http://']) {
    const started = performance.now()
    isOnlyLinks(part.repeat(100_000 / part.length))
    expect(performance.now() - started, part).toBeLessThan(1000)
  }
})

test.each([
  [20, 0],
  [10 * 60, 0],
  [11 * 60, 60],
  [2 * 60 * 60, 60],
])('a changed session that begins in %d seconds waits %d seconds', (secondsLeft, waits) => {
  expect(secondsToWait('booking.session_changed', { withinHour: 0, secondsLeft })).toBe(waits)
})

test('a move to another session at the same time and place tells a customer nothing, so what was said before still holds', () => {
  const parallel = { sessionId: 'the other hall' }
  expect(stillHolds(told('booking.confirmed', 'customer'), now(parallel))).toBe(true)
  expect(stillHolds(told('booking.confirmed', 'customer'), now(tuesday))).toBe(false)
})
