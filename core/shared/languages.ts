/** The supported languages. Each has the same texts. */
export const languages = ['en', 'de', 'ru'] as const
export type Language = (typeof languages)[number]

/** What each calls itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  ru: 'Русский',
}

export function languageOf(text: string | null | undefined): Language | null {
  return languages.find((language) => language === text) ?? null
}

/** The same keys with the texts of another language. */
export type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]>
}
