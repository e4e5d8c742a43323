import { holds, slackMs } from './check-seats.ts'
import type { Fault, TakenMail, Violation } from './check.ts'
import type { BookingRow, Contents, SessionRow, ToldRow } from './contents.ts'
import { givenName } from './history.ts'

const missing = (says: string): Violation => ({ kind: 'notificationsMissing', says })

/**
 * Checks that in the end everybody was told how things are, by a mail after the last end or confirmation of a spot, and that
 * messages marked as sent were accepted by the mail server.
 */
export function messageViolations(
  contents: Contents,
  mails: readonly TakenMail[],
  faults: readonly Fault[],
): Violation[] {
  return [
    ...untold(contents),
    ...unmailed(contents, mails),
    ...unfinished(contents, mails),
    ...ofNoMessage(contents, mails, faults),
  ]
}

/** Of a spot that is held until it is paid nobody hears before it is. */
const isTold = ({ byCard, confirmedAt }: BookingRow) => !byCard || confirmedAt !== null

/** What either reader was last told of each spot is how it is now. To a phone nothing can be mailed. */
function untold({ bookings, groups, sessions, told }: Contents): Violation[] {
  const withEmail = withEmailOf(groups)
  const sessionOf = new Map(sessions.map((session) => [session.id, session]))
  const toldOf = new Map(told.map((row) => [`${row.reader} ${row.spotId}`, row]))
  return bookings.filter(isTold).flatMap((booking) =>
    ['customer', 'vendor'].flatMap((reader): Violation[] => {
      if (reader === 'customer' && !withEmail.has(booking.purchaseId)) return []
      const row = toldOf.get(`${reader} ${booking.id}`)
      if (!row) return [missing(`the ${reader} was never told of ${booking.id}`)]
      if (isSo(row, booking, sessionOf.get(booking.sessionId))) return []
      return [{ kind: 'misinformed', says: `the ${reader} was told otherwise of ${booking.id}` }]
    }),
  )
}

/** What readers are told of a status, where it is not its name; at the end nothing waits for a payment. */
const saidOf = new Map([
  ['completed', 'confirmed'],
  ['pending', 'requested'],
])

function isSo(told: ToldRow, { status }: BookingRow, session?: SessionRow): boolean {
  if (told.status !== (saidOf.get(status) ?? status)) return false
  const isThere = told.startsAt === session?.startsAt && told.location === session.location
  return !holds(status) || isThere
}

const ends: ReadonlySet<string> = new Set(['cancelled', 'rejected', 'expired', 'session_cancelled'])

/**
 * A customer with an address has a mail that was taken after each spot that has ended did so for the first time, and after the
 * confirmation of each that was asked for. (What Edit Booking undoes before the worker looks needs no mail, nor does what the
 * vendor gives to a customer and takes back before.)
 */
function unmailed(
  { bookings, groups, ledger, messages, sessions }: Contents,
  mails: readonly TakenMail[],
) {
  const spots = Map.groupBy(bookings.filter(isTold), ({ purchaseId }) => purchaseId)
  const rows = Map.groupBy(ledger, ({ bookingId }) => bookingId ?? '')
  const manual = new Set(sessions.flatMap(({ id, manual: asks }) => (asks ? [id] : [])))
  const groupOf = new Map(
    messages.flatMap(({ id, purchaseId, audience }) =>
      audience === 'customer' && purchaseId !== null ? [[id, purchaseId] as const] : [],
    ),
  )
  const taken = Map.groupBy(mails, ({ messageId }) => groupOf.get(idOf(messageId)) ?? '')
  return groups.flatMap(({ id, name, hasEmail }): Violation[] => {
    const own = spots.get(id) ?? []
    if (!hasEmail || own.length === 0) return []
    const isUndone = name.startsWith(givenName) && own.every(({ status }) => !holds(status))
    if (isUndone && !taken.has(id)) return []
    const events = own.flatMap((spot) => {
      const ended = (rows.get(spot.id) ?? []).flatMap(({ reason, committedAt }) =>
        ends.has(reason) ? [committedAt] : [],
      )
      if (!holds(spot.status)) return ended.length > 0 ? [Math.min(...ended)] : []
      const { confirmedAt } = spot
      const isNews = confirmedAt !== null && manual.has(spot.sessionId) && ended.length === 0
      return isNews ? [confirmedAt] : []
    })
    const last = Math.max(...(taken.get(id) ?? []).map(({ t }) => t))
    return last >= Math.max(0, ...events) - slackMs
      ? []
      : [missing(`${id}: no mail to the customer since a spot ended or was confirmed`)]
  })
}

const withEmailOf = (groups: Contents['groups']) =>
  new Set(groups.flatMap(({ id, hasEmail }) => (hasEmail ? [id] : [])))

/** Other words after an unknown outcome have a number of their own. */
const idOf = (messageId: string) => messageId.replace(/\.\d+$/, '')

function unfinished({ messages, groups }: Contents, mails: readonly TakenMail[]): Violation[] {
  const taken = new Set(mails.map(({ messageId }) => idOf(messageId)))
  const withEmail = withEmailOf(groups)
  return messages.flatMap(({ id, kind, status, purchaseId, audience }) => {
    if (status === 'queued' || status === 'delayed')
      return [missing(`${kind} ${id} is still ${status}`)]
    if (status === 'sent' && !taken.has(id))
      return [missing(`${kind} ${id} is marked as sent, and was not`)]
    const reachable = audience === 'vendor' || withEmail.has(purchaseId ?? '')
    return status === 'no_channel' && reachable ? [missing(`${kind} ${id} had an address`)] : []
  })
}

/** A message whose news was undone is deleted; its mail may have been taken only where nobody learned of that. */
function ofNoMessage(
  { messages }: Contents,
  mails: readonly TakenMail[],
  faults: readonly Fault[],
): Violation[] {
  const known = new Set(messages.map(({ id }) => id))
  return mails
    .filter((mail) => !known.has(idOf(mail.messageId)) && !isExcused(mail, faults))
    .map(({ messageId }) => ({
      kind: 'phantom',
      says: `a mail was sent of no message: ${messageId}`,
    }))
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
  const violations = copies
    .filter((mail) => !isExcused(mail, faults))
    .map(({ messageId, t }): Violation => ({
      kind: 'messageDuplicatesOutsideWindows',
      says: `${messageId} was taken and answered at ${new Date(t).toISOString()}, and sent again`,
    }))
  return { total: copies.length, violations }
}

/** Nobody learned that the mail was taken: the sink broke off, or something was killed or frozen about that moment. */
function isExcused({ t, answered }: TakenMail, faults: readonly Fault[]): boolean {
  return (
    !answered ||
    faults.some(
      ({ kind, from, to }) => cutsOff.includes(kind) && t > from - windowMs && t < to + windowMs,
    )
  )
}
