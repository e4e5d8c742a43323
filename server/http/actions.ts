import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

const known = new WeakMap<ServerBuild, RouteObject[]>()

/**
 * Whether the page at this path takes forms. A form sent to any other is refused before the router reads all that the
 * page shows only to say so.
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

/** The script of the router sends a page's form to an address of its own. */
function pageOf(path: string): string {
  return path.replace(/^\/_root\.data$|\/_\.data$/, '/').replace(/\.data$/, '')
}
