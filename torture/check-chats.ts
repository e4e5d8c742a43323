import type { TakenMail } from './check.ts'
import type { MessageRow } from './contents.ts'

/** A text that a chat took; not answered: the bot did not learn of it. */
export type ChatText = { chat: string; t: number; answered: boolean }
export type Chats = {
  texts: readonly ChatText[]
  /** how many chats were started, and still are not those of their purchases */
  notHeard: number
}

/**
 * The texts as mails of their messages. A text does not say whose it is. But a chat has one purchase, and a purchase has one
 * message at a time: a text is of the first message to its chat that was finished after it.
 */
export function mailsOfChats(
  messages: readonly MessageRow[],
  texts: readonly ChatText[],
): TakenMail[] {
  const ofChat = Map.groupBy(messages, ({ chat }) => chat ?? '')
  return texts.map(({ chat, t, answered }) => {
    const [message] = (ofChat.get(chat) ?? [])
      .filter(({ status, finishedAt }) => status === 'sent' && (finishedAt ?? 0) >= t)
      .toSorted((one, other) => (one.finishedAt ?? 0) - (other.finishedAt ?? 0))
    return { t, messageId: message?.id ?? `a text to ${chat}`, answered }
  })
}
