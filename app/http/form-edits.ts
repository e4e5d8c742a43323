import { versionOf } from '#core/shared/version.ts'
import {
  emptyAnswer,
  type FormAnswer,
  type Shown,
  type Typed,
  versionField,
} from './form-answer.ts'

/** Formats values for the fields of an edit form. */
export type FieldsOf<Values> = { bivarianceHack(values: Values): Shown }['bivarianceHack']

/**
 * The answer to a form whose rows have changed since it was opened: everything typed, what is saved now at each field that
 * holds something else, and the new version, so that the next press keeps what was typed.
 */
export function answerChanged(
  typed: Typed,
  refused: object,
  { form, fields }: { form: unknown; fields: FieldsOf<unknown> | undefined },
): FormAnswer<null> {
  const answer: FormAnswer<null> = { ...emptyAnswer(typed), problem: { kind: 'changed' } }
  const current: unknown = 'current' in refused ? refused.current : null
  if (!fields || typeof current !== 'object' || current === null) return answer
  const values = typeof form === 'object' ? form : {}
  return {
    ...answer,
    typed: { ...typed, [versionField]: [versionOf(current)] },
    saved: savedInstead(fields(values), fields({ ...values, ...current })),
  }
}

/** By the name of a field, or of a list, such as 'times' of 'times[0].weekday'. */
function savedInstead(typed: Shown, saved: Shown): Record<string, string> {
  const [mine, now] = [withLists(typed), withLists(saved)]
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== (mine[name] ?? value)),
  )
}

/** The fields of a list as one text. */
function withLists(shown: Shown): Record<string, string> {
  const lists = Map.groupBy(Object.entries(shown), ([field]) => field.replace(/\[.*/, ''))
  return Object.fromEntries(
    [...lists].map(([name, fields]) => [
      name,
      shown[name] ?? JSON.stringify(Object.fromEntries(fields)),
    ]),
  )
}
