import { type RefObject, useEffect } from 'react'

/** Scrolls a row that is wider than its place sideways until the chosen item is in it. */
export function useChosenInView(row: RefObject<HTMLElement | null>, chosen: string | null) {
  useEffect(() => {
    const box = row.current
    const item = box?.querySelector<HTMLElement>('[aria-current]')
    if (!box || !item || box.scrollWidth <= box.clientWidth) return
    const [inner, outer] = [item.getBoundingClientRect(), box.getBoundingClientRect()]
    if (inner.left >= outer.left && inner.right <= outer.right) return
    box.scrollBy({ left: inner.left - outer.left - (outer.width - inner.width) / 2 })
  }, [row, chosen])
}
