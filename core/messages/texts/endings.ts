/** What is said before something ends by the clock, and after. */
export const endingTexts = {
  en: {
    requestSubject: 'Still waiting for your answer: {name}, {title}, {when}',
    requestTitle: '{name} is waiting for your answer',
    requestText:
      'Confirm or reject the request for {title}, {when}, by {until}. After that it expires.',
    requestButton: 'Answer',
    bundleSubject: '{count, plural, one {# session} other {# sessions}} left until {day}: {bundle}',
    bundleTitle: 'Your bundle ends on {day}',
    bundleText:
      '{count, plural, one {One session is} other {# sessions are}} left in “{bundle}”. After {day} {count, plural, one {it} other {they}} can no longer be booked.',
    bundleButton: 'Book a session',
    extendedSubject: 'More time for your bundle: until {day}',
    extendedTitle: '{business} has extended your bundle',
    extendedText:
      'You can now use the {count, plural, one {session} other {# sessions}} left in “{bundle}” until {day}.',
    classSubject: '{title} ends on {day}',
    classTitle: '{title} ends on {day}',
    classText:
      'Its last session is on {day}. After that, nobody can book it. To continue, choose a later last day.',
    classButton: 'Continue {title}',
    planSubject:
      '{what, select, trial {{step, select, after {Your trial has ended} other {Your trial ends on {day}}}} grant {{step, select, after {Your free months of {plan} have ended} other {Your free months of {plan} end on {day}}}} overdue {Payment for {plan} is due: the plan ends on {day}} other {{step, select, after {Your {plan} plan has ended} other {Your {plan} plan ends on {day}}}}}',
    planText:
      '{what, select, overdue {Your plan was paid until {paidUntil}. Please pay by {day} to keep it. } other {}}{step, select, after {You now have {next}.} other {After that you have {next}.}} Your bookings, customers and data stay as they are.',
    planStops: '{step, select, after {What has stopped} other {What stops then}}',
    planButton: 'See your plan',
    answerSubjectSubscribed: 'You have {plan}',
    answerSubjectGiven: 'You have {plan} for {count, plural, one {# month} other {# months}}',
    answerSubjectDeclined: 'Your request for {plan} was declined',
    answerTextSubscribed: 'Your plan is paid until {day}.',
    answerTextGiven: 'It costs you nothing. {operator} has added it to your account.',
    answerTextDeclined: 'Your plan stays as it is. Reply to this email if you have questions.',
    trial: 'the trial',
    free: 'Free',
    professional: 'Professional',
    enterprise: 'Enterprise',
    bookingsUnlimited:
      'Unlimited online bookings: after {bookings} in a month, customers ask you instead',
    classesUnlimited: 'Unlimited new classes: you can add {classes} a month',
    bundles: 'Selling bundles: those already sold stay valid',
    calendarAdvanced:
      'Closing booking while you’re busy: sessions closed this way can be booked again',
    paymentProcessing:
      'Card payments: customers pay at your place, and refunds to cards still work',
    customBranding: 'Your own colour and layout: your page gets the standard look',
    cancellationPolicies: 'Changing the notice period: the one you have stays',
  },
  de: {
    requestSubject: 'Wartet noch auf deine Antwort: {name}, {title}, {when}',
    requestTitle: '{name} wartet auf deine Antwort',
    requestText:
      'Bitte bestätige die Anfrage für {title}, {when}, bis {until} oder lehne sie ab. Danach läuft sie ab.',
    requestButton: 'Antworten',
    bundleSubject: 'Noch {count, plural, one {# Termin} other {# Termine}} bis {day}: {bundle}',
    bundleTitle: 'Dein Paket endet am {day}',
    bundleText:
      'In „{bundle}“ {count, plural, one {ist noch ein Termin} other {sind noch # Termine}} übrig. Nach dem {day} {count, plural, one {kann er} other {können sie}} nicht mehr gebucht werden.',
    bundleButton: 'Termin buchen',
    extendedSubject: 'Mehr Zeit für dein Paket: bis {day}',
    extendedTitle: '{business} hat dein Paket verlängert',
    extendedText:
      'Du kannst {count, plural, one {den übrigen Termin} other {die # übrigen Termine}} in „{bundle}“ jetzt bis {day} nutzen.',
    classSubject: '{title} endet am {day}',
    classTitle: '{title} endet am {day}',
    classText:
      'Am {day} ist der letzte Termin. Danach kann niemand mehr buchen. Soll es weitergehen, wähle ein späteres Enddatum.',
    classButton: '{title} fortsetzen',
    planSubject:
      '{what, select, trial {{step, select, after {Deine Testphase ist zu Ende} other {Deine Testphase endet am {day}}}} grant {{step, select, after {Deine Gratismonate {plan} sind zu Ende} other {Deine Gratismonate {plan} enden am {day}}}} overdue {Zahlung für {plan} offen: der Tarif endet am {day}} other {{step, select, after {Dein Tarif {plan} ist zu Ende} other {Dein Tarif {plan} endet am {day}}}}}',
    planText:
      '{what, select, overdue {Dein Tarif war bis {paidUntil} bezahlt. Bitte zahle bis zum {day}, um ihn zu behalten. } other {}}{step, select, after {Du hast jetzt {next}.} other {Danach hast du {next}.}} Deine Buchungen, Kunden und Daten bleiben, wie sie sind.',
    planStops: '{step, select, after {Was jetzt nicht mehr geht} other {Was dann nicht mehr geht}}',
    planButton: 'Tarif ansehen',
    answerSubjectSubscribed: 'Du hast jetzt {plan}',
    answerSubjectGiven: 'Du hast {plan} für {count, plural, one {# Monat} other {# Monate}}',
    answerSubjectDeclined: 'Deine Anfrage für {plan} wurde abgelehnt',
    answerTextSubscribed: 'Dein Tarif ist bis {day} bezahlt.',
    answerTextGiven: 'Es kostet dich nichts. {operator} hat es deinem Konto gutgeschrieben.',
    answerTextDeclined:
      'Dein Tarif bleibt, wie er ist. Antworte auf diese E-Mail, wenn du Fragen hast.',
    trial: 'die Testphase',
    free: 'Free',
    professional: 'Professional',
    enterprise: 'Enterprise',
    bookingsUnlimited:
      'Online-Buchungen ohne Grenze: nach {bookings} im Monat fragen Kunden stattdessen bei dir an',
    classesUnlimited: 'Neue Kurse ohne Grenze: du kannst {classes} im Monat anlegen',
    bundles: 'Pakete verkaufen: die verkauften bleiben gültig',
    calendarAdvanced:
      'Buchung schließen, solange du beschäftigt bist: so geschlossene Termine sind wieder buchbar',
    paymentProcessing:
      'Kartenzahlung: Kunden zahlen bei dir vor Ort, Erstattungen auf Karten gehen weiter',
    customBranding: 'Eigene Farbe und eigener Aufbau: deine Seite bekommt das Standardaussehen',
    cancellationPolicies: 'Die Stornofrist ändern: deine jetzige bleibt',
  },
  ru: {
    requestSubject: 'Заявка ждёт ответа: {name}, {title}, {when}',
    requestTitle: 'Заявка ждёт ответа: {name}',
    requestText:
      'Подтвердите или отклоните заявку на {title}, {when}, до {until}. Потом её срок истечёт.',
    requestButton: 'Ответить',
    bundleSubject:
      'Осталось {count, plural, one {# занятие} few {# занятия} other {# занятий}} до {day}: {bundle}',
    bundleTitle: 'Ваш пакет действует до {day}',
    bundleText:
      'В пакете «{bundle}» {count, plural, one {осталось # занятие} few {осталось # занятия} other {осталось # занятий}}. После {day} записаться по нему уже нельзя.',
    bundleButton: 'Записаться',
    extendedSubject: 'Ваш пакет продлён до {day}',
    extendedTitle: 'Ваш пакет продлён: {business}',
    extendedText:
      'Оставшиеся занятия в пакете «{bundle}» ({count}) теперь можно использовать до {day}.',
    classSubject: '{title}: последнее занятие {day}',
    classTitle: '{title}: последнее занятие {day}',
    classText:
      'Последнее занятие — {day}. После этого никто не сможет записаться. Чтобы продолжить, выберите более позднюю дату окончания.',
    classButton: 'Продолжить: {title}',
    planSubject:
      '{what, select, trial {{step, select, after {Пробный период закончился} other {Пробный период закончится {day}}}} grant {{step, select, after {Бесплатные месяцы {plan} закончились} other {Бесплатные месяцы {plan} закончатся {day}}}} overdue {Тариф {plan} не оплачен и закончится {day}} other {{step, select, after {Тариф {plan} закончился} other {Тариф {plan} закончится {day}}}}}',
    planText:
      '{what, select, overdue {Тариф был оплачен до {paidUntil}. Чтобы сохранить его, оплатите не позднее {day}. } other {}}{step, select, after {Теперь у вас {next}.} other {После этого у вас будет {next}.}} Записи, клиенты и данные остаются.',
    planStops: '{step, select, after {Что больше не работает} other {Что перестанет работать}}',
    planButton: 'Посмотреть тариф',
    answerSubjectSubscribed: 'У вас тариф {plan}',
    answerSubjectGiven:
      'У вас {plan} на {count, plural, one {# месяц} few {# месяца} other {# месяцев}}',
    answerSubjectDeclined: 'Запрос на тариф {plan} отклонён',
    answerTextSubscribed: 'Тариф оплачен до {day}.',
    answerTextGiven: 'Платить не нужно: {operator} добавляет это к вашей учётной записи.',
    answerTextDeclined: 'Ваш тариф не меняется. Если есть вопросы, ответьте на это письмо.',
    trial: 'пробный период',
    free: 'Free',
    professional: 'Professional',
    enterprise: 'Enterprise',
    bookingsUnlimited:
      'Онлайн-записи без ограничений: после {bookings} в месяц клиенты будут спрашивать вас',
    classesUnlimited: 'Новые занятия без ограничений: можно добавить {classes} в месяц',
    bundles: 'Продажа пакетов: проданные остаются в силе',
    calendarAdvanced:
      'Закрытие записи, когда вы заняты: на закрытые занятия снова можно записаться',
    paymentProcessing: 'Оплата картой: клиенты платят у вас на месте, возвраты на карты работают',
    customBranding: 'Свой цвет и вид страницы: она получит стандартное оформление',
    cancellationPolicies: 'Изменение срока отмены: нынешний остаётся',
  },
}
