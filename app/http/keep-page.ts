import type { MiddlewareFunction } from 'react-router'
import { type NoAnswer, noAnswerIn } from './keep-form.ts'

/** A navigation without a response of ours: where to, and why. */
export type LostNavigation = { to: string; why: NoAnswer }

let lost: LostNavigation | null = null
const heard = new Set<() => void>()

/** For useSyncExternalStore. */
export const lostNavigation = () => lost

export function onLostNavigation(tell: () => void): () => void {
  heard.add(tell)
  return () => {
    heard.delete(tell)
  }
}

export function forgetLostNavigation(): void {
  setLost(null)
}

function setLost(navigation: LostNavigation | null) {
  lost = navigation
  for (const tell of heard) tell()
}

/**
 * Wraps each navigation in the browser. A navigation without a response of ours would replace the page with an error. It
 * is stopped instead, and the page offers its target again.
 */
export const keepPage: MiddlewareFunction<Record<string, unknown>> = async ({ request }, next) => {
  const results = await next()
  // What the reader has turned away from is not lost: a form that sends itself ends the loading before it.
  if (request.method !== 'GET' || request.signal.aborted) return results
  const [why] = Object.values(results).flatMap((result) => whyLost(result) ?? [])
  if (why === undefined) return results
  const { pathname, search, hash } = new URL(request.url)
  setLost({ to: pathname + search + hash, why })
  await ended(request.signal)
  return results
}

function whyLost(result: unknown): NoAnswer | null {
  if (typeof result !== 'object' || result === null || !('result' in result)) return null
  return noAnswerIn(result.result)
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
