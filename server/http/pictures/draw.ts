import { loadSharp } from '#core/integrations/sharp.ts'
import { layOutFonts } from './fonts.ts'
import { accentColours, ink, line, muted, paper } from './colour.ts'

/** The content of a picture, with translated texts. */
export type PictureFacts = {
  operatorName: string
  title: string
  /** where, or with whom and where */
  text: string
  /** the next date and the price; null: the line below replaces them */
  next: { when: string; price: string } | null
  otherwise: string
  /** what is drawn as dots */
  places: { taken: number; capacity: number } | null
  /** '#rrggbb' */
  accent: string | null
}

const width = 1200
const height = 630
const margin = 80
const inside = width - 2 * margin

let hasFonts = false

/** The fonts have to lie where the library looks for them before it draws the first text. */
export function drawing(): ReturnType<typeof loadSharp> {
  if (!hasFonts) layOutFonts()
  hasFonts = true
  return loadSharp()
}

/** The picture a shared link is shown with: a PNG of 1200 × 630 pixels. */
export async function drawPicture(facts: PictureFacts): Promise<Buffer> {
  const sharp = await drawing()
  const { accent } = accentColours(facts.accent)
  const title = await fitted(facts.title, titleLooks)
  const text = await fitted(facts.text, [textLook])
  const top = 150
  return sharp(Buffer.from(ground(facts, accent)))
    .composite([
      ...(title ? [{ input: title.image, left: margin, top }] : []),
      ...(text
        ? [{ input: text.image, left: margin, top: top + (title ? title.height + 30 : 0) }]
        : []),
    ])
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toBuffer()
}

type Look = { size: number; colour: string; bold: boolean; lines: number }
type Block = { image: Buffer; height: number }

const titleLooks: readonly Look[] = [
  { size: 92, colour: ink, bold: true, lines: 1 },
  { size: 72, colour: ink, bold: true, lines: 2 },
  { size: 60, colour: ink, bold: true, lines: 2 },
]
const textLook: Look = { size: 38, colour: muted, bold: false, lines: 1 }

/** A text in the first of the looks it fits in; what fits in none is cut at its end. Null: there is no text. */
async function fitted(text: string, looks: readonly Look[]): Promise<Block | null> {
  const signs = [...new Intl.Segmenter().segment(drawable(text))].map(({ segment }) => segment)
  const last = looks.at(-1)
  if (signs.length === 0 || !last) return null
  const most = signs.slice(0, 200)
  const shown = (count: number) =>
    count < signs.length ? `${most.slice(0, count).join('').trimEnd()}…` : most.join('')
  for (const look of looks) {
    const block = await written(shown(most.length), look)
    if (block.lines <= look.lines) return block
  }
  let fits = 1
  let tooMany = most.length
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    const { lines } = await written(shown(middle), last)
    if (lines <= last.lines) fits = middle
    else tooMany = middle
  }
  return written(shown(fits), last)
}

async function written(text: string, { size, colour, bold }: Look) {
  const sharp = await drawing()
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escaped(text)}</span>`,
      font: `Onest ${bold ? 'Bold ' : ''}${size}`,
      // A point is a pixel then.
      dpi: 72,
      width: inside,
      wrap: 'word-char',
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  // The image is as high as its ink: a second line adds a whole line height, tall letters a part of one.
  const lines = 1 + Math.round(Math.max(0, info.height - size) / (size * 1.25))
  return { image: data, height: info.height, lines }
}

/** Draws everything except the names. All its characters are known, so positions can be computed. */
function ground(facts: PictureFacts, accent: string): string {
  const { operatorName, next, otherwise } = facts
  const label = (y: number, size: number, colour: string, weight: number, content: string) =>
    `<text x="${margin}" y="${y}" font-family="Onest" font-size="${size}" font-weight="${weight}" fill="${colour}">${escaped(drawable(content))}</text>`
  const price = next
    ? `<text x="${width - margin}" y="566" text-anchor="end" font-family="Onest" font-size="44" font-weight="700" fill="${ink}">${escaped(drawable(next.price))}</text>`
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${paper}"/>
    <rect width="20" height="${height}" fill="${accent}"/>
    ${dot(margin + 10, 92, 10, true, accent)}${dot(margin + 38, 92, 10, true, accent)}${dot(margin + 66, 92, 10, false, accent)}
    <text x="${margin + 92}" y="102" font-family="Onest" font-size="30" font-weight="700" fill="${muted}">${escaped(drawable(operatorName))}</text>
    <rect x="${margin}" y="424" width="${inside}" height="2" fill="${line}"/>
    ${facts.places ? places(facts.places, accent) : ''}
    ${next ? label(566, 44, ink, 700, next.when) : label(566, 38, muted, 400, otherwise)}
    ${price}
  </svg>`
}

const mostDots = 20

/** The sign of the product: a dot is taken, a ring is open; a bar where dots could not be counted. */
function places({ taken, capacity }: { taken: number; capacity: number }, accent: string): string {
  const y = 474
  if (capacity > mostDots) {
    const share = Math.min(1, taken / capacity)
    return `<rect x="${margin + 1.5}" y="${y - 14.5}" width="${inside - 3}" height="29" rx="14.5" fill="none" stroke="${accent}" stroke-width="3"/>
      <rect x="${margin}" y="${y - 16}" width="${share === 0 ? 0 : Math.max(32, inside * share)}" height="32" rx="16" fill="${accent}"/>`
  }
  return Array.from({ length: capacity }, (_, place) =>
    dot(margin + 18 + place * 52, y, 18, place < taken, accent),
  ).join('')
}

function dot(x: number, y: number, radius: number, taken: boolean, colour: string): string {
  return taken
    ? `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`
    : `<circle cx="${x}" cy="${y}" r="${radius - 2}" fill="none" stroke="${colour}" stroke-width="${radius > 12 ? 4 : 3}"/>`
}

/** Signs no text may hold are left out: the drawing library would refuse all of it. */
export function drawable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
}
