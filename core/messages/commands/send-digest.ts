import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { channelOf } from '#core/contacts/rules.ts'
import { type AllTold, lockTold, type News, newsFor, readPurchases } from '../queries/news.ts'
import { queueDigest } from './queue-digest.ts'
import { type Started, startAttempt } from './finish-message.ts'
import { addTellJobs } from '../steps/add-send-job.ts'
import { keepTold } from './tell-news.ts'

/** Gmail cuts longer mails off; the rest is in the next one. */
const mostInDigest = 100

type OnItsWay = { told: Record<string, AllTold>; number: number }
type Digest = { messageId: string; vendorId: VendorId; all: News[] }

/** Starts to send all news that waits for a vendor as one mail. Null: nothing does. */
export async function startDigest(
  deps: Pick<Deps, 'db'>,
  messageId: string,
): Promise<Started | null> {
  return deps.db.transaction().execute(async (tx) => {
    const stored = await tx
      .selectFrom('messages')
      .where('id', '=', messageId)
      .where('status', '=', 'queued')
      .select(['vendorId', sql<{ onItsWay?: OnItsWay }>`facts`.as('facts')])
      .executeTakeFirst()
    if (!stored || stored.vendorId === null) return null
    const { vendorId } = stored
    const all = await listWaiting(tx, vendorId)
    const [first] = all
    // Another one that is on its way, or is tried again, says all of it.
    const other = await tx
      .selectFrom('messages')
      .where('vendorId', '=', vendorId)
      .where('kind', '=', 'vendor.digest')
      .where('status', '=', 'queued')
      .where('attempts', '>', 0)
      .where('id', '<>', messageId)
      .select('id')
      .executeTakeFirst()
    if (!first || first.address === null || other) {
      await tx.deleteFrom('messages').where('id', '=', messageId).execute()
      return null
    }
    const before = stored.facts.onItsWay
    const told = Object.fromEntries(all.map((news) => [news.purchaseId, news.told]))
    const isSame = before !== undefined && isDeepStrictEqual(before.told, told)
    const number = before ? before.number + (isSame ? 0 : 1) : 0
    await tx
      .updateTable('messages')
      .set({
        recipient: first.address,
        channel: channelOf(first.address),
        language: first.language,
        facts: JSON.stringify({ onItsWay: { told, number } satisfies OnItsWay }),
      })
      .where('id', '=', messageId)
      .execute()
    const message = await startAttempt(tx, messageId)
    return (
      message && {
        message: { ...message, facts: all },
        mailNumber: number,
        sent: () => noteDigestSent(deps.db, { messageId, vendorId, all }),
        refused: async () => {},
      }
    )
  })
}

const waitingFor = (tx: Tx, vendorId: VendorId) =>
  tx
    .selectFrom('messages')
    .where('vendorId', '=', vendorId)
    .where('status', '=', 'delayed')
    .where('audience', '=', 'vendor')
    .where('kind', '=', 'news')

/** What waits for the vendor, the oldest first; what is undone by now is dropped. */
async function listWaiting(tx: Tx, vendorId: VendorId): Promise<News[]> {
  const rows = await waitingFor(tx, vendorId)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(mostInDigest)
    .select('purchaseId')
    .execute()
  const purchaseIds = rows.flatMap(({ purchaseId }) => purchaseId ?? [])
  const tolds = await lockTold(tx, purchaseIds, ['vendor'])
  const purchases = await readPurchases(tx, purchaseIds)
  const all = new Map<string, News>()
  for (const { purchaseId, reader, ...told } of tolds) {
    const purchase = purchases.find(({ id }) => id === purchaseId)
    if (!purchase) continue
    const { news, silent } = newsFor(reader, purchase, told)
    if (news) all.set(purchaseId, news)
    else {
      await keepTold(tx, { purchaseId, reader }, told, silent)
      await deleteWaiting(tx, [purchaseId])
    }
  }
  return purchaseIds.flatMap((purchaseId) => all.get(purchaseId) ?? [])
}

async function deleteWaiting(tx: Tx, purchaseIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('messages')
    .where(sql<boolean>`purchase_id = any(${[...purchaseIds]}::uuid[])`)
    .where('audience', '=', 'vendor')
    .where('kind', '=', 'news')
    .where('status', '=', 'delayed')
    .execute()
}

/** It has arrived: the vendor knows all of it. What has changed since is news again, and what did not fit comes next. */
async function noteDigestSent(db: Db, { messageId, vendorId, all }: Digest): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const purchaseIds = all.map(({ purchaseId }) => purchaseId)
    const tolds = await lockTold(tx, purchaseIds, ['vendor'])
    const sent = await tx
      .updateTable('messages')
      .set((eb) => ({
        status: 'sent',
        lastError: null,
        finishedAt: eb.fn<Date>('now'),
        facts: '{}',
      }))
      .where('id', '=', messageId)
      .where('status', '=', 'queued')
      .returning('id')
      .executeTakeFirst()
    if (!sent) return
    for (const { purchaseId, reader, ...told } of tolds) {
      const news = all.find((one) => one.purchaseId === purchaseId)
      if (news) await keepTold(tx, { purchaseId, reader }, told, news.told)
    }
    await deleteWaiting(tx, purchaseIds)
    await addTellJobs(tx, purchaseIds)
    const [first] = all
    const more = await waitingFor(tx, vendorId).select('id').executeTakeFirst()
    if (more && first?.address) await queueDigest(tx, { ...first, address: first.address })
  })
}
