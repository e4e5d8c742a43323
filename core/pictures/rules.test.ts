import { describe, expect, test } from 'vitest'
import {
  formatOf,
  jpegOf,
  memoryProblem,
  pictureFiles,
  pictureOfFile,
  pictureSources,
  sizeProblem,
  storedSize,
} from './rules.ts'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const box = (brand: string, more = '') => bytes(`\0\0\0\x20ftyp${brand}\0\0\0\0${more}`)

test.for([
  ['jpeg', bytes('\xff\xd8\xff\xe0\0\x10JFIF')],
  ['png', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  ['webp', bytes('RIFF\x10\x20\x30\0WEBPVP8 ')],
  ['gif', bytes('GIF89a')],
  ['avif', box('avif', 'mif1')],
  ['avif', box('mif1', 'miafavif')],
  ['picture_is_heic', box('heic', 'mif1')],
  ['picture_is_heic', box('mif1', 'heic')],
  ['picture_is_svg', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['picture_is_svg', bytes('\xef\xbb\xbf<?xml version="1.0"?>\n<!-- x -->\n<svg>')],
  ['picture_unknown', bytes('Dear diary, this is a .jpg now.')],
  ['picture_unknown', bytes('%PDF-1.7')],
  ['picture_unknown', bytes('II*\0')],
  ['picture_unknown', bytes('<html><body><svg>')],
  ['picture_unknown', new Uint8Array()],
] as const)('by its first bytes a file is %s', ([format, head]) => {
  expect(formatOf(head)).toBe(format)
})

describe('the memory that a picture takes to read', () => {
  const phone = { format: 'jpeg', width: 6048, height: 8064, channels: 3, depth: 'uchar' }
  const plain = { isProgressive: false, chromaSubsampling: '4:2:0' }
  const square = { width: 7071, height: 7071 }
  test.for([
    ['a photo of 48 megapixels', {}, null],
    ['the same, progressive', { isProgressive: true }, null],
    ['and with all of its colours', { isProgressive: true, chromaSubsampling: '4:4:4' }, 'much'],
    ['a PNG, read row by row', { ...square, format: 'png', channels: 4, depth: 'ushort' }, null],
    ['an interlaced PNG', { format: 'png', isProgressive: true }, null],
    ['one with transparency', { format: 'png', isProgressive: true, channels: 4 }, 'much'],
    ['one of 16 bits', { format: 'png', isProgressive: true, depth: 'ushort' }, 'much'],
    ['a WebP of 37 megapixels', { format: 'webp', width: 6000, height: 6200 }, null],
    ['a WebP of 48 megapixels', { format: 'webp' }, 'much'],
    ['a GIF of 48 megapixels', { format: 'gif' }, 'much'],
    ['an AVIF of 12 megapixels', { format: 'heif', width: 4032, height: 3024 }, null],
    ['an AVIF of 13 megapixels', { format: 'heif', width: 4160, height: 3120 }, 'much'],
    ['an unknown depth', { format: 'png', isProgressive: true, depth: 'double' }, 'much'],
  ] as const)('%s', ([, more, problem]) => {
    const found = memoryProblem({ ...phone, ...plain, ...more })
    expect(found).toBe(problem && 'picture_too_much_memory')
  })
})

describe('the size of a picture', () => {
  test.for([
    ['a face as narrow as its smallest file', 'face', 96, 96, null],
    ['a face one pixel smaller', 'face', 95, 400, 'picture_too_small'],
    ['a cover that is high enough', 'cover', 640, 320, null],
    ['a cover that would have to be stretched', 'cover', 1920, 300, 'picture_too_small'],
    ['exactly the pixels that are allowed', 'class', 10_000, 5000, null],
    ['a row more', 'class', 10_000, 5001, 'picture_too_many_pixels'],
    ['a strip in the gallery', 'gallery', 4001, 1000, 'picture_too_long'],
    ['a panorama in the gallery', 'gallery', 4000, 1000, null],
  ] as const)('%s', ([, kind, width, height, problem]) => {
    expect(sizeProblem(kind, { width, height })).toBe(problem)
  })

  test('a picture gets no file that is wider than itself', () => {
    expect(storedSize('cover', { width: 1500, height: 2000 })).toEqual({
      width: 1280,
      height: 640,
      widths: [640, 1280],
    })
    expect(storedSize('gallery', { width: 5000, height: 2500 })).toEqual({
      width: 1280,
      height: 640,
      widths: [320, 640, 1280],
    })
  })
})

test('a picture knows its files, and each file its picture', () => {
  const name = '0123456789abcdef0123456789abcdef'
  const shown = {
    name,
    widths: [96, 192],
    width: 192,
    height: 96,
    colour: '#ffffff',
    placeholder: '',
  }
  expect(pictureFiles(shown)).toEqual([
    `${name}-96.avif`,
    `${name}-96.webp`,
    `${name}-192.avif`,
    `${name}-192.webp`,
    `${name}.jpg`,
  ])
  for (const key of pictureFiles(shown)) expect(pictureOfFile(key)).toBe(name)
  expect(pictureOfFile('backup.tar')).toBeNull()
  expect(pictureSources(shown, 'avif')).toBe(
    `/pictures/${name}-96.avif 96w, /pictures/${name}-192.avif 192w`,
  )
  expect(jpegOf(shown)).toEqual({ path: `/pictures/${name}.jpg`, width: 192, height: 96 })
})
