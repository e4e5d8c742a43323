/** The email to a vendor whose Google calendar can no longer be written. */
export const calendarTexts = {
  en: {
    subject: 'Your Google Calendar is no longer connected',
    title: 'Your Google Calendar is no longer connected',
    text: 'Google no longer lets us update the calendar of {business}, so new bookings and changes are missing there. The bookings themselves aren’t affected. Please connect the calendar again.',
    button: 'Connect again',
  },
  de: {
    subject: 'Dein Google-Kalender ist nicht mehr verbunden',
    title: 'Dein Google-Kalender ist nicht mehr verbunden',
    text: 'Google lässt uns nicht mehr in den Kalender von {business} schreiben, deshalb fehlen dort neue Buchungen und Änderungen. Die Buchungen selbst sind nicht betroffen. Bitte verbinde den Kalender neu.',
    button: 'Neu verbinden',
  },
  ru: {
    subject: 'Ваш Google Календарь больше не подключён',
    title: 'Ваш Google Календарь больше не подключён',
    text: 'Google больше не позволяет нам писать в календарь ({business}). Новых записей и изменений там нет. На сами записи это не влияет. Подключите календарь снова.',
    button: 'Подключить снова',
  },
}
