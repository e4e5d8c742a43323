import { amountText } from '#core/shared/money.ts'
import type { EditBookingForm } from '#core/bookings/schema.ts'

/** Formats a booking's values for the fields of Edit Booking. */
export function bookingFields(
  { amountPaidMinor, ...values }: EditBookingForm,
  currency: string,
): Record<string, string> {
  return { ...values, amountPaid: amountText({ minor: amountPaidMinor, currency }) }
}
