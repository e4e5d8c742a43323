import { amountText } from '#core/shared/money.ts'
import type { EditBookingForm } from '#core/bookings/schema.ts'

/** How the values of a booking stand in the fields of Edit Booking. */
export function bookingFields(
  { amountPaidMinor, ...values }: EditBookingForm,
  currency: string,
): Record<string, string> {
  return { ...values, amountPaid: amountText({ minor: amountPaidMinor, currency }) }
}
