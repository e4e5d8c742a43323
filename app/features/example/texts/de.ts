/** An invented trainer's page on a phone. */
export const example = {
  label:
    'Beispiel für die Seite eines Trainers auf dem Handy: ein Bild, der Name Studio Linden, zwei Kurse mit Preis und freien Plätzen und ein Knopf zum Buchen.',
  caption: 'Beispiel: das sehen deine Kunden',
  pause: 'Beispiel anhalten',
  username: 'studio-linden',
  name: 'Studio Linden',
  place: 'Uferpark',
  about: 'Kleine Gruppen, frische Luft, Matten für alle.',
  day: 'Montag',
  price: '16 €',
  book: 'Buchen',
  booked: '<count></count>/{capacity} gebucht',
  next: 'Nächster freier Platz',
  nextWhen: 'Mo 18:00',
  classes: {
    evening: { time: '18:00–19:00', title: 'Yoga für alle' },
    late: { time: '19:30–20:30', title: 'Ruhiger Flow' },
  },
} as const
