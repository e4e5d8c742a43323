import type { Texts } from '#app/locale/catalogue.ts'

/** The file that explains an export. */
export const exportReadme: Texts['exportReadme'] = {
  title: 'Die Daten von {business}',
  made: 'Heruntergeladen am {day}. Das ist alles, was über deinen Betrieb gespeichert ist.',
  csvText:
    'csv/ enthält die wichtigsten Tabellen für eine Tabellenkalkulation. Beträge stehen in der Haupteinheit der Währung, etwa in Euro. Text, den das Programm als Formel behandeln würde, beginnt mit einem Apostroph. Eine Datei ohne Einträge bedeutet, dass es dazu nichts gibt.',
  jsonText:
    'json/ enthält jede Tabelle vollständig. Die IDs verbinden die Tabellen. Beträge, die auf _minor enden, stehen in der kleinsten Einheit der Währung, etwa in Cent. Zeitpunkte stehen in UTC; Datum und Uhrzeit eines Termins gelten in seiner Zeitzone.',
  picturesText:
    'pictures/ enthält deine Bilder in der größten gespeicherten Größe. In json/pictures.json steht, wozu jedes gehört.',
  leftOutText: 'Nicht enthalten:',
  csv: {
    classes: 'deine Kurse',
    sessions: 'alle Termine deiner Kurse mit den belegten Plätzen',
    bookings: 'jede Buchung, eine Zeile je Platz',
    customers: 'deine Kunden und wie du sie erreichst',
    payments: 'jede Zahlung und Korrektur',
    bundles: 'die Pakete, die du anbietest',
    'bundles-sold': 'jedes verkaufte Paket mit den übrigen Terminen und dem bezahlten Betrag',
    attendance: 'wer da war und wer nicht',
    messages: 'wann welche Nachricht an wen ging',
  },
  reasons: {
    signsIn: 'würde andere in dein Konto lassen',
    opensCalendar: 'würde deinen Kalender öffnen',
    opensBot: 'damit könnte jemand als dein Bot schreiben',
    ofStripe:
      'damit könnte jemand dein Stripe-Konto benutzen, oder es nützt außerhalb von Stripe nichts',
    ofTelegram: 'nur nötig, um mit Telegram zu sprechen',
    signsLinks: 'schützt die Links deiner Kunden',
    formTwice: 'erkennt nur ein doppelt gesendetes Formular',
    computed: 'aus anderen Spalten berechnet',
    ofDatabase: 'eine interne Nummer der Datenbank',
    ofOperator: 'Notizen für den Betreiber',
    ofOthers: 'das Konto eines anderen Anbieters',
    password: 'dein Passwort, so gespeichert, dass niemand es lesen kann',
    ofTasks: 'an welchem Tag eine tägliche Aufgabe zuletzt lief',
    unreadable: 'Adressen in einer Form, die niemand lesen kann',
  },
}
