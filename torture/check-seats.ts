import type { Violation } from './check.ts'
import type { BookingRow, Contents, LedgerRow } from './contents.ts'
import type { Try } from './history.ts'

/** The clocks of a commit and of a client's log lie this far apart at most, in ms. */
export const slackMs = 250

/** Sold too often, sold too seldom, and counted wrong. */
export function seatViolations(
  tries: readonly Try[],
  contents: Contents,
  firstCapacities: Readonly<Record<string, number>>,
): Violation[] {
  const ledgers = Map.groupBy(contents.ledger, ({ sessionId }) => sessionId)
  return [
    ...[...ledgers].flatMap(([sessionId, rows]) => oversold(sessionId, rows)),
    ...miscounted(contents, ledgers),
    ...strayBookings(contents),
    ...undersold(tries, firstCapacities, ledgers),
  ]
}

const drift = (says: string): Violation => ({ kind: 'drift', says })

/** Every prefix of a session's ledger lies between nothing and the capacity of that moment. */
function oversold(sessionId: string, rows: readonly LedgerRow[]): Violation[] {
  let taken = 0
  return rows.flatMap(({ id, delta, maxStudents }): Violation[] => {
    taken += delta
    return taken < 0 || taken > maxStudents
      ? [{ kind: 'oversold', says: `${sessionId}: ${taken} of ${maxStudents} at ledger row ${id}` }]
      : []
  })
}

export function holds(status: string): boolean {
  return status === 'pending' || status === 'confirmed' || status === 'completed'
}

function miscounted(
  { sessions, bookings }: Contents,
  ledgers: ReadonlyMap<string, readonly LedgerRow[]>,
): Violation[] {
  const held = Map.groupBy(
    bookings.filter(({ status }) => holds(status)),
    ({ sessionId }) => sessionId,
  )
  return sessions.flatMap(({ id, currentStudents, status, maxStudents }) => {
    const booked = held.get(id)?.length ?? 0
    const rows = ledgers.get(id) ?? []
    const sum = rows.reduce((total, { delta }) => total + delta, 0)
    const said = `${id}: counter ${currentStudents}, bookings ${booked}, ledger ${sum}`
    const capacity = rows.at(-1)?.maxStudents ?? maxStudents
    return [
      ...(currentStudents === booked && currentStudents === sum ? [] : [drift(said)]),
      ...(booked > maxStudents ? [{ kind: 'oversold' as const, says: said }] : []),
      ...(capacity === maxStudents
        ? []
        : [drift(`${id}: capacity ${maxStudents}, ledger ${capacity}`)]),
      ...(status === 'cancelled' && booked > 0
        ? [drift(`${id}: cancelled, ${booked} booked`)]
        : []),
    ]
  })
}

const endings = new Map([
  ['cancelled', 'cancelled'],
  ['rejected', 'rejected'],
  ['expired', 'expired'],
])

/** A spot is taken once, may move, ends once; its status is what the ledger said last. */
function strayBookings({ bookings, ledger, sessions }: Contents): Violation[] {
  const ofBooking = Map.groupBy(
    ledger.filter(({ bookingId }) => bookingId !== null),
    ({ bookingId }) => bookingId ?? '',
  )
  const manual = new Map(sessions.map((session) => [session.id, session.manual]))
  return bookings.flatMap((booking) => [
    ...pathProblems(booking, ofBooking.get(booking.id) ?? []),
    ...(manual.get(booking.sessionId) === true ? requestProblems(booking) : []),
  ])
}

/** A spot that was let go unpaid is taken again by a payment that Stripe had taken in time. */
function pathProblems({ id, status, byCard }: BookingRow, rows: readonly LedgerRow[]): Violation[] {
  const sum = rows.reduce((total, { delta }) => total + delta, 0)
  const ends = rows.filter(({ reason }) => endings.has(reason))
  const booked = rows.filter(({ reason }) => reason === 'booked' || reason === 'given_away').length
  const path = rows.map(({ reason }) => reason).join(', ')
  const isAgain = byCard && booked > 1 && ends[0]?.reason === 'expired'
  const most = isAgain ? booked : 1
  const fits = holds(status)
    ? sum === 1 && ends.length === most - 1
    : sum === 0 && ends.length === most && endings.get(ends.at(-1)?.reason ?? '') === status
  return fits && booked === most ? [] : [drift(`booking ${id} is ${status} after: ${path}`)]
}

function requestProblems({ id, status, confirmedAt }: BookingRow): Violation[] {
  if (confirmedAt !== null && (status === 'rejected' || status === 'expired'))
    return [drift(`booking ${id} was confirmed, then ${status}`)]
  return confirmedAt === null && status === 'confirmed'
    ? [drift(`booking ${id} is confirmed, and nobody confirmed it`)]
    : []
}

/** Customers who got "full" although there were free spots from request to response. */
function undersold(
  tries: readonly Try[],
  firstCapacities: Readonly<Record<string, number>>,
  ledgers: ReadonlyMap<string, readonly LedgerRow[]>,
): Violation[] {
  return tries.flatMap(({ asked, answered }) => {
    if (answered?.phase !== 'fail' || answered.answer.code !== 'session_full') return []
    const sessionId = asked.args.sessionId ?? ''
    const spots = asked.args.spots ?? 1
    const window = { from: asked.t - slackMs, to: answered.t + slackMs }
    const least = leastFree(ledgers.get(sessionId) ?? [], firstCapacities[sessionId] ?? 0, window)
    return least >= spots
      ? [
          drift(
            `${asked.op}: told full for ${spots} in ${sessionId}, never fewer than ${least} free`,
          ),
        ]
      : []
  })
}

/** The fewest free spots at any moment of the window. Rows of one transaction count together. */
function leastFree(
  rows: readonly LedgerRow[],
  firstCapacity: number,
  window: { from: number; to: number },
): number {
  let taken = 0
  let free = firstCapacity
  let least = Number.POSITIVE_INFINITY
  for (const [n, row] of rows.entries()) {
    if (rows[n - 1]?.transaction !== row.transaction) {
      if (row.committedAt >= window.from) least = Math.min(least, free)
      if (row.committedAt > window.to) return least
    }
    taken += row.delta
    free = row.maxStudents - taken
  }
  return Math.min(least, free)
}
