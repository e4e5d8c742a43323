import type { SendResult } from '../../integrations/mail-failure.ts'
import type { Deps } from '#core/shared/deps.ts'
import { findBot, findChat } from '#core/telegram/queries.ts'
import { noteProblem } from '#core/telegram/steps/bot-problem.ts'
import { tokenOf } from '#core/telegram/steps/bots.ts'
import { markBlocked, markWaiting } from '#core/telegram/steps/keep-chat.ts'
import { noteFailedAttempt } from './finish-message.ts'
import { type ChatDraft, chatText } from '../templates/chat.ts'
import type { StoredMessage } from '../templates/define-letter.ts'
import { mailTexts } from '../templates/translator.ts'

/**
 * `elsewhere`: the chat takes nothing any more. `waitSeconds`: it takes nothing yet; others are not affected. `refused`: it does
 * not take this message.
 */
export type Sent = SendResult | 'elsewhere' | 'refused' | { waitSeconds: number }

/** Until a message goes another way, if there is one. */
const refusedSeconds = 20 * 60

/** What `messages.last_error` begins with if nobody knows whether the message arrived. */
const unknownOutcome = 'no answer'

/**
 * Sends a message to a chat. Telegram cannot be asked whether an earlier attempt has arrived: the next one says that it may be a
 * second copy, because a message that never comes is worse.
 */
export async function sendToChat(
  deps: Deps,
  { id, recipient, language, lastError }: StoredMessage,
  draft: ChatDraft,
): Promise<Sent> {
  const { db, telegram } = deps
  const chat = await findChat(db, recipient)
  const bot = chat && (await findBot(db, chat.botId))
  const token = bot && tokenOf(deps, bot)
  if (bot && token === null) await noteProblem(db, bot, 'unauthorized')
  if (!chat || !bot || !token || chat.blockedAt !== null || bot.problem === 'unauthorized')
    return 'elsewhere'
  const waits = ((chat.waitUntil?.getTime() ?? 0) - Date.now()) / 1000
  if (waits > 0) return { waitSeconds: waits }
  // A worker that is killed from here on leaves nothing else behind.
  await noteFailedAttempt(db, id, unknownOutcome)
  const isCopy = lastError?.startsWith(unknownOutcome) ?? false
  const note = isCopy ? mailTexts(language)('sentAgain') : ''
  const say = (isPlain: boolean) =>
    telegram.api.say(token, {
      chat: chat.telegramId,
      ...chatText(draft, { messageId: id, note, isPlain }),
    })
  const first = await say(false)
  // Telegram has its own idea of what is an address. The words matter most.
  const said = !first.ok && first.reason === 'refused' ? await say(true) : first
  if (said.ok) return { sent: true }
  deps.log.warn({ messageId: id, reason: said.reason }, 'a message was not sent to a chat')
  switch (said.reason) {
    // Not even plain words, but perhaps the next ones.
    case 'refused':
      await markWaiting(db, recipient, refusedSeconds)
      return 'refused'
    case 'blocked':
      await markBlocked(db, recipient, true)
      return 'elsewhere'
    case 'unauthorized':
      await noteProblem(db, bot, 'unauthorized')
      return 'elsewhere'
    case 'wait':
      await noteFailedAttempt(db, id, lastError)
      await markWaiting(db, recipient, said.waitSeconds)
      return { waitSeconds: said.waitSeconds }
    case 'lost':
      return { sent: false, retry: true, error: unknownOutcome, mayHaveArrived: true }
    case 'unreachable':
    case 'conflict':
      return {
        sent: false,
        retry: true,
        error: `${isCopy ? `${unknownOutcome}, then ` : ''}not reached: ${said.detail}`,
      }
  }
}
