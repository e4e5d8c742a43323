import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from 'react-router'
import { emptyAnswer, type FormAnswer, type Problem, typedIn } from './form-answer.ts'

type Sent<Answer> = { request: Request; serverAction: () => Promise<Answer> }
type Kept = ReturnType<typeof data<FormAnswer>>

/**
 * The browser's side of every form's action. Where no answer of ours arrives, the router would replace the page and
 * everything typed would be gone: the form stays instead and says so. What our server answered passes untouched.
 */
export function keepForm<Answer>(sent: Sent<Answer>): Promise<Answer | Kept>
// The types of a route take the last signature there is: what its own action answers, they know already.
export function keepForm(sent: ClientActionFunctionArgs): Promise<FormAnswer | Kept>
export async function keepForm({ request, serverAction }: Sent<unknown>) {
  const typed = typedIn(await request.clone().formData())
  try {
    return await serverAction()
  } catch (error) {
    const problem = troubleIn(error)
    if (problem === null) throw error
    // A refusal by its status: after anything else the loaders would run, and fail as the action did.
    return data({ ...emptyAnswer(typed), problem }, { status: 503 })
  }
}

/** What went wrong on the way; null for an answer of ours, which has its own page: a redirect, a 404. */
function troubleIn(error: unknown): Problem | null {
  if (error instanceof Response) return null
  const origin = ownOrigin(error)
  if (origin !== undefined) return { kind: 'elsewhere', origin }
  if (isNoAnswer(error)) return { kind: 'network' }
  return isRouteErrorResponse(error) ? null : { kind: 'failed' }
}

/** Where the page should be open, in the refusal of a form from another address: server/http/app.ts writes it. */
function ownOrigin(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 403) return undefined
  return /Open this page at (\S+)\.$/.exec(String(error.data))?.[1]
}

/**
 * Whether nothing came, or nothing of ours: the page of a proxy, of a hotel's network. The router marks what it answers
 * and hands everything else over as plain text, or cannot read it.
 */
export function isNoAnswer(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return typeof error.data === 'string'
  if (!(error instanceof Error)) return false
  // The server's own errors come over by their name, without what they said.
  const isOurs = error.message === 'Unexpected Server Error'
  const isUnreadable = error.message.startsWith('Unable to decode')
  return isUnreadable || (error instanceof TypeError && !isOurs)
}
