import type { NetworkProblem } from '#app/http/network.ts'
import type { Refusal } from '#core/bookings/rules.ts'

export type ShownRefusal =
  | Refusal
  | 'price_changed'
  | 'idempotency_conflict'
  | 'rate_limited'
  | 'busy'
  | 'error'

export type TypedBooking = {
  sessionId: string
  spots: string
  name: string
  contact: string
  again: string
  nonce: string
}
export type BookingField = 'sessionId' | 'spots' | 'name' | 'contact'

/** Why nothing was booked, with everything that was typed. */
export type RefusedBooking = {
  /** null: only fields are wrong */
  reason: ShownRefusal | null
  left: number
  /** codes by field */
  errors: { [Field in BookingField]?: string[] | undefined }
  typed: TypedBooking
  earlier: { name: string; to: string; next: number } | null
}

/** Refusals that another number of spots would mend. */
export function isAboutSpots({ reason, left }: RefusedBooking): boolean {
  return reason === 'too_many_spots' || (reason === 'session_full' && left > 0)
}

export type BookingAnswer = RefusedBooking | NetworkProblem
