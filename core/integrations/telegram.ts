import type { Api } from 'grammy'
import type { Logger } from '#core/shared/log.ts'

export type TelegramOptions = {
  /** where Telegram's servers are; another address for tests and the demo */
  root: TelegramRoot
  log: Logger
  patienceMs?: number
}

export type TelegramRoot = { api: string; links: string; login: string }

/** One part of a text that is drawn in another way; positions count UTF-16 units, as strings here do. */
export type TextPart = { type: 'bold' | 'text_link'; offset: number; length: number; url?: string }

export type ChatButton = { text: string; url: string } | { text: string; data: string }

/** What is said in a chat. There is no markup in the text, so every name stands there as it was typed. */
export type ChatText = {
  text: string
  parts: readonly TextPart[]
  /** in rows */
  buttons: readonly (readonly ChatButton[])[]
}

/**
 * `unauthorized`: the token is not that of a bot any more. `blocked`: the bot cannot write to this person. `wait`: Telegram
 * takes no more for some seconds. `refused`: our mistake. `lost`: nobody knows whether it was done.
 */
export type TelegramProblem =
  | 'unauthorized'
  | 'blocked'
  | 'wait'
  | 'refused'
  | 'conflict'
  | 'unreachable'
  | 'lost'

export type TelegramFailure = {
  ok: false
  reason: TelegramProblem
  waitSeconds: number
  /** what Telegram said; it holds no secret */
  detail: string
}
export type TelegramAnswer<Result> = { ok: true; result: Result } | TelegramFailure

export type BotIdentity = { id: number; username: string }

export type Telegram = ReturnType<typeof createTelegram>

// Longer than Telegram usually takes, and shorter than a page waits.
const defaultPatienceMs = 10_000

/** Longer than from one look at a bot to the next. */
const recentSeconds = 15 * 60

const heard = ['message', 'callback_query', 'my_chat_member'] as const

/** Telegram's Bot API. The library is loaded with the first call. Addresses hold tokens, so none is ever logged. */
export function createTelegram({ root, log, patienceMs = defaultPatienceMs }: TelegramOptions) {
  /** One refused call says little of a token: only if Telegram does not know whose it is, either, is it `unauthorized`. */
  async function call<Result>(
    token: string,
    work: (api: Api) => Promise<Result>,
    waitMs = patienceMs,
  ): Promise<TelegramAnswer<Result>> {
    const answer = await attempt(token, work, waitMs)
    if (answer.ok || answer.reason !== 'unauthorized') return answer
    const again = await attempt(token, (api) => api.getMe(), patienceMs)
    return again.ok ? { ...answer, reason: 'unreachable' } : again
  }

  async function attempt<Result>(
    token: string,
    work: (api: Api) => Promise<Result>,
    waitMs: number,
  ): Promise<TelegramAnswer<Result>> {
    const { Api: Client } = await import('grammy')
    try {
      const api = new Client(token, { apiRoot: root.api, timeoutSeconds: waitMs / 1000 })
      return { ok: true, result: await work(api) }
    } catch (error) {
      const failure = failureOf(error)
      if (failure === null) throw withoutAddress(error)
      log.debug({ reason: failure.reason, detail: failure.detail }, 'Telegram refused a call')
      return failure
    }
  }

  return {
    root,

    /** Whose token it is. */
    identify: (token: string): Promise<TelegramAnswer<BotIdentity>> =>
      call(token, async (api) => {
        const { id, username } = await api.getMe()
        return { id, username }
      }),

    /** Returns the number of the message in the chat. */
    say: (
      token: string,
      { chat, text, parts, buttons }: ChatText & { chat: number },
    ): Promise<TelegramAnswer<number>> =>
      call(token, async (api) => {
        const sent = await api.sendMessage(chat, text, {
          entities: parts.map(entityOf),
          link_preview_options: { is_disabled: true },
          ...(buttons.length > 0 && { reply_markup: keyboardOf(buttons) }),
        })
        return sent.message_id
      }),

    /** Puts other buttons under a message of the bot. */
    putButtons: (
      token: string,
      { chat, message, buttons }: { chat: number; message: number; buttons: ChatText['buttons'] },
    ): Promise<TelegramAnswer<true>> =>
      call(token, async (api) => {
        await api.editMessageReplyMarkup(chat, message, { reply_markup: keyboardOf(buttons) })
        return true as const
      }),

    /** Ends the waiting of a button that somebody has pressed. */
    answerTap: (
      token: string,
      { query, text }: { query: string; text: string },
    ): Promise<TelegramAnswer<true>> =>
      call(token, (api) => api.answerCallbackQuery(query, { text })),

    /** Lets Telegram send what the bot hears to this address. */
    listenAt: (
      token: string,
      { url, secret }: { url: string; secret: string },
    ): Promise<TelegramAnswer<true>> =>
      call(token, (api) =>
        api.setWebhook(url, { secret_token: secret, allowed_updates: [...heard] }),
      ),

    /** From now on the bot asks for what it hears. */
    stopListening: (token: string): Promise<TelegramAnswer<true>> =>
      call(token, (api) => api.deleteWebhook()),

    webhookState: (token: string) =>
      call(token, async (api) => {
        const info = await api.getWebhookInfo()
        const { url = '', last_error_date: failedAt = 0, pending_update_count: waiting } = info
        // Telegram goes on naming the last one for long.
        const isFailing =
          failedAt > 0 && (waiting > 0 || failedAt > Date.now() / 1000 - recentSeconds)
        return { url, error: isFailing ? (info.last_error_message ?? null) : null }
      }),

    /** The updates from number `after` on; 0: all that Telegram has. Waits up to `seconds` for the first. */
    readUpdates: (
      token: string,
      { after, seconds }: { after: number; seconds: number },
    ): Promise<TelegramAnswer<readonly unknown[]>> =>
      call(
        token,
        (api) =>
          api.getUpdates({
            offset: after,
            timeout: seconds,
            limit: 100,
            allowed_updates: [...heard],
          }),
        patienceMs + seconds * 1000,
      ),

    /** The picture of a person; null if there is none that may be seen. */
    picture: async (
      token: string,
      telegramId: number,
    ): Promise<TelegramAnswer<Uint8Array<ArrayBuffer> | null>> => {
      const found = await call(token, async (api) => {
        const { photos } = await api.getUserProfilePhotos(telegramId, { limit: 1 })
        const small = photos[0]?.[0]
        return small ? ((await api.getFile(small.file_id)).file_path ?? null) : null
      })
      if (!found.ok || found.result === null) return found.ok ? { ok: true, result: null } : found
      return download(`${root.api}/file/bot${token}/${found.result}`)
    },
  }

  async function download(
    address: string,
  ): Promise<TelegramAnswer<Uint8Array<ArrayBuffer> | null>> {
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs) })
      if (!answer.ok) return { ok: true, result: null }
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return { ok: true, result: bytes.byteLength <= mostPicture ? bytes : null }
    } catch {
      return { ok: false, reason: 'unreachable', waitSeconds: 0, detail: 'no picture' }
    }
  }
}

const mostPicture = 2_000_000

const entityOf = ({ type, offset, length, url }: TextPart) =>
  type === 'text_link'
    ? { type, offset, length, url: url ?? '' }
    : ({ type: 'bold', offset, length } as const)

const keyboardOf = (buttons: ChatText['buttons']) => ({
  inline_keyboard: buttons.map((row) =>
    row.map((button) =>
      'url' in button
        ? { text: button.text, url: button.url }
        : { text: button.text, callback_data: button.data },
    ),
  ),
})

/** Where Telegram does not say how long to wait. */
const unsaidSeconds = 30

const nobodyThere = /chat not found|user not found|PEER_ID_INVALID|USER_IS_BLOCKED/i

/** Null: a fault of ours. Errors of the library are known by their names. */
function failureOf(error: unknown): TelegramFailure | null {
  if (!(error instanceof Error)) return null
  const failure = (reason: TelegramProblem, detail: string, waitSeconds = 0) =>
    ({ ok: false, reason, detail, waitSeconds }) as const
  if (error.name === 'GrammyError') {
    const { code, description, retryAfter } = answerIn(error)
    if (code === 401 || code === 404) return failure('unauthorized', description)
    if (code === 403 || (code === 400 && nobodyThere.test(description)))
      return failure('blocked', description)
    if (code === 429)
      return failure('wait', description, retryAfter > 0 ? retryAfter : unsaidSeconds)
    if (code === 409) return failure('conflict', description)
    return failure(code >= 500 ? 'unreachable' : 'refused', description)
  }
  if (error.name !== 'HttpError') return null
  const cause = 'error' in error && error.error instanceof Error ? error.error : null
  const code = cause && 'code' in cause ? String(cause.code) : 'no answer'
  // Before there is a connection, nothing was sent.
  return neverSent.has(code)
    ? failure('unreachable', `not reached (${code})`)
    : failure('lost', `no answer (${code})`)
}

const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_INVALID_URL',
])

function answerIn(error: Error): { code: number; description: string; retryAfter: number } {
  const code = 'error_code' in error ? Number(error.error_code) : 0
  const description = 'description' in error ? String(error.description) : ''
  const parameters: unknown = 'parameters' in error ? error.parameters : null
  const retryAfter =
    typeof parameters === 'object' && parameters !== null && 'retry_after' in parameters
      ? Number(parameters.retry_after)
      : 0
  return { code, description, retryAfter }
}

/** The library may name the address that it called, and the address holds the token. */
function withoutAddress(error: unknown): Error {
  return new Error(`Telegram could not be called: ${error instanceof Error ? error.name : 'error'}`)
}
