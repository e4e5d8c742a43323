/** News for a vendor that comes together. */
export const digestTexts = {
  en: {
    title: 'News of {count, plural, one {# booking} other {# bookings}}',
    text: 'There were many within an hour, so they come together. Requests still come at once.',
    button: 'Open the bookings',
  },
  de: {
    title: 'Neues von {count, plural, one {# Buchung} other {# Buchungen}}',
    text: 'Es waren viele in einer Stunde, deshalb kommen sie zusammen. Anfragen kommen weiter sofort.',
    button: 'Buchungen öffnen',
  },
  ru: {
    title:
      'Новости: {count, plural, one {# запись} few {# записи} many {# записей} other {# записи}}',
    text: 'За час их было много, поэтому они приходят вместе. Заявки по-прежнему приходят сразу.',
    button: 'Открыть записи',
  },
}
