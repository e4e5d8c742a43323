import { createContext, RouterContextProvider } from 'react-router'
import type { Deps } from '#core/shared/deps.ts'
import type { Workplace } from '#core/vendors/queries.ts'

/** What the server knows of a request before any route runs. */
export type Incoming = { deps: Deps; address: string; nonce: string; requestId: string }

export const incomingContext = createContext<Incoming>()

export type Member = {
  userId: string
  email: string
  fullName: string
  avatarUrl: string | null
  vendor: Workplace
}

/** Set by the middleware of the workspace: who works here, and for whom, or why that could not be found out. */
export const memberContext = createContext<Member | Error>()

/** The context has to be made by code inside the bundle: its keys are objects of the bundle. */
export function contextFor(incoming: Incoming): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(incomingContext, incoming)
  return context
}
