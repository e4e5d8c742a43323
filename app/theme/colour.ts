/** A colour in Oklab: lightness 0 to 1, and two axes around 0. */
export type Colour = readonly [lightness: number, a: number, b: number]

type Channels = readonly [red: number, green: number, blue: number]

/** oklch(l c h), with the hue in degrees. */
export function fromOklch(lightness: number, chroma: number, hue: number): Colour {
  const angle = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

/** Of '#rrggbb', six hexadecimal digits. */
export function fromHex(hex: string): Colour {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** As '#rrggbb'; what screens cannot show is clipped. */
export function toHex(colour: Colour): string {
  const digits = linearOf(colour).map((value) => {
    const shown = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(shown * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${digits.join('')}`
}

/** color-mix(in oklab, one share, other). */
export function mix(one: Colour, other: Colour, share: number): Colour {
  const at = (n: 0 | 1 | 2) => one[n] * share + other[n] * (1 - share)
  return [at(0), at(1), at(2)]
}

/** The contrast of WCAG, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Colour): number {
  const [red, green, blue] = linearOf(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Oklab to linear sRGB after Ottosson, clipped to the gamut. */
function linearOf([lightness, a, b]: Colour): Channels {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (x: number) => Math.min(1, Math.max(0, x))
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}
