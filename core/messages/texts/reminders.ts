/** What customers read before a session. */
export const reminderTexts = {
  en: {
    subject:
      '{day, select, today {Today} tomorrow {Tomorrow} other {{date}}}, {time}{titled}{more, plural, =0 {} one { and # more} other { and # more}}',
    title:
      '{day, select, today {Today} tomorrow {Tomorrow} other {On {date}}} at {time}: see you there',
    text: '{count, plural, =1 {A reminder of your booking with {business}.} other {A reminder of your # bookings with {business}.}}',
    seeBooking: 'See your booking',
    noMore: 'No more reminders',
    cannotCome: 'I can’t come',
    ifNot:
      'If you can’t come, please cancel, so that somebody else can have the spot. The page says first what it costs.',
  },
  de: {
    subject:
      '{day, select, today {Heute} tomorrow {Morgen} other {{date}}}, {time}{titled}{more, plural, =0 {} one { und # weiterer Termin} other { und # weitere Termine}}',
    title: '{day, select, today {Heute} tomorrow {Morgen} other {{date}}} um {time}: bis dann',
    text: '{count, plural, =1 {Eine Erinnerung an deinen Termin bei {business}.} other {Eine Erinnerung an deine # Termine bei {business}.}}',
    seeBooking: 'Buchung ansehen',
    noMore: 'Keine Erinnerungen mehr',
    cannotCome: 'Ich kann nicht kommen',
    ifNot:
      'Wenn du nicht kommen kannst, sag bitte ab, damit jemand anders den Platz bekommt. Die Seite sagt dir vorher, was das kostet.',
  },
  ru: {
    subject:
      '{day, select, today {Сегодня} tomorrow {Завтра} other {{date}}}, {time}{titled}{more, plural, =0 {} one { и ещё # занятие} few { и ещё # занятия} many { и ещё # занятий} other { и ещё # занятия}}',
    title: '{day, select, today {Сегодня} tomorrow {Завтра} other {{date}}} в {time}: ждём вас',
    text: '{count, plural, =1 {Напоминаем о вашем занятии: {business}.} other {Напоминаем о ваших занятиях: {business}.}}',
    seeBooking: 'Открыть запись',
    noMore: 'Больше не напоминать',
    cannotCome: 'Не смогу прийти',
    ifNot:
      'Если вы не сможете прийти, отмените запись, чтобы место досталось другим. Страница сначала покажет, сколько это стоит.',
  },
}
