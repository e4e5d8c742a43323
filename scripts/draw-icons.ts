import { mkdir, readFile } from 'node:fs/promises'
import sharp from 'sharp'

// Draws the icons of the installed workspace from the icon of the site: npm run icons.

const folder = 'public/icons'
const svg = await readFile('public/favicon.svg', 'utf8')
const ground = /fill="(#[0-9a-f]{6})"/.exec(svg)?.[1]
if (ground === undefined) throw new Error('The icon has no ground.')

/** Phones cut these into shapes of their own: the ground goes to the edge, and the drawing stays inside the safe circle. */
const wholeGround = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${ground}"/><svg x="2.6" y="2.6" width="26.8" height="26.8" viewBox="0 0 32 32">${svg.replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')}</svg></svg>`

async function draw(name: string, source: string, size: number): Promise<void> {
  await sharp(Buffer.from(source), { density: 72 * (size / 32) })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(`${folder}/${name}.png`)
}

await mkdir(folder, { recursive: true })
for (const size of [192, 512]) {
  await draw(`app-${size}`, svg, size)
  await draw(`maskable-${size}`, wholeGround, size)
}
await draw('touch-180', wholeGround, 180)
