export const found = {
  next: 'Nächster Termin: {when} · {price} · {spots}',
  nextOnly: 'Nächster Termin: {when} · {price}',
  nextOpen: 'Nächster freier Termin: {when} · {price} · {spots}',
  nextLabel: '{open, select, yes {Nächster freier Termin} other {Nächster Termin}}',
  spotsLeft: '{n, plural, =0 {ausgebucht} one {# Platz frei} other {# Plätze frei}}',
  site: 'Kurs finden, freie Plätze sehen, Platz buchen',
  siteText: 'Ohne Konto',
  storyLabel: 'Nächste freie Termine',
  noNext: 'Noch keine Termine',
  trainer: 'Kurse von {name}. Zeit aussuchen und ohne Konto einen Platz buchen.',
  class: '{title} mit {name}. Zeit aussuchen und ohne Konto einen Platz buchen.',
  classes:
    'Finde einen Kurs in deiner Nähe oder online, sieh die freien Plätze und buche ohne Konto.',
} as const
