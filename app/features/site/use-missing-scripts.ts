import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { keepOnTheWay, passOnTheWay, takeOnTheWay } from '#app/ui/on-the-way.ts'

/**
 * After an update of the site, an open page asks for scripts that are gone, and is loaded again. What a form leads to then comes
 * as a document: somebody who has just booked does not land on the empty form.
 */
export function useMissingScripts(): void {
  const { pathname } = useLocation()
  useEffect(() => passOnTheWay(pathname), [pathname])

  useEffect(() => {
    const to = takeOnTheWay()
    const [opened] = performance.getEntriesByType('navigation')
    const isReload = opened instanceof PerformanceNavigationTiming && opened.type === 'reload'
    if (to !== null && isReload) location.replace(to)
    window.addEventListener('pagehide', keepOnTheWay)
    return () => window.removeEventListener('pagehide', keepOnTheWay)
  }, [])
}
