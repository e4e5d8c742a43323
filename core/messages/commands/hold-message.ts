import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import {
  countSent,
  hasCome,
  isAskedByPhone,
  isCausedByVendor,
  isOfSession,
} from '../queries/sent.ts'
import { findStanding } from '../queries/standing.ts'
import { type Budget, budgetExceeded, mostMails, purchaseKindOf } from '../rules.ts'
import { addSendJob } from '../steps/add-send-job.ts'

/**
 * Holds a message about a purchase that would go over a budget. False: it may be sent. Those that are sent at the same
 * moment do not see each other, so a few more than the budget may go.
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

/** A message that was tried before was let through then. */
function findUntried(db: Db, messageId: string) {
  return db
    .selectFrom('messages')
    .where('id', '=', messageId)
    .where('status', '=', 'queued')
    .where('attempts', '=', 0)
    .select(['kind', 'audience', 'recipient', 'groupId', 'vendorId', 'heldAt'])
    .select([isOfSession.as('isOfSession'), isCausedByVendor.as('isCausedByVendor')])
    .select(isAskedByPhone.as('isAskedByPhone'))
    .executeTakeFirst()
}

type Untried = NonNullable<Awaited<ReturnType<typeof findUntried>>>

async function budgetOver(db: Db, message: Untried): Promise<Budget | null> {
  const { vendorId, recipient } = message
  const sent = await countSent(db, message)
  // A vendor with many customers gets many mails; those about one purchase are counted for it too.
  if (message.audience !== 'customer')
    return sent.aboutPurchase >= mostToVendor(message.kind) ? 'purchase' : null
  if (vendorId === null)
    return sent.toRecipient >= mostMails.perRecipientAndDay ? 'recipient' : null
  const over = budgetExceeded(sent, await findStanding(db, vendorId))
  // The made-up customers of somebody who floods the vendor have not been there before.
  if (
    over === 'vendor' &&
    !message.isCausedByVendor &&
    (await hasCome(db, { vendorId, recipient }))
  )
    return null
  return over
}

/**
 * What follows from what strangers and vendors do; what a person asks for themselves has limits of its own. Links are asked
 * for by phone for addresses that whoever booked with the phone has typed.
 */
function isCounted({ kind, groupId, isAskedByPhone }: Untried): boolean {
  if (kind === 'booking.links') return groupId !== null || isAskedByPhone
  return purchaseKindOf(kind) !== null || kind === 'bundle.moved' || kind === 'bundle.refunded'
}

/** The vendor has to answer a request in time: it gets the last of a whole bundle, too. */
function mostToVendor(kind: string): number {
  return kind === 'booking.requested' ? 120 : mostMails.perPurchaseAndDay
}

const mostPerTurn = 20

/**
 * Lets held messages try again, the most urgent of each budget first, then the oldest: those of one purchase, of one mailbox
 * or of one vendor and cause find room together or not at all, and keep nobody else's from trying. What is still over a budget is held again. What
 * was held for a day has failed: the vendor sees whom it did not reach. Returns how many it let try.
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
              kind in ('booking.confirmed', 'booking.requested') desc, created_at) as nth
          from messages where status = 'held') as held
        where nth <= ${mostPerTurn})
      returning id`.execute(tx)
    for (const { id } of rows) await addSendJob(tx, id, 0)
    return rows.length
  })
}
