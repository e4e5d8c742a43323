import fs from 'node:fs/promises'
import path from 'node:path'
import { loadSharp } from '#core/integrations/sharp.ts'
import { addPicture } from '#core/pictures/commands/add-picture.ts'
import { type PictureOf, pictureShapes } from '#core/pictures/rules.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'

type Colours = { sky: string; glow: string; far: string; near: string; light: string }

/** Each drawing in one of these, by its seed. */
const palettes: readonly Colours[] = [
  { sky: '#f3d9b8', glow: '#f6efe2', far: '#8fae94', near: '#2f6a52', light: '#e58a5a' },
  { sky: '#c9d8e6', glow: '#f4f1ea', far: '#7b97b3', near: '#2f4a68', light: '#e8b04e' },
  { sky: '#e9cfd0', glow: '#faf1ea', far: '#b98a94', near: '#6d3550', light: '#d9694f' },
  { sky: '#d7dfc8', glow: '#f7f4e6', far: '#96a878', near: '#4b5d34', light: '#e2a23b' },
]

/** A number from 0 to below 1 for each name, the same every time. */
function share(seed: string, name: string): number {
  let rest = 0x811c9dc5
  for (const letter of seed + name)
    rest = Math.imul(rest ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (Math.imul(rest ^ (rest >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32
}

type Scene = { colours: Colours; at: (name: string, from: number, to: number) => number }

/** On a field of 1200 by 600, whose sides a narrower picture cuts off. */
const motifs: Readonly<Record<string, (scene: Scene) => string>> = {
  yoga: ({ colours, at }) => {
    const sun = at('sun', 430, 770)
    return `${sunrise(sun, at('height', 250, 330), colours)}${hills(at('hill', -80, 80), colours)}`
  },
  pilates: ({ colours, at }) =>
    [0, 1, 2, 3]
      .map((nth) => mat(300 + nth * 170, 330 + at(`mat ${nth}`, -30, 30), colours, nth % 2 === 0))
      .join(''),
  strength: ({ colours, at }) =>
    [420, 620, 800]
      .map((x, nth) =>
        kettlebell(x, 500, at(`bell ${nth}`, 0.75, 1.25), nth === 1 ? colours.light : colours.near),
      )
      .join(''),
  boxing: ({ colours, at }) =>
    [rope(200, colours), rope(320, colours), rope(440, colours)].join('') +
    bag(at('first', 430, 520), at('low', 440, 500), at('lean', -7, -2), colours) +
    bag(at('second', 690, 780), at('high', 370, 430), at('swing', 2, 7), colours, colours.light),
  running: ({ colours, at }) =>
    `${sunrise(at('sun', 300, 900), 220, colours)}${hills(at('hill', -60, 60), colours)}
     <path d="M520 600C560 500 700 470 640 400" fill="none" stroke="${colours.glow}" stroke-width="34" stroke-linecap="round"/>`,
  dance: ({ colours, at }) =>
    [0, 1, 2, 3, 4]
      .map((nth) => {
        const y = 130 + nth * 85
        const bend = at(`bend ${nth}`, -120, 120)
        return `<path d="M-20 ${y}C350 ${y - bend} 800 ${y + bend} 1220 ${y - bend / 2}" fill="none" stroke="${nth % 2 ? colours.light : colours.near}" stroke-opacity="${0.35 + nth * 0.13}" stroke-width="${18 + nth * 7}" stroke-linecap="round"/>`
      })
      .join(''),
}

const rope = (y: number, { far }: Colours) =>
  `<path d="M-20 ${y}C300 ${y + 26} 900 ${y + 26} 1220 ${y}" fill="none" stroke="${far}" stroke-opacity=".7" stroke-width="14"/>`

const bag = (x: number, end: number, lean: number, { near, glow }: Colours, colour = near) =>
  `<g transform="rotate(${lean} ${x} 0)"><path d="M${x} -40V110" stroke="${near}" stroke-width="10"/><rect x="${x - 78}" y="100" width="156" height="${end - 100}" rx="54" fill="${colour}"/><rect x="${x - 78}" y="${end - 150}" width="156" height="34" fill="${glow}" fill-opacity=".55"/></g>`

const sunrise = (x: number, y: number, { light, glow }: Colours) =>
  `<circle cx="${x}" cy="${y}" r="210" fill="${glow}" fill-opacity=".5"/><circle cx="${x}" cy="${y}" r="130" fill="${light}"/>`

const hills = (shift: number, { far, near }: Colours) =>
  `<path d="M0 ${410 + shift / 2}C220 300 420 ${420 + shift} 640 370S1040 ${300 - shift / 2} 1200 390V600H0Z" fill="${far}"/>
   <path d="M0 500C260 ${400 - shift} 460 540 720 470S1080 ${430 + shift / 2} 1200 500V600H0Z" fill="${near}"/>`

const mat = (x: number, y: number, { near, light, glow }: Colours, isFirst: boolean) =>
  `<g transform="translate(${x} ${y}) skewX(-18)"><rect x="-60" y="-190" width="120" height="380" rx="18" fill="${isFirst ? near : light}"/><rect x="-60" y="150" width="120" height="40" rx="18" fill="${glow}" fill-opacity=".45"/></g>`

const kettlebell = (x: number, y: number, size: number, colour: string) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-58 -150C-78 -260 78 -260 58 -150" fill="none" stroke="${colour}" stroke-width="30" stroke-linecap="round"/><path d="M-92 -70A92 92 0 0 1 92 -70C92 -28 70 0 48 0H-48C-70 0 -92 -28 -92 -70Z" fill="${colour}"/></g>`

function draw(motif: string, seed: string, { width, height }: { width: number; height: number }) {
  const colours = palettes[Math.floor(share(seed, 'palette') * palettes.length)]
  const scene = motifs[motif]
  if (!colours || !scene) throw new Error(`There is no drawing of ${motif}.`)
  const at = (name: string, from: number, to: number) => from + share(seed, name) * (to - from)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1200 600" preserveAspectRatio="xMidYMid slice">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${colours.sky}"/><stop offset="1" stop-color="${colours.glow}"/></linearGradient></defs>
    <rect width="1200" height="600" fill="url(#sky)"/><rect y="500" width="1200" height="100" fill="${colours.far}" fill-opacity=".25"/>${scene({ colours, at })}</svg>`
}

/** Our own drawing as the picture of a demo class or as a cover. */
export async function addDrawing(demo: Deps, of: PictureOf, motif: string, seed: string) {
  const { ratio } = pictureShapes[of.kind]
  const size = { width: 1280, height: Math.round(1280 / (ratio ?? 2)) }
  await add(demo, of, Buffer.from(draw(motif, seed, size)))
}

/** One of the pictures that new accounts get, on a ground in the trainer's colour. */
export async function addFace(
  demo: Deps,
  vendorId: VendorId,
  { nth, colour }: { nth: number; colour: string | null },
) {
  const file = path.join(import.meta.dirname, `../../public/avatars/${(nth % 5) + 1}.svg`)
  const drawn = await fs.readFile(file, 'utf8')
  const [ground, shade] = drawn.match(/fill="#\w+"/g) ?? []
  if (!ground || !shade) throw new Error(`${file} has no ground to colour.`)
  const coloured = drawn
    .replace(ground, `fill="${colour}"`)
    .replace(shade, 'fill="#fff" fill-opacity=".18"')
  const face = colour === null ? drawn : coloured
  await add(demo, { vendorId, kind: 'face' }, Buffer.from(face))
}

async function add(demo: Deps, of: PictureOf, svg: Buffer) {
  const sharp = await loadSharp()
  const drawn = sharp(svg)
  const file = of.kind === 'face' ? drawn.resize(480, 480) : drawn.resize(1280)
  const added = await addPicture(demo, of, await file.png({ compressionLevel: 3 }).toBuffer())
  if (!added.ok) throw new Error(`${of.kind}: ${added.reason}`)
}
