import { data } from 'react-router'

/** What a form shows when its request never got an answer; the values stay in the page. */
export type NetworkProblem = { networkProblem: true }

/**
 * Runs a form's action and catches the broken network: without this the page would be replaced by the
 * error screen and everything typed would be gone. What the server answered passes untouched.
 */
export async function orNetworkProblem<T>(serverAction: () => Promise<T>) {
  try {
    return await serverAction()
  } catch (error) {
    // A refusal by its status: after anything else the loaders would run, and fail as the action did.
    if (error instanceof TypeError)
      return data<NetworkProblem>({ networkProblem: true }, { status: 503 })
    throw error
  }
}
