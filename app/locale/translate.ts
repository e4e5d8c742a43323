import { createTranslator } from 'use-intl/core'
import { noText } from './no-text.ts'
import { type Area, allTexts } from './catalogue.ts'
import type { Language } from '#core/shared/languages.ts'

/** Texts for actions and meta tags, where no component runs. */
export function translator<A extends Area>(language: Language, area: A) {
  return createTranslator({
    locale: language,
    messages: allTexts(language),
    namespace: area,
    getMessageFallback: noText,
  })
}

/** A sentence without placeholders, by its whole key. */
export function sentence(language: Language, key: string): string {
  const messages: Parameters<typeof createTranslator>[0]['messages'] = allTexts(language)
  return createTranslator({ locale: language, messages, getMessageFallback: noText })(key)
}
