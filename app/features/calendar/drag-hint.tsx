import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

const key = 'session-dragged'
const dragged = 'session-dragged'

/** Somebody who has dragged a session needs to be told no more. */
export function noteDrag(): void {
  try {
    localStorage.setItem(key, 'yes')
  } catch {
    // A browser that keeps nothing shows the hint again.
  }
  window.dispatchEvent(new Event(dragged))
}

/** How a session is moved, until it was done once on this device. */
export function DragHint() {
  const t = useTranslations('calendar')
  const isShown = useSyncExternalStore(hearDrag, isNew, () => false)
  return isShown && <p className="pt-2 text-sm text-muted max-md:hidden">{t('keys')}</p>
}

function isNew(): boolean {
  try {
    return localStorage.getItem(key) === null
  } catch {
    return true
  }
}

function hearDrag(changed: () => void) {
  window.addEventListener(dragged, changed)
  return () => window.removeEventListener(dragged, changed)
}
