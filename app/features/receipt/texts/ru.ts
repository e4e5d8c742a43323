import type { Translated } from '#core/shared/languages.ts'
import type { receipt as english } from './en.ts'

export const receipt: Translated<typeof english> = {
  title: 'Квитанция № {number}',
  print: 'Напечатать',
  back: 'Назад к записи',
  date: 'Дата квитанции',
  customer: 'Для кого',
  erased: 'Имя удалено',
  reference: 'Запись',
  what: 'За что',
  price: 'Цена',
  paid: 'Оплачено',
  spots: '{count, plural, one {# место} few {# места} many {# мест} other {# места}}',
  bundle:
    'Пакет: {count, plural, one {# занятие} few {# занятия} many {# занятий} other {# занятия}}',
  total: 'Оплачено всего',
  payments: 'Оплаты',
  paidBy:
    '{method, select, card {Оплачено картой {date}} cash {Оплачено наличными {date}} bank {Оплачено переводом {date}} door {Оплачено на месте {date}} given {Перешло вместе с местом от другого клиента {date}} other {Оплачено {date}}}',
  backBy:
    '{method, select, card {Возвращено на карту {date}} cash {Возвращено наличными {date}} bank {Возвращено переводом {date}} other {Возвращено {date}}}',
  disputed: 'Списано банком обратно',
  given: 'Перешло вместе с местом другому клиенту',
  left: 'Оплачено с учётом возвратов',
}
