import type { ActionFunctionArgs } from 'react-router'
import { isAway, isBusy } from '#core/shared/db.ts'
import { incomingContext } from './context.ts'
import type { Problem } from './form-answer.ts'

export const retryAfterSeconds = '2'

/** A command of core said so itself. */
export class TooBusy extends Error {}

/** A form's message for a failure; by default the shared one. */
export type FailureTexts = { failed?: FailureText; busy?: FailureText }
type FailureText = Pick<Problem, 'title' | 'text'>

type Failure = { problem: Problem; status: number; headers: Record<string, string> }

/**
 * Handles unexpected failures of a form. Logs our failure once and keeps the page with everything typed. Responses thrown
 * by the action pass through.
 */
export function failureOf(
  { context }: Pick<ActionFunctionArgs, 'context'>,
  error: unknown,
  texts: FailureTexts = {},
): Failure {
  if (!(error instanceof Error)) throw error
  const { deps, requestId } = context.get(incomingContext)
  if (error instanceof TooBusy || statusOfFailure(error) === 503) {
    if (!(error instanceof TooBusy)) deps.log.warn({ requestId, err: error }, 'a form was too busy')
    const headers = { 'retry-after': retryAfterSeconds }
    return { problem: { kind: 'busy', ...texts.busy }, status: 503, headers }
  }
  deps.log.error({ requestId, err: error }, 'a form failed')
  return { problem: { kind: 'failed', requestId, ...texts.failed }, status: 500, headers: {} }
}

/** 503: the database did not answer, and another try may go well. */
export function statusOfFailure(error: unknown): 500 | 503 {
  return isAway(error) || isBusy(error) ? 503 : 500
}
