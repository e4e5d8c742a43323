import { holds } from './check-seats.ts'
import type { Violation } from './check.ts'
import type { BookingRow, Contents, GroupRow, LedgerRow } from './contents.ts'
import { apiKey, formKey, givenName, type Try } from './history.ts'

/** What the client called it, as far as the row says: of an API key only the digest. */
const keyOf = ({ key, name }: GroupRow) =>
  key.startsWith('api-') ? key : name.startsWith(givenName) ? name : formKey(name)
const storedAs = (key: string | null) => (key === null || isForm(key) ? key : apiKey(key))
const isForm = (key: string | null) => key?.startsWith(formKey('')) === true

/** Acknowledged and gone, there and never asked for, there twice, and asked without ever an answer. */
export function purchaseViolations(sent: readonly Try[], contents: Contents): Violation[] {
  const facts = factsOf(contents)
  const tries = sent.map((one) => ({
    ...one,
    asked: { ...one.asked, key: storedAs(one.asked.key) },
  }))
  return [
    ...lostPurchases(tries, facts),
    ...lostChanges(tries, facts),
    ...lostParties(tries, facts),
    ...phantoms(tries, facts),
    ...duplicates(tries, facts),
    ...closedDoors(tries, facts),
    ...unanswered(tries),
  ]
}

type Facts = {
  /** more than one under a key only where a form was sent again after the first had ended */
  groups: ReadonlyMap<string, GroupRow[]>
  byReference: ReadonlyMap<string, GroupRow>
  all: readonly GroupRow[]
  bookings: ReadonlyMap<string, BookingRow>
  ofGroup: ReadonlyMap<string, BookingRow[]>
  movedIn: ReadonlySet<string>
  capacities: ReadonlySet<string>
  sessionStatus: ReadonlyMap<string, string>
  ofBooking: ReadonlyMap<string, LedgerRow[]>
}

function factsOf({ groups, bookings, ledger, sessions }: Contents): Facts {
  const rows = (reason: string) => ledger.filter((row) => row.reason === reason)
  return {
    groups: Map.groupBy(groups, keyOf),
    byReference: new Map(groups.map((group) => [group.reference, group])),
    all: groups,
    bookings: new Map(bookings.map((booking) => [booking.id, booking])),
    ofGroup: Map.groupBy(bookings, ({ purchaseId }) => purchaseId),
    movedIn: new Set(rows('moved_in').map((row) => `${row.bookingId} ${row.sessionId}`)),
    capacities: new Set(
      rows('capacity').map((row: LedgerRow) => `${row.sessionId} ${row.maxStudents}`),
    ),
    sessionStatus: new Map(sessions.map(({ id, status }) => [id, status])),
    ofBooking: Map.groupBy(ledger, ({ bookingId }) => bookingId ?? ''),
  }
}

const lost = (says: string): Violation => ({ kind: 'lost', says })

function lostPurchases(tries: readonly Try[], { groups, bookings }: Facts): Violation[] {
  return tries.flatMap(({ asked, answered }) => {
    if (answered?.phase !== 'ok' || asked.key === null || asked.kind === 'book_other') return []
    const { reference } = answered.answer
    const group = groups.get(asked.key)?.find((one) => one.reference === reference)
    if (!group) return [lost(`${asked.op}: ${reference} is not there under ${asked.key}`)]
    const gone = (answered.answer.bookings ?? []).filter(
      ({ id }) => bookings.get(id)?.purchaseId !== group.id,
    )
    return gone.map(({ id }) => lost(`${asked.op}: booking ${id} is not there`))
  })
}

/** A slot of a court is booked for the party that asked, with its extras and at their price. */
function lostParties(tries: readonly Try[], { bookings }: Facts): Violation[] {
  return tries.flatMap(({ asked, answered }) => {
    const { people, extras = [], slotMinor } = asked.args
    if (people === undefined || answered?.phase !== 'ok' || asked.kind !== 'book') return []
    const wanted = JSON.stringify({ people, extras: extras.toSorted(), slotMinor })
    return (answered.answer.bookings ?? []).flatMap(({ id }) => {
      const party = bookings.get(id)?.party
      const held =
        party &&
        JSON.stringify({
          people: party.people,
          extras: party.extras.toSorted(),
          slotMinor: party.slotMinor,
        })
      return held === wanted ? [] : [lost(`${asked.op}: ${wanted} was booked as ${held}`)]
    })
  })
}

/** What was answered as done stays done: these states are final, and nothing in the load corrects them. */
function lostChanges(tries: readonly Try[], facts: Facts): Violation[] {
  return tries.flatMap(({ asked, answered }) => {
    if (answered?.phase !== 'ok') return []
    const { args, kind, op } = asked
    const { answer } = answered
    const changed = answer.changed ?? 0
    const inGroup = facts.ofGroup.get(args.purchaseId ?? '') ?? []
    const having = (holds: (booking: BookingRow) => boolean) => inGroup.filter(holds).length
    switch (kind) {
      case 'cancel':
        return (answer.bookings ?? [])
          .filter(
            ({ id, status }) => status === 'cancelled' && facts.bookings.get(id)?.status !== status,
          )
          .map(({ id }) => lost(`${op}: ${id} was answered as cancelled`))
      case 'cancel_form':
      case 'cancel_own':
        return (args.bookingIds ?? [])
          .filter((id) => holds(facts.bookings.get(id)?.status ?? ''))
          .map((id) => lost(`${op}: ${id} was cancelled on its page`))
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
      case 'give': {
        const given = facts.all.find(({ name }) => name === args.name)
        const spot = given && facts.ofGroup.get(given.id)?.length === 1
        return spot && facts.bookings.get(args.bookingIds?.[0] ?? '')?.status === 'cancelled'
          ? []
          : [lost(`${op}: a spot was given to ${args.name}`)]
      }
      case 'cancel_session':
        return facts.sessionStatus.get(args.sessionId ?? '') === 'cancelled'
          ? []
          : [lost(`${op}: session ${args.sessionId} was cancelled`)]
      default:
        return []
    }
  })
}

/** A purchase that was held for a payment and ended before it could be paid may be answered with a refusal. */
function phantoms(tries: readonly Try[], { all, ofGroup }: Facts): Violation[] {
  const ofKey = Map.groupBy(tries, ({ asked }) =>
    asked.kind === 'give' ? (asked.args.name ?? '') : (asked.key ?? ''),
  )
  const isLetGo = ({ byCard, confirmedAt, status }: BookingRow) =>
    byCard && confirmedAt === null && !holds(status)
  return all.flatMap((group) => {
    const key = keyOf(group)
    const asked = ofKey.get(key) ?? []
    if (asked.length === 0) return [{ kind: 'phantom', says: `${key} was never asked for` }]
    if (asked.some(({ answered }) => answered?.phase !== 'fail')) return []
    if (ofGroup.get(group.id)?.every(isLetGo)) return []
    return [{ kind: 'phantom', says: `${key} was refused at every try, yet is booked` }]
  })
}

function duplicates(tries: readonly Try[], facts: Facts): Violation[] {
  const twice = (says: string): Violation => ({ kind: 'duplicates', says })
  const names = Map.groupBy(facts.all, ({ name }) => name)
  const sold = [...names].flatMap(([name, groups]) =>
    groups.length > 1 && !isOneAfterTheOther(groups, facts)
      ? [twice(`${name} has ${groups.length} purchases`)]
      : [],
  )
  const wished = new Map(
    tries.flatMap(({ asked }) =>
      asked.kind === 'book' ? [[asked.key ?? '', asked.args.spots ?? 1] as const] : [],
    ),
  )
  const rows = facts.all.flatMap((group) => {
    const { id } = group
    const key = keyOf(group)
    const spots = wished.get(key)
    const held = facts.ofGroup.get(id)?.length ?? 0
    return spots === undefined || held === spots
      ? []
      : [twice(`${key} has ${held} rows for ${spots} spots`)]
  })
  return [...sold, ...rows, ...otherAnswers(tries, facts)]
}

/** A form sent again is the same purchase as long as a spot of that one is held. */
function isOneAfterTheOther(groups: readonly GroupRow[], facts: Facts): boolean {
  if (!groups.every((group) => isForm(keyOf(group)))) return false
  // A form makes another purchase where it no longer shows the first one.
  if (groups.some(({ isCorrected }) => isCorrected)) return true
  const lives = groups.map(({ id }) => lifeOf(facts.ofGroup.get(id) ?? [], facts))
  return lives
    .toSorted((one, other) => one.from - other.from)
    .every(({ to }, index, sorted) => to <= (sorted[index + 1]?.from ?? Number.POSITIVE_INFINITY))
}

/** From the first seat taken to the last one returned, in ms; an unconfirmed request may have expired at any time. */
function lifeOf(bookings: readonly BookingRow[], { ofBooking }: Facts) {
  const rows = bookings.flatMap(({ id }) => ofBooking.get(id) ?? [])
  const from = Math.min(...rows.map(({ committedAt }) => committedAt))
  const ends = bookings.map(({ id, status, confirmedAt }) => {
    if (holds(status)) return Number.POSITIVE_INFINITY
    if (confirmedAt === null) return from
    return Math.max(...(ofBooking.get(id) ?? []).map(({ committedAt }) => committedAt))
  })
  return { from, to: Math.max(...ends) }
}

/** An acknowledged purchase must exist at the URL of its response, with its own spots. */
function closedDoors(tries: readonly Try[], facts: Facts): Violation[] {
  return tries.flatMap(({ asked, answered }) => {
    if (asked.kind !== 'open' || !answered || answered.phase === 'unknown') return []
    const { reference = '' } = asked.args
    if (answered.phase === 'fail' && facts.byReference.get(reference)?.isCorrected) return []
    if (answered.phase === 'fail')
      return [lost(`${asked.op}: the page of ${reference} answered ${answered.answer.status}`)]
    const group = facts.byReference.get(reference)
    return (answered.answer.bookings ?? [])
      .filter(({ id }) => facts.bookings.get(id)?.purchaseId !== group?.id)
      .map(({ id }) => lost(`${asked.op}: ${id} was shown, and is not there`))
  })
}

/** The same key again answers the same purchase, and with other content nothing but a refusal. */
function otherAnswers(tries: readonly Try[], facts: Facts): Violation[] {
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
      // What is held to the end, where it was booked, was so then. What has ended, a form may book again; what was moved
      // or ended in part it is asked about.
      const bought = facts.byReference.get(first.answered.answer.reference ?? '')
      // Its address is another one: it is no longer shown to who made it.
      if (bought?.isCorrected) return []
      const spots = facts.ofGroup.get(bought?.id ?? '') ?? []
      const changed = spots.some(
        ({ id, status: now }) => !holds(now) || facts.ofBooking.get(id)?.length !== 1,
      )
      if (isForm(key) && (spots.length === 0 || changed)) return []
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

const withAnswer = new Set([
  'book',
  'book_again',
  'book_other',
  'cancel',
  'buy',
  'buy_again',
  'redeem',
  'cancel_form',
  'open',
])

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
