import { fieldAmount } from '#core/shared/money.ts'
import type { EditBookingForm } from '#core/bookings/schema.ts'

/** Formats a booking's values for the fields of Edit Booking. */
export function bookingFields(
  {
    amountPaidMinor,
    currency,
    people,
    extras,
    customerGender,
    customerBirthDate,
    ...values
  }: EditBookingForm,
  language: string,
): Record<string, string> {
  const isPaid = Number(amountPaidMinor) !== 0
  return {
    ...values,
    people: people === null ? '' : String(people),
    extra: extras.join(','),
    customerGender: customerGender ?? '',
    customerBirthDate: customerBirthDate ?? '',
    amountPaid: isPaid ? fieldAmount({ minor: amountPaidMinor, currency }, language) : '',
  }
}
