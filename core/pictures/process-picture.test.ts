import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { aBomb, aHeavyPng, aHeic, anSvg, aPhoto, pixelAt } from '#tests/support/pictures.ts'
import type { PictureKind } from './rules.ts'
import { processPicture } from './steps/process-picture.ts'

async function processed(kind: PictureKind, uploaded: Uint8Array) {
  const picture = await processPicture(kind, uploaded)
  if (typeof picture === 'string') throw new Error(picture)
  const file = (ending: string) => {
    const found = picture.files.find(({ key }) => key.endsWith(ending))
    if (!found) throw new Error(`There is no ${ending}.`)
    return found
  }
  return { ...picture, file }
}

const isRed = ([red, , blue]: readonly number[]) => (red ?? 0) > 150 && (blue ?? 0) < 100
const isBlue = ([red, , blue]: readonly number[]) => (blue ?? 0) > 150 && (red ?? 0) < 100

test('a photo of a turned phone stands upright in every file', async () => {
  const picture = await processed('gallery', await aPhoto({ orientation: 6 }))
  expect(picture).toMatchObject({ width: 1280, height: 1707, widths: [320, 640, 1280] })
  expect(picture.files).toHaveLength(7)
  for (const { key, bytes } of picture.files) {
    const { width, height } = await sharp(bytes).metadata()
    expect(height, key).toBeGreaterThan(width)
    expect(await pixelAt(bytes, { left: 10, top: 10 }), key).toSatisfy(isRed)
    expect(await pixelAt(bytes, { left: 10, top: height - 10 }), key).toSatisfy(isBlue)
  }
})

test('a portrait of 48 megapixels, as a phone stores it, is accepted', async () => {
  const stored = {
    create: { width: 8064, height: 6048, channels: 3 as const, background: '#c02020' },
  }
  const photo = await sharp(stored).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const picture = await processed('cover', photo)
  expect(picture).toMatchObject({ width: 1920, height: 960 })
})

test('nothing that the camera wrote into the file stays', async () => {
  const photo = await aPhoto({ orientation: 6 })
  expect(photo.includes('Secret Photographer')).toBe(true)
  const { files } = await processed('class', photo)
  for (const { key, bytes } of files) {
    const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata()
    expect({ exif, xmp, iptc, orientation: orientation ?? 1 }, key).toEqual({
      exif: undefined,
      xmp: undefined,
      iptc: undefined,
      orientation: 1,
    })
    expect(Buffer.from(bytes).includes('Secret Photographer'), key).toBe(false)
  }
})

test.for([
  ['face', 384, 384],
  ['cover', 1280, 640],
  ['class', 1280, 853],
] as const)('%s is cut to its shape', async ([kind, width, height]) => {
  const picture = await processed(kind, await aPhoto())
  expect(picture).toMatchObject({ width, height })
  for (const one of picture.widths)
    for (const format of ['avif', 'webp']) {
      const seen = await sharp(picture.file(`-${one}.${format}`).bytes).metadata()
      expect(seen.width).toBe(one)
      expect(Math.abs(seen.height - (one * height) / width)).toBeLessThan(1)
    }
  const jpeg = await sharp(picture.file('.jpg').bytes).metadata()
  expect(jpeg).toMatchObject({ format: 'jpeg', width: Math.min(width, 1200) })
})

test('a picture brings its colour and a tiny copy of itself', async () => {
  const photo = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#c02020' },
  })
    .jpeg()
    .toBuffer()
  const { colour, placeholder } = await processed('class', photo)
  expect(colour).toMatch(/^#[bc]\w[12]\w[12]\w$/)
  expect(placeholder).toMatch(/^data:image\/webp;base64,/)
  expect(placeholder.length).toBeLessThan(300)
  const tiny = Buffer.from(placeholder.split(',')[1] ?? '', 'base64')
  expect(await pixelAt(tiny, { left: 3, top: 3 })).toSatisfy(isRed)
})

test('a logo may be transparent, except in emails', async () => {
  const drawn = await sharp({
    create: { width: 400, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const logo = await processed('logo', drawn)
  expect(logo.placeholder).toBe('')
  expect((await sharp(logo.file('-384.webp').bytes).metadata()).hasAlpha).toBe(true)
  expect((await sharp(logo.file('-384.avif').bytes).metadata()).hasAlpha).toBe(true)
  expect(await pixelAt(logo.file('.jpg').bytes, { left: 5, top: 5 })).toEqual([255, 255, 255])
})

test('the same photo twice makes two pictures that share no file', async () => {
  const photo = await aPhoto({ width: 400, height: 400 })
  const one = await processed('face', photo)
  const other = await processed('face', photo)
  expect(one.name).not.toBe(other.name)
  expect(one.source).toBe(other.source)
})

describe('refused', () => {
  test.for([
    ['a bomb', aBomb, 'picture_too_many_pixels'],
    ['a file that is small and fills the memory', aHeavyPng, 'picture_too_much_memory'],
    ['a drawing', async () => anSvg(), 'picture_is_svg'],
    ['HEIC', async () => aHeic(), 'picture_is_heic'],
    ['a renamed text', async () => Buffer.from('Dear diary'), 'picture_unknown'],
    ['half a photo', async () => (await aPhoto()).subarray(0, 9000), 'picture_damaged'],
    [
      'a head with nothing behind it',
      async () => Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF', 'latin1'),
      'picture_damaged',
    ],
    [
      'a file that is too large',
      async () => Buffer.alloc(12_000_001, '\xff\xd8\xff', 'latin1'),
      'picture_too_large',
    ],
    ['a stamp', () => aPhoto({ width: 90, height: 90 }), 'picture_too_small'],
  ] as const)('%s', async ([, file, problem]) => {
    expect(await processPicture('face', await file())).toBe(problem)
  })
})

test('CMYK colours are converted to sRGB', async () => {
  const printed = await sharp({
    create: { width: 600, height: 600, channels: 3, background: '#c02020' },
  })
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer()
  expect((await sharp(printed).metadata()).space).toBe('cmyk')
  const face = await processed('face', printed)
  expect((await sharp(face.file('-384.webp').bytes).metadata()).space).toBe('srgb')
  expect(await pixelAt(face.file('-384.webp').bytes, { left: 5, top: 5 })).toSatisfy(isRed)
})
