import type { Translated } from '#core/shared/languages.ts'
import type { settings as english } from './en.ts'

export const settings: Translated<typeof english> = {
  title: 'Einstellungen',
  sections: 'Einstellungen',
  back: 'Zurück zur Übersicht',
  toList: 'Alle Einstellungen',
  groups: {
    account: 'Konto',
    page: 'Deine Seite',
    booking: 'Buchung',
    connections: 'Verbindungen',
  },
  entries: {
    profile: 'Profil',
    look: 'Aufbau und Kontakt',
    pictures: 'Bilder',
    embed: 'Auf deiner Website zeigen',
    classes: 'Bestätigung je Kurs',
    integrations: 'Integrationen',
    legacy: 'Frühere Einrichtung',
    api: 'API-Einstellungen',
  },
  save: 'Änderungen speichern',
  saving: 'Wird gespeichert …',

  profile: {
    title: 'Profil',
    text: 'Kunden sehen das auf deiner Seite und in jeder E-Mail.',
    picture: 'Bild',
    changePicture: 'Bild ändern',
    fullName: 'Vor- und Nachname',
    businessName: 'Name deines Angebots',
    location: 'Ort',
    locationText: 'Stadt oder Gegend. Steht unter deinem Namen.',
    updated: 'Profil gespeichert',
    failed: 'Nicht gespeichert',
    failedText: 'Das Profil konnte nicht gespeichert werden.',
  },

  integrations: {
    title: 'Integrationen',
    text: 'Andere Dienste, die mit deinen Buchungen arbeiten.',
    calendar: 'Google Kalender',
    notConfigured: 'Nicht eingerichtet',
    calendarText:
      'Diese Installation hat keinen Zugang zu Google Kalender. Buchungen werden deshalb in keinen Kalender geschrieben.',
    telegram: 'Telegram',
    telegramMissing: 'Telegram ist nicht eingerichtet',
    telegramText:
      'Diese Installation hat keinen Telegram-Bot. Alle Nachrichten gehen deshalb per E-Mail.',
    bot: 'Dein Telegram-Bot',
    botText:
      'Wenn Kunden einem Bot von dir schreiben können, öffnet ihn der Knopf „Nachricht“ auf deiner Seite. Ein Telegram-Name unter „Aufbau und Kontakt“ hat Vorrang.',
    botUsername: 'Name des Bots',
    botUsernameText: 'Ohne @, zum Beispiel mein_studio_bot.',
    saveBot: 'Speichern',
    removeBot: 'Entfernen',
    saved: 'Gespeichert',
    removed: 'Bot entfernt',
    failed: 'Nicht gespeichert',
    failedText: 'Der Telegram-Bot konnte nicht gespeichert werden.',
  },

  legacy: {
    title: 'Frühere Einrichtung',
    text: 'Der frühere Weg, einen Kalender zu verbinden. Der Stand ist derselbe wie unter „Integrationen“.',
  },

  api: {
    title: 'API-Einstellungen',
    text: 'Der Zugang dieser Installation zu Kalendern.',
    required: 'Einrichtung nötig',
    requiredText: 'Auf dieser Installation sind keine Zugangsdaten für Kalender hinterlegt.',
    you: 'Für dich',
    youText:
      'Du musst hier nichts eintragen. Der Betreiber hinterlegt die Zugangsdaten außerhalb der App, für alle Anbieter dieser Installation.',
    operator: 'Für den Betreiber',
    operatorText:
      'Diese Version hat keine Einstellung für Zugangsdaten zu Kalendern. Alle Einstellungen, die sie liest, stehen in docs/operations.md.',
  },
}
