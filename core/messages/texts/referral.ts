/** Months that were earned with a referral link: for the vendor that shared it, and for the friend who signed up. */
export const referralTexts = {
  en: {
    referrerSubject: 'You earned {count, plural, one {# month} other {# months}} of Professional',
    referrerTitle: '{friend} published a first class',
    referrerText:
      'You invited them, so you get {count, plural, one {# extra month} other {# extra months}} of Professional. They begin when your trial and the time you have paid for are over.',
    referrerButton: 'See your referrals',
    friendSubject: '{count, plural, one {# month} other {# months}} of Professional, free',
    friendTitle: 'Your first class is published',
    friendText:
      'You were invited, so you get {count, plural, one {# month} other {# months}} of Professional for free. They begin when your trial and the time you have paid for are over.',
    friendButton: 'Open your dashboard',
  },
  de: {
    referrerSubject:
      'Du hast {count, plural, one {# Monat} other {# Monate}} Professional verdient',
    referrerTitle: '{friend} hat den ersten Kurs veröffentlicht',
    referrerText:
      'Du hast eingeladen, deshalb bekommst du {count, plural, one {# zusätzlichen Monat} other {# zusätzliche Monate}} Professional. Sie beginnen, wenn deine Testphase und die bezahlte Zeit vorbei sind.',
    referrerButton: 'Deine Einladungen ansehen',
    friendSubject: '{count, plural, one {# Monat} other {# Monate}} Professional kostenlos',
    friendTitle: 'Dein erster Kurs ist veröffentlicht',
    friendText:
      'Du hast dich über eine Einladung registriert, deshalb bekommst du {count, plural, one {# Monat} other {# Monate}} Professional kostenlos. Sie beginnen, wenn deine Testphase und die bezahlte Zeit vorbei sind.',
    friendButton: 'Übersicht öffnen',
  },
  ru: {
    referrerSubject:
      'Вы получили {count, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} Professional',
    referrerTitle: 'Первое занятие опубликовано: {friend}',
    referrerText:
      'Это ваше приглашение, поэтому вы получаете ещё {count, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} Professional. Они начнутся, когда закончатся пробный период и оплаченное время.',
    referrerButton: 'Посмотреть приглашения',
    friendSubject:
      '{count, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} Professional бесплатно',
    friendTitle: 'Ваше первое занятие опубликовано',
    friendText:
      'Вы зарегистрировались по приглашению, поэтому получаете {count, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} Professional бесплатно. Они начнутся, когда закончатся пробный период и оплаченное время.',
    friendButton: 'Открыть обзор',
  },
}
