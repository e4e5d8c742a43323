import { data, type RouterContextProvider } from 'react-router'
import { incomingContext } from './context.ts'
import { statusOfFailure } from './failures.ts'

/** Runs a form's action that is not a formAction yet. */
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
