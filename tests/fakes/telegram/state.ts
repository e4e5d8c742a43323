import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

export type TelegramPerson = {
  id: number
  firstName: string
  lastName?: string
  username?: string
  hasPhoto?: boolean
  language?: string
}

export type TelegramBot = {
  token: string
  username: string
  name: string
  /** of “Log in with Telegram”; without one this bot has none */
  loginSecret?: string
  /** the addresses that a login may lead back to */
  returnTo?: readonly string[]
}

export type Button = { text: string; url?: string; callback_data?: string }
export type Said = {
  id: number
  by: 'bot' | 'person'
  text: string
  entities: readonly { type: string; offset: number; length: number; url?: string }[]
  buttons: readonly (readonly Button[])[]
  isEdited: boolean
}
export type Chat = { isStarted: boolean; isBlocked: boolean; said: Said[]; notices: string[] }

export type Update = { update_id: number } & Record<string, unknown>

/** What Telegram can be made to do with the next calls. */
export const telegramFaults = [
  'none',
  'slow',
  'reset',
  'lost',
  'unauthorized',
  'refused',
  'blocked',
  'gone',
  'conflict',
  'wait',
  'error',
  'down',
  'malformed',
] as const
export type TelegramFault = (typeof telegramFaults)[number]

/** A text that a chat took; not answered: the bot did not learn of it. */
export type TakenText = {
  chat: number
  at: number
  /** of letters, whose headings are bold; the bot's own replies have none */
  isBold: boolean
  isAnswered: boolean
}

export type Planned = {
  fault: TelegramFault
  method: string
  chat: number | null
  times: number
  /** of `wait`: what Telegram says; null: nothing */
  seconds: number | null
}

export type BotState = TelegramBot & {
  id: number
  updates: Update[]
  nextUpdate: number
  webhook: { url: string; secret: string; lastError: string | null; lastErrorAt: number } | null
  /** the kinds of updates that the bot is told of, as the last call that named them has it; null: nobody has yet */
  allowed: readonly string[] | null
  chats: Map<number, Chat>
  queries: Map<string, { person: number; messageId: number; at: number }>
  /** who waits for updates now; a second one sends the first away */
  waiting: { end: (isReplaced: boolean) => void } | null
}

export type State = {
  bots: BotState[]
  people: TelegramPerson[]
  asked: string[]
  faults: Planned[]
  /** what other calls suffer */
  habit: ((method: string) => TelegramFault) | null
  taken: TakenText[]
  /** updates come twice, or the newest first */
  mischief: { twice: boolean; reversed: boolean }
  /** By default the strictest that was reported. */
  loginHabits: {
    echoesNonce: boolean
    isNumericAudience: boolean
    /** of the token endpoint: where the secret of the client may be */
    takesBasic: boolean
    takesBody: boolean
    algorithm: 'RS256' | 'ES256' | 'EdDSA' | 'ES256K'
  }
  /** Where updates for a webhook go; the network unless a test says otherwise. */
  deliver: (url: string, secret: string, update: Update) => Promise<number>
}

export const botId = (token: string) => Number(token.split(':')[0])

export function newBot(bot: TelegramBot): BotState {
  return {
    ...bot,
    id: botId(bot.token),
    updates: [],
    nextUpdate: 100_000 + Math.floor(Math.random() * 1000),
    webhook: null,
    allowed: null,
    chats: new Map(),
    queries: new Map(),
    waiting: null,
  }
}

export function chatOf(bot: BotState, person: number): Chat {
  const chat = bot.chats.get(person) ?? {
    isStarted: false,
    isBlocked: false,
    said: [],
    notices: [],
  }
  bot.chats.set(person, chat)
  return chat
}

let lastMessage = 0
export const newMessageId = () => (lastMessage += 1)
export function say(chat: Chat, said: Omit<Said, 'id' | 'isEdited'>): Said {
  const whole = { ...said, id: newMessageId(), isEdited: false }
  chat.said.push(whole)
  return whole
}

export const userOf = ({ id, firstName, lastName, username, language }: TelegramPerson) => ({
  id,
  is_bot: false,
  first_name: firstName,
  ...(lastName !== undefined && { last_name: lastName }),
  ...(username !== undefined && { username }),
  ...(language !== undefined && { language_code: language }),
})

export const privateChat = (person: TelegramPerson) => {
  const { is_bot: _bot, language_code: _language, ...user } = userOf(person)
  return { ...user, type: 'private' }
}

/** Puts an update where the bot hears of it: its webhook, or the queue that it asks for. */
export async function tell(
  state: State,
  bot: BotState,
  update: Record<string, unknown>,
): Promise<void> {
  const isAllowed =
    bot.allowed === null || Object.keys(update).some((kind) => bot.allowed?.includes(kind))
  if (!isAllowed) return
  const whole = { update_id: bot.nextUpdate, ...update }
  bot.nextUpdate += 1
  bot.updates.push(whole)
  bot.waiting?.end(false)
  if (bot.webhook) await deliverAll(state, bot)
}

/** Telegram sends them in order, and again until the answer is good. */
export async function deliverAll(state: State, bot: BotState): Promise<void> {
  const { webhook } = bot
  if (!webhook) return
  const order = state.mischief.reversed ? bot.updates.toReversed() : [...bot.updates]
  for (const update of order) {
    for (let copy = 0; copy < (state.mischief.twice ? 2 : 1); copy += 1) {
      const status = await state
        .deliver(webhook.url, webhook.secret, update)
        .catch((error: unknown) => {
          webhook.lastError = String(error)
          return 0
        })
      if (status >= 200 && status < 300) bot.updates = bot.updates.filter((one) => one !== update)
      else
        Object.assign(webhook, {
          lastError:
            status === 0 ? webhook.lastError : `Wrong response from the webhook: ${status}`,
          lastErrorAt: Date.now(),
        })
    }
  }
}

/** Waits for updates, as long polling does. Null: another call has taken over. */
export async function waitForUpdates(
  state: State,
  bot: BotState,
  { offset, limit, timeout }: { offset: number; limit: number; timeout: number },
): Promise<Update[] | null> {
  bot.waiting?.end(true)
  bot.updates = bot.updates.filter(({ update_id: id }) => id >= offset)
  if (bot.updates.length === 0 && timeout > 0) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const own = { end: resolve }
    bot.waiting = own
    const timer = setTimeout(() => resolve(false), timeout * 1000)
    const isReplaced = await promise
    clearTimeout(timer)
    if (bot.waiting === own) bot.waiting = null
    if (isReplaced) return null
  }
  const some = bot.updates.slice(0, limit)
  const order = state.mischief.reversed ? some.toReversed() : some
  return state.mischief.twice ? order.flatMap((update) => [update, update]) : order
}

/** What the next call suffers. */
export function takeFault(
  state: State,
  method: string,
  chat: number | null,
): { fault: TelegramFault; seconds: number | null } {
  const planned = state.faults.find(
    (one) =>
      one.times > 0 &&
      (one.method === '' || one.method === method) &&
      (one.chat === null || one.chat === chat),
  )
  if (!planned) return { fault: state.habit?.(method) ?? 'none', seconds: 3 }
  planned.times -= 1
  return planned
}

export const newQueryId = () => BigInt(`0x${randomBytes(8).toString('hex')}`).toString()

export const overNetwork: State['deliver'] = async (url, secret, update) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-telegram-bot-api-secret-token': secret,
    },
    body: JSON.stringify(update),
  })
  return answer.status
}

export { pause }
