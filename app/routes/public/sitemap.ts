import { depsOf } from '#app/http/request.ts'
import { mapIndex, partSize } from '#app/seo/site-map.ts'
import { listClassMapStarts } from '#core/classes/queries/class-map.ts'
import { listVendorMapStarts } from '#core/vendors/queries.ts'
import type { Route } from './+types/sitemap'

/** The map of what the installation lists. A vendor who is not listed in /classes is not in it either. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, origin } = depsOf(context)
  const [vendors, classes] = await Promise.all([
    listVendorMapStarts(db, partSize),
    listClassMapStarts(db, partSize),
  ])
  const parts = (path: string, starts: readonly string[]) => [
    path,
    ...starts.map((start) => `${path}?after=${start}`),
  ]
  return mapIndex(origin, [
    '/sitemap/pages.xml',
    ...parts('/sitemap/trainers.xml', vendors),
    ...parts('/sitemap/classes.xml', classes),
  ])
}
