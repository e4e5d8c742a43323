export const home = {
  title: 'Freie Plätze, gebucht per Link',
  description:
    'Veröffentliche deine Kurse, teile einen Link, und Menschen buchen ihren Platz ohne Konto.',
  headline: 'Veröffentliche freie Plätze. Menschen nehmen sie.',
  text: 'Du stellst deine Kurse einmal online. Wer deinen Link hat, wählt eine Zeit und hat einen Platz, ganz ohne Konto.',
  email: 'Deine E-Mail',
  button: 'Loslegen',
  trial: '{days} Tage lang alles, ohne Karte.',
  browse: 'Oder einen Kurs suchen',
  closed: 'Neue Konten sind auf dieser Seite nicht möglich.',
  signIn: 'Anmelden',
  example: {
    label: 'Ein Beispiel für das, was deine Kunden sehen',
    trainer: 'Studio Linden',
    place: 'Uferpark',
    class: 'Yoga für alle',
    mon: 'Mo 18:00',
    wed: 'Mi 18:00',
    sat: 'Sa 10:00',
    booked: '{taken}/{capacity} gebucht',
    full: 'Ausgebucht',
    book: 'Termin buchen',
  },
  week: {
    title: 'Ein Kurs, von leer bis voll',
    publish: {
      title: 'Du veröffentlichst zehn Plätze',
      text: 'Kurs, Tage und Preis, einmal gesagt. Die Termine stehen für ein Jahr.',
    },
    share: {
      title: 'Du teilst einen Link',
      text: 'In der Story, im Chat, auf deiner Seite. Niemand installiert etwas.',
    },
    full: {
      title: 'Zehn Menschen kommen',
      text: 'Kein Platz wird doppelt vergeben, egal wie viele gleichzeitig drücken.',
    },
    caption: '{taken} von {capacity} vergeben',
  },
  features: {
    title: 'Die Büroarbeit ist getan',
    schedule: {
      title: 'Kluge Terminplanung',
      text: 'Sag einmal „montags um 18:00“. Es bleibt 18:00, auch wenn die Uhren umgestellt werden, und ein geänderter Termin ändert nur diesen. Wer gebucht hat, erfährt es in seiner Sprache.',
    },
    clients: {
      title: 'Kundenverwaltung',
      text: 'Wer kommt, wer abgesagt hat, wer nicht da war und wie du alle erreichst. Mit Namen und einem Kontakt, nie mit Konto.',
    },
    analytics: {
      title: 'Auswertungen',
      text: 'Welche Stunden voll werden, welche leer bleiben und was ein Kurs bringt. Gezählt aus deinen Buchungen, nicht geschätzt.',
    },
  },
  pricing: {
    title: 'Kostenlos anfangen',
    text: 'Jedes neue Konto hat {days} Tage lang alles, ohne Karte. Danach ist es Free, bis du wählst.',
  },
  privacy: {
    title: 'Die Daten deiner Kunden bleiben deine',
    text: 'Gespeichert wird, was eine Buchung braucht. Niemand sieht, wer sonst gebucht hat, nichts wird für Werbung gemessen, und auf diesen Seiten läuft kein Skript einer anderen Firma.',
    link: 'Wie mit Daten umgegangen wird',
  },
  last: {
    title: 'Dein nächster Kurs hat freie Plätze',
    text: 'Stell ihn heute online und schick den Link.',
  },
} as const
