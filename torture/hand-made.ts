// Histories and contents made by hand, for the tests of the checker.
import type { Evidence } from './check.ts'
import type { BookingRow, Contents, LedgerRow, MessageRow, ToldRow } from './contents.ts'
import { type Answer, apiKey, type Args, type Entry, type Kind } from './history.ts'

export type Asked = {
  op: string
  kind?: Kind
  key?: string | null
  args?: Args
  phase?: Entry['phase']
  answer?: Answer
  /** asked at this ms, answered 10 later */
  t?: number
}

/** A try as its two lines; without a phase it was never answered. */
export function asked({
  op,
  kind = 'book',
  key = `key-${op}`,
  args = {},
  phase,
  answer = {},
  t = 1000,
}: Asked): Entry[] {
  const entry = { client: 'c0', op, attempt: 1, kind, key, args }
  const invoked: Entry = { ...entry, t, phase: 'invoke', answer: {} }
  return phase === undefined ? [invoked] : [invoked, { ...entry, t: t + 10, phase, answer }]
}

export const args: Args = { sessionId: 's1', spots: 1, name: 'a' }
export const booked: Answer = {
  status: 201,
  reference: 'R1',
  bookings: [{ id: 'b1', status: 'confirmed' }],
}

export const booking = (more: Partial<BookingRow> = {}): BookingRow => ({
  id: 'b1',
  purchaseId: 'g1',
  sessionId: 's1',
  status: 'confirmed',
  endedBy: null,
  confirmedAt: 1005,
  passId: null,
  late: false,
  byCard: false,
  party: null,
  priceMinor: 0,
  reductionMinor: 0,
  isPaid: true,
  paidMinor: 0,
  ...more,
})

export const seat = (more: Partial<LedgerRow> = {}): LedgerRow => ({
  id: 1,
  sessionId: 's1',
  bookingId: 'b1',
  delta: 1,
  reason: 'booked',
  maxStudents: 2,
  transaction: '1',
  committedAt: 1005,
  ...more,
})

export const message = (more: Partial<MessageRow> = {}): MessageRow => ({
  id: 'm1',
  purchaseId: 'g1',
  audience: 'customer',
  kind: 'news',
  status: 'sent',
  chat: null,
  finishedAt: 1150,
  ...more,
})

export const told = (more: Partial<ToldRow> = {}): ToldRow => ({
  purchaseId: 'g1',
  reader: 'customer',
  spotId: 'b1',
  status: 'confirmed',
  startsAt: 60_000,
  location: 'Hall 1',
  ...more,
})
/** Both readers know how these spots are. */
export const toldOf = (bookings: readonly BookingRow[], more: Partial<ToldRow> = {}): ToldRow[] =>
  bookings.flatMap(({ id, purchaseId, status }) =>
    ['customer', 'vendor'].map((reader) =>
      told({
        purchaseId,
        reader,
        spotId: id,
        status: status === 'pending' ? 'requested' : status,
        ...more,
      }),
    ),
  )

export const session = {
  id: 's1',
  status: 'confirmed',
  manual: false,
  startsAt: 60_000,
  location: 'Hall 1',
  currentStudents: 1,
  maxStudents: 2,
}
export const group = {
  id: 'g1',
  key: apiKey('key-a'),
  reference: 'R1',
  name: 'a',
  hasEmail: true,
  isCorrected: false,
}

export const contents: Contents = {
  groups: [group],
  bookings: [booking()],
  ledger: [seat()],
  sessions: [session],
  messages: [message(), message({ id: 'm2', audience: 'vendor' })],
  told: toldOf([booking()]),
  passes: [],
  credits: [],
  rows: [],
  left: { outbox: 0, jobs: 0, locked: 0, overdue: 0 },
}

export const event = {
  id: 'e1',
  vendorId: 'v1',
  summary: 'Yoga · 1/2',
  location: 'Hall 1',
  startsAt: 60_000,
  endsAt: 120_000,
  people: ['a'],
}

export const clean: Evidence = {
  history: asked({ op: 'a', args, phase: 'ok', answer: booked }),
  contents,
  calendars: { wanted: [event], held: [event], slices: [], requests: 2 },
  chats: { texts: [], notHeard: 0 },
  cards: { charges: [], payments: [], unpaid: [], kept: [] },
  seen: [],
  firstCapacities: { s1: 2 },
  mails: [
    { t: 1100, messageId: 'm1', answered: true },
    { t: 1100, messageId: 'm2', answered: true },
  ],
  faults: [],
  databaseLog: [],
}

export const holding = (more: Partial<Contents>): Evidence => ({
  ...clean,
  contents: {
    ...contents,
    ...(more.bookings && { told: toldOf(more.bookings) }),
    ...more,
  },
})
export const saying = (...entries: Entry[]): Evidence => ({
  ...clean,
  history: [...clean.history, ...entries],
})
