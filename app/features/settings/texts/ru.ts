import type { Translated } from '#core/shared/languages.ts'
import type { settings as english } from './en.ts'

export const settings: Translated<typeof english> = {
  title: 'Настройки',
  sections: 'Настройки',
  back: 'Назад в кабинет',
  toList: 'Все настройки',
  groups: {
    account: 'Аккаунт',
    page: 'Ваша страница',
    booking: 'Запись',
    connections: 'Подключения',
  },
  entries: {
    profile: 'Профиль',
    look: 'Вид и контакты',
    pictures: 'Фотографии',
    embed: 'Виджет для вашего сайта',
    classes: 'Подтверждение записей',
    integrations: 'Интеграции',
    legacy: 'Прежняя настройка',
    api: 'Настройки API',
  },
  save: 'Сохранить изменения',
  saving: 'Сохраняем…',

  profile: {
    title: 'Профиль',
    text: 'Клиенты видят это на вашей странице и в каждом письме.',
    picture: 'Фото',
    changePicture: 'Изменить фото',
    fullName: 'Имя и фамилия',
    businessName: 'Название',
    location: 'Город',
    locationText: 'Город или район. Показывается под вашим именем.',
    updated: 'Профиль сохранён',
    failed: 'Не удалось сохранить',
    failedText: 'Не удалось сохранить профиль.',
  },

  integrations: {
    title: 'Интеграции',
    text: 'Другие сервисы, которые работают с вашими записями.',
    calendar: 'Google Календарь',
    notConfigured: 'Не настроено',
    calendarText:
      'У этой установки нет доступа к Google Календарю, поэтому записи не попадают в календарь.',
    telegram: 'Telegram',
    telegramMissing: 'Telegram не настроен',
    telegramText: 'У этой установки нет бота в Telegram, поэтому все сообщения приходят по почте.',
    bot: 'Ваш бот в Telegram',
    botText:
      'Если клиенты могут писать вашему боту, его открывает кнопка «Написать» на вашей странице. Имя в Telegram из раздела «Вид и контакты» важнее.',
    botUsername: 'Имя бота',
    botUsernameText: 'Без @, например my_studio_bot.',
    saveBot: 'Сохранить',
    removeBot: 'Убрать',
    saved: 'Сохранено',
    removed: 'Бот убран',
    failed: 'Не удалось сохранить',
    failedText: 'Не удалось сохранить бота в Telegram.',
  },

  legacy: {
    title: 'Прежняя настройка',
    text: 'Прежний способ подключить календарь. Состояние то же, что в разделе «Интеграции».',
  },

  api: {
    title: 'Настройки API',
    text: 'Доступ этой установки к календарям.',
    required: 'Нужна настройка',
    requiredText: 'На этой установке нет данных для доступа к календарям.',
    you: 'Для вас',
    youText:
      'Здесь ничего не нужно вводить. Данные для доступа задаёт владелец установки вне приложения, сразу для всех.',
    operator: 'Для владельца установки',
    operatorText:
      'В этой версии нет настройки для доступа к календарям. Все настройки, которые она читает, перечислены в docs/operations.md.',
  },
}
