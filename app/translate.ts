import { createTranslator } from 'use-intl/core'
import { type Area, allTexts } from '#core/shared/texts/catalogue.ts'
import type { Language } from '#core/vendors/rules.ts'

/** Texts for actions and meta tags, where no component runs. */
export function translator<A extends Area>(language: Language, area: A) {
  return createTranslator({ locale: language, messages: allTexts(language), namespace: area })
}
