import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

const known = new WeakMap<ServerBuild, RouteObject[]>()

/**
 * Whether the page at this path accepts forms. Forms to other pages are refused early, before the router loads all data of
 * the page.
 */
export function takesForms(build: ServerBuild, path: string): boolean {
  const routes = known.get(build) ?? routesBelow(build)
  known.set(build, routes)
  const matches = matchRoutes(routes, pageOf(path)) ?? []
  return matches.some(({ route }) => build.routes[route.id ?? '']?.module.action !== undefined)
}

function routesBelow(build: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(build.routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index } = route
    const place = path === undefined ? { id } : { id, path }
    return index ? { ...place, index } : { ...place, children: routesBelow(build, id) }
  })
}

/** The router's script sends a page's form to a different URL. */
function pageOf(path: string): string {
  return path.replace(/^\/_root\.data$|\/_\.data$/, '/').replace(/\.data$/, '')
}
