import type { Violation } from './check.ts'
import { holds } from './check-seats.ts'
import type { BookingRow, Contents, PassRow } from './contents.ts'
import type { Try } from './history.ts'

/** Bought in part, used more often than paid for, and counted wrong. */
export function bundleViolations(tries: readonly Try[], contents: Contents): Violation[] {
  return [
    ...partialBundles(tries, contents),
    ...lostRedemptions(tries, contents),
    ...miscountedCredits(contents),
  ]
}

const partial = (says: string): Violation => ({ kind: 'partialBundles', says })
const drift = (says: string): Violation => ({ kind: 'drift', says })

/** A bundle is one purchase, what was granted with it, and a spot on every date it was asked for. */
function partialBundles(tries: readonly Try[], contents: Contents): Violation[] {
  const { groups, passes, bookings } = contents
  const wished = new Map(
    tries.flatMap(({ asked }) =>
      asked.kind === 'buy' ? [[asked.args.name ?? '', asked.args.sessionIds ?? []] as const] : [],
    ),
  )
  const redeemed = Map.groupBy(
    tries.filter(({ asked }) => asked.kind === 'redeem'),
    ({ asked }) => asked.args.reference ?? '',
  )
  const passesOf = Map.groupBy(passes, ({ purchaseId }) => purchaseId)
  const booked = sessionsBooked(contents)
  const whole = groups.flatMap(({ id, name, reference }): Violation[] => {
    const dates = wished.get(name)
    const held = passesOf.get(id) ?? []
    if (dates === undefined)
      return held.map((pass) => partial(`${reference} has ${pass.id}, and nobody bought a bundle`))
    const there = booked.get(id) ?? []
    const missing = dates.filter((date) => !there.includes(date))
    const later = (redeemed.get(reference) ?? []).map(({ asked }) => asked.args.sessionId)
    const others = there.filter((session) => !dates.includes(session) && !later.includes(session))
    return [
      ...(held.length === 1 ? [] : [partial(`${reference} was granted ${held.length} times`)]),
      ...(missing.length === 0
        ? []
        : [partial(`${reference} has ${dates.length - missing.length} of ${dates.length} dates`)]),
      ...others.map((session): Violation => ({
        kind: 'phantom',
        says: `${reference} is in ${session}, which nobody asked for`,
      })),
    ]
  })
  const known = new Set(groups.map(({ id }) => id))
  const stray = passes.filter(({ purchaseId }) => !known.has(purchaseId))
  const granted = new Set(passes.map(({ id }) => id))
  const unpaid = bookings.filter(({ passId }) => passId !== null && !granted.has(passId))
  return [
    ...whole,
    ...stray.map(({ id }) => partial(`${id} belongs to no purchase`)),
    ...unpaid.map(({ id }) => partial(`booking ${id} was paid with a bundle that is not there`)),
  ]
}

/** By purchase: the sessions its spots were booked in, wherever they are now. */
function sessionsBooked(
  { bookings, ledger }: Contents,
  reasons: readonly string[] = ['booked'],
): Map<string, string[]> {
  const groupOf = new Map(bookings.map(({ id, purchaseId }) => [id, purchaseId]))
  const booked = ledger.filter(({ reason }) => reasons.includes(reason))
  const byGroup = Map.groupBy(booked, ({ bookingId }) => groupOf.get(bookingId ?? '') ?? '')
  return new Map(
    [...byGroup].map(([group, rows]) => [group, rows.map(({ sessionId }) => sessionId)]),
  )
}

function lostRedemptions(tries: readonly Try[], contents: Contents): Violation[] {
  // A spot the vendor moved there answers a redemption too.
  const booked = sessionsBooked(contents, ['booked', 'moved_in'])
  const groupOf = new Map(contents.groups.map(({ id, reference }) => [reference, id]))
  return tries.flatMap(({ asked, answered }): Violation[] => {
    if (asked.kind !== 'redeem' || answered?.phase !== 'ok') return []
    const { reference = '', sessionId = '' } = asked.args
    const there = booked.get(groupOf.get(reference) ?? '') ?? []
    if (there.includes(sessionId)) return []
    return [{ kind: 'lost', says: `${asked.op}: ${sessionId} was booked with what was left` }]
  })
}

/** The credits left are the sum of the ledger, and every spot booked with the bundle holds one of its sessions. */
function miscountedCredits({ passes, credits, bookings }: Contents): Violation[] {
  const ofPass = Map.groupBy(credits, ({ passId }) => passId)
  const spots = Map.groupBy(bookings, ({ passId }) => passId ?? '')
  return passes.flatMap((pass) => {
    const rows = ofPass.get(pass.id) ?? []
    const own = spots.get(pass.id) ?? []
    const held = (id: string) => sum(rows.filter(({ bookingId }) => bookingId === id))
    const wrong = own.filter((booking) => held(booking.id) !== due(booking))
    const ids = new Set(own.map(({ id }) => id))
    const strange = rows.filter(({ bookingId }) => bookingId !== null && !ids.has(bookingId))
    return [
      ...sumProblems(pass, sum(rows), sum(rows.filter(({ reason }) => reason === 'granted'))),
      ...wrong.map(({ id, status }) => drift(`booking ${id} is ${status} and holds ${-held(id)}`)),
      ...strange.map(({ bookingId }) => drift(`${pass.id} was used for ${bookingId}, not its own`)),
    ]
  })
}

/** Given back by whatever ended it, unless the customer cancelled too late. */
const due = ({ status, late }: BookingRow) => (holds(status) || late ? -1 : 0)
const sum = (rows: readonly { delta: number }[]) =>
  rows.reduce((total, { delta }) => total + delta, 0)

function sumProblems({ id, total, remaining }: PassRow, ledger: number, granted: number) {
  const counted = remaining === ledger && remaining >= 0 && remaining <= total
  return [
    ...(counted ? [] : [drift(`${id}: ${remaining} of ${total} left, ledger ${ledger}`)]),
    ...(granted === total ? [] : [drift(`${id}: ${granted} of ${total} granted`)]),
  ]
}
