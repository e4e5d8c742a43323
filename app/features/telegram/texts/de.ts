import type { Translated } from '#core/shared/languages.ts'
import type { telegram as english } from './en.ts'

export const telegram: Translated<typeof english> = {
  advanced: 'Erweitert: der Bot deiner Kunden',
  customers: 'Welchen Bot deine Kunden benutzen',
  connected: 'Verbunden',
  problem: 'Funktioniert nicht',
  stoppedBadge: 'Angehalten',
  stoppedBot:
    'Der Bot {bot} wurde angehalten, als das Passwort der Person zurückgesetzt wurde, die ihn verbunden hat: Er sendet nichts, und Kunden können sich damit nicht anmelden. Diese Person kann ihn weiterlaufen lassen.',
  security: '„Passwort und Geräte“ öffnen',
  siteBot:
    'Deine Kunden nutzen den Bot dieser Seite, @{bot}. Du kannst auch einen eigenen Bot verbinden.',
  ownBot: 'Deine Kunden nutzen deinen Bot, @{bot}.',
  none: 'Telegram ist nicht eingerichtet',
  noneText:
    'Kunden können noch nicht mit Telegram buchen. Verbinde unten einen eigenen Bot oder bitte den Betreiber dieser Seite, einen einzurichten.',
  health: {
    site: 'Mit dem Bot dieser Seite stimmt etwas nicht. Der Betreiber kann sehen, was.',
    fine: 'Telegram nimmt den Bot an. Zuletzt geprüft: {when}.',
    waiting: 'Wir prüfen den Bot bei Telegram.',
    unauthorized:
      'Telegram nimmt das Token nicht mehr an. Bis du das neue von @BotFather eingibst, gehen Nachrichten per E-Mail hinaus.',
    unreachable: 'Telegram war nicht erreichbar. Wir versuchen es in ein paar Minuten noch einmal.',
    conflict:
      'Ein anderes Programm liest die Nachrichten an diesen Bot, deshalb funktionieren Knöpfe und Links in Chats nicht. Beende dieses Programm.',
    webhook:
      'Telegram kann dem Bot keine Nachrichten zustellen. Nachrichten an deine Kunden gehen trotzdem hinaus.',
    login:
      'Telegram nimmt die Anmeldung über den Bot nicht an, deshalb melden sich Kunden über den Chat an. Prüfe das Client Secret und die erlaubten Adressen.',
  },
  form: {
    open: 'Eigenen Bot verbinden',
    change: 'Bot ändern',
    token: 'Token',
    tokenText:
      'Von @BotFather in Telegram: sende /newbot, oder /token für einen Bot, den du schon hast.',
    tokenKept: 'Verschlüsselt gespeichert. Leer lassen, um es zu behalten.',
    login: 'Wie Kunden sich anmelden',
    link: 'Über einen Link zum Bot',
    linkText: 'Sonst ist nichts einzurichten.',
    openid: 'Mit Telegram anmelden',
    openidText:
      'Spart einen Fingertipp. Braucht das Client Secret von @BotFather (Bot Settings, Login Widget).',
    secret: 'Client Secret',
    secretKept: 'Verschlüsselt gespeichert. Leer lassen, um es zu behalten.',
    address: 'Adresse, die bei @BotFather erlaubt sein muss: {address}',
    save: 'Verbinden',
    saveChanges: 'Speichern',
    saved: 'Gespeichert',
    savedText: '@{bot} ist verbunden.',
    disconnect: 'Trennen',
    disconnectText:
      'Danach gehen Nachrichten per E-Mail an Kunden, die eine Adresse angegeben haben. Verbindest du denselben Bot wieder, gehen sie wieder an seine Chats.',
    disconnected: 'Getrennt',
    disconnectedText:
      'Dein Bot wird nicht mehr genutzt. Nachrichten gehen jetzt per E-Mail an Kunden, die eine Adresse angegeben haben.',
    failed: 'Speichern fehlgeschlagen',
    failedText: 'Der Telegram-Bot konnte nicht gespeichert werden.',
    problems: {
      token_missing: 'Gib das Token deines Bots ein.',
      token_refused: 'Telegram kennt dieses Token nicht. Kopiere es noch einmal von @BotFather.',
      secret_missing: 'Gib das Client Secret ein.',
      bot_taken: 'Dieser Bot gehört auf dieser Seite schon jemand anderem.',
      unreachable: 'Telegram war nicht erreichbar. Bitte versuche es noch einmal.',
      rate_limited: 'Zu viele Versuche. Bitte warte eine Stunde.',
    },
  },
  own: {
    title: 'Deine Nachrichten auf Telegram',
    text: 'Neue Buchungen, Anfragen mit Knöpfen zum Bestätigen und Ablehnen und die Termine des Tages kommen auf Telegram statt per E-Mail.',
    stoppedText:
      'Deine Nachrichten auf Telegram wurden angehalten, als dein Passwort zurückgesetzt wurde. Sie kommen per E-Mail, bis du sagst, dass der Chat noch deiner ist.',
    connect: 'Mein Telegram verbinden',
    chat: 'Deine Nachrichten gehen an {name} auf Telegram.',
    blocked: 'Der Bot kann dir nicht mehr schreiben. Deine Nachrichten kommen per E-Mail.',
    stop: 'Wieder per E-Mail bekommen',
    stopped: 'Deine Nachrichten kommen wieder per E-Mail',
    again: 'Neu verbinden',
    opened: 'Tippe in Telegram auf Start. Danach steht hier, dass du verbunden bist.',
    waiting: 'Tippe in Telegram auf Start …',
    noBot: 'Es gibt noch keinen Bot, der dir schreiben könnte. Verbinde unten einen.',
  },
}
