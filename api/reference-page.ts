import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiEnv } from './problem.ts'

const script = new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference'))

const settings = {
  url: './openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Openspot API</title>
    <link rel="icon" href="/favicon.svg">
  </head>
  <body>
    <noscript><p>This page needs JavaScript. You can also read the API document: <a href="./openapi.json">openapi.json</a></p></noscript>
    <div id="reference"></div>
    <script src="./docs/storage.js"></script>
    <script src="./docs/reference.js"></script>
    <script src="./docs/start.js"></script>
  </body>
</html>
`

const start = `Scalar.createApiReference('#reference', ${JSON.stringify(settings)})\n`

// In a sandbox the browser's own storage refuses every use, and the viewer cannot start without one.
const storage = `for (const name of ['localStorage', 'sessionStorage']) {
  const kept = new Map()
  const value = {
    getItem: (key) => kept.get(String(key)) ?? null,
    setItem: (key, text) => void kept.set(String(key), String(text)),
    removeItem: (key) => void kept.delete(String(key)),
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() { return kept.size },
  }
  Object.defineProperty(window, name, { value })
}
`

// Everything the page shows comes from here. Its script is not ours: sandboxed, it is a stranger to this origin and its
// cookies. It may still call the API, which any page may.
const policy = [
  'sandbox allow-scripts allow-downloads',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const anHour = 'public, max-age=3600'
const javascript = 'text/javascript; charset=utf-8'

/** The page that shows the OpenAPI document to people, with the script it needs. */
export function addReferencePage(api: OpenAPIHono<ApiEnv>): void {
  let packed: Promise<Buffer<ArrayBuffer>> | undefined

  api.get('/docs', (c) => {
    c.header('Content-Security-Policy', policy)
    c.header('Cache-Control', anHour)
    // By the standard, a page cannot be sandboxed and also ask for a group of windows of its own.
    c.header('Cross-Origin-Opener-Policy', 'unsafe-none')
    return c.html(page)
  })
  for (const [path, text] of [
    ['/docs/storage.js', storage],
    ['/docs/start.js', start],
  ] as const) {
    api.get(path, (c) => c.body(text, 200, { 'Content-Type': javascript, 'Cache-Control': anHour }))
  }
  api.get('/docs/reference.js', async (c) => {
    const headers = { 'Content-Type': javascript, 'Cache-Control': anHour, Vary: 'Accept-Encoding' }
    if (!/\bgzip\b/.test(c.req.header('Accept-Encoding') ?? '')) {
      return c.body(await readFile(script), 200, headers)
    }
    packed ??= readFile(script).then((text) => promisify(gzip)(text))
    return c.body(await packed, 200, { ...headers, 'Content-Encoding': 'gzip' })
  })
}
