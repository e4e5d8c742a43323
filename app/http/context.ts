import { createContext, RouterContextProvider } from 'react-router'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import type { Workplace } from '#core/vendors/queries.ts'

/** Facts about a request, known before any route runs. */
export type Incoming = { deps: Deps; network: string; nonce: string; requestId: string }

export const incomingContext = createContext<Incoming>()

export type Member = {
  userId: string
  email: string
  fullName: string
  avatarUrl: string | null
  language: Language
  vendor: Workplace
}

/** Set by the workspace's middleware: the member and the vendor, or why they could not be loaded. */
export const memberContext = createContext<Member | Error>()

export type Admin = { userId: string; email: string; name: string }

/** Set by the console's middleware: the super administrator; null elsewhere. */
export const adminContext = createContext<Admin | null>(null)

/** Set by the workspace's middleware: the language that its member chose; null elsewhere and before the setup. */
export const settingContext = createContext<Language | null>(null)

/** The context has to be made by code inside the bundle: its keys are objects of the bundle. */
export function contextFor(incoming: Incoming): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(incomingContext, incoming)
  return context
}
