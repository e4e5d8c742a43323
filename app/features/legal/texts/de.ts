export const legal = {
  updated: 'Zuletzt geändert: {date}',
  otherTab:
    'Dein Formular ist noch im anderen Tab offen. Schließe diesen, um dorthin zurückzukehren.',
  contact: 'Fragen beantwortet {operator}: <mail></mail>',
  noContact:
    'Fragen beantwortet {operator}, Betreiber dieser Seite, über das <form>Kontaktformular</form>.',
  notice: 'Impressum',
  privacy: {
    title: 'Datenschutz',
    intro:
      '{operator} betreibt diese Seite, auf der Trainer Kurse veröffentlichen und Menschen sie buchen. Hier steht, was wir über dich speichern, wozu und wie lange.',
    sections: {
      responsible: {
        title: 'Wer verantwortlich ist',
        text: '{operator} ist für die Konten und den Betrieb dieser Seite verantwortlich. Jeder Trainer ist für die Daten der Menschen verantwortlich, die bei ihm buchen. {operator} speichert diese Daten für den Trainer und verwendet sie für nichts anderes.',
      },
      providers: {
        title: 'Anbieter',
        text: 'Trainer haben ein Konto. Wir speichern Name, E-Mail-Adresse, Name des Betriebs, Ort, Zeitzone, Land, Währung und Sprache, die Kurse mit ihren Terminen und welche Browser angemeldet sind. Passwörter und Wiederherstellungscodes speichern wir so, dass niemand sie lesen kann, den Schlüssel der Zwei-Faktor-Anmeldung verschlüsselt. Von einem Passkey speichern wir nur den öffentlichen Teil und den Browser, der ihn hinzugefügt hat. Name, Betrieb, Ort und Kurse sind öffentlich. Wenn du dich über den Einladungslink eines anderen Trainers registriert hast, sieht dieser Trainer deinen Namen, den Tag deiner Registrierung, den ersten Buchstaben und die Domain deiner E-Mail-Adresse und ob du schon einen Kurs veröffentlicht hast.',
      },
      clients: {
        title: 'Kunden',
        text: 'Wer bucht, braucht kein Konto. Wir speichern den Namen und die Telefonnummer oder E-Mail-Adresse aus der Buchung, die verwendete Sprache, bei Courts auch Geschlecht und Geburtsdatum, wenn der Betreiber danach fragt, was wann gebucht, verschoben oder storniert wurde, ob jemand da war, was bezahlt wurde, welche Nachrichten verschickt wurden und ob sie ankamen. Das sieht nur der Trainer, bei dem du gebucht hast. Niemand erfährt von uns, wer sonst gebucht hat. Wenn du die Erinnerungen eines Trainers abbestellst, behalten wir diesen Wunsch mit deiner Adresse in einer Form, die niemand lesen kann, auch wenn deine Daten gelöscht werden.',
      },
      enquiries: {
        title: 'Wer uns schreibt',
        text: 'Das Kontaktformular speichert deinen Namen, deine E-Mail-Adresse, deinen Betrieb und deine Nachricht und schickt sie an {operator}. Sie werden nur verwendet, um dir zu antworten, und bleiben gespeichert, bis {operator} sie löscht.',
      },
      administrators: {
        title: 'Administratoren',
        text: 'Wer diese Seite betreibt, kann auf die Daten zugreifen, soweit das für den Betrieb nötig ist oder um dir zu helfen. Korrekturen an Buchungen werden protokolliert.',
      },
      duration: {
        title: 'Wie lange',
        text: 'Anmeldungen enden 30 Tage nach ihrer letzten Nutzung, Bestätigungslinks nach einem Tag, Links für ein neues Passwort nach einer Stunde. Damit niemand Passwörter erraten oder massenhaft Nachrichten senden kann, zählen wir höchstens einen Tag lang, wie oft sich jemand anmelden, etwas buchen oder uns schreiben will. IP- und E-Mail-Adressen speichern wir dafür so, dass niemand sie lesen kann. Konten, deren E-Mail-Adresse nicht innerhalb von 14 Tagen bestätigt wird, löschen wir. Alle anderen Konten, Kurse und Buchungen bleiben, bis der Trainer oder der Betreiber sie löscht. Löscht ein Trainer sein Konto, wird nach 14 Tagen alles darin endgültig gelöscht: Kurse, Buchungen, Kunden, Zahlungen, Nachrichten und Bilder. Ein Jahr lang behalten wir nur den Namen der Seite, damit niemand anders ihn bekommt, und die Nummern der Buchungen. Buchungen gehören zu den Geschäftsunterlagen des Trainers, für die gesetzliche Aufbewahrungsfristen gelten können.',
      },
      others: {
        title: 'Wer sie sonst bekommt',
        text: 'Nur der Mailserver, der unsere Nachrichten zustellt. Wir verkaufen keine Daten, verfolgen niemanden für Werbung und laden keine Skripte oder Schriften von anderen Firmen.',
        telegram:
          'Wenn du mit Telegram buchst oder dort Nachrichten bekommst, erfährt Telegram, dass du den Bot deines Trainers oder dieser Seite nutzt, und übermittelt die Nachrichten. Wir speichern die Nummer deines Telegram-Kontos, deinen Namen und deinen Benutzernamen dort, um dir zu schreiben. Blockiere den Bot in Telegram, um das zu beenden.',
        google:
          'Wenn du dich mit Google anmeldest, erfährt Google, dass du diese Seite benutzt. Wir bekommen deinen Namen, deine E-Mail-Adresse und die Nummer deines Google-Kontos. Diese Nummer speichern wir, um dich wiederzuerkennen. Füllst du eine Buchung mit Google aus, bekommen wir dasselbe und behalten nur den Namen und die E-Mail-Adresse, mit denen du buchst.',
        calendar:
          'Trainer können einen Google-Kalender verbinden. Darin stehen dann die Termine mit den Namen der Leute, die gebucht haben, und Google speichert sie für den Trainer. Von den anderen Terminen des Trainers speichern wir nur, wann sie sind.',
        cards:
          'Nimmt ein Trainer Karten an, zahlst du auf einer Seite von Stripe, auf das eigene Stripe-Konto des Trainers. Wir senden Stripe, was du buchst, den Preis und deine E-Mail-Adresse, und Stripe meldet uns, ob du bezahlt hast. Deine Kartendaten bekommen wir nie.',
      },
      rights: {
        title: 'Deine Rechte',
        text: 'Du kannst fragen, was wir über dich speichern, eine Kopie bekommen, es berichtigen oder löschen lassen und der Verwendung widersprechen. Kunden schreiben an ihren Trainer. Trainer können in den Einstellungen alles herunterladen und ihr Konto löschen oder an den Betreiber schreiben. Bist du mit der Antwort nicht zufrieden, kannst du dich an die Datenschutzbehörde deines Wohnorts wenden.',
      },
    },
    cookies: {
      title: 'Cookies',
      text: 'Diese Seite verwendet nur Cookies, die sie zum Funktionieren braucht. Keines verfolgt dich auf anderen Seiten.',
      name: 'Name',
      purpose: 'Wofür',
      kept: 'Wie lange',
      session: {
        purpose: 'Hält dich angemeldet.',
        kept: '30 Tage nach der letzten Nutzung, höchstens 90 Tage nach dem Anmelden',
      },
      known: {
        purpose:
          'Erkennt einen Browser, mit dem du dich schon angemeldet hast, damit dich niemand aussperren kann, der dein Passwort zu erraten versucht. Bleibt nach dem Abmelden erhalten.',
        kept: 'Ein Jahr',
      },
      openId: {
        purpose: 'Verknüpft deine Google-Anmeldung mit diesem Browser.',
        kept: '30 Minuten',
      },
      join: {
        purpose: 'Merkt sich, welches Google-Konto du verbinden willst, bis du dich anmeldest.',
        kept: 'Eine Stunde',
      },
      filling: {
        purpose:
          'Füllt ein Buchungsformular einmal mit deinem Namen und deiner E-Mail-Adresse von Google aus.',
        kept: 'Bis sich das Formular öffnet, höchstens fünf Minuten',
      },
      calendar: {
        purpose: 'Verknüpft deinen Google-Kalender mit diesem Browser.',
        kept: '30 Minuten',
      },
      telegramLogin: {
        purpose: 'Verknüpft deine Telegram-Anmeldung mit diesem Browser.',
        kept: '30 Minuten',
      },
      telegram: {
        purpose:
          'Merkt sich, wer du auf Telegram bist, damit du dich nicht für jede Buchung anmelden musst.',
        kept: '90 Tage',
      },
      theme: {
        purpose: 'Merkt sich, ob du das helle oder dunkle Design gewählt hast.',
        kept: 'Ein Jahr',
      },
      language: { purpose: 'Merkt sich deine Sprache.', kept: 'Ein Jahr' },
      zone: {
        purpose:
          'Zeigt Zeiten auch nach deiner Uhr, wenn sie anders geht als die des Trainers, und Kurse in deiner Zeitzone zuerst.',
        kept: 'Bis du den Browser schließt',
      },
      place: {
        purpose: 'Merkt sich den Ort, den du in der Liste der Kurse gewählt hast.',
        kept: 'Ein Jahr',
      },
      device: {
        purpose: 'Verhindert, dass doppeltes Tippen oder ein zweiter Versuch zweimal bucht.',
        kept: 'Ein Jahr',
      },
      brought: {
        purpose: 'Merkt sich, über wessen Link oder Einladung du gekommen bist.',
        kept: 'Bis du dich registrierst oder den Browser schließt',
      },
      paying: {
        purpose: 'Bringt dich von der Kartenzahlung zurück zur Seite deiner Buchung.',
        kept: 'Eine Stunde',
      },
      notice: { purpose: 'Zeigt eine Meldung auf der nächsten Seite an.', kept: 'Eine Minute' },
      storage:
        'Nach einer Buchung kann sich dein Browser Namen und Kontaktdaten merken, damit du sie nicht noch einmal eingeben musst. Sie bleiben auf deinem Gerät. Mit „Nicht du?“ entfernst du sie.',
    },
  },
  terms: {
    title: 'Nutzungsbedingungen',
    intro:
      '{operator} bietet diese Seite Trainern an, die Kurse veröffentlichen, und Menschen, die sie buchen. Wenn du sie nutzt, stimmst du diesen Bedingungen zu.',
    sections: {
      providers: {
        title: 'Anbieter',
        text: 'Trainer legen Angebote an, verwalten Buchungen und erhalten Zahlungen dafür. Du beschreibst deine Kurse wahrheitsgemäß, hältst die Termine ab, die du veröffentlichst, und sagst allen, die gebucht haben, wenn sich etwas ändert. Du bist für Preise, Steuern, Versicherung und Sicherheit deiner Kurse verantwortlich. Der Vertrag über einen Kurs besteht zwischen dir und deinem Kunden.',
      },
      clients: {
        title: 'Kunden',
        text: 'Kunden sehen sich Kurse an und buchen sie. Du gibst deinen Namen und Kontaktdaten an, unter denen du erreichbar bist, buchst nicht mehr Plätze, als du brauchst, und stornierst rechtzeitig, wenn du nicht kommen kannst. Was eine späte Stornierung kostet, zeigen wir dir, bevor du sie bestätigst.',
      },
      administrators: {
        title: 'Administratoren',
        text: 'Administratoren haben zusätzliche Rechte. Sie nutzen sie nur, um die Plattform am Laufen zu halten, Trainern zu helfen und Konten zu sperren, die gegen diese Bedingungen verstoßen.',
      },
      accounts: {
        title: 'Konten',
        text: 'Ein Konto gehört einer Person. Behalte dein Passwort für dich. Du bist dafür verantwortlich, was in deinem Konto geschieht, bis du einen Missbrauch meldest. Du kannst dein Konto jederzeit in den Einstellungen löschen. Du kannst auch {operator} bitten, es zu löschen: Die Kontaktdaten stehen unten.',
      },
      bookings: {
        title: 'Buchungen',
        text: 'Sobald eine Buchung als bestätigt angezeigt wird, gehört der Platz dir. Bei einer Anfrage wird der Platz für dich freigehalten, bis der Trainer antwortet oder die angezeigte Zeit vorbei ist. Der Link zu einer Buchung funktioniert ohne Passwort: Wer ihn hat, kann sie verschieben oder stornieren.',
      },
      use: {
        title: 'Fairer Umgang',
        text: 'Buche keine Plätze, nur um sie zu blockieren. Nutze Kontaktdaten anderer nur für die Kurse, die sie gebucht haben. Versuche nicht, in die Seite einzudringen oder sie zu überlasten, und veröffentliche nichts Rechtswidriges.',
      },
      liability: {
        title: 'Haftung',
        text: 'Der Betreiber arbeitet daran, dass die Seite funktioniert und Daten sicher sind, kann aber nicht versprechen, dass sie nie ausfällt. Er haftet für Vorsatz und grobe Fahrlässigkeit und dort, wo das Gesetz keine Beschränkung der Haftung zulässt. Für die Kurse selbst haftet er nicht, denn die geben die Trainer.',
      },
      changes: {
        title: 'Änderungen',
        text: 'Ändern sich diese Bedingungen, ändern wir das Datum oben. Wir informieren Trainer, bevor die neuen Bedingungen für sie gelten.',
      },
    },
  },
} as const
