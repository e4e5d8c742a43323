import { fieldAmount } from '#core/shared/money.ts'
import type { ClassForm } from '#core/classes/schema.ts'
import { newTime, timeFields } from './class-values.ts'

/** Formats a class's values for its form. */
export function classFields(form: ClassForm, language: string): Record<string, string> {
  const { times, priceMinor, currency, extras: _extras, ...plain } = form
  return {
    ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, fieldText(value)])),
    price: fieldAmount({ minor: priceMinor, currency }, language),
    ...timeFields(
      times.map(({ id, weekday, startTime, everyWeeks }) => ({
        ...newTime,
        id: id ?? '',
        weekday: String(weekday),
        startTime,
        everyWeeks: String(everyWeeks),
      })),
    ),
  }
}

/** A value as its field holds it; a box that is not ticked sends nothing. */
function fieldText(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'boolean') return value ? 'on' : ''
  return value === null || value === undefined ? '' : String(value)
}
