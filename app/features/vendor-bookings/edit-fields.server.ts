import { fieldAmount } from '#core/shared/money.ts'
import type { EditBookingForm } from '#core/bookings/schema.ts'

/** Formats a booking's values for the fields of Edit Booking. */
export function bookingFields(
  { amountPaidMinor, currency, ...values }: EditBookingForm,
  language: string,
): Record<string, string> {
  const isPaid = Number(amountPaidMinor) !== 0
  return {
    ...values,
    amountPaid: isPaid ? fieldAmount({ minor: amountPaidMinor, currency }, language) : '',
  }
}
