import path from 'node:path'
import { expect, test } from 'vitest'
import { isReserved } from '#core/vendors/rules.ts'

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
    fullPath(route).split('/').filter(Boolean).slice(0, 1),
  )
  const free = [...new Set(words)].filter((word) => !/^[:*]/.test(word) && !isReserved(word))
  expect(words).toContain('dashboard')
  expect(free).toEqual([])
  for (const word of ['healthz', 'readyz', 'metrics', 'api', 'assets', 'avatars', 'pictures'])
    expect(isReserved(word)).toBe(true)
})
