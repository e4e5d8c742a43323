import { accentOf } from '#core/shared/accent.ts'
import { palette } from '#core/shared/palette.ts'

type Coloured = { accent: string; ink: string }

/** The colours of a mail that are not the same in all. */
export type Look = { light: Coloured; dark: Coloured }

/** Of a vendor's colour, made readable in both themes; null: the product's own. */
export function lookOf(chosen: string | null): Look {
  const found = accentOf(chosen)
  const { light, dark } = palette
  return found
    ? {
        light: { accent: found['--accent-light'], ink: found['--accent-light-ink'] },
        dark: { accent: found['--accent-dark'], ink: found['--accent-dark-ink'] },
      }
    : {
        light: { accent: light.accent, ink: light.accentInk },
        dark: { accent: dark.accent, ink: dark.accentInk },
      }
}

const night = palette.dark

/** The dark theme. Mail programs that know no media queries keep the light one, or make their own. */
export function darkStyle({ dark: { accent, ink } }: Look): string {
  return `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    body, body > table, body > table > tbody > tr > td { background-color: ${night.paper} !important; }
    .raised { background-color: ${night.raised} !important; border-color: ${night.line} !important; }
    .ink { color: ${night.ink} !important; }
    .muted { color: ${night.muted} !important; }
    .line { border-color: ${night.line} !important; }
    .over { background-color: ${night.line} !important; color: ${night.muted} !important; }
    .accent { background-color: ${accent} !important; color: ${ink} !important; }
    .edge { border-color: ${accent} !important; }
    .link { color: ${accent} !important; }
  }`
}
