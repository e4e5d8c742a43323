import { shownSpotText } from '#core/bookings/rules/seen.ts'

export type VendorSpot = {
  id: string
  sessionId: string
  isHeld?: boolean
  paidMinor?: number
  /** of a bundle, as the page says it */
  dueMinor?: number
}

/** The spots that a button is about, each in the session that the page shows. */
export function ShownSpots({ spots }: { spots: readonly VendorSpot[] }) {
  return spots.map((spot) => (
    <span key={spot.id} hidden>
      <input type="hidden" name="bookingId" value={spot.id} />
      <input type="hidden" name="shown" value={shownSpotText(spot)} autoComplete="off" />
    </span>
  ))
}
