import type { MiddlewareFunction } from 'react-router'
import { isNoAnswer } from './keep-form.ts'

// Where a navigation of this browser should have led that got no answer; null: none is lost.
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
 * Runs around each navigation in the browser. One that gets no answer of ours would replace the page by an error: it is
 * held back instead, the page learns where it should have led, and ends it by going nowhere.
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
