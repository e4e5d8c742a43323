import { isDeepStrictEqual } from 'node:util'
import type { Violation } from './check.ts'
import type { Try } from './history.ts'

/** An event in a vendor's calendar, or as it should be. */
export type EventRow = {
  /** the first id that its session's event had */
  id: string
  vendorId: string
  summary: string
  location: string
  /** ms since the epoch */
  startsAt: number
  endsAt: number
  /** who comes, a line each */
  people: readonly string[]
}
/** When Google misbehaved and when it did not; from and to in ms since the epoch. */
export type Slice = { from: number; to: number; isTroubled: boolean }
export type Calendars = {
  wanted: readonly EventRow[]
  held: readonly EventRow[]
  slices: readonly Slice[]
  /** how many Google was asked */
  requests: number
}

/** In the end the calendars hold exactly what the database says. */
export function calendarViolations({ wanted, held }: Calendars): Violation[] {
  const wrong = (says: string): Violation => ({ kind: 'calendars', says })
  const nameOf = ({ vendorId, id }: EventRow) => `${vendorId} ${id}`
  const wantedAs = new Map(wanted.map((event) => [nameOf(event), event]))
  const heldAs = Map.groupBy(held, nameOf)
  return [
    ...wanted.flatMap((event) => {
      const [found, another] = heldAs.get(nameOf(event)) ?? []
      if (!found) return [wrong(`event ${event.id} is missing`)]
      if (another) return [wrong(`event ${event.id} is there twice`)]
      if (isDeepStrictEqual(found, event)) return []
      return [wrong(`${event.id} is ${JSON.stringify(found)}, not ${JSON.stringify(event)}`)]
    }),
    ...held
      .filter((event) => !wantedAs.has(nameOf(event)))
      .map(({ id, summary }) => wrong(`event ${id} (${summary}) should not be there`)),
  ]
}

/** How long 95 of 100 bookings took at most, while Google behaved or while it did not; in ms. */
export function slowBooking(
  tries: readonly Try[],
  slices: readonly Slice[],
  isTroubled: boolean,
): number {
  const fitting = slices.filter((slice) => slice.isTroubled === isTroubled)
  const took = tries
    .filter(({ asked: { kind, t } }) =>
      kind === 'book' ? fitting.some(({ from, to }) => t >= from && t < to) : false,
    )
    .flatMap(({ asked, answered }) => (answered?.phase === 'ok' ? [answered.t - asked.t] : []))
    .toSorted((one, other) => one - other)
  return took[Math.floor(took.length * 0.95)] ?? 0
}
