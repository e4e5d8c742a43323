export const home = {
  title: 'Freie Plätze, gebucht per Link',
  description:
    'Veröffentliche deine Kurse und teile einen Link. Deine Kunden buchen ihren Platz ohne Konto.',
  headline: 'Veröffentliche freie Plätze. Andere buchen sie.',
  text: 'Stell deine Kurse einmal online. Wer deinen Link hat, wählt eine Zeit und bekommt einen Platz, ganz ohne Konto.',
  email: 'Deine E-Mail',
  button: 'Loslegen',
  trial: '{days} Tage mit allen Funktionen, ohne Karte.',
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
      text: 'Gib Kurs, Tage und Preis einmal ein. Die Termine werden für ein Jahr im Voraus angelegt.',
    },
    share: {
      title: 'Du teilst einen Link',
      text: 'In der Story, im Chat, auf deiner Website. Niemand muss etwas installieren.',
    },
    full: {
      title: 'Zehn Menschen kommen',
      text: 'Kein Platz wird doppelt vergeben, auch wenn zehn gleichzeitig tippen.',
    },
    caption: '{taken} von {capacity} vergeben',
  },
  features: {
    title: 'Büroarbeit? Erledigt.',
    planned: 'Geplant',
    schedule: {
      title: 'Kluge Terminplanung',
      text: 'Leg einmal „montags um 18:00“ fest. Es bleibt 18:00, auch wenn die Uhren umgestellt werden, und du kannst einen Termin ändern, ohne die anderen zu ändern. Alle, die gebucht haben, bekommen eine Nachricht in ihrer Sprache.',
    },
    clients: {
      title: 'Kundenverwaltung',
      text: 'Sieh, wer kommt, wer abgesagt hat und wie du alle erreichst. Kunden geben einen Namen und eine Telefonnummer oder E-Mail an und brauchen nie ein Konto.',
    },
    analytics: {
      title: 'Auswertungen',
      text: 'Sieh, welche Stunden voll werden, welche leer bleiben und was jeder Kurs einbringt. Gezählt aus deinen Buchungen, nicht geschätzt.',
    },
  },
  pricing: {
    title: 'Kostenlos anfangen',
    text: 'Jedes neue Konto bekommt {days} Tage mit allen Funktionen, ohne Karte. Danach nutzt du Free, bis du dich anders entscheidest.',
  },
  privacy: {
    title: 'Die Daten deiner Kunden bleiben deine',
    text: 'Wir speichern nur, was eine Buchung braucht. Niemand sieht, wer sonst gebucht hat. Es gibt kein Werbe-Tracking, und auf diesen Seiten laufen keine Skripte anderer Firmen.',
    link: 'So gehen wir mit Daten um',
  },
  last: {
    title: 'Dein nächster Kurs hat freie Plätze',
    text: 'Stell ihn heute online und teile den Link.',
  },
} as const
