export const contact = {
  title: 'Kontakt',
  description: 'Schreib uns wegen Enterprise: mehrere Orte, ein Team, eigene Anbindungen.',
  headline: 'Erzähl, was du betreibst',
  text: 'Mehrere Studios, ein Team, eigene Anbindungen: schreib zwei Sätze, und ein Mensch antwortet per E-Mail.',
  name: 'Dein Name',
  email: 'Deine E-Mail',
  business: 'Betrieb',
  message: 'Was brauchst du?',
  messageHelp: 'Wie viele unterrichten, an wie vielen Orten, und was soll verbunden werden?',
  button: 'Nachricht senden',
  privacy:
    'Was du schreibst, wird aufbewahrt, um dir zu antworten. <link>Wie mit Daten umgegangen wird</link>',
  leaveEmpty: 'Lass dieses Feld leer',
  orRegister: 'Oder leg gleich ein Konto an: {days} Tage lang alles, ohne Karte.',
  includes: 'Enterprise enthält',
  problems: {
    again: 'Bitte drück den Knopf noch einmal.',
    again_text: 'Nichts ist verloren: deine Nachricht steht unten.',
    rate_limited: 'Das wurde schon einige Male gesendet. Bitte versuch es in einer Stunde wieder.',
  },
  sentTitle: 'Deine Nachricht ist unterwegs',
  sentText: 'Die Antwort kommt per E-Mail an die angegebene Adresse.',
} as const
