import { createTranslator } from 'use-intl/core'
import { type Language, textsOf } from '#core/shared/texts/catalogue.ts'

/** The texts of mails in a language; a missing one is an error, never a key in somebody's inbox. */
export function mailTexts(language: Language) {
  const { mail } = textsOf(language, ['mail'])
  if (!mail) throw new Error(`no mail texts in ${language}`)
  return createTranslator({
    locale: language,
    messages: mail,
    onError(error) {
      throw error
    },
  })
}

export type MailTexts = ReturnType<typeof mailTexts>
