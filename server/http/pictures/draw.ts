import type { Deps } from '#core/shared/deps.ts'
import { accentColours, ink, line, muted, paper } from './colour.ts'
import { drawable, drawing, escaped } from './drawing.ts'
import { fitted, type Look } from './fitted.ts'
import { drawFace, type FaceFacts } from './face.ts'

/** The content of a picture, with translated texts. */
export type PictureFacts = {
  operatorName: string
  /** null: of no vendor */
  face: FaceFacts | null
  title: string
  /** where, or with whom and where */
  text: string
  /** the next date that can be booked; null: the line below replaces it */
  next: { label: string; headline: string; spots: string; price: string } | null
  otherwise: string
  /** what is drawn as dots */
  places: { taken: number; capacity: number } | null
  /** '#rrggbb' */
  accent: string | null
  /** the key of a JPEG; null: a field of spots is drawn */
  cover: string | null
}

const width = 1200
const height = 630
const margin = 64
/** The words are on the left three fifths, the cover on the right. */
const coverLeft = 720
const coverWidth = width - coverLeft
const inside = coverLeft - margin - 40

/** The picture a shared link is shown with: a PNG of 1200 × 630 pixels. */
export async function drawPicture(deps: Pick<Deps, 'files'>, facts: PictureFacts): Promise<Buffer> {
  const sharp = await drawing()
  const { accent } = accentColours(facts.accent)
  const face = facts.face && (await rounded(await drawFace(deps, facts.face)))
  const top = margin + 96 + 28
  const title = await fitted(facts.title, titleLooks, inside)
  const text = await fitted(facts.text, [textLook], inside)
  const headline = facts.next && (await fitted(facts.next.headline, headlineLooks, inside))
  const parts = [
    await coverOf(deps, facts, accent),
    { input: Buffer.from(ground(facts, accent)), left: 0, top: 0 },
    face && { input: face, left: margin, top: margin },
    title && { input: title.image, left: margin, top },
    text && { input: text.image, left: margin, top: top + (title ? title.height + 24 : 0) },
    headline && { input: headline.image, left: margin, top: 458 },
  ]
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({ create: { width, height, channels: 4, background } })
    .composite(parts.filter((part) => part !== null))
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toBuffer()
}

async function rounded(square: Buffer): Promise<Buffer> {
  const sharp = await drawing()
  const circle =
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><circle cx="48" cy="48" r="48"/></svg>'
  return sharp(square)
    .composite([{ input: Buffer.from(circle), blend: 'dest-in' }])
    .png()
    .toBuffer()
}

async function coverOf({ files }: Pick<Deps, 'files'>, facts: PictureFacts, accent: string) {
  const sharp = await drawing()
  const bytes = facts.cover && (await files.read(facts.cover))
  const input = bytes
    ? await sharp(bytes)
        .resize(coverWidth, height, { fit: 'cover', position: 'attention' })
        .png()
        .toBuffer()
    : Buffer.from(fieldOfSpots(accent))
  return { input, left: coverLeft, top: 0 }
}

/** Where nobody has uploaded a cover. */
function fieldOfSpots(accent: string): string {
  const cell = 120
  const spots = Array.from({ length: 24 }, (_, at) =>
    dot(
      { x: cell / 2 + (at % 4) * cell, y: 15 + cell / 2 + Math.floor(at / 4) * cell, radius: 38 },
      (at * 7) % 11 < 5,
      accent,
    ),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${coverWidth}" height="${height}">
    <rect width="${coverWidth}" height="${height}" fill="${paper}"/>
    <rect width="${coverWidth}" height="${height}" fill="${accent}" fill-opacity="0.12"/>
    <g opacity="0.55">${spots.join('')}</g>
  </svg>`
}

const titleLooks: readonly Look[] = [
  { size: 72, colour: ink, bold: true, lines: 1 },
  { size: 56, colour: ink, bold: true, lines: 2 },
  { size: 48, colour: ink, bold: true, lines: 2 },
]
const textLook: Look = { size: 30, colour: muted, bold: false, lines: 1 }
const headlineLooks: readonly Look[] = [
  { size: 38, colour: ink, bold: true, lines: 1 },
  { size: 30, colour: ink, bold: true, lines: 1 },
]

/** Draws everything of the left side except the names. All its characters are known, so positions can be computed. */
function ground(facts: PictureFacts, accent: string): string {
  const { operatorName, face, next, otherwise } = facts
  const label = (y: number, size: number, colour: string, weight: number, content: string) =>
    `<text x="${margin}" y="${y}" font-family="Onest" font-size="${size}" font-weight="${weight}" fill="${colour}">${escaped(drawable(content))}</text>`
  const left = next && [next.spots, next.price].filter(Boolean).join(' · ')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${coverLeft}" height="${height}" fill="${paper}"/>
    <rect x="${coverLeft - 6}" width="6" height="${height}" fill="${accent}"/>
    ${face ? '' : mark({ x: margin, y: margin + 48, radius: 24 }, accent)}
    <rect x="${margin}" y="396" width="${inside}" height="2" fill="${line}"/>
    ${next ? label(440, 26, accent, 700, next.label) : label(466, 34, muted, 400, otherwise)}
    ${facts.places ? places(facts.places, accent) : ''}
    ${left ? label(598, 30, ink, 400, left) : ''}
    ${wordmark(operatorName, accent)}
  </svg>`
}

type Spot = { x: number; y: number; radius: number }

/** The sign of the product: two spots taken, one open. */
export function mark({ x, y, radius }: Spot, accent: string): string {
  return [true, true, false]
    .map((taken, at) => dot({ x: x + radius + at * radius * 2.6, y, radius }, taken, accent))
    .join('')
}

/** At the bottom right, on a label of its own, because the cover may have any colour. */
function wordmark(operatorName: string, accent: string): string {
  const name = drawable(operatorName)
  // About as wide as it is written: the name of an installation is short.
  const wide = Math.min(coverWidth - 40, 76 + name.length * 14)
  const x = width - 20 - wide
  return `<rect x="${x}" y="566" width="${wide}" height="44" rx="22" fill="${paper}"/>
    ${mark({ x: x + 16, y: 588, radius: 5 }, accent)}
    <text x="${x + 58}" y="596" font-family="Onest" font-size="24" font-weight="700" fill="${ink}">${escaped(name)}</text>`
}

const mostDots = 20
const dotsAtEase = 12

/** A dot is taken, a ring is open; a bar where dots could not be counted. */
function places({ taken, capacity }: { taken: number; capacity: number }, accent: string): string {
  const y = 536
  if (capacity > mostDots) {
    const share = Math.min(1, taken / capacity)
    return `<rect x="${margin + 1.5}" y="${y - 12.5}" width="${inside - 3}" height="25" rx="12.5" fill="none" stroke="${accent}" stroke-width="3"/>
      <rect x="${margin}" y="${y - 14}" width="${share === 0 ? 0 : Math.max(28, inside * share)}" height="28" rx="14" fill="${accent}"/>`
  }
  const radius = capacity > dotsAtEase ? 11 : 16
  const step = capacity > dotsAtEase ? 30 : 48
  return Array.from({ length: capacity }, (_, place) =>
    dot({ x: margin + radius + place * step, y, radius }, place < taken, accent),
  ).join('')
}

export function dot({ x, y, radius }: Spot, taken: boolean, colour: string): string {
  return taken
    ? `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`
    : `<circle cx="${x}" cy="${y}" r="${radius - 2}" fill="none" stroke="${colour}" stroke-width="${radius > 12 ? 4 : 3}"/>`
}
