/** Months that were earned with a referral link: for the vendor that shared it, and for the friend who signed up. */
export const referralTexts = {
  en: {
    referrerSubject: 'You earned {count, plural, one {# month} other {# months}} of Professional',
    referrerTitle: '{friend} published a first class',
    referrerText:
      'You invited them, so you get {count, plural, one {# extra month} other {# extra months}} of Professional. They are added to the time you have paid for. Without a paid plan they run on their own, after your trial.',
    referrerButton: 'See your referrals',
    friendSubject: '{count, plural, one {# month} other {# months}} of Professional, free',
    friendTitle: 'Your first class is published',
    friendText:
      'You were invited, so you get {count, plural, one {# month} other {# months}} of Professional for free. They are added to the time you have paid for. Without a paid plan they run on their own, after your trial.',
    friendButton: 'Open your dashboard',
  },
  de: {
    referrerSubject:
      'Du hast {count, plural, one {# Monat} other {# Monate}} Professional verdient',
    referrerTitle: '{friend} hat den ersten Kurs veröffentlicht',
    referrerText:
      'Du hast eingeladen, deshalb bekommst du {count, plural, one {# zusätzlichen Monat} other {# zusätzliche Monate}} Professional. Sie kommen zu der Zeit dazu, die du bezahlt hast. Ohne bezahlten Tarif laufen sie für sich, nach deiner Testphase.',
    referrerButton: 'Deine Einladungen ansehen',
    friendSubject: '{count, plural, one {# Monat} other {# Monate}} Professional kostenlos',
    friendTitle: 'Dein erster Kurs ist veröffentlicht',
    friendText:
      'Du hast dich über eine Einladung registriert, deshalb bekommst du {count, plural, one {# Monat} other {# Monate}} Professional kostenlos. Sie kommen zu der Zeit dazu, die du bezahlt hast. Ohne bezahlten Tarif laufen sie für sich, nach deiner Testphase.',
    friendButton: 'Übersicht öffnen',
  },
  ru: {
    referrerSubject:
      'Вы получили {count, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} Professional',
    referrerTitle: 'Первое занятие опубликовано: {friend}',
    referrerText:
      'Это ваше приглашение, поэтому вы получаете ещё {count, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} Professional. Они добавляются к оплаченному времени. Без платного тарифа они идут сами по себе, после пробного периода.',
    referrerButton: 'Посмотреть приглашения',
    friendSubject:
      '{count, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} Professional бесплатно',
    friendTitle: 'Ваше первое занятие опубликовано',
    friendText:
      'Вы зарегистрировались по приглашению, поэтому получаете {count, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} Professional бесплатно. Они добавляются к оплаченному времени. Без платного тарифа они идут сами по себе, после пробного периода.',
    friendButton: 'Открыть обзор',
  },
}
