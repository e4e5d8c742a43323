import { createHash, randomUUID } from 'node:crypto'
import type { Sharp } from 'sharp'
import { loadSharp } from '#core/integrations/sharp.ts'
import {
  formatOf,
  isProblem,
  jpegOf,
  memoryProblem,
  pictureFiles,
  type PictureKind,
  pictureLimits,
  type PictureProblem,
  pictureShapes,
  type PictureShown,
  sizeProblem,
  storedSize,
  typeOfFile,
} from '../rules.ts'

type StoredFile = { key: string; bytes: Uint8Array; type: string }

export type ProcessedPicture = PictureShown & {
  /** the digest of what was uploaded */
  source: string
  files: readonly StoredFile[]
}

const longestSeconds = 30
const white = '#ffffff'

export const sourceOf = (uploaded: Uint8Array) =>
  createHash('sha256').update(uploaded).digest('base64url')

/**
 * Makes the files of a picture: upright, cut to its shape, without anything the camera wrote into it, in a few widths.
 * Returns why not, if it cannot be used.
 */
export async function processPicture(
  kind: PictureKind,
  uploaded: Uint8Array,
): Promise<ProcessedPicture | PictureProblem> {
  if (uploaded.length > pictureLimits.fileBytes) return 'picture_too_large'
  const format = formatOf(uploaded)
  if (isProblem(format)) return format
  const sharp = await loadSharp()
  const input = () =>
    sharp(uploaded, { limitInputPixels: pictureLimits.pixels, failOn: 'error', pages: 1 })
  const seen = await input().metadata().catch(problemOf)
  if (typeof seen === 'string') return seen
  // The same container as AVIF, with a format that is patented and that we cannot read.
  if (seen.format === 'heif' && seen.compression !== 'av1') return 'picture_is_heic'
  const upright = seen.autoOrient
  const problem = sizeProblem(kind, upright) ?? memoryProblem(seen)
  if (problem) return problem
  const size = storedSize(kind, upright)
  const { ratio } = pictureShapes[kind]
  const mayShineThrough = ratio === null && seen.hasAlpha
  const cut = input()
    .autoOrient()
    .resize({
      width: size.width,
      height: size.height,
      // Without our script nobody chose a part: where it is lively, there is probably the subject.
      ...(ratio === null ? { fit: 'fill' } : { fit: 'cover', position: 'attention' }),
    })
    .toColourspace('srgb')
  // Decoded once, for all widths.
  const master = await (mayShineThrough ? cut.ensureAlpha() : cut.flatten({ background: white }))
    .timeout({ seconds: longestSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(problemOf)
  if (typeof master === 'string') return master
  const { width, height, channels } = master.info
  const copy = () => sharp(master.data, { raw: { width, height, channels } })

  const encoded: Record<string, Uint8Array> = {}
  for (const one of size.widths) {
    const resized = await copy().resize(one).raw().toBuffer({ resolveWithObject: true })
    const { info } = resized
    const raw = { width: info.width, height: info.height, channels: info.channels }
    const sized = () => sharp(resized.data, { raw })
    // With more effort AVIF takes ten times as long, and saves next to nothing.
    encoded[`${one}.avif`] = await sized().avif({ quality: 50, effort: 0 }).toBuffer()
    encoded[`${one}.webp`] = await sized().webp({ quality: 74, effort: 3 }).toBuffer()
  }
  const hash = createHash('sha256').update(randomUUID())
  for (const bytes of Object.values(encoded)) hash.update(bytes)
  // By content, but no two pictures share a name: deleting the files of one leaves the other alone.
  const name = hash.digest('hex').slice(0, 32)
  const shown: PictureShown = {
    name,
    widths: size.widths,
    width,
    height,
    colour: await dominantColour(copy()),
    placeholder: mayShineThrough ? '' : await placeholderOf(copy()),
  }
  const jpeg = await copy()
    .flatten({ background: white })
    .resize(jpegOf(shown).width)
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
  return { ...shown, source: sourceOf(uploaded), files: filesOf(shown, encoded, jpeg) }
}

function filesOf(
  shown: PictureShown,
  encoded: Readonly<Record<string, Uint8Array>>,
  jpeg: Uint8Array,
): StoredFile[] {
  return pictureFiles(shown).map((key) => {
    const bytes = encoded[key.slice(shown.name.length + 1)] ?? jpeg
    return { key, bytes, type: typeOfFile(key) }
  })
}

/** A dozen pixels, which the browser blurs by stretching them. */
async function placeholderOf(picture: Sharp): Promise<string> {
  const tiny = await picture
    .resize(12, 12, { fit: 'inside' })
    .webp({ quality: 30, effort: 6 })
    .toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

async function dominantColour(picture: Sharp): Promise<string> {
  const small = await picture.flatten({ background: white }).resize(64, 64).png().toBuffer()
  const { dominant } = await (await loadSharp())(small).stats()
  const digits = [dominant.r, dominant.g, dominant.b].map((part) =>
    Math.round(part).toString(16).padStart(2, '0'),
  )
  return `#${digits.join('')}`
}

/** What the library says of a file that it cannot read. */
function problemOf(error: unknown): PictureProblem {
  const said = error instanceof Error ? error.message : ''
  if (/pixel limit|timeout/i.test(said)) return 'picture_too_many_pixels'
  return 'picture_damaged'
}
