import { expect, test } from 'vitest'
import { apiKey, givenName } from './history.ts'
import { check, type Evidence, isGreen, violationKinds } from './check.ts'
import {
  args,
  type Asked,
  asked,
  booked,
  booking,
  clean,
  contents,
  event,
  group,
  holding,
  message,
  saying,
  seat,
  session,
  told,
} from './hand-made.ts'

test('one booking whose customer was notified violates no check', () => {
  const report = check(clean)
  expect(report.notes).toEqual([])
  expect(isGreen(report)).toBe(true)
  expect(report).toMatchObject({ operations: 1, acknowledged: 1, kills: 0, messageDuplicates: 0 })
})

test('a booking by card whose session is cancelled before it can be paid may be refused', () => {
  const refused = asked({
    op: 'a',
    args,
    phase: 'fail',
    answer: { status: 409, code: 'ask_vendor' },
  })
  const phantoms = (more: Parameters<typeof booking>[0]) => {
    const ended = booking({ status: 'cancelled', endedBy: 'vendor', ...more })
    return check({ ...clean, ...holding({ bookings: [ended] }), history: refused }).phantom
  }
  expect(phantoms({ byCard: true, confirmedAt: null })).toBe(0)
  expect(phantoms({ byCard: true })).toBe(1)
  expect(phantoms({ byCard: false, confirmedAt: null })).toBe(1)
  expect(phantoms({ byCard: true, confirmedAt: null, status: 'pending' })).toBe(1)
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

const calendarsOf = (
  wanted: Evidence['calendars']['wanted'],
  held: Evidence['calendars']['held'],
): Evidence => ({ ...clean, calendars: { ...clean.calendars, wanted, held } })

/** Two people who booked a court with one extra, and what was written down of them. */
const party = (written: { people: number; extras: string[]; slotMinor: number }): Evidence => ({
  ...holding({ bookings: [booking({ party: written })] }),
  history: asked({
    op: 'a',
    args: { ...args, people: 2, extras: ['e1'], slotMinor: 500 },
    phase: 'ok',
    answer: booked,
  }),
})

/** The customer's message went to a chat, which took these texts. */
const chatOf = (...texts: { t: number; answered?: boolean }[]): Evidence => ({
  ...holding({ messages: [message({ chat: '7:8' }), message({ id: 'm2', audience: 'vendor' })] }),
  mails: mailsOf('m2'),
  chats: { texts: texts.map((text) => ({ chat: '7:8', answered: true, ...text })), notHeard: 0 },
})

const mailsOf = (...ids: string[]) =>
  ids.map((messageId) => ({ t: 1100, messageId, answered: true }))
test.each<[string, (typeof violationKinds)[number], Evidence]>([
  ['another party than asked', 'lost', party({ people: 1, extras: ['e1'], slotMinor: 500 })],
  ['a party without its extra', 'lost', party({ people: 2, extras: [], slotMinor: 500 })],
  ['an extra at another price', 'lost', party({ people: 2, extras: ['e1'], slotMinor: 0 })],
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
        args: { purchaseId: 'g1', bookingIds: ['b1'], toSessionId: 's2' },
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
  ['an event that a calendar does not have', 'calendars', calendarsOf([event], [])],
  ['an event that a calendar has besides', 'calendars', calendarsOf([], [event])],
  ['an event that a calendar has twice', 'calendars', calendarsOf([event], [event, event])],
  [
    'an event of the session as it was',
    'calendars',
    calendarsOf([event], [{ ...event, people: ['a', 'b'] }]),
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
  ['a spot nobody was told of', 'notificationsMissing', holding({ told: [] })],
  [
    'the vendor not told of a cancellation by the customer',
    'misinformed',
    holding({
      ...cancelledBy('customer'),
      told: [told({ status: 'cancelled' }), told({ reader: 'vendor' })],
    }),
  ],
  [
    'a customer who was told another time',
    'misinformed',
    holding({ sessions: [{ ...session, startsAt: 90_000 }] }),
  ],
  [
    'a customer who was told another place',
    'misinformed',
    holding({ sessions: [{ ...session, location: 'Hall 2' }] }),
  ],
  [
    'a customer who counts as told of the end, and has no mail since',
    'notificationsMissing',
    {
      ...holding(cancelledBy('vendor')),
      mails: clean.mails.map((mail) => ({ ...mail, t: 1200 })),
    },
  ],
  [
    'a customer who counts as told, and has no mail',
    'notificationsMissing',
    { ...holding({ messages: [message({ audience: 'vendor', id: 'm2' })] }), mails: mailsOf('m2') },
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
  ['a message to a chat that took nothing', 'notificationsMissing', chatOf()],
  ['a message marked as sent before its chat took it', 'notificationsMissing', chatOf({ t: 5000 })],
  ['a text of no message', 'phantom', chatOf({ t: 1100 }, { t: 5000 })],
  [
    'a text sent again though its first copy was answered in peace',
    'messageDuplicatesOutsideWindows',
    chatOf({ t: 1050 }, { t: 1100 }),
  ],
  [
    'a bot that did not hear who has started it',
    'deadEnds',
    { ...clean, chats: { texts: [], notHeard: 1 } },
  ],
  [
    'a mail sent again though its first copy was answered in peace',
    'messageDuplicatesOutsideWindows',
    { ...clean, mails: [...clean.mails, { t: 60_000, messageId: 'm1', answered: true }] },
  ],
])('%s is found', (_name, kind, evidence) => {
  expect(check(evidence)[kind]).toBeGreaterThan(0)
})

test.each<[string, Evidence]>([
  ['a party as it asked', party({ people: 2, extras: ['e1'], slotMinor: 500 })],
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
  ['a message that a chat took', chatOf({ t: 1100 })],
  [
    'a repeated text whose first copy was never answered',
    chatOf({ t: 1050, answered: false }, { t: 1100 }),
  ],
  [
    'a spot that the vendor gave to somebody and took back before anything was mailed',
    {
      ...holding({
        ...cancelledBy('vendor'),
        groups: [{ ...group, key: 'none', name: givenName }],
        messages: [],
      }),
      history: asked({
        op: 'a',
        kind: 'give',
        key: null,
        args: { name: givenName, bookingIds: ['b1'] },
        phase: 'ok',
      }),
      mails: [],
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
        messages: [...contents.messages, message({ id: 'm3' })],
      }),
      mails: [...clean.mails, { t: 1600, messageId: 'm3', answered: true }],
    },
  ],
  [
    'a mail with other words after an unknown outcome',
    { ...clean, mails: [...clean.mails, { t: 1200, messageId: 'm1.1', answered: true }] },
  ],
  [
    'a mail whose news was undone before anybody learned that it was taken',
    { ...clean, mails: [...clean.mails, { t: 1200, messageId: 'm9', answered: false }] },
  ],
  [
    'a request that still waits for its answer',
    holding({ ...requested, bookings: [booking({ status: 'pending', confirmedAt: null })] }),
  ],
  [
    'a customer with only a phone, who was told nothing by mail',
    {
      ...holding({
        groups: [{ ...group, hasEmail: false }],
        messages: [message({ id: 'm2', audience: 'vendor' })],
        told: [told({ reader: 'vendor' })],
      }),
      mails: mailsOf('m2'),
    },
  ],
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
