import { data, type RouterContextProvider } from 'react-router'
import { isAway, isBusy } from '#core/shared/db.ts'
import { incomingContext } from './context.ts'

/**
 * Runs a form's action. What nobody expected is logged here, at the edge, and answered as such, so that
 * the page stays with everything typed; what the action itself answers passes untouched.
 */
export async function orUnexpected<T>(
  context: Readonly<RouterContextProvider>,
  work: () => Promise<T>,
) {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Response) throw error
    const { deps, requestId } = context.get(incomingContext)
    deps.log.error({ requestId, error }, 'a form failed')
    return data({ reason: 'unexpected' as const }, { status: statusOfFailure(error) })
  }
}

/** 503: the database did not answer, and another try may go well. */
export function statusOfFailure(error: unknown): 500 | 503 {
  return isAway(error) || isBusy(error) ? 503 : 500
}
