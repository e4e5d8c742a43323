import type { Violation } from './check.ts'
import type { BookingRow, Contents, GroupRow, LedgerRow } from './contents.ts'
import type { Try } from './history.ts'

const storedKey = (key: string) => `api:${key}`

/** Acknowledged and gone, there and never asked for, there twice, and asked without ever an answer. */
export function purchaseViolations(tries: readonly Try[], contents: Contents): Violation[] {
  const facts = factsOf(contents)
  return [
    ...lostPurchases(tries, facts),
    ...lostChanges(tries, facts),
    ...phantoms(tries, contents.groups),
    ...duplicates(tries, facts),
    ...unanswered(tries),
  ]
}

type Facts = {
  groups: ReadonlyMap<string, GroupRow>
  all: readonly GroupRow[]
  bookings: ReadonlyMap<string, BookingRow>
  ofGroup: ReadonlyMap<string, BookingRow[]>
  movedIn: ReadonlySet<string>
  capacities: ReadonlySet<string>
  sessionStatus: ReadonlyMap<string, string>
}

function factsOf({ groups, bookings, ledger, sessions }: Contents): Facts {
  const rows = (reason: string) => ledger.filter((row) => row.reason === reason)
  return {
    groups: new Map(groups.map((group) => [group.key, group])),
    all: groups,
    bookings: new Map(bookings.map((booking) => [booking.id, booking])),
    ofGroup: Map.groupBy(bookings, ({ groupId }) => groupId),
    movedIn: new Set(rows('moved_in').map((row) => `${row.bookingId} ${row.sessionId}`)),
    capacities: new Set(
      rows('capacity').map((row: LedgerRow) => `${row.sessionId} ${row.maxStudents}`),
    ),
    sessionStatus: new Map(sessions.map(({ id, status }) => [id, status])),
  }
}

const lost = (says: string): Violation => ({ kind: 'lost', says })

function lostPurchases(tries: readonly Try[], { groups, bookings }: Facts): Violation[] {
  return tries.flatMap(({ asked, answered }) => {
    if (answered?.phase !== 'ok' || asked.key === null || asked.kind === 'book_other') return []
    const group = groups.get(storedKey(asked.key))
    if (!group) return [lost(`${asked.op}: answered 201, no purchase under ${asked.key}`)]
    const gone = (answered.answer.bookings ?? []).filter(
      ({ id }) => bookings.get(id)?.groupId !== group.id,
    )
    return gone.map(({ id }) => lost(`${asked.op}: booking ${id} is not there`))
  })
}

/** What was answered as done stays done: these states are final, and nothing in the load corrects them. */
function lostChanges(tries: readonly Try[], facts: Facts): Violation[] {
  return tries.flatMap(({ asked, answered }) => {
    if (answered?.phase !== 'ok') return []
    const { args, kind, op } = asked
    const { answer } = answered
    const changed = answer.changed ?? 0
    const inGroup = facts.ofGroup.get(args.groupId ?? '') ?? []
    const having = (holds: (booking: BookingRow) => boolean) => inGroup.filter(holds).length
    switch (kind) {
      case 'cancel':
        return (answer.bookings ?? [])
          .filter(
            ({ id, status }) => status === 'cancelled' && facts.bookings.get(id)?.status !== status,
          )
          .map(({ id }) => lost(`${op}: ${id} was answered as cancelled`))
      case 'cancel_by_vendor':
        return having(({ status }) => status === 'cancelled') < changed
          ? [lost(`${op}: ${changed} cancelled by the vendor`)]
          : []
      case 'confirm':
        return having(({ confirmedAt }) => confirmedAt !== null) < changed
          ? [lost(`${op}: ${changed} confirmed`)]
          : []
      case 'reject':
        return having(({ status }) => status === 'rejected') < changed
          ? [lost(`${op}: ${changed} rejected`)]
          : []
      case 'move':
        return (args.bookingIds ?? [])
          .filter((id) => changed > 0 && !facts.movedIn.has(`${id} ${args.toSessionId}`))
          .map((id) => lost(`${op}: ${id} was moved to ${args.toSessionId}`))
      case 'cancel_session':
        return facts.sessionStatus.get(args.sessionId ?? '') === 'cancelled'
          ? []
          : [lost(`${op}: session ${args.sessionId} was cancelled`)]
      default:
        return []
    }
  })
}

function phantoms(tries: readonly Try[], groups: readonly GroupRow[]): Violation[] {
  const ofKey = Map.groupBy(tries, ({ asked }) => storedKey(asked.key ?? ''))
  return groups.flatMap(({ key }) => {
    const asked = ofKey.get(key) ?? []
    if (asked.length === 0) return [{ kind: 'phantom', says: `${key} was never asked for` }]
    if (asked.some(({ answered }) => answered?.phase !== 'fail')) return []
    return [{ kind: 'phantom', says: `${key} was refused at every try, yet is booked` }]
  })
}

function duplicates(tries: readonly Try[], facts: Facts): Violation[] {
  const twice = (says: string): Violation => ({ kind: 'duplicates', says })
  const names = Map.groupBy(facts.all, ({ name }) => name)
  const sold = [...names].flatMap(([name, groups]) =>
    groups.length > 1 ? [twice(`${name} has ${groups.length} purchases`)] : [],
  )
  const wished = new Map(
    tries.flatMap(({ asked }) =>
      asked.kind === 'book' ? [[storedKey(asked.key ?? ''), asked.args.spots ?? 1] as const] : [],
    ),
  )
  const rows = facts.all.flatMap(({ id, key }) => {
    const spots = wished.get(key)
    const held = facts.ofGroup.get(id)?.length ?? 0
    return spots === undefined || held === spots
      ? []
      : [twice(`${key} has ${held} rows for ${spots} spots`)]
  })
  return [...sold, ...rows, ...otherAnswers(tries)]
}

/** The same key again answers the same purchase, and with other content nothing but a refusal. */
function otherAnswers(tries: readonly Try[]): Violation[] {
  const ofKey = Map.groupBy(
    tries.filter(({ asked }) => asked.key !== null),
    ({ asked }) => asked.key ?? '',
  )
  return [...ofKey].flatMap(([key, all]) => {
    const first = all
      .filter(({ asked, answered }) => asked.kind !== 'book_other' && answered?.phase === 'ok')
      .toSorted((one, other) => (one.answered?.t ?? 0) - (other.answered?.t ?? 0))[0]
    return all.flatMap(({ asked, answered }): Violation[] => {
      if (!answered || answered.phase === 'unknown') return []
      const { status, code, reference } = answered.answer
      if (asked.kind === 'book_other')
        return status === 422
          ? []
          : [
              {
                kind: 'duplicates',
                says: `${key} with other content was answered ${status} ${code}`,
              },
            ]
      if (!first?.answered) return []
      if (answered.phase === 'ok')
        return reference === first.answered.answer.reference
          ? []
          : [{ kind: 'duplicates', says: `${key} was answered with two references` }]
      return asked.t > first.answered.t
        ? [lost(`${key}: acknowledged, then answered ${status} ${code}`)]
        : []
    })
  })
}

const withAnswer = new Set(['book', 'book_again', 'book_other', 'cancel'])

function unanswered(tries: readonly Try[]): Violation[] {
  const wishes = Map.groupBy(
    tries.filter(({ asked }) => withAnswer.has(asked.kind)),
    ({ asked }) => asked.op,
  )
  return [...wishes].flatMap(([op, all]) =>
    all.some(({ answered }) => answered?.phase === 'ok' || answered?.phase === 'fail')
      ? []
      : [{ kind: 'deadEnds', says: `${op} never had a definite answer` }],
  )
}
