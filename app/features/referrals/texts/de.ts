import type { Translated } from '#core/shared/languages.ts'
import type { referrals as english } from './en.ts'

export const referrals: Translated<typeof english> = {
  title: 'Freunde einladen und Monate verdienen',
  menu: 'Freunde einladen',
  text: 'Schick deinen Link an Trainer, die du kennst. Wenn sich jemand damit registriert und einen Kurs veröffentlicht, bekommt ihr beide {months} Monate Professional.',
  back: 'Übersicht',
  promised: 'Veröffentliche deinen ersten Kurs und bekomme {months} Monate Professional.',
  counters: {
    totalReferred: 'Einladungen gesamt',
    successfulSignups: 'Aktive Einladungen',
    pendingSignups: 'Noch nicht aktiv',
    monthsEarned: 'Verdiente Monate',
  },
  link: 'Dein Einladungslink',
  copy: 'Kopieren',
  share: 'Link teilen',
  email: 'E-Mail',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  facebook: 'Facebook',
  twitter: 'Twitter',
  linkedin: 'LinkedIn',
  more: 'Mehr',
  opens: '{name}: öffnet ein neues Fenster',
  message: {
    title: 'Komm zu {operator}',
    text: 'Ich nutze {operator} für meine Buchungen. Registriere dich mit meinem Link, dann sind deine ersten {months} Monate völlig kostenlos.',
    body: '{text}\n\n{url}',
  },
  reward: {
    title: 'Prämienprogramm',
    friend: 'Für deine Freunde sind die ersten {months} Monate völlig kostenlos.',
    you: 'Du bekommst für jede erfolgreiche Einladung {months} Monate dazu.',
    none: 'Du hast noch keine Monate verdient. Deine erste Prämie sind {next} Monate.',
    bonus:
      '{earned} Monate mit {signups, plural, one {# Einladung} other {# Einladungen}} verdient. Mit der nächsten sind es {next} Monate.',
    after:
      'Kostenlose Monate verlängern die Zeit, die du bezahlt hast. Ohne bezahlten Tarif beginnen sie nach der Testphase.',
  },
  list: {
    title: 'Deine Einladungen',
    friend: 'Name',
    signedUp: 'Registriert',
    status: 'Status',
    reward: 'Prämie',
    noName: 'Seite noch nicht eingerichtet',
    gone: 'Konto gelöscht',
  },
  status: { active: 'Aktiv', pending: 'Ausstehend', other: 'Inaktiv' },
  rewards: {
    active: '{months} Monate verdient',
    pending: '{months} Monate nach dem ersten veröffentlichten Kurs',
    other: 'Keine Prämie',
  },
}
