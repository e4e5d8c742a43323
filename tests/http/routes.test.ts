import path from 'node:path'
import { expect, test } from 'vitest'
import { isReserved } from '#core/vendors/rules.ts'

/** 'sitemap.xml' keeps 'sitemap' free. */
function withoutEnding(word: string): string {
  return word.startsWith(':') ? word : word.replace(/\..*$/, '')
}

type Route = { id: string; path?: string; parentId?: string }

test('no username can take the first segment of an address the product has', async () => {
  const { routes }: { routes: Record<string, Route> } = await import(
    path.resolve('build/server/index.js')
  )
  const fullPath = (route: Route | undefined): string =>
    route
      ? `${fullPath(route.parentId ? routes[route.parentId] : undefined)}/${route.path ?? ''}`
      : ''
  const words = Object.values(routes).flatMap((route) =>
    fullPath(route).split('/').filter(Boolean).slice(0, 1).map(withoutEnding),
  )
  const free = [...new Set(words)].filter((word) => !/^[:*]/.test(word) && !isReserved(word))
  expect(words).toContain('dashboard')
  expect(free).toEqual([])
  for (const word of [
    'healthz',
    'readyz',
    'metrics',
    'api',
    'assets',
    'avatars',
    'pictures',
    'embed',
  ])
    expect(isReserved(word)).toBe(true)
})
