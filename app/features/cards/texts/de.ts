import type { Translated } from '#core/shared/languages.ts'
import type { cards as english } from './en.ts'

export const cards: Translated<typeof english> = {
  title: 'Kartenzahlung',
  offer:
    'Kunden zahlen beim Buchen mit Karte, ohne ein Konto anzulegen. Das Geld geht direkt auf dein eigenes Stripe-Konto, und wir nehmen keine Provision.',
  notInPlan: 'Für Kartenzahlung brauchst du den Tarif Professional.',
  notInPlanNow:
    'Dein Tarif enthält keine Kartenzahlung mehr, deshalb zahlen Kunden wieder bei dir vor Ort. Was mit Karte bezahlt wurde, kann weiter erstattet werden.',
  plan: 'Tarif ansehen',
  ownerOnly: 'Nur der Inhaber kann das Stripe-Konto verbinden oder trennen.',
  steps: {
    create:
      'Lege auf <stripe>der Schlüsselseite von Stripe</stripe> einen eingeschränkten Schlüssel an.',
    permissions: 'Gib ihm diese Berechtigungen. Alles andere bleibt auf „Keine“:',
    paste: 'Kopiere den Schlüssel und füge ihn hier ein.',
  },
  permissions: {
    write: '{name}: Schreiben',
    read: '{name}: Lesen',
  },
  newTab: '(öffnet einen neuen Tab)',
  key: 'Eingeschränkter Schlüssel',
  keyText: 'Beginnt mit rk_. Wir speichern ihn verschlüsselt und zeigen ihn nie wieder an.',
  connect: 'Stripe verbinden',
  connecting: 'Der Schlüssel wird bei Stripe geprüft …',
  saved: 'Kartenzahlung verbunden',
  savedText: 'Du kannst jetzt bei jedem Kurs wählen, dass Kunden mit Karte zahlen.',
  failed: 'Verbindung fehlgeschlagen',
  problems: {
    missing: 'Füge den Schlüssel ein.',
    malformed:
      'Das ist kein Schlüssel von Stripe. Ein eingeschränkter Schlüssel beginnt mit rk_live_ oder rk_test_.',
    publishable:
      'Das ist ein veröffentlichbarer Schlüssel (pk_). Bitte lege einen eingeschränkten Schlüssel (rk_) an.',
    secret:
      'Das ist dein geheimer Schlüssel (sk_), der alles mit deinem Konto tun darf. Bitte gib ihn nirgends ein. Lege stattdessen einen eingeschränkten Schlüssel (rk_) an.',
    plan: 'Für Kartenzahlung brauchst du den Tarif Professional.',
    wrong_key: 'Stripe kennt diesen Schlüssel nicht. Bitte kopiere ihn noch einmal.',
    permission:
      '{count, plural, =0 {Dem Schlüssel fehlt eine Berechtigung.} one {Dem Schlüssel fehlt die Berechtigung „{names}“.} other {Dem Schlüssel fehlen diese Berechtigungen: {names}.}} Ändere den Schlüssel bei Stripe und verbinde ihn dann noch einmal.',
    test_key:
      'Dieser Schlüssel ist für den Testmodus, in dem kein Geld fließt. Bitte nimm einen, der mit rk_live_ beginnt.',
    not_https:
      'Ein Schlüssel für echtes Geld braucht eine Adresse dieser Seite, die mit https:// beginnt. Bitte sag es dem Betreiber.',
    inactive:
      'Stripe hat dieses Konto noch nicht für Zahlungen freigeschaltet. Bitte schließe die Einrichtung bei Stripe ab und verbinde es dann noch einmal.',
    other_account:
      'Dieser Schlüssel gehört zu einem anderen Stripe-Konto. Zahlungen auf dem verbundenen Konto werden noch für Erstattungen gebraucht. Wenn du das Konto wechseln willst, trenne erst die Verbindung.',
    unreachable: 'Stripe ist nicht erreichbar. Bitte versuche es noch einmal.',
    rate_limited: 'Zu viele Versuche. Bitte warte eine Stunde.',
  },
  connected: 'Verbunden',
  testMode: 'Testmodus',
  testModeText: 'Es fließt kein echtes Geld: Kunden zahlen mit den Testkarten von Stripe.',
  refusedBadge: 'Funktioniert nicht',
  refused:
    'Seit {when} lehnt Stripe den Schlüssel ab. Wir versuchen es weiter. Wurde er bei Stripe gelöscht, nimm bitte einen anderen.',
  brokenBadge: 'Verbindung verloren',
  broken:
    'Stripe nimmt den Schlüssel nicht mehr an, deshalb zahlen Kunden bei dir vor Ort. Erstattungen warten, bis du neu verbindest.',
  notTaken:
    'Stripe nimmt für dieses Konto keine Zahlungen an, deshalb zahlen Kunden bei dir vor Ort. Stripe sagt: „{problem}“ Sobald das bei Stripe geklärt ist, verbinde neu.',
  account: '{name} ({id})',
  since: 'Verbunden seit {when}',
  news: {
    told: 'Stripe meldet uns Zahlungen sofort.',
    asked: 'Wir fragen Stripe jede Minute nach Zahlungen.',
  },
  classes: 'Auswählen, welche Kurse mit Karte bezahlt werden',
  again: 'Neu verbinden',
  other: 'Anderen Schlüssel verwenden',
  disconnect: 'Trennen',
  question: {
    title: 'Kartenzahlung trennen?',
    text: 'Kunden zahlen ab jetzt bei dir vor Ort. Zahlungen, die gerade offen sind, werden beendet, und ihre Plätze werden frei.',
    ahead: 'Mit Karte bezahlt, noch nicht stattgefunden:',
    spots: '{sum} für {count, plural, one {# Platz} other {# Plätze}}',
    bundles: '{sum} für {count, plural, one {# Paket} other {# Pakete}}',
    stays: 'Diese Buchungen und Zahlungen bleiben, wie sie sind.',
    refunds:
      'Wenn du eine davon später absagst, gibst du das Geld selbst auf der Seite von Stripe zurück.',
    agree: 'Trennen',
    keep: 'Verbunden bleiben',
    under_way:
      'Eine Zahlung oder Erstattung läuft noch. Bitte versuche es in einer Minute noch einmal.',
    failed: 'Trennen fehlgeschlagen',
    failedText: 'Bitte versuche es noch einmal.',
    done: 'Kartenzahlung getrennt',
    doneText:
      'Kunden zahlen wieder bei dir vor Ort. Du kannst den Schlüssel bei Stripe jetzt löschen.',
  },
}
