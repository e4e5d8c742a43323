import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from 'react-router'
import { forgetAllInput, forgetInput } from '#app/ui/kept-input.ts'
import { setOnTheWay } from '#app/ui/on-the-way.ts'
import { isInWorkspace } from './workspace-paths.ts'
import { emptyAnswer, type FormAnswer, type Problem, typedIn } from './form-answer.ts'

type Sent<Answer> = { request: Request; serverAction: () => Promise<Answer> }
type Kept = ReturnType<typeof data<FormAnswer>>

/**
 * The client action of every form. Without a response of ours, the router would replace the page and lose everything
 * typed; this keeps the form and shows an error. Our server's responses pass unchanged.
 */
export function keepForm<Answer>(sent: Sent<Answer>): Promise<Answer | Kept>
// The types of a route take the last signature there is: what its own action answers, they know already.
export function keepForm(sent: ClientActionFunctionArgs): Promise<FormAnswer | Kept>
export async function keepForm({ request, serverAction }: Sent<unknown>) {
  const typed = typedIn(await request.clone().formData())
  try {
    const answer = await serverAction()
    if (isDone(answer)) forgetInput()
    return answer
  } catch (error) {
    // A redirect is how an accepted form answers. By 307 it takes its fields along to the sign-in.
    if (error instanceof Response && error.status !== 307) {
      const to = error.headers.get('location')
      // Who signs in may be somebody else than who typed here before: a session also ends without this tab.
      const isSignIn = !isInWorkspace(location.pathname) && isInWorkspace(to?.split('?')[0] ?? '')
      if (isSignIn) forgetAllInput()
      else forgetInput()
      setOnTheWay(to)
    }
    const problem = troubleIn(error)
    if (problem === null) throw error
    // A refusal by its status: after anything else the loaders would run, and fail as the action did.
    return data({ ...emptyAnswer(typed), problem }, { status: 503 })
  }
}

/** An accepted form that leads nowhere. */
const isDone = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'isDone' in answer

/** The network error; null for our own responses with a page, such as a redirect or a 404. */
function troubleIn(error: unknown): Problem | null {
  if (error instanceof Response) return null
  const origin = ownOrigin(error)
  if (origin !== undefined) return { kind: 'elsewhere', origin }
  const kind = noAnswerIn(error)
  if (kind !== null) return { kind }
  return isRouteErrorResponse(error) ? null : { kind: 'failed' }
}

/** Where the page should be open, in the refusal of a form from another address: server/http/app.ts writes it. */
function ownOrigin(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 403) return undefined
  return /Open this page at (\S+)\.$/.exec(String(error.data))?.[1]
}

/** `server`: a proxy answered, because our server did not. `network`: nobody did, or a hotel network with its own page. */
export type NoAnswer = 'network' | 'server'

/**
 * Why no response of ours arrived; null if one did. The router marks its own responses; anything else is plain text or
 * unreadable.
 */
export function noAnswerIn(error: unknown): NoAnswer | null {
  if (isRouteErrorResponse(error)) {
    if (typeof error.data !== 'string') return null
    return error.status === signInToNetwork ? 'network' : 'server'
  }
  if (!(error instanceof Error)) return null
  // The server's own errors come over by their name, without what they said.
  const isOurs = error.message === 'Unexpected Server Error'
  const isUnreadable = error.message.startsWith('Unable to decode')
  return isUnreadable || (error instanceof TypeError && !isOurs) ? 'network' : null
}

const signInToNetwork = 511
