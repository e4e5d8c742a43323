import { Hono } from 'hono'
import { typeOfFile } from '#core/pictures/rules.ts'
import type { Deps } from '#core/shared/deps.ts'
import { StoreAway } from '#core/shared/file-store.ts'

const oneYear = 'public, max-age=31536000, immutable'

/** The files of uploaded pictures: /pictures/{name}-{width}.avif, .webp and /pictures/{name}.jpg. A file never changes. */
export function createPictureFiles({ files, log }: Deps) {
  const app = new Hono<{ Variables: { requestId: string } }>()
  app.get('/:file{[0-9a-f]{32}(?:-[0-9]{2,4}\\.(?:avif|webp)|\\.jpg)}', async (c) => {
    const key = c.req.param('file')
    const bytes = await files.read(key).catch((error: unknown) => {
      if (!(error instanceof StoreAway)) throw error
      log.error({ err: error, requestId: c.get('requestId') }, 'the file store is away')
      return error
    })
    if (bytes instanceof StoreAway)
      return c.text('Pictures are not available at the moment.', 503, { 'retry-after': '10' })
    if (bytes === null) return c.text('There is no picture at this address.', 404)
    return c.body(new Uint8Array(bytes), 200, {
      'content-type': typeOfFile(key),
      'cache-control': oneYear,
      // Strangers made these bytes: opened as a page of its own, a file can do nothing.
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      // Emails and previews on other sites show them.
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
  return app
}
