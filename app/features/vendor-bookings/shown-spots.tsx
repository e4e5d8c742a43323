import { type Typed, versionField } from '#app/http/form-answer.ts'
import { ButtonVersion } from '#app/features/forms/hidden-fields.tsx'
import { spotVersion, type VersionedSpot } from '#core/bookings/rules/spot-version.ts'
import { holdsSeat, type BookingStatus } from '#core/bookings/rules/status.ts'

/** A spot as the page shows it. */
export type VendorSpot = { id: string; sessionId: string } & (
  | { storedStatus: BookingStatus }
  | { isHeld: boolean }
)

/** What the page shows of its money, or of that of the bundle that pays for it. */
export type SpotMoney = {
  paidMinor: number | string
  owedMinor: number | string
  /** of a button that gives it back */
  giveBackMinor?: number | string
}

/** The spots that a button is about. `money`: the button records money. */
export function ShownSpots(
  props: { spots: readonly VendorSpot[] } | { money: readonly (VendorSpot & SpotMoney)[] },
) {
  const spots: readonly (VendorSpot & Partial<SpotMoney>)[] =
    'money' in props ? props.money : props.spots
  return spots.map((spot) => (
    <span key={spot.id} hidden>
      <input type="hidden" name="bookingId" value={spot.id} />
      <ButtonVersion
        version={spotVersion({
          sessionId: spot.sessionId,
          isHeld: 'isHeld' in spot ? spot.isHeld : holdsSeat(spot.storedStatus),
          money: 'money' in props ? moneyOf(spot) : undefined,
        })}
      />
    </span>
  ))
}

const moneyOf = ({ paidMinor, owedMinor, giveBackMinor }: Partial<SpotMoney>) => ({
  paidMinor: Number(paidMinor),
  owedMinor: Number(owedMinor),
  ...(giveBackMinor !== undefined && { giveBackMinor: Number(giveBackMinor) }),
})

/** The spots of such a form; one without a version counts as unknown. */
export function shownSpotsIn(typed: Typed): VersionedSpot[] {
  const versions = typed[versionField] ?? []
  return (typed['bookingId'] ?? []).map((bookingId, at) => ({
    bookingId,
    version: versions[at] || null,
  }))
}
