import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import {
  countSent,
  findWhetherCame,
  isCausedByVendor,
  isFromBusyAddress,
  isFurtherNews,
  isOfSession,
} from '../queries/sent.ts'
import { findStanding } from '#core/vendors/queries.ts'
import { isProven } from '#core/vendors/rules.ts'
import { type Budget, budgetExceeded } from '../rules/budgets.ts'
import { queueDigest } from './queue-digest.ts'
import { addSendJob } from '../steps/add-send-job.ts'

/**
 * Holds a message that would exceed a budget. Returns false if it may be sent. Messages sent at the same moment do not
 * count each other, so a few may exceed the budget.
 */
export async function delayOverBudget(
  { db, log, settings }: Pick<Deps, 'log' | 'settings'> & { db: Db },
  messageId: string,
): Promise<boolean> {
  if (!settings.mailBudgets) return false
  const message = await findUntried(db, messageId)
  if (message?.audience !== 'customer' || !isCounted(message)) return false
  const delayedBy = await budgetOver(db, message)
  if (delayedBy === null) return false
  await db
    .updateTable('messages')
    .set((eb) => ({
      status: 'delayed',
      delayedBy,
      delayedAt: eb.fn.coalesce('delayedAt', eb.fn<Date>('now')),
    }))
    .where('id', '=', messageId)
    .where('status', '=', 'queued')
    .execute()
  if (message.delayedAt === null)
    log.warn(
      { messageId, vendorId: message.vendorId, delayedBy },
      'a message is delayed: over a budget',
    )
  return true
}

/** A message with an earlier attempt has already passed this check. */
function findUntried(db: Db, messageId: string) {
  return (
    db
      .selectFrom('messages')
      .where('id', '=', messageId)
      .where('status', '=', 'queued')
      .where('attempts', '=', 0)
      // No budget on Telegram: people have to start the bot, and can block it.
      .where('channel', '=', 'email')
      .select(['kind', 'audience', 'recipient', 'purchaseId', 'vendorId', 'delayedAt'])
      .select([isOfSession.as('isOfSession'), isFurtherNews.as('isFurtherNews')])
      .select([isCausedByVendor.as('isCausedByVendor'), isFromBusyAddress.as('isFromBusyAddress')])
      .executeTakeFirst()
  )
}

type Untried = NonNullable<Awaited<ReturnType<typeof findUntried>>>

async function budgetOver(db: Db, message: Untried): Promise<Budget | null> {
  const { vendorId, recipient } = message
  if (vendorId === null) return null
  const standing = await findStanding(db, vendorId)
  const sent = await countSent(db, message)
  const mail = {
    causedByVendor: message.isCausedByVendor,
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

/** Messages that a person requests have separate limits. */
function isCounted({ kind, purchaseId }: Untried): boolean {
  return (
    kind === 'news' || kind === 'booking.note' || (kind === 'booking.links' && purchaseId !== null)
  )
}

const maxRetriesPerRun = 20

/**
 * Retries delayed messages, the most urgent of each budget first, so that one purchase, mailbox or vendor does not block the
 * others; then the oldest and the newest in turn, so that many made at once block neither those before nor those after them.
 * A message still over budget is delayed again. After a day it fails, and the vendor sees it under "not reached". News that
 * waits for a digest that failed gets another one. Returns how many it retried.
 */
export async function releaseDelayed({ db }: Pick<Deps, 'db'>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`
      update messages set status = 'failed', last_error = 'too many messages (' || delayed_by || ')', finished_at = now()
      where status = 'delayed' and delayed_by is not null and delayed_at < now() - interval '1 day'`.execute(
      tx,
    )
    const { rows } = await sql<{ id: string }>`
      update messages set status = 'queued' where status = 'delayed' and id in (
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
    for (const { id } of rows) await addSendJob(tx, id, 0)
    for (const vendor of await listWithoutDigest(tx)) await queueDigest(tx, vendor)
    return rows.length
  })
}

/** The vendors whose news waits for a digest that no longer comes. */
async function listWithoutDigest(tx: Tx) {
  const { rows } = await sql<Parameters<typeof queueDigest>[1]>`
    select distinct on (vendor_id) vendor_id, user_id, language, recipient as address from messages m
    where audience = 'vendor' and kind = 'news' and status = 'delayed' and delayed_by is null
      and created_at < now() - interval '20 minutes'
      and not exists (select from messages d where d.vendor_id = m.vendor_id and d.kind = 'vendor.digest' and d.status = 'queued')
    order by vendor_id, created_at desc`.execute(tx)
  return rows
}
