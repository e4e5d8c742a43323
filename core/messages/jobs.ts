import type { Mailer } from '../integrations/mailer.ts'
import { defineJob } from '#core/shared/define-job.ts'
import type { Deps } from '#core/shared/deps.ts'
import {
  correctAddress,
  failAbandonedMessages,
  forgetMessagesOfNobody,
  finishMessage,
  noteFailedAttempt,
  startAttempt,
} from './commands/finish-message.ts'
import { holdOverBudget, releaseHeldMessages } from './commands/hold-message.ts'
import { tellOfDay } from './commands/tell-of-day.ts'
import { NoAddressAnyMore } from './queries/current-news.ts'
import { sendMessageSchema } from './schema.ts'
import type { StoredMessage } from './templates/define-letter.ts'
import { writeMail } from './templates/write-mail.ts'

type Running = { job: { attempts: number; max_attempts: number } }

/** The queue's jobs, by name. A job that throws is retried later. */
export function messageTasks(deps: Deps, mailer: Pick<Mailer, 'send'>) {
  return {
    async send_message(payload: unknown, { job }: Running): Promise<void> {
      const { messageId } = sendMessageSchema.parse(payload)
      await correctAddress(deps.db, messageId)
      if (await holdOverBudget(deps, messageId)) return
      const message = await startAttempt(deps.db, messageId)
      if (!message) return
      const result = await attempt(deps, mailer, message)
      if (!result) return finishMessage(deps.db, messageId, { status: 'superseded', error: null })
      // Marked after the server accepted it: a crash in between sends a copy, but never loses it.
      if (result.sent) return finishMessage(deps.db, messageId, { status: 'sent', error: null })
      if (!result.retry || job.attempts >= job.max_attempts)
        return finishMessage(deps.db, messageId, { status: 'failed', error: result.error })
      await noteFailedAttempt(deps.db, messageId, result.error)
      throw new Error(result.error)
    },
  }
}

/** Null: the check before sending found it no longer needed. */
async function attempt(deps: Deps, mailer: Pick<Mailer, 'send'>, message: StoredMessage) {
  try {
    const mail = await writeMail(deps, message)
    return mail && (await mailer.send(mail))
  } catch (error) {
    if (error instanceof NoAddressAnyMore)
      return { sent: false, retry: false, error: error.message } as const
    deps.log.error(
      { messageId: message.id, kind: message.kind, reason: String(error) },
      'a mail could not be written',
    )
    return { sent: false, retry: true, error: 'could not be written' } as const
  }
}

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
    name: 'fail abandoned messages',
    every: { minutes: 10 },
    once: 'cluster',
    run: ({ db }) => failAbandonedMessages(db),
  }),
  defineJob({
    name: 'forget messages of nobody',
    every: { minutes: 1440 },
    once: 'cluster',
    run: ({ db }) => forgetMessagesOfNobody(db),
  }),
  defineJob({
    name: 'release held messages',
    every: { minutes: 10 },
    once: 'cluster',
    run: releaseHeldMessages,
  }),
]
