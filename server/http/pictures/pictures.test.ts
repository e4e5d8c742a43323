import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createDiskFiles } from '#core/integrations/disk-files.ts'
import { drawPicture, type PictureFacts } from './draw.ts'
import { unwrapFont } from './fonts.ts'
import { keptPictures } from './kept.ts'
import { drawQr } from '#core/integrations/qr.ts'
import { drawQrPng } from './qr.ts'
import { drawStory, type StoryFacts } from './story.ts'

const facts: PictureFacts = {
  operatorName: 'Openspot',
  face: { name: 'Studio Zoë', accent: null, picture: null },
  title: 'Studio Zoë',
  text: 'Kreuzberg, Berlin',
  next: {
    label: 'Next open: Mon, Nov 24, 07:30',
    headline: 'Morning Vinyasa',
    spots: '3 spots left',
    price: '€15',
  },
  otherwise: '',
  places: { taken: 7, capacity: 10 },
  accent: null,
  cover: null,
}

/** Without uploaded pictures nothing is read. */
const deps = { files: createDiskFiles(path.join(os.tmpdir(), 'openspot-no-pictures')) }

describe('a picture', () => {
  const hostile = '<script>&"\'\u0000\u0007\uFFFE\uD800 ]]> &amp; <span>'
  const cases: [string, Partial<PictureFacts>][] = [
    ['is 1200 by 630', {}],
    ['takes every sign a name may hold', { title: hostile, text: hostile, operatorName: hostile }],
    ['takes writing from right to left, and without spaces', { title: 'سلام שלום 瑜伽'.repeat(30) }],
    ['takes one endless word', { title: 'W'.repeat(5000), text: 'W'.repeat(5000) }],
    ['takes families and flags', { title: '👨‍👩‍👧‍👦🇩🇪'.repeat(100) }],
    ['takes nothing at all', { title: '', text: ' ', next: null, places: null }],
    ['takes more places than dots', { places: { taken: 40, capacity: 5000 } }],
  ]
  test.each(cases)('%s', async (_name, changes) => {
    const picture = await drawPicture(deps, { ...facts, ...changes })
    const { width, height, format } = await sharp(picture).metadata()
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' })
    expect(picture.length).toBeLessThan(100_000)
  })

  test('is written in Onest, not in what the machine happens to have', async () => {
    const widthOf = async (title: string) => {
      const picture = await drawPicture(deps, { ...facts, title, text: '' })
      const cut = await part(picture, { left: 60, top: 180, width: 640, height: 150 })
      const { info } = await sharp(cut).trim().toBuffer({ resolveWithObject: true })
      return info.width
    }
    // The widths of its bold cut at 72 pixels: other families, and boxes for missing letters, have others.
    expect(Math.abs((await widthOf('Hamburgefonts')) - 529)).toBeLessThan(6)
    expect(Math.abs((await widthOf('Йога и бокс')) - 414)).toBeLessThan(6)
  })

  test('never lets a long name overflow or overlap the text below', async () => {
    const picture = await drawPicture(deps, { ...facts, title: 'Endless '.repeat(60) })
    for (const place of [
      { left: 64, top: 376, width: 620, height: 14 },
      { left: 690, top: 140, width: 20, height: 250 },
    ]) {
      const { channels } = await sharp(await part(picture, place)).stats()
      for (const { min, max } of channels) expect(max - min).toBeLessThan(4)
    }
  })
})

function part(
  picture: Buffer,
  place: { left: number; top: number; width: number; height: number },
) {
  return sharp(picture).extract(place).png().toBuffer()
}

test('a web font is unwrapped to the font inside, byte for byte where it says so', () => {
  const woff = readFileSync(
    createRequire(import.meta.url).resolve('@fontsource/onest/files/onest-latin-400-normal.woff'),
  )
  const font = unwrapFont(woff)
  // The wrapper names the size of what it holds.
  expect(font.length).toBe(woff.readUInt32BE(16))
  expect(font.readUInt32BE(0)).toBe(woff.readUInt32BE(4))
  expect(() => unwrapFont(Buffer.from('wOF2'))).toThrow('no web font')
})

describe('pictures that are kept', () => {
  test('are drawn once, one at a time, and a broken one is tried again', async () => {
    let drawing = 0
    let most = 0
    const drawn: string[] = []
    const { draw: pictureOf } = keptPictures<string>(async (name) => {
      drawing += 1
      most = Math.max(most, drawing)
      await new Promise((done) => setImmediate(done))
      drawing -= 1
      drawn.push(name)
      if (name === 'broken' && drawn.filter((one) => one === name).length === 1)
        throw new Error('broken')
      return Buffer.from(name)
    })
    const names = ['a', 'b', 'a', 'broken', 'c', 'b']
    const results = await Promise.allSettled(
      names.map((name) => Promise.resolve(pictureOf(name, name))),
    )
    expect(results.map(({ status }) => status)).toEqual(
      names.map((name) => (name === 'broken' ? 'rejected' : 'fulfilled')),
    )
    expect(drawn).toEqual(['a', 'b', 'broken', 'c'])
    expect(most).toBe(1)
    expect(String(await pictureOf('broken', 'broken'))).toBe('broken')
  })

  test('are refused when thirty are waited for, and only the last two hundred stay', async () => {
    const drawn: string[] = []
    const { draw: pictureOf } = keptPictures<string>(async (name) => {
      drawn.push(name)
      return Buffer.from(name)
    })
    const crowd = Array.from({ length: 40 }, (_, n) => pictureOf(`crowd ${n}`, `crowd ${n}`))
    expect(crowd.filter((picture) => picture === null)).toHaveLength(10)
    await Promise.all(crowd.map((picture) => Promise.resolve(picture)))
    for (let n = 0; n < 200; n++) await pictureOf(`later ${n}`, `later ${n}`)
    expect(drawn).toHaveLength(230)
    await pictureOf('later 0', 'later 0')
    expect(drawn).toHaveLength(230)
    await pictureOf('crowd 0', 'crowd 0')
    expect(drawn).toHaveLength(231)
  })
})

describe('what a vendor shares', () => {
  const story: StoryFacts = {
    operatorName: 'Openspot',
    face: facts.face,
    title: 'Studio Zoë',
    text: 'Kreuzberg, Berlin',
    label: 'Next open',
    sessions: [1, 2, 3, 4].map((nth) => ({
      when: `Mon, Nov ${20 + nth}, 07:30`,
      title: 'Morning Vinyasa',
      spots: '3 spots left',
    })),
    address: 'openspot.example/studio-zoe',
    accent: '#b0125e',
    cover: null,
  }
  const cases: [string, Partial<StoryFacts>][] = [
    ['a story', {}],
    ['a story without sessions', { sessions: [], label: 'No dates yet' }],
    ['a story with endless names', { title: 'W'.repeat(500), text: '瑜伽'.repeat(200) }],
    ['a story of markup', { title: '<b>&"\'\u0000', address: '<script>'.repeat(20) }],
  ]
  test.each(cases)('%s is 1080 by 1920', async (_name, changes) => {
    const picture = await drawStory(deps, { ...story, ...changes })
    const { width, height, format } = await sharp(picture).metadata()
    expect({ width, height, format }).toEqual({ width: 1080, height: 1920, format: 'png' })
    expect(picture.length).toBeLessThan(400_000)
  })

  test('a QR code is black on white, with a quiet margin, as SVG and as PNG', async () => {
    const address = 'https://openspot.example/studio-zoe'
    expect(drawQr(address)).toMatch(/^<svg[^>]*viewBox/)
    const { data, info } = await sharp(await drawQrPng(address))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([1200, 1200])
    const colours = new Set(data)
    expect([...colours].toSorted((one, other) => one - other)).toEqual([0, 255])
    expect(data[0]).toBe(255)
    // The corner of its finder pattern, behind the margin of four modules.
    const modules = Number(/viewBox="0 0 (\d+)/.exec(drawQr(address))?.[1]) / 10
    const inside = Math.round((4.5 / modules) * info.width)
    expect(data[inside * info.width + inside]).toBe(0)
  })
})
