import { comesWords } from '#core/bookings/catalogue.ts'

/** What an event in the vendor's calendar says besides names and numbers. */
export const eventTexts = {
  en: { ...comesWords.en, nobody: 'Nobody has booked yet.' },
  de: { ...comesWords.de, nobody: 'Noch keine Buchung.' },
  ru: { ...comesWords.ru, nobody: 'Записей пока нет.' },
}
