import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Where a page changes without a load, what had the focus may be gone: then its heading takes it, is read aloud, and Tab goes
 * on from there. Whatever a page has focused itself keeps it.
 */
export function usePageFocus(): void {
  const { key } = useLocation()
  const before = useRef(key)
  useEffect(() => {
    if (before.current === key) return
    before.current = key
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    if (heading === null) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [key])
}
