import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { inflateSync } from 'node:zlib'

const shippedFolder = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@fontsource/onest/package.json')),
  'files',
)
const wanted =
  /^(onest-(?:latin|latin-ext|cyrillic|cyrillic-ext|vietnamese|symbols)-(?:400|700)-normal)\.woff$/

/** Where systems keep the fonts for writing Onest has no letters for. Missing folders are skipped. */
const systemFolders = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  '/System/Library/Fonts',
  '/Library/Fonts',
  ...(process.platform === 'win32' ? ['WINDOWSFONTDIR'] : []),
]

/**
 * Lays Onest out for the drawing library and names it in the environment, which that library reads once,
 * when it is first loaded: call this before. The text engine takes no web fonts, so they are unwrapped.
 */
export function layOutFonts(): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'openspot-fonts-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const cache = path.join(folder, 'cache')
  mkdirSync(cache)
  for (const file of readdirSync(shippedFolder)) {
    const name = wanted.exec(file)?.[1]
    if (name === undefined) continue
    const shipped = readFileSync(path.join(shippedFolder, file))
    writeFileSync(path.join(folder, `${name}.ttf`), unwrapFont(shipped))
  }
  const places = [folder, ...systemFolders].map((place) => `<dir>${place}</dir>`).join('')
  const settings = path.join(folder, 'fonts.conf')
  writeFileSync(
    settings,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>${places}<cachedir>${cache}</cachedir></fontconfig>`,
  )
  Object.assign(process.env, { FONTCONFIG_FILE: settings })
}

/** The font inside a web font of the first format: a directory of tables, each compressed on its own. */
export function unwrapFont(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no web font.')
  const count = woff.readUInt16BE(12)
  const largestPower = 2 ** Math.floor(Math.log2(count))
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(largestPower * 16, 6)
  head.writeUInt16BE(Math.log2(largestPower), 8)
  head.writeUInt16BE((count - largestPower) * 16, 10)
  const parts: Buffer[] = [head]
  let length = head.length
  for (let table = 0; table < count; table++) {
    const from = 44 + 20 * table
    const start = woff.readUInt32BE(from + 4)
    const packed = woff.subarray(start, start + woff.readUInt32BE(from + 8))
    const size = woff.readUInt32BE(from + 12)
    const content = packed.length < size ? inflateSync(packed) : packed
    const to = 12 + 16 * table
    woff.copy(head, to, from, from + 4)
    woff.copy(head, to + 4, from + 16, from + 20)
    head.writeUInt32BE(length, to + 8)
    head.writeUInt32BE(content.length, to + 12)
    // Tables begin at multiples of four bytes.
    const padding = Buffer.alloc((4 - (content.length % 4)) % 4)
    parts.push(content, padding)
    length += content.length + padding.length
  }
  return Buffer.concat(parts)
}
