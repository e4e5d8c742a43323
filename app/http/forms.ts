import { parseWithZod } from '@conform-to/zod/v4'
import type { $ZodIssue, $ZodType, output } from 'zod/v4/core'
import type { FieldErrors } from './form-answer.ts'

export type Parsed<T> = { ok: true; value: T } | { ok: false; errors: FieldErrors }

/** Reads a form by its schema. Errors come out as codes, which the texts turn into sentences. */
export function parseForm<Schema extends $ZodType>(
  schema: Schema,
  form: FormData,
): Parsed<output<Schema>> {
  const submission = parseWithZod(form, {
    schema,
    formatError: (issues: $ZodIssue[]) => issues.map(codeOf),
  })
  return submission.status === 'success'
    ? { ok: true, value: submission.value }
    : { ok: false, errors: withoutNull(submission.error) }
}

function withoutNull(errors: Record<string, string[] | null> | null): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors ?? {}).flatMap(([field, codes]) => (codes ? [[field, codes]] : [])),
  )
}

/** One word per kind of mistake, with its limit; `errors` in the shared texts has a sentence for each. */
function codeOf(issue: $ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int') return 'whole_number'
      return issue.input === undefined || issue.input === null || issue.input === ''
        ? 'required'
        : 'invalid'
    case 'too_small':
      return issue.origin === 'string' ? 'required' : `too_small:${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : `too_big:${issue.maximum}`
    case 'invalid_format':
      return issue.format === 'email' ? 'email_invalid' : 'invalid'
    case 'custom':
      return issue.message
    default:
      return 'invalid'
  }
}
