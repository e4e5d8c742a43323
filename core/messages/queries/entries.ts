import type { PurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import { holdsSeat, isPending } from '../../bookings/rules/status.ts'
import { asksVendor } from '../../bookings/rules/waiting.ts'
import type { Slot } from '#core/events/catalogue.ts'
import type { Entry } from '../schema.ts'

/** Where spots were before a change, by their ids. */
export type Befores = ReadonlyMap<string, Slot>

type Spot = Pick<
  PurchaseDetails['spots'][number],
  | 'id'
  | 'status'
  | 'waitsFor'
  | 'deletedAt'
  | 'sessionId'
  | 'classTitle'
  | 'startsAt'
  | 'endsAt'
  | 'timeZone'
  | 'location'
  | 'onlineUrl'
  | 'calendarId'
  | 'calendarSequence'
  | 'priceMinor'
  | 'currency'
  | 'party'
>

export const holds = ({ deletedAt, status }: Pick<Spot, 'deletedAt' | 'status'>) =>
  deletedAt === null && holdsSeat(status)

/** The given spots of a purchase, grouped by session and calendar entry. Null if none exists. */
export function entriesOf(
  purchase: readonly Spot[],
  bookingIds: readonly string[],
  befores: Befores,
): [Entry, ...Entry[]] | null {
  const named = purchase.filter(({ id }) => bookingIds.includes(id))
  const keyOf = (spot: Spot) => `${spot.sessionId} ${spot.calendarId}`
  const [first, ...rest] = [...new Set(named.map(keyOf))].flatMap((key) => {
    const spots = named.filter((spot) => keyOf(spot) === key)
    const [spot] = spots
    return spot ? [entryOf(purchase, { spot, spots, before: befores.get(spot.id) ?? null })] : []
  })
  return first ? [first, ...rest] : null
}

type Together = { spot: Spot; spots: readonly Spot[]; before: Slot | null }

function entryOf(purchase: readonly Spot[], { spot, spots, before }: Together): Entry {
  const sameEntry = purchase.filter(({ calendarId }) => calendarId === spot.calendarId)
  const held = spots.filter(holds)
  const stillHeld = sameEntry.filter(holds)
  return {
    before,
    sessionId: spot.sessionId,
    bookingIds: spots.map(({ id }) => id),
    classTitle: spot.classTitle,
    startsAt: spot.startsAt.toISOString(),
    endsAt: spot.endsAt.toISOString(),
    zone: spot.timeZone,
    location: spot.location,
    onlineUrl: spot.onlineUrl,
    calendarId: spot.calendarId,
    calendarSequence: Math.max(...sameEntry.map(({ calendarSequence }) => calendarSequence)),
    state:
      held.length === 0
        ? 'ended'
        : held.some(({ status }) => isPending(status))
          ? held.some(asksVendor)
            ? 'waiting'
            : 'unpaid'
          : 'held',
    spots: spots.length,
    stillHeld: stillHeld.length,
    stillWaiting: stillHeld.length > 0 && stillHeld.every(({ status }) => isPending(status)),
    priceMinor: spots.reduce((sum, { priceMinor }) => sum + priceMinor, 0),
    currency: spot.currency,
    party: spot.party && {
      people: spot.party.people,
      extras: spot.party.extras.map(({ name }) => name),
    },
  }
}
