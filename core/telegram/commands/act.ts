import { sql } from 'kysely'
import {
  type Answered,
  confirmRequest,
  rejectRequest,
} from '#core/bookings/commands/answer-request.ts'
import { emit } from '#core/events/emit.ts'
import type { ChatText } from '#core/integrations/telegram.ts'
import { spotVersion } from '#core/bookings/rules/spot-version.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId } from '#core/shared/ids.ts'
import type { Language } from '#core/shared/languages.ts'
import { findBot, type StoredBot } from '../queries.ts'
import { chatAddress, codeMinutes } from '../rules.ts'
import type { Heard, OpenedCode, Person } from '../schema.ts'
import { addHeardJob } from '../steps/add-heard-job.ts'
import { noteProblem } from '../steps/bot-problem.ts'
import { tokenOf } from '../steps/bots.ts'
import { connectMember, connectPurchase, type Connected } from '../steps/connect.ts'
import { numbersOf } from '../steps/codes.ts'
import { endLogins, keepHeard, markBlocked } from '../steps/keep-chat.ts'
import { botTexts } from '../texts/bot-texts.ts'

/** Telegram takes no answer yet. */
class MustWait extends Error {
  readonly seconds: number
  constructor(seconds: number) {
    super(`Telegram asks to wait for ${seconds} s`)
    this.seconds = seconds
  }
}

/** After that, an answer would surprise more than it helps. */
const longestWaitSeconds = 60 * 60

/** Does what somebody has asked a bot for; again after as many seconds as Telegram says, if it takes no answer yet. */
export async function actOrWait(deps: Deps, heard: Heard): Promise<void> {
  try {
    await act(deps, heard)
  } catch (error) {
    if (!(error instanceof MustWait)) throw error
    const age = Date.now() / 1000 - heard.at
    if (age + error.seconds < longestWaitSeconds) await addHeardJob(deps.db, heard, error.seconds)
  }
}

/** A bot that can answer, and who has written to it. */
type Talk = {
  bot: StoredBot
  token: string
  person: Person
  address: string
  texts: (typeof botTexts)[Language]
}

/** It may run twice for the same update: the second run changes nothing. */
async function act(deps: Deps, { botId, person, at, update, heard }: Heard): Promise<void> {
  const bot = await findBot(deps.db, botId)
  const token = bot && tokenOf(deps, bot)
  if (!bot || !token) return
  const address = chatAddress(botId, person.id)
  const { name, username } = person
  const known = { botId, telegramId: person.id, name, username }
  // Anyone who writes to the bot, or presses its buttons, can be written to.
  await keepHeard(deps.db, known, { at, update, isBlocked: heard.what === 'blocked' })
  const talk = { bot, token, person, address, texts: botTexts[person.language] }
  switch (heard.what) {
    case 'blocked':
    case 'unblocked':
    case 'opened':
      return undefined
    case 'tapped':
      return answerTap(deps, talk, heard)
    case 'logged_out':
      await endLogins(deps.db, known, at)
      return reply(deps, talk, talk.texts.loggedOut)
    case 'started':
      return answerStart(deps, talk, heard)
    case 'asked_for_spots':
      return sendSpots(deps, talk)
    case 'wrote': {
      const taken = await deps.limits.botRepliesPerChat.take(address)
      return taken.ok ? reply(deps, talk, talk.texts.wrote) : undefined
    }
  }
}

async function answerStart(
  deps: Deps,
  talk: Talk,
  { code, isOver }: { code: OpenedCode | null; isOver: boolean },
): Promise<void> {
  const { texts, person, bot, address } = talk
  const isAnswered = (await deps.limits.botStartsPerChat.take(address)).ok
  if (!isAnswered) return
  if (isOver) return reply(deps, talk, texts.linkOver)
  const site = deps.settings.operatorName
  if (code === null) return reply(deps, talk, texts.hello(site))
  if (code.kind === 'login')
    return reply(deps, talk, texts.askLogin(site), [
      numbersOf(deps, code.digest).offered.map((number) => ({
        text: String(number),
        data: `login ${code.digest} ${number}`,
      })),
      [{ text: texts.notMe, data: `login ${code.digest} ${nobody}` }],
    ])
  const connecting = { botId: bot.id, code, address, person }
  const connect = code.kind === 'purchase' ? connectPurchase : connectMember
  const connected = await connect(deps.db, connecting)
  if (!connected.ok && connected.reason === 'busy') throw new Error('busy')
  return reply(deps, talk, sayConnected(texts, code, connected))
}

function sayConnected(texts: Talk['texts'], { kind }: OpenedCode, connected: Connected): string {
  if (!connected.ok) {
    if (connected.reason === 'taken') return texts.purchaseTaken
    return connected.reason === 'used' ? texts.linkUsed : texts.linkOver
  }
  return kind === 'member'
    ? texts.memberConnected(connected.business)
    : texts.purchaseConnected(connected.title, connected.business)
}

/** The links go the way of all messages. */
async function sendSpots(deps: Deps, talk: Talk): Promise<void> {
  const { address, texts, person } = talk
  if (!(await deps.limits.mailPerAccount.take(`links ${address}`)).ok) return
  await emit(deps.db, 'booking.links_requested', { contact: address, language: person.language })
  await reply(deps, talk, texts.spotsSent)
}

type Tap = { query: string; message: number | null; act: string }

/** The decision comes first. What the chat shows of it may fail. */
async function answerTap(deps: Deps, talk: Talk, tap: Tap): Promise<void> {
  const [what = '', id = '', number = ''] = tap.act.split(' ')
  const done =
    what === 'login'
      ? await claimLogin(deps, talk, { digest: id, number: Number(number) })
      : what === 'yes' || what === 'no'
        ? await answerRequest(deps, talk, { messageId: id, isConfirmed: what === 'yes' })
        : null
  await deps.telegram.api.answerTap(talk.token, { query: tap.query, text: done?.says ?? '' })
  if (!done?.isOver || tap.message === null) return
  await deps.telegram.api.putButtons(talk.token, {
    chat: talk.person.id,
    message: tap.message,
    buttons: [[{ text: done.says, data: 'done' }]],
  })
}

/** `isOver`: the buttons have done their work. */
type TapDone = { says: string; isOver: boolean }

/** In place of a number: “It wasn’t me”. */
const nobody = 0

/** The number that the browser shows logs it in. Any other one ends the login: somebody else has begun it. */
async function claimLogin(
  deps: Deps,
  { texts, address }: Talk,
  { digest, number }: { digest: string; number: number },
): Promise<TapDone> {
  const over = { says: texts.loginOver, isOver: true }
  if (!/^[\w-]{43}$/.test(digest)) return over
  const { right, offered } = numbersOf(deps, digest)
  if (number !== nobody && !offered.includes(number)) return over
  if (!(await deps.limits.botLoginsPerChat.take(address)).ok) return over
  const isRight = number === right
  const expiresAt = sql<Date>`now() + make_interval(mins => ${codeMinutes})`
  return deps.db.transaction().execute(async (tx) => {
    // A person logs in at one browser at a time.
    await tx
      .deleteFrom('telegramCodes')
      .where('claimedBy', '=', address)
      .where('pickedUpAt', 'is', null)
      .where('digest', '<>', digest)
      .execute()
    await tx
      .insertInto('telegramCodes')
      .values((eb) => ({
        digest,
        claimedBy: isRight ? address : null,
        pickedUpAt: isRight ? null : eb.fn<Date>('now'),
        expiresAt,
      }))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    if (!isRight) {
      await tx
        .updateTable('telegramCodes')
        .set((eb) => ({ pickedUpAt: eb.fn<Date>('now') }))
        .where('digest', '=', digest)
        .where('claimedBy', '=', address)
        .where('pickedUpAt', 'is', null)
        .execute()
      return { says: texts.loginRefused, isOver: true }
    }
    const own = await tx
      .selectFrom('telegramCodes')
      .where('digest', '=', digest)
      .where('claimedBy', '=', address)
      .where('pickedUpAt', 'is', null)
      .select('digest')
      .executeTakeFirst()
    return own ? { says: texts.loggedIn, isOver: true } : over
  })
}

/**
 * Only the reader of the message may answer with its buttons, as long as messages of the vendor go to this chat, and only for the
 * spots that it named.
 */
async function answerRequest(
  { db, settings }: Deps,
  { texts, address }: Talk,
  { messageId, isConfirmed }: { messageId: string; isConfirmed: boolean },
): Promise<TapDone> {
  const message = isId(messageId) ? await findAsked(db, messageId) : undefined
  if (message?.recipient !== address || message.purchaseId === null)
    return { says: texts.notYours, isOver: false }
  const asked = {
    purchaseId: message.purchaseId,
    shown: (message.asked ?? []).map(({ bookingId, sessionId }) => ({
      bookingId,
      version: spotVersion({ sessionId, isHeld: true }),
    })),
  }
  const answered: Answered = isConfirmed
    ? await confirmRequest(db, asked, settings)
    : await rejectRequest(db, asked)
  if (answered.ok) return { says: isConfirmed ? texts.confirmed : texts.rejected, isOver: true }
  if (answered.reason === 'busy') throw new Error('busy')
  return { says: texts.notWaiting, isOver: true }
}

const findAsked = (db: Deps['db'], messageId: string) =>
  db
    .selectFrom('messages as m')
    .where('m.id', '=', messageId)
    .where('channel', '=', 'telegram')
    .where('audience', '=', 'vendor')
    // Disconnecting may mean that the phone has a new owner.
    .where(
      sql<boolean>`exists (
        select from vendor_members r join purchases g on g.vendor_id = r.vendor_id
        where g.id = m.purchase_id and r.telegram = m.recipient and r.role <> 'instructor')`,
    )
    .select(['recipient', 'purchaseId'])
    .select(sql<{ bookingId: string; sessionId: string }[] | null>`facts->'asked'`.as('asked'))
    .executeTakeFirst()

/** Throws where another try may help. */
async function reply(
  deps: Deps,
  { token, bot, person, address }: Talk,
  text: string,
  buttons: ChatText['buttons'] = [],
): Promise<void> {
  const said = await deps.telegram.api.say(token, { chat: person.id, text, parts: [], buttons })
  if (said.ok) return
  if (said.reason === 'blocked') return markBlocked(deps.db, address, true)
  if (said.reason === 'unauthorized') return noteProblem(deps.db, bot, 'unauthorized')
  if (said.reason === 'wait') throw new MustWait(said.waitSeconds)
  if (said.reason === 'unreachable') throw new Error(said.detail)
}
