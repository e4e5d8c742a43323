import type { Language } from '#core/shared/languages.ts'

/** What the bots say by themselves. Messages about bookings are written by the letters of messages. */
type BotTexts = {
  hello: (site: string) => string
  linkOver: string
  linkUsed: string
  askLogin: (site: string) => string
  notMe: string
  loginRefused: string
  loggedOut: string
  loggedIn: string
  loginOver: string
  purchaseConnected: (title: string, business: string) => string
  purchaseTaken: string
  memberConnected: (business: string) => string
  confirmed: string
  rejected: string
  notWaiting: string
  notYours: string
  spotsSent: string
  wrote: string
}

export const botTexts: Readonly<Record<Language, BotTexts>> = {
  en: {
    hello: (site) =>
      `Hello! This bot of ${site} sends messages about your bookings. Send /spots to get the links to your upcoming bookings.`,
    linkOver: 'This link has expired. Go back to the page and press the button again.',
    linkUsed: 'This link has already been used.',
    askLogin: (site) =>
      `Someone wants to log in to ${site} with your Telegram account. If it’s you, press the number your browser shows. Never press a number that someone sent you. You can log out again with /logout.`,
    notMe: 'It wasn’t me',
    loginRefused: 'This login was stopped, and nobody was logged in.',
    loggedOut: 'You’re logged out in all browsers. You’ll still get messages here.',
    loggedIn: 'You’re logged in. Go back to your browser to book.',
    loginOver: 'This login has expired. Please press the button on the page again.',
    purchaseConnected: (title, business) =>
      `Connected. Messages about your booking of ${title} with ${business} will come here.`,
    purchaseTaken: 'Messages about this booking go to another Telegram account.',
    memberConnected: (business) =>
      `Connected. Messages for ${business} will come here: new bookings, requests to confirm, and the day’s sessions.`,
    confirmed: 'Confirmed',
    rejected: 'Rejected',
    notWaiting: 'This request is no longer waiting.',
    notYours: 'This button isn’t for you.',
    spotsSent: 'If you have upcoming bookings, you’ll get the links in a moment.',
    wrote:
      'Nobody reads what you write here. Send /spots to get the links to your bookings; there you can also reach your trainer.',
  },
  de: {
    hello: (site) =>
      `Hallo! Dieser Bot von ${site} schickt dir Nachrichten zu deinen Buchungen. Mit /spots bekommst du die Links zu deinen nächsten Buchungen.`,
    linkOver:
      'Dieser Link ist abgelaufen. Öffne die Seite noch einmal und tippe dort auf den Knopf.',
    linkUsed: 'Dieser Link wurde schon benutzt.',
    askLogin: (site) =>
      `Jemand möchte sich bei ${site} mit deinem Telegram-Konto anmelden. Wenn du es bist, tippe auf die Zahl, die dein Browser zeigt. Tippe nie auf eine Zahl, die dir jemand geschickt hat. Mit /logout meldest du dich wieder ab.`,
    notMe: 'Das war ich nicht',
    loginRefused: 'Diese Anmeldung ist abgebrochen. Niemand ist angemeldet.',
    loggedOut: 'Du bist in allen Browsern abgemeldet. Nachrichten kommen weiterhin hierher.',
    loggedIn: 'Du bist angemeldet. Geh zurück in deinen Browser und buche dort.',
    loginOver: 'Diese Anmeldung ist abgelaufen. Tippe auf der Seite noch einmal auf den Knopf.',
    purchaseConnected: (title, business) =>
      `Verbunden. Nachrichten zu deiner Buchung von ${title} bei ${business} kommen hierher.`,
    purchaseTaken: 'Nachrichten zu dieser Buchung gehen an ein anderes Telegram-Konto.',
    memberConnected: (business) =>
      `Verbunden. Nachrichten für ${business} kommen hierher: neue Buchungen, Anfragen zum Bestätigen und die Termine des Tages.`,
    confirmed: 'Bestätigt',
    rejected: 'Abgelehnt',
    notWaiting: 'Diese Anfrage wartet nicht mehr auf eine Antwort.',
    notYours: 'Dieser Knopf ist nicht für dich.',
    spotsSent: 'Wenn du Buchungen hast, kommen ihre Links gleich.',
    wrote:
      'Was du hier schreibst, liest niemand. Mit /spots bekommst du die Links zu deinen Buchungen; dort erreichst du auch deinen Trainer.',
  },
  ru: {
    hello: (site) =>
      `Здравствуйте! Этот бот сайта ${site} присылает сообщения о ваших записях. Отправьте /spots, чтобы получить ссылки на предстоящие записи.`,
    linkOver: 'Срок действия ссылки истёк. Откройте страницу снова и ещё раз нажмите на кнопку.',
    linkUsed: 'Эта ссылка уже использована.',
    askLogin: (site) =>
      `Кто-то хочет войти на ${site} с вашей учётной записью Telegram. Если это вы, нажмите число, которое показывает ваш браузер. Никогда не нажимайте число, которое вам прислали. Выйти можно командой /logout.`,
    notMe: 'Это не я',
    loginRefused: 'Вход остановлен. Никто не вошёл.',
    loggedOut: 'Вы вышли во всех браузерах. Сообщения по-прежнему приходят сюда.',
    loggedIn: 'Вход выполнен. Вернитесь в браузер, чтобы записаться.',
    loginOver: 'Срок входа истёк. Нажмите на кнопку на странице ещё раз.',
    purchaseConnected: (title, business) =>
      `Готово. Сообщения о вашей записи (${title}, ${business}) будут приходить сюда.`,
    purchaseTaken: 'Сообщения об этой записи приходят в другую учётную запись Telegram.',
    memberConnected: (business) =>
      `Готово. Сообщения для ${business} будут приходить сюда: новые записи, заявки, которые нужно подтвердить, и занятия дня.`,
    confirmed: 'Подтверждено',
    rejected: 'Отклонено',
    notWaiting: 'Эта заявка больше не ждёт ответа.',
    notYours: 'Эта кнопка не для вас.',
    spotsSent: 'Если у вас есть записи, ссылки придут через несколько секунд.',
    wrote:
      'То, что вы здесь пишете, никто не читает. Отправьте /spots, чтобы получить ссылки на записи; там есть и контакты тренера.',
  },
}
