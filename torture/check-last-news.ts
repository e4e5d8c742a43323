import { holds } from './check-seats.ts'
import type { Fault, TakenMail, Violation } from './check.ts'
import type { BookingRow, Contents, MessageRow, SessionRow } from './contents.ts'

type Told = MessageRow['spots'][number]
type Mail = { message: MessageRow; told: Told; sentAt: number }

/**
 * What the last mail a customer got says of each spot has to be so in the end, and of each that is held there has to be one. A
 * mail about several leaves out those of
 * which its news no longer holds when it is sent: it counts only where it is right, or where no other mail says more.
 */
export function listMisinformed(
  contents: Contents,
  mails: readonly TakenMail[],
  faults: readonly Fault[],
): Violation[] {
  const sessions = new Map(contents.sessions.map((session) => [session.id, session]))
  const reachable = new Set(contents.groups.flatMap(({ id, hasEmail }) => (hasEmail ? [id] : [])))
  const mailed = mailsBySpot(contents, reachable, mails)
  return contents.bookings.flatMap((booking): Violation[] => {
    const session = sessions.get(booking.sessionId)
    const inOrder = (mailed.get(booking.id) ?? []).toSorted(
      (one, other) => one.sentAt - other.sentAt,
    )
    const isRight = (mail: Mail) => isSo(mail, booking, session)
    const last =
      inOrder.findLast((mail) => mail.message.spots.length === 1 || isRight(mail)) ?? inOrder.at(-1)
    if (!last)
      return holds(booking.status) && reachable.has(booking.groupId)
        ? [{ kind: 'notificationsMissing', says: `no mail to the customer names ${booking.id}` }]
        : []
    if (isRight(last)) return []
    const overtaken = (freeze: Fault) =>
      woken(freeze, last.sentAt) &&
      inOrder.some((mail) => isRight(mail) && mail.sentAt > freeze.from - wakingMs)
    if (faults.some(overtaken)) return []
    const { kind, id } = last.message
    return [
      { kind: 'misinformed', says: `${kind} ${id} came last, and ${booking.id} is otherwise` },
    ]
  })
}

const wakingMs = 3000

function woken({ kind, from, to }: Fault, t: number): boolean {
  return kind === 'freeze' && t > from && t < to + wakingMs
}

function mailsBySpot(
  { messages }: Contents,
  reachable: ReadonlySet<string>,
  mails: readonly TakenMail[],
): Map<string, Mail[]> {
  const copies = Map.groupBy(mails, ({ messageId }) => messageId)
  const all = messages
    .filter(({ audience, groupId }) => audience === 'customer' && reachable.has(groupId ?? ''))
    .flatMap((message) => {
      const taken = (copies.get(message.id) ?? []).map(({ t }) => t)
      if (taken.length === 0) return []
      return message.spots.map((told) => ({ message, told, sentAt: Math.max(...taken) }))
    })
  return Map.groupBy(all, ({ told }) => told.id)
}

const ends = new Map([
  ['booking.rejected', 'rejected'],
  ['booking.expired', 'expired'],
  ['booking.cancelled', 'cancelled'],
  ['session.cancelled', 'cancelled'],
])

function isSo({ message, told }: Mail, booking: BookingRow, session?: SessionRow): boolean {
  const { status } = booking
  const end = ends.get(message.kind)
  if (end !== undefined) return status === end
  return (
    hasStatusOf(message.kind, status) &&
    told.startsAt === session?.startsAt &&
    told.location === session.location
  )
}

function hasStatusOf(kind: string, status: string): boolean {
  if (kind === 'booking.requested') return status === 'pending'
  if (kind === 'booking.confirmed' || kind === 'booking.approved')
    return status === 'confirmed' || status === 'completed'
  return holds(status)
}
