import { accentOf } from '#core/shared/accent.ts'
import { palette } from '#core/shared/palette.ts'

/** The colours of the light theme in the only notation the drawing library knows. */
export const { paper, ink, muted, line } = palette.light

/** A vendor's colour as it can be read on the paper, and what is written on it; null: the product's own. */
export function accentColours(chosen: string | null): { accent: string; ink: string } {
  const found = accentOf(chosen)
  return found
    ? { accent: found['--accent-light'], ink: found['--accent-light-ink'] }
    : { accent: palette.light.accent, ink: palette.light.accentInk }
}
