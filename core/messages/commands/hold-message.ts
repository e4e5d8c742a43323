import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import {
  countSent,
  hasCome,
  isAskedByPhone,
  isCausedByVendor,
  isFromBusyAddress,
  isFurtherNews,
  isOfSession,
} from '../queries/sent.ts'
import { findStanding } from '#core/vendors/queries.ts'
import {
  type Budget,
  budgetExceeded,
  bundleKindOf,
  busyAddressShare,
  mailLimits,
  purchaseKindOf,
} from '../rules.ts'
import { addSendJob } from '../steps/add-send-job.ts'

/**
 * Holds a message that would exceed a budget. Returns false if it may be sent. Messages sent at the same moment do not
 * count each other, so a few may exceed the budget.
 */
export async function holdOverBudget(
  { db, log, settings }: Pick<Deps, 'db' | 'log' | 'settings'>,
  messageId: string,
): Promise<boolean> {
  if (!settings.mailBudgets) return false
  const message = await findUntried(db, messageId)
  if (!message || !isCounted(message)) return false
  const heldBy = await budgetOver(db, message)
  if (heldBy === null) return false
  await db
    .updateTable('messages')
    .set((eb) => ({
      status: 'held',
      heldBy,
      heldAt: eb.fn.coalesce('heldAt', eb.fn<Date>('now')),
    }))
    .where('id', '=', messageId)
    .where('status', '=', 'queued')
    .execute()
  if (message.heldAt === null)
    log.warn({ messageId, vendorId: message.vendorId, heldBy }, 'a message is held: over a budget')
  return true
}

/** A message with an earlier attempt has already passed this check. */
function findUntried(db: Db, messageId: string) {
  return db
    .selectFrom('messages')
    .where('id', '=', messageId)
    .where('status', '=', 'queued')
    .where('attempts', '=', 0)
    .select(['kind', 'audience', 'recipient', 'groupId', 'vendorId', 'heldAt'])
    .select([isOfSession.as('isOfSession'), isFurtherNews.as('isFurtherNews')])
    .select([isCausedByVendor.as('isCausedByVendor'), isAskedByPhone.as('isAskedByPhone')])
    .select(isFromBusyAddress.as('isFromBusyAddress'))
    .executeTakeFirst()
}

type Untried = NonNullable<Awaited<ReturnType<typeof findUntried>>>

async function budgetOver(db: Db, message: Untried): Promise<Budget | null> {
  const { vendorId, recipient } = message
  const sent = await countSent(db, message)
  // A vendor with many customers gets many mails, so only its mails per purchase are counted.
  if (message.audience !== 'customer')
    return sent.aboutPurchase >= maxMailsToVendor(message.kind) ? 'purchase' : null
  if (vendorId === null)
    return sent.toRecipient >= mailLimits.perRecipientAndDay ? 'recipient' : null
  const share = message.isFromBusyAddress && !message.isCausedByVendor ? busyAddressShare : 1
  const over = budgetExceeded(sent, await findStanding(db, vendorId), share)
  // Invented customers, with whom somebody floods the vendor, have never been to a session.
  if (
    over === 'vendor' &&
    (message.isOfSession || !message.isCausedByVendor) &&
    (await hasCome(db, { vendorId, recipient }))
  )
    return null
  return over
}

/**
 * Messages caused by strangers and vendors. Messages that a person requests have separate limits, except links requested by
 * phone: they go to addresses typed by anyone who booked with that phone.
 */
function isCounted({ kind, groupId, isAskedByPhone }: Untried): boolean {
  if (kind === 'booking.links') return groupId !== null || isAskedByPhone
  return kind === 'booking.note' || purchaseKindOf(kind) !== null || bundleKindOf(kind) !== null
}

/** The vendor must answer a request in time, so requests never wait, even for a whole bundle. */
function maxMailsToVendor(kind: string): number {
  return kind === 'booking.requested' ? 120 : mailLimits.perPurchaseAndDay
}

const maxRetriesPerRun = 20

/**
 * Retries held messages, the most urgent of each budget first, so that one purchase, mailbox or vendor does not block the
 * others; then the oldest and the newest in turn, so that many made at once block neither those before nor those after them. A message still over budget is held again. After a day it fails, and the vendor sees it under "not
 * reached". Returns how many it retried.
 */
export async function releaseHeldMessages({ db }: Pick<Deps, 'db'>): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`
      update messages set status = 'failed', last_error = 'too many messages (' || held_by || ')', finished_at = now()
      where status = 'held' and held_at < now() - interval '1 day'`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      update messages set status = 'queued' where status = 'held' and id in (
        select id from (
          select id, row_number() over (
            partition by held_by, case held_by
              when 'vendor' then concat_ws(' ', vendor_id, ${isCausedByVendor})
              when 'recipient' then limit_email(recipient)
              else concat_ws(' ', group_id, kind, audience, limit_email(recipient))
            end order by ${isOfSession} desc, ${isCausedByVendor} desc,
              kind in ('booking.confirmed', 'booking.requested') desc, least(from_first, from_last), from_first) as nth
          from (
            select *, row_number() over (same order by created_at) as from_first,
              row_number() over (same order by created_at desc) as from_last
            from messages where status = 'held'
            window same as (partition by held_by, vendor_id, kind)) as messages) as held
        where nth <= ${maxRetriesPerRun})
      returning id`.execute(tx)
    for (const { id } of rows) await addSendJob(tx, id, 0)
    return rows.length
  })
}
