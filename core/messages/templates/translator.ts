import { createTranslator } from 'use-intl/core'
import type { Language, Translated } from '#core/shared/languages.ts'
import { mail as german } from '../texts/de.ts'
import { mail as english } from '../texts/en.ts'
import { mail as russian } from '../texts/ru.ts'

const texts: Record<Language, Translated<typeof english>> = {
  en: english,
  de: german,
  ru: russian,
}

/** The texts of mails in a language; a missing one is an error, never a key in somebody's inbox. */
export function mailTexts(language: Language) {
  return createTranslator({
    locale: language,
    messages: texts[language],
    onError(error) {
      throw error
    },
  })
}

export type MailTexts = ReturnType<typeof mailTexts>
