import { formatOf, isProblem, pictureLimits } from '#core/pictures/rules.ts'

/** Part of a picture, in hundredths of its width and height. */
export type Part = { x: number; y: number; width: number; height: number }

const whole: Part = { x: 0, y: 0, width: 100, height: 100 }
/** Larger files are made smaller before they are sent. */
const largeBytes = 3_000_000

/**
 * The picture upright, if this browser can read it and the server would not refuse it. Null: the file is sent as it is,
 * and the server says what is wrong with it.
 */
export async function readPicture(file: Blob): Promise<ImageBitmap | null> {
  const format = await formatIn(file)
  // Safari reads the photos of an iPhone, and they are sent as JPEG.
  if (isProblem(format) && format !== 'picture_is_heic') return null
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null || bitmap.width * bitmap.height <= pictureLimits.pixels) return bitmap
  bitmap.close()
  return null
}

async function formatIn(file: Blob) {
  return formatOf(new Uint8Array(await file.slice(0, 1024).arrayBuffer()))
}

/** A file that need not be cut: smaller if it is large, and as it is if it cannot be read here. */
export async function shrunk(file: File, width: number): Promise<Blob> {
  const isHeic = (await formatIn(file)) === 'picture_is_heic'
  if (file.size <= largeBytes && !isHeic) return file
  const bitmap = await readPicture(file)
  return (bitmap && (await cutOut(bitmap, whole, width))) ?? file
}

/** Part of a picture as a JPEG of at most this width. Null: the browser has no memory left for it. */
export function cutOut(bitmap: ImageBitmap, part: Part, mostWidth: number): Promise<Blob | null> {
  const width = (bitmap.width * part.width) / 100
  const height = (bitmap.height * part.height) / 100
  const scale = Math.min(1, mostWidth / width)
  const canvas = drawn(bitmap, {
    from: { x: (bitmap.width * part.x) / 100, y: (bitmap.height * part.y) / 100, width, height },
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  })
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.92)
  })
}

/** The picture for the screen, as an address that our pages may show. */
export function previewOf(bitmap: ImageBitmap): string {
  const scale = Math.min(1, 1200 / Math.max(bitmap.width, bitmap.height))
  const size = {
    width: Math.round(bitmap.width * scale),
    height: Math.round(bitmap.height * scale),
  }
  const from = { x: 0, y: 0, width: bitmap.width, height: bitmap.height }
  return drawn(bitmap, { from, ...size }).toDataURL('image/jpeg', 0.85)
}

type Drawing = { from: Part; width: number; height: number }

function drawn(bitmap: ImageBitmap, { from, width, height }: Drawing): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen) {
    // What is transparent would become black.
    pen.fillStyle = 'white'
    pen.fillRect(0, 0, width, height)
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(bitmap, from.x, from.y, from.width, from.height, 0, 0, width, height)
  }
  return canvas
}
