import type { Language } from '#core/shared/languages.ts'
import type { ComesWords } from './rules/calendar-lines.ts'

/** What a vendor's calendar says of who comes, beside names and numbers. */
export const comesWords: Readonly<Record<Language, ComesWords>> = {
  en: { waiting: 'waiting for confirmation', more: (count) => `and ${count} more` },
  de: { waiting: 'wartet auf Bestätigung', more: (count) => `und ${count} weitere` },
  ru: { waiting: 'ждёт подтверждения', more: (count) => `и ещё ${count}` },
}
