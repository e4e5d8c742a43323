/** An invented trainer's page on a phone. */
export const example = {
  label:
    'Пример страницы тренера на телефоне: картинка, название «Студия Липа», два занятия с ценой и свободными местами и кнопка записи.',
  caption: 'Пример: так видят вас клиенты',
  pause: 'Остановить пример',
  username: 'studio-lipa',
  name: 'Студия «Липа»',
  place: 'Парк у реки',
  about: 'Небольшие группы, свежий воздух, коврики для всех.',
  day: 'Понедельник',
  price: '900 ₽',
  book: 'Записаться',
  booked: 'занято <count></count> из {capacity}',
  next: 'Ближайшее место',
  nextWhen: 'Пн 18:00',
  classes: {
    evening: { time: '18:00–19:00', title: 'Йога для всех' },
    late: { time: '19:30–20:30', title: 'Спокойный флоу' },
  },
} as const
