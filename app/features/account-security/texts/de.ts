import type { Texts } from '#app/locale/catalogue.ts'

export const security: Texts['security'] = {
  title: 'Passwort und Geräte',
  text: 'Wer dein Konto öffnen kann.',
  failed: 'Etwas ist schiefgegangen',
  tooMany: 'Zu viele Versuche. Bitte warte 15 Minuten und versuche es noch einmal.',

  password: {
    title: 'Passwort',
    text: 'Wenn du es änderst, werden alle deine anderen Geräte abgemeldet.',
    current: 'Aktuelles Passwort',
    new: 'Neues Passwort',
    rule: 'Mindestens 8 Zeichen.',
    change: 'Passwort ändern',
    changing: 'Wird geändert …',
    changed: 'Passwort geändert',
    changedText: 'Alle anderen Geräte wurden abgemeldet.',
    wrong: 'Das ist nicht dein aktuelles Passwort.',
    password_short: 'Bitte nimm mindestens 8 Zeichen.',
    password_long: 'Bitte nimm höchstens 256 Zeichen.',
    password_common: 'Dieses Passwort ist zu leicht zu erraten. Bitte wähle ein anderes.',
    missing: 'Bitte gib dein aktuelles Passwort ein.',
  },

  devices: {
    title: 'Angemeldete Geräte',
    text: 'Wenn du ein Gerät nicht kennst, melde es ab und ändere dein Passwort.',
    name: '{browser} auf {system}',
    unknown: 'Unbekanntes Gerät',
    here: 'Dieses Gerät',
    used: 'Zuletzt benutzt am {day} · angemeldet am {since}',
    signOut: 'Abmelden',
    signOutNamed: '{device} abmelden, angemeldet am {since}',
    others: 'Alle anderen Geräte abmelden',
    none: 'Du bist nirgendwo sonst angemeldet.',
    signedOut: 'Gerät abgemeldet',
    othersSignedOut: 'Alle anderen Geräte abgemeldet',
  },
}
