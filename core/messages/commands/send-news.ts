import type { Deps } from '#core/shared/deps.ts'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { channelOf } from '#core/contacts/rules.ts'
import { letterColumns, type StoredMessage } from '../templates/define-letter.ts'
import {
  addressesOf,
  hintsOf,
  lockTold,
  type News,
  newsFor,
  type NewsFacts,
  type NewsReader,
  readPurchase,
} from '../queries/news.ts'
import { anotherAttempt, type Started, untried } from './finish-message.ts'
import { delayOverBudget } from './delay-message.ts'
import { addTellJobs } from '../steps/add-send-job.ts'
import { keepTold } from './tell-news.ts'

type Sending = {
  message: StoredMessage
  news: News
  /** a mail sent before of which nobody knows whether it arrived */
  perhaps: NewsFacts['onItsWay']
}

/**
 * Starts to send a message of news in the words of now. Null: nothing is left to say, it has no address or it is held. What
 * is about to be sent is noted: if nobody knows whether a mail arrived, the same words go out again under the same number,
 * other words under another one. A change that comes later finds the message on its way and leaves it alone.
 */
export async function startNews(
  deps: Pick<Deps, 'db' | 'log' | 'settings'>,
  messageId: string,
): Promise<Started | null> {
  return deps.db.transaction().execute(async (tx) => {
    const of = await findReader(tx, messageId)
    if (!of) return null
    const { purchaseId, reader } = of
    const [told] = await lockTold(tx, [purchaseId], [reader])
    const stored = await tx
      .selectFrom('messages')
      .where('id', '=', messageId)
      .where('status', '=', 'queued')
      .select(['recipient', 'attempts', sql<NewsFacts>`facts`.as('facts')])
      .executeTakeFirst()
    const purchase = await readPurchase(tx, purchaseId)
    if (!stored || !purchase) return null
    // A chat that takes nothing any more has nobody to tell; the customer gets the news anyway.
    if (!told) {
      await dropMessage(tx, messageId)
      return null
    }
    const perhaps = stored.facts.onItsWay
    const { news, silent } = newsFor(reader, purchase, told, perhaps?.told)
    if (!news) {
      await keepTold(tx, { purchaseId, reader }, told, silent)
      await dropMessage(tx, messageId)
      return null
    }
    const message = tx.updateTable('messages').where('id', '=', messageId)
    const isElsewhere = stored.recipient !== news.address
    if (news.address === null && reader === 'chat') {
      await dropMessage(tx, messageId)
      return null
    }
    if (news.address === null) {
      await message
        .set((eb) => ({ status: 'no_channel', channel: 'none', finishedAt: eb.fn<Date>('now') }))
        .execute()
      return null
    }
    const isSame = perhaps !== undefined && isDeepStrictEqual(perhaps.told, news.told)
    const mailNumber = perhaps ? perhaps.number + (isSame ? 0 : 1) : 0
    const facts = { ...hintsOf(news), told: news.told, ...(perhaps && { onItsWay: perhaps }) }
    const said = {
      recipient: news.address,
      channel: channelOf(news.address),
      language: news.language,
    }
    // The budgets are those of the mailbox and of the cause, which may be others now.
    if (isElsewhere || !isDeepStrictEqual({ ...stored.facts, ...facts }, stored.facts))
      await message
        .set({ ...said, facts: JSON.stringify(facts), ...(isElsewhere && untried) })
        .execute()
    if (await delayOverBudget({ ...deps, db: tx }, messageId)) return null
    const onItsWay = { told: news.told, number: mailNumber }
    const started = await message
      .set({ ...said, facts: JSON.stringify({ ...facts, onItsWay }), ...anotherAttempt })
      .returning(letterColumns)
      .executeTakeFirstOrThrow()
    const sending = { message: started, news, perhaps }
    return {
      message: { ...started, facts: news },
      mailNumber,
      sent: () => noteNewsSent(deps, sending),
      refused: () => noteNewsRefused(deps, sending),
    }
  })
}

/** Nothing is left to say, or nobody is left to hear it. */
async function dropMessage(tx: Db, messageId: string): Promise<void> {
  await tx.deleteFrom('messages').where('id', '=', messageId).execute()
}

/** Whose message it is, before anything is locked. */
async function findReader(db: Db, messageId: string) {
  const message = await db
    .selectFrom('messages')
    .where('id', '=', messageId)
    .where('status', '=', 'queued')
    .select(['purchaseId', 'audience'])
    .executeTakeFirst()
  if (!message?.purchaseId) return null
  const { purchaseId, audience } = message
  const reader: NewsReader = audience === 'vendor' || audience === 'chat' ? audience : 'customer'
  return { purchaseId, reader }
}

/** The server has refused it: its reader knows no more than before. */
async function noteNewsRefused(
  { db }: Pick<Deps, 'db'>,
  { message, perhaps }: Sending,
): Promise<void> {
  const before = perhaps ? JSON.stringify({ onItsWay: perhaps }) : '{}'
  await db
    .updateTable('messages')
    .set({ facts: sql`facts - 'onItsWay' || ${before}::jsonb` })
    .where('id', '=', message.id)
    .execute()
}

/**
 * The mail has arrived: its reader knows all of it. What has changed since is news again; so is all of it, if the address was
 * corrected since.
 */
async function noteNewsSent({ db }: Pick<Deps, 'db'>, { news, message }: Sending): Promise<void> {
  const { purchaseId, reader } = news
  await db.transaction().execute(async (tx) => {
    const [told] = await lockTold(tx, [purchaseId], [reader])
    const facts = { ...hintsOf(news), letters: news.sections.map(letterOf) }
    const { rows } = await sql<{ isOvertaken: boolean }>`
      with before as (select facts from messages where id = ${message.id})
      update messages set status = 'sent', last_error = null, finished_at = now(), facts = ${JSON.stringify(facts)}::jsonb
      where id = ${message.id} and status = 'queued'
      returning (select facts ? 'isOvertaken' from before) as is_overtaken`.execute(tx)
    const [sent] = rows
    if (!sent || !told) return
    if (!sent.isOvertaken) return keepTold(tx, { purchaseId, reader }, told, news.told)
    const purchase = await readPurchase(tx, purchaseId)
    const theirs = reader !== 'vendor' && purchase ? addressesOf(reader, purchase) : null
    const isTheirs = theirs === null || theirs.some((address) => address === news.address)
    if (isTheirs) await keepTold(tx, { purchaseId, reader }, told, news.told)
    await addTellJobs(tx, [purchaseId])
  })
}

const letterOf = (section: News['sections'][number]) =>
  section.kind === null ? section.letter : section.kind
