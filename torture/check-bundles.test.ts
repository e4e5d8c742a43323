import { expect, test } from 'vitest'
import { check, type Evidence, isGreen, type ViolationKind } from './check.ts'
import type { BookingRow, Contents, CreditRow, PassRow } from './contents.ts'
import {
  type Asked,
  asked,
  booking,
  clean,
  group,
  message,
  seat,
  session,
  toldOf,
} from './hand-made.ts'
import { formKey } from './history.ts'

const args = { name: 'a', classId: 'c1', bundleId: 'p', sessionIds: ['s1', 's2'] }
const bought = { status: 303, reference: 'R1' }
const buy: Asked = { op: 'a', kind: 'buy', key: formKey('a'), args, phase: 'ok', answer: bought }
const redeem: Asked = {
  op: 'r',
  kind: 'redeem',
  key: null,
  args: { reference: 'R1', passId: 'e1', sessionId: 's3' },
  phase: 'ok',
  answer: bought,
  t: 3000,
}

const spots = [1, 2].map((n) => booking({ id: `b${n}`, sessionId: `s${n}`, passId: 'e1' }))
const seats = [1, 2].map((n) => seat({ id: n, bookingId: `b${n}`, sessionId: `s${n}` }))
const credit = (bookingId: string | null, delta: number, reason = 'used'): CreditRow => ({
  passId: 'e1',
  bookingId,
  delta,
  reason,
})
const pass = (remaining: number, more: Partial<PassRow> = {}): PassRow => ({
  id: 'e1',
  purchaseId: 'g1',
  total: 3,
  remaining,
  priceMinor: 0,
  reductionMinor: 0,
  isPaid: true,
  paidMinor: 0,
  ...more,
})
const credits = [credit(null, 3, 'granted'), credit('b1', -1), credit('b2', -1)]
const contents: Contents = {
  groups: [{ ...group, key: 'bundle-hash' }],
  bookings: spots,
  ledger: seats,
  sessions: [1, 2].map((n) => ({ ...session, id: `s${n}` })),
  messages: [message(), message({ id: 'm2', audience: 'vendor' })],
  told: toldOf(spots),
  passes: [pass(1)],
  credits,
  rows: [],
  left: { outbox: 0, jobs: 0, locked: 0, overdue: 0 },
}

const whole: Evidence = { ...clean, history: asked(buy), contents, firstCapacities: {} }
const holding = (more: Partial<Contents>): Evidence => ({
  ...whole,
  contents: { ...contents, ...(more.bookings && { told: toldOf(more.bookings) }), ...more },
})
const saying = (...more: Asked[]): Evidence => ({
  ...whole,
  history: [buy, ...more].flatMap((one) => asked(one)),
})

/** Both dates are over: cancelled by the customer in time. */
const ended = {
  bookings: spots.map((spot): BookingRow => ({
    ...spot,
    status: 'cancelled',
    endedBy: 'customer',
  })),
  ledger: [1, 2].flatMap((n) => [
    seat({ id: n, bookingId: `b${n}`, sessionId: `s${n}` }),
    seat({
      id: n + 2,
      bookingId: `b${n}`,
      sessionId: `s${n}`,
      delta: -1,
      reason: 'cancelled',
      transaction: '2',
      committedAt: 1500,
    }),
  ]),
  sessions: [1, 2].map((n) => ({ ...session, id: `s${n}`, currentStudents: 0 })),
}

test('a bundle with a spot on each date breaks nothing', () => {
  const report = check(whole)
  expect(report.notes).toEqual([])
  expect(isGreen(report)).toBe(true)
  expect(report).toMatchObject({ acknowledged: 1, bundles: 1, partialBundles: 0 })
})

const again: Asked = { ...buy, op: 'a2', kind: 'buy_again', t: 9000 }
const second = { ...group, id: 'g2', key: 'bundle-other', reference: 'R2' }

test.each<[string, ViolationKind, Evidence]>([
  [
    'a bundle that misses a date',
    'partialBundles',
    holding({ bookings: spots.slice(0, 1), ledger: seats.slice(0, 1) }),
  ],
  ['dates without the bundle that paid for them', 'partialBundles', holding({ passes: [] })],
  [
    'a bundle granted twice',
    'partialBundles',
    holding({ passes: [...contents.passes, pass(0, { id: 'e2' })] }),
  ],
  [
    'a bundle of no purchase',
    'partialBundles',
    holding({ passes: [...contents.passes, pass(0, { id: 'e2', purchaseId: 'g9' })] }),
  ],
  [
    'a bundle in a purchase of something else',
    'partialBundles',
    { ...whole, history: asked({ ...buy, kind: 'book' }) },
  ],
  [
    'a date nobody asked for',
    'phantom',
    holding({
      bookings: [...spots, booking({ id: 'b3', sessionId: 's3', passId: 'e1' })],
      ledger: [...seats, seat({ id: 3, bookingId: 'b3', sessionId: 's3' })],
    }),
  ],
  ['more left than the ledger says', 'drift', holding({ passes: [pass(2)] })],
  [
    'more granted than was bought',
    'drift',
    holding({ credits: [...credits, credit(null, 1, 'granted')] }),
  ],
  [
    'a spot that holds no session of its bundle',
    'drift',
    holding({ credits: credits.slice(0, 2) }),
  ],
  ['a cancelled spot that gave nothing back', 'drift', holding(ended)],
  [
    'a session used for a booking that is not there',
    'drift',
    holding({
      passes: [pass(0)],
      credits: [...credits, credit('b9', -1)],
    }),
  ],
  [
    'an acknowledged bundle that is gone',
    'lost',
    { ...whole, contents: { ...contents, groups: [] } },
  ],
  ['a session booked with what was left that is not there', 'lost', saying(redeem)],
  [
    'a page that does not know the bundle',
    'lost',
    saying({
      op: 'o',
      kind: 'open',
      key: null,
      args: { reference: 'R1' },
      phase: 'fail',
      answer: { status: 404 },
    }),
  ],
  [
    'a spot cancelled on its page that lives on',
    'lost',
    saying({ op: 'x', kind: 'cancel_form', key: null, args: { bookingIds: ['b1'] }, phase: 'ok' }),
  ],
  [
    'a bundle that is held, and refused when it is asked for again',
    'lost',
    saying({ ...again, phase: 'fail', answer: { status: 409 } }),
  ],
  [
    'the same form with two bundles that are both held',
    'duplicates',
    holding({
      groups: [...contents.groups, second],
      bookings: [...spots, booking({ id: 'b5', purchaseId: 'g2' })],
      ledger: [...seats, seat({ id: 5, bookingId: 'b5', committedAt: 9000 })],
    }),
  ],
  [
    'the same form answered with another bundle',
    'duplicates',
    saying({ ...again, answer: { status: 303, reference: 'R2' } }),
  ],
  ['a bundle without a definite answer', 'deadEnds', saying({ ...buy, op: 'z', phase: 'unknown' })],
])('%s is found', (_name, kind, evidence) => {
  expect(check(evidence)[kind]).toBeGreaterThan(0)
})

const returned = { credits: [...credits, credit('b1', 1, 'returned'), credit('b2', 1, 'returned')] }
const told = ['customer', 'vendor'].map((audience, n) => message({ id: `m${n + 3}`, audience }))
const mails = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6'].map((messageId) => ({
  t: 20_000,
  messageId,
  answered: true,
}))

test.each<[string, Evidence]>([
  [
    'a session booked with what was left',
    {
      ...saying(redeem),
      contents: {
        ...contents,
        bookings: [...spots, booking({ id: 'b3', sessionId: 's3', passId: 'e1' })],
        told: toldOf([...spots, booking({ id: 'b3', sessionId: 's3' })]),
        ledger: [...seats, seat({ id: 3, bookingId: 'b3', sessionId: 's3', transaction: '3' })],
        sessions: [...contents.sessions, { ...session, id: 's3' }],
        passes: [pass(0)],
        credits: [...credits, credit('b3', -1)],
        messages: [
          ...contents.messages,
          message({ id: 'm3' }),
          message({ id: 'm4', audience: 'vendor' }),
        ],
      },
      mails: mails.slice(0, 4),
    },
  ],
  [
    'dates cancelled in time that came back',
    {
      ...holding({
        ...ended,
        ...returned,
        passes: [pass(3)],
        messages: [...contents.messages, ...told],
      }),
      mails: mails.slice(0, 4),
    },
  ],
  [
    'dates cancelled too late that did not',
    {
      ...holding({
        ...ended,
        bookings: ended.bookings.map((spot) => ({ ...spot, late: true })),
        messages: [...contents.messages, ...told],
      }),
      mails: mails.slice(0, 4),
    },
  ],
  ['the same form again', saying(again)],
])('%s is in order', (_name, evidence) => {
  expect(check(evidence).notes).toEqual([])
})

test('the same form after the first bundle has ended is another purchase', () => {
  const others = [1, 2].map((n) =>
    booking({ id: `b${n + 4}`, sessionId: `s${n}`, purchaseId: 'g2', passId: 'e2' }),
  )
  const evidence: Evidence = {
    ...saying({ ...again, answer: { status: 303, reference: 'R2' } }),
    contents: {
      ...contents,
      ...ended,
      groups: [...contents.groups, second],
      bookings: [...ended.bookings, ...others],
      told: toldOf([...ended.bookings, ...others]),
      ledger: [
        ...ended.ledger,
        ...others.map(({ id, sessionId }, n) =>
          seat({ id: n + 7, bookingId: id, sessionId, transaction: '9', committedAt: 9005 }),
        ),
      ],
      sessions: contents.sessions,
      passes: [pass(3), pass(1, { id: 'e2', purchaseId: 'g2' })],
      credits: [
        ...returned.credits,
        ...[credit(null, 3, 'granted'), credit('b5', -1), credit('b6', -1)].map((row) => ({
          ...row,
          passId: 'e2',
        })),
      ],
      messages: [
        ...contents.messages,
        ...told,
        message({ id: 'm5', purchaseId: 'g2' }),
        message({ id: 'm6', purchaseId: 'g2', audience: 'vendor' }),
      ],
    },
    mails,
  }
  expect(check(evidence).notes).toEqual([])
})
