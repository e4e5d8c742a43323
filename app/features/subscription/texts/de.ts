import type { Translated } from '#core/shared/languages.ts'
import type { subscription as english } from './en.ts'

export const subscription: Translated<typeof english> = {
  title: 'Abo',
  text: 'Dein Tarif, was er enthält und was du in diesem Monat genutzt hast.',
  back: 'Zurück zur Übersicht',
  current: {
    pastDueAsk: 'Schreib uns wegen der Zahlung',
    cancelNext: 'Dein Tarif endet am {date}. Danach folgen die geschenkten Monate.',
    title: 'Aktueller Tarif',
    names: {
      free: 'Tarif Free',
      professional: 'Tarif Professional',
      enterprise: 'Tarif Enterprise',
      trial: 'Kostenlose Testphase',
    },
    active: 'Aktiv',
    pastDue: 'Überfällig',
    ends: 'Gekündigt',
    started: 'Beginn',
    expires: 'Ende',
    paidUntil: 'Bezahlt bis',
    noEnd: 'Ohne Enddatum',
    daysLeft: '{days, plural, =0 {weniger als ein Tag} one {noch # Tag} other {noch # Tage}}',
    timeLeft: 'Verbleibende Zeit',
    given: 'Diese Monate sind geschenkt, du zahlst nichts dafür.',
    added:
      '{days, plural, one {# kostenloser Tag kam} other {# kostenlose Tage kamen}} zu der Zeit dazu, die du bezahlt hast.',
    price: '{price} {term, select, monthly {pro Monat} other {pro Jahr}}',
    gift: 'Bis {date} hast du außerdem {plan} geschenkt.',
    trialNext: 'Bis dahin hast du alle Funktionen.',
    trialText:
      'Bis dahin hast du alle Funktionen. Danach hast du den Tarif Free, wenn du keinen anderen wählst. Deine Kunden behalten ihre Buchungen und Pakete.',
    warning: 'Deine Testphase endet bald',
    warningText:
      '{days, plural, =0 {Weniger als ein Tag} one {Noch # Tag} other {Noch # Tage}}. Mit Free hast du {bookings} Online-Buchungen und {classes} neue Kurse im Monat, aber keine Pakete und keine eigene Farbe.',
    next: 'Danach: {plan} bis {date}',
    cancelText: 'Dein Tarif endet am {date}. Danach hast du Free.',
    keep: 'Tarif behalten',
    cancel: 'Tarif kündigen',
    pastDueText:
      'Die letzte Zahlung ist noch nicht eingetragen. Ohne sie endet dein Tarif am {date}.',
  },
  usage: {
    title: 'Genutzt im {month}',
    bookings: 'Online-Buchungen',
    classes: 'Neue Kurse',
    of: '{used} von {most}',
    unlimited: '{used}',
    near: 'Wenn sie aufgebraucht sind, können Kunden nur noch bei dir anfragen und nicht mehr buchen.',
    over: 'Aufgebraucht. Kunden können jetzt nur noch bei dir anfragen und nicht mehr buchen. Am Ersten beginnt die Zählung neu.',
  },
  plans: {
    writeToUs: 'Schreib uns',
    notYet:
      'Die zusätzlichen Funktionen sind noch geplant, deshalb kostet er vorerst nichts extra.',
    title: 'Tarife',
    yours: 'Dein Tarif',
    later: 'Danach',
    asked: 'Angefragt am {date}',
    askedText: 'Wir schreiben dir dazu.',
    withdraw: 'Anfrage zurückziehen',
    term: 'Laufzeit',
    monthly: '{price} pro Monat',
    yearly: '{price} pro Jahr, du sparst {saving}',
    upgrade: 'Upgrade anfragen',
    upgradeText: 'Wir richten deinen Tarif ein und schreiben dir wegen der Zahlung.',
    downgrade: 'Kleineren Tarif nehmen',
    cancel: 'Zu Free wechseln',
    onlyOwner: 'Nur der Inhaber kann den Tarif ändern.',
  },
  ask: {
    cancelNext:
      'Du behältst {plan} bis {date}. Danach folgen die geschenkten Monate und dann Free. Deine Kunden behalten ihre Buchungen und Pakete, und deine Daten bleiben.',
    cancelTitle: '{plan} kündigen?',
    cancelText:
      'Du behältst {plan} bis {date}. Danach hast du Free. Deine Kunden behalten ihre Buchungen und Pakete, und deine Daten bleiben.',
    cancelNow:
      'Du wechselst sofort zu Free. Deine Kunden behalten ihre Buchungen und Pakete, und deine Daten bleiben.',
    stops: 'Was dann nicht mehr geht',
    lines: {
      bookingsUnlimited:
        'Online-Buchungen ohne Grenze: nach {bookings} im Monat fragen Kunden stattdessen bei dir an',
      classesUnlimited: 'Neue Kurse ohne Grenze: du kannst {classes} im Monat anlegen',
      bundles: 'Pakete verkaufen: die verkauften bleiben gültig',
      calendarAdvanced:
        'Buchung schließen, solange du beschäftigt bist: so geschlossene Termine sind wieder buchbar',
      paymentProcessing:
        'Kartenzahlung: Kunden zahlen bei dir vor Ort, Erstattungen auf Karten gehen weiter',
      customBranding: 'Eigene Farbe und eigener Aufbau: deine Seite bekommt das Standardaussehen',
      reminders: 'Erinnerungen für Kunden: für frühere Buchungen gehen sie noch hinaus',
      cancellationPolicies: 'Die Stornofrist ändern: deine jetzige bleibt',
    },
    downgradeTitle: 'Zu Professional wechseln?',
    downgradeText:
      'Du wechselst sofort zu Professional. Was du bezahlt hast, gilt weiter bis {date}; die nächste Zahlung beträgt {price}. Deine Kunden behalten ihre Buchungen und Pakete.',
    back: '{plan} behalten',
  },
  done: {
    asked: 'Anfrage gesendet',
    askedText: 'Wir schreiben an {email}.',
    withdrawn: 'Anfrage zurückgezogen',
    cancelled: 'Tarif gekündigt',
    kept: 'Du behältst deinen Tarif',
    downgraded: 'Du hast jetzt Professional',
  },
  changed:
    'Dein Tarif hat sich geändert, seit du die Seite geöffnet hast. Bitte sieh ihn dir noch einmal an.',
  failed: 'Dein Tarif konnte nicht geändert werden. Bitte versuche es noch einmal.',
}
