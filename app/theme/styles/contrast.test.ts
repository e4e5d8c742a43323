import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { palette } from '#core/shared/palette.ts'
import { type Colour, contrast, fromOklch, mix, toHex } from '#core/shared/colour.ts'

type Theme = ReadonlyMap<string, string>

const stylesheet = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

function themeAfter(selector: string): Theme {
  const start = stylesheet.indexOf(`${selector} {`)
  const block = stylesheet.slice(start, stylesheet.indexOf('}', start))
  const found = [...block.matchAll(/--([\w-]+): ([^;]+);/g)]
  return new Map(found.map(([, name = '', value = '']) => [name, value]))
}

/** oklch(l c h) of a token, as oklab. */
function colourOf(theme: Theme, token: string): Colour {
  const value = theme.get(token) ?? ''
  const parts = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(value)
  if (!parts) throw new Error(`--${token} is not a plain oklch() colour: "${value}"`)
  const [lightness = 0, chroma = 0, hue = 0] = parts.slice(1).map(Number)
  return fromOklch(lightness, chroma, hue)
}

/** The tint of theme.css: color-mix(in oklab, tone 10%, paper). */
function tintOf(theme: Theme, tone: string): Colour {
  return mix(colourOf(theme, tone), colourOf(theme, 'paper'), 0.1)
}

const light = themeAfter("[data-theme='light']")
const dark = themeAfter("[data-theme='dark']")

test('mails and pictures have the same colours', () => {
  for (const [theme, colours] of [
    [light, palette.light],
    [dark, palette.dark],
  ] as const)
    for (const [name, hex] of Object.entries(colours))
      expect([name, toHex(colourOf(theme, name === 'accentInk' ? 'accent-ink' : name))]).toEqual([
        name,
        hex,
      ])
})

const grounds = ['paper', 'raised', 'sunken', 'chosen']
const inks = ['ink', 'muted', 'accent', 'good', 'warn', 'bad']
const tones = ['accent', 'good', 'warn', 'bad']

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('%s theme', (_name, theme) => {
  test.each(grounds.flatMap((ground) => inks.map((ink) => [ink, ground] as const)))(
    '%s is readable on %s',
    (ink, ground) => {
      expect(contrast(colourOf(theme, ink), colourOf(theme, ground))).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each(tones)('%s, ink and muted are readable on the tint of it', (tone) => {
    for (const ink of [tone, 'ink', 'muted']) {
      expect(contrast(colourOf(theme, ink), tintOf(theme, tone))).toBeGreaterThanOrEqual(4.5)
    }
  })

  test.each([
    ['accent-ink', 'accent'],
    ['bad-ink', 'bad'],
    ['paper', 'ink'],
  ])('%s is readable on %s', (ink, ground) => {
    expect(contrast(colourOf(theme, ink), colourOf(theme, ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(grounds)('the outline of a control is seen on %s', (ground) => {
    expect(contrast(colourOf(theme, 'control'), colourOf(theme, ground))).toBeGreaterThanOrEqual(3)
  })
})

test('the system’s dark theme and the chosen one are the same', () => {
  expect(themeAfter(':root:not([data-theme])')).toEqual(dark)
})

test('the tints are mixed as this test computes them', () => {
  const theme = readFileSync(new URL('theme.css', import.meta.url), 'utf8')
  for (const tone of tones) {
    expect(theme).toContain(`color-mix(in oklab, var(--${tone}) 10%, var(--paper))`)
  }
})
