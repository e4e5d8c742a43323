import type { $ZodType, output } from 'zod/v4/core'
import { type FormAnswer, type Shown, shownIn, type Typed } from './form-answer.ts'
import type { Outcome } from './form-refusals.ts'
import { parseForm } from './forms.ts'

/** Formats values for the fields of an edit form. */
export type EditFields<Values> = {
  fields(values: Values): Shown
  /** the name of the field, where core has another for its value */
  names?: { readonly [Name in keyof Values & string]?: string }
}

/** The values when the form was opened, parsed like typed ones; null if missing or invalid. */
export function readShown<Schema extends $ZodType>(
  schema: Schema,
  typed: Typed,
): output<Schema> | null {
  const shown = shownIn(typed)
  if (shown === null) return null
  const form = new FormData()
  for (const [name, text] of Object.entries(shown)) form.append(name, text)
  const parsed = parseForm(schema, form)
  return parsed.ok ? parsed.value : null
}

type Conflicted = { ok: false; reason: 'conflict'; conflicts: readonly Conflict[] }
type Conflict = { field: string; current: unknown }

/**
 * The answer to a conflict: each field with what it is now. The form shows that from here on, so that the next press
 * overwrites knowingly; what did not conflict stays as it was shown.
 */
export function answerConflicts(
  typed: Typed,
  result: Outcome,
  { form, edits }: { form: unknown; edits: EditFields<unknown> },
): Partial<FormAnswer<never>> | null {
  if (!isConflicted(result)) return null
  let shown = shownIn(typed) ?? {}
  const conflicts: Record<string, string> = {}
  const names: Readonly<Record<string, string | undefined>> = edits.names ?? {}
  for (const { field, current } of result.conflicts) {
    const name = names[field] ?? field
    const values = typeof form === 'object' ? { ...form, [field]: current } : {}
    const now = partOf(edits.fields(values), name)
    shown = { ...withoutPart(shown, name), ...now }
    conflicts[name] = now[name] ?? JSON.stringify(now)
  }
  return { conflicts, shown }
}

function isConflicted(result: Outcome): result is Conflicted {
  return !result.ok && result.reason === 'conflict' && 'conflicts' in result
}

/** The fields of one value: 'price', or all that begin with 'times['. */
const belongs = (field: string, name: string) => field === name || field.startsWith(`${name}[`)

function partOf(shown: Shown, name: string): Shown {
  return Object.fromEntries(Object.entries(shown).filter(([field]) => belongs(field, name)))
}

function withoutPart(shown: Shown, name: string): Shown {
  return Object.fromEntries(Object.entries(shown).filter(([field]) => !belongs(field, name)))
}
