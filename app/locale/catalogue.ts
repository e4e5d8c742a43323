import type { Language, Translated } from '#core/shared/languages.ts'
import { de, en, ru } from './areas.ts'

/** Every key there is; English names them. */
export type Texts = Translated<typeof en>
/** The error texts at fields, which every page has. */
export type ErrorCode = keyof (typeof en)['shared']['errors']

export type Area = keyof Texts
/** An area, or one part of it, such as booking.manage. */
export type Part = Area | { [A in Area]: `${A}.${keyof Texts[A] & string}` }[Area]

const catalogue: Record<Language, Texts> = { en, de, ru }

/** Every area there is. */
export const areas = Object.keys(en).filter((area): area is Area => Object.hasOwn(en, area))

/** The texts of some areas in a language, as the page needs them. */
export function textsOf(language: Language, named: readonly Area[]): Partial<Texts> {
  const all = catalogue[language]
  return Object.fromEntries(named.map((area) => [area, all[area]]))
}

/** Every text of a language, for where none is sent anywhere. */
export function allTexts(language: Language): Texts {
  return catalogue[language]
}
