import { bundleViolations } from './check-bundles.ts'
import { type Cards, cardViolations } from './check-cards.ts'
import { type Calendars, calendarViolations, slowBooking } from './check-calendars.ts'
import { type Chats, mailsOfChats } from './check-chats.ts'
import { messageViolations, repeatedMails } from './check-messages.ts'
import { purchaseViolations } from './check-purchases.ts'
import { miscountedPayments, vanishedRows } from './check-rows.ts'
import { seatViolations } from './check-seats.ts'
import type { Contents } from './contents.ts'
import { type Entry, triesOf } from './history.ts'
import type { KeptRow } from './rows.ts'

export const violationKinds = [
  'lost',
  'phantom',
  'duplicates',
  'partialBundles',
  'oversold',
  'drift',
  'vanished',
  'notificationsMissing',
  'misinformed',
  'calendars',
  'money',
  'deadEnds',
  'deadlocks',
  'crashes',
  'malformed',
  'messageDuplicatesOutsideWindows',
] as const
export type ViolationKind = (typeof violationKinds)[number]
export type Violation = { kind: ViolationKind; says: string }

/**
 * From and to in ms since the epoch; `stop`: told to end in order; `crash`: a process ended that nobody had killed,
 * or did not end well when it was told to.
 */
export type Fault = {
  kind: 'web' | 'worker' | 'backend' | 'postmaster' | 'freeze' | 'stop' | 'crash'
  from: number
  to: number
  says: string
}

/** A mail the sink took; not answered: it broke off before it had said so. */
export type TakenMail = { t: number; messageId: string; answered: boolean }

export type Evidence = {
  history: readonly Entry[]
  contents: Contents
  calendars: Calendars
  chats: Chats
  cards: Cards
  /** rows of money and history as they were seen during the round */
  seen: readonly KeptRow[]
  /** spots of each session when it was made */
  firstCapacities: Readonly<Record<string, number>>
  mails: readonly TakenMail[]
  faults: readonly Fault[]
  /** lines of the database's log */
  databaseLog: readonly string[]
}

export type Report = Record<ViolationKind, number> & {
  operations: number
  acknowledged: number
  /** those of them that were bundles */
  bundles: number
  kills: number
  messageDuplicates: number
  /** in the vendors' calendars, and the requests that wrote and read them */
  events: number
  calendarRequests: number
  /** that Stripe took, and what it gave back of them */
  cardPayments: number
  cardRefunds: number
  /** that customers' chats took */
  texts: number
  /** of bookings, while Google went well and while it did not */
  p95Ms: number
  p95TroubledMs: number
  notes: string[]
}

const notesPerKind = 8

/** What the history, the database, the mail sink and the chats say together. Counts of violations, and what they are. */
export function check(evidence: Evidence): Report {
  const { history, contents, faults, chats } = evidence
  // For every check, what a chat took is a mail.
  const mails = [...evidence.mails, ...mailsOfChats(contents.messages, chats.texts)]
  const tries = triesOf(history)
  const repeated = repeatedMails(mails, faults)
  const violations: Violation[] = [
    ...purchaseViolations(tries, contents),
    ...bundleViolations(tries, contents),
    ...seatViolations(tries, contents, evidence.firstCapacities),
    ...messageViolations(contents, mails, faults),
    ...calendarViolations(evidence.calendars),
    ...cardViolations(evidence.cards),
    ...vanishedRows(evidence.seen, contents),
    ...miscountedPayments(contents),
    ...repeated.violations,
    ...leftBehind({ ...contents.left, 'starts of a bot that it never heard': chats.notHeard }),
    ...deadlocks(evidence.databaseLog),
    ...malformed(history),
    ...faults
      .filter(({ kind }) => kind === 'crash')
      .map(({ says }) => ({ kind: 'crashes' as const, says })),
  ]
  const count = (kind: ViolationKind) => violations.filter((one) => one.kind === kind).length
  const acknowledged = (kind: 'book' | 'buy') =>
    tries.filter(({ asked, answered }) => asked.kind === kind && answered?.phase === 'ok').length
  return {
    operations: new Set(tries.map(({ asked }) => asked.op)).size,
    acknowledged: acknowledged('book') + acknowledged('buy'),
    bundles: acknowledged('buy'),
    kills: faults.filter(({ kind }) => !notKills.has(kind)).length,
    lost: count('lost'),
    phantom: count('phantom'),
    duplicates: count('duplicates'),
    partialBundles: count('partialBundles'),
    oversold: count('oversold'),
    drift: count('drift'),
    vanished: count('vanished'),
    notificationsMissing: count('notificationsMissing'),
    misinformed: count('misinformed'),
    calendars: count('calendars'),
    money: count('money'),
    deadEnds: count('deadEnds'),
    deadlocks: count('deadlocks'),
    crashes: count('crashes'),
    malformed: count('malformed'),
    messageDuplicates: repeated.total,
    events: evidence.calendars.held.length,
    calendarRequests: evidence.calendars.requests,
    cardPayments: evidence.cards.charges.length,
    cardRefunds: evidence.cards.charges.reduce((sum, { refunds }) => sum + refunds.length, 0),
    texts: chats.texts.length,
    p95Ms: slowBooking(tries, evidence.calendars.slices, false),
    p95TroubledMs: slowBooking(tries, evidence.calendars.slices, true),
    messageDuplicatesOutsideWindows: count('messageDuplicatesOutsideWindows'),
    notes: notesOf(violations),
  }
}

const notKills: ReadonlySet<Fault['kind']> = new Set(['freeze', 'stop', 'crash'])

export function isGreen(report: Report): boolean {
  return violationKinds.every((kind) => report[kind] === 0)
}

/** Requests that the API calls invalid: a load that is refused for its shape proves nothing. */
function malformed(history: readonly Entry[]): Violation[] {
  return history
    .filter(({ answer }) => answer.code === 'invalid')
    .map(({ op, kind }) => ({ kind: 'malformed', says: `${kind} ${op} was called invalid` }))
}

function leftBehind(left: Readonly<Record<string, number>>): Violation[] {
  return Object.entries(left)
    .filter(([, rows]) => rows > 0)
    .map(([what, rows]) => ({ kind: 'deadEnds', says: `${rows} left: ${what}` }))
}

/** A deadlock only causes "busy" responses, but with a single lock order there must be none. */
function deadlocks(log: readonly string[]): Violation[] {
  return log
    .filter((line) => line.includes('deadlock detected'))
    .map((says) => ({ kind: 'deadlocks', says }))
}

function notesOf(violations: readonly Violation[]): string[] {
  return violationKinds.flatMap((kind) =>
    violations
      .filter((one) => one.kind === kind)
      .slice(0, notesPerKind)
      .map(({ says }) => `${kind}: ${says}`),
  )
}
