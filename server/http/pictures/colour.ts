import { palette } from '#core/shared/palette.ts'

/** The colours of the light theme in the only notation the drawing library knows. */
export const { paper, ink, muted, line } = palette.light
const deepGreen = palette.light.accent

const leastContrast = 4.5

/** The vendor's accent, made darker until it can be read on the paper; ours where there is none. */
export function readableAccent(accent: string | null): string {
  let colour = rgbOf(accent ?? deepGreen) ?? rgbOf(deepGreen) ?? [0, 0, 0]
  while (contrast(colour, rgbOf(paper) ?? [255, 255, 255]) < leastContrast)
    colour = colour.map((part) => Math.floor(part * 0.94))
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function rgbOf(hex: string): number[] | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  return match && match.slice(1).map((part) => parseInt(part, 16))
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
