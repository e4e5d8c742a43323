import { depsOf } from '#app/http/request.ts'
import type { Route } from './+types/robots'

// Whole segments only, because a trainer may be called "booking-studio". Pages with noindex stay crawlable, because a
// crawler must read them to see it.
const closed = [
  '/api/',
  '/auth/',
  '/booking/',
  '/request/',
  '/dashboard$',
  '/dashboard?',
  '/dashboard/',
  '/onboarding$',
  '/signout$',
]

export function loader({ context }: Route.LoaderArgs) {
  const { origin } = depsOf(context)
  const lines = [
    'User-agent: *',
    'Allow: /',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  })
}
