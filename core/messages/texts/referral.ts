/** Months that were earned with a referral link: for the vendor that shared it, and for the friend who signed up. */
export const referralTexts = {
  en: {
    referrerSubject: 'You earned {count, plural, one {# month} other {# months}} of Professional',
    referrerTitle: '{friend} published their first class',
    referrerText:
      'You invited them, so you get {count, plural, one {# extra month} other {# extra months}} of Professional. They extend the time you’ve paid for. Without a paid plan, they start after your trial.',
    referrerButton: 'See your referrals',
    friendSubject: '{count, plural, one {# month} other {# months}} of Professional, free',
    friendTitle: 'Your first class is published',
    friendText:
      'You were invited, so you get {count, plural, one {# month} other {# months}} of Professional for free. They extend the time you’ve paid for. Without a paid plan, they start after your trial.',
    friendButton: 'Open your dashboard',
  },
  de: {
    referrerSubject:
      'Du hast {count, plural, one {# Monat} other {# Monate}} Professional verdient',
    referrerTitle: '{friend} hat den ersten Kurs veröffentlicht',
    referrerText:
      'Die Einladung kam von dir, deshalb bekommst du {count, plural, one {# zusätzlichen Monat} other {# zusätzliche Monate}} Professional. Sie verlängern die Zeit, die du bezahlt hast. Ohne bezahlten Tarif beginnen sie nach deiner Testphase.',
    referrerButton: 'Deine Einladungen ansehen',
    friendSubject: '{count, plural, one {# Monat} other {# Monate}} Professional kostenlos',
    friendTitle: 'Dein erster Kurs ist veröffentlicht',
    friendText:
      'Du hast dich über eine Einladung registriert, deshalb bekommst du {count, plural, one {# Monat} other {# Monate}} Professional kostenlos. Sie verlängern die Zeit, die du bezahlt hast. Ohne bezahlten Tarif beginnen sie nach deiner Testphase.',
    friendButton: 'Übersicht öffnen',
  },
  ru: {
    referrerSubject:
      'Вы получили {count, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} Professional',
    referrerTitle: 'Первое занятие опубликовано: {friend}',
    referrerText:
      'Это ваше приглашение, поэтому вы получаете ещё {count, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} Professional. Они продлевают оплаченное время. Без платного тарифа они начинаются после пробного периода.',
    referrerButton: 'Посмотреть приглашения',
    friendSubject:
      '{count, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} Professional бесплатно',
    friendTitle: 'Ваше первое занятие опубликовано',
    friendText:
      'Вы зарегистрировались по приглашению, поэтому получаете {count, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} Professional бесплатно. Они продлевают оплаченное время. Без платного тарифа они начинаются после пробного периода.',
    friendButton: 'Открыть кабинет',
  },
}
