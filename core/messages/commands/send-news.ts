import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { channelOf } from '#core/contacts/rules.ts'
import type { StoredMessage } from '../templates/define-letter.ts'
import {
  addressesOf,
  hintsOf,
  lockReaders,
  type News,
  newsFor,
  type NewsFacts,
  type NewsReader,
  readPurchases,
} from '../queries/news.ts'
import { markReadersDue } from '../steps/mark-due.ts'
import { delayOverBudget } from './delay-message.ts'
import { type Started, startedColumns, untried } from './finish-message.ts'
import { keepTold, type ReaderTold } from './tell-news.ts'

/** News that one mail brings. */
export type Bringing = {
  messageId: string
  news: News
  /** a mail sent before of which nobody knows whether it arrived */
  perhaps: NewsFacts['onItsWay']
}

type Stored = {
  id: string
  purchaseId: string
  reader: NewsReader
  recipient: string
  gathers: boolean
  facts: NewsFacts
}

type Draft = Bringing & { stored: Stored; facts: NewsFacts; number: number }

/**
 * Starts to send messages of news, in the words of now. What has nothing left to say, no address or no budget is not among those
 * returned. What is about to be sent is noted: if nobody knows whether a mail arrived, the same words go out again under the same
 * number, other words under another one. A change that comes later finds the message on its way and leaves it alone.
 */
export async function startNews(
  deps: Pick<Deps, 'db' | 'log' | 'settings'>,
  by: string,
  messageIds: readonly string[],
): Promise<Started[]> {
  if (messageIds.length === 0) return []
  return deps.db.transaction().execute(async (tx) => {
    const toldOf = await lockReaders(tx, messageIds)
    const { rows } = await sql<Stored>`
      select id, purchase_id, audience as reader, recipient, gathers, facts from messages
      where id = any(${[...messageIds]}::uuid[]) and sending_by = ${by} and status = 'queued' and kind = 'news'
      order by created_at, id`.execute(tx)
    const ids = [...new Set(rows.map(({ purchaseId }) => purchaseId))]
    const purchases = new Map((await readPurchases(tx, ids)).map((one) => [one.id, one]))
    const drafts: Draft[] = []
    const known: ReaderTold[] = []
    const over: string[] = []
    const noAddress: string[] = []
    for (const stored of rows) {
      const { id, purchaseId, reader } = stored
      const purchase = purchases.get(purchaseId)
      const told = toldOf.get(`${purchaseId} ${reader}`)
      // A chat that takes nothing any more has nobody to tell; the customer gets the news anyway.
      if (!purchase || !told) {
        over.push(id)
        continue
      }
      const perhaps = stored.facts.onItsWay
      const { news, silent } = newsFor(reader, purchase, told, perhaps?.told)
      if (!news) {
        known.push({ vendorId: purchase.vendorId, purchaseId, reader, ...silent })
        over.push(id)
      } else if (news.address === null) (reader === 'chat' ? over : noAddress).push(id)
      else {
        const facts = { ...hintsOf(news), told: news.told, ...(perhaps && { onItsWay: perhaps }) }
        const isSame = perhaps !== undefined && isDeepStrictEqual(perhaps.told, news.told)
        const number = perhaps ? perhaps.number + (isSame ? 0 : 1) : 0
        drafts.push({ messageId: id, news, perhaps, stored, facts, number })
      }
    }
    await keepTold(tx, known)
    await sql`delete from messages where id = any(${over}::uuid[])`.execute(tx)
    await sql`update messages set status = 'no_channel', channel = 'none', finished_at = now()
      where id = any(${noAddress}::uuid[])`.execute(tx)
    await address(tx, drafts)
    const delayed = await delayOverBudget(
      { ...deps, db: tx },
      drafts.map(({ messageId }) => messageId),
    )
    return setOut(
      tx,
      drafts.filter(({ messageId }) => !delayed.has(messageId)),
    )
  })
}

/** The budgets are those of the mailbox and of the cause, which may be others now. */
async function address(tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const changed = drafts.filter(
    ({ news, stored, facts }) =>
      stored.recipient !== news.address ||
      !isDeepStrictEqual({ ...stored.facts, ...facts }, stored.facts),
  )
  if (changed.length === 0) return
  const rows = changed.map(({ messageId, news, stored, facts }) => ({
    ...rowOf(messageId, news),
    facts,
    isElsewhere: stored.recipient !== news.address,
  }))
  await sql`
    update messages m set recipient = r.recipient, channel = r.channel, language = r.language, facts = r.facts,
      attempts = case when r."isElsewhere" then ${untried.attempts} else m.attempts end,
      unsure_attempts = case when r."isElsewhere" then ${untried.unsureAttempts} else m.unsure_attempts end,
      first_tried_at = case when r."isElsewhere" then null else m.first_tried_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, recipient text, channel text, language text, facts jsonb, "isElsewhere" boolean)
    where m.id = r.id`.execute(tx)
}

const rowOf = (id: string, { address: to, language }: News) => ({
  id,
  recipient: to ?? '',
  channel: channelOf(to ?? ''),
  language,
})

/** Notes what leaves now. News that was gathered for a vendor leaves as one mail, under the first of its messages. */
async function setOut(tx: Tx, drafts: readonly Draft[]): Promise<Started[]> {
  if (drafts.length === 0) return []
  const rows = drafts.map(({ messageId, news, facts, number }) => ({
    ...rowOf(messageId, news),
    facts: { ...facts, onItsWay: { told: news.told, number } },
  }))
  const { rows: started } = await sql<StoredMessage>`
    update messages m set recipient = r.recipient, channel = r.channel, language = r.language, facts = r.facts,
      attempts = m.attempts + 1, first_tried_at = coalesce(m.first_tried_at, now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, recipient text, channel text, language text, facts jsonb)
    where m.id = r.id
    returning ${startedColumns}`.execute(tx)
  const messageOf = new Map(started.map((message) => [message.id, message]))
  const together = Map.groupBy(drafts, ({ messageId, news, stored }) =>
    stored.gathers ? `${news.vendorId} ${news.address}` : messageId,
  )
  return [...together.values()].flatMap((all): Started[] => {
    const [first] = all
    const message = first && messageOf.get(first.messageId)
    if (!first || !message) return []
    const bringing = all.map(({ messageId, news, perhaps }) => ({ messageId, news, perhaps }))
    return [
      first.stored.gathers
        ? {
            message: { ...message, kind: 'vendor.digest', facts: all.map(({ news }) => news) },
            mailNumber: Math.max(...all.map(({ number }) => number)),
            bringing,
          }
        : { message: { ...message, facts: first.news }, mailNumber: first.number, bringing },
    ]
  })
}

/** The server has refused it: its readers know no more than before. */
export async function noteNewsRefused(db: Db, all: readonly Bringing[]): Promise<void> {
  const rows = all.map(({ messageId, perhaps }) => ({
    id: messageId,
    before: perhaps ? { onItsWay: perhaps } : {},
  }))
  await sql`
    update messages m set facts = m.facts - 'onItsWay' || r.before
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, before jsonb) where m.id = r.id`.execute(
    db,
  )
}

/**
 * The mails have arrived: their readers know all of it. What has changed since is news again; so is all of it, if the address was
 * corrected since. Of what was said in one mail, one message stays.
 */
export async function noteNewsSent(
  db: Db,
  by: string,
  mails: readonly (readonly Bringing[])[],
): Promise<void> {
  const all = mails.flatMap((bringing) =>
    bringing.map((one, nth) => ({ ...one, isFirst: nth === 0 })),
  )
  await db.transaction().execute(async (tx) => {
    const toldOf = await lockReaders(
      tx,
      all.map(({ messageId }) => messageId),
    )
    const ended = all.map(({ messageId, news }) => ({
      id: messageId,
      facts: { ...hintsOf(news), letters: news.sections.map(letterOf) },
    }))
    const { rows } = await sql<{ id: string; isOvertaken: boolean }>`
      with before as (
        select m.id, m.facts ? 'isOvertaken' as is_overtaken, r.facts
        from messages m join jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as r (id uuid, facts jsonb) on r.id = m.id
        where m.status = 'queued' and m.sending_by = ${by} for no key update of m)
      update messages m set status = 'sent', last_error = null, finished_at = now(), facts = before.facts,
        sending_by = null, sending_until = null
      from before where m.id = before.id
      returning m.id, before.is_overtaken`.execute(tx)
    const isOvertaken = new Map(rows.map((row) => [row.id, row.isOvertaken]))
    const sent = all.filter(({ messageId }) => isOvertaken.has(messageId))
    const overtaken = sent.filter(({ messageId }) => isOvertaken.get(messageId))
    const again = [...new Set(overtaken.map(({ news }) => news.purchaseId))]
    const purchases = new Map((await readPurchases(tx, again)).map((one) => [one.id, one]))
    const isTheirs = ({ news }: Bringing) => {
      const purchase = purchases.get(news.purchaseId)
      return (
        news.reader === 'vendor' ||
        !purchase ||
        addressesOf(news.reader, purchase).some((one) => one === news.address)
      )
    }
    const arrived = sent.filter((one) => !isOvertaken.get(one.messageId) || isTheirs(one))
    await keepTold(
      tx,
      arrived.flatMap(({ news: { vendorId, purchaseId, reader, told } }) =>
        toldOf.has(`${purchaseId} ${reader}`) ? [{ vendorId, purchaseId, reader, ...told }] : [],
      ),
    )
    await markReadersDue(
      tx,
      overtaken.map(({ messageId }) => messageId),
    )
    const said = sent.flatMap(({ isFirst, messageId }) => (isFirst ? [] : [messageId]))
    if (said.length > 0) await sql`delete from messages where id = any(${said}::uuid[])`.execute(tx)
  })
}

const letterOf = (section: News['sections'][number]) =>
  section.kind === null ? section.letter : section.kind
