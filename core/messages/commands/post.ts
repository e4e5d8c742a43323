import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Mailer } from '../../integrations/mailer.ts'
import { isAway } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import {
  type Claimed,
  claimDue,
  listHeld,
  releaseClaims,
  renewClaims,
  retryLater,
} from './claim-due.ts'
import { delayOverBudget } from './delay-message.ts'
import {
  deleteMessages,
  endLateNotes,
  failMessages,
  idsOf,
  noteLettersSent,
  retryMessages,
  type Started,
  startLetters,
  waitForChat,
} from './finish-message.ts'
import { moveFromChat } from './move-from-chat.ts'
import { type Bringing, noteNewsRefused, noteNewsSent, startNews } from './send-news.ts'
import { sendToChat, type Sent } from './send-to-chat.ts'
import { tellDue } from './tell-news.ts'
import { readSenders, type Senders } from '../queries/sender.ts'
import { writeMail } from '../templates/write-mail.ts'

/** How many mails, and how many messages to chats, a worker has at once. */
const most = { email: 50, telegram: 50 }

/** How long what became of messages waits for more of it. */
const noteEveryMs = 250
const renewEveryMs = 20_000
const idleMs = 100
const brokenMs = 1000

/** From then on a message goes another way, if there is one, as `addresses_in_order()` has it. */
const longWaitSeconds = 10 * 60

/** Null: it is not worth sending any more. */
type Outcome = { started: Started; result: Sent | null }

/**
 * What sends messages. It looks at what readers have not been told, takes messages that are due, starts all of them at once, and
 * sends them side by side, outside any transaction. What became of them is written down together, by who still has them; a worker
 * that dies repeats at most what was not. The next ones do not wait for slow ones.
 */
export function createPost(deps: Deps, mailer: Pick<Mailer, 'send'>) {
  const by = randomUUID()
  const { db, log } = deps
  const flying = new Set<Promise<void>>()
  const room = { ...most }
  /** what is on its way, or whose answer is not written down yet */
  const held = new Set<string>()
  let outcomes: Outcome[] = []
  let renewedAt = Date.now()
  let notedAt = 0

  /** Returns how much there was to do. `inTurn`: one leaves after the other. */
  async function round(inTurn = false): Promise<number> {
    const looked = await tellDue(deps)
    const claimed = await claimDue(db, by, room)
    const place = new Map(claimed.map(({ id }, nth) => [id, nth]))
    const all = (await startAll(deps, by, claimed)).toSorted(
      (one, other) => (place.get(one.message.id) ?? 0) - (place.get(other.message.id) ?? 0),
    )
    if (all.length > 0) {
      const vendorIds = all.flatMap(({ message: { vendorId } }) => vendorId ?? [])
      const senders = await readSenders(deps, [...new Set(vendorIds)])
      for (const started of all) {
        fly(started, senders)
        if (inTurn) await Promise.all(flying)
      }
    }
    return looked + claimed.length
  }

  function fly(started: Started, senders: Senders): void {
    const channel = started.message.channel === 'telegram' ? 'telegram' : 'email'
    room[channel] -= 1
    for (const id of idsOf(started)) held.add(id)
    const flight = attempt({ ...deps, senders }, mailer, started)
      .then((result) => {
        outcomes.push({ started, result })
      })
      .finally(() => {
        room[channel] += 1
        flying.delete(flight)
      })
    flying.add(flight)
  }

  async function keep(all: readonly Outcome[]): Promise<void> {
    await noteOutcomes(deps, by, all)
    for (const { started } of all) for (const id of idsOf(started)) held.delete(id)
  }

  /**
   * Writes down what became of messages. What cannot be written stays for the next time, and holds up nothing else: it may have
   * arrived, so nobody else gets it as long as this worker lives.
   */
  async function note(): Promise<void> {
    notedAt = Date.now()
    const all = outcomes
    if (all.length === 0) return
    outcomes = []
    try {
      await keep(all)
    } catch (error) {
      log.error({ reason: String(error) }, 'it could not be written down what became of messages')
      for (const one of isAway(error) ? [] : all)
        await keep([one]).catch(() => {
          outcomes.push(one)
        })
      if (isAway(error)) outcomes.unshift(...all)
    }
  }

  async function turn(): Promise<number> {
    if (Date.now() - notedAt >= noteEveryMs) await note()
    if (Date.now() - renewedAt >= renewEveryMs) {
      // What could not be started is not kept.
      await renewClaims(db, by, [...held])
      renewedAt = Date.now()
    }
    return round()
  }

  return {
    /** Until the signal; then it waits for what is on its way and lets go of the rest. */
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        let waitMs = idleMs
        try {
          if ((await turn()) > 0) waitMs = 0
        } catch (error) {
          log.error({ reason: String(error) }, 'messages are not sent at the moment')
          waitMs = brokenMs
        }
        if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => {})
      }
      await Promise.all(flying)
      await note()
      // Without this they are free a minute later.
      await releaseClaims(db, by).catch(() => {})
    },
    /** Until nothing is due, one after the other. */
    async empty(): Promise<void> {
      for (;;) {
        const found = await round(true)
        if (found === 0 && flying.size === 0 && outcomes.length === 0) return
        await Promise.all(flying)
        await note()
        if (outcomes.length > 0) await pause(brokenMs)
      }
    },
  }
}

/** One that cannot be started holds up no other. */
async function startAll(deps: Deps, by: string, claimed: readonly Claimed[]): Promise<Started[]> {
  if (claimed.length === 0) return []
  try {
    return await start(deps, by, claimed)
  } catch (error) {
    if (claimed.length > 1) {
      const all: Started[] = []
      for (const one of claimed) all.push(...(await startAll(deps, by, [one])))
      return all
    }
    deps.log.error({ messages: claimed, reason: String(error) }, 'a message could not be started')
    await retryLater(
      deps.db,
      by,
      claimed.map(({ id }) => id),
    )
    return []
  }
}

async function start(deps: Deps, by: string, claimed: readonly Claimed[]): Promise<Started[]> {
  const idsWhere = (fits: (kind: string) => boolean) =>
    claimed.flatMap(({ id, kind }) => (fits(kind) ? [id] : []))
  const news = await startNews(
    deps,
    by,
    idsWhere((kind) => kind === 'news'),
  )
  await endLateNotes(
    deps.db,
    by,
    idsWhere((kind) => kind === 'booking.note'),
  )
  const letters = idsWhere((kind) => kind !== 'news')
  const delayed = await delayOverBudget(deps, letters)
  const started = await startLetters(
    deps.db,
    by,
    letters.filter((id) => !delayed.has(id)),
  )
  return [...news, ...started]
}

/** Null: the check before sending found it no longer needed. */
async function attempt(
  deps: Deps & { senders: Senders },
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

async function noteOutcomes(deps: Deps, by: string, all: readonly Outcome[]): Promise<void> {
  const sent = all.flatMap(({ started, result }) =>
    typeof result === 'object' && result !== null && 'sent' in result && result.sent
      ? [started]
      : [],
  )
  const isNews = ({ bringing }: Started) => bringing.length > 0
  // Marked after the server accepted it: a crash in between sends a copy, but never loses it.
  await noteNewsSent(
    deps.db,
    by,
    sent.filter(isNews).map(({ bringing }) => bringing),
  )
  await noteLettersSent(deps.db, by, sent.filter((started) => !isNews(started)).flatMap(idsOf))
  const others = all.filter(({ started }) => !sent.includes(started))
  if (others.length === 0) return
  const held = await listHeld(
    deps.db,
    by,
    others.flatMap(({ started }) => idsOf(started)),
  )
  for (const { started, result } of others)
    await noteNotSent(deps, by, {
      result,
      ids: idsOf(started).filter((id) => held.has(id)),
      bringing: started.bringing.filter(({ messageId }) => held.has(messageId)),
    })
}

type NotSent = { ids: string[]; bringing: Bringing[]; result: Sent | null }

async function noteNotSent(
  { db }: Deps,
  by: string,
  { ids, bringing, result }: NotSent,
): Promise<void> {
  if (!result) return deleteMessages(db, ids)
  if (typeof result === 'string' || 'waitSeconds' in result) {
    await noteNewsRefused(db, bringing)
    const waits = typeof result === 'string' ? null : result.waitSeconds
    const isPatient = waits !== null && waits < longWaitSeconds
    for (const id of ids) {
      if (!isPatient && (await moveFromChat(db, id, result === 'elsewhere'))) continue
      if (waits === null) await failMessages(db, by, [id], 'refused')
      else await waitForChat(db, by, id, waits)
    }
    return
  }
  if (result.sent) return
  if (!result.mayHaveArrived) await noteNewsRefused(db, bringing)
  if (result.retry) return retryMessages(db, by, ids, result)
  return failMessages(db, by, ids, result.error)
}
