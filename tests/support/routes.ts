import path from 'node:path'

type Route = {
  id: string
  path?: string
  index?: boolean
  parentId?: string
  module: { action?: unknown; default?: unknown }
}

/** Every address of the built app, as in app/routes.ts, with what its file exports. */
export async function listRoutes(): Promise<{ address: string; route: Route }[]> {
  const { routes }: { routes: Record<string, Route> } = await import(
    path.resolve('build/server/index.js')
  )
  const fullPath = (route: Route | undefined): string => {
    if (!route) return ''
    const parent = fullPath(route.parentId ? routes[route.parentId] : undefined)
    return route.path ? `${parent}/${route.path}` : parent
  }
  return Object.values(routes).map((route) => ({ address: fullPath(route), route }))
}

/** The addresses that show a page. */
export async function listPages(): Promise<string[]> {
  const pages = (await listRoutes()).filter(
    ({ route }) => route.module.default !== undefined && (route.path !== undefined || route.index),
  )
  return [...new Set(pages.map(({ address }) => address || '/'))]
}

/** The addresses under a path that take a form; an index route needs its '?index'. */
export async function listActions(under: string): Promise<string[]> {
  const found = (await listRoutes()).filter(
    ({ address, route }) => address.startsWith(under) && route.module.action !== undefined,
  )
  return found.map(({ address, route }) => (route.index ? `${address}?index` : address))
}
