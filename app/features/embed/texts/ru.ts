export const embed = {
  title: 'Занятия: {name}',
  book: 'Записаться',
  bookAt: 'Записаться: {title}, {when}',
  full: 'Мест нет',
  closed: 'Запись закрыта',
  all: 'Все даты',
  none: 'Нет доступных занятий',
  noneText: 'Ближайших занятий пока нет. Загляните позже.',
  missing: 'Сюда больше нельзя записаться.',
  by: 'Запись через {name}',
} as const
