import { type Colour, contrast, fromHex, fromOklch, mix, toHex } from './colour.ts'

/** What a vendor's colour has to be read on; accent.test.ts holds it equal to tokens.css. */
export const surroundings = {
  light: {
    grounds: [
      fromOklch(0.984, 0.005, 95),
      fromOklch(0.998, 0.002, 95),
      fromOklch(0.958, 0.008, 95),
    ],
    muted: fromOklch(0.47, 0.016, 150),
    ink: [0.985, 0.012],
  },
  dark: {
    grounds: [
      fromOklch(0.19, 0.011, 165),
      fromOklch(0.232, 0.013, 165),
      fromOklch(0.158, 0.01, 165),
    ],
    muted: fromOklch(0.735, 0.013, 130),
    ink: [0.2, 0.035],
  },
} as const satisfies Record<string, Surroundings>

type Surroundings = {
  /** paper first */
  grounds: readonly [Colour, ...Colour[]]
  muted: Colour
  /** lightness and chroma of text on the accent; its hue is the accent's */
  ink: readonly [lightness: number, chroma: number]
}

/** WCAG asks for 4.5; a little more, as screens round. */
const enough = 4.6

/** The variables that .branded in tokens.css reads, as '#rrggbb'. */
export type Accent = Record<
  '--accent-light' | '--accent-light-ink' | '--accent-dark' | '--accent-dark-ink',
  string
>

/** The colour that a vendor's pages show; null is the product's own. */
export function accentOf(chosen: string | null): Accent | null {
  return chosen === null ? null : readableAccent(chosen)
}

/** A colour in both themes, made as much darker or lighter as it takes to be read. Null when nothing does. */
export function readableAccent(hex: string): Accent | null {
  const light = inTheme(fromHex(hex), surroundings.light)
  const dark = inTheme(fromHex(hex), surroundings.dark)
  return light && dark
    ? {
        '--accent-light': light.accent,
        '--accent-light-ink': light.ink,
        '--accent-dark': dark.accent,
        '--accent-dark-ink': dark.ink,
      }
    : null
}

function inTheme(chosen: Colour, around: Surroundings) {
  const { l: wanted, a, b } = chosen
  const hue = (Math.atan2(b, a) * 180) / Math.PI
  const ink = fromOklch(...around.ink, hue)
  const steps = Array.from({ length: 101 }, (_none, n) => n / 100)
  const nearest = steps.toSorted((x, y) => Math.abs(x - wanted) - Math.abs(y - wanted))
  for (const lightness of [wanted, ...nearest]) {
    const accent = toHex({ ...chosen, l: lightness })
    if (isReadable(fromHex(accent), ink, around)) return { accent, ink: toHex(ink) }
  }
  return null
}

function isReadable(accent: Colour, ink: Colour, { grounds, muted }: Surroundings): boolean {
  const tint = mix(accent, grounds[0], 0.1)
  return (
    [...grounds, tint, ink].every((ground) => contrast(accent, ground) >= enough) &&
    contrast(muted, tint) >= 4.5
  )
}
