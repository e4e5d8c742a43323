import { z } from 'zod'
import { expect, test } from '#tests/support/database.ts'
import { apiOf } from './api-client.ts'

const answers = z.record(
  z.string(),
  z.object({
    description: z.string().min(1),
    content: z.record(z.string(), z.object({ schema: z.unknown(), example: z.unknown() })),
  }),
)
const documentSchema = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ operationId: z.string(), responses: answers })),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

const routes = {
  'get /classes': ['200', '400', '500', '503'],
  'get /classes/{classId}': ['200', '404', '500', '503'],
  'get /classes/{classId}/sessions': ['200', '400', '404', '500', '503'],
  'post /bookings': ['201', '400', '404', '409', '413', '415', '422', '429', '500', '503'],
  'get /bookings/{reference}': ['200', '400', '404', '500', '503'],
  'post /bookings/{reference}/cancel': ['200', '400', '404', '409', '413', '415', '500', '503'],
}

test('the OpenAPI document describes every route, every answer and an example of each', async ({
  deps,
}) => {
  const answer = await apiOf(deps).ask('/openapi.json')
  const text = await answer.text()
  const { paths } = documentSchema.parse(JSON.parse(text))
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { responses }]) => [`${method} ${path}`, Object.keys(responses)] as const,
    ),
  )
  expect(Object.fromEntries(described)).toEqual(routes)
  const examples = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap(({ content }) => Object.values(content).map(({ example }) => example))
  expect(examples).not.toContain(undefined)
  const known = Object.keys(documentSchema.parse(JSON.parse(text)).components.schemas)
  const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

test('the OpenAPI document says of every code of a problem what it means', async ({ deps }) => {
  const { components } = documentSchema.parse(await (await apiOf(deps).ask('/openapi.json')).json())
  const { code } = z
    .object({
      properties: z.object({
        code: z.object({ enum: z.array(z.string()), description: z.string() }),
      }),
    })
    .transform(({ properties }) => properties)
    .parse(components.schemas['Problem'])
  const [, ...described] = code.description.split('\n')
  expect(described).toHaveLength(code.enum.length)
  expect(code.description).toContain('- `session_full` (409): fewer spots are left')
})

test('the page that shows the document loads everything from this address', async ({ deps }) => {
  const { ask } = apiOf(deps)
  const page = await ask('/docs')
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
  expect([...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)).toEqual([
    '/favicon.svg',
    './openapi.json',
    './docs/storage.js',
    './docs/reference.js',
    './docs/start.js',
  ])
  const script = await ask('/docs/reference.js', { headers: { 'Accept-Encoding': 'gzip' } })
  expect(script.headers.get('content-encoding')).toBe('gzip')
  expect((await script.arrayBuffer()).byteLength).toBeGreaterThan(100_000)
  expect(await (await ask('/docs/start.js')).text()).toContain('"telemetry":false')
})
