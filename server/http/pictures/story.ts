import { accentColours, ink, line, muted, paper } from './colour.ts'
import { dot, mark } from './draw.ts'
import { drawable, drawing, escaped } from './drawing.ts'
import { drawFace, type FaceFacts } from './face.ts'
import { fitted, type Look } from './fitted.ts'
import type { Deps } from '#core/shared/deps.ts'

/** The content of a story, with translated texts. */
export type StoryFacts = {
  operatorName: string
  face: FaceFacts | null
  title: string
  text: string
  /** above the sessions, or instead of them */
  label: string
  /** the next ones that can be booked */
  sessions: readonly { when: string; title: string; spots: string }[]
  /** what people type or scan: the address without its protocol */
  address: string
  /** '#rrggbb' */
  accent: string | null
  /** the key of a JPEG; null: a field of spots is drawn */
  cover: string | null
}

export const storySize = { width: 1080, height: 1920 }

const { width, height } = storySize
const margin = 84
const inside = width - 2 * margin
const coverHeight = 520
const faceSize = 232
const faceTop = coverHeight - faceSize / 2
const rowHeight = 132
/** Below it, apps lay their own buttons over the picture. */
const lowest = 1680

const titleLooks: readonly Look[] = [
  { size: 92, colour: ink, bold: true, lines: 1 },
  { size: 72, colour: ink, bold: true, lines: 2 },
  { size: 56, colour: ink, bold: true, lines: 2 },
]
const textLook: Look = { size: 40, colour: muted, bold: false, lines: 1 }
const whenLook: Look = { size: 44, colour: ink, bold: true, lines: 1 }
const classLook: Look = { size: 38, colour: muted, bold: false, lines: 1 }

/** A picture for stories: a PNG of 1080 × 1920 pixels with the next open sessions. */
export async function drawStory(deps: Pick<Deps, 'files'>, facts: StoryFacts): Promise<Buffer> {
  const sharp = await drawing()
  const { accent } = accentColours(facts.accent)
  const title = await fitted(facts.title, titleLooks, inside)
  const text = await fitted(facts.text, [textLook], inside)
  const titleTop = coverHeight + faceSize / 2 + 36
  const textTop = titleTop + (title ? title.height + 20 : 0)
  const listTop = textTop + (text ? text.height : 0) + 64
  const room = Math.max(1, Math.floor((lowest - 170 - listTop - 70) / rowHeight))
  const shown = facts.sessions.slice(0, room)
  const rows = await Promise.all(
    shown.map(async ({ when, title: of, spots }, nth) => {
      const top = listTop + 70 + nth * rowHeight
      const first = await fitted(when, [whenLook], inside)
      const second = await fitted([of, spots].filter(Boolean).join(' · '), [classLook], inside)
      return [
        first && { input: first.image, left: margin, top: top + 22 },
        second && { input: second.image, left: margin, top: top + 84 },
      ]
    }),
  )
  const parts = [
    await coverOf(deps, facts, accent),
    { input: Buffer.from(ground(facts, { listTop, rows: shown.length })), left: 0, top: 0 },
    facts.face && {
      input: await rounded(await drawFace(deps, facts.face, faceSize)),
      left: margin,
      top: faceTop,
    },
    title && { input: title.image, left: margin, top: titleTop },
    text && { input: text.image, left: margin, top: textTop },
    ...rows.flat(),
  ]
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite(parts.filter((part) => part !== null))
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toBuffer()
}

async function coverOf({ files }: Pick<Deps, 'files'>, { cover }: StoryFacts, accent: string) {
  const sharp = await drawing()
  const bytes = cover && (await files.read(cover))
  const input = bytes
    ? await sharp(bytes)
        .resize(width, coverHeight, { fit: 'cover', position: 'attention' })
        .png()
        .toBuffer()
    : Buffer.from(fieldOfSpots(accent))
  return { input, left: 0, top: 0 }
}

async function rounded(square: Buffer): Promise<Buffer> {
  const sharp = await drawing()
  const half = faceSize / 2
  const circle = `<svg xmlns="http://www.w3.org/2000/svg" width="${faceSize}" height="${faceSize}"><circle cx="${half}" cy="${half}" r="${half}"/></svg>`
  return sharp(square)
    .composite([{ input: Buffer.from(circle), blend: 'dest-in' }])
    .png()
    .toBuffer()
}

function fieldOfSpots(accent: string): string {
  const cell = 120
  const spots = Array.from({ length: 45 }, (_, at) =>
    dot(
      { x: cell / 2 + (at % 9) * cell, y: cell / 2 + Math.floor(at / 9) * cell, radius: 40 },
      (at * 7) % 11 < 5,
      accent,
    ),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${coverHeight}">
    <rect width="${width}" height="${coverHeight}" fill="${paper}"/>
    <rect width="${width}" height="${coverHeight}" fill="${accent}" fill-opacity="0.12"/>
    <g opacity="0.55">${spots.join('')}</g>
  </svg>`
}

/** Lines, the ring around the face, the heading of the list and the address at the end. */
function ground(
  { face, label, address, accent: chosen, operatorName }: StoryFacts,
  { listTop, rows }: { listTop: number; rows: number },
): string {
  const { accent, ink: onAccent } = accentColours(chosen)
  const named = drawable(address)
  // About as wide as it is written; long ones are written smaller.
  const size = Math.min(44, Math.floor((inside - 96) / Math.max(1, named.length * 0.56)))
  const lines = Array.from({ length: rows }, (_, nth) => {
    const y = listTop + 70 + nth * rowHeight
    return `<rect x="${margin}" y="${y}" width="${inside}" height="2" fill="${line}"/>`
  })
  const half = faceSize / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect y="${coverHeight}" width="${width}" height="10" fill="${accent}"/>
    ${face ? `<circle cx="${margin + half}" cy="${faceTop + half}" r="${half + 10}" fill="${paper}"/>` : ''}
    <text x="${margin}" y="${listTop + 40}" font-family="Onest" font-size="40" font-weight="700" fill="${accent}">${escaped(drawable(label))}</text>
    ${lines.join('')}
    <rect x="${margin}" y="${lowest - 130}" width="${inside}" height="116" rx="58" fill="${accent}"/>
    <text x="${width / 2}" y="${lowest - 72 + size / 3}" text-anchor="middle" font-family="Onest" font-size="${size}" font-weight="700" fill="${onAccent}">${escaped(named)}</text>
    ${mark({ x: margin, y: lowest + 80, radius: 10 }, accent)}
    <text x="${margin + 90}" y="${lowest + 92}" font-family="Onest" font-size="34" font-weight="700" fill="${muted}">${escaped(drawable(operatorName))}</text>
  </svg>`
}
