import { slackMs } from './check-seats.ts'
import type { Violation } from './check.ts'
import type { BookingRow, Contents, LedgerRow, MessageRow, SessionRow } from './contents.ts'
import type { Try } from './history.ts'

// At most as long as a statement waits for a lock.
const lockWaitMs = 3000

type Told = MessageRow['spots'][number]
type Seen = {
  bookings: ReadonlyMap<string, BookingRow>
  rows: ReadonlyMap<string, LedgerRow[]>
  sessions: ReadonlyMap<string, SessionRow>
  changes: readonly Try[]
}

const ends: ReadonlySet<string> = new Set(['cancelled', 'rejected', 'expired', 'session_cancelled'])
const standing: ReadonlySet<string> = new Set([
  'booking.confirmed',
  'booking.requested',
  'booking.approved',
  'booking.moved',
  'booking.session_changed',
])

/** A message may be passed over only when, before that, each spot it names had left what it says of it. */
export function wronglySuperseded(tries: readonly Try[], contents: Contents): Violation[] {
  const seen: Seen = {
    bookings: new Map(contents.bookings.map((booking) => [booking.id, booking])),
    rows: Map.groupBy(contents.ledger, ({ bookingId }) => bookingId ?? ''),
    sessions: new Map(contents.sessions.map((session) => [session.id, session])),
    // A new capacity comes with the place its form was opened with, and with a start of whole minutes.
    changes: tries.filter(({ asked }) => asked.kind === 'reschedule' || asked.kind === 'resize'),
  }
  return contents.messages
    .filter(({ status, groupId }) => status === 'superseded' && groupId !== null)
    .filter((message) => !mayBePassedOver(message, seen, contents))
    .map(({ id, kind, audience }) => ({
      kind: 'notificationsMissing',
      says: `${kind} ${id} to the ${audience} was passed over, and its news held`,
    }))
}

/**
 * Each spot has left what the message says of it, or a later one of its kind to the same reader has taken it over. Nothing
 * in the load brings a spot back or changes a contact: an ending is never overtaken.
 */
function mayBePassedOver(message: MessageRow, seen: Seen, { messages }: Contents): boolean {
  const later = messages.filter(
    (other) =>
      other.id !== message.id &&
      other.groupId === message.groupId &&
      other.audience === message.audience &&
      other.kind === message.kind &&
      // Merged into a message whose transaction may have begun earlier and waited for the purchase.
      other.createdAt >= message.createdAt - lockWaitMs &&
      (other.finishedAt ?? Infinity) > (message.finishedAt ?? 0),
  )
  // A message that took it over looks again before it is sent, and drops what no longer holds by then.
  const until = Math.max(message.finishedAt ?? 0, ...later.map(({ finishedAt }) => finishedAt ?? 0))
  return (
    message.spots.length > 0 &&
    message.spots.every(
      (told) =>
        told.takenBack === true ||
        later.some(({ spots }) => spots.some(({ id }) => id === told.id)) ||
        (standing.has(message.kind) && hasLeft({ ...message, finishedAt: until }, told, seen)) ||
        (later.length > 0 && hasReadOf(message, told, { messages, until })),
    )
  )
}

/** The last mail that its reader got about the spot says the same place and time. */
function hasReadOf(
  { groupId, audience }: MessageRow,
  told: Told,
  { messages, until }: { messages: readonly MessageRow[]; until: number },
): boolean {
  const last = messages
    .filter(
      (other) =>
        other.groupId === groupId &&
        other.audience === audience &&
        other.status === 'sent' &&
        (other.finishedAt ?? Infinity) <= until &&
        other.spots.some(({ id }) => id === told.id),
    )
    .toSorted((one, other) => (one.finishedAt ?? 0) - (other.finishedAt ?? 0))
    .at(-1)
  const said = last?.spots.find(({ id }) => id === told.id)
  return said?.startsAt === told.startsAt && said.location === told.location
}

function hasLeft(
  message: MessageRow,
  told: Told,
  { bookings, rows, sessions, changes }: Seen,
): boolean {
  const { kind, audience, createdAt } = message
  const finishedAt = message.finishedAt ?? 0
  const before = (rows.get(told.id) ?? []).filter((row) => row.committedAt <= finishedAt)
  if (before.some(({ reason }) => ends.has(reason))) return true
  const confirmedAt = bookings.get(told.id)?.confirmedAt ?? Infinity
  if (kind === 'booking.requested' && confirmedAt <= finishedAt) return true
  // The vendor is not told of its own changes: only another move overtakes one.
  if (audience === 'vendor' && kind !== 'booking.moved') return false
  const movedOn = before.some(
    ({ reason, sessionId, committedAt }) =>
      reason === 'moved_out' && sessionId === told.sessionId && committedAt >= createdAt - slackMs,
  )
  if (movedOn || audience === 'vendor') return movedOn
  const isAtAnotherTime = sessions.get(told.sessionId)?.startsAt !== told.startsAt
  return changes.some(
    ({ asked, answered }) =>
      asked.args.sessionId === told.sessionId &&
      (asked.args.location !== told.location || isAtAnotherTime) &&
      answered?.phase !== 'fail' &&
      asked.t <= finishedAt &&
      (answered?.t ?? Infinity) >= createdAt - slackMs,
  )
}
