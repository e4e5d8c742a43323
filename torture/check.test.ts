import { expect, test } from 'vitest'
import { wronglySuperseded } from './check-superseded.ts'
import type { Contents } from './contents.ts'
import { apiKey } from './history.ts'
import { check, type Evidence, isGreen, violationKinds } from './check.ts'
import {
  args,
  type Asked,
  asked,
  booked,
  booking,
  clean,
  contents,
  group,
  holding,
  message,
  saying,
  seat,
  session,
} from './hand-made.ts'

test('one booking whose customer was notified violates no check', () => {
  const report = check(clean)
  expect(report.notes).toEqual([])
  expect(isGreen(report)).toBe(true)
  expect(report).toMatchObject({ operations: 1, acknowledged: 1, kills: 0, messageDuplicates: 0 })
})

const nothing = {
  groups: [],
  bookings: [],
  ledger: [],
  messages: [],
  sessions: [{ ...session, currentStudents: 0 }],
}
const again: Asked = { op: 'a2', kind: 'book_again', key: 'key-a', args, t: 2000 }
const other: Asked = { op: 'a3', kind: 'book_other', key: 'key-a', args, t: 2000 }
const cancelledBy = (endedBy: string) => ({
  bookings: [booking({ status: 'cancelled', endedBy })],
  ledger: [
    seat(),
    seat({ id: 2, delta: -1, reason: 'cancelled', transaction: '2', committedAt: 1500 }),
  ],
  sessions: [{ ...session, currentStudents: 0 }],
})
const requested = { sessions: [{ ...session, manual: true }] }

const mailsOf = (...ids: string[]) =>
  ids.map((messageId) => ({ t: 1100, messageId, answered: true }))
/** A purchase of two spots. */
const bookedTwo = (status: string) =>
  asked({
    op: 'a',
    args: { ...args, spots: 2 },
    phase: 'ok',
    answer: { ...booked, bookings: ['b1', 'b2'].map((id) => ({ id, status })) },
  })

/** A request for two sessions that expired in these transactions, and of whose end its customer was told once. */
const expiredIn = (first: string, second: string) => {
  const ended = (id: number, sessionId: string, transaction: string) =>
    seat({ id, bookingId: `b${id - 2}`, sessionId, delta: -1, reason: 'expired', transaction })
  const world = holding({
    bookings: [
      booking({ status: 'expired', confirmedAt: null }),
      booking({ id: 'b2', sessionId: 's2', status: 'expired', confirmedAt: null }),
    ],
    ledger: [
      seat(),
      seat({ id: 2, bookingId: 'b2', sessionId: 's2' }),
      ended(3, 's1', first),
      ended(4, 's2', second),
    ],
    sessions: ['s1', 's2'].map((id) => ({ ...session, id, manual: true, currentStudents: 0 })),
    messages: [
      message({ kind: 'booking.requested' }),
      message({ id: 'm2', kind: 'booking.requested', audience: 'vendor' }),
      message({ id: 'm3', kind: 'booking.expired', createdAt: 1500, finishedAt: 2500 }),
    ],
  })
  return { ...world, history: bookedTwo('pending'), mails: mailsOf('m1', 'm2', 'm3') }
}

/** Two changed sessions of one purchase. The second message took over the first, whose session it is named by. */
const changedTwice = (...messages: ReturnType<typeof message>[]): Evidence => ({
  ...holding({
    bookings: [booking(), booking({ id: 'b2', sessionId: 's2' })],
    ledger: [seat(), seat({ id: 2, bookingId: 'b2', sessionId: 's2' })],
    sessions: [session, { ...session, id: 's2' }],
    messages: [...contents.messages, ...messages],
  }),
  history: [
    ...bookedTwo('confirmed'),
    ...['s1', 's2'].flatMap((sessionId, at) =>
      asked({
        op: `x${at}`,
        kind: 'reschedule',
        key: null,
        args: { sessionId },
        t: 3000 + at,
        phase: 'ok',
        answer: { changed: 1 },
      }),
    ),
  ],
  mails: mailsOf('m1', 'm2', 'm4'),
})
const spotIn = (id: string, sessionId: string) => ({
  id,
  sessionId,
  startsAt: 60_000,
  location: 'Hall 1',
})
const toldOfBoth = message({
  id: 'm4',
  kind: 'booking.session_changed',
  createdAt: 3200,
  finishedAt: 4000,
  spots: [spotIn('b1', 's1'), spotIn('b2', 's2')],
})
const mergedFirst = message({
  id: 'm3',
  kind: 'booking.session_changed',
  status: 'superseded',
  createdAt: 3100,
  finishedAt: 3200,
})

/** The first message of the hand-made world, passed over. */
const passedOver = (
  more: Parameters<typeof message>[0],
  rest: Parameters<typeof holding>[0] = {},
) =>
  holding({
    messages: [
      message({ status: 'superseded', ...more }),
      message({ id: 'm2', audience: 'vendor' }),
      message({ id: 'm3', kind: 'booking.cancelled' }),
    ],
    ...rest,
  })
const moved = (committedAt: number) => ({
  bookings: [booking({ sessionId: 's2' })],
  ledger: [
    seat(),
    seat({ id: 2, sessionId: 's2', reason: 'moved_in', transaction: '2', committedAt }),
    seat({ id: 3, delta: -1, reason: 'moved_out', transaction: '2', committedAt }),
  ],
  sessions: [
    { ...session, currentStudents: 0 },
    { ...session, id: 's2' },
  ],
})
const toldOfMove = [
  message({
    id: 'm3',
    kind: 'booking.moved',
    sessionId: 's2',
    by: 'customer',
    spots: [{ id: 'b1', sessionId: 's2', startsAt: 60_000, location: 'Hall 1' }],
  }),
  message({ id: 'm4', kind: 'booking.moved', sessionId: 's2', audience: 'vendor' }),
]
const ofNoPurchase = {
  groupId: null,
  sessionId: null,
  audience: 'vendor',
  kind: 'vendor.summary',
  spots: [],
}
const rescheduled = (location: string, t: number) =>
  asked({
    op: 'x',
    kind: 'reschedule',
    key: null,
    args: { sessionId: 's1', location },
    t,
    phase: 'ok',
    answer: { changed: 0 },
  })

const passedOverWrongly: [string, Evidence][] = [
  ['a confirmation passed over although the spot is held', passedOver({})],
  [
    'a confirmation passed over before the spot was cancelled',
    passedOver({ finishedAt: 1400 }, cancelledBy('vendor')),
  ],
  [
    'a cancellation passed over',
    passedOver(
      {},
      {
        ...cancelledBy('vendor'),
        messages: [
          ...contents.messages,
          message({ id: 'm3', kind: 'booking.cancelled', status: 'superseded' }),
        ],
      },
    ),
  ],
  [
    'a confirmation passed over for a move before it was written',
    passedOver(
      {},
      {
        ...moved(500),
        messages: [
          message({ status: 'superseded' }),
          message({ id: 'm2', audience: 'vendor' }),
          ...toldOfMove,
        ],
      },
    ),
  ],
  [
    'the vendor’s message passed over for a move',
    passedOver(
      {},
      {
        ...moved(1500),
        messages: [
          message(),
          message({ id: 'm2', audience: 'vendor', status: 'superseded' }),
          ...toldOfMove,
        ],
      },
    ),
  ],
  ['a message that names no spot passed over', passedOver({ spots: [] }, cancelledBy('vendor'))],
  [
    'a confirmation passed over for a place it tells itself',
    {
      ...passedOver({}),
      history: [...clean.history, ...rescheduled('Hall 1', 1500)],
    },
  ],
]

test.each<[string, (typeof violationKinds)[number], Evidence]>([
  ['an acknowledged booking whose rows are gone', 'lost', { ...holding(nothing), mails: [] }],
  [
    'an acknowledged purchase that misses one spot',
    'lost',
    {
      ...clean,
      history: asked({
        op: 'a',
        args,
        phase: 'ok',
        answer: { ...booked, bookings: [{ id: 'b9', status: 'confirmed' }] },
      }),
    },
  ],
  [
    'an acknowledged booking that is refused at the next try',
    'lost',
    saying(...asked({ ...again, phase: 'fail', answer: { status: 409, code: 'session_full' } })),
  ],
  [
    'a cancellation that was answered and did not last',
    'lost',
    saying(
      ...asked({
        op: 'x',
        kind: 'cancel',
        key: null,
        phase: 'ok',
        answer: { status: 200, bookings: [{ id: 'b1', status: 'cancelled' }] },
      }),
    ),
  ],
  [
    'a move that was answered and is not in the ledger',
    'lost',
    saying(
      ...asked({
        op: 'x',
        kind: 'move',
        key: null,
        args: { groupId: 'g1', bookingIds: ['b1'], toSessionId: 's2' },
        phase: 'ok',
        answer: { changed: 1 },
      }),
    ),
  ],
  ['a purchase nobody asked for', 'phantom', { ...clean, history: [] }],
  [
    'a purchase that was refused at every try',
    'phantom',
    {
      ...clean,
      history: asked({
        op: 'a',
        args,
        phase: 'fail',
        answer: { status: 409, code: 'session_past' },
      }),
    },
  ],
  [
    'a mail of a message that does not exist',
    'phantom',
    { ...clean, mails: [...clean.mails, { t: 1, messageId: 'm9', answered: true }] },
  ],
  [
    'a request that the API calls invalid',
    'malformed',
    saying(...asked({ ...again, phase: 'fail', answer: { status: 400, code: 'invalid' } })),
  ],
  [
    'one wish with two purchases',
    'duplicates',
    holding({ groups: [group, { ...group, id: 'g2', key: apiKey('key-b') }] }),
  ],
  ['more rows than spots', 'duplicates', holding({ bookings: [booking(), booking({ id: 'b2' })] })],
  [
    'the same key with other content, and booked',
    'duplicates',
    saying(...asked({ ...other, phase: 'ok', answer: { ...booked, reference: 'R2' } })),
  ],
  [
    'the same key with two references',
    'duplicates',
    saying(...asked({ ...again, phase: 'ok', answer: { ...booked, reference: 'R2' } })),
  ],
  [
    'more taken than there is room at one moment',
    'oversold',
    holding({
      ledger: [
        seat({ maxStudents: 0 }),
        seat({ id: 2, bookingId: null, delta: 0, reason: 'capacity', transaction: '2' }),
      ],
    }),
  ],
  [
    'a seat given back twice',
    'oversold',
    holding({ ledger: [seat({ delta: -1 }), seat({ id: 2 }), seat({ id: 3 })] }),
  ],
  [
    'a counter that does not count',
    'drift',
    holding({ sessions: [{ ...session, currentStudents: 2 }] }),
  ],
  [
    'a booking that lives on after its end',
    'drift',
    holding({ ledger: [seat(), seat({ id: 2, delta: -1, reason: 'expired' })] }),
  ],
  [
    'a confirmed request that expired',
    'drift',
    holding({ ...requested, bookings: [booking({ status: 'expired' })] }),
  ],
  [
    'a cancelled session with somebody in it',
    'drift',
    holding({ sessions: [{ ...session, status: 'cancelled' }] }),
  ],
  [
    'told full while there was room',
    'drift',
    saying(
      ...asked({
        op: 'x',
        args: { sessionId: 's1', spots: 1 },
        t: 9000,
        phase: 'fail',
        answer: { status: 409, code: 'session_full' },
      }),
    ),
  ],
  [
    'told twice of what happened once',
    'drift',
    holding({ messages: [...contents.messages, message({ id: 'm3' })] }),
  ],
  ['nobody told', 'notificationsMissing', holding({ messages: [] })],
  ['told once of two requests that expired', 'notificationsMissing', expiredIn('2', '3')],
  [
    'the vendor not told of a cancellation by the customer',
    'notificationsMissing',
    holding({
      ...cancelledBy('customer'),
      messages: [...contents.messages, message({ id: 'm1', kind: 'booking.cancelled' })],
    }),
  ],
  [
    'a message that is still queued',
    'notificationsMissing',
    holding({
      messages: [message({ status: 'queued' }), message({ id: 'm2', audience: 'vendor' })],
    }),
  ],
  [
    'a message marked as sent that no server has',
    'notificationsMissing',
    { ...clean, mails: clean.mails.slice(1) },
  ],
  [
    'no channel for somebody with an address',
    'notificationsMissing',
    holding({
      messages: [message({ status: 'no_channel' }), message({ id: 'm2', audience: 'vendor' })],
    }),
  ],
  [
    'a moved session of which who stayed never heard',
    'notificationsMissing',
    saying(
      ...asked({
        op: 'x',
        kind: 'reschedule',
        key: null,
        args: { sessionId: 's1' },
        t: 3000,
        phase: 'ok',
        answer: { changed: 1 },
      }),
    ),
  ],
  ['told once of two changes', 'notificationsMissing', changedTwice(toldOfBoth)],
  [
    'a booking without a definite answer',
    'deadEnds',
    saying(...asked({ op: 'x', phase: 'unknown' })),
  ],
  [
    'a client that never heard anything',
    'deadEnds',
    saying(...asked({ op: 'x', kind: 'cancel', key: null })),
  ],
  [
    'jobs that nobody does',
    'deadEnds',
    holding({ left: { outbox: 0, jobs: 2, locked: 1, overdue: 0 } }),
  ],
  ['a deadlock', 'deadlocks', { ...clean, databaseLog: ['ERROR:  deadlock detected'] }],
  [
    'a process that ended by itself',
    'crashes',
    { ...clean, faults: [{ kind: 'crash', from: 1, to: 1, says: 'web 1 ended' }] },
  ],
  [
    'a mail sent again though its first copy was answered in peace',
    'messageDuplicatesOutsideWindows',
    { ...clean, mails: [...clean.mails, { t: 60_000, messageId: 'm1', answered: true }] },
  ],
])('%s is found', (_name, kind, evidence) => {
  expect(check(evidence)[kind]).toBeGreaterThan(0)
})

test.each(passedOverWrongly)('%s is found', (_name, evidence) => {
  const { notes } = check(evidence)
  expect(notes.filter((note) => note.startsWith('notificationsMissing'))).toContainEqual(
    expect.stringContaining('was passed over, and its news held'),
  )
})

test.each<[string, Evidence]>([
  [
    'a repeated mail whose first copy was never answered',
    { ...clean, mails: [{ t: 1, messageId: 'm1', answered: false }, ...clean.mails] },
  ],
  [
    'a repeated mail about a kill',
    {
      ...clean,
      mails: [...clean.mails, { t: 60_000, messageId: 'm1', answered: true }],
      faults: [{ kind: 'worker', from: 1500, to: 1500, says: 'kill -9' }],
    },
  ],
  ['a retry that answers the same', saying(...asked({ ...again, phase: 'ok', answer: booked }))],
  [
    'other content that is refused',
    saying(
      ...asked({ ...other, phase: 'fail', answer: { status: 422, code: 'idempotency_conflict' } }),
    ),
  ],
  [
    'full for more spots than were free',
    saying(
      ...asked({
        op: 'x',
        args: { sessionId: 's1', spots: 2 },
        t: 9000,
        phase: 'fail',
        answer: { status: 409, code: 'session_full' },
      }),
    ),
  ],
  [
    'a cancellation by the vendor',
    {
      ...holding({
        ...cancelledBy('vendor'),
        messages: [...contents.messages, message({ id: 'm3', kind: 'booking.cancelled' })],
      }),
      mails: [...clean.mails, { t: 1600, messageId: 'm3', answered: true }],
    },
  ],
  [
    'a confirmation passed over after the spot was cancelled',
    {
      ...passedOver({}, cancelledBy('vendor')),
      mails: mailsOf('m2', 'm3'),
    },
  ],
  [
    'a confirmation passed over after the spot was moved on',
    {
      ...passedOver(
        {},
        {
          ...moved(1500),
          messages: [
            message({ status: 'superseded' }),
            message({ id: 'm2', audience: 'vendor' }),
            ...toldOfMove,
          ],
        },
      ),
      mails: mailsOf('m2', 'm3', 'm4'),
    },
  ],
  [
    'a confirmation passed over after the session got another place',
    {
      ...holding({
        messages: [
          message({ status: 'superseded' }),
          message({ id: 'm2', audience: 'vendor' }),
          message({ id: 'm3', kind: 'booking.session_changed' }),
        ],
      }),
      history: [...clean.history, ...rescheduled('Hall 2', 1500)],
      mails: mailsOf('m2', 'm3'),
    },
  ],
  [
    'a confirmation passed over after the session got another time',
    {
      ...holding({
        sessions: [{ ...session, startsAt: 120_000 }],
        messages: [
          message({ status: 'superseded' }),
          message({ id: 'm2', audience: 'vendor' }),
          message({
            id: 'm3',
            kind: 'booking.session_changed',
            spots: [{ id: 'b1', sessionId: 's1', startsAt: 120_000, location: 'Hall 1' }],
          }),
        ],
      }),
      history: [...clean.history, ...rescheduled('Hall 1', 1500)],
      mails: mailsOf('m2', 'm3'),
    },
  ],
  [
    'messages without a purchase, sent and passed over',
    {
      ...holding({
        messages: [
          ...contents.messages,
          message({ id: 'm3', ...ofNoPurchase }),
          message({ id: 'm4', ...ofNoPurchase, status: 'superseded' }),
        ],
      }),
      mails: mailsOf('m1', 'm2', 'm3'),
    },
  ],
  ['two changes of which the second message tells', changedTwice(mergedFirst, toldOfBoth)],
  ['told once of a request whose dates expired together', expiredIn('2', '2')],
  [
    'a lost answer to a booking that is there',
    {
      ...clean,
      history: [
        ...asked({ op: 'a', args, phase: 'unknown' }),
        ...asked({ ...again, phase: 'ok', answer: booked }),
      ].map((entry) => ({ ...entry, op: 'a' })),
    },
  ],
])('%s is in order', (_name, evidence) => {
  const report = check(evidence)
  expect(report.notes).toEqual([])
})

test('a message may be passed over for a later one that tells the same, or when what it tells was taken back', () => {
  const cancelled = message({
    kind: 'booking.cancelled',
    status: 'superseded',
    createdAt: 1300,
    finishedAt: 1500,
  })
  const wrong = (...messages: Contents['messages'][number][]) =>
    wronglySuperseded([], { ...contents, messages }).length
  expect(wrong(cancelled)).toBe(1)
  const sent = { ...cancelled, id: 'm2', status: 'sent', createdAt: 1400, finishedAt: 2000 }
  expect(wrong(cancelled, sent)).toBe(0)
  expect(wrong(cancelled, { ...sent, audience: 'vendor' })).toBe(1)
  // Its transaction began earlier, but it ended later.
  expect(wrong(cancelled, { ...sent, createdAt: 1200 })).toBe(0)
  expect(wrong(cancelled, { ...sent, createdAt: 1200, finishedAt: 1400 })).toBe(1)
  expect(wrong(cancelled, { ...sent, spots: [] })).toBe(1)

  // Of two spots one was cancelled, and of the other a later message tells.
  const both = message({
    status: 'superseded',
    spots: [
      ...cancelled.spots,
      { id: 'b2', sessionId: 's1', startsAt: 60_000, location: 'Hall 1' },
    ],
  })
  const later = { ...both, id: 'm2', status: 'sent', finishedAt: 2500, spots: both.spots.slice(1) }
  const { ledger } = cancelledBy('vendor')
  const ofBoth = (...messages: Contents['messages'][number][]) =>
    wronglySuperseded([], { ...contents, ledger, messages }).length
  expect(ofBoth(both)).toBe(1)
  expect(ofBoth(both, later)).toBe(0)

  const moved = message({ kind: 'booking.moved', status: 'superseded' })
  const [spot] = moved.spots
  expect(wrong(moved)).toBe(1)
  expect(wrong({ ...moved, spots: spot ? [{ ...spot, takenBack: true }] : [] })).toBe(0)
})

const takenOver = (
  read: { location: string; finishedAt: number },
  rest: Partial<Contents> = {},
): Contents => {
  const at = (location: string) => [{ id: 'b1', sessionId: 's1', startsAt: 60_000, location }]
  const move = { kind: 'booking.moved', by: 'customer' }
  return {
    ...contents,
    ...rest,
    messages: [
      message({ finishedAt: read.finishedAt, spots: at(read.location) }),
      message({
        ...move,
        id: 'm3',
        status: 'superseded',
        createdAt: 2000,
        finishedAt: 2500,
        spots: at('Hall 1'),
      }),
      message({
        ...move,
        id: 'm4',
        createdAt: 2400,
        finishedAt: 4000,
        spots: [{ id: 'b9', sessionId: 's1', startsAt: 60_000, location: 'Hall 1' }],
      }),
    ],
  }
}

test('a message that absorbed a move may drop it if its recipient already knows the new place, or the spot has ended', () => {
  const found = (seen: Contents) => wronglySuperseded([], seen).length
  expect(found(takenOver({ location: 'Hall 1', finishedAt: 2300 }))).toBe(0)
  expect(found(takenOver({ location: 'Hall 2', finishedAt: 2300 }))).toBe(1)
  // Read only after the message that should have told it.
  expect(found(takenOver({ location: 'Hall 1', finishedAt: 4100 }))).toBe(1)
  const elsewhere = { location: 'Hall 2', finishedAt: 2300 }
  const ended = (committedAt: number) => ({
    ledger: [
      seat(),
      seat({ id: 2, delta: -1, reason: 'cancelled', transaction: '2', committedAt }),
    ],
  })
  expect(found(takenOver(elsewhere, ended(3000)))).toBe(0)
  expect(found(takenOver(elsewhere, ended(4100)))).toBe(1)
})
