import { classFields } from '#app/features/class-form/class-fields.server.ts'
import { hoursOfSlots, rowsOfWeek } from '#core/classes/rules.ts'
import type { ClassForm } from '#core/classes/schema.ts'
import { fieldAmount } from '#core/shared/money.ts'
import { extrasFields, hoursFields } from './facility-values.ts'

/** The values of a facility as its form shows them: opening hours in place of weekly times. */
export function facilityFields(form: ClassForm, language: string): Record<string, string> {
  const { times, extras, ...plain } = form
  return {
    ...classFields({ ...plain, times: [], extras: [] }, language),
    ...hoursFields(rowsOfWeek(hoursOfSlots(times, form.durationMinutes))),
    ...extrasFields(
      extras.map(({ id = '', name, per, priceMinor }) => ({
        id,
        name,
        price: fieldAmount({ minor: priceMinor, currency: form.currency }, language),
        per,
      })),
    ),
  }
}

type Time = ClassForm['times'][number] & { id: string }

/** The form with the ids of the weekly times that its opening hours stand for, so that only the others are new. */
export function withTimesOf(form: ClassForm, known: readonly Time[]): ClassForm {
  return {
    ...form,
    times: form.times.flatMap((slot) => {
      const own = known.filter(
        ({ weekday, startTime }) => weekday === slot.weekday && startTime === slot.startTime,
      )
      if (own.length === 0) return [slot]
      return own.map(({ id, weekday, startTime, everyWeeks }) => ({
        id,
        weekday,
        startTime,
        everyWeeks,
      }))
    }),
  }
}
