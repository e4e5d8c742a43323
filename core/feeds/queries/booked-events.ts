import { viewUrl } from '#core/bookings/queries/links.ts'
import type { PurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import { holdsSeat, isPending } from '#core/bookings/rules/status.ts'
import type { CalendarDetails } from '#core/integrations/calendar-file.ts'
import type { Deps } from '#core/shared/deps.ts'

type Spot = PurchaseDetails['spots'][number]

/**
 * What a purchase puts into calendars: one event for the spots that share an entry, with the id and the sequence that the
 * files in mails have. `isWanted`: of the spots that are held.
 */
export function bookedEvents(
  signer: Pick<Deps, 'origin' | 'secretKeys'>,
  details: PurchaseDetails,
  { isWanted, stampOf }: { isWanted: (spot: Spot) => boolean; stampOf: (spot: Spot) => Date },
): CalendarDetails[] {
  const held = details.spots.filter(
    (spot) => spot.deletedAt === null && holdsSeat(spot.status) && isWanted(spot),
  )
  return [...Map.groupBy(held, ({ calendarId }) => calendarId)].flatMap(
    ([calendarId, [first, ...more]]) => {
      if (first === undefined) return []
      const spots = [first, ...more]
      const confirmed = spots.some(({ status }) => !isPending(status))
      return {
        calendarId,
        sequence: Math.max(
          ...details.spots
            .filter((spot) => spot.calendarId === calendarId)
            .map(({ calendarSequence }) => calendarSequence),
        ),
        title: first.classTitle,
        startsAt: first.startsAt,
        endsAt: first.endsAt,
        place: first.location ?? (confirmed ? first.onlineUrl : null),
        tentative: !confirmed,
        viewUrl: viewUrl(signer, { ...details, purchaseId: details.id }),
        stamp: stampOf(first),
      }
    },
  )
}
