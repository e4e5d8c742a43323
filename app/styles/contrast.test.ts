import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Colour = readonly [lightness: number, a: number, b: number]
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
  const angle = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

/** The tint of app.css: color-mix(in oklab, tone 10%, paper). */
function softOf(theme: Theme, tone: string): Colour {
  const [l, a, b] = colourOf(theme, tone)
  const [paperL, paperA, paperB] = colourOf(theme, 'paper')
  const mix = (x: number, y: number) => x * 0.1 + y * 0.9
  return [mix(l, paperL), mix(a, paperA), mix(b, paperB)]
}

/** WCAG relative luminance; oklab to linear sRGB after Ottosson, clipped to the gamut. */
function luminance([lightness, a, b]: Colour): number {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (x: number) => Math.min(1, Math.max(0, x))
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function ratio(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['paper', 'raised', 'sunken']
const inks = ['ink', 'muted', 'accent', 'good', 'warn', 'bad']
const tones = ['accent', 'good', 'warn', 'bad']
const light = themeAfter("[data-theme='light']")
const dark = themeAfter("[data-theme='dark']")

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('%s theme', (_name, theme) => {
  test.each(grounds.flatMap((ground) => inks.map((ink) => [ink, ground] as const)))(
    '%s is readable on %s',
    (ink, ground) => {
      expect(ratio(colourOf(theme, ink), colourOf(theme, ground))).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each(tones)('%s, ink and muted are readable on the tint of it', (tone) => {
    for (const ink of [tone, 'ink', 'muted']) {
      expect(ratio(colourOf(theme, ink), softOf(theme, tone))).toBeGreaterThanOrEqual(4.5)
    }
  })

  test.each([
    ['accent-ink', 'accent'],
    ['bad-ink', 'bad'],
    ['paper', 'ink'],
  ])('%s is readable on %s', (ink, ground) => {
    expect(ratio(colourOf(theme, ink), colourOf(theme, ground))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(grounds)('the outline of a control is seen on %s', (ground) => {
    expect(ratio(colourOf(theme, 'control'), colourOf(theme, ground))).toBeGreaterThanOrEqual(3)
  })
})

test('who follows the system sees the same dark theme as who chose it', () => {
  expect(themeAfter(':root:not([data-theme])')).toEqual(dark)
})

test('the tints are mixed as this test computes them', () => {
  const theme = readFileSync(new URL('app.css', import.meta.url), 'utf8')
  for (const tone of tones) {
    expect(theme).toContain(`color-mix(in oklab, var(--${tone}) 10%, var(--paper))`)
  }
})
