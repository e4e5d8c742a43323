import { classFields } from '#app/features/class-form/class-fields.server.ts'
import { facilityLimits, hoursOfSlots } from '#core/classes/rules.ts'
import type { ClassForm } from '#core/classes/schema.ts'
import { fieldAmount } from '#core/shared/money.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7]
/** Most days are open once, or twice with a break. */
const rowsPerDay = 2
/** An empty row for one more extra. */
const moreExtras = 1

/** The values of a facility as its form shows them: opening hours in place of weekly times. */
export function facilityFields(form: ClassForm, language: string): Record<string, string> {
  const { times, extras, ...plain } = form
  const hours = hoursOfSlots(times, form.durationMinutes)
  const rows = weekdays.flatMap((weekday) => {
    const open = hours.filter((one) => one.weekday === weekday)
    const empty = Array.from({ length: Math.max(0, rowsPerDay - open.length) }, () => ({
      weekday,
      from: '',
      until: '',
    }))
    return [...open, ...empty]
  })
  const shownExtras = [
    ...extras.map(({ id = '', name, per, priceMinor }) => ({
      id,
      name,
      price: fieldAmount({ minor: priceMinor, currency: form.currency }, language),
      per,
    })),
    ...Array.from({ length: moreExtras }, () => ({ id: '', name: '', price: '', per: 'slot' })),
  ].slice(0, Math.max(extras.length, facilityLimits.extras))
  return {
    ...classFields({ ...plain, times: [], extras: [] }, language),
    ...listFields('hours', rows),
    ...listFields('extras', shownExtras),
  }
}

function listFields(name: string, rows: readonly Readonly<Record<string, string | number>>[]) {
  return Object.fromEntries(
    rows.flatMap((row, at) =>
      Object.entries(row).map(([field, value]) => [`${name}[${at}].${field}`, String(value)]),
    ),
  )
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
