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
  payments: 'Дата оплаты',
  methods: {
    door: 'На месте',
    cash: 'Наличные',
    bank: 'Банковский перевод',
    card: 'Карта',
    correction: 'Оплата',
    given: 'Перешло вместе с местом от другого клиента',
  },
  backs: 'Возвращено',
  disputed: 'Списано банком обратно',
  given: 'Перешло вместе с местом другому клиенту',
  left: 'Оплачено с учётом возвратов',
}
