import type { Translated } from '#core/shared/languages.ts'
import type { vendorBookings as english } from './en.ts'

export const vendorBookings: Translated<typeof english> = {
  filters: {
    more: 'Status, Zahlung, Kurs oder Tage',
    payment: 'Zahlung',
    payments: { due: 'Offen', paid: 'Bezahlt', refunded: 'Erstattet', bundle: 'Im Paket' },
  },
  add: {
    open: 'Buchung hinzufügen',
    openFor: 'Jemanden hinzufügen: {session}',
    choose: 'Buchung hinzufügen: Wähle den Termin',
    title: {
      coming: 'Buchung hinzufügen',
      running: 'Spontanen Gast hinzufügen',
      over: 'Früheren Besuch hinzufügen',
    },
    from: 'Termine ab',
    show: 'Anzeigen',
    none: 'Keine Termine ab diesem Tag',
    noneText: 'Wähle einen früheren Tag oder füge einem Kurs einen Termin hinzu.',
    change: 'Anderer Termin',
    name: 'Name',
    contact: 'Telefon oder E-Mail',
    spots: 'Plätze',
    price: 'Preis pro Platz',
    priceText: 'Der Kurs kostet {price}. Lass das Feld leer, wenn der Platz kostenlos ist.',
    notes: 'Notiz',
    more: 'Preis und Notiz',
    isPaid: 'Schon bezahlt',
    isRequest: 'Als Anfrage hinzufügen',
    isRequestText: 'Der Platz ist reserviert. Du bestätigst oder lehnst ihn später ab.',
    tells: 'Bestätigung per E-Mail an den Kunden senden',
    tellsText: 'Nur wenn du eine E-Mail-Adresse eingibst.',
    button: 'Buchung hinzufügen',
    pending: 'Wird hinzugefügt …',
    done: '{name} ist gebucht: {when}.',
    cannotConfirm: 'Bestätigung kann nicht gesendet werden',
    noContact: 'Es wurde weder Telefon noch E-Mail eingegeben.',
    noEmail:
      'Es wurde keine E-Mail eingegeben. Deine Übersicht zeigt diese Person unter „Nicht erreicht“.',
    aboveLimit:
      'Diese Person hat jetzt {onSession, plural, one {# Platz} other {# Plätze}} in diesem Termin und insgesamt {upcoming} bevorstehende bei dir. Das ist mehr, als Kunden selbst buchen können.',
    cancelled: 'Dieser Termin ist abgesagt. Wähle einen anderen.',
    capacityLimit: 'Ein Termin kann höchstens 5.000 Plätze haben.',
    failed: 'Die Buchung konnte nicht hinzugefügt werden. Bitte versuche es noch einmal.',
    full: {
      title: 'Dieser Termin ist voll ({taken}/{capacity}).',
      titleFew: 'Es sind nicht genug Plätze frei ({taken}/{capacity}).',
      one: '{name} als {needed}. Person hinzufügen?',
      more: '{name} mit {count} Plätzen hinzufügen? Dann sind es {needed} Personen.',
      button: 'Hinzufügen und auf {needed} Plätze erweitern',
    },
  },
}
