export const legal = {
  updated: 'Zuletzt geändert: {date}',
  otherTab:
    'Dein Formular ist noch im anderen Tab offen. Schließe diesen, um dorthin zurückzukehren.',
  contact: 'Fragen beantwortet {operator}: <mail></mail>',
  noContact:
    'Fragen beantwortet {operator}, Betreiber dieser Seite, über das <form>Kontaktformular</form>.',
  privacy: {
    title: 'Datenschutz',
    intro:
      '{operator} betreibt diese Seite, auf der Trainer Kurse veröffentlichen und Menschen sie buchen. Hier steht, was über dich gespeichert wird, wozu und wie lange.',
    sections: {
      responsible: {
        title: 'Wer verantwortlich ist',
        text: 'Für Konten und den Betrieb dieser Seite: {operator}. Für das, was ein Trainer über die Menschen speichert, die bei ihm buchen: der Trainer. {operator} bewahrt diese Daten für den Trainer auf und verwendet sie für nichts anderes.',
      },
      providers: {
        title: 'Anbieter',
        text: 'Trainer haben ein Konto. Gespeichert werden: Name, E-Mail, ein Passwort, das sich nicht zurücklesen lässt, Name des Betriebs, Ort, Zeitzone, Land, Währung, Sprache, die Kurse mit ihren Terminen und welche Browser angemeldet sind. Name, Betrieb, Ort und Kurse sind öffentlich.',
      },
      clients: {
        title: 'Kunden',
        text: 'Wer bucht, braucht kein Konto. Gespeichert werden: der Name und die Telefonnummer oder E-Mail aus der Buchung, ihre Sprache, was wann gebucht, verschoben oder abgesagt wurde, ob jemand da war, was bezahlt wurde, welche Nachrichten verschickt wurden und ob sie ankamen. Das sieht nur der Trainer, bei dem gebucht wurde. Niemand erfährt, wer sonst gebucht hat.',
      },
      enquiries: {
        title: 'Wer uns schreibt',
        text: 'Das Kontaktformular speichert Name, E-Mail, Betrieb und Nachricht und schickt sie an {operator}, um dir zu antworten und für nichts anderes. Sie bleiben, bis {operator} sie entfernt.',
      },
      administrators: {
        title: 'Administratoren',
        text: 'Wer diese Seite betreibt, kann die Daten erreichen, soweit das für den Betrieb oder zur Hilfe nötig ist. Korrekturen an Buchungen werden protokolliert.',
      },
      duration: {
        title: 'Wie lange',
        text: 'Anmeldungen enden 30 Tage nach ihrer letzten Nutzung, Bestätigungslinks nach einem Tag, Links für ein neues Passwort nach einer Stunde. Versuche, sich anzumelden oder uns zu schreiben, werden höchstens eine Stunde gezählt, gegen das Erraten von Passwörtern und massenhafte Nachrichten; Netz- und E-Mail-Adressen werden dafür so verschlüsselt, dass sie nicht lesbar sind. Konten, Kurse und Buchungen bleiben, bis der Trainer oder der Betreiber sie entfernt; Buchungen gehören zu den Geschäftsunterlagen des Trainers, für die das Gesetz Fristen setzen kann.',
      },
      others: {
        title: 'Wer sie sonst bekommt',
        text: 'Der Mailserver, der unsere Nachrichten zustellt. Sonst niemand: nichts wird verkauft, nichts für Werbung gemessen, und kein Skript und keine Schrift kommt von einer anderen Firma.',
      },
      rights: {
        title: 'Deine Rechte',
        text: 'Du kannst fragen, was über dich gespeichert ist, es berichtigen, herausgeben oder löschen lassen und der Verwendung widersprechen. Kunden schreiben an ihren Trainer, Trainer an den Betreiber. Bist du mit der Antwort nicht zufrieden, kannst du dich an die Datenschutzbehörde deines Wohnorts wenden.',
      },
    },
    cookies: {
      title: 'Cookies',
      text: 'Alle werden für das gebraucht, was du tun willst. Keines folgt dir auf andere Seiten.',
      name: 'Name',
      purpose: 'Wofür',
      kept: 'Wie lange',
      session: {
        purpose: 'Hält dich angemeldet.',
        kept: '30 Tage nach der letzten Nutzung, höchstens 90 Tage nach dem Anmelden',
      },
      known: {
        purpose:
          'Erkennt einen Browser, mit dem du dich schon angemeldet hast, damit dich niemand aussperren kann, der Passwörter rät. Bleibt nach dem Abmelden erhalten.',
        kept: 'Ein Jahr',
      },
      theme: { purpose: 'Merkt sich hell oder dunkel.', kept: 'Ein Jahr' },
      language: { purpose: 'Merkt sich deine Sprache.', kept: 'Ein Jahr' },
      device: {
        purpose: 'Macht aus doppeltem Drücken oder einem zweiten Versuch eine Buchung.',
        kept: 'Ein Jahr',
      },
      notice: { purpose: 'Trägt eine Nachricht auf die nächste Seite.', kept: 'Eine Minute' },
      storage:
        'Nach einer Buchung kann dein Browser Namen und Kontakt in seinem eigenen Speicher behalten, damit du sie nicht noch einmal tippen musst. Sie bleiben auf deinem Gerät; „Nicht du?“ vergisst sie.',
    },
  },
  terms: {
    title: 'Nutzungsbedingungen',
    intro:
      '{operator} bietet diese Seite Trainern an, die Kurse veröffentlichen, und Menschen, die sie buchen. Wer sie nutzt, stimmt dem zu, was hier steht.',
    sections: {
      providers: {
        title: 'Anbieter',
        text: 'Trainer legen Angebote an, verwalten Buchungen und erhalten Zahlungen dafür. Du machst wahre Angaben zu deinen Kursen, hältst, was du veröffentlichst, sagst denen, die gebucht haben, wenn sich etwas ändert, und stehst für Preise, Steuern, Versicherung und Sicherheit deiner Kurse ein. Der Vertrag über einen Kurs besteht zwischen dir und deinem Kunden.',
      },
      clients: {
        title: 'Kunden',
        text: 'Kunden sehen sich Kurse an und buchen sie. Du nennst einen Namen und einen Kontakt, unter dem du erreichbar bist, nimmst nicht mehr Plätze, als du brauchst, und sagst rechtzeitig ab, wenn du nicht kommen kannst. Was eine späte Absage kostet, steht da, bevor du sie bestätigst.',
      },
      administrators: {
        title: 'Administratoren',
        text: 'Administratoren haben zusätzliche Rechte: sie halten die Plattform am Laufen, helfen Trainern und sperren Konten, die gegen diese Bedingungen verstoßen. Für anderes nutzen sie sie nicht.',
      },
      accounts: {
        title: 'Konten',
        text: 'Ein Konto gehört einer Person. Behalte dein Passwort für dich; was mit deinem Konto geschieht, gilt als von dir getan, bis du einen Missbrauch meldest. Du kannst dein Konto jederzeit beenden, indem du {operator} schreibst; wie, steht unten.',
      },
      bookings: {
        title: 'Buchungen',
        text: 'Eine Buchung hält einen Platz, sobald sie als bestätigt angezeigt wird; eine Anfrage, die auf den Trainer wartet, hält ihn bis zur angezeigten Zeit. Der Link zu einer Buchung gilt ohne Passwort: wer ihn hat, kann sie verschieben oder absagen.',
      },
      use: {
        title: 'Fairer Umgang',
        text: 'Buche nicht, um Plätze zu blockieren, nutze fremde Kontakte nur für die gebuchten Kurse, versuche nicht, einzudringen oder die Seite zu überlasten, und veröffentliche nichts Rechtswidriges.',
      },
      liability: {
        title: 'Haftung',
        text: 'Der Betreiber sorgt dafür, dass die Seite funktioniert und Daten sicher sind, und kann nicht versprechen, dass sie nie ausfällt. Er haftet für Vorsatz und grobe Fahrlässigkeit und dort, wo das Gesetz keine Beschränkung zulässt, nicht aber für die Kurse selbst, die die Trainer halten.',
      },
      changes: {
        title: 'Änderungen',
        text: 'Ändern sich diese Bedingungen, ändert sich das Datum oben, und Trainer erfahren es, bevor die neuen für sie gelten.',
      },
    },
  },
} as const
