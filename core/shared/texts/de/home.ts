export const home = {
  title: 'Freie Plätze, gebucht per Link',
  description:
    'Veröffentliche deine Kurse, teile einen Link, und Menschen buchen ihren Platz ohne Konto.',
  headline: 'Veröffentliche freie Plätze. Menschen nehmen sie.',
  text: 'Du stellst deine Kurse einmal online. Wer deinen Link hat, wählt eine Zeit und hat einen Platz, ganz ohne Konto.',
  email: 'Deine E-Mail',
  button: 'Loslegen',
  browse: 'Oder einen Kurs suchen',
  closed: 'Neue Konten sind auf dieser Seite nicht möglich.',
  signIn: 'Anmelden',
  example: {
    label: 'Ein Beispiel für das, was deine Kunden sehen',
    class: 'Yoga für alle',
    mon: 'Mo 18:00',
    wed: 'Mi 18:00',
    sat: 'Sa 10:00',
    booked: '{taken}/{capacity} gebucht',
    full: 'Ausgebucht',
    book: 'Termin buchen',
  },
  features: {
    title: 'Was es für dich tut',
    schedule: {
      title: 'Kluge Terminplanung',
      text: 'Sag einmal „montags um 18:00“. Die Termine stehen für ein Jahr, und 18:00 bleibt 18:00, auch wenn die Uhren umgestellt werden.',
    },
    booking: {
      title: 'Buchen ohne Konto',
      text: 'Ein Name und eine Telefonnummer oder E-Mail genügen. Kein Platz wird doppelt vergeben, egal wie viele gleichzeitig drücken.',
    },
    messages: {
      title: 'Alle wissen Bescheid',
      text: 'Bestätigungen mit Kalenderdatei, Änderungen und Absagen gehen per E-Mail hinaus, in der Sprache deiner Kunden.',
    },
  },
  privacy: {
    title: 'Die Daten deiner Kunden bleiben deine',
    text: 'Gespeichert wird, was eine Buchung braucht. Niemand sieht, wer sonst gebucht hat, nichts wird für Werbung gemessen, und auf diesen Seiten läuft kein Skript einer anderen Firma.',
    link: 'Wie mit Daten umgegangen wird',
  },
} as const
