import type { Texts } from '#app/locale/catalogue.ts'

export const ownData: Texts['ownData'] = {
  title: 'Deine Daten',
  failed: 'Etwas ist schiefgegangen',

  export: {
    title: 'Deine Daten herunterladen',
    text: 'Eine ZIP-Datei mit deinen Kursen, Terminen, Buchungen, Kunden, Zahlungen, Paketen, Nachrichten und Bildern: als CSV-Dateien für eine Tabelle und vollständig als JSON-Dateien für andere Programme.',
    care: 'Die Datei enthält die Kontaktdaten deiner Kunden. Bewahre sie dort auf, wo nur du sie öffnen kannst.',
    button: 'Alles herunterladen',
    wait: 'Bei vielen Buchungen kann das eine Minute dauern.',
    problems: {
      exporting: 'Deine Datei wird schon vorbereitet. Bitte warte eine Minute.',
      rate_limited:
        'Du kannst deine Daten fünfmal am Tag herunterladen. Bitte versuche es morgen noch einmal.',
      busy: 'Gerade ist viel los. Bitte versuche es in einer Minute noch einmal.',
      failed: 'Deine Datei konnte nicht vorbereitet werden. Bitte versuche es noch einmal.',
    },
  },

  close: {
    title: 'Konto löschen',
    open: 'Konto löschen …',
    text: 'Deine Seite verschwindet sofort, und alle werden abgemeldet. Du kannst dich noch {days, number} Tage lang anmelden und das Konto wiederherstellen. Danach wird alles endgültig gelöscht: Kurse, Buchungen, Kunden, Zahlungen, Nachrichten und Bilder. Lade vorher deine Daten herunter.',
    setUpText:
      'Du hast noch nichts eingerichtet, also ist niemand betroffen. Du kannst dich noch {days, number} Tage lang anmelden und das Konto wiederherstellen. Danach wird es endgültig gelöscht.',
    setUpBack: 'Zurück zur Einrichtung',
    sessions:
      '{bookings, plural, one {# gebuchter Platz} other {# gebuchte Plätze}} in {sessions, plural, one {# kommenden Termin} other {# kommenden Terminen}} {bookings, plural, one {wird} other {werden}} storniert.',
    told: '{count, plural, one {# Kunde wird} other {# Kunden werden}} benachrichtigt.',
    unreached:
      '{count, plural, one {# Kunde hat keine E-Mail-Adresse} other {# Kunden haben keine E-Mail-Adresse}}. Bitte ruf selbst an.',
    bundles:
      '{count, plural, one {# verkauftes Paket endet} other {# verkaufte Pakete enden}}. Was Kunden für die übrigen Termine bezahlt haben, musst du zurückzahlen.',
    paid: '{count, plural, one {# davon ist bezahlt} other {# davon sind bezahlt}}.',
    cancel: 'Alles stornieren und die Kunden benachrichtigen',
    username: 'Gib zur Bestätigung deinen Benutzernamen ein',
    usernameText: 'Der letzte Teil der Adresse deiner Seite: {username}',
    password: 'Dein Passwort',
    button: 'Konto löschen',
    pending: 'Wird gelöscht …',
    missing: 'Bitte gib dein Passwort ein.',
    choose:
      'Du hast noch Buchungen oder Pakete. Setze den Haken, um sie zu stornieren, oder behalte das Konto.',
    wrong: 'Das ist nicht dein Passwort.',
    wrongUsername: 'Das ist nicht dein Benutzername.',
    tooMany: 'Zu viele Versuche. Bitte warte 15 Minuten und versuche es noch einmal.',
    changed:
      'Deine Buchungen haben sich geändert, seit du diese Seite geöffnet hast. Bitte sieh dir die Zahlen unten an und bestätige noch einmal.',
    done: 'Dein Konto ist gelöscht',
    doneText: 'Wenn du es dir anders überlegst, melde dich innerhalb von {days, number} Tagen an.',
  },

  closed: {
    title: 'Dein Konto ist gelöscht',
    text: 'Deine Seite ist offline, und niemand kann buchen. Nach dem {day} wird alles endgültig gelöscht.',
    erasing: 'Alles in diesem Konto wird gerade endgültig gelöscht.',
    member: 'Der Inhaber hat dieses Konto gelöscht.',
    back: 'Konto wiederherstellen',
    backText:
      'Deine Seite und deine wöchentlichen Zeiten kommen zurück. Stornierte Buchungen bleiben storniert.',
    backDone: 'Willkommen zurück',
    backDoneText: 'Deine Seite ist wieder online.',
    tooLate: 'Dieses Konto kann nicht mehr wiederhergestellt werden.',
    signOut: 'Abmelden',
  },
}
