import type { Translated } from '#core/shared/languages.ts'
import type { unsubscribe as english } from './en.ts'

export const unsubscribe: Translated<typeof english> = {
  title: 'Abbestellen',
  undo: 'Rückgängig machen',
  reminders: {
    ask: 'Keine Erinnerungen mehr von {business}?',
    askText:
      'Du bekommst dann keine Erinnerungen an deine Termine mehr. Nachrichten zu deinen Buchungen kommen weiterhin: Bestätigungen, Änderungen und Absagen.',
    stop: 'Erinnerungen abbestellen',
    stopped: 'Erledigt: keine Erinnerungen mehr von {business}',
    stoppedText:
      'Nachrichten zu deinen Buchungen kommen weiterhin: Bestätigungen, Änderungen und Absagen.',
    resumed: 'Du bekommst wieder Erinnerungen von {business}',
  },
  agenda: {
    ask: 'Deinen Tag per E-Mail ausschalten?',
    askText:
      'Du bekommst dann keine E-Mails mehr mit den Terminen des Tages bei {business}. Nachrichten zu Buchungen kommen weiterhin.',
    stop: 'Ausschalten',
    stopped: 'Erledigt: Dein Tag per E-Mail ist aus',
    stoppedText:
      'Du kannst die E-Mail hier wieder einschalten, oder in deinen Einstellungen unter Benachrichtigungen.',
    resumed: 'Dein Tag per E-Mail ist wieder an',
  },
  wrong: 'Dieser Link funktioniert nicht',
  wrongText:
    'Er ist unvollständig oder zu alt. Welche Erinnerungen du bekommst, kannst du auch auf der Seite deiner Buchung ändern, als Trainer in deinen Einstellungen unter Benachrichtigungen.',
}
