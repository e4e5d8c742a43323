import { depsOf } from '#app/http/request.ts'
import { mapPart, partSize } from '#app/seo/site-map.ts'
import { listMappedClasses } from '#core/classes/queries/class-map.ts'
import { bookingPath } from '#core/classes/rules.ts'
import { isId } from '#core/shared/ids.ts'
import { listMappedVendors } from '#core/vendors/queries.ts'
import type { Route } from './+types/sitemap-part'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db, origin, settings } = depsOf(context)
  const after = url.searchParams.get('after')
  if (after !== null && !isId(after)) return nothing()
  const part = { after, limit: partSize }
  if (params.part === 'pages.xml') {
    const paths = [
      // Where the front page is a trainer's, that trainer's address is the one that counts.
      ...(settings.home === null ? ['/'] : []),
      '/classes',
      ...(settings.plans ? ['/pricing'] : []),
      '/contact',
      '/privacy-policy',
      '/terms-of-service',
    ]
    return mapPart(
      origin,
      paths.map((path) => ({ path })),
    )
  }
  if (params.part === 'trainers.xml') {
    const vendors = await listMappedVendors(db, part)
    return mapPart(
      origin,
      vendors.map(({ username, changedAt }) => ({ path: `/${username}`, changedAt })),
    )
  }
  if (params.part === 'classes.xml') {
    const classes = await listMappedClasses(db, part)
    return mapPart(
      origin,
      classes.map(({ id, kind, changedAt }) => ({ path: bookingPath({ id, kind }), changedAt })),
    )
  }
  return nothing()
}

function nothing(): Response {
  return new Response('There is no such part of the sitemap.', { status: 404 })
}
