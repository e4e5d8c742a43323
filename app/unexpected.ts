import { data, type RouterContextProvider } from 'react-router'
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
    return data({ reason: 'unexpected' as const }, { status: 500 })
  }
}
