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
  payments: 'Bezahlt am',
  methods: {
    door: 'Vor Ort',
    cash: 'Bar',
    bank: 'Überweisung',
    card: 'Karte',
    correction: 'Zahlung',
    given: 'Mit dem Platz von einem anderen Kunden übernommen',
  },
  backs: 'Zurückgegeben',
  disputed: 'Von der Bank zurückgeholt',
  given: 'Mit dem Platz auf einen anderen Kunden übergegangen',
  left: 'Bezahlt nach Erstattungen',
}
