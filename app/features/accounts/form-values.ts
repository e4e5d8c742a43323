type Result = {
  initialValue?: Record<string, unknown> | null
  error?: Record<string, string[] | null> | null
}

/** What a form's action answers, as far as the fields show it. */
export type FormAnswered = { result: Result } | { reason: string } | { networkProblem: true }

/** What was typed into a field of a refused form; empty the first time. */
export function valueIn(answer: FormAnswered | undefined, name: string): string {
  const value = answer && 'result' in answer ? answer.result.initialValue?.[name] : null
  return typeof value === 'string' ? value : ''
}

/** The codes of what is wrong with a field. */
export function errorsIn(answer: FormAnswered | undefined, name: string): string[] | undefined {
  return (answer && 'result' in answer && answer.result.error?.[name]) || undefined
}
