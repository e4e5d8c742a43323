import { loadSharp } from '#core/integrations/sharp.ts'
import { layOutFonts } from './fonts.ts'

let hasFonts = false

/** The fonts have to lie where the library looks for them before it draws the first text. */
export function drawing(): ReturnType<typeof loadSharp> {
  if (!hasFonts) layOutFonts()
  hasFonts = true
  return loadSharp()
}

/** Characters that no text may hold are left out: the drawing library would refuse all of it. */
export function drawable(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
