import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import { countContactSpots } from '#core/contacts/queries.ts'
import { takeSeats } from '#core/seats/steps/move-seats.ts'
import type { Tx } from '#core/shared/db.ts'
import { isBookable, offerColumns } from '../queries/booking-facts.ts'
import { contactRefusal } from '../rules/limits.ts'
import { customerRefusal, type OfferFacts, type Refusal } from '../rules/offer.ts'
import { isAsSeen, type Seen } from '../rules/seen.ts'
import { confirmationExpiry } from '../rules/waiting.ts'
import type { Actor } from './issued-link.ts'

export type SessionOfBundle = OfferFacts & {
  id: string
  /** how often its time or place has changed */
  version: number
  manual: boolean
  timeoutMinutes: number
  now: Date
  /** of the vendor's clock */
  zone: string
  /** the session's date on it */
  date: string
  recordNewAsPaid: boolean
  noticeMinutes: number
}
type Spot = SessionOfBundle & { bookingId: string }

export type SpotsRefused = {
  reason: Refusal | 'after_expiry' | 'session_changed'
  taken: string[]
}

/** Sessions of a class, by start, with the facts for booking a spot. */
export async function listSessionsToBook(
  tx: Tx,
  ids: readonly string[],
  classId: string,
): Promise<SessionOfBundle[]> {
  return tx
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', 'c.id', 's.classId')
    .innerJoin('vendors as v', 'v.id', 's.vendorId')
    .where('s.id', 'in', [...ids])
    .where('s.classId', '=', classId)
    .orderBy('s.startsAt')
    .orderBy('s.id')
    .select([
      's.id',
      ...offerColumns,
      's.sessionDate as date',
      'c.confirmationTimeoutMinutes as timeoutMinutes',
      'v.timeZone as zone',
      'v.recordNewAsPaid',
      (eb) => eb.fn.coalesce('c.noticeMinutes', 'v.noticeMinutes').as('noticeMinutes'),
    ])
    .select([
      isBookable,
      // Who has paid ahead chooses ahead.
      sql<null>`null`.as('bookingOpensAt'),
      sql<boolean>`c.confirmation_mode = 'manual'`.as('manual'),
      sql<Date>`clock_timestamp()`.as('now'),
    ])
    .execute()
}

type Terms = { seen?: Seen | undefined; expiresAt: Date }

type Buyer = { contactId: string | null; fromNetwork?: string | null }

/** Takes one seat in each locked session for a locked contact, or takes none and returns the reason. */
export async function takeSpots(
  tx: Tx,
  spots: readonly Spot[],
  { contactId, fromNetwork = null, ...terms }: Terms & Buyer,
): Promise<SpotsRefused | null> {
  const refused =
    sessionsRefusal(spots, terms) ??
    (await contactLimit(tx, spots, { contactId, fromNetwork })) ??
    null
  if (refused) return refused
  for (const { id, bookingId } of spots)
    if (!(await takeSeats(tx, id, [bookingId], 'booked')))
      throw new Error('A locked session had room and gave no seat.')
  return null
}

// Does not expire requests here, because that returns credits and would lock other bundles after this one.
export function sessionsRefusal(
  spots: readonly Spot[],
  { expiresAt, seen }: Terms,
): SpotsRefused | null {
  const taken: string[] = []
  for (const spot of spots) {
    if (spot.startsAt >= expiresAt) return { reason: 'after_expiry', taken: [] }
    const reason = customerRefusal(spot, 1, spot.now)
    if (reason === 'session_full') taken.push(spot.id)
    else if (reason !== null) return { reason, taken: [] }
  }
  if (taken.length > 0) return { reason: 'session_full', taken }
  const changed = spots.some((spot) => !isAsSeen(seen, spot))
  return changed ? { reason: 'session_changed', taken: [] } : null
}

async function contactLimit(
  tx: Tx,
  spots: readonly Spot[],
  { contactId, fromNetwork = null }: Buyer,
): Promise<SpotsRefused | null> {
  for (const { id } of spots) {
    const held = await countContactSpots(tx, contactId, id, fromNetwork)
    const reason = contactRefusal(held, { onSession: 1, inAll: spots.length })
    if (reason !== null) return { reason, taken: [] }
  }
  return null
}

/** Writes the bookings for the taken seats. The bundle that pays for them has the price. `isHeld`: until it is paid. */
export async function insertSpots(
  tx: Tx,
  spots: readonly Spot[],
  of: {
    purchaseId: string
    passId: string
    vendorId: VendorId
    classId: string
    currency: string
    madeBy: Actor
    isHeld?: boolean
  },
) {
  const [first] = spots
  const { isHeld = false } = of
  return tx
    .insertInto('bookings')
    .values((eb) =>
      spots.map((spot) => ({
        id: spot.bookingId,
        purchaseId: of.purchaseId,
        vendorId: of.vendorId,
        classId: of.classId,
        sessionId: spot.id,
        passId: of.passId,
        ...stateOf(spot, isHeld),
        priceMinor: 0,
        currency: of.currency,
        madeBy: of.madeBy,
        expiresAt: isHeld
          ? sql<Date>`least(now() + card_longest(), ${first?.startsAt ?? null}::timestamptz)`
          : spot.manual
            ? confirmationExpiry(spot)
            : null,
        confirmedAt: isHeld || spot.manual ? null : eb.fn<Date>('now'),
        // Each date is an entry of its own in the customer's calendar.
        calendarId: spot.bookingId,
        agreedVersion: spot.version,
        noticeMinutes: spot.noticeMinutes,
      })),
    )
    .returning([
      'id',
      'status',
      'sessionId',
      'classId',
      'priceMinor',
      'currency',
      'expiresAt',
      'waitsFor',
    ])
    .execute()
}

function stateOf({ manual }: Spot, isHeld: boolean) {
  if (isHeld) return { status: 'pending' as const, waitsFor: 'payment' as const }
  if (manual) return { status: 'pending' as const, waitsFor: 'vendor' as const }
  return { status: 'confirmed' as const, waitsFor: null }
}
