import { once } from 'node:events'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { botApi } from './api.ts'
import { type loginFaults, telegramLogin } from './login.ts'
import { chatPage, homePage, refusalPage, startPage } from './pages.ts'
import {
  type BotState,
  type Chat,
  chatOf,
  deliverAll,
  newBot,
  newMessageId,
  newQueryId,
  type Planned,
  overNetwork,
  privateChat,
  say,
  type State,
  tell,
  type TelegramBot,
  type TelegramFault,
  telegramFaults,
  type TelegramPerson,
  userOf,
} from './state.ts'

export type { TelegramBot, TelegramFault, TelegramPerson } from './state.ts'

export type FakeTelegramOptions = {
  bots?: readonly TelegramBot[]
  people?: readonly TelegramPerson[]
  port?: number
  slowMs?: number
  deliver?: State['deliver']
}

export type FakeTelegram = Awaited<ReturnType<typeof startFakeTelegram>>

/**
 * A Telegram on its own port: the Bot API, the pages of chats and of t.me, and “Log in with Telegram”. It keeps state, checks each
 * request against the description of the Bot API and refuses what Telegram refuses. For tests and the demo only.
 */
export async function startFakeTelegram(options: FakeTelegramOptions = {}) {
  const { bots = [], people = [], slowMs = 20_000, deliver = overNetwork } = options
  const state: State = {
    bots: bots.map(newBot),
    people: [...people],
    asked: [],
    faults: [],
    habit: null,
    taken: [],
    mischief: { twice: false, reversed: false },
    loginHabits: {
      echoesNonce: false,
      isNumericAudience: false,
      takesBasic: true,
      takesBody: false,
      algorithm: 'RS256',
    },
    deliver,
  }
  let root = ''
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(async (c, next) => {
    // Another site can point its hostname at this machine, but its page cannot change the Host header.
    if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(c.req.url).hostname))
      return c.text('This can only be opened on this machine.', 403)
    return next()
  })
  app.get('/', (c) => c.html(homePage(state.bots, state.people)))
  app.route('/oauth', await telegramLogin(state, () => `${root}/oauth`))

  const botNamed = (username: string) =>
    state.bots.find((bot) => bot.username.toLowerCase() === username.toLowerCase())
  const personNamed = (id: string | number) => state.people.find((one) => one.id === Number(id))

  app.get('/t.me/:username', (c) => {
    const bot = botNamed(c.req.param('username'))
    return bot
      ? c.html(startPage(bot, state.people, c.req.query('start') ?? ''))
      : c.html(refusalPage(`Nobody is called @${c.req.param('username')}.`), 404)
  })
  app.get('/chat/:bot/:person', (c) => {
    const found = both(c.req.param('bot'), c.req.param('person'))
    if (!found) return c.html(refusalPage('There is no such chat.'), 404)
    const { bot, person, chat } = found
    const next = state.faults.find((one) => one.times > 0 && one.chat === person.id)
    return c.html(chatPage(bot, person, chat, next?.fault ?? 'none'))
  })
  app.post('/chat/:bot/:person/:what', async (c) => {
    const found = both(c.req.param('bot'), c.req.param('person'))
    if (!found) return c.html(refusalPage('There is no such chat.'), 404)
    const { bot, person } = found
    const form = await c.req.formData()
    const text = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    switch (c.req.param('what')) {
      case 'start':
        await start(bot, person, text('code'))
        break
      case 'say':
        await write(bot, person, text('text'))
        break
      case 'tap':
        await tap(bot, person, { messageId: Number(text('message')), data: text('data') })
        break
      case 'block':
      case 'unblock':
        await block(bot, person, c.req.param('what') === 'block')
        break
      case 'fault': {
        const fault = telegramFaults.find((one) => one === text('fault')) ?? 'none'
        state.faults = [{ fault, method: 'sendMessage', chat: person.id, times: 1, seconds: 3 }]
      }
    }
    return c.redirect(`/chat/${bot.username}/${person.id}`, 303)
  })
  app.route('/', botApi(state, slowMs))

  function both(username: string, personId: string | number) {
    const bot = botNamed(username)
    const person = personNamed(personId)
    return bot && person ? { bot, person, chat: chatOf(bot, person.id) } : null
  }

  const messageOf = (person: TelegramPerson, id: number, text: string) => ({
    message_id: id,
    date: Math.floor(Date.now() / 1000),
    chat: privateChat(person),
    from: userOf(person),
    text,
    ...(text.startsWith('/') && {
      entities: [{ type: 'bot_command', offset: 0, length: text.split(' ')[0]?.length ?? 1 }],
    }),
  })

  async function write(bot: BotState, person: TelegramPerson, text: string): Promise<void> {
    const said = say(chatOf(bot, person.id), { by: 'person', text, entities: [], buttons: [] })
    await tell(state, bot, { message: messageOf(person, said.id, text) })
  }

  async function start(bot: BotState, person: TelegramPerson, code: string): Promise<void> {
    const chat = chatOf(bot, person.id)
    if (chat.isBlocked) await block(bot, person, false)
    chat.isStarted = true
    await write(bot, person, ['/start', code].filter(Boolean).join(' '))
  }

  async function tap(
    bot: BotState,
    person: TelegramPerson,
    { messageId, data }: { messageId: number; data: string },
  ): Promise<void> {
    const said = chatOf(bot, person.id).said.find(({ id }) => id === messageId)
    const id = newQueryId()
    bot.queries.set(id, { person: person.id, messageId, at: Date.now() })
    await tell(state, bot, {
      callback_query: {
        id,
        from: userOf(person),
        chat_instance: '-1',
        data,
        message: {
          ...messageOf(person, messageId, said?.text ?? ''),
          from: { id: bot.id, is_bot: true, first_name: bot.name, username: bot.username },
        },
      },
    })
  }

  async function block(bot: BotState, person: TelegramPerson, isBlocked: boolean): Promise<void> {
    chatOf(bot, person.id).isBlocked = isBlocked
    const member = (status: string) => ({
      status,
      user: { id: bot.id, is_bot: true, first_name: bot.name },
    })
    await tell(state, bot, {
      my_chat_member: {
        chat: privateChat(person),
        from: userOf(person),
        date: Math.floor(Date.now() / 1000),
        old_chat_member: member(isBlocked ? 'member' : 'kicked'),
        new_chat_member: {
          ...member(isBlocked ? 'kicked' : 'member'),
          ...(isBlocked && { until_date: 0 }),
        },
      },
    })
  }

  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  root = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

  function named(username: string, personId: number) {
    const found = both(username, personId)
    if (!found) throw new Error(`@${username} or ${personId} is not simulated`)
    return found
  }

  return {
    root,
    asked: state.asked,
    taken: state.taken,
    mischief: state.mischief,
    addBot: (bot: TelegramBot) => void state.bots.push(newBot(bot)),
    removeBot: (username: string) => {
      state.bots = state.bots.filter((bot) => bot.username !== username)
    },
    addPerson: (person: TelegramPerson) => void state.people.push(person),
    /** What stands in a chat. */
    chat: (username: string, personId: number): Chat => named(username, personId).chat,
    webhookOf: (username: string) => botNamed(username)?.webhook ?? null,
    /** What a person does in a chat. */
    async start(username: string, personId: number, code = '') {
      const { bot, person } = named(username, personId)
      await start(bot, person, code)
    },
    async write(username: string, personId: number, text: string) {
      const { bot, person } = named(username, personId)
      await write(bot, person, text)
    },
    /** A message without words, such as one that Telegram itself writes into the chat. */
    async note(username: string, personId: number, content: Record<string, unknown>) {
      const { bot, person } = named(username, personId)
      chatOf(bot, person.id).isStarted = true
      const { text: _text, ...message } = messageOf(person, newMessageId(), '')
      await tell(state, bot, { message: { ...message, ...content } })
    },
    /** An update of any kind, as Telegram may add them. */
    async send(username: string, update: Record<string, unknown>) {
      const bot = botNamed(username)
      if (bot) await tell(state, bot, update)
    },
    /** After a week without updates Telegram draws the next number. */
    async afterQuietWeek(username: string, next: number) {
      const bot = botNamed(username)
      if (bot) Object.assign(bot, { updates: [], nextUpdate: next })
    },
    /** Telegram tries again what a webhook has not taken. */
    async redeliver(username: string) {
      const bot = botNamed(username)
      if (bot) await deliverAll(state, bot)
    },
    /** The next logins' tokens, where reports of Telegram contradict each other. */
    loginHabits: state.loginHabits,
    /** Presses the button with this label under the newest message that has one. */
    async tap(username: string, personId: number, label: string) {
      const { bot, person, chat } = named(username, personId)
      const said = chat.said.findLast(({ buttons }) =>
        buttons.flat().some(({ text }) => text === label),
      )
      const data = said?.buttons.flat().find(({ text }) => text === label)?.callback_data
      if (!said || data === undefined) throw new Error(`there is no button ${label}`)
      await tap(bot, person, { messageId: said.id, data })
    },
    /** Presses a button that may be gone, or another person's. */
    async tapData(username: string, personId: number, messageId: number, data: string) {
      const { bot, person } = named(username, personId)
      await tap(bot, person, { messageId, data })
    },
    async block(username: string, personId: number, isBlocked = true) {
      const { bot, person } = named(username, personId)
      await block(bot, person, isBlocked)
    },
    /** What the next calls suffer. */
    fail(fault: TelegramFault, planned: Partial<Omit<Planned, 'fault'>> = {}) {
      state.faults.push({ method: '', chat: null, times: 1, seconds: 3, ...planned, fault })
    },
    /** What all calls suffer that `fail` says nothing of; null: nothing. */
    behaveAs(habit: State['habit']) {
      state.habit = habit
    },
    healthy() {
      state.faults = []
    },
    /** What a person at the login page does: the address that the browser is sent back to. */
    agree: (page: string, personId: number, fault: (typeof loginFaults)[number] = 'none') =>
      decide(page, { person: String(personId), fault }),
    deny: (page: string) => decide(page, { person: '0' }),
    async stop() {
      for (const bot of state.bots) bot.waiting?.end(false)
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }

  async function decide(page: string, fields: Record<string, string>): Promise<string> {
    const text = await (await fetch(page)).text()
    const request = /name="request" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const answer = await fetch(`${root}/oauth/consent`, {
      method: 'POST',
      body: new URLSearchParams({ request, ...fields }),
      redirect: 'manual',
    })
    return answer.headers.get('location') ?? ''
  }
}
