import { defineJob } from '#core/shared/define-job.ts'
import { reseal } from '#core/shared/reseal.ts'
import { releaseDelayed } from './commands/delay-message.ts'
import { forgetMessagesOfNobody, forgetOldMessages } from './commands/finish-message.ts'
import { forgetReminders, makeReminders } from './commands/make-reminders.ts'
import { forgetEndings, remindOfRequests, tellOfEndings } from './commands/tell-of-endings.ts'
import { tellOfDay } from './commands/tell-of-day.ts'
import { sealedWishKey } from './steps/wish-key.ts'

/** The email with the sessions of the day. Four hours later it would no longer be a preparation. */
export const dailyAgenda = defineJob({
  name: 'daily agenda',
  localTime: { hourIn: 'agendaHour' },
  lateHours: 4,
  once: 'cluster',
  run: (_deps, day) => tellOfDay(day),
})

export const messageJobs = [
  dailyAgenda,
  defineJob({
    name: 'encrypt the key of mail wishes with the first secret key',
    every: { hours: 1 },
    once: 'cluster',
    run: (deps) => reseal(deps, sealedWishKey),
  }),
  defineJob({
    name: 'remind of requests',
    every: { minutes: 1 },
    once: 'cluster',
    run: (deps) => remindOfRequests(deps, new Date()),
  }),
  defineJob({
    name: 'remind customers',
    every: { minutes: 1 },
    once: 'cluster',
    run: (deps) => makeReminders(deps, new Date()),
  }),
  defineJob({
    name: 'forget reminders',
    every: { minutes: 1440 },
    once: 'cluster',
    run: ({ db }) => forgetReminders(db),
  }),
  defineJob({
    name: 'tell what ends',
    every: { minutes: 10 },
    once: 'cluster',
    run: (deps) => tellOfEndings(deps, new Date()),
  }),
  defineJob({
    name: 'forget messages of nobody',
    every: { minutes: 1440 },
    once: 'cluster',
    run: async ({ db }) =>
      (await forgetMessagesOfNobody(db)) +
      (await forgetOldMessages(db)) +
      (await forgetEndings(db)),
  }),
  defineJob({
    name: 'release delayed messages',
    every: { minutes: 10 },
    once: 'cluster',
    run: releaseDelayed,
  }),
]
