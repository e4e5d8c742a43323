import { allTexts } from '#app/locale/catalogue.ts'
import type { Language } from '#core/shared/languages.ts'

/** What the states of bookings, classes, bundles and messages are called in a file, by the names of their columns. */
export function csvWords(language: Language) {
  const { attendance, vendorBookings } = allTexts(language)
  const { status, payment, source, late } = vendorBookings.list
  return {
    status: { ...vendorBookings.export.status, ...status },
    payment_status: payment,
    attendance: { ...attendance.marked, late_cancel: late },
    source,
  }
}
