/** A vendor's bot that Telegram does not accept any more. */
export const telegramTexts = {
  en: {
    subject: 'Telegram no longer accepts your bot @{bot}',
    title: 'Your Telegram bot has stopped working',
    text: 'Telegram no longer accepts the token of @{bot}. Until you enter the new token, messages to you and your customers go by email. Bookings aren’t affected.',
    button: 'Enter the new token',
  },
  de: {
    subject: 'Telegram nimmt deinen Bot @{bot} nicht mehr an',
    title: 'Dein Telegram-Bot funktioniert nicht mehr',
    text: 'Telegram nimmt das Token von @{bot} nicht mehr an. Bis du das neue Token eingibst, gehen Nachrichten an dich und deine Kunden per E-Mail hinaus. Buchungen sind nicht betroffen.',
    button: 'Neues Token eingeben',
  },
  ru: {
    subject: 'Telegram больше не принимает вашего бота @{bot}',
    title: 'Ваш бот в Telegram перестал работать',
    text: 'Telegram больше не принимает токен бота @{bot}. Пока вы не введёте новый, сообщения вам и вашим клиентам уходят по электронной почте. На записи это не влияет.',
    button: 'Ввести новый токен',
  },
}
