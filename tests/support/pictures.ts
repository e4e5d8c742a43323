import sharp from 'sharp'

type Photo = { width?: number; height?: number; orientation?: number; seed?: number }

/**
 * A photo as a phone stores it: red above and blue below when it is upright, with a place and a name in its metadata.
 * `width` and `height` are those of the upright picture; `seed` makes another file.
 */
export async function aPhoto({
  width = 1500,
  height = 2000,
  orientation = 1,
  seed = 0,
}: Photo = {}): Promise<Buffer> {
  const half = Math.floor(height / 2)
  const upright = await sharp({ create: { width, height, channels: 3, background: '#2040c0' } })
    .composite([
      {
        input: { create: { width, height: half, channels: 3, background: '#c02020' } },
        top: 0,
        left: 0,
      },
    ])
    .png({ compressionLevel: 1 })
    .toBuffer()
  // 6: the camera was turned, and the picture has to be turned clockwise to be upright.
  const stored = orientation === 6 ? sharp(upright).rotate(-90) : sharp(upright)
  return stored
    .withExif({
      IFD0: { Copyright: `Secret Photographer ${seed}` },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
    })
    .withMetadata({ orientation })
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** A small file that becomes an enormous picture. */
export function aBomb(): Promise<Buffer> {
  return sharp({
    create: { width: 10_000, height: 5_001, channels: 3, background: '#808080' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9, palette: true, colours: 2 })
    .toBuffer()
}

/** It has few enough pixels, but cannot be read row by row. */
export function aHeavyPng(): Promise<Buffer> {
  return sharp({ create: { width: 5000, height: 5000, channels: 4, background: '#80808080' } })
    .toColourspace('rgb16')
    .withMetadata({ orientation: 6 })
    .png({ compressionLevel: 9, progressive: true })
    .toBuffer()
}

export const anSvg = () =>
  Buffer.from(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  )

/** The first bytes of what an iPhone stores. */
export const aHeic = () =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.alloc(2000),
  ])

/** A pixel of a picture, as rounded red, green and blue. */
export async function pixelAt(
  picture: Uint8Array,
  { left, top }: { left: number; top: number },
): Promise<[number, number, number]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (top * info.width + left) * info.channels
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}
