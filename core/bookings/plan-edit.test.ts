import { expect, test } from 'vitest'
import type { EditBookingForm } from './schema.ts'
import { type EditFacts, planEdit } from './steps/plan-edit.ts'

const now = new Date('2026-06-01T12:00:00Z')
const later = new Date('2026-06-02T12:00:00Z')
const before = new Date('2026-05-31T12:00:00Z')

const facts: EditFacts = {
  booking: {
    status: 'confirmed',
    expiresAt: null,
    sessionId: 'here',
    startsAt: later,
    payableMinor: 1500,
    paymentStatus: 'pending',
  },
  target: { status: 'confirmed', startsAt: later },
  group: { name: 'Carla', email: 'carla@example.com', phone: null, hasTelegram: false },
  linkHolder: null,
  isBack: false,
  paidMinor: 0,
}
const wish: EditBookingForm = {
  customerName: 'Carla',
  customerEmail: 'carla@example.com',
  customerPhone: '',
  notes: '',
  status: 'confirmed',
  paymentStatus: 'pending',
  amountPaidMinor: 0,
  currency: 'EUR',
  sessionId: 'here',
}
const at = (status: EditFacts['booking']['status'], startsAt = later): EditFacts => ({
  ...facts,
  booking: { ...facts.booking, status, startsAt },
})
const plan = (given: EditFacts, more: Partial<EditBookingForm> = {}) =>
  planEdit(given, { ...wish, ...more }, now)

test('a booking that holds no spot is not moved, unless it takes one again', () => {
  const moved = { status: 'cancelled', sessionId: 'there' } as const
  expect(plan(at('cancelled'), moved)).toEqual({ ok: false, reason: 'holds_no_spot' })
  expect(plan(at('cancelled'), { ...moved, status: 'confirmed' })).toMatchObject({
    plan: { seat: 'taken' },
  })
})

test('an unchanged form plans no changes', () => {
  expect(plan(facts)).toEqual({
    ok: true,
    plan: {
      contact: { name: 'Carla', email: 'carla@example.com', phone: null },
      isOtherPerson: false,
      formerHolder: null,
      seat: 'kept',
      status: null,
      news: null,
      payment: null,
    },
  })
})

test.each([
  ['a move keeps the seat until the new one is taken', facts, { sessionId: 'there' }, 'moved'],
  ['a cancellation gives the seat back', facts, { status: 'cancelled' }, 'given_back'],
  ['a cancelled booking that comes back takes a seat', at('cancelled'), {}, 'taken'],
] as const)('%s', (_what, given, more, seat) => {
  expect(plan(given, more)).toMatchObject({ ok: true, plan: { seat } })
})

test.each([
  ['pending', {}, { isCorrection: false }, 'approved'],
  ['pending', { status: 'cancelled' }, { isCorrection: false }, 'cancelled'],
  ['cancelled', {}, { isCorrection: true }, 'approved'],
  ['cancelled', { status: 'pending' }, { isCorrection: true }, 'requested'],
  ['completed', {}, { isCorrection: true }, null],
] as const)('from %s by %o: %o, news %s', (from, more, status, news) => {
  expect(plan(at(from), more)).toMatchObject({ ok: true, plan: { status, news } })
})

test('cancelling a past session sends no message', () => {
  expect(plan(at('confirmed', before), { status: 'cancelled' })).toMatchObject({
    plan: { seat: 'given_back', news: null },
  })
})

test.each([
  ['2026-06-05T12:00:00Z', '2026-06-02T12:00:00Z'],
  ['2026-06-02T12:00:00Z', '2026-06-02T11:00:00Z'],
  ['2026-06-01T13:00:00Z', '2026-06-01T13:00:00Z'],
])('a booking made a request again for a session at %s waits until %s', (startsAt, expiresAt) => {
  const given = { ...facts, target: { status: 'confirmed', startsAt: new Date(startsAt) } } as const
  expect(plan(given, { status: 'pending' })).toMatchObject({
    plan: { status: { expiresAt: new Date(expiresAt) } },
  })
})

test.each([
  ['another email', { customerEmail: 'bob@example.com' }, true],
  ['another name alone', { customerName: 'Carla C.' }, false],
  ['a phone added', { customerPhone: '+4915123456789' }, false],
  [
    'another name with a first phone',
    { customerName: 'Ben', customerPhone: '+4915123456789' },
    true,
  ],
  ['a phone in place of the email', { customerEmail: '', customerPhone: '+4915123456789' }, true],
] as const)('%s: another person is %o', (_what, more, isOtherPerson) => {
  expect(plan(facts, more)).toMatchObject({ plan: { isOtherPerson } })
})

test('a person who gets the purchase back is another one, even under the phone of the one who had it', () => {
  const back = {
    customerName: 'Ben',
    customerEmail: 'ben@example.com',
    customerPhone: '+4915112345678',
  }
  const given = { ...facts, group: { ...facts.group, phone: '+4915112345678' } }
  expect(plan(given, back)).toMatchObject({ plan: { isOtherPerson: true, formerHolder: null } })
  expect(plan({ ...given, isBack: true }, back)).toMatchObject({
    plan: { isOtherPerson: true, formerHolder: { name: 'Carla' } },
  })
})

test.each([
  ['no way to reach the person', facts, { customerEmail: '' }, 'contact_missing'],
  ['a session of another class', { ...facts, target: null }, {}, 'not_found'],
  ['a status nobody sets by hand', facts, { status: 'rejected' }, 'status_changed'],
  [
    'a move into a cancelled session',
    { ...facts, target: { status: 'cancelled', startsAt: later } },
    { sessionId: 'there' },
    'session_cancelled',
  ],
  [
    'a move into the past',
    { ...facts, target: { status: 'confirmed', startsAt: before } },
    { sessionId: 'there' },
    'session_past',
  ],
] as const)('%s is refused', (_what, given, more, reason) => {
  expect(plan(given, more)).toEqual({ ok: false, reason })
})

test('a name that was changed before counts when the number changes: the link was made for somebody else', () => {
  const byPhone = { name: 'Carla', email: null, phone: '+491701234567' }
  const renamed = { ...facts, group: { ...byPhone, name: 'Ben', hasTelegram: false } }
  const other = {
    customerName: 'Ben',
    customerEmail: '',
    customerPhone: '+491709999999',
  }
  expect(plan(renamed, other)).toMatchObject({ plan: { isOtherPerson: false } })
  expect(plan({ ...renamed, linkHolder: byPhone }, other)).toMatchObject({
    plan: { isOtherPerson: true },
  })
})

test('a booking is completed after its session has started, not before', () => {
  expect(plan(facts, { status: 'completed' })).toEqual({ ok: false, reason: 'not_started' })
  expect(
    plan(
      { ...at('confirmed', before), target: { status: 'confirmed', startsAt: before } },
      {
        status: 'completed',
      },
    ),
  ).toMatchObject({ ok: true, plan: { status: { isCorrection: false }, news: null } })
})

test('replacing an address that was never right counts as a transfer, even back to the person the link was first made for', () => {
  const byPhone = { name: 'Anna', email: null, phone: '+491701234567' }
  const withWrong = {
    ...facts,
    group: { ...byPhone, email: 'stranger@example.com', hasTelegram: false },
    linkHolder: byPhone,
  }
  const typed = { customerName: 'Anna', customerPhone: '+491701234567' }
  for (const customerEmail of ['anna@example.com', ''])
    expect(plan(withWrong, { ...typed, customerEmail })).toMatchObject({
      plan: { isOtherPerson: true },
    })
})

test('a completed booking is not moved to a session that has not begun', () => {
  expect(plan(at('completed', before), { status: 'completed', sessionId: 'there' })).toEqual({
    ok: false,
    reason: 'not_started',
  })
})

test('after the start no booking becomes pending, and changes send no message', () => {
  const begun: EditFacts = {
    ...at('confirmed', before),
    target: { status: 'confirmed', startsAt: before },
  }
  expect(plan(begun, { status: 'pending' })).toEqual({ ok: false, reason: 'session_past' })
  expect(plan({ ...begun, booking: { ...begun.booking, status: 'cancelled' } })).toMatchObject({
    plan: { seat: 'taken', news: null },
  })
})

test('nothing is paid without an amount, except what costs nothing', () => {
  expect(plan(facts, { paymentStatus: 'paid' })).toEqual({ ok: false, reason: 'paid_nothing' })
  expect(plan(facts, { paymentStatus: 'paid', amountPaidMinor: 1500 })).toMatchObject({ ok: true })
  const free = { ...facts, booking: { ...facts.booking, payableMinor: 0 } }
  expect(plan(free, { paymentStatus: 'paid' })).toMatchObject({ ok: true })
  // Existing values never block saving a note.
  const stored: EditFacts = { ...facts, booking: { ...facts.booking, paymentStatus: 'paid' } }
  expect(plan(stored, { paymentStatus: 'paid', notes: 'Knee' })).toMatchObject({ ok: true })
})
