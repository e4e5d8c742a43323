import type { Translated } from '#core/shared/languages.ts'
import type { referrals as english } from './en.ts'

export const referrals: Translated<typeof english> = {
  title: 'Приглашайте друзей и получайте награды',
  menu: 'Пригласить друзей',
  text: 'Отправьте свою ссылку знакомым тренерам. Когда кто-то зарегистрируется по ней и опубликует занятие, вы оба получите Professional: {months, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}}.',
  back: 'Обзор',
  promised:
    'Опубликуйте первое занятие и получите {months, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} Professional.',
  counters: {
    totalReferred: 'Всего приглашений',
    successfulSignups: 'Активные',
    pendingSignups: 'Ждут активации',
    monthsEarned: 'Получено месяцев',
  },
  link: 'Ваша ссылка-приглашение',
  copy: 'Скопировать',
  share: 'Поделиться ссылкой',
  email: 'E-mail',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  facebook: 'Facebook',
  twitter: 'Twitter',
  linkedin: 'LinkedIn',
  more: 'Ещё',
  opens: '{name}: откроется новое окно',
  message: {
    title: 'Приглашаю вас в {operator}',
    text: 'Я веду запись через {operator}. Зарегистрируйтесь по моей ссылке, и первые {months, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} будут полностью бесплатными.',
    body: '{text}\n\n{url}',
  },
  reward: {
    title: 'Программа наград',
    friend:
      'Для друга первые {months, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} полностью бесплатны.',
    you: 'Вы получаете ещё {months, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} за каждое успешное приглашение.',
    none: 'Вы ещё не получили ни одного месяца. Первая награда: {next, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}}.',
    bonus:
      'Получено месяцев: {earned}, приглашений: {signups}. Со следующей наградой станет {next, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}}.',
    after:
      'Бесплатные месяцы продлевают оплаченное время. Без платного тарифа они начинаются после пробного периода.',
  },
  list: {
    title: 'Ваши приглашения',
    friend: 'Имя',
    signedUp: 'Регистрация',
    status: 'Статус',
    reward: 'Награда',
    noName: 'Страница ещё не создана',
    gone: 'Учётная запись удалена',
  },
  status: { active: 'Активно', pending: 'Ожидание', other: 'Неактивно' },
  rewards: {
    active:
      'Получено: {months, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}}',
    pending:
      '{months, plural, one {# месяц} few {# месяца} many {# месяцев} other {# месяца}} после первого опубликованного занятия',
    other: 'Без награды',
  },
}
