import type { Language } from '#core/shared/languages.ts'

/** What an event in the vendor's calendar says besides names and numbers. */
export const eventTexts = {
  en: { waiting: 'not confirmed yet', nobody: 'Nobody has booked yet.', more: 'and others' },
  de: { waiting: 'noch nicht bestätigt', nobody: 'Noch keine Buchung.', more: 'und weitere' },
  ru: { waiting: 'ещё не подтверждено', nobody: 'Записей пока нет.', more: 'и другие' },
} as const satisfies Record<Language, { waiting: string; nobody: string; more: string }>
