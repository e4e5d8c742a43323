import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
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
  readPurchases,
} from '../queries/news.ts'
import { countNewsToVendors, countWithinHour } from '../queries/sent.ts'
import type { PurchaseKind } from '../rules/kinds.ts'
import { mailLimits, secondsToGather, secondsToWait } from '../rules/sending.ts'

const readers = ['customer', 'chat', 'vendor'] as const

/** What one reader of a purchase was told; the row is locked. */
export type ReaderTold = { vendorId: VendorId; purchaseId: string; reader: NewsReader } & AllTold

/**
 * Compares what the readers of these purchases were told with what is now. What differs becomes one message for each reader,
 * whose words are made when it is sent; a message that waits already will say it too. What is undone before it was sent is
 * never said.
 */
export async function tellNews(tx: Tx, purchaseIds: readonly string[]): Promise<void> {
  await compare(tx, null, await lockTold(tx, purchaseIds, readers))
}

const mostAtOnce = 100

/** Looks at readers to whom something has happened. Returns how many. */
export async function tellDue({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // What happens from now on waits for the lock, and makes them due again.
    const { rows } = await sql<ReaderTold>`
      update told set due_at = null where (purchase_id, reader) in (
        select purchase_id, reader from told where due_at <= now() order by due_at limit ${mostAtOnce}
        for no key update skip locked)
      returning vendor_id, purchase_id, reader, spots, bundles`.execute(tx)
    await compare(tx, log, rows)
    return rows.length
  })
}

/** `log`: one purchase that cannot be read holds up no other. */
async function compare(
  tx: Tx,
  log: Deps['log'] | null,
  rows: readonly ReaderTold[],
): Promise<void> {
  if (rows.length === 0) return
  const ids = [...new Set(rows.map(({ purchaseId }) => purchaseId))]
  const purchases = new Map((await readPurchases(tx, ids)).map((one) => [one.id, one]))
  const openOf = await listOpen(tx, rows)
  const known: ReaderTold[] = []
  const toOpen: ToOpen[] = []
  const overtaken: string[] = []
  const undone: string[] = []
  const broken: ReaderTold[] = []
  for (const row of rows) {
    const { purchaseId, reader } = row
    const purchase = purchases.get(purchaseId)
    if (!purchase) continue
    const open = openOf.get(keyOf(row))
    try {
      const { news, silent } = newsFor(reader, purchase, row, open?.facts.onItsWay?.told)
      const isTold = news !== null && isKnown(news)
      const { spots, bundles } = isTold ? news.told : silent
      if (!isSameTold(row, { spots, bundles })) known.push({ ...row, spots, bundles })
      // One that is on its way says what it says. What has happened since is looked at when it has arrived.
      if (open?.status === 'queued' && open.attempts > 0) overtaken.push(open.id)
      else if (news && !isTold) toOpen.push({ news, open })
      else if (open) undone.push(open.id)
    } catch (error) {
      if (!log) throw error
      log.error({ purchaseId, reader, reason: String(error) }, 'news could not be found')
      broken.push(row)
    }
  }
  await keepTold(tx, known)
  await sql`update messages set facts = facts || '{"isOvertaken": true}' where id = any(${overtaken}::uuid[])`.execute(
    tx,
  )
  await openMessages(tx, toOpen, undone)
  if (broken.length > 0) await lookLater(tx, broken)
}

const keyOf = ({ purchaseId, reader }: Pick<ReaderTold, 'purchaseId' | 'reader'>) =>
  `${purchaseId} ${reader}`

const isSameTold = (one: AllTold, other: AllTold) =>
  isDeepStrictEqual([one.spots, one.bundles], [other.spots, other.bundles])

export async function keepTold(tx: Tx, rows: readonly ReaderTold[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update told t set spots = r.spots, bundles = r.bundles
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r ("vendorId" uuid, "purchaseId" uuid, reader text, spots jsonb, bundles jsonb)
    where t.vendor_id = r."vendorId" and t.purchase_id = r."purchaseId" and t.reader = r.reader`.execute(
    tx,
  )
}

async function lookLater(tx: Tx, rows: readonly ReaderTold[]): Promise<void> {
  await sql`
    update told t set due_at = now() + interval '5 minutes'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("vendorId" uuid, "purchaseId" uuid, reader text)
    where t.vendor_id = r."vendorId" and t.purchase_id = r."purchaseId" and t.reader = r.reader`.execute(
    tx,
  )
}

type Open = {
  id: string
  purchaseId: string
  reader: NewsReader
  status: string
  attempts: number
  gathers: boolean
  recipient: string
  facts: NewsFacts
}

/** The messages of news that have not arrived, by purchase and reader. */
async function listOpen(tx: Tx, rows: readonly ReaderTold[]): Promise<ReadonlyMap<string, Open>> {
  const purchases = rows.map(({ vendorId, purchaseId }) => ({ vendorId, purchaseId }))
  const { rows: open } = await sql<Open>`
    select distinct on (m.id) m.id, m.purchase_id, m.audience as reader, m.status, m.attempts, m.gathers, m.recipient, m.facts
    from jsonb_to_recordset(${JSON.stringify(purchases)}::jsonb) as r ("vendorId" uuid, "purchaseId" uuid)
    join messages m on m.vendor_id = r."vendorId" and m.purchase_id = r."purchaseId"
    where m.kind = 'news' and m.status <> 'sent' and m.handled_at is null`.execute(tx)
  return new Map(open.map((row) => [keyOf(row), row]))
}

type ToOpen = { news: News; open: Open | undefined }

/**
 * Writes the messages that are to say it. What the vendor sees under "not reached" gets a new one: who ticks off an older one has
 * not passed on what it says.
 */
async function openMessages(
  tx: Tx,
  all: readonly ToOpen[],
  undone: readonly string[],
): Promise<void> {
  const drafts = all.map(({ news, open }) => {
    const { address, language } = news
    const onItsWay = open?.facts.onItsWay
    const facts: NewsFacts = { ...hintsOf(news), told: news.told, ...(onItsWay && { onItsWay }) }
    const recipient = address ?? news.otherwise
    const channel = address === null ? ('none' as const) : channelOf(address)
    return { news, open, recipient, channel, language, facts }
  })
  type Draft = (typeof drafts)[number]
  const isWaiting = ({ open, news }: Draft) =>
    open?.status === 'queued' && !open.gathers && news.address !== null
  const isSame = ({ open, recipient, facts }: Draft) =>
    open?.recipient === recipient && isDeepStrictEqual({ ...open.facts, ...facts }, open.facts)
  const waiting = drafts.filter(isWaiting)
  const added = drafts.filter((draft) => !isWaiting(draft) && !isSame(draft))
  const secondsOf = await findSeconds(
    tx,
    [...waiting, ...added].flatMap(({ news }) => (news.address === null ? [] : [news])),
  )
  const gathered = await gatherOf(
    tx,
    added.map(({ news }) => news),
  )
  const rowOf = ({ news, open, recipient, channel, language, facts }: Draft) => ({
    id: open?.id ?? null,
    recipient,
    channel,
    language,
    facts,
    audience: news.reader,
    status: news.address === null ? 'no_channel' : 'queued',
    gathers: gathered.has(news),
    seconds: gathered.has(news) ? secondsToGather(new Date()) : (secondsOf.get(news) ?? 0),
    vendorId: news.vendorId,
    userId: news.userId,
    purchaseId: news.purchaseId,
  })
  if (waiting.length > 0)
    await sql`
      update messages m set recipient = r.recipient, channel = r.channel, language = r.language, facts = r.facts,
        due_at = case when r.seconds <= 0 then least(m.due_at, now()) else m.due_at end
      from jsonb_to_recordset(${JSON.stringify(waiting.map(rowOf))}::jsonb)
        as r (id uuid, recipient text, channel text, language text, facts jsonb, seconds float8)
      where m.id = r.id`.execute(tx)
  const replaced = added.flatMap(({ open }) => open?.id ?? [])
  await sql`delete from messages where id = any(${[...undone, ...replaced]}::uuid[])`.execute(tx)
  if (added.length > 0)
    await sql`
      insert into messages (kind, audience, recipient, channel, language, facts, status, finished_at, gathers, due_at,
        vendor_id, user_id, purchase_id)
      select 'news', audience, recipient, channel, language, facts, status,
        case when status = 'no_channel' then now() end, gathers, clock_timestamp() + make_interval(secs => seconds),
        "vendorId", "userId", "purchaseId"
      from jsonb_to_recordset(${JSON.stringify(added.map(rowOf))}::jsonb) as r (audience text, recipient text, channel text,
        language text, facts jsonb, status text, gathers boolean, seconds float8, "vendorId" uuid, "userId" uuid, "purchaseId" uuid)`.execute(
      tx,
    )
}

/** What waits for the next quarter of an hour: its vendor has had so much news within an hour. Requests never wait. */
async function gatherOf(tx: Tx, all: readonly News[]): Promise<ReadonlySet<News>> {
  const isAsked = ({ sections }: News) =>
    sections.some(
      ({ kind, facts }) => kind !== null && facts.entries.some(({ state }) => state === 'waiting'),
    )
  const toVendors = all.filter(({ reader, address }) => reader === 'vendor' && address !== null)
  const counted = await countNewsToVendors(tx, [
    ...new Set(toVendors.map(({ vendorId }) => vendorId)),
  ])
  const gathered = new Set<News>()
  for (const news of toVendors) {
    const before = counted.get(news.vendorId) ?? 0
    if (before >= mailLimits.newsToVendorAndHour && !isAsked(news)) gathered.add(news)
    counted.set(news.vendorId, before + 1)
  }
  return gathered
}

/** How long each of these messages waits for more to say. */
async function findSeconds(tx: Tx, all: readonly News[]): Promise<ReadonlyMap<News, number>> {
  const counts = await countWithinHour(
    tx,
    all.map(({ purchaseId, reader, address }) => ({
      purchaseId,
      audience: reader,
      recipient: address ?? '',
    })),
  )
  return new Map(
    all.map((news, nth) => {
      const kinds = news.sections.flatMap(({ kind }): PurchaseKind[] =>
        kind === null ? [] : [kind],
      )
      const withinHour = counts[nth] ?? 0
      return [news, secondsToWait(kinds, { withinHour, secondsLeft: secondsLeft(news) })]
    }),
  )
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
