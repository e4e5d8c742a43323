import type { VendorId } from '#core/shared/ids.ts'

/** What a vendor has pictures of. Each is one picture, except the gallery. */
export const pictureKinds = ['face', 'logo', 'cover', 'gallery', 'class'] as const
export type PictureKind = (typeof pictureKinds)[number]

export type VendorPictureKind = Exclude<PictureKind, 'class'>

/** What a picture is of: the vendor or one of its classes. */
export type PictureOf =
  | { vendorId: VendorId; kind: VendorPictureKind }
  | { vendorId: VendorId; kind: 'class'; classId: string }

type Shape = {
  /** width by height that the picture is cut to; null: as it is */
  ratio: number | null
  /** pixels of the files, as far as the picture is that wide; it must be as wide as the first one */
  widths: readonly [number, ...number[]]
}

/** How pictures of each kind are cut and stored. */
export const pictureShapes: Readonly<Record<PictureKind, Shape>> = {
  face: { ratio: 1, widths: [96, 192, 384] },
  logo: { ratio: null, widths: [96, 192, 384] },
  cover: { ratio: 2, widths: [640, 1280, 1920] },
  gallery: { ratio: null, widths: [320, 640, 1280] },
  class: { ratio: 3 / 2, widths: [320, 640, 1280] },
}

/** The JPEG for emails and link previews is no wider. */
export const jpegWidth = 1200

export const galleryMost = 8
export const megabyte = 1_000_000

export const pictureLimits = {
  /** of an uploaded file */
  fileBytes: 12 * megabyte,
  /** of the whole form; above the limit of a file, so that a slightly larger one is refused on the page */
  formBytes: 20 * megabyte,
  pixels: 50 * megabyte,
  /** that have to be in memory at once to read a picture */
  heldBytes: 150 * megabyte,
  /** of one vendor */
  pictures: 300,
  bytes: 250 * megabyte,
} as const

/** Higher and narrower than this, a picture is not one that a page can show. */
export const narrowest = 1 / 3
export const widest = 4

export type PictureFormat = 'avif' | 'webp'

const pictureTypes = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
} as const satisfies Record<PictureFormat | 'jpg', string>

/** A picture as a page needs it. */
export type PictureShown = {
  name: string
  widths: readonly number[]
  width: number
  height: number
  colour: string
  placeholder: string
}

const pictureFile = (name: string, width: number, format: PictureFormat) =>
  `${name}-${width}.${format}`
/** The key of a picture’s JPEG. */
export const jpegFile = (name: string) => `${name}.jpg`

/** The keys of a picture's files. */
export function pictureFiles({ name, widths }: Pick<PictureShown, 'name' | 'widths'>): string[] {
  const sized = widths.flatMap((width) => [
    pictureFile(name, width, 'avif'),
    pictureFile(name, width, 'webp'),
  ])
  return [...sized, jpegFile(name)]
}

export function typeOfFile(key: string): string {
  if (key.endsWith('.avif')) return pictureTypes.avif
  return key.endsWith('.webp') ? pictureTypes.webp : pictureTypes.jpg
}

/** The picture that a stored file belongs to; null: it is none of ours. */
export function pictureOfFile(key: string): string | null {
  return /^([0-9a-f]{32})[-.]/.exec(key)?.[1] ?? null
}

/** For the srcset attribute. */
export function pictureSources({ name, widths }: PictureShown, format: PictureFormat): string {
  return widths.map((width) => `/pictures/${pictureFile(name, width, format)} ${width}w`).join(', ')
}

/** The picture as a JPEG, for emails and previews of links, which know no newer format. */
export function jpegOf({ name, width, height }: PictureShown) {
  const shown = Math.min(width, jpegWidth)
  return {
    path: `/pictures/${jpegFile(name)}`,
    width: shown,
    height: Math.round((shown * height) / width),
  }
}

/** The address of a vendor's face in emails, whichever it is then. `name`: of today's, so that no mail program shows the last one. */
export function vendorPicturePath(vendorId: string, name: string): string {
  return `/pictures/of/${vendorId}.jpg?${name.slice(0, 8)}`
}

export type PictureProblem =
  | 'picture_too_large'
  | 'picture_too_many_pixels'
  | 'picture_too_much_memory'
  | 'picture_too_small'
  | 'picture_too_long'
  | 'picture_is_svg'
  | 'picture_is_heic'
  | 'picture_unknown'
  | 'picture_damaged'

export type PictureFormatRead = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/**
 * What a file is, by its first bytes: its name and the type it was sent with may say anything. Nothing else reaches the
 * picture library, which can read far more than pictures.
 */
export function formatOf(head: Uint8Array): PictureFormatRead | PictureProblem {
  const text = String.fromCharCode(...head.subarray(0, 1024))
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'webp'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (/^[^]{4}ftypavi[fs]/.test(text)) return 'avif'
  // Of the family of HEIC, AVIF may also name itself after its parent.
  if (/^[^]{4}ftyp(?:mif1|msf1)/.test(text) && text.slice(16, 64).includes('avif')) return 'avif'
  if (/^[^]{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(text)) return 'picture_is_heic'
  if (/^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^]*|<!--[^]*|<!DOCTYPE svg[^]*)?<svg[\s>]/i.test(text))
    return 'picture_is_svg'
  return 'picture_unknown'
}

export function isProblem(found: string): found is PictureProblem {
  return found.startsWith('picture_')
}

/** Why a picture of this size, seen upright, cannot be used; null: it can. */
export function sizeProblem(
  kind: PictureKind,
  { width, height }: { width: number; height: number },
): PictureProblem | null {
  if (width * height > pictureLimits.pixels) return 'picture_too_many_pixels'
  const { ratio, widths } = pictureShapes[kind]
  const shape = width / height
  if (ratio === null && (shape < narrowest || shape > widest)) return 'picture_too_long'
  const usable = ratio === null ? width : Math.min(width, height * ratio)
  return Math.round(usable) < widths[0] ? 'picture_too_small' : null
}

/** What the picture library says of a file before it reads the pixels. */
export type PictureHead = {
  format: string
  width: number
  height: number
  channels: number
  depth: string
  /** its rows come in several passes */
  isProgressive: boolean
  chromaSubsampling?: string | undefined
}

/** A picture that cannot be read row by row takes far more memory than its file; null: it may be read. */
export function memoryProblem(head: PictureHead): PictureProblem | null {
  return bytesHeld(head) > pictureLimits.heldBytes ? 'picture_too_much_memory' : null
}

// As measured: reading takes about this much, and AVIF half as much again.
function bytesHeld(head: PictureHead): number {
  const { format, width, height, channels, depth, isProgressive, chromaSubsampling } = head
  const pixels = width * height
  const sampleBytes = depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 8
  switch (format) {
    case 'jpeg':
      // Coefficients of two bytes; of the colours usually a quarter.
      return isProgressive ? pixels * channels * (chromaSubsampling === '4:2:0' ? 1 : 2) : 0
    case 'png':
      return isProgressive ? pixels * channels * sampleBytes : 0
    case 'webp':
    case 'gif':
      return pixels * 4
    default:
      // AVIF: the planes, their conversion and the copies in between.
      return pixels * channels * sampleBytes * 4
  }
}

/** The width and height a picture is stored in at most, and the widths of its files. */
export function storedSize(
  kind: PictureKind,
  { width, height }: { width: number; height: number },
): { width: number; height: number; widths: number[] } {
  const { ratio, widths } = pictureShapes[kind]
  const usable = Math.round(ratio === null ? width : Math.min(width, height * ratio))
  const fitting = widths.filter((one) => one <= usable)
  const largest = fitting.at(-1) ?? widths[0]
  return {
    width: largest,
    height: Math.round(largest / (ratio ?? width / height)),
    widths: fitting,
  }
}
