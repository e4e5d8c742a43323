import type { Mailer } from '../integrations/mailer.ts'
import { defineJob } from '#core/shared/define-job.ts'
import type { Deps } from '#core/shared/deps.ts'
import { reseal } from '#core/shared/reseal.ts'
import {
  deleteMessage,
  endLateNote,
  failAbandonedMessages,
  findKind,
  forgetMessagesOfNobody,
  forgetOldMessages,
  finishMessage,
  retryMessage,
  type Started,
  startAttempt,
  waitForChat,
} from './commands/finish-message.ts'
import { forgetReminders, makeReminders } from './commands/make-reminders.ts'
import { moveFromChat } from './commands/move-from-chat.ts'
import { sendToChat, type Sent } from './commands/send-to-chat.ts'
import { delayOverBudget, releaseDelayed } from './commands/delay-message.ts'
import { forgetEndings, remindOfRequests, tellOfEndings } from './commands/tell-of-endings.ts'
import { tellOfDay } from './commands/tell-of-day.ts'
import { startDigest } from './commands/send-digest.ts'
import { startNews } from './commands/send-news.ts'
import { tellNews } from './commands/tell-news.ts'
import { sendMessageSchema, tellNewsSchema } from './schema.ts'
import { sealedWishKey } from './steps/wish-key.ts'
import { writeMail } from './templates/write-mail.ts'

/** From then on a message goes another way, if there is one, as `addresses_in_order()` has it. */
const longWaitSeconds = 10 * 60

/** The queue's jobs, by name. A message that does not leave gets another job for its next attempt. */
export function messageTasks(deps: Deps, mailer: Pick<Mailer, 'send'>) {
  return {
    async send_message(payload: unknown): Promise<void> {
      const { messageId } = sendMessageSchema.parse(payload)
      const started = await start(deps, messageId)
      if (!started) return
      const result = await attempt(deps, mailer, started)
      if (!result) return deleteMessage(deps.db, messageId)
      if (typeof result === 'string' || 'waitSeconds' in result) {
        await started.refused()
        const waits = typeof result === 'string' ? null : result.waitSeconds
        const isPatient = waits !== null && waits < longWaitSeconds
        if (!isPatient && (await moveFromChat(deps.db, messageId, result === 'elsewhere'))) return
        return waits === null
          ? finishMessage(deps.db, messageId, { status: 'failed', error: 'refused' })
          : waitForChat(deps.db, messageId, waits)
      }
      // Marked after the server accepted it: a crash in between sends a copy, but never loses it.
      if (result.sent) return started.sent()
      if (!result.mayHaveArrived) await started.refused()
      if (result.retry) return retryMessage(deps.db, messageId, result)
      return finishMessage(deps.db, messageId, { status: 'failed', error: result.error })
    },
    async tell_news(payload: unknown): Promise<void> {
      const { purchaseId } = tellNewsSchema.parse(payload)
      await deps.db.transaction().execute((tx) => tellNews(tx, purchaseId))
    },
  }
}

/** Null: it is finished, delayed or not worth sending any more. */
async function start(deps: Deps, messageId: string): Promise<Started | null> {
  const kind = await findKind(deps.db, messageId)
  if (kind === 'news') return startNews(deps, messageId)
  if (kind === 'vendor.digest') return startDigest(deps, messageId)
  if (kind === null || (await endLateNote(deps.db, messageId))) return null
  if (await delayOverBudget(deps, messageId)) return null
  const message = await startAttempt(deps.db, messageId)
  return (
    message && {
      message,
      mailNumber: 0,
      sent: () => finishMessage(deps.db, messageId, { status: 'sent', error: null }),
      refused: async () => {},
    }
  )
}

/** Null: the check before sending found it no longer needed. */
async function attempt(
  deps: Deps,
  mailer: Pick<Mailer, 'send'>,
  { message, mailNumber }: Started,
): Promise<Sent | null> {
  let mayHaveArrived = false
  try {
    const written = await writeMail(deps, message, mailNumber)
    if (!written) return null
    mayHaveArrived = true
    return message.channel === 'telegram'
      ? await sendToChat(deps, message, written.chat)
      : await mailer.send(written.mail)
  } catch (error) {
    deps.log.error(
      { messageId: message.id, kind: message.kind, reason: String(error) },
      'a message could not be written',
    )
    return { sent: false, retry: true, error: 'could not be written', mayHaveArrived }
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
    name: 'fail abandoned messages',
    every: { minutes: 10 },
    once: 'cluster',
    run: ({ db }) => failAbandonedMessages(db),
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
