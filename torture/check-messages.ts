import { wronglySuperseded } from './check-superseded.ts'
import { holds } from './check-seats.ts'
import type { Fault, TakenMail, Violation } from './check.ts'
import type { BookingRow, Contents, LedgerRow } from './contents.ts'
import type { Try } from './history.ts'

const missing = (says: string): Violation => ({ kind: 'notificationsMissing', says })

/**
 * Checks that everybody was notified exactly once, that messages marked as sent were accepted by the mail server, and that
 * superseded ones were no longer true.
 */
export function messageViolations(
  tries: readonly Try[],
  contents: Contents,
  mails: readonly TakenMail[],
): Violation[] {
  return [
    ...untold(contents),
    ...untoldOfChanges(tries, contents),
    ...unfinished(contents, mails),
    ...wronglySuperseded(tries, contents),
  ]
}

type Story = { booking: BookingRow; rows: LedgerRow[] }

/** How many messages of each kind a purchase must have, counted from the ledger: one per transaction. */
function wanted({ bookings, ledger, sessions }: Contents): Map<string, number> {
  const ofBooking = new Map(bookings.map((booking) => [booking.id, booking]))
  const manual = new Map(sessions.map((session) => [session.id, session.manual]))
  const takesSeats = new Set(
    ledger.filter(({ delta }) => delta > 0).map(({ transaction }) => transaction),
  )
  const events = new Set<string>()
  const tell = (groupId: string, audience: string, kind: string, when: string) =>
    events.add(`${groupId} ${audience} ${kind} ${when}`)

  for (const row of ledger) {
    const booking = ofBooking.get(row.bookingId ?? '')
    if (!booking) continue
    const { groupId } = booking
    const when = row.transaction
    switch (row.reason) {
      case 'booked': {
        const kind = manual.get(row.sessionId) === true ? 'booking.requested' : 'booking.confirmed'
        tell(groupId, 'customer', kind, when)
        tell(groupId, 'vendor', kind, when)
        break
      }
      case 'moved_out':
        tell(groupId, 'customer', 'booking.moved', `${when}-${row.sessionId}`)
        break
      case 'cancelled':
        tell(groupId, 'customer', 'cancelled', when)
        if (booking.endedBy === 'customer') tell(groupId, 'vendor', 'cancelled', when)
        break
      case 'rejected':
        tell(groupId, 'customer', 'booking.rejected', when)
        break
      case 'expired':
        // A transaction that takes seats makes room in one session after the other; the worker ends a whole purchase.
        tell(
          groupId,
          'customer',
          'booking.expired',
          takesSeats.has(when) ? `${when}-${row.sessionId}` : when,
        )
        break
      default:
    }
  }
  for (const { groupId, sessionId, confirmedAt } of bookings)
    if (confirmedAt !== null && manual.get(sessionId) === true)
      tell(groupId, 'customer', 'booking.approved', String(confirmedAt))

  const counts = new Map<string, number>()
  for (const event of events) {
    const what = event.slice(0, event.lastIndexOf(' '))
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return counts
}

/** A spot that goes with its session and one that goes alone look alike in the ledger. */
function kindTold(kind: string): string {
  return kind === 'booking.cancelled' || kind === 'session.cancelled' ? 'cancelled' : kind
}

function untold(contents: Contents): Violation[] {
  const told = new Map<string, number>()
  for (const { groupId, audience, kind } of contents.messages) {
    // A message without a purchase is no news of one.
    if (groupId === null || kind === 'booking.session_changed') continue
    const what = `${groupId} ${audience} ${kindTold(kind)}`
    told.set(what, (told.get(what) ?? 0) + 1)
  }
  const due = wanted(contents)
  // The ledger does not record who moved a spot, so the customer's message decides whether the vendor needs one.
  for (const { groupId, audience, kind, by } of contents.messages) {
    if (kind !== 'booking.moved' || audience !== 'customer' || by !== 'customer') continue
    const what = `${groupId} vendor ${kind}`
    due.set(what, (due.get(what) ?? 0) + 1)
  }
  return [...new Set([...due.keys(), ...told.keys()])].flatMap((what): Violation[] => {
    const times = due.get(what) ?? 0
    const said = told.get(what) ?? 0
    if (said < times) return [missing(`${what}: told ${said} of ${times} times`)]
    return said > times
      ? [{ kind: 'drift', says: `${what}: happened ${times} times, told ${said} times` }]
      : []
  })
}

/** Customers with a spot before and after a session was changed must have a message about it. */
function untoldOfChanges(tries: readonly Try[], contents: Contents): Violation[] {
  const stories = Map.groupBy(storiesOf(contents), ({ booking }) => booking.sessionId)
  const heard = Map.groupBy(
    contents.messages.filter(({ kind }) => kind === 'booking.session_changed'),
    ({ groupId }) => groupId,
  )
  const due = new Map<string, number>()
  for (const { asked, answered } of tries) {
    if (asked.kind !== 'reschedule' || answered?.phase !== 'ok' || answered.answer.changed === 0)
      continue
    const sessionId = asked.args.sessionId ?? ''
    const there = (stories.get(sessionId) ?? []).filter(
      ({ booking, rows }) =>
        holds(booking.status) &&
        rows.every((row) => row.committedAt < asked.t || row.sessionId !== sessionId),
    )
    for (const groupId of new Set(there.map(({ booking }) => booking.groupId)))
      due.set(groupId, (due.get(groupId) ?? 0) + 1)
  }
  return [...due].flatMap(([groupId, changes]) => {
    // A message that took over another one is about the sessions of both, so only their number can be compared. Whether
    // the last news of each spot is right is checked on its own.
    const said = heard.get(groupId)?.length ?? 0
    return said < changes
      ? [missing(`${groupId}: heard of ${said} of ${changes} changes of its sessions`)]
      : []
  })
}

function storiesOf({ bookings, ledger }: Contents): Story[] {
  const rows = Map.groupBy(ledger, ({ bookingId }) => bookingId ?? '')
  return bookings.map((booking) => ({ booking, rows: rows.get(booking.id) ?? [] }))
}

function unfinished({ messages, groups }: Contents, mails: readonly TakenMail[]): Violation[] {
  const taken = new Set(mails.map(({ messageId }) => messageId))
  const known = new Set(messages.map(({ id }) => id))
  const withEmail = new Set(groups.flatMap(({ id, hasEmail }) => (hasEmail ? [id] : [])))
  const ends = messages.flatMap(({ id, kind, status, groupId, audience }) => {
    if (status === 'queued' || status === 'held')
      return [missing(`${kind} ${id} is still ${status}`)]
    if (status === 'sent' && !taken.has(id))
      return [missing(`${kind} ${id} is marked as sent, and was not`)]
    const reachable = audience === 'vendor' || withEmail.has(groupId ?? '')
    return status === 'no_channel' && reachable ? [missing(`${kind} ${id} had an address`)] : []
  })
  const unknown = [...taken].filter((id) => !known.has(id))
  return [
    ...ends,
    ...unknown.map((id): Violation => ({
      kind: 'phantom',
      says: `a mail was sent of no message: ${id}`,
    })),
  ]
}

const windowMs = 3000
const cutsOff: readonly Fault['kind'][] = ['worker', 'backend', 'postmaster', 'freeze', 'crash']

/**
 * Mails taken more than once. That is allowed when the worker could not learn or write down that the copy
 * before was taken: the sink broke off, or something was killed or frozen about that moment.
 */
export function repeatedMails(
  mails: readonly TakenMail[],
  faults: readonly Fault[],
): { total: number; violations: Violation[] } {
  const copies = [...Map.groupBy(mails, ({ messageId }) => messageId).values()].flatMap((same) =>
    same.toSorted((one, other) => one.t - other.t).slice(0, -1),
  )
  const excused = ({ t, answered }: TakenMail) =>
    !answered ||
    faults.some(
      ({ kind, from, to }) => cutsOff.includes(kind) && t > from - windowMs && t < to + windowMs,
    )
  const violations = copies
    .filter((mail) => !excused(mail))
    .map(({ messageId, t }): Violation => ({
      kind: 'messageDuplicatesOutsideWindows',
      says: `${messageId} was taken and answered at ${new Date(t).toISOString()}, and sent again`,
    }))
  return { total: copies.length, violations }
}
