// The service worker of the workspace. Without a network it shows the attendance list that was kept on this device
// (app/features/device/kept-day.ts), and a page that says so for every other page of the workspace.
const day = 'openspot-day'
const offline = 'openspot-offline'
const offlinePage = '/dashboard/offline'
const attendance = '/dashboard/today'
// A list that is at hand is shown when a weak network takes longer.
const patienceMs = 6000

self.addEventListener('install', (event) => {
  event.waitUntil(keepOfflinePage().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  // The scope of a worker has no end: /dashboards would be in it too.
  const isPage = url.pathname === '/dashboard' || url.pathname.startsWith('/dashboard/')
  if (request.mode === 'navigate' && isPage) event.respondWith(openPage(request, url))
  else if (/^\/(?:assets|language)\//.test(url.pathname)) event.respondWith(openAsset(request))
})

async function openPage(request, url) {
  const kept = await findDay(url)
  const answer = fetch(request)
  try {
    if (!kept) return await answer
    const late = new Promise((resolve) => {
      setTimeout(() => resolve(kept), patienceMs)
    })
    return await Promise.race([answer, late])
  } catch {
    return kept ?? (await find(offline, offlinePage)) ?? Response.error()
  }
}

/** The kept day, if it is asked for, or no day in particular. */
function findDay({ pathname, searchParams }) {
  if (pathname !== attendance) return undefined
  const date = searchParams.get('date')
  return find(day, date === null ? attendance : `${attendance}?date=${date}`)
}

/** A kept page may be older than the server's files. */
async function openAsset(request) {
  const { pathname } = new URL(request.url)
  const kept = async () => (await find(day, pathname)) ?? (await find(offline, pathname))
  try {
    const answer = await fetch(request)
    return answer.ok ? answer : ((await kept()) ?? answer)
  } catch {
    return (await kept()) ?? Response.error()
  }
}

function find(cacheName, path) {
  // Opening a cache would make one that was deleted when somebody signed out.
  return caches.match(path, { cacheName, ignoreVary: true })
}

async function keepOfflinePage() {
  const page = await fetch(offlinePage)
  if (!page.ok) throw new Error(`${offlinePage}: ${page.status}`)
  const html = await page.clone().text()
  const cache = await caches.open(offline)
  await cache.addAll(new Set(html.match(/\/assets\/[\w./-]+/g)))
  await cache.put(offlinePage, page)
}
