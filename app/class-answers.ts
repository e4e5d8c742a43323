import type { FormResult } from './forms.ts'
import type { FormErrors } from './components/workspace/form-errors.ts'
import { dayText } from './components/workspace/day-text.ts'
import { readerLanguage } from './request.ts'
import { translator } from './translate.ts'

/** The mistakes of a form that was not well-formed, by field. */
export function errorsIn(result: FormResult): FormErrors {
  return result.error ?? {}
}

type Refusal =
  | { reason: 'skipped_start'; date: string; time: string }
  | { reason: 'below_booked'; booked: number; date: string }
  | { reason: 'session_past' }

/** Why times or capacities cannot be as the form says, at the field that says so. */
export function scheduleErrors(
  request: Request,
  refusal: Refusal,
  fields: { time: string; capacity: string },
): FormErrors {
  const language = readerLanguage(request)
  const t = translator(language, 'workspace')
  switch (refusal.reason) {
    case 'skipped_start':
      return {
        [fields.time]: [
          t('problems.skippedStart', { date: dayText(refusal.date, language), time: refusal.time }),
        ],
      }
    case 'below_booked':
      return {
        [fields.capacity]: [
          t('problems.belowBooked', {
            booked: refusal.booked,
            date: dayText(refusal.date, language),
          }),
        ],
      }
    case 'session_past':
      return { [fields.time]: ['session_past'] }
  }
}
