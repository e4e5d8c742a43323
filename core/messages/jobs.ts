import type { Mailer } from '../integrations/mailer.ts'
import { defineJob } from '#core/shared/define-job.ts'
import type { Deps } from '#core/shared/deps.ts'
import {
  failAbandonedMessages,
  finishMessage,
  noteFailedAttempt,
  type QueuedMessage,
  startAttempt,
} from './commands/finish-message.ts'
import { findNewsToSend } from './queries/current-news.ts'
import { purchaseKindOf } from './rules.ts'
import { sendMessageSchema } from './schema.ts'
import { writeMail } from './templates/write-mail.ts'

type Running = { job: { attempts: number; max_attempts: number } }

/** What the queue runs, by name. A job that throws is tried again later. */
export function messageTasks(deps: Deps, mailer: Pick<Mailer, 'send'>) {
  return {
    async send_message(payload: unknown, { job }: Running): Promise<void> {
      const { messageId } = sendMessageSchema.parse(payload)
      const message = await startAttempt(deps.db, messageId)
      if (!message) return
      const facts = purchaseKindOf(message.kind)
        ? await findNewsToSend(deps.db, message)
        : message.facts
      if (!facts) return finishMessage(deps.db, messageId, { status: 'superseded', error: null })
      const result = await attempt(deps, mailer, { ...message, facts })
      // Written down after the server took it: a crash in between sends a copy, never nothing.
      if (result.sent) return finishMessage(deps.db, messageId, { status: 'sent', error: null })
      if (!result.retry || job.attempts >= job.max_attempts)
        return finishMessage(deps.db, messageId, { status: 'failed', error: result.error })
      await noteFailedAttempt(deps.db, messageId, result.error)
      throw new Error(result.error)
    },
  }
}

async function attempt(deps: Deps, mailer: Pick<Mailer, 'send'>, message: QueuedMessage) {
  try {
    return await mailer.send(await writeMail(deps, message))
  } catch (error) {
    deps.log.error(
      { messageId: message.id, kind: message.kind, reason: String(error) },
      'a mail could not be written',
    )
    return { sent: false, retry: true, error: 'could not be written' } as const
  }
}

export const messageJobs = [
  defineJob({
    name: 'fail abandoned messages',
    every: { minutes: 10 },
    once: 'cluster',
    run: ({ db }) => failAbandonedMessages(db),
  }),
]
