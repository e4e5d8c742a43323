import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { requestProblem } from './requests.ts'
import {
  type BotState,
  type Button,
  chatOf,
  pause,
  privateChat,
  say,
  type State,
  takeFault,
  type TelegramFault,
  waitForUpdates,
} from './state.ts'

type Env = { Bindings: HttpBindings }
type Result = { result: unknown } | Refusal
type Refusal = {
  code: 400 | 401 | 403 | 404 | 409 | 429 | 500
  description: string
  retryAfter?: number
}

const refuse = (code: Refusal['code'], description: string): Refusal => ({ code, description })
const bad = (text: string) => refuse(400, `Bad Request: ${text}`)

const callSchema = z.looseObject({
  chat_id: z.number().optional(),
  message_id: z.number().optional(),
  text: z.string().optional(),
  entities: z
    .array(
      z.object({
        type: z.string(),
        offset: z.number(),
        length: z.number(),
        url: z.string().exactOptional(),
      }),
    )
    .optional(),
  reply_markup: z
    .object({
      inline_keyboard: z.array(
        z.array(
          z.object({
            text: z.string(),
            url: z.string().exactOptional(),
            callback_data: z.string().exactOptional(),
          }),
        ),
      ),
    })
    .optional(),
  url: z.string().optional(),
  secret_token: z.string().optional(),
  allowed_updates: z.array(z.string()).optional(),
  offset: z.number().optional(),
  limit: z.number().optional(),
  timeout: z.number().optional(),
  user_id: z.number().optional(),
  file_id: z.string().optional(),
  callback_query_id: z.string().optional(),
})
type Call = z.infer<typeof callSchema>

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mMwmXGbJMQwqmFUw/DVAAA5+acQywZKnQAAAABJRU5ErkJggg==',
  'base64',
)

/** The Bot API: it refuses what Telegram refuses, and misbehaves on command. */
export function botApi(state: State, slowMs: number) {
  const app = new Hono<Env>()

  app.post('/:bot{bot[^/]+}/:method', async (c) => {
    const bot = state.bots.find(({ token }) => c.req.param('bot') === `bot${token}`)
    const method = c.req.param('method')
    const body: unknown = await c.req.json().catch(() => ({}))
    const call = callSchema.safeParse(body).data ?? {}
    state.asked.push([method, call.chat_id].filter((part) => part !== undefined).join(' '))
    const planned = bot ? takeFault(state, method, call.chat_id ?? null) : none
    const { fault } = planned
    const broken = await suffer(c, planned, slowMs)
    if (broken) return broken
    if (!bot) return answer(c, refuse(401, 'Unauthorized'))
    const problem = requestProblem(method, body)
    if (problem !== null) return answer(c, bad(problem))
    const done = await perform(state, bot, method, call)
    if (method === 'sendMessage' && 'result' in done)
      state.taken.push({
        chat: call.chat_id ?? 0,
        at: Date.now(),
        isBold: call.entities?.some(({ type }) => type === 'bold') ?? false,
        // Who asked may have gone away in the meantime.
        isAnswered: fault !== 'lost' && fault !== 'malformed' && !c.env.outgoing.destroyed,
      })
    if (fault === 'lost') {
      c.env.outgoing.destroy()
      return c.body(null)
    }
    return fault === 'malformed' ? c.text('{"ok":tru') : answer(c, done)
  })

  app.get('/file/:bot/:path{.+}', (c) =>
    state.bots.some(({ token }) => c.req.param('bot') === `bot${token}`)
      ? c.body(new Uint8Array(picture), 200, { 'content-type': 'application/octet-stream' })
      : c.json({ ok: false, error_code: 404, description: 'Not Found' }, 404),
  )
  return app
}

function answer(c: Context<Env>, done: Result) {
  if ('result' in done) return c.json({ ok: true, result: done.result })
  const { code, description, retryAfter } = done
  return c.json(
    {
      ok: false,
      error_code: code,
      description,
      ...(retryAfter !== undefined && { parameters: { retry_after: retryAfter } }),
    },
    code,
  )
}

const none = { fault: 'none' as const, seconds: null }

const failures: Partial<Record<TelegramFault, Refusal>> = {
  unauthorized: refuse(401, 'Unauthorized'),
  blocked: refuse(403, 'Forbidden: bot was blocked by the user'),
  refused: bad('TOPIC_CLOSED'),
  gone: bad('chat not found'),
  conflict: refuse(409, 'Conflict: terminated by other getUpdates request'),
  error: refuse(500, 'Internal Server Error'),
}

/** Null: it goes on. */
async function suffer(
  c: Context<Env>,
  { fault, seconds }: { fault: TelegramFault; seconds: number | null },
  slowMs: number,
) {
  if (fault === 'slow') await pause(slowMs)
  if (fault === 'reset') {
    c.env.outgoing.destroy()
    return c.body(null)
  }
  if (fault === 'down') return c.html('<html><h1>502 Bad Gateway</h1></html>', 502)
  if (fault === 'wait')
    return answer(c, {
      ...refuse(
        429,
        seconds === null ? 'Too Many Requests' : `Too Many Requests: retry after ${seconds}`,
      ),
      ...(seconds !== null && { retryAfter: seconds }),
    })
  const failure = failures[fault]
  return failure ? answer(c, failure) : null
}

async function perform(state: State, bot: BotState, method: string, call: Call): Promise<Result> {
  switch (method) {
    case 'getMe':
      return {
        result: {
          id: bot.id,
          is_bot: true,
          first_name: bot.name,
          username: bot.username,
          can_join_groups: true,
          can_read_all_group_messages: false,
          supports_inline_queries: false,
        },
      }
    case 'setWebhook':
      return setWebhook(bot, call)
    case 'deleteWebhook':
      bot.webhook = null
      return { result: true }
    case 'getWebhookInfo':
      return {
        result: {
          url: bot.webhook?.url ?? '',
          has_custom_certificate: false,
          pending_update_count: bot.updates.length,
          ...(bot.webhook?.lastError && {
            last_error_date: Math.floor(bot.webhook.lastErrorAt / 1000),
            last_error_message: bot.webhook.lastError,
          }),
        },
      }
    case 'getUpdates':
      return getUpdates(state, bot, call)
    case 'sendMessage':
      return sendMessage(state, bot, call)
    case 'editMessageText':
    case 'editMessageReplyMarkup':
      return editMessage(bot, method, call)
    case 'answerCallbackQuery':
      return answerQuery(bot, call)
    case 'getUserProfilePhotos':
      return photosOf(state, call)
    case 'getFile':
      return call.file_id?.startsWith('photo-')
        ? {
            result: {
              file_id: call.file_id,
              file_unique_id: call.file_id,
              file_path: `photos/${call.file_id}.jpg`,
            },
          }
        : bad('wrong file_id or the file is temporarily unavailable')
    default:
      return refuse(404, 'Not Found')
  }
}

function setWebhook(bot: BotState, call: Call): Result {
  const { url = '', secret_token: secret = '', allowed_updates: allowed } = call
  bot.allowed = allowed ?? bot.allowed
  if (!url.startsWith('https://'))
    return bad('bad webhook: An HTTPS URL must be provided for webhook')
  if (!['', '80', '88', '443', '8443'].includes(new URL(url).port))
    return bad('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443')
  if (secret !== '' && !/^[\w-]{1,256}$/.test(secret))
    return bad('secret token contains unallowed characters')
  bot.webhook = { url, secret, lastError: null, lastErrorAt: 0 }
  return { result: true }
}

async function getUpdates(
  state: State,
  bot: BotState,
  { offset = 0, limit = 100, timeout = 0, allowed_updates: allowed }: Call,
): Promise<Result> {
  bot.allowed = allowed ?? bot.allowed
  if (bot.webhook)
    return refuse(
      409,
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    )
  const updates = await waitForUpdates(state, bot, { offset, limit, timeout })
  return updates
    ? { result: updates }
    : refuse(409, 'Conflict: terminated by other getUpdates request')
}

function buttonProblem({ text, url, callback_data: data }: Button): string | null {
  if (text === '') return 'text buttons are unallowed in the inline keyboard'
  if ((url === undefined) === (data === undefined)) return 'exactly one action per button'
  if (data !== undefined) {
    const bytes = Buffer.byteLength(data)
    return bytes < 1 || bytes > 64 ? 'BUTTON_DATA_INVALID' : null
  }
  return url !== undefined && isAddress(url)
    ? null
    : `inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`
}

const isAddress = (url: string) =>
  URL.canParse(url) &&
  /^(?:https?|tg):$/.test(new URL(url).protocol) &&
  new URL(url).hostname.includes('.') &&
  !/^127\.|^\[/.test(new URL(url).hostname)

function textProblem({ text = '', entities = [], reply_markup: markup }: Call): string | null {
  if (text.trim() === '') return 'message text is empty'
  if (text.length > 4096) return 'message is too long'
  const outside = entities.some(({ offset, length }) => length < 1 || offset + length > text.length)
  if (outside) return 'entity ends beyond the end of the text'
  const isHalf = (at: number) => /^[\udc00-\udfff]/.test(text.slice(at))
  if (entities.some(({ offset, length }) => isHalf(offset) || isHalf(offset + length)))
    return 'entity begins in a middle of a UTF-16 symbol'
  const hidden = entities.find(({ url }) => url !== undefined && !isAddress(url))
  if (hidden) return `entity URL '${hidden.url}' is invalid: Wrong HTTP URL`
  const buttons = markup?.inline_keyboard.flat() ?? []
  return buttons.map(buttonProblem).find((problem) => problem !== null) ?? null
}

function sendMessage(state: State, bot: BotState, call: Call): Result {
  const person = state.people.find(({ id }) => id === call.chat_id)
  if (!person) return bad('chat not found')
  const problem = textProblem(call)
  if (problem !== null) return bad(problem)
  const chat = chatOf(bot, person.id)
  if (chat.isBlocked) return refuse(403, 'Forbidden: bot was blocked by the user')
  if (!chat.isStarted) return refuse(403, "Forbidden: bot can't initiate conversation with a user")
  const said = say(chat, {
    by: 'bot',
    text: call.text ?? '',
    entities: call.entities ?? [],
    buttons: call.reply_markup?.inline_keyboard ?? [],
  })
  return {
    result: {
      message_id: said.id,
      date: Math.floor(Date.now() / 1000),
      chat: privateChat(person),
      text: said.text,
    },
  }
}

function editMessage(bot: BotState, method: string, call: Call): Result {
  const chat = bot.chats.get(call.chat_id ?? 0)
  const said = chat?.said.find(({ id, by }) => id === call.message_id && by === 'bot')
  if (!said) return bad('message to edit not found')
  const buttons = call.reply_markup?.inline_keyboard ?? []
  const text = method === 'editMessageText' ? (call.text ?? '') : said.text
  const problem = textProblem({ ...call, text })
  if (problem !== null) return bad(problem)
  if (text === said.text && JSON.stringify(buttons) === JSON.stringify(said.buttons))
    return bad(
      'message is not modified: specified new message content and reply markup are exactly the same',
    )
  Object.assign(said, { text, buttons, isEdited: true })
  if (method === 'editMessageText') said.entities = call.entities ?? []
  return { result: true }
}

const queryMs = 15_000

function answerQuery(bot: BotState, call: Call): Result {
  const query = bot.queries.get(call.callback_query_id ?? '')
  if (!query || query.at < Date.now() - queryMs)
    return bad('query is too old and response timeout expired or query ID is invalid')
  if ((call.text ?? '').length > 200) return bad('MESSAGE_TOO_LONG')
  bot.queries.delete(call.callback_query_id ?? '')
  chatOf(bot, query.person).notices.push(call.text ?? '')
  return { result: true }
}

function photosOf(state: State, { user_id: id }: Call): Result {
  const person = state.people.find((one) => one.id === id)
  if (!person) return bad('user not found')
  const size = { file_unique_id: `u-${person.id}`, width: 160, height: 160 }
  const photos = person.hasPhoto ? [[{ ...size, file_id: `photo-${person.id}` }]] : []
  return { result: { total_count: photos.length, photos } }
}
