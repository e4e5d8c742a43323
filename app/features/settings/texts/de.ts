import type { Translated } from '#core/shared/languages.ts'
import type { settings as english } from './en.ts'

export const settings: Translated<typeof english> = {
  title: 'Einstellungen',
  sections: 'Einstellungen',
  back: 'Zurück zur Übersicht',
  toList: 'Alle Einstellungen',
  groups: {
    account: 'Konto',
    page: 'Deine Seite',
    booking: 'Buchung',
    connections: 'Verbindungen',
  },
  entries: {
    profile: 'Profil',
    business: 'Region und Sprache',
    notifications: 'Benachrichtigungen',
    security: 'Passwort und Geräte',
    data: 'Deine Daten',
    look: 'Seite und Kontakt',
    pictures: 'Bilder',
    rules: 'Buchungsregeln',
    payment: 'Zahlung und Quittungen',
    classes: 'Bestätigung je Kurs',
    integrations: 'Integrationen',
    legacy: 'Frühere Einrichtung',
    api: 'API-Einstellungen',
  },
  save: 'Änderungen speichern',
  saving: 'Wird gespeichert …',

  profile: {
    title: 'Profil',
    text: 'Kunden sehen das auf deiner Seite und in jeder E-Mail.',
    picture: 'Bild',
    changePicture: 'Bild ändern',
    fullName: 'Vor- und Nachname',
    businessName: 'Name deines Angebots',
    location: 'Ort',
    locationText: 'Stadt oder Gegend. Steht unter deinem Namen.',
    updated: 'Profil gespeichert',
    failed: 'Nicht gespeichert',
    failedText: 'Das Profil konnte nicht gespeichert werden.',
  },

  integrations: {
    title: 'Integrationen',
    unavailable: 'Hier nicht verfügbar',
    bot: 'Kunden an einen Bot schreiben lassen, der ihnen antwortet',
    botText:
      'Nur wenn du schon so einen Bot hast. Dein eigener Telegram-Name gehört unter <contact>Seite und Kontakt</contact>.',
    botIsOpened: 'Der Knopf „Nachricht“ auf deiner Seite öffnet diesen Bot.',
    nameIsOpened:
      'Der Knopf „Nachricht“ auf deiner Seite öffnet deinen Telegram-Namen @{name}, nicht den Bot.',
    botUsername: 'Name des Bots',
    botUsernameText: 'Ohne @, zum Beispiel mein_studio_bot.',
    saveBot: 'Speichern',
    removeBot: 'Entfernen',
    saved: 'Gespeichert',
    removed: 'Bot entfernt',
    failed: 'Nicht gespeichert',
    failedText: 'Der Telegram-Bot konnte nicht gespeichert werden.',
  },

  legacy: {
    text: 'Hier wurde der Kalender früher verbunden. Der Status ist derselbe wie unter „Integrationen“.',
  },

  api: {
    operator: 'Für alle, die diese Website betreiben',
  },

  notifications: {
    title: 'Benachrichtigungen',
    text: 'E-Mails an {email} zu deinen Terminen und den Buchungen deiner Kunden.',
    agenda: 'Dein Tag per E-Mail',
    agendaText:
      'Wer kommt, wer zum ersten Mal kommt und wer noch etwas bezahlen muss. Nur an Tagen mit Terminen.',
    agendaOff: 'Aus',
    legend: 'Schick mir eine E-Mail bei',
    saved: 'Gespeichert',
    failed: 'Die Einstellungen konnten nicht gespeichert werden. Bitte versuche es noch einmal.',
  },

  rules: {
    title: 'Buchungsregeln',
    text: 'Für alle deine Kurse.',
    notice: 'Kostenlos stornieren',
    noticeText:
      'Danach gilt eine Stornierung als spät: Der Paket-Termin verfällt, und du entscheidest, ob du Geld zurückgibst. Eine längere Frist gilt nur für neue Buchungen. Jeder Kurs kann eine eigene haben.',
    classNotice: 'Eine längere Frist gilt nur für neue Buchungen.',
    ofSettings:
      'Wie in den Einstellungen: {minutes, plural, =0 {bis zum Beginn} other {bis {time} vor Beginn}}',
    periods: '{minutes, plural, =0 {Bis zum Beginn} other {Bis {time} vor Beginn}}',
    hours: '{count, plural, one {# Stunde} other {# Stunden}}',
    days: '{count, plural, one {# Tag} other {# Tage}}',
    minutes: '{count, plural, one {# Minute} other {# Minuten}}',
    notInPlan: 'Eine andere Frist gehört zum Tarif Professional.',
    spots: 'Plätze pro Person',
    spotsText: 'Wie viele Plätze eines Termins ein Kunde auf einmal buchen kann.',
    upTo: '{count, plural, =1 {Nur 1} other {Bis zu #}}',
    paid: 'Neue Buchungen als bezahlt eintragen',
    paidText:
      'Wenn alle bei dir vor Ort bezahlen. Jede neue Buchung wird als vor Ort bezahlt eingetragen.',
    reminders: 'Erinnerungen für Kunden',
    remindersText:
      'Per E-Mail oder Telegram wie deine anderen Nachrichten, mit einem Link zum Absagen. Was zwischen {night} und {morning} fällig wäre, geht um {evening} am Abend davor hinaus.',
    remindersNotInPlan:
      'Um Kunden vor einem Termin zu erinnern, brauchst du den Tarif Professional.',
    remindsDay: '24 Stunden vorher',
    remindsHours: '2 Stunden vorher',
    saved: 'Einstellungen gespeichert',
    failed: 'Die Einstellungen konnten nicht gespeichert werden. Bitte versuche es noch einmal.',
  },

  payment: {
    note: 'So zahlen deine Kunden',
    noteText:
      'Zum Beispiel: „Überweisung auf IBAN … oder bar vor Ort.“ Kunden lesen es in der Bestätigung und bei ihrer Buchung, solange sie dir etwas schulden.',
    postalAddress: 'Postanschrift',
    postalAddressText: 'Auf Quittungen.',
    taxLine: 'Steuernummer oder Steuerhinweis',
    taxLineText: 'Zum Beispiel deine Steuernummer, oder warum keine Umsatzsteuer anfällt.',
    saved: 'Zahlung und Quittungen gespeichert.',
    failed: 'Die Einstellungen konnten nicht gespeichert werden. Bitte versuche es noch einmal.',
  },

  business: {
    timeZone: 'Zeitzone',
    timeZoneText:
      'Deine kommenden Termine behalten ihre Uhrzeit: {time} bleibt {time} in der neuen Zone. Alle, die gebucht haben, bekommen eine Nachricht.',
    saveZone: 'Zeitzone speichern',
    zoneSaved: 'Zeitzone gespeichert.',
    sessions: '{count, plural, one {# kommender Termin} other {# kommende Termine}} geändert.',
    currency: 'Währung',
    currencyText:
      'Für alle deine Preise. Du kannst sie ändern, bis jemand einen bezahlten Kurs bucht. Die Zahlen bleiben: Aus 15 € werden 15 $.',
    rounded: 'In einer Währung ohne Nachkommastellen werden Preise gerundet.',
    saveCurrency: 'Währung speichern',
    currencySaved: 'Währung gespeichert.',
    obstacles: {
      money_recorded:
        'Du hast schon Zahlungen eingetragen. Deshalb lässt sich die Währung nicht mehr ändern.',
      bundles_sold:
        'Du hast schon Pakete verkauft. Deshalb lässt sich die Währung nicht mehr ändern.',
      money_owed:
        'Kunden haben schon bezahlte Kurse gebucht. Deshalb lässt sich die Währung nicht mehr ändern.',
    },
    language: 'Sprache',
    languageText:
      'Für diese Seiten und für E-Mails an dich. Deine Kunden wählen ihre Sprache selbst.',
    saveLanguage: 'Sprache speichern',
    languageSaved: 'Sprache gespeichert.',
    failed: 'Die Einstellungen konnten nicht gespeichert werden. Bitte versuche es noch einmal.',
  },

  username: {
    title: 'Adresse deiner Seite',
    text: 'Wenn du sie änderst, führen Links mit der früheren Adresse zur neuen.',
    save: 'Adresse speichern',
    saved: 'Deine Seite ist jetzt unter {address}.',
    limit: 'Du hast die Adresse in diesem Monat mehrmals geändert. Bitte versuche es später.',
  },
  page: {
    text: 'Wie deine Seite aussieht und wie man dich erreicht. Dein Name, dein Text und deine Erfahrung stehen im Profil.',
    layout: 'Aufbau',
    layouts: { schedule: 'Kalender', catalogue: 'Katalog' },
    layoutTexts: {
      schedule: 'Beginnt mit dem Kalender und den nächsten Terminen. Gut für regelmäßige Kurse.',
      catalogue: 'Beginnt mit deinen Kursen als Karten. Jeder Kurs hat seinen eigenen Kalender.',
    },
    notInPlan:
      'Der Aufbau als Katalog und eine eigene Farbe gehören zum Tarif Professional. Deine frühere Wahl bleibt gespeichert.',
    colour: 'Farbe',
    colours: { standard: 'Grün', own: 'Eigene Farbe' },
    colourTexts: {
      standard: 'Die Standardfarbe.',
      own: 'Für Knöpfe und Links auf deinen Seiten.',
    },
    accent: 'Deine Farbe',
    accentText: 'Wo sie schlecht lesbar wäre, machen wir sie etwas dunkler oder heller.',
    swatch:
      '{name, select, green {Grün} teal {Petrol} blue {Blau} violet {Violett} magenta {Magenta} red {Rot} orange {Orange} other {Schiefer}}',
    telegram: 'Telegram-Name',
    telegramText:
      'Unter diesem Namen schreiben dir Kunden: Der Knopf „Nachricht“ öffnet ihn. Ohne Angabe öffnet er {bot, select, none {eine E-Mail an dich} other {deinen Bot @{bot}}}.',
    phone: 'Telefon',
    phoneText: 'Für den Knopf „Anrufen“. Ohne Angabe gibt es ihn nicht.',
    email: 'E-Mail für Kunden',
    emailText:
      'Diese Adresse ist öffentlich. Auch Antworten auf unsere Nachrichten an Kunden gehen dorthin.',
    updated: 'Gespeichert',
    updatedText: 'Deine Seite ist aktuell.',
    askedText:
      'Wir haben einen Link an {email} geschickt. Öffne ihn, um die Adresse zu bestätigen.',
    pending: '{email} ist noch nicht bestätigt',
    pendingNone:
      'Wir haben einen Link an diese Adresse geschickt. Kunden sehen keine E-Mail-Adresse, bis du ihn öffnest und bestätigst.',
    pendingCurrent:
      'Wir haben einen Link an diese Adresse geschickt. Kunden sehen weiter {email}, bis du ihn öffnest und bestätigst.',
    resend: 'Link noch einmal senden',
    resent: 'Noch einmal gesendet',
    contactRateLimited:
      'Es wurden zu viele Links zur Bestätigung gesendet. Bitte warte eine Stunde und versuche es noch einmal.',
    failed: 'Nicht gespeichert',
    failedText: 'Das Profil konnte nicht gespeichert werden.',
  },
}
