import type { Translated } from '#core/shared/languages.ts'
import type { vendorBookings as english } from './en.ts'

export const vendorBookings: Translated<typeof english> = {
  cancel: 'Abbrechen',
  filters: {
    more: 'Filter',
    find: 'Name, Telefon, E-Mail',
    payment: 'Zahlung',
    payments: { due: 'Offen', paid: 'Bezahlt', refunded: 'Erstattet', bundle: 'Im Paket' },
  },
  order: {
    is: { session: 'Nach Termin sortiert.', booked: 'Neueste Buchungen zuerst.' },
    not: { session: 'Neueste Buchungen zuerst', booked: 'Nach Termin sortieren' },
  },
  add: {
    open: 'Buchung hinzufügen',
    openFor: 'Jemanden hinzufügen: {session}',
    choose: 'Buchung hinzufügen: Wähle den Termin',
    title: {
      upcoming: 'Buchung hinzufügen',
      running: 'Spontanen Gast hinzufügen',
      over: 'Teilnehmer nachtragen',
    },
    from: 'Termine ab',
    show: 'Anzeigen',
    none: 'Keine Termine ab diesem Tag',
    noneText: 'Wähle einen früheren Tag oder füge einem Kurs einen Termin hinzu.',
    change: 'Anderer Termin',
    name: 'Name',
    contact: 'Telefon oder E-Mail',
    phoneInvalid: 'Diese Telefonnummer ist unvollständig oder enthält einen Fehler.',
    spots: 'Plätze',
    price: 'Preis pro Platz',
    priceText: 'Der Kurs kostet {price}. Lass das Feld leer, wenn der Platz kostenlos ist.',
    notes: 'Notiz',
    more: 'Preis und Notiz',
    isPaid: 'Schon bezahlt',
    isRequest: 'Als Anfrage hinzufügen',
    isRequestText: 'Der Platz ist reserviert. Du bestätigst oder lehnst ihn später ab.',
    tells: 'Bestätigung per E-Mail an den Kunden senden',
    tellsText: 'Nur wenn du eine E-Mail-Adresse eingibst.',
    button: 'Buchung hinzufügen',
    pending: 'Wird hinzugefügt …',
    done: '{name} ist gebucht: {when}.',
    notAgain: 'Niemand wurde hinzugefügt',
    notAgainText:
      'Dieses Formular wurde schon gesendet, und die Buchung von {name} hat sich seitdem geändert. Öffne das Formular neu, um sie noch einmal hinzuzufügen.',
    cannotConfirm: 'Bestätigung kann nicht gesendet werden',
    noContact: 'Es wurde weder Telefon noch E-Mail eingegeben.',
    noEmail: 'Es wurde keine E-Mail eingegeben.',
    aboveLimit:
      'Diese Person hat jetzt {onSession, plural, one {# Platz} other {# Plätze}} in diesem Termin und insgesamt {upcoming} bevorstehende bei dir. Das ist mehr, als Kunden selbst buchen können.',
    cancelled: 'Dieser Termin ist abgesagt. Wähle einen anderen.',
    sessionChanged:
      'Zeit oder Ort dieses Termins haben sich geändert. Bitte prüfe sie oben und drücke noch einmal auf den Knopf.',
    capacityLimit: 'Ein Termin kann höchstens 5.000 Plätze haben.',
    failed: 'Die Buchung konnte nicht hinzugefügt werden. Bitte versuche es noch einmal.',
    full: {
      title: 'Dieser Termin ist voll ({taken}/{capacity}).',
      titleFew: 'Es sind nicht genug Plätze frei ({taken}/{capacity}).',
      one: '{name} als {needed}. Person hinzufügen?',
      more: '{name} mit {count} Plätzen hinzufügen? Dann sind es {needed} Personen.',
      button: 'Hinzufügen und auf {needed} Plätze erweitern',
    },
  },
  pay: {
    paid: 'Als bezahlt markieren',
    refunded: 'Als erstattet markieren',
    short: { paid: 'Zahlung erfassen', refunded: 'Erstattung erfassen' },
    done: { paid: 'Als bezahlt markiert.', refunded: 'Als erstattet markiert.' },
  },
  noLongerBooked: '{count} nicht mehr gebucht',
  choose: {
    row: '{name} auswählen',
    session: 'Alle',
    sessionFor: 'Alle auswählen: {session}',
    hint: 'Hake Buchungen an, um mehrere zugleich zu ändern.',
    count: '{count, number} ausgewählt',
    message: 'Nachricht schreiben',
    more: 'Zahlung erfassen …',
    cancel: 'Stornieren …',
    clear: 'Auswahl aufheben',
  },
  address: {
    moreTitle:
      '{count, plural, one {Eine weitere Buchung hat die alte Adresse} other {# weitere Buchungen haben die alte Adresse}}',
    moreText: 'Die neue Adresse gilt dann für alle, und sie bekommen neue Links.',
    moreButton: 'Alle berichtigen',
    takenTitle: 'Diese Adresse gehört {name}',
    takenText:
      'Wenn es dieselbe Person ist, legen wir die Buchungen zusammen. Soll {name} diesen Platz bekommen, nutze stattdessen „Einem anderen Kunden geben“.',
    takenButton: 'Es ist dieselbe Person',
  },
  give: {
    open: 'Einem anderen Kunden geben',
    page: 'Einem anderen Kunden geben',
    text: '{name} verliert diesen Platz. Der andere Kunde bekommt ihn, mit dem, was dafür bezahlt wurde. Wir schreiben beiden eine E-Mail, wenn wir ihre Adressen haben.',
    name: 'Name des anderen Kunden',
    contact: 'Telefon oder E-Mail',
    button: 'Platz weitergeben',
    pending: 'Wird weitergegeben …',
    done: '{other} hat jetzt den Platz von {name}.',
    failed: 'Der Platz konnte nicht weitergegeben werden. Bitte versuche es noch einmal.',
    ofBundle: 'Ein Platz, der zu einem Paket gehört, kann nicht weitergegeben werden.',
    notConfirmed: 'Nur ein bestätigter Platz kann weitergegeben werden.',
    hasBegun:
      'Dieser Termin hat begonnen, oder die Anwesenheit ist schon eingetragen. Der Platz kann nicht mehr weitergegeben werden.',
    sameCustomer: 'Dieser Kunde hat den Platz schon.',
    changed:
      'Diese Buchung hat sich geändert, seit du sie geöffnet hast. Bitte prüfe sie noch einmal.',
  },
  selected: {
    message: 'Nachricht schreiben',
    title:
      '{people, plural, one {# Person} other {# Personen}}, {spots, plural, one {# Buchung} other {# Buchungen}}',
    none: 'Nichts ausgewählt',
    noneText: 'Hake zuerst Buchungen in der Liste an.',
    cut: 'Nur die ersten {most} Buchungen werden gezeigt. Wiederhole das für die übrigen.',
    paid: '{count, plural, one {# Buchung als bezahlt markieren} other {# Buchungen als bezahlt markieren}}',
    links: 'Links noch einmal senden',
    cancel: '{count, plural, one {# Buchung stornieren} other {# Buchungen stornieren}}',
    cancelTitle:
      '{spots, plural, one {# Buchung} other {# Buchungen}} von {people, plural, one {# Person} other {# Personen}} stornieren?',
    cancelText: 'Die Plätze sind dann wieder frei.',
    cancelButton:
      '{count, plural, one {# Buchung stornieren} other {# Buchungen stornieren}} und benachrichtigen',
    failed: 'Die Buchungen konnten nicht geändert werden. Bitte versuche es noch einmal.',
    left: '{count, plural, one {Eine Buchung bleibt, wie sie ist, weil sie sich geändert hat} other {# Buchungen bleiben, wie sie sind, weil sie sich geändert haben}}: {names}{more, plural, =0 {} other { und # weitere}}.',
    done: {
      paid: '{count, plural, =0 {Keine Buchung wurde als bezahlt markiert.} one {# Buchung als bezahlt markiert.} other {# Buchungen als bezahlt markiert.}}',
      cancelled:
        '{count, plural, =0 {Keine Buchung wurde storniert.} one {# Buchung storniert.} other {# Buchungen storniert.}}',
      links:
        '{count, plural, =0 {Kein Link wurde gesendet.} one {Der Link ist unterwegs.} other {Die Links von # Käufen sind unterwegs.}}',
    },
  },
  message: {
    titleFor: 'Nachricht an {name}',
    title: '{people, plural, one {Nachricht an eine Person} other {Nachricht an # Personen}}',
    text: 'Deine Nachricht',
    byEmail:
      '{count, plural, one {Eine Person bekommt sie per E-Mail.} other {# Personen bekommen sie per E-Mail.}}',
    byHand:
      '{count, plural, one {Eine Person hat keine E-Mail-Adresse: Schreib ihr unten oder ruf sie an. Nach dem Senden steht sie auch in deiner Übersicht.} other {# Personen haben keine E-Mail-Adresse: Schreib ihnen unten oder ruf sie an. Nach dem Senden stehen sie auch in deiner Übersicht.}}',
    onlyByHand:
      '{count, plural, one {Diese Person hat keine E-Mail-Adresse, deshalb können wir deine Nachricht nicht senden. Schreib sie hier und tippe dann auf SMS, WhatsApp oder Anrufen.} other {Niemand davon hat eine E-Mail-Adresse, deshalb können wir deine Nachricht nicht senden. Schreib sie hier und tippe dann auf SMS, WhatsApp oder Anrufen.}}',
    notProven:
      'Nachrichten mit deinen eigenen Worten senden wir, sobald es dein Angebot seit zwei Wochen gibt und zehn Personen teilgenommen haben. Bis dahin schreibst du sie hier und sendest sie mit deinem Handy oder aus deinem Postfach.',
    button: 'Nachricht senden',
    list: 'In meine Übersicht',
    listing: 'Wird eingetragen …',
    pending: 'Wird gesendet …',
    cannot: 'Kunde kann nicht erreicht werden',
    cannotText: 'Es wurde weder Telefon noch E-Mail eingegeben.',
    failed: 'Die Nachricht konnte nicht gesendet werden. Bitte versuche es noch einmal.',
    tooMany:
      'Du kannst in 24 Stunden höchstens 1.000 Personen schreiben. Diese Nachricht wurde nicht gesendet. Bitte versuche es morgen noch einmal.',
    done: '{count, plural, one {Deine Nachricht ist unterwegs.} other {Deine Nachricht an # Personen ist unterwegs.}}',
    notSent: 'Wir haben keine E-Mail gesendet.',
    doneByHand: 'Ruf die Personen unter „Nicht erreicht“ an oder schreib ihnen.',
    left: 'Diese Buchungen wurden gelöscht und bekommen keine Nachricht: {names}{more, plural, =0 {} other { und # weitere}}.',
    yourself: 'Selbst anrufen oder schreiben',
    yourselfText:
      'SMS und WhatsApp öffnen sich mit deiner Nachricht. Wir senden sie nur, wenn du oben auf den Knopf drückst.',
    earlier: 'Deine letzten Nachrichten',
    counts: {
      sent: '{count} gesendet',
      waiting: '{count} warten',
      failed: '{count} fehlgeschlagen',
      noChannel: '{count} ohne E-Mail',
    },
  },
  linkAgain: {
    title: 'Link noch einmal senden',
    text: 'Mit diesem Link kann {name} die Buchung ansehen, verschieben und stornieren.',
  },
  block: {
    page: 'Kontakt sperren',
    open: 'Kontakt sperren',
    title: '{name} sperren?',
    text: '{name} kann nicht mehr online buchen.',
    details:
      'Das gilt für {contacts}. Die Seite nennt keinen Grund, sondern bittet darum, sich bei dir zu melden. Du kannst die Person weiter selbst hinzufügen.',
    keep: 'Nicht sperren',
    cancels:
      '{count, plural, one {Auch die bevorstehende Buchung} other {Auch die # bevorstehenden Buchungen}} dieses Kontakts stornieren',
    cancelsText:
      'Für falsche Buchungen. Wir senden keine E-Mail, denn vielleicht weiß die Person, der die Adresse gehört, nichts davon.',
    button: 'Sperren',
    noContact: 'Diese Buchung hat keinen Kontakt, den du sperren könntest.',
    changed:
      'Der Kunde oder die bevorstehenden Buchungen haben sich geändert. Bitte prüfe sie noch einmal.',
    failed: 'Die gesperrten Kontakte konnten nicht geändert werden. Bitte versuche es noch einmal.',
    done: '{name} ist gesperrt.',
    doneCancelled:
      '{count, plural, one {Eine Buchung wurde storniert.} other {# Buchungen wurden storniert.}}',
    list: 'Gesperrte Kontakte',
    listTitle: 'Gesperrte Kontakte',
    listText:
      'Diese Personen können nicht online bei dir buchen. Sie erfahren nicht, dass sie gesperrt sind.',
    empty: 'Niemand ist gesperrt',
    emptyText: 'Um jemanden zu sperren, öffne das Menü einer Buchung.',
    unblock: 'Entsperren',
    unblockFor: '{name} entsperren',
    unblocked: '{name} kann wieder online buchen.',
    pages: 'Seiten mit gesperrten Kontakten',
    next: 'Weitere gesperrte Kontakte',
  },
  erase: {
    page: 'Persönliche Daten löschen',
    open: 'Persönliche Daten löschen',
    title: 'Daten von {name} löschen?',
    text: 'Das ist für Personen gedacht, die dich bitten, ihre Daten zu löschen. Es lässt sich nicht rückgängig machen.',
    covers:
      '{count, plural, one {Eine Buchung} other {# Buchungen}} auf den Namen {names}: Name, Kontakt, Notizen und Nachrichten werden gelöscht.',
    contacts: 'Der Kontakt ist {contacts}.',
    sessionsLeft:
      '{count, plural, one {Ein offener Termin} other {# offene Termine}} aus Paketen können nicht mehr genutzt werden.',
    stays:
      'Buchungen und Zahlungen bleiben ohne Namen in deinen Listen. Ist der Kontakt gesperrt, bleibt er gesperrt.',
    button: 'Daten löschen',
    keep: 'Daten behalten',
    hasUpcoming: 'Diese Person hat bevorstehende Buchungen',
    hasUpcomingText:
      '{count, plural, one {Storniere zuerst die bevorstehende Buchung} other {Storniere zuerst die # bevorstehenden Buchungen}} oder warte, bis der Termin vorbei ist.',
    changed: 'Die Buchungen dieser Person haben sich geändert. Bitte prüfe sie noch einmal.',
    failed: 'Die Daten konnten nicht gelöscht werden. Bitte versuche es noch einmal.',
    done: 'Die persönlichen Daten sind gelöscht.',
    doneText:
      '{count, plural, one {Eine Buchung bleibt} other {# Buchungen bleiben}} ohne Namen erhalten.',
    replacement: 'Gelöschte Person',
  },
  export: {
    link: 'Diese Liste herunterladen (CSV)',
    status: {
      active: 'Aktiv',
      archived: 'Gelöscht',
      queued: 'Wartet',
      held: 'Zurückgehalten',
      sent: 'Gesendet',
      failed: 'Fehlgeschlagen',
      no_channel: 'Ohne E-Mail',
    },
    columns: {
      date: 'Datum',
      start: 'Beginn',
      class: 'Kurs',
      name: 'Name',
      phone: 'Telefon',
      email: 'E-Mail',
      reference: 'Buchungsnummer',
      status: 'Status',
      attendance: 'Anwesenheit',
      price: 'Preis',
      paid: 'Bezahlt',
      payment: 'Zahlungsstatus',
      currency: 'Währung',
      source: 'Herkunft',
      booked: 'Gebucht',
      notes: 'Notizen',
    },
  },
}
