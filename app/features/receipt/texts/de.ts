import type { Translated } from '#core/shared/languages.ts'
import type { receipt as english } from './en.ts'

export const receipt: Translated<typeof english> = {
  title: 'Quittung Nr. {number}',
  print: 'Drucken',
  back: 'Zurück zur Buchung',
  date: 'Datum der Quittung',
  customer: 'Für',
  erased: 'Name gelöscht',
  reference: 'Buchung',
  what: 'Wofür',
  price: 'Preis',
  paid: 'Bezahlt',
  spots: '{count, plural, one {# Platz} other {# Plätze}}',
  bundle: 'Paket mit {count, plural, one {# Termin} other {# Terminen}}',
  total: 'Bezahlt insgesamt',
  payments: 'Zahlungen',
  paidBy:
    '{method, select, card {Mit Karte bezahlt am {date}} cash {Bar bezahlt am {date}} bank {Per Überweisung bezahlt am {date}} door {Vor Ort bezahlt am {date}} given {Mit dem Platz von einem anderen Kunden übernommen am {date}} other {Bezahlt am {date}}}',
  backBy:
    '{method, select, card {Erstattet am {date} auf die Karte} cash {Bar erstattet am {date}} bank {Per Überweisung erstattet am {date}} other {Erstattet am {date}}}',
  disputed: 'Von der Bank zurückgeholt',
  given: 'Mit dem Platz auf einen anderen Kunden übergegangen',
  left: 'Bezahlt nach Erstattungen',
}
