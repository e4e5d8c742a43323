import type { Translated } from '#core/shared/languages.ts'
import type { googleCalendar as english } from './en.ts'

export const googleCalendar: Translated<typeof english> = {
  title: 'Google Kalender',
  notConfigured: 'Nicht eingerichtet',
  notConfiguredText:
    'Deine Termine kommen nicht in einen Google-Kalender. Wer diese Seite betreibt, muss das erst einrichten. Wie, steht unter <api>API-Einstellungen</api>.',
  offer:
    'Deine Termine erscheinen in deinem Google-Kalender, mit allen Teilnehmern, und bleiben aktuell. Setze auf der Seite von Google beide Häkchen.',
  connect: 'Google Kalender verbinden',
  connecting: 'Google wird geöffnet …',
  connected: 'Verbunden',
  account: 'Konto: {email}',
  writing: '{written} von {wanted} Terminen stehen in deinem Kalender.',
  writingLabel: 'Termine in deinem Kalender',
  complete:
    '{wanted, plural, =0 {Neue Termine erscheinen in deinem Kalender.} one {Dein nächster Termin steht in deinem Kalender.} other {Alle # kommenden Termine stehen in deinem Kalender.}}',
  brokenBadge: 'Verbindung verloren',
  broken:
    'Google lässt uns nicht mehr in deinen Kalender schreiben, deshalb fehlen dort neue Buchungen und Änderungen. Die Buchungen selbst sind nicht betroffen. Bitte verbinde den Kalender neu.',
  stoppedBadge: 'Angehalten',
  stopped:
    'Angehalten, weil das Passwort der Person zurückgesetzt wurde, die ihn verbunden hat. Neue Buchungen und Änderungen fehlen im Kalender. Die Buchungen selbst sind nicht betroffen. Diese Person kann ihn weiterlaufen lassen.',
  security: '„Passwort und Geräte“ öffnen',
  reconnect: 'Neu verbinden',
  problems: {
    limited: 'Google bittet uns zu warten. Wir versuchen es bald wieder.',
    unreachable: 'Google ist gerade nicht erreichbar. Wir versuchen es weiter.',
    misconfigured:
      'Google nimmt die Einstellungen dieser Seite nicht an. Wer sie betreibt, sieht den Grund auf der Zustandsseite.',
    refused: 'Google hat einen deiner Termine nicht angenommen. Wir versuchen es noch einmal.',
  },
  check: 'Jetzt prüfen',
  checking: 'Wir sehen in deinem Kalender nach.',
  disconnect: 'Trennen',
  disconnected: 'Getrennt',
  disconnectedText:
    'Deine Termine bleiben in deinem Kalender, wie sie jetzt sind. Wir haben keinen Zugriff mehr darauf.',
  notRevoked:
    'Wir haben unseren Zugriff gelöscht, konnten es Google aber nicht mitteilen. Entferne diese Seite in deinem Google-Konto unter „Verbindungen zu Drittanbietern“.',
  disconnectFailed: 'Trennen fehlgeschlagen',
  tryAgain: 'Bitte versuche es noch einmal.',
  busy: {
    title: 'Belegte Zeiten',
    text: 'Dein Kalender hier zeigt, wann du laut diesen Kalendern beschäftigt bist und welche Termine sich damit überschneiden. Wir speichern nur, wann du beschäftigt bist, nicht womit.',
    none: 'Deine Kalender erscheinen gleich hier.',
    primary: 'Hauptkalender',
    onlyMain:
      'Du hast uns nicht erlaubt, die Liste deiner Kalender zu sehen, deshalb können wir nur den Hauptkalender lesen. Verbinde neu, um das zu ändern.',
    closes: 'Buchung schließen, solange ich beschäftigt bin',
    closesText:
      'Termine zu diesen Zeiten kann man nicht online buchen. Courts und Räume bleiben offen. Bestehende Buchungen bleiben, und du selbst kannst weiter Buchungen eintragen.',
    save: 'Speichern',
    saved: 'Gespeichert',
    failed: 'Die Einstellungen konnten nicht gespeichert werden. Bitte versuche es noch einmal.',
    notInPlan:
      'Um zu sehen, wann du laut deinen anderen Kalendern beschäftigt bist, brauchst du den Tarif Professional.',
    plan: 'Tarif ansehen',
  },
  toasts: {
    connected: 'Google Kalender verbunden',
    connectedText: 'Deine Termine kommen jetzt in deinen Kalender.',
    configuration: 'Einrichtung nötig',
    configurationText:
      'Die Zugangsdaten für den Kalender fehlen auf dieser Seite. Bitte frag den Betreiber.',
    authentication: 'Anmeldung nötig',
    authenticationText: 'Bitte melde dich an, um deinen Kalender zu verbinden.',
    configurationError: 'Fehler in der Einrichtung',
    configurationErrorText:
      'Die Seite von Google konnte nicht geöffnet werden. Bitte versuche es später noch einmal.',
    failed: 'Verbindung fehlgeschlagen',
  },
  callback: {
    title: 'Google Kalender',
    processing: 'Dein Google-Kalender wird verbunden …',
    button: 'Weiter',
    success: 'Google Kalender ist verbunden!',
    redirecting: 'Es geht zurück zu deinen Einstellungen …',
    denied: 'Zugriff nicht erlaubt: {error}',
    deniedText: 'Du hast den Zugriff bei Google nicht erlaubt, deshalb wurde nichts verbunden.',
    againText: 'Es wurde nichts verbunden. Bitte fang in deinen Einstellungen noch einmal an.',
    missing: 'Der Code oder der Parameter „state“ fehlt',
    failed: 'Die Antwort von Google Kalender konnte nicht verarbeitet werden',
    back: 'Zurück zu den Einstellungen',
    problems: {
      not_configured: 'Die Zugangsdaten für den Kalender fehlen auf dieser Seite.',
      expired:
        'Diese Verbindung ist abgelaufen oder wurde in einem anderen Browser begonnen. Bitte versuche es noch einmal.',
      scope:
        'Setze auf der Seite von Google ein Häkchen bei „Termine ansehen, hinzufügen, ändern und löschen“. Bitte versuche es noch einmal.',
      refused: 'Google hat die Anfrage nicht angenommen. Bitte versuche es noch einmal.',
      unreachable: 'Google ist gerade nicht erreichbar. Bitte versuche es später noch einmal.',
      rate_limited: 'Zu viele Versuche. Bitte warte ein paar Minuten und versuche es noch einmal.',
      unexpected: 'Bitte versuche es noch einmal.',
    },
  },
  api: {
    ready:
      'Kalenderverbindungen sind auf dieser Seite eingerichtet. Jeder verbindet den eigenen Kalender unter <integrations>Integrationen</integrations>; Zugangsdaten muss hier niemand eingeben.',
    text: 'Hier gibt es nichts einzurichten. Kalenderverbindungen gibt es auf dieser Seite noch nicht.',
    title: 'OAuth-Zugangsdaten für den Kalender einrichten',
    steps: {
      project:
        'Leg in der Google Cloud Console ein Projekt an und aktiviere die Google Calendar API.',
      consent:
        'Richte den OAuth-Zustimmungsbildschirm mit den Bereichen {scopes} ein. Veröffentliche ihn: Im Testmodus endet jede Verbindung nach sieben Tagen.',
      client:
        'Leg einen OAuth-Client vom Typ „Webanwendung“ an, mit dieser autorisierten Weiterleitungs-URI:',
      settings: 'Starte diese Seite mit den Einstellungen {names}.',
    },
    handbook: 'Das Handbuch für Betreiber (docs/operations.md) nennt alle Einstellungen.',
  },
  wizard: {
    calendar: 'Google Kalender',
    calendarText:
      'Zeigt deine Termine und wer kommt. Du verbindest ihn gleich nach der Einrichtung.',
  },
}
