import { converter, formatHex, interpolate, type Oklab, wcagContrast } from 'culori'

/** A colour in Oklab: lightness 0 to 1, and two axes around 0. */
export type Colour = Oklab

const toOklab = converter('oklab')

/** oklch(l c h), with the hue in degrees. */
export function fromOklch(lightness: number, chroma: number, hue: number): Colour {
  return toOklab({ mode: 'oklch', l: lightness, c: chroma, h: hue })
}

/** Of '#rrggbb', six hexadecimal digits. Throws for anything else. */
export function fromHex(hex: string): Colour {
  const colour = toOklab(hex)
  if (!colour) throw new Error(`${hex} is not a colour.`)
  return colour
}

/** As '#rrggbb'; what screens cannot show is clipped. */
export function toHex(colour: Colour): string {
  return formatHex(colour)
}

/** color-mix(in oklab, one share, other). */
export function mix(one: Colour, other: Colour, share: number): Colour {
  return interpolate([other, one], 'oklab')(share)
}

/** The contrast of WCAG, 1 to 21, of the colours as screens show them. */
export function contrast(one: Colour, other: Colour): number {
  return wcagContrast(toHex(one), toHex(other))
}
