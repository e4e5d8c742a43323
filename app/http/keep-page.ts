import type { MiddlewareFunction } from 'react-router'
import { isNoAnswer } from './keep-form.ts'

// The target of a navigation without a response; null if there is none.
let lost: string | null = null
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

function setLost(to: string | null) {
  lost = to
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
  if (!Object.values(results).some(isLost)) return results
  const { pathname, search, hash } = new URL(request.url)
  setLost(pathname + search + hash)
  await ended(request.signal)
  return results
}

function isLost(result: unknown): boolean {
  return (
    typeof result === 'object' && result !== null && 'result' in result && isNoAnswer(result.result)
  )
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
