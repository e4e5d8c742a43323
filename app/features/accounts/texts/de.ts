export const account = {
  email: 'E-Mail',
  password: 'Passwort',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  error: 'Fehler',
  login: {
    title: 'Willkommen zurück',
    text: 'Melde dich an, um deine Kurse und Buchungen zu verwalten.',
    button: 'Anmelden',
    pending: 'Anmeldung läuft …',
    forgot: 'Passwort vergessen?',
    noAccount: 'Noch kein Konto?',
    signUp: 'Hier registrieren',
    success: 'Geschafft!',
    successText: 'Du bist angemeldet',
    existsTitle: 'Dieses Konto gibt es schon',
    existsText: 'Diese E-Mail-Adresse ist bereits registriert. Bitte melde dich an.',
    problems: {
      missing: 'Bitte gib E-Mail-Adresse und Passwort ein.',
      email_missing: 'Gib deine E-Mail-Adresse ein.',
      password_missing: 'Gib dein Passwort ein.',
      wrong: 'E-Mail-Adresse oder Passwort ist falsch.',
      unverified:
        'Bitte bestätige zuerst deine E-Mail-Adresse. Der Link steht in der E-Mail, die wir dir geschickt haben.',
      suspended: 'Dieses Konto ist gesperrt. Bitte wende dich an den Support.',
      suspendedBecause:
        'Dieses Konto ist gesperrt. Der Grund: „{because}“ Bitte wende dich an den Support.',
      rate_limited: 'Zu viele Versuche. Bitte warte 15 Minuten und versuche es noch einmal.',
      passkey_over: 'Diese Seite war zu lange offen. Bitte versuche es noch einmal.',
      passkey_unknown:
        'Dieser Passkey gehört hier zu keinem Konto. Bitte melde dich mit deinem Passwort an.',
      unexpected: 'Ein unerwarteter Fehler ist aufgetreten',
    },
    passkey: 'Passkey benutzen',
    passkeyPending: 'Warten auf dein Gerät …',
    passkeyCancelled:
      'Es wurde kein Passkey benutzt. Versuche es noch einmal oder melde dich mit deinem Passwort an.',
    resend: 'Bestätigung noch einmal senden',
    sendLink: 'Link zum Anmelden per E-Mail senden',
    ended: 'Deine Sitzung ist abgelaufen',
    endedText: 'Bitte melde dich wieder an. Dein Formular bleibt so, wie du es verlassen hast.',
    keptTitle: 'Du bist angemeldet',
    keptText: 'Dein Formular ist noch da.',
    keptLoading: 'Dein Formular wird geöffnet …',
    keptButton: 'Zurück zum Formular',
    resetDone: 'Passwort geändert',
    resetDoneText: 'Bitte melde dich mit deinem neuen Passwort an.',
  },
  google: {
    button: 'Weiter mit Google',
    pending: 'Anmeldung mit Google …',
    or: 'oder',
    agree:
      'Wenn du mit Google weitermachst, stimmst du den <terms>Nutzungsbedingungen</terms> zu. Siehe auch die <privacy>Datenschutzerklärung</privacy>.',
    agreeNew:
      'Wenn du neu hier bist, wird damit dein Konto angelegt, und du stimmst den <terms>Nutzungsbedingungen</terms> zu. Siehe auch die <privacy>Datenschutzerklärung</privacy>.',
    agreeInvited:
      'Wenn du eingeladen bist, wird damit dein Konto angelegt, und du stimmst den <terms>Nutzungsbedingungen</terms> zu. Siehe auch die <privacy>Datenschutzerklärung</privacy>.',
    notKept: 'Wenn du mit Google weitermachst, geht dein Formular verloren.',
    waiting:
      '{email} ist schon registriert. Melde dich einmal mit deinem Passwort oder mit einem Link per E-Mail an. Danach kannst du Google benutzen.',
    problems: {
      unreachable:
        'Google ist gerade nicht erreichbar. Bitte versuche es noch einmal oder benutze deine E-Mail-Adresse.',
      unexpected: 'Bei der Anmeldung mit Google ist ein unerwarteter Fehler aufgetreten',
    },
  },
  callback: {
    title: 'Mit Google anmelden',
    completing: 'Anmeldung wird abgeschlossen …',
    settingUp: 'Dein Konto wird eingerichtet …',
    button: 'Weiter',
    error: 'Anmeldung fehlgeschlagen',
    welcomeBack: 'Willkommen zurück!',
    welcomeBackText: 'Du hast dich mit Google angemeldet',
    welcome: 'Willkommen!',
    welcomeText: 'Fülle zuerst dein Profil aus.',
    problems: {
      timeout: 'Die Anmeldung hat zu lange gedauert. Bitte versuche es noch einmal.',
      unexpected: 'Bei der Anmeldung ist ein unerwarteter Fehler aufgetreten',
      cancelled:
        'Du hast die Anmeldung bei Google nicht erlaubt. Versuche es noch einmal oder benutze deine E-Mail-Adresse.',
      refused: 'Die Antwort von Google konnte nicht geprüft werden. Bitte versuche es noch einmal.',
      unreachable:
        'Google ist gerade nicht erreichbar. Bitte versuche es noch einmal oder benutze deine E-Mail-Adresse.',
      expired:
        'Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Bitte versuche es noch einmal.',
      unverified_email:
        'Google hat deine E-Mail-Adresse nicht bestätigt. Bitte registriere dich mit E-Mail-Adresse und Passwort.',
      admin: 'Administratoren melden sich mit Passwort und Code an.',
    },
  },
  link: {
    title: 'Ohne Passwort anmelden',
    text: 'Gib deine E-Mail-Adresse ein. Wir schicken dir einen Link, mit dem du dich anmeldest.',
    button: 'Link zum Anmelden senden',
    sent: 'Wenn es ein Konto mit dieser E-Mail-Adresse gibt, ist ein Link unterwegs oder schon in deinem Postfach. Er funktioniert einmal und läuft nach einer Stunde ab.',
    back: 'Zurück zur Anmeldung',
    ended: {
      used: 'Dieser Anmeldelink wurde schon benutzt, oder dein Passwort hat sich seitdem geändert. Fordere einen neuen an.',
      over: 'Dieser Anmeldelink ist abgelaufen. Fordere einen neuen an.',
      wrong:
        'Dieser Link ist nicht vollständig. Öffne ihn noch einmal aus der E-Mail oder fordere einen neuen an.',
    },
    problems: {
      rate_limited:
        'Aus diesem Netz wurden zu viele Links angefordert. Bitte warte eine Stunde und versuche es noch einmal.',
      open_rate_limited: 'Zu viele Versuche. Bitte warte 15 Minuten und versuche es noch einmal.',
      unexpected: 'Ein unerwarteter Fehler ist aufgetreten. Bitte versuche es noch einmal.',
    },
    openTitle: 'Als {email} anmelden',
    openText: 'Dieser Link funktioniert einmal.',
    open: 'Anmelden',
    again: 'Neuen Link anfordern',
  },
  code: {
    title: 'Code eingeben',
    text: 'Deine Authenticator-App zeigt einen Code für {email}.',
    code: 'Code aus der App',
    help: '6 Ziffern. Alle 30 Sekunden erscheint ein neuer Code.',
    button: 'Anmelden',
    noApp: 'Ich kann die App nicht öffnen',
    recoveryCode: 'Wiederherstellungscode',
    recoveryHelp:
      'Davon hast du beim Einrichten der Zwei-Faktor-Anmeldung zehn gespeichert. Jeder funktioniert einmal.',
    recoveryButton: 'Mit Wiederherstellungscode anmelden',
    lost: 'Auch keine Wiederherstellungscodes mehr? <contact>Schreib uns</contact>. Sobald wir geprüft haben, dass das Konto dir gehört, schalten wir die Zwei-Faktor-Anmeldung aus.',
    other: 'Mit einem anderen Konto anmelden',
    problems: {
      wrong_code:
        'Dieser Code ist falsch. Gib den Code ein, den die App jetzt zeigt, und prüfe, ob die Uhr deines Handys richtig geht.',
      used_code: 'Dieser Code wurde schon benutzt. Warte, bis die App den nächsten zeigt.',
      wrong_recovery_code: 'Das ist keiner deiner unbenutzten Wiederherstellungscodes.',
      codes_limited:
        'Zu viele falsche Codes. Bitte warte mindestens 15 Minuten oder nimm einen Wiederherstellungscode.',
      not_begun: 'Die Zeit für den Code ist abgelaufen. Bitte melde dich noch einmal an.',
    },
  },
  suspended: {
    title: 'Dein Konto ist gesperrt',
    text: '{operator} hat dieses Konto gesperrt. Bei dir kann gerade niemand buchen, und du kannst nichts ändern.',
    because: 'Grund',
    kept: 'Bestehende Buchungen bleiben, und die Links deiner Kunden funktionieren weiter. Sobald der Betreiber das Konto wieder freigibt, ist alles wie vorher.',
    contact: 'Dem Betreiber schreiben',
    write: 'An {email} schreiben',
    signOut: 'Abmelden',
  },
  otherSession:
    'Du bist als {other} angemeldet. Wenn du fortfährst, wirst du in diesem Browser von diesem Konto abgemeldet.',
  register: {
    title: 'Konto erstellen',
    text: 'Stell noch heute deinen ersten Kurs online. 14 Tage mit allen verfügbaren Funktionen, ohne Karte.',
    textPlain: 'Stell noch heute deinen ersten Kurs online.',
    button: 'Konto erstellen',
    pending: 'Konto wird erstellt …',
    passwordHelp: 'Mindestens 8 Zeichen.',
    terms: 'Bedingungen',
    agree:
      'Ich stimme den <terms>Nutzungsbedingungen</terms> zu. Siehe die <privacy>Datenschutzerklärung</privacy>.',
    haveAccount: 'Schon ein Konto?',
    signIn: 'Anmelden',
    referralTitle: 'Du bist eingeladen',
    referralText:
      'Veröffentliche deinen ersten Kurs, und deine ersten 3 Monate sind völlig kostenlos.',
    referralCode: 'Code: {code}',
    invitedTitle: 'Du bist eingeladen',
    invitedText: 'Deine Einladung gilt für {email}.',
    invitationOver: {
      used: 'Diese Einladung wurde schon benutzt. Melde dich mit der Adresse an, an die sie ging.',
      over: 'Diese Einladung gilt nicht mehr. Bitte um eine neue.',
      wrong: 'Dieser Link ist unvollständig. Öffne ihn noch einmal aus der E-Mail.',
    },
    byInvitation:
      'Für ein neues Konto brauchst du hier eine Einladung. Wenn du eine hast, öffne den Link in der E-Mail.',
    problems: {
      terms: 'Bitte stimme den Bedingungen zu.',
      missing: 'Bitte gib E-Mail-Adresse und Passwort an.',
      email_missing: 'Gib deine E-Mail-Adresse ein.',
      password_missing: 'Wähle ein Passwort.',
      email_invalid: 'Bitte gib eine E-Mail-Adresse wie name@example.com ein.',
      password_short: 'Nimm mindestens 8 Zeichen.',
      password_long: 'Nimm höchstens 256 Zeichen.',
      password_common: 'Dieses Passwort ist zu leicht zu erraten. Bitte wähle ein anderes.',
      closed: 'Neue Konten sind auf dieser Seite nicht möglich.',
      not_invited:
        'Für ein neues Konto brauchst du hier eine Einladung, und sie gilt nur für die Adresse, an die sie ging. Bitte den Betreiber um eine.',
      rate_limited:
        'Zu viele Registrierungen aus diesem Netz. Bitte versuche es in einer Stunde noch einmal.',
      mailbox_limited:
        'Es gab zu viele Registrierungen mit Varianten dieser Adresse. Bitte lass in der Adresse alles vom „+“ bis zum @ weg (bei Gmail auch die Punkte davor), oder versuche es morgen noch einmal.',
      failed: 'Die Registrierung ist fehlgeschlagen.',
      exists: 'Diese E-Mail-Adresse ist bereits registriert. Bitte melde dich an.',
      unexpected: 'Ein unerwarteter Fehler ist aufgetreten. Bitte versuche es noch einmal.',
    },
  },
  verifyEmail: {
    title: 'Sieh in dein Postfach',
    description: 'Dein Konto ist angelegt. Bestätige deine E-Mail-Adresse, um loszulegen.',
    text: 'Wir haben einen Link zur Bestätigung an <address></address> geschickt. Öffne ihn, um dein Konto fertig einzurichten.',
    yourEmail: 'deine E-Mail-Adresse',
    hint: 'Keine E-Mail bekommen? Sieh im Spam-Ordner nach oder lass sie noch einmal senden.',
    wrongAddress: 'Falsche Adresse? <change>Ändern</change>',
    signIn: 'Zur Anmeldung',
    mailbox: '{name} öffnen',
    resend: 'Noch einmal senden',
    sent: 'Wenn diese Adresse noch bestätigt werden muss, ist die E-Mail unterwegs.',
    problems: {
      rate_limited:
        'Wir haben sie schon mehrmals gesendet. Bitte warte eine Stunde und versuche es noch einmal.',
      unexpected: 'Ein unerwarteter Fehler ist aufgetreten. Bitte versuche es noch einmal.',
    },
  },
  verify: {
    title: 'E-Mail-Adresse bestätigen',
    text: 'Drücke auf den Knopf, und dein Konto ist fertig.',
    button: 'E-Mail-Adresse bestätigen',
    loading: 'Deine E-Mail-Adresse wird bestätigt …',
    success: 'E-Mail-Adresse bestätigt! Weiter zum Dashboard …',
    already: 'Die E-Mail-Adresse ist schon bestätigt. Du kannst dich jetzt anmelden.',
    errorTitle: 'Bestätigung fehlgeschlagen',
    problems: {
      timeout:
        'Die Bestätigung hat zu lange gedauert. Bitte versuche es noch einmal oder melde dich an.',
      expired: 'Dieser Link ist abgelaufen. Bitte fordere einen neuen an.',
      invalid:
        'Dieser Link ist ungültig. Bitte versuche es noch einmal oder fordere eine neue E-Mail zur Bestätigung an.',
      failed: 'Die Bestätigung ist fehlgeschlagen. Bitte versuche es noch einmal.',
      no_session: 'Die Bestätigung ist fehlgeschlagen. Du konntest nicht angemeldet werden.',
      unexpected: 'Ein unerwarteter Fehler ist aufgetreten. Bitte versuche es noch einmal.',
      rate_limited: 'Zu viele Versuche. Bitte warte 15 Minuten und versuche es noch einmal.',
    },
    password:
      'Das ist nicht der Browser, mit dem du dich registriert hast. Gib das Passwort ein, das du für {email} gewählt hast.',
    forgot: 'Ich habe mein Passwort vergessen',
    goToLogin: 'Zur Anmeldung',
    goOn: 'Weiter',
    resend: 'Neuen Link senden',
  },
  forgot: {
    title: 'Passwort vergessen?',
    text: 'Gib deine E-Mail-Adresse ein. Wir schicken dir einen Link, mit dem du ein neues Passwort wählst.',
    button: 'Link senden',
    sent: 'Wenn es ein Konto mit dieser E-Mail-Adresse gibt, ist der Link unterwegs. Er läuft nach einer Stunde ab.',
    problems: {
      rate_limited:
        'Du hast das schon mehrmals angefordert. Bitte warte eine Stunde und versuche es noch einmal.',
      unexpected: 'Ein unerwarteter Fehler ist aufgetreten. Bitte versuche es noch einmal.',
    },
    back: 'Zurück zur Anmeldung',
  },
  reset: {
    title: 'Neues Passwort wählen',
    text: 'Überall sonst wirst du abgemeldet.',
    password: 'Neues Passwort',
    button: 'Passwort speichern',
    ended: {
      used: 'Dieser Link wurde schon benutzt, oder dein Passwort hat sich seitdem geändert. Fordere einen neuen an.',
      over: 'Dieser Link ist abgelaufen. Fordere einen neuen an.',
      wrong:
        'Dieser Link ist nicht vollständig. Öffne ihn noch einmal aus der E-Mail oder fordere einen neuen an.',
    },
    problems: {
      password_short: 'Nimm mindestens 8 Zeichen.',
      password_long: 'Nimm höchstens 256 Zeichen.',
      password_common: 'Dieses Passwort ist zu leicht zu erraten. Bitte wähle ein anderes.',
      rate_limited: 'Zu viele Versuche. Bitte warte 15 Minuten und versuche es noch einmal.',
      unexpected: 'Ein unerwarteter Fehler ist aufgetreten. Bitte versuche es noch einmal.',
    },
    again: 'Neuen Link anfordern',
  },
  signOut: {
    title: 'Abmeldung läuft …',
    question: 'Möchtest du dich abmelden?',
    text: 'Das dauert einen Moment.',
    button: 'Abmelden',
    done: 'Abgemeldet',
    failed: 'Fehler beim Abmelden: {message}',
    failedBecause:
      'Der Server hat die Sitzung nicht beendet. Bitte melde dich an und noch einmal ab.',
    menuFailed: 'Die Abmeldung ist fehlgeschlagen. Bitte versuche es noch einmal.',
    unexpected: 'Beim Abmelden ist ein unerwarteter Fehler aufgetreten',
    unsent: '{count, plural, one {# Eintrag ist} other {# Einträge sind}} nur auf diesem Handy',
    unsentText:
      'Wenn du dich jetzt abmeldest, {count, plural, one {geht er} other {gehen sie}} verloren. Öffne die Liste, wenn du Verbindung hast, dann senden wir {count, plural, one {ihn} other {sie}} zuerst.',
    stay: 'Liste öffnen',
    leave: 'Ohne {count, plural, one {ihn} other {sie}} abmelden',
  },
  onboarding: {
    fullName: 'Vor- und Nachname',
    businessName: 'Name deines Angebots',
    businessHelp: 'Der Name auf deiner Seite. Es kann auch dein eigener sein.',
    location: 'Ort',
    locationHelp: 'Eine Stadt oder ein Viertel, zum Beispiel „Berlin, Kreuzberg“.',
    country: 'Land',
    choose: 'Bitte wählen',
    timeZone: 'Zeitzone',
    timeZoneHelp: 'Die Zeiten deiner Kurse gelten in dieser Zeitzone, auch bei der Zeitumstellung.',
    currency: 'Währung',
    language: 'Sprache',
    languageHelp: 'Die Sprache der Nachrichten, die wir dir schicken.',
    contact: 'Wie können Kunden dir schreiben?',
    contactHelp:
      'Diese Adresse ist öffentlich: auf deiner Seite, in E-Mails und in Kalenderdateien.',
    contacts: {
      signIn: 'Adresse, mit der ich mich anmelde',
      other: 'Andere Adresse',
      none: 'Keine Adresse',
    },
    contactTexts: {
      signIn: '{email}',
      other:
        'Wir schicken einen Link an diese Adresse. Sie wird öffentlich, sobald du den Link öffnest und bestätigst.',
      none: 'Telegram, eine Telefonnummer oder eine Adresse kannst du später in den Einstellungen angeben.',
    },
    contactEmail: 'Andere Adresse',
    contactRateLimited:
      'Es wurden zu viele Links zur Bestätigung gesendet. Bitte warte eine Stunde, oder gib diese Adresse später in den Einstellungen an.',
    username: 'Benutzername',
    usernameHelp: '3–30 Zeichen: a–z, 0–9, - und _',
    address: 'Deine Seite ist dann unter <page></page>',
    available: 'Frei',
    done: 'Willkommen an Bord!',
    doneText: 'Dein Profil ist eingerichtet.',
    doneAskedText:
      'Dein Profil ist eingerichtet. Wir haben einen Link an {email} geschickt. Öffne ihn, um die Adresse zu bestätigen.',
    failed: 'Einrichtung fehlgeschlagen',
    failedText: 'Beim Einrichten gab es ein Problem. Bitte versuche es noch einmal.',
  },
  emailChange: {
    confirm: {
      title: 'Mit {email} anmelden?',
      text: 'Ab dann meldest du dich mit dieser Adresse an.',
      button: 'Diese Adresse verwenden',
    },
    restore: {
      title: 'Wieder mit {email} anmelden?',
      text: 'Alle werden abgemeldet, und dein Passwort gilt nicht mehr. Passkeys, die Zwei-Faktor-Anmeldung und andere Wege zur Anmeldung werden entfernt, wenn sie in {days, plural, one {dem Tag} other {den # Tagen}} vor der Änderung oder danach dazugekommen sind. Was älter ist, bleibt. Du bekommst einen Link für ein neues Passwort.',
      button: 'Diese Adresse wiederherstellen',
    },
    done: {
      confirm: {
        title: 'Du meldest dich jetzt mit {email} an',
        text: 'Wir haben eine Nachricht an deine bisherige Adresse geschickt.',
        button: 'Zur Übersicht',
      },
      restore: {
        title: 'Du meldest dich wieder mit {email} an',
        text: 'Alle wurden abgemeldet. Passkeys, die Zwei-Faktor-Anmeldung und andere Wege zur Anmeldung wurden entfernt, wenn sie in {days, plural, one {dem Tag} other {den # Tagen}} vor der Änderung oder danach dazugekommen sind. Was älter ist, bleibt. Wir haben dir einen Link für ein neues Passwort gesendet.',
        button: 'Anmelden',
      },
    },
    invalidTitle: 'Dieser Link gilt nicht mehr',
    ended: {
      used: 'Er wurde schon benutzt.',
      over: 'Er ist abgelaufen, die Änderung wurde zurückgezogen, oder die Adresse hat inzwischen ein Konto.',
      wrong: 'Er ist nicht vollständig. Öffne ihn noch einmal aus der E-Mail.',
    },
    rate_limited: 'Zu viele Versuche. Bitte warte etwas und versuche es noch einmal.',
  },
} as const
