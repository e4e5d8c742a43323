import { type RefObject, useEffect } from 'react'
import { useLive } from './use-browser.ts'

/**
 * Scrolls a row that is wider than its place sideways until the chosen item is in it; not while a page comes to life, or it
 * would move under a finger.
 */
export function useChosenInView(row: RefObject<HTMLElement | null>, chosen: string | null) {
  const live = useLive()
  useEffect(() => {
    const box = row.current
    const item = box?.querySelector<HTMLElement>('[aria-current]')
    if (!live || !box || !item || box.scrollWidth <= box.clientWidth) return
    const [inner, outer] = [item.getBoundingClientRect(), box.getBoundingClientRect()]
    if (inner.left >= outer.left && inner.right <= outer.right) return
    box.scrollBy({ left: inner.left - outer.left - (outer.width - inner.width) / 2 })
    // Not when the page has come to life.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [row, chosen])
}
