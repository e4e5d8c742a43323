export const contact = {
  title: 'Kontakt',
  description: 'Schreib uns wegen Enterprise: mehrere Orte, ein Team, eigene Anbindungen.',
  headline: 'Erzähl uns von deinem Angebot',
  text: 'Mehrere Studios, ein Team oder eigene Anbindungen? Schreib uns ein, zwei Sätze, und jemand von uns antwortet dir per E-Mail.',
  name: 'Dein Name',
  email: 'Deine E-Mail',
  business: 'Betrieb',
  message: 'Was brauchst du?',
  messageHelp:
    'Wie viele Trainer arbeiten bei dir, an wie vielen Orten, und was sollen wir anbinden?',
  button: 'Nachricht senden',
  privacy:
    'Wir verwenden deine Nachricht nur, um dir zu antworten. <link>So gehen wir mit Daten um</link>',
  leaveEmpty: 'Lass dieses Feld leer',
  orRegister:
    'Oder leg gleich ein Konto an: {days} Tage mit allen verfügbaren Funktionen, ohne Karte.',
  includes: 'Enterprise enthält',
  problems: {
    again: 'Bitte drücke noch einmal auf den Knopf.',
    again_text: 'Nichts ist verloren: Deine Nachricht steht unten.',
    rate_limited:
      'Du hast schon mehrere Nachrichten gesendet. Bitte versuche es in einer Stunde wieder.',
  },
  sentTitle: 'Deine Nachricht ist unterwegs',
  sentText: 'Wir antworten per E-Mail an die angegebene Adresse.',
  confirm: {
    title: '{email} für Kunden anzeigen?',
    text: 'Kunden sehen diese Adresse auf {page}, und ihre Antworten auf Buchungsmails gehen an sie.',
    button: 'Adresse bestätigen',
    done: '{email} ist bestätigt',
    doneText: 'Kunden sehen sie jetzt auf {page}.',
    invalidTitle: 'Dieser Link gilt nicht mehr',
    ended: {
      used: 'Er wurde schon benutzt, oder du hast seitdem eine andere Adresse eingetragen. In den Einstellungen deiner Seite kannst du einen neuen Link senden.',
      over: 'Er ist älter als 24 Stunden. In den Einstellungen deiner Seite kannst du einen neuen Link senden.',
      wrong:
        'Er ist nicht vollständig. Öffne ihn noch einmal aus der E-Mail, oder sende in den Einstellungen deiner Seite einen neuen.',
    },
    settings: 'Einstellungen öffnen',
    rate_limited: 'Zu viele Versuche. Bitte warte 15 Minuten und versuche es dann wieder.',
  },
} as const
