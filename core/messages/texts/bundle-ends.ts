/** What customers hear about the end of a bundle. */
export const bundleEndTexts = {
  en: {
    bundleSubject: '{count, plural, one {# session} other {# sessions}} left until {day}: {bundle}',
    bundleTitle: 'Your bundle ends on {day}',
    bundleText:
      '{count, plural, one {One session is} other {# sessions are}} left in “{bundle}”. After {day} {count, plural, one {it} other {they}} can no longer be booked.',
    bundleButton: 'Book a session',
    extendedSubject: 'More time for your bundle: until {day}',
    extendedTitle: '{business} has extended your bundle',
    extendedText:
      'You can now use the {count, plural, one {session} other {# sessions}} left in “{bundle}” until {day}.',
  },
  de: {
    bundleSubject: 'Noch {count, plural, one {# Termin} other {# Termine}} bis {day}: {bundle}',
    bundleTitle: 'Dein Paket endet am {day}',
    bundleText:
      'In „{bundle}“ {count, plural, one {ist noch ein Termin} other {sind noch # Termine}} übrig. Nach dem {day} {count, plural, one {kann er} other {können sie}} nicht mehr gebucht werden.',
    bundleButton: 'Termin buchen',
    extendedSubject: 'Mehr Zeit für dein Paket: bis {day}',
    extendedTitle: '{business} hat dein Paket verlängert',
    extendedText:
      'Du kannst {count, plural, one {den übrigen Termin} other {die # übrigen Termine}} in „{bundle}“ jetzt bis {day} nutzen.',
  },
  ru: {
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
  },
}
