const cacheName = 'openspot-day'
const today = '/dashboard/today'

/** Nothing is kept where the browser has no cache: on pages that are not secure. */
const canKeep = () => 'caches' in globalThis

/**
 * Keeps the list of a day on this device, and all that its page loads, for the service worker
 * (public/workspace-worker.js). It replaces the day that was kept before. Returns whether it is kept.
 */
export async function keepDay(date: string): Promise<boolean> {
  if (!canKeep()) return false
  const address = `${today}?date=${date}`
  const page = await fetch(address, { headers: { accept: 'text/html' } })
  if (!page.ok || page.redirected) return false
  const html = await page.clone().text()
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const assets = new Set([
    ...(html.match(/\/(?:assets|language)\/[\w./-]+/g) ?? []),
    ...loaded.flatMap(({ origin, pathname }) =>
      origin === location.origin && /^\/(?:assets|language)\//.test(pathname) ? [pathname] : [],
    ),
  ])
  const cache = await caches.open(cacheName)
  const kept = new Set((await cache.keys()).map(({ url }) => pathOf(url)))
  await cache.addAll([...assets].filter((path) => !kept.has(path)))
  await Promise.all([cache.put(address, page.clone()), cache.put(today, page)])
  const wanted = new Set([...assets, today, address])
  for (const path of kept) if (!wanted.has(path)) await cache.delete(path)
  return true
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Before another account uses this device, and after signing out. */
export async function forgetDay(): Promise<void> {
  if (canKeep()) await caches.delete(cacheName)
}
