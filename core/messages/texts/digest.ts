/** News for a vendor that comes together. */
export const digestTexts = {
  en: {
    title: 'News about {count, plural, one {# booking} other {# bookings}}',
    text: 'There were a lot within an hour, so here they are in one email. Requests still reach you right away.',
    button: 'Open the bookings',
  },
  de: {
    title: 'Neues zu {count, plural, one {# Buchung} other {# Buchungen}}',
    text: 'In einer Stunde waren es so viele, dass wir sie in einer E-Mail schicken. Anfragen kommen weiter sofort.',
    button: 'Buchungen öffnen',
  },
  ru: {
    title:
      'Новости: {count, plural, one {# запись} few {# записи} many {# записей} other {# записи}}',
    text: 'За час их было много, поэтому мы собрали их в одно письмо. Заявки по-прежнему приходят сразу.',
    button: 'Открыть записи',
  },
}
