import type { Language } from '#core/shared/languages.ts'

/** The words in a vendor's calendar, beside names and numbers. */
export const feedWords: Readonly<
  Record<Language, { waiting: string; more: (count: number) => string }>
> = {
  en: { waiting: 'waiting for confirmation', more: (count) => `and ${count} more` },
  de: { waiting: 'wartet auf Bestätigung', more: (count) => `und ${count} weitere` },
  ru: { waiting: 'ждёт подтверждения', more: (count) => `и ещё ${count}` },
}
