import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import { channelOf } from '#core/contacts/rules.ts'
import {
  type AllTold,
  hintsOf,
  isKnown,
  lockTold,
  type News,
  newsFor,
  type NewsFacts,
  type NewsReader,
  readPurchase,
} from '../queries/news.ts'
import { countToVendorWithinHour, countWithinHour } from '../queries/sent.ts'
import type { PurchaseKind } from '../rules/kinds.ts'
import { mailLimits, secondsToWait } from '../rules/sending.ts'
import { addSendJob, addTellJobs, hurrySendJob } from '../steps/add-send-job.ts'
import { queueDigest } from './queue-digest.ts'

const readers = ['customer', 'chat', 'vendor'] as const

/**
 * Compares what the readers of a purchase were told with what it is now. What differs becomes one message for each reader,
 * whose words are made when it is sent; a message that waits already will say it too. What is undone before it was sent is
 * never said.
 */
export async function tellNews(tx: Tx, purchaseId: string): Promise<void> {
  // Two events of a purchase may be handled at once: the second one then sees the message of the first.
  const rows = await lockTold(tx, [purchaseId], readers)
  const purchase = await readPurchase(tx, purchaseId)
  if (!purchase) return
  for (const { reader, ...told } of rows) {
    const open = await openMessageOf(tx, { purchaseId, reader })
    const { news, silent } = newsFor(reader, purchase, told, open?.facts.onItsWay?.told)
    const isTold = news !== null && isKnown(news)
    await keepTold(tx, { purchaseId, reader }, told, isTold ? news.told : silent)
    // One that is on its way says what it says. What has happened since is looked at when it has arrived.
    if (open?.status === 'queued' && open.attempts > 0) await noteOvertaken(tx, open.id)
    else if (news && !isTold) await openMessage(tx, news, open)
    else if (open) await tx.deleteFrom('messages').where('id', '=', open.id).execute()
  }
}

/** Tells all purchases that hold a spot in these sessions, each by a job of its own. */
export async function tellSessions(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct purchase_id as id from bookings b
    where session_id = any(${[...sessionIds]}::uuid[]) and holds_seat(b) order by 1`.execute(tx)
  await addTellJobs(
    tx,
    rows.map(({ id }) => id),
  )
}

type OfReader = { purchaseId: string; reader: NewsReader }

export async function keepTold(
  tx: Tx,
  { purchaseId, reader }: OfReader,
  before: AllTold,
  { spots, bundles }: AllTold,
): Promise<void> {
  if (isDeepStrictEqual([before.spots, before.bundles], [spots, bundles])) return
  await tx
    .updateTable('told')
    .set({ spots: JSON.stringify(spots), bundles: JSON.stringify(bundles) })
    .where('purchaseId', '=', purchaseId)
    .where('reader', '=', reader)
    .execute()
}

/**
 * The message that is to say it. What the vendor sees under "not reached" gets a new one: who ticks off an older one has not
 * passed on what it says.
 */
async function openMessage(tx: Tx, news: News, open: Open | undefined): Promise<void> {
  const { purchaseId, reader, address, language, vendorId, userId } = news
  const recipient = address ?? news.otherwise
  const channel = address === null ? ('none' as const) : channelOf(address)
  const onItsWay = open?.facts.onItsWay
  const facts: NewsFacts = { ...hintsOf(news), told: news.told, ...(onItsWay && { onItsWay }) }
  const stored = { recipient, channel, language, facts: JSON.stringify(facts) }
  if (open?.status === 'queued' && address !== null) {
    await tx.updateTable('messages').set(stored).where('id', '=', open.id).execute()
    if ((await secondsFor(tx, news)) <= 0) await hurrySendJob(tx, open.id)
    return
  }
  const isSame =
    open?.recipient === recipient && isDeepStrictEqual({ ...open.facts, ...facts }, open.facts)
  if (isSame) return
  if (open) await tx.deleteFrom('messages').where('id', '=', open.id).execute()
  const isGathered = address !== null && (await isOneOfMany(tx, news))
  const status = address === null ? 'no_channel' : isGathered ? 'delayed' : 'queued'
  const seconds = status === 'queued' ? await secondsFor(tx, news) : 0
  const { id } = await tx
    .insertInto('messages')
    .values((eb) => ({
      ...stored,
      kind: 'news',
      audience: reader,
      status,
      finishedAt: address === null ? eb.fn<Date>('now') : null,
      vendorId,
      userId,
      purchaseId,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  if (status === 'queued') await addSendJob(tx, id, seconds)
  if (isGathered) await queueDigest(tx, { ...news, address })
}

/** Whether the vendor has had so much news within an hour that it waits for the next digest. Requests never wait. */
async function isOneOfMany(tx: Tx, { reader, vendorId, sections }: News): Promise<boolean> {
  const isAsked = sections.some(
    ({ kind, facts }) => kind !== null && facts.entries.some(({ state }) => state === 'waiting'),
  )
  if (reader !== 'vendor' || isAsked) return false
  const most = mailLimits.newsToVendorAndHour
  return (await countToVendorWithinHour(tx, vendorId, most)) >= most
}

type Open = { id: string; status: string; attempts: number; recipient: string; facts: NewsFacts }

function openMessageOf(tx: Tx, { purchaseId, reader }: OfReader): Promise<Open | undefined> {
  return tx
    .selectFrom('messages')
    .where('purchaseId', '=', purchaseId)
    .where('audience', '=', reader)
    .where('kind', '=', 'news')
    .where('status', '<>', 'sent')
    .where('handledAt', 'is', null)
    .select(['id', 'status', 'attempts', 'recipient', sql<NewsFacts>`facts`.as('facts')])
    .executeTakeFirst()
}

async function noteOvertaken(tx: Tx, messageId: string): Promise<void> {
  await sql`update messages set facts = facts || '{"isOvertaken": true}' where id = ${messageId}`.execute(
    tx,
  )
}

async function secondsFor(tx: Tx, news: News): Promise<number> {
  const { purchaseId, reader: audience, address, sections } = news
  const withinHour = await countWithinHour(tx, { purchaseId, audience, recipient: address ?? '' })
  const kinds = sections.flatMap(({ kind }): PurchaseKind[] => (kind === null ? [] : [kind]))
  return secondsToWait(kinds, { withinHour, secondsLeft: secondsLeft(news) })
}

/** Until the request runs out or the first session begins. */
function secondsLeft({ sections }: News): number {
  const ends = sections.flatMap(({ kind, facts }) =>
    kind === null
      ? []
      : [
          ...facts.entries.map(({ startsAt }) => startsAt),
          ...(facts.expiresAt ? [facts.expiresAt] : []),
        ],
  )
  return (Math.min(...ends.map((end) => Date.parse(end))) - Date.now()) / 1000
}
