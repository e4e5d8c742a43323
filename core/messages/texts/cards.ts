/** The email to a vendor whose key Stripe no longer accepts, or for whose account it takes no payments. */
export const cardsTexts = {
  en: {
    subject: 'Card payments are no longer connected',
    title: 'Card payments are no longer connected',
    text: 'Stripe no longer accepts the key of {business}. Until you connect again, customers book without paying online and pay at your place. Refunds to cards wait until then.',
    problem:
      'Stripe doesn’t take payments for {business} at the moment. It says: “{problem}” Customers now book without paying online and pay at your place. Once that is settled at Stripe, connect again.',
    button: 'Connect again',
  },
  de: {
    subject: 'Die Kartenzahlung ist nicht mehr verbunden',
    title: 'Die Kartenzahlung ist nicht mehr verbunden',
    text: 'Stripe nimmt den Schlüssel von {business} nicht mehr an. Bis du neu verbindest, buchen Kunden, ohne online zu zahlen, und zahlen bei dir vor Ort. Erstattungen auf Karten warten so lange.',
    problem:
      'Stripe nimmt zurzeit keine Zahlungen für {business} an. Stripe sagt: „{problem}“ Kunden buchen jetzt, ohne online zu zahlen, und zahlen bei dir vor Ort. Sobald das bei Stripe geklärt ist, verbinde neu.',
    button: 'Neu verbinden',
  },
  ru: {
    subject: 'Оплата картой больше не подключена',
    title: 'Оплата картой больше не подключена',
    text: 'Stripe больше не принимает ключ ({business}). Пока вы не подключите оплату снова, клиенты записываются без оплаты на сайте и платят у вас на месте. Возвраты на карты ждут до тех пор.',
    problem:
      'Сейчас Stripe не принимает платежи ({business}). Stripe сообщает: «{problem}» Клиенты записываются без оплаты на сайте и платят у вас на месте. Когда вы решите это в Stripe, подключите оплату снова.',
    button: 'Подключить снова',
  },
}
