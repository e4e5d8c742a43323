import type { Texts } from '#app/locale/catalogue.ts'

export const ownData: Texts['ownData'] = {
  title: 'Deine Daten',
  text: 'Alles, was über deinen Betrieb gespeichert ist, gehört dir.',
  failed: 'Etwas ist schiefgegangen',

  export: {
    title: 'Deine Daten herunterladen',
    text: 'Eine Zip-Datei mit deinen Kursen, Terminen, Buchungen, Kunden, Zahlungen, Paketen, Nachrichten und Bildern: als CSV-Dateien für eine Tabelle und vollständig als JSON-Dateien für andere Programme.',
    care: 'Die Datei enthält die Kontaktdaten deiner Kunden. Bewahre sie dort auf, wo nur du sie öffnen kannst.',
    button: 'Alles herunterladen',
    wait: 'Bei vielen Buchungen kann das eine Minute dauern.',
    problems: {
      exporting: 'Deine Datei wird schon vorbereitet. Bitte warte eine Minute.',
      rate_limited:
        'Du kannst deine Daten fünfmal am Tag herunterladen. Bitte versuche es morgen noch einmal.',
      busy: 'Gerade ist viel los. Bitte versuche es in einer Minute noch einmal.',
      failed: 'Deine Datei konnte nicht vorbereitet werden. Bitte versuche es noch einmal.',
    },
  },
}
