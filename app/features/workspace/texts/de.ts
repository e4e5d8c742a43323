import type { Translated } from '#core/shared/languages.ts'
import type { workspace as english } from './en.ts'

export const workspace: Translated<typeof english> = {
  people: '{count, plural, one {# Person} other {# Personen}}',
  title: 'Dein Dashboard',
  sections: 'Dashboard',
  tabs: {
    overview: 'Übersicht',
    classes: 'Kurse',
    bookings: 'Buchungen',
    calendar: 'Kalender',
    profile: 'Profil',
    settings: 'Einstellungen',
  },
  account: '{initials}: dein Konto',
  signOut: 'Abmelden',
  more: {
    label: 'Mehr',
    open: 'Deine Seite öffnen',
    profile: 'Profil',
    settings: 'Einstellungen',
  },
  copyLink: 'Link kopieren',

  linkCopied: 'Link kopiert!',
  copyFailed: 'Nicht kopiert',
  copyFailedText: 'Der Link konnte nicht in die Zwischenablage kopiert werden.',
  plan: {
    trial:
      'Testphase: {days, plural, =0 {weniger als ein Tag} one {noch # Tag} other {noch # Tage}}',
    free: 'Free',
    professional: 'Professional',
    enterprise: 'Enterprise',
    about: 'Tarife und Preise',
  },
  booked: '{taken}/{capacity} gebucht',
  bookedAndRequested: '{booked}/{capacity} gebucht, {requested} angefragt',
  spots: '{count, plural, one {# Platz} other {# Plätze}}',
  slot: { free: 'Frei', booked: 'Gebucht', requested: 'Angefragt' },
  whoHasSlot: 'Wer diesen Termin hat',
  whoComes: 'Wer kommt',
  whoWasBooked: 'Wer gebucht hatte',
  nobody: 'Noch niemand',
  waiting: 'wartet',
  none: '—',
  told: '{told, plural, one {# Person} other {# Personen}} ({spots, plural, one {# Platz} other {# Plätze}}) {told, plural, one {wird} other {werden}} benachrichtigt.',
  unreached:
    '{unreached, plural, one {# Person hat keine E-Mail-Adresse. Du musst sie anrufen} other {# Personen haben keine E-Mail-Adresse. Du musst sie anrufen}}: siehe deine Übersicht.',
  stranded:
    'Für {sessions, plural, one {# Termin} other {# Termine}} aus Paketen gibt es kein Datum mehr. Lege weitere Termine an, oder gib das Geld unten mit „Paket beenden“ zurück. Wenn du den Kurs löschst, kannst du Termine aus Paketen auf einen anderen Kurs übertragen.',
  everyWeeks: '{weeks, plural, one {jede Woche} other {alle # Wochen}}',
  busy: {
    collides: 'Da bist du beschäftigt.',
    blocked: 'Diese Zeit hast du gesperrt.',
    closed: 'Online ist hier keine Buchung möglich.',
  },
  dayTime: '{day}, {time}',
  timeRange: '{start}–{end}',
  repeats: '{weekday} {time}',
  repeatsEvery: '{weekday} {time}, alle {weeks} Wochen',
  repeatsUntil: '{weekly}, bis {date}',
  timesEnded: 'Wöchentlich, beendet',
  noTimes: 'Einzelne Termine',
  save: 'Änderungen speichern',
  saving: 'Wird gespeichert …',
  keep: 'Behalten',

  ask: {
    title: 'Diese Änderungen speichern?',
    removes:
      '{count, plural, one {# Termin ohne Buchungen wird} other {# Termine ohne Buchungen werden}} entfernt. Termine mit Buchungen bleiben, bis du sie absagst.',
    told: '{told, plural, one {# Person} other {# Personen}} ({spots, plural, one {# Platz} other {# Plätze}}) {told, plural, one {wird} other {werden}} benachrichtigt.',
    unreached:
      '{unreached, plural, one {# Person hat keine E-Mail-Adresse. Du musst sie anrufen.} other {# Personen haben keine E-Mail-Adresse. Du musst sie anrufen.}}',
    backToCards: '{sum} gehen zurück auf die Karten, mit denen bezahlt wurde.',
    backByHand: '{sum} wurden nicht mit Karte bezahlt. Das musst du selbst zurückgeben.',
    stranded:
      'Für {sessions, plural, one {# Termin} other {# Termine}} aus Paketen von {customers, plural, one {# Kunden} other {# Kunden}} gibt es dann kein Datum mehr: {names}. Lege weitere Termine an, oder beende danach diese Pakete, um das Geld zurückzugeben.',
    blocked:
      'Du hast diese Zeit in deinem Kalender gesperrt; der Termin ist dann online nicht buchbar.',
    button: 'Ja, speichern',
  },

  problems: {
    skippedStart:
      'Am {date} werden die Uhren vorgestellt, deshalb gibt es {time} an diesem Tag nicht. Wähle eine andere Zeit.',
    planClasses:
      'Dein Tarif hat {most, plural, one {einen neuen Kurs} other {# neue Kurse}} pro Monat. Weitere kannst du ab dem nächsten Monatsersten anlegen, oder mit einem anderen Tarif.',
    vendorLimit:
      '{of, select, classesToday {Am Anfang kannst du {most, number} Kurse pro Tag anlegen. Morgen kannst du weitere anlegen.} other {Mehr als {most, number} {of, select, classes {Kurse} times {Wochentermine} bundles {Pakete pro Kurs} other {Termine}} sind nicht möglich. Gelöschte und vergangene zählen noch 30 Tage mit.}} Bitte schreib uns, wenn du mehr brauchst.',
    belowBooked:
      'Am {date} {booked, plural, one {ist # Platz} other {sind # Plätze}} gebucht. Weniger Plätze sind nicht möglich.',
    bundleDearer:
      'Das Paket „{bundle}“ wäre teurer als seine Termine einzeln. Ändere zuerst seinen Preis oder beende seinen Verkauf.',
    bundlesOpen:
      '{count, plural, one {# Kunde hat} other {# Kunden haben}} noch Termine aus Paketen für diesen Kurs und könnten sie nicht mehr buchen. Wähle stattdessen „Nur mit dem Link“. Wenn du den Kurs löschst, kannst du diese Termine auf einen anderen Kurs übertragen oder das Geld zurückgeben.',
    chooseBundles:
      'Einige Kunden haben Pakete für diesen Kurs. Bitte wähle, was mit ihren Terminen geschehen soll.',
    noSessionsThere:
      'Der andere Kurs hat keinen kommenden Termin mit einem freien Platz. Wähle einen anderen Kurs, oder gib das Geld zurück.',
    sessionsChanged:
      'Die Termine oder ihre Buchungen haben sich geändert, seit du diese Seite geöffnet hast. Bitte prüfe sie und drücke noch einmal auf den Knopf.',
    chooseKeepOrCancel: 'Bitte wähle, was mit den Buchungen geschehen soll.',
    bookingsChanged:
      'Die Buchungen oder Pakete haben sich geändert, seit du diese Seite geöffnet hast. Bitte prüfe sie und drücke noch einmal auf den Knopf.',
    sessionPast: 'Dieser Termin hat begonnen.',
    slotsOverlap:
      'Das würde sich mit einem anderen Termin desselben Courts oder Raums überschneiden.',
    collideAt: 'Der erste Fall: {time}.',
    startsTogether:
      'Dieser Kurs hätte zwei Termine, die zur selben Zeit beginnen. Bitte zuerst einen davon verschieben oder absagen.',
    wouldBePast:
      '{count, plural, one {Dieser Termin hat Buchungen und läge dann in der Vergangenheit: {sessions}. Ändere ihn zuerst einzeln, oder sage ihn ab.} other {Diese Termine haben Buchungen und lägen dann in der Vergangenheit: {sessions}. Ändere sie zuerst einzeln, oder sage sie ab.}}',
    busy: 'Zu viele Änderungen auf einmal. Bitte versuche es gleich noch einmal.',
  },
}
