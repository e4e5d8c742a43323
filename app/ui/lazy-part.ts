import { type ComponentType, lazy } from 'react'

/** A part of a page with a script of its own. If that is gone after an update of the site, the page is loaded again, once. */
export function lazyPart<Props extends object>(read: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    read()
      .catch(loadAgain)
      .then((part) => ({ default: part })),
  )
}

function loadAgain(error: unknown): Promise<never> {
  const [opened] = performance.getEntriesByType('navigation')
  const isReload = opened instanceof PerformanceNavigationTiming && opened.type === 'reload'
  if (isReload || !navigator.onLine) throw error
  location.reload()
  return new Promise(() => {})
}
