import { type Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { isPictureShown } from '#core/pictures/queries.ts'
import { pictureOfFile, typeOfFile } from '#core/pictures/rules.ts'
import type { Deps } from '#core/shared/deps.ts'
import { StoreAway } from '#core/shared/file-store.ts'
import { isId } from '#core/shared/ids.ts'
import { drawFace, type FaceFacts, faceOf } from './pictures/face.ts'
import { keptPictures } from './pictures/kept.ts'

/** Pages show many files of a picture, to many people. A suspension takes effect within a minute. */
const remembered = { max: 5_000, ttl: 60_000 }
const oneYear = 'public, max-age=31536000, immutable'
const oneHour = 'public, max-age=3600'

// Emails and previews on other sites show them. Strangers made these bytes: opened as a page of its own, a file can do
// nothing.
const headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * The files of uploaded pictures: /pictures/{name}-{width}.avif, .webp and /pictures/{name}.jpg, which never change; and
 * /pictures/of/{vendorId}.jpg, the vendor's face of the day, for emails.
 */
export function createPictureFiles(
  deps: Deps,
  { addressOf }: { addressOf: (c: Context) => string },
) {
  const { db, files, limits, log } = deps
  const shown = new LRUCache<string, boolean>({
    ...remembered,
    fetchMethod: (name) => isPictureShown(db, name),
  })
  // While the database is away, pictures stay.
  const isShown = async (key: string) =>
    (await shown.fetch(pictureOfFile(key) ?? '').catch(() => true)) ?? false
  const app = new Hono<{ Variables: { requestId: string } }>()
  const away = (c: Context) =>
    c.text('Pictures are not available at the moment.', 503, { 'retry-after': '10' })
  const nothing = (c: Context) => c.text('There is no picture at this address.', 404)
  const orAway = (requestId: string) => (error: unknown) => {
    if (!(error instanceof StoreAway)) throw error
    log.error({ err: error, requestId }, 'the file store is away')
    return error
  }

  app.get('/:file{[0-9a-f]{32}(?:-[0-9]{2,4}\\.(?:avif|webp)|\\.jpg)}', async (c) => {
    const key = c.req.param('file')
    const bytes = await files.read(key).catch(orAway(c.get('requestId')))
    if (bytes instanceof StoreAway) return away(c)
    if (bytes === null || !(await isShown(key))) return nothing(c)
    return c.body(new Uint8Array(bytes), 200, {
      ...headers,
      'content-type': typeOfFile(key),
      'cache-control': oneYear,
    })
  })

  const kept = keptPictures((facts: FaceFacts) => drawFace(deps, facts))
  app.get('/of/:file{[0-9a-f-]{36}\\.jpg}', async (c) => {
    const vendorId = c.req.param('file').slice(0, -'.jpg'.length)
    const facts = isId(vendorId) ? await faceOf(deps, vendorId) : null
    if (!facts) return nothing(c)
    const key = JSON.stringify(facts)
    if (!kept.has(key)) {
      const taken = await limits.facesPerNetwork.take(addressOf(c))
      if (!taken.ok)
        return c.text('Too many pictures are being drawn.', 429, {
          'retry-after': String(taken.retryAfterSeconds),
        })
    }
    const face = kept.draw(key, facts)
    const bytes = face ? await face.catch(orAway(c.get('requestId'))) : null
    if (bytes === null || bytes instanceof StoreAway) return away(c)
    return c.body(new Uint8Array(bytes), 200, {
      ...headers,
      'content-type': typeOfFile('.jpg'),
      'cache-control': oneHour,
    })
  })
  return app
}
