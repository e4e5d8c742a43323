import { expect, test } from 'vitest'
import type { EditBookingForm } from './schema.ts'
import { type EditFacts, planEdit } from './steps/plan-edit.ts'

const now = new Date('2026-06-01T12:00:00Z')
const later = new Date('2026-06-02T12:00:00Z')
const before = new Date('2026-05-31T12:00:00Z')

const facts: EditFacts = {
  offered: [],
  booking: {
    party: null,
    status: 'confirmed',
    expiresAt: null,
    sessionId: 'here',
    startsAt: later,
    cardMinor: 0,
    payableMinor: 1500,
    owedMinor: 1500,
    paymentStatus: 'pending',
  },
  target: { status: 'confirmed', startsAt: later },
  hasAddress: true,
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
  people: null,
  extras: [],
  customerGender: null,
  customerBirthDate: null,
  sessionId: 'here',
}
const at = (status: EditFacts['booking']['status'], startsAt = later): EditFacts => ({
  ...facts,
  booking: { ...facts.booking, status, startsAt, expiresAt: status === 'pending' ? later : null },
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
    plan: { seat: 'kept', status: null, party: null, payment: null },
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
  ['pending', {}, { isCorrection: false }],
  ['pending', { status: 'cancelled' }, { isCorrection: false }],
  ['cancelled', {}, { isCorrection: true }],
  ['cancelled', { status: 'pending' }, { isCorrection: true }],
  ['completed', {}, { isCorrection: true }],
] as const)('from %s by %o: %o', (from, more, status) => {
  expect(plan(at(from), more)).toMatchObject({ ok: true, plan: { status } })
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

test('a booking is completed after its session has started, not before', () => {
  expect(plan(facts, { status: 'completed' })).toEqual({ ok: false, reason: 'not_started' })
  expect(
    plan(
      { ...at('confirmed', before), target: { status: 'confirmed', startsAt: before } },
      {
        status: 'completed',
      },
    ),
  ).toMatchObject({ ok: true, plan: { status: { isCorrection: false } } })
})

test('a completed booking is not moved to a session that has not begun', () => {
  expect(plan(at('completed', before), { status: 'completed', sessionId: 'there' })).toEqual({
    ok: false,
    reason: 'not_started',
  })
})

test('after the start no booking becomes pending', () => {
  const begun: EditFacts = {
    ...at('confirmed', before),
    target: { status: 'confirmed', startsAt: before },
  }
  expect(plan(begun, { status: 'pending' })).toEqual({ ok: false, reason: 'session_past' })
  expect(plan({ ...begun, booking: { ...begun.booking, status: 'cancelled' } })).toMatchObject({
    plan: { seat: 'taken' },
  })
})

const open = { payableMinor: 1500, owedMinor: 1500, paymentStatus: 'pending', paid: 0 } as const
const paid = { payableMinor: 1500, owedMinor: 0, paymentStatus: 'paid', paid: 1500 } as const
const part = { payableMinor: 1500, owedMinor: 500, paymentStatus: 'pending', paid: 1000 } as const
const over = { payableMinor: 1500, owedMinor: 0, paymentStatus: 'pending', paid: 0 } as const

test.each([
  ['what is owed, by its status alone', open, 'paid', 0, { status: 'paid', paidMinor: null }],
  ['an amount', open, 'pending', 700, { status: null, paidMinor: 700 }],
  ['less than the price as all of it', open, 'paid', 700, { status: 'paid', paidMinor: 700 }],
  ['the part that is recorded as all or only that', part, 'paid', 1000, 'part_or_all'],
  ['all of it', part, 'paid', 1500, { status: 'paid', paidMinor: 1500 }],
  ['another part as all of it', part, 'paid', 1200, { status: 'paid', paidMinor: 1200 }],
  ['the part as it is', part, 'pending', 1000, null],
  ['what it is already', paid, 'paid', 1500, null],
  ['nothing as paid', paid, 'paid', 0, 'paid_nothing'],
  ['a payment of what is not asked for', over, 'paid', 0, 'paid_nothing'],
  [
    'a free spot as paid',
    { ...over, payableMinor: 0 },
    'paid',
    0,
    { status: 'paid', paidMinor: null },
  ],
  ['a refund of nothing', open, 'refunded', 0, 'paid_nothing'],
  ['a refund', paid, 'refunded', 1500, { status: 'refunded', paidMinor: null }],
  ['a payment as never made', paid, 'pending', 1500, 'is_paid'],
  ['the same with its amount', paid, 'pending', 0, { status: 'pending', paidMinor: 0 }],
  ['a payment as failed', paid, 'failed', 1500, 'is_paid'],
] as const)(
  'Edit Booking records %s',
  (_what, { paid: paidMinor, ...money }, status, amount, made) => {
    const given: EditFacts = { ...facts, paidMinor, booking: { ...facts.booking, ...money } }
    const planned = plan(given, { paymentStatus: status, amountPaidMinor: amount })
    expect(planned.ok ? planned.plan.payment : planned.reason).toEqual(made)
  },
)
