import type { MouseEvent } from 'react'

/** Does something on this page instead of what the link would do. A click for another tab or window stays the link's. */
export function pickedHere(event: MouseEvent, act: () => void): void {
  const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (event.defaultPrevented || event.button !== 0 || isElsewhere) return
  event.preventDefault()
  act()
}
