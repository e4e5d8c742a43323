import type { Translated } from '#core/shared/languages.ts'
import type { vendorBookings as english } from './en.ts'

export const vendorBookings: Translated<typeof english> = {
  filters: {
    more: 'Статус, оплата, занятие или даты',
    payment: 'Оплата',
    payments: {
      due: 'Не оплачено',
      paid: 'Оплачено',
      refunded: 'Деньги возвращены',
      bundle: 'В абонементе',
    },
  },
  add: {
    open: 'Добавить запись',
    openFor: 'Добавить человека: {session}',
    choose: 'Добавить запись: выберите занятие',
    title: {
      coming: 'Добавить запись',
      running: 'Добавить гостя без записи',
      over: 'Добавить прошедшее посещение',
    },
    from: 'Занятия с',
    show: 'Показать',
    none: 'С этого дня занятий нет',
    noneText: 'Выберите более ранний день или добавьте занятие.',
    change: 'Другое занятие',
    name: 'Имя',
    contact: 'Телефон или e-mail',
    spots: 'Мест',
    price: 'Цена за место',
    priceText: 'Занятие стоит {price}. Оставьте поле пустым, если место бесплатное.',
    notes: 'Заметка',
    more: 'Цена и заметка',
    isPaid: 'Уже оплачено',
    isRequest: 'Добавить как заявку',
    isRequestText: 'Место занято, а подтвердите или отклоните вы позже.',
    tells: 'Отправить клиенту подтверждение по e-mail',
    tellsText: 'Только если указан e-mail.',
    button: 'Добавить запись',
    pending: 'Добавляем…',
    done: '{name}: запись добавлена, {when}.',
    cannotConfirm: 'Не удаётся отправить подтверждение',
    noContact: 'Не указаны ни телефон, ни e-mail.',
    noEmail:
      'E-mail не указан. Этот человек появится в обзоре в списке тех, кому не удалось сообщить.',
    aboveLimit:
      'Теперь у этого человека {onSession, plural, one {# место} few {# места} other {# мест}} на этом занятии и {upcoming} предстоящих у вас: больше, чем клиенты могут забронировать сами.',
    cancelled: 'Это занятие отменено. Выберите другое.',
    capacityLimit: 'На занятии может быть не больше 5000 мест.',
    failed: 'Не удалось добавить запись. Попробуйте ещё раз.',
    full: {
      title: 'Все места заняты ({taken}/{capacity}).',
      titleFew: 'Свободных мест не хватает ({taken}/{capacity}).',
      one: 'Добавить {name}? Всего будет человек: {needed}.',
      more: 'Добавить {name}, мест: {count}? Всего будет человек: {needed}.',
      button: 'Добавить и увеличить число мест до {needed}',
    },
  },
}
