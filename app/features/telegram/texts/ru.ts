import type { Translated } from '#core/shared/languages.ts'
import type { telegram as english } from './en.ts'

export const telegram: Translated<typeof english> = {
  title: 'Telegram',
  connected: 'Подключено',
  problem: 'Не работает',
  notConnected: 'Не подключено',
  siteBot:
    'Ваши клиенты пользуются ботом этого сайта, @{bot}. Вы можете подключить и собственного бота.',
  ownBot: 'Ваши клиенты пользуются вашим ботом, @{bot}.',
  none: 'Telegram не настроен',
  noneText:
    'Клиенты пока не могут записываться через Telegram. Подключите собственного бота ниже или попросите оператора сайта настроить его.',
  health: {
    fine: 'Telegram принимает бота. Последняя проверка: {when}.',
    waiting: 'Проверяем бота в Telegram.',
    unauthorized:
      'Telegram больше не принимает токен. Пока вы не введёте новый токен от @BotFather, сообщения уходят по почте.',
    unreachable: 'Telegram был недоступен. Через несколько минут попробуем снова.',
    conflict:
      'Сообщения этому боту читает другая программа, поэтому кнопки и ссылки в чатах не работают. Остановите её.',
    webhook: 'Telegram не может доставить то, что пишут боту. Сообщения клиентам отправляются.',
    login: 'Telegram не принимает вход через бота. Проверьте client secret и разрешённые адреса.',
    pending:
      '{count, plural, one {# сообщение} few {# сообщения} many {# сообщений} other {# сообщения}} боту ещё не прочитано.',
  },
  form: {
    open: 'Подключить своего бота',
    change: 'Изменить бота',
    token: 'Токен',
    tokenText: 'От @BotFather в Telegram: отправьте /newbot или /token, если бот у вас уже есть.',
    tokenKept: 'Хранится в зашифрованном виде. Оставьте пустым, чтобы не менять.',
    login: 'Как входят клиенты',
    link: 'По ссылке на бота',
    linkText: 'Больше ничего настраивать не нужно.',
    openid: 'Вход через Telegram',
    openidText:
      'На одно нажатие меньше. Нужен client secret от @BotFather (Bot Settings, Login Widget).',
    widget: 'Прежняя кнопка входа',
    widgetText: 'Только для ботов, которые ещё пользуются ею. Сначала укажите домен: /setdomain.',
    secret: 'Client secret',
    secretKept: 'Хранится в зашифрованном виде. Оставьте пустым, чтобы не менять.',
    address: 'Адрес, который нужно разрешить у @BotFather: {address}',
    save: 'Подключить',
    saveChanges: 'Сохранить',
    saved: 'Сохранено',
    savedText: 'Бот @{bot} подключён.',
    disconnect: 'Отключить',
    disconnectText:
      'После отключения сообщения уходят по почте, если есть адрес. Если снова подключить того же бота, они опять будут приходить в его чаты.',
    disconnected: 'Отключено',
    disconnectedText: 'Ваш бот больше не используется. Сообщения уходят по почте, если есть адрес.',
    failed: 'Не удалось сохранить',
    failedText: 'Не удалось сохранить бота в Telegram.',
    problems: {
      token_missing: 'Введите токен вашего бота.',
      token_refused: 'Telegram не знает этот токен. Скопируйте его у @BotFather ещё раз.',
      secret_missing: 'Введите client secret.',
      bot_taken: 'Этого бота уже подключил кто-то другой на этом сайте.',
      unreachable: 'Telegram был недоступен. Попробуйте ещё раз.',
      rate_limited: 'Слишком много попыток. Подождите час.',
    },
  },
  own: {
    title: 'Ваши сообщения в Telegram',
    text: 'Новые записи, запросы с кнопками «Подтвердить» и «Отклонить» и занятия дня будут приходить в Telegram, а не по почте.',
    connect: 'Подключить мой Telegram',
    chat: 'Ваши сообщения приходят в Telegram: {name}.',
    blocked: 'Бот больше не может вам писать. Ваши сообщения приходят по почте.',
    stop: 'Снова по почте',
    stopped: 'Ваши сообщения снова приходят по почте',
    again: 'Подключить снова',
    opened: 'Нажмите «Запустить» в Telegram и вернитесь сюда.',
    reload: 'Обновить',
  },
}
