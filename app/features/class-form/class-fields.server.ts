import { amountText } from '#core/shared/money.ts'
import type { ClassForm } from '#core/classes/schema.ts'
import { newTime, timeFields } from './class-values.ts'

/** How the values of a class stand in the fields of its form. */
export function classFields(form: ClassForm, currency: string): Record<string, string> {
  return {
    title: form.title,
    description: form.description,
    category: form.category,
    difficulty: form.difficulty,
    placeKind: form.placeKind,
    location: form.location,
    onlineUrl: form.onlineUrl,
    price: amountText({ minor: form.priceMinor, currency }),
    maxStudents: String(form.maxStudents),
    durationMinutes: String(form.durationMinutes),
    startDate: form.startDate,
    endDate: form.endDate ?? '',
    visibility: form.visibility,
    confirmationMode: form.confirmationMode,
    confirmationTimeoutMinutes: String(form.confirmationTimeoutMinutes),
    registrationClosedDate: form.registrationClosedDate ?? '',
    closesMinutesBefore: String(form.closesMinutesBefore),
    ...timeFields(
      form.times.map(({ id, weekday, startTime, everyWeeks }) => ({
        ...newTime,
        id: id ?? '',
        weekday: String(weekday),
        startTime,
        everyWeeks: String(everyWeeks),
      })),
    ),
  }
}
