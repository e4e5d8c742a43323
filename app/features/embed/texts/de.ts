export const embed = {
  title: 'Termine: {name}',
  book: 'Termin buchen',
  bookAt: 'Termin buchen: {title}, {when}',
  full: 'Ausgebucht',
  closed: 'Anmeldung geschlossen',
  all: 'Alle Termine',
  none: 'Keine Termine verfügbar',
  noneText: 'Es gibt noch keine kommenden Termine. Schau später noch einmal vorbei.',
  missing: 'Das kann nicht mehr gebucht werden.',
  by: 'Buchung über {name}',
} as const
