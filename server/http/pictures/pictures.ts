import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Deps } from '#core/shared/deps.ts'
import { drawPicture, type PictureFacts } from './draw.ts'
import { classPicture, sitePicture, trainerAddress, trainerPicture, trainerStory } from './facts.ts'
import { keptPictures } from './kept.ts'
import { drawQr } from '#core/integrations/qr.ts'
import { drawQrPng } from './qr.ts'
import { drawStory, type StoryFacts } from './story.ts'

/** Changes with the drawing, so that pictures kept elsewhere are fetched again. */
const edition = 2

type Kind<Facts> = ReturnType<typeof keptPictures<Facts>>

/**
 * The pictures links are shown with: /og/trainer/{username}.png, /og/class/{classId}.png, /og/site.png. And what vendors
 * share on their own: /og/story/{username}.png, /og/qr/{username}.svg and .png.
 */
export function createPictures(deps: Deps, { addressOf }: { addressOf: (c: Context) => string }) {
  const pictureOf = keptPictures((facts: PictureFacts) => drawPicture(deps, facts))
  const storyOf = keptPictures((facts: StoryFacts) => drawStory(deps, facts))
  const codeOf = keptPictures(({ address }: { address: string }) => drawQrPng(address))
  const app = new Hono()

  const answer = (c: Context, facts: PictureFacts | null) => answerWith(c, pictureOf, facts)

  async function answerWith<Facts>(c: Context, of: Kind<Facts>, facts: Facts | null) {
    if (!facts) return c.text('There is no picture at this address.', 404)
    const key = createHash('sha256')
      .update(JSON.stringify([edition, facts]))
      .digest('base64url')
    c.header('etag', `"${key}"`)
    c.header('cache-control', 'public, max-age=900')
    // Other sites show the picture in their previews.
    c.header('cross-origin-resource-policy', 'cross-origin')
    if (c.req.header('if-none-match')?.includes(`"${key}"`)) return c.body(null, 304)
    const tooMany = (seconds: number, status: 429 | 503) =>
      c.text('Too many pictures are being drawn.', status, { 'retry-after': String(seconds) })
    if (!of.has(key)) {
      const taken = await deps.limits.drawingsPerNetwork.take(addressOf(c))
      if (!taken.ok) return tooMany(taken.retryAfterSeconds, 429)
    }
    const picture = of.draw(key, facts)
    if (!picture) return tooMany(10, 503)
    return c.body(new Uint8Array(await picture), 200, { 'content-type': 'image/png' })
  }

  app.get('/trainer/:file{[A-Za-z0-9_-]{3,30}\\.png}', async (c) =>
    answer(c, await trainerPicture(deps, nameIn(c.req.param('file')))),
  )
  app.get('/class/:file{[0-9a-f-]{36}\\.png}', async (c) =>
    answer(c, await classPicture(deps, nameIn(c.req.param('file')))),
  )
  app.get('/story/:file{[A-Za-z0-9_-]{3,30}\\.png}', async (c) =>
    answerWith(c, storyOf, await trainerStory(deps, nameIn(c.req.param('file')))),
  )
  app.get('/qr/:file{[A-Za-z0-9_-]{3,30}\\.png}', async (c) => {
    const address = await trainerAddress(deps, nameIn(c.req.param('file')))
    return answerWith(c, codeOf, address === null ? null : { address })
  })
  app.get('/qr/:file{[A-Za-z0-9_-]{3,30}\\.svg}', async (c) => {
    const address = await trainerAddress(deps, nameIn(c.req.param('file')))
    if (address === null) return answer(c, null)
    c.header('cache-control', 'public, max-age=900')
    return c.body(drawQr(address), 200, { 'content-type': 'image/svg+xml' })
  })
  app.get('/site.png', async (c) => answer(c, sitePicture(deps)))
  app.all('*', (c) => answer(c, null))
  return app
}

function nameIn(file: string): string {
  return file.slice(0, -'.png'.length)
}
