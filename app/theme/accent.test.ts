import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readableAccent, surroundings } from '#core/shared/accent.ts'
import { contrast, fromHex, fromOklch, mix, toHex } from '#core/shared/colour.ts'

test('contrasts are those of WCAG, and colours come back as they went', () => {
  const [white, black, grey] = ['#ffffff', '#000000', '#767676'].map(fromHex)
  if (!white || !black || !grey) throw new Error('No colours.')
  expect(contrast(white, black)).toBeCloseTo(21, 2)
  expect(contrast(white, grey)).toBeCloseTo(4.54, 2)
  for (const hex of ['#000000', '#ffffff', '#ff0000', '#0f52ba', '#facc15', '#123456'])
    expect(toHex(fromHex(hex))).toBe(hex)
})

test('whatever colour is chosen, it is read on every ground of both themes, and what is written on it too', () => {
  const hex = fc
    .integer({ min: 0, max: 0xffffff })
    .map((n) => `#${n.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(hex, (chosen) => {
      const found = readableAccent(chosen)
      if (!found) return false
      return (['light', 'dark'] as const).every((theme) => {
        const { grounds, muted } = surroundings[theme]
        const accent = fromHex(found[`--accent-${theme}`])
        const tint = mix(accent, grounds[0], 0.1)
        const on = [...grounds, tint, fromHex(found[`--accent-${theme}-ink`])]
        return on.every((ground) => contrast(accent, ground) >= 4.5) && contrast(muted, tint) >= 4.5
      })
    }),
    { numRuns: 300, examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#00ff00'], ['#0000ff']] },
  )
})

test('a colour that can be read stays as it is', () => {
  expect(readableAccent('#2f6f4f')?.['--accent-light']).toBe('#2f6f4f')
  expect(readableAccent('#7ee0a8')?.['--accent-dark']).toBe('#7ee0a8')
})

test('the grounds are those of the stylesheet', () => {
  const css = readFileSync(new URL('styles/tokens.css', import.meta.url), 'utf8')
  for (const theme of ['light', 'dark'] as const) {
    const block = css.slice(css.indexOf(`[data-theme='${theme}'] {`))
    const token = (name: string) => {
      const [, l, c, h] =
        new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(block) ?? []
      return fromOklch(Number(l), Number(c), Number(h))
    }
    expect(surroundings[theme].grounds).toEqual(['paper', 'raised', 'sunken'].map(token))
    expect(surroundings[theme].muted).toEqual(token('muted'))
  }
})
