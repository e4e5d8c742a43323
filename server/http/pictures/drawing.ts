import { loadSharp } from '#core/integrations/sharp.ts'
import { layOutFonts } from './fonts.ts'

let hasFonts = false

/** The fonts have to lie where the library looks for them before it draws the first text. */
export function drawing(): ReturnType<typeof loadSharp> {
  if (!hasFonts) layOutFonts()
  hasFonts = true
  return loadSharp()
}

/**
 * Characters that no text may hold are left out: the drawing library would refuse all of it. So are emoji: a server
 * without a font for them would draw boxes with hexadecimal digits.
 */
export function drawable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replace(
      /(?![\u0023-\u0039\u00A9\u00AE\u2122])[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\uFE0F\u20E3]/gu,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim()
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
