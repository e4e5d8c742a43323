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

/** The texts that mails share, in a language; a missing one is an error, never a key in somebody's inbox. */
export function mailTexts(language: Language) {
  return createTranslator({ locale: language, messages: texts[language], onError: refuseMissing })
}

export type MailTexts = ReturnType<typeof mailTexts>

/** What a mail of one page says: its subject, where that is not the title, and the label of its button, if it has one. */
type PageWords = { subject?: string; title: string; text: string; button?: string }

type Words = Translated<typeof english>['letters']

/** The letters that have all words of a page. */
export type PageLetter = {
  [Letter in keyof Words]: Words[Letter] extends PageWords ? Letter : never
}[keyof Words]

export function pageTexts(language: Language, letter: PageLetter) {
  const messages: Readonly<Record<string, string>> = texts[language].letters[letter]
  return createTranslator({ locale: language, messages, onError: refuseMissing })
}

/** The texts of one letter, in all languages in one file of texts/. */
export function letterTexts<Messages extends Readonly<Record<string, string>>>(
  own: Readonly<Record<Language, Messages>>,
  language: Language,
) {
  return createTranslator({ locale: language, messages: own[language], onError: refuseMissing })
}

function refuseMissing(error: Error): never {
  throw error
}
