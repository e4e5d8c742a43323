import type { Tone } from './tone.ts'

export type Notice = {
  title: string
  text?: string | undefined
  tone?: Exclude<Tone, 'accent'> | undefined
}

type Listener = (notice: Notice) => void

const listeners = new Set<Listener>()
// What was said before anyone listened, so that a toast right at the start is not lost.
let waiting: Notice[] = []

/** Shows a toast, in the browser. Without JavaScript the page draws a Banner instead. */
export function notify(notice: Notice): void {
  if (listeners.size === 0) waiting = [...waiting, notice]
  for (const listener of listeners) listener(notice)
}

/** Hears every notice, the waiting ones first. Returns how to stop. */
export function listen(listener: Listener): () => void {
  listeners.add(listener)
  for (const notice of waiting) listener(notice)
  waiting = []
  return () => {
    listeners.delete(listener)
  }
}
