import { expect, test } from 'vitest'
import { isReserved } from '#core/vendors/rules.ts'
import { listRoutes } from '#tests/support/routes.ts'

/** 'sitemap.xml' keeps 'sitemap' free. */
function withoutEnding(word: string): string {
  return word.startsWith(':') ? word : word.replace(/\..*$/, '')
}

test('no username can take the first segment of an address the product has', async () => {
  const words = (await listRoutes()).flatMap(({ address }) =>
    address.split('/').filter(Boolean).slice(0, 1).map(withoutEnding),
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
