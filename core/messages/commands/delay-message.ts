import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import {
  countSent,
  findWhetherCame,
  isCausedByVendor,
  isFromBusyAddress,
  isFurtherNews,
  isOfSession,
} from '../queries/sent.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { findStandings } from '#core/vendors/queries.ts'
import { isProven, type Standing } from '#core/vendors/rules.ts'
import { type Budget, budgetExceeded } from '../rules/budgets.ts'

/**
 * Holds those of these messages that would exceed a budget, and returns them. Messages sent at the same moment by another worker
 * do not count, so a few may exceed the budget.
 */
export async function delayOverBudget(
  { db, log, settings }: Pick<Deps, 'log' | 'settings'> & { db: Db },
  messageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const over = new Map<string, Budget>()
  if (!settings.mailBudgets || messageIds.length === 0) return new Set()
  const untried = await listUntried(db, messageIds)
  const standings = await findStandings(
    db,
    untried.map(({ vendorId }) => vendorId),
  )
  // What leaves now counts for what leaves with it.
  const now: Untried[] = []
  for (const message of untried) {
    const standing = standings.get(message.vendorId)
    if (!standing) continue
    const budget = await budgetOver(db, message, standing, now)
    if (budget === null) now.push(message)
    else over.set(message.id, budget)
  }
  if (over.size === 0) return new Set()
  await sql`
    update messages m set status = 'delayed', delayed_by = r.budget, delayed_at = coalesce(m.delayed_at, now()),
      sending_by = null, sending_until = null
    from unnest(${[...over.keys()]}::uuid[], ${[...over.values()]}::text[]) as r (id, budget)
    where m.id = r.id and m.status = 'queued'`.execute(db)
  for (const { id, vendorId, delayedAt } of untried)
    if (over.has(id) && delayedAt === null)
      log.warn(
        { messageId: id, vendorId, delayedBy: over.get(id) },
        'a message is delayed: over a budget',
      )
  return new Set(over.keys())
}

type Untried = {
  id: string
  vendorId: VendorId
  recipient: string
  mailbox: string
  delayedAt: Date | null
  isOfSession: boolean
  isFurtherNews: boolean
  isCausedByVendor: boolean
  isFromBusyAddress: boolean
}

/**
 * Those that are counted: a message with an earlier attempt has already passed, there is no budget on Telegram, because people
 * have to start the bot and can block it, and messages that a person requests have limits of their own.
 */
async function listUntried(db: Db, messageIds: readonly string[]): Promise<Untried[]> {
  const { rows } = await sql<Untried>`
    select id, vendor_id, recipient, limit_email(recipient) as mailbox, delayed_at, ${isOfSession} as is_of_session,
      ${isFurtherNews} as is_further_news, ${isCausedByVendor} as is_caused_by_vendor,
      ${isFromBusyAddress} as is_from_busy_address
    from messages where id = any(${[...messageIds]}::uuid[]) and status = 'queued' and attempts = 0 and channel = 'email'
      and audience = 'customer' and vendor_id is not null
      and (kind in ('news', 'booking.note') or kind = 'booking.links' and purchase_id is not null)
    order by created_at, id`.execute(db)
  return rows
}

async function budgetOver(
  db: Db,
  message: Untried,
  standing: Standing,
  now: readonly Untried[],
): Promise<Budget | null> {
  const { vendorId, recipient, mailbox, isCausedByVendor: byVendor } = message
  const before = await countSent(db, { vendorId, recipient, isCausedByVendor: byVendor })
  const toMailbox = now.filter((one) => one.mailbox === mailbox)
  const ofCause = (one: Untried) => one.vendorId === vendorId && one.isCausedByVendor === byVendor
  const sent = {
    toRecipient: before.toRecipient + toMailbox.length,
    toRecipientForVendor: before.toRecipientForVendor + toMailbox.filter(ofCause).length,
    forVendor: before.forVendor + now.filter((one) => ofCause(one) && !one.isFurtherNews).length,
  }
  const mail = {
    causedByVendor: byVendor,
    ofSession: message.isOfSession,
    isKnown: message.isFurtherNews,
    hasCome: false,
    fromBusyNetwork: message.isFromBusyAddress,
    isProven: isProven(standing),
  }
  const over = budgetExceeded(sent, standing, mail)
  if (over !== 'vendor') return over
  return budgetExceeded(sent, standing, {
    ...mail,
    hasCome: await findWhetherCame(db, { vendorId, recipient }),
  })
}

const maxRetriesPerRun = 20

/**
 * Retries delayed messages, the most urgent of each budget first, so that one purchase, mailbox or vendor does not block the
 * others; then the oldest and the newest in turn, so that many made at once block neither those before nor those after them.
 * A message still over budget is delayed again. After a day it fails, and the vendor sees it under "not reached". Returns how
 * many it retried.
 */
export async function releaseDelayed({ db }: Pick<Deps, 'db'>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`
      update messages set status = 'failed', last_error = 'too many messages (' || delayed_by || ')', finished_at = now()
      where status = 'delayed' and delayed_by is not null and delayed_at < now() - interval '1 day'`.execute(
      tx,
    )
    const { rows } = await sql<{ id: string }>`
      update messages set status = 'queued', due_at = now() where status = 'delayed' and id in (
        select id from (
          select id, row_number() over (
            partition by delayed_by, case delayed_by
              when 'vendor' then concat_ws(' ', vendor_id, ${isCausedByVendor})
              else limit_email(recipient)
            end order by ${isOfSession} desc, ${isCausedByVendor} desc,
              kind = 'news' desc, least(from_first, from_last), from_first) as nth
          from (
            select *, row_number() over (same order by created_at) as from_first,
              row_number() over (same order by created_at desc) as from_last
            from messages where status = 'delayed' and delayed_by is not null
            window same as (partition by delayed_by, vendor_id, kind)) as messages) as delayed
        where nth <= ${maxRetriesPerRun})
      returning id`.execute(tx)
    return rows.length
  })
}
