import type { Texts } from '#app/locale/catalogue.ts'

export const security: Texts['security'] = {
  title: 'Passwort und Geräte',
  text: 'Wer dein Konto öffnen kann.',
  failed: 'Etwas ist schiefgegangen',
  tooMany: 'Zu viele Versuche. Bitte warte 15 Minuten und versuche es noch einmal.',

  email: {
    title: 'Adresse zum Anmelden',
    text: 'Du meldest dich mit {email} an.',
    change: 'Adresse ändern',
    new: 'Neue Adresse',
    intro:
      'Wir senden einen Link an die neue Adresse. Bis du ihn öffnest, meldest du dich mit der bisherigen an.',
    send: 'Link senden',
    sending: 'Wird gesendet …',
    sent: 'Sieh in dein neues Postfach',
    sentText: 'Öffne den Link, den wir an {email} senden. Er gilt 24 Stunden.',
    email_invalid: 'Bitte gib eine E-Mail-Adresse wie name@example.com ein.',
    email_same: 'Mit dieser Adresse meldest du dich schon an.',
    mails_limited: 'Es wurden zu viele E-Mails angefordert. Bitte versuche es morgen noch einmal.',
  },

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

  twoFactor: {
    title: 'Zwei-Faktor-Anmeldung',
    on: 'Ein',
    text: 'Zum Anmelden brauchst du dann dein Passwort und einen Code aus einer App auf deinem Handy. Mit dem Passwort allein kommt niemand hinein.',
    textOn: 'Zum Anmelden brauchst du dein Passwort und einen Code aus deiner Authenticator-App.',
    setUp: 'Einrichten',
    manage: 'Verwalten',
    left: '{count, plural, =0 {Keine Wiederherstellungscodes mehr} one {Noch # Wiederherstellungscode} other {Noch # Wiederherstellungscodes}}',
    back: 'Passwort und Geräte',
    intro:
      'Du brauchst eine Authenticator-App, zum Beispiel Google Authenticator, Aegis oder den Passwortmanager deines Handys.',
    passkeysStay:
      '{count, plural, one {Mit deinem Passkey} other {Mit deinen # Passkeys}} kommt man weiterhin ohne Code hinein. Prüfe, ob du {count, plural, one {ihn} other {jeden davon}} kennst.',
    passkeysLink: 'Deine Passkeys ansehen',
    password: 'Dein Passwort',
    start: 'Weiter',
    missing: 'Bitte gib dein Passwort ein.',
    wrong: 'Das ist nicht dein Passwort.',

    scan: 'Scanne diesen Code mit der App',
    scanText: 'Füge in der App ein Konto hinzu und halte die Kamera auf den Code.',
    qrAlt: 'QR-Code mit dem Schlüssel für die App',
    openApp: 'Die App ist auf diesem Gerät: öffnen',
    byHand: 'Oder gib diesen Schlüssel von Hand ein:',
    copy: 'Kopieren',
    copied: 'Kopiert',
    enter: 'Gib den Code ein, den die App zeigt',
    code: 'Code aus der App',
    codeHelp: '6 Ziffern. Alle 30 Sekunden erscheint ein neuer Code.',
    signsOut: 'Alle deine anderen Geräte werden abgemeldet.',
    switchOn: 'Einschalten',
    switchingOn: 'Wird eingeschaltet …',
    switchedOn: 'Zwei-Faktor-Anmeldung ist eingeschaltet',

    recovery: {
      title: 'Deine Wiederherstellungscodes',
      text: 'Wenn du dein Handy verlierst, meldet dich jeder dieser Codes einmal statt der App an.',
      once: 'Wir zeigen sie nur jetzt. Bewahre sie dort auf, wo du sie ohne dein Handy findest.',
      download: 'Herunterladen',
      copy: 'Kopieren',
      copied: 'Kopiert',
      saved: 'Ich habe sie gespeichert',
      fileTitle: '{operatorName}: Wiederherstellungscodes für {email}',
      replaced: 'Die alten Wiederherstellungscodes funktionieren nicht mehr',
    },

    since: 'Eingeschaltet seit {day}.',
    codeOrRecovery: 'Code aus der App oder ein Wiederherstellungscode',
    changes: {
      replace: {
        title: 'Neue Wiederherstellungscodes erstellen',
        text: 'Die alten funktionieren dann nicht mehr.',
        button: 'Neue Codes erstellen',
      },
      off: {
        title: 'Ausschalten',
        text: 'Dann öffnet dein Passwort allein dein Konto. Wenn du das Handy wechselst, schalte hier aus und richte es dort neu ein.',
        button: 'Ausschalten',
      },
    },
    lost: 'App und Wiederherstellungscodes verloren? <contact>Schreib uns</contact>. Sobald wir wissen, dass das Konto dir gehört, schalten wir die Zwei-Faktor-Anmeldung aus.',
    switchedOff: 'Zwei-Faktor-Anmeldung ist ausgeschaltet',
    switchedOffText: 'Dein Passwort allein öffnet dein Konto.',
    problems: {
      wrong_code:
        'Dieser Code ist falsch. Gib den Code ein, den die App jetzt zeigt, und prüfe, ob die Uhr deines Handys richtig geht.',
      used_code: 'Dieser Code wurde schon benutzt. Warte, bis die App den nächsten zeigt.',
      wrong_recovery_code: 'Das ist keiner deiner unbenutzten Wiederherstellungscodes.',
      codes_limited:
        'Zu viele falsche Codes. Bitte warte mindestens 15 Minuten oder nimm einen Wiederherstellungscode.',
      draft_over: 'Das hat länger als eine halbe Stunde gedauert. Bitte fang noch einmal an.',
      already_on: 'Die Zwei-Faktor-Anmeldung ist schon eingeschaltet. Lade die Seite neu.',
      not_on: 'Die Zwei-Faktor-Anmeldung ist schon ausgeschaltet. Lade die Seite neu.',
    },
  },

  passkeys: {
    title: 'Passkeys',
    text: 'Melde dich mit Fingerabdruck, Gesicht oder der PIN deines Geräts an statt mit deinem Passwort.',
    add: 'Passkey hinzufügen',
    added: 'Hinzugefügt am {day}',
    used: 'Zuletzt benutzt am {day} · hinzugefügt am {since}',
    remove: 'Entfernen',
    removeNamed: 'Passkey von {device} entfernen, hinzugefügt am {since}',
    addedToast: 'Passkey hinzugefügt',
    addedText: 'Du kannst dich jetzt damit anmelden.',
    removed: 'Passkey entfernt',
    removedText:
      'Damit kann man sich nicht mehr anmelden. Du kannst ihn auch auf deinem Gerät löschen.',
    intro:
      'Dein Gerät oder dein Passwortmanager bewahrt den Passkey auf. Er ersetzt dein Passwort und, falls du ihn nutzt, auch den Code aus deiner App.',
    make: 'Lass dieses Gerät den Passkey erstellen',
    makeText: 'Dein Gerät fragt dich gleich nach Fingerabdruck, Gesicht oder PIN.',
    makeButton: 'Passkey erstellen',
    making: 'Warten auf dein Gerät …',
    cancelled: 'Es wurde kein Passkey erstellt. Versuche es noch einmal, wenn du so weit bist.',
    known: 'Dieses Gerät hat schon einen Passkey für dein Konto.',
    unsupported:
      'Dieser Browser kann keine Passkeys erstellen. Öffne diese Seite in einem aktuellen Browser, mit JavaScript und über https.',
    problems: {
      passkey_over: 'Diese Seite war zu lange offen. Bitte beginne noch einmal.',
      passkey_wrong:
        'Die Antwort deines Geräts ließ sich nicht prüfen. Bitte versuche es noch einmal.',
      passkey_known: 'Dieser Passkey gehört schon zu einem Konto.',
      passkeys_full: 'Du hast 20 Passkeys. Bitte entferne zuerst einen.',
    },
  },

  google: {
    title: 'Mit Google anmelden',
    connected: 'Verbunden',
    text: 'Um Google zu verbinden, melde dich ab, wähle „Weiter mit Google“ und melde dich einmal mit deinem Passwort oder mit einem Link per E-Mail an.',
    textOn: 'Du kannst dich seit dem {day} mit Google anmelden.',
    disconnect: 'Google trennen',
    onlyWay:
      'Ohne Google könntest du dich nur mit einem Link per E-Mail anmelden. Setze stattdessen ein Passwort: Das trennt Google.',
    disconnected: 'Google getrennt',
    disconnectedText: 'Du kannst dich nicht mehr mit Google anmelden.',
  },
  noPassword: {
    text: 'Du meldest dich mit Google an, darum hat dein Konto noch kein Passwort. Wir schicken einen Link an {email}. Damit setzt du ein Passwort, Google wird getrennt, und du wirst überall abgemeldet.',
    button: 'Link per E-Mail senden',
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
