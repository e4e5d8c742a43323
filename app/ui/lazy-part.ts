import { type ComponentType, lazy } from 'react'

/**
 * A part of a page with a script of its own. If that is gone after an update of the site, the page is loaded again, once. Where
 * nobody answers, the page says so, with a button to try again.
 */
export function lazyPart<Props extends object>(read: () => Promise<ComponentType<Props>>) {
  return lazy(() =>
    read()
      .catch(loadAgain)
      .then((part) => ({ default: part })),
  )
}

async function loadAgain(error: unknown): Promise<never> {
  const [opened] = performance.getEntriesByType('navigation')
  const isReload = opened instanceof PerformanceNavigationTiming && opened.type === 'reload'
  // A device that is online may be in a network that leads nowhere.
  const isAnswered = () =>
    fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
      () => true,
      () => false,
    )
  if (isReload || !(await isAnswered())) throw error
  location.reload()
  return new Promise(() => {})
}
