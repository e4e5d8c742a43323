import { depsOf } from '#app/http/request.ts'
import type { Route } from './+types/manifest'

/** What a phone needs to install the workspace. Only its pages link to it. */
export function loader({ context }: Route.LoaderArgs) {
  const { operatorName } = depsOf(context).settings
  const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/icons/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const manifest = {
    id: '/dashboard',
    name: operatorName,
    short_name: operatorName,
    start_url: '/dashboard/today',
    // Signing in stays in the same window.
    scope: '/',
    display: 'standalone',
    background_color: '#fbfaf6',
    theme_color: '#fbfaf6',
    icons: [
      icon('app-192', 192, 'any'),
      icon('app-512', 512, 'any'),
      icon('maskable-192', 192, 'maskable'),
      icon('maskable-512', 512, 'maskable'),
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: {
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    },
  })
}
