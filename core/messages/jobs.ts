import type { Mailer } from '../integrations/mailer.ts'
import type { Deps } from '#core/shared/deps.ts'
import { deliverEvent } from './commands/deliver-event.ts'
import {
  failAbandonedMessages,
  finishMessage,
  noteFailedAttempt,
  type QueuedMessage,
  startAttempt,
} from './commands/finish-message.ts'
import { countUnknownEvents, drainOutbox } from './commands/relay-outbox.ts'
import { deliverTask, eventKinds } from './rules.ts'
import { outboxEventSchema, sendMessageSchema } from './schema.ts'
import { writeMail } from './templates/write-mail.ts'

type Running = { job: { attempts: number; max_attempts: number } }

/** The jobs of messages by name. A job that throws is tried again later. */
export function messageTasks(deps: Deps, mailer: Pick<Mailer, 'send'>) {
  const deliver = (payload: unknown) => deliverEvent(deps, outboxEventSchema.parse(payload))
  return {
    ...Object.fromEntries(eventKinds.map((kind) => [deliverTask(kind), deliver])),
    // The name before each kind had its own, for what was queued then.
    deliver_event: deliver,
    async send_message(payload: unknown, { job }: Running): Promise<void> {
      const { messageId } = sendMessageSchema.parse(payload)
      const message = await startAttempt(deps.db, messageId)
      if (!message) return
      const result = await attempt(deps, mailer, message)
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

/** What runs again and again; each answers how much it did. */
export const messageRounds = [
  { name: 'relay', everyMs: 100, run: ({ db }: Deps) => drainOutbox(db) },
  {
    name: 'abandoned messages',
    everyMs: 10 * 60_000,
    run: ({ db }: Deps) => failAbandonedMessages(db),
  },
  { name: 'unknown events', everyMs: 10 * 60_000, run: reportUnknownEvents },
]

async function reportUnknownEvents({ db, log }: Deps): Promise<number> {
  const unknown = await countUnknownEvents(db)
  if (unknown > 0)
    log.error({ unknown }, 'events of unknown kinds wait in the outbox: is this worker an old one?')
  return 0
}
