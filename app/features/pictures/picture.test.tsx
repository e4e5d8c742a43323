import { randomUUID } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { accentOf } from '#core/shared/accent.ts'
import { Picture } from './picture.tsx'
import { SpotCover } from './spot-cover.tsx'

const picture = {
  name: '0123456789abcdef0123456789abcdef',
  widths: [320, 640],
  width: 640,
  height: 427,
  colour: '#aabbcc',
  placeholder: 'data:image/webp;base64,UklGRg==',
}

test('a picture has room, its colours and every width before it has loaded', () => {
  const html = renderToStaticMarkup(
    <Picture picture={picture} alt="Yoga" sizes="20rem" loads="first" />,
  )
  for (const part of [
    `type="image/avif" srcSet="/pictures/${picture.name}-320.avif 320w, /pictures/${picture.name}-640.avif 640w"`,
    `srcSet="/pictures/${picture.name}-320.webp 320w, /pictures/${picture.name}-640.webp 640w"`,
    'width="640"',
    'height="427"',
    'alt="Yoga"',
    'loading="eager"',
    'fetchPriority="high"',
    'background-color:#aabbcc',
    'background-image:url(data:image/webp;base64,UklGRg==)',
  ])
    expect(html).toContain(part)
})

test('a picture further down loads lazily, and a transparent one has no colour behind it', () => {
  const html = renderToStaticMarkup(
    <Picture picture={{ ...picture, placeholder: '' }} alt="" sizes="20rem" />,
  )
  expect(html).toContain('loading="lazy"')
  expect(html).not.toContain('fetchPriority')
  expect(html).not.toContain('style=')
})

test('each class without a picture has a spot cover of its own, in less than 400 bytes', () => {
  const accent = accentOf('#b0125e')
  const seeds = Array.from({ length: 50 }, () => randomUUID())
  const drawn = seeds.map((seed) => renderToStaticMarkup(<SpotCover seed={seed} accent={accent} />))
  for (const html of drawn) expect(Buffer.byteLength(html)).toBeLessThan(400)
  expect(new Set(drawn).size).toBeGreaterThan(45)
  expect(drawn[0]).toBe(renderToStaticMarkup(<SpotCover seed={seeds[0] ?? ''} accent={accent} />))
})
