import type { Translated } from '#core/shared/languages.ts'
import type { subscription as english } from './en.ts'

export const subscription: Translated<typeof english> = {
  title: 'Подписка',
  text: 'Ваш тариф, что в него входит и что использовано в этом месяце.',
  back: 'Назад к обзору',
  current: {
    title: 'Текущий тариф',
    names: {
      free: 'Тариф Free',
      professional: 'Тариф Professional',
      enterprise: 'Тариф Enterprise',
      trial: 'Пробный период',
    },
    active: 'Активен',
    pastDue: 'Просрочен',
    ends: 'Отменён',
    started: 'Начало',
    expires: 'Конец',
    paidUntil: 'Оплачен до',
    noEnd: 'Без даты окончания',
    daysLeft: '{days, plural, one {остался # день} few {осталось # дня} other {осталось # дней}}',
    timeLeft: 'Оставшееся время',
    given: 'Эти месяцы подарены. Платить за них не нужно.',
    price: '{price} {term, select, monthly {в месяц} other {в год}}',
    trialText:
      'До этого дня доступны все функции. Потом у вас будет тариф Free, если вы не выберете другой. Для ваших клиентов ничего не изменится.',
    warning: 'Пробный период скоро закончится',
    warningText:
      '{days, plural, one {Остался # день} few {Осталось # дня} other {Осталось # дней}}. На тарифе Free — {bookings} онлайн-записей и {classes} новых занятия в месяц, без пакетов и своих цветов.',
    next: 'Затем: {plan} до {date}',
    cancelText: 'Ваш тариф закончится {date}. После этого у вас будет Free.',
    keep: 'Оставить тариф',
    cancel: 'Отменить тариф',
    pastDueText: 'Последняя оплата ещё не отмечена. Тариф продолжает действовать.',
  },
  usage: {
    title: 'Использовано: {month}',
    bookings: 'Онлайн-записи',
    classes: 'Новые занятия',
    of: '{used} из {most}',
    unlimited: '{used}, без ограничений',
    near: 'Когда они закончатся, клиенты увидят «Спросить об этом месте» и ваши контакты ({name}).',
    over: 'Использованы все. Клиенты видят «Спросить об этом месте» и ваши контакты ({name}). С 1-го числа счёт начнётся заново.',
  },
  plans: {
    title: 'Тарифы',
    yours: 'Ваш тариф',
    later: 'После этого',
    asked: 'Запрошен {date}',
    askedText: 'Мы напишем вам об этом.',
    withdraw: 'Отозвать запрос',
    term: 'Срок',
    monthly: '{price} в месяц',
    yearly: '{price} в год, экономия {saving}',
    upgrade: 'Перейти',
    upgradeText: 'Мы подключим тариф вручную и напишем вам об оплате.',
    downgrade: 'Понизить тариф',
    cancel: 'Перейти на Free',
    onlyOwner: 'Менять тариф может только владелец.',
  },
  ask: {
    cancelTitle: 'Отменить {plan}?',
    cancelText:
      '{plan} действует до {date}. Потом у вас будет Free: {bookings} онлайн-записей и {classes} новых занятия в месяц, без новых пакетов, обычные цвета и вид страницы. Записи и пакеты ваших клиентов и ваши данные сохранятся.',
    cancelNow:
      'У вас сразу будет Free: {bookings} онлайн-записей и {classes} новых занятия в месяц, без новых пакетов, обычные цвета и вид страницы. Записи и пакеты ваших клиентов и ваши данные сохранятся.',
    downgradeTitle: 'Перейти на Professional?',
    downgradeText:
      'У вас сразу будет Professional. Оплаченное действует до {date}, следующий платёж — {price}. Для ваших клиентов ничего не изменится.',
    back: 'Оставить {plan}',
  },
  done: {
    asked: 'Запрос отправлен',
    askedText: 'Мы напишем на {email}.',
    withdrawn: 'Запрос отозван',
    cancelled: 'Тариф отменён',
    kept: 'Тариф остаётся',
    downgraded: 'Теперь у вас Professional',
  },
  changed:
    'Ваш тариф изменился с тех пор, как вы открыли страницу. Пожалуйста, проверьте его ещё раз.',
  failed: 'Не удалось изменить тариф. Пожалуйста, попробуйте ещё раз.',
}
