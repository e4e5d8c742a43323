/** The emails about plans: to vendors on Free, and to the operator. */
export const limitTexts = {
  en: {
    subject80: '{used} of {most} online bookings used this month',
    title80: 'You have used {used} of {most} online bookings this month',
    text80:
      'After {most}, customers see “Ask {business} for this spot” with your contact details instead of the booking form. You can always add bookings yourself. The count restarts on the 1st.',
    subject100: 'You’ve used all {most} online bookings this month',
    title100: 'You’ve used all {most} online bookings this month',
    text100:
      'Customers now see “Ask {business} for this spot” with your contact details instead of the booking form. Existing bookings stay, and you can always add bookings yourself. The count restarts on the 1st.',
    button: 'See your plan',
  },
  de: {
    subject80: '{used} von {most} Online-Buchungen in diesem Monat',
    title80: 'Du hast {used} von {most} Online-Buchungen dieses Monats',
    text80:
      'Nach {most} sehen Kunden statt des Formulars „{business} nach diesem Platz fragen“ mit deinen Kontaktdaten. Du selbst kannst immer Buchungen eintragen. Am Ersten beginnt die Zählung neu.',
    subject100: 'Alle {most} Online-Buchungen dieses Monats sind aufgebraucht',
    title100: 'Alle {most} Online-Buchungen dieses Monats sind aufgebraucht',
    text100:
      'Kunden sehen jetzt statt des Formulars „{business} nach diesem Platz fragen“ mit deinen Kontaktdaten. Bestehende Buchungen bleiben, und du selbst kannst immer Buchungen eintragen. Am Ersten beginnt die Zählung neu.',
    button: 'Tarif ansehen',
  },
  ru: {
    subject80: 'В этом месяце {used} из {most} онлайн-записей',
    title80: 'Использовано {used} из {most} онлайн-записей этого месяца',
    text80:
      'После {most} клиенты увидят вместо формы «Спросить об этом месте» и ваши контакты ({business}). Добавлять записи вручную можно всегда. С 1-го числа счёт начнётся заново.',
    subject100: 'Все онлайн-записи этого месяца использованы: {most}',
    title100: 'Все онлайн-записи этого месяца использованы: {most}',
    text100:
      'Теперь клиенты видят вместо формы «Спросить об этом месте» и ваши контакты ({business}). Все записи остаются, и добавлять их вручную можно всегда. С 1-го числа счёт начнётся заново.',
    button: 'Посмотреть тариф',
  },
}

export const planNewsTexts = {
  en: {
    requested: '{business} asks for {plan}, {term}',
    cancelled: '{business} has cancelled {plan}',
    kept: '{business} is keeping {plan} after all',
    downgraded: '{business} has changed from Enterprise to Professional',
    text: 'Manage it in the console.',
    button: 'Open the console',
    monthly: 'monthly',
    yearly: 'yearly',
    professional: 'Professional',
    enterprise: 'Enterprise',
    footer: 'You are receiving this email because you run {operator}.',
  },
  de: {
    requested: '{business} möchte {plan}, {term}',
    cancelled: '{business} hat {plan} gekündigt',
    kept: '{business} behält {plan} doch',
    downgraded: '{business} wechselt von Enterprise zu Professional',
    text: 'Bearbeite das in der Konsole.',
    button: 'Konsole öffnen',
    monthly: 'monatlich',
    yearly: 'jährlich',
    professional: 'Professional',
    enterprise: 'Enterprise',
    footer: 'Du bekommst diese E-Mail, weil du {operator} betreibst.',
  },
  ru: {
    requested: '{business}: запрос на тариф {plan}, {term}',
    cancelled: '{business}: тариф {plan} отменён',
    kept: '{business}: тариф {plan} остаётся',
    downgraded: '{business}: переход с Enterprise на Professional',
    text: 'Это можно сделать в консоли.',
    button: 'Открыть консоль',
    monthly: 'помесячно',
    yearly: 'на год',
    professional: 'Professional',
    enterprise: 'Enterprise',
    footer: 'Вы получили это письмо, потому что управляете сайтом {operator}.',
  },
}
