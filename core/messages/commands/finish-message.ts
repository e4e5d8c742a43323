import { sql } from 'kysely'
import { lastOfHolder } from '#core/bookings/queries/former-holders.ts'
import type { Db } from '#core/shared/db.ts'
import { finalKinds } from '../rules.ts'
import { letterColumns, type StoredMessage } from '../templates/define-letter.ts'

/**
 * Gives a final message the corrected address of its reader, who may have lost the purchase since. It is superseded if that
 * address has a message about the same event.
 */
export async function correctAddress(db: Db, messageId: string): Promise<void> {
  const address = sql<string>`case when former.holder_number <> g.holder_number then former.customer_email else g.customer_email end`
  const corrected = await db
    .selectFrom('messages as m')
    .innerJoin('bookingGroups as g', 'g.id', 'm.groupId')
    .leftJoin(
      sql`lateral (
        select f.holder_number, last.customer_email from former_holders f cross join ${lastOfHolder} last
        where f.group_id = g.id and f.token_rotation >= (m.facts->'purchase'->>'tokenRotation')::integer
        order by f.token_rotation limit 1)`.as('former'),
      (join) => join.onTrue(),
    )
    .where('m.id', '=', messageId)
    .where('m.status', '=', 'queued')
    .where('m.audience', '=', 'customer')
    .where('m.kind', 'in', [...finalKinds])
    .where(sql<boolean>`m.facts->'purchase' ? 'tokenRotation' and ${address} <> m.recipient`)
    .select(address.as('recipient'))
    .select(
      sql<boolean>`exists (select from messages o where o.event_id = m.event_id
        and o.audience = m.audience and o.recipient = ${address})`.as('isTold'),
    )
    .executeTakeFirst()
  if (!corrected) return
  const { recipient, isTold } = corrected
  if (isTold) return finishMessage(db, messageId, { status: 'superseded', error: null })
  await db
    .updateTable('messages')
    // No attempt has gone to this address, so the budgets are checked for it.
    .set({ recipient, attempts: 0 })
    .where('id', '=', messageId)
    .where('status', '=', 'queued')
    .execute()
}

/** Counts an attempt and returns the message, or null if it is finished. */
export async function startAttempt(db: Db, messageId: string): Promise<StoredMessage | null> {
  const message = await db
    .updateTable('messages')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', messageId)
    .where('status', '=', 'queued')
    .returning(letterColumns)
    .executeTakeFirst()
  return message ?? null
}

export async function noteFailedAttempt(db: Db, messageId: string, error: string): Promise<void> {
  await db
    .updateTable('messages')
    .set({ lastError: error })
    .where('id', '=', messageId)
    .where('status', '=', 'queued')
    .execute()
}

/** Sets the final state and removes facts that must not be stored longer than needed. */
export async function finishMessage(
  db: Db,
  messageId: string,
  end: { status: 'sent' | 'failed' | 'superseded'; error: string | null },
): Promise<void> {
  await db
    .updateTable('messages')
    .set((eb) => ({
      status: end.status,
      lastError: end.error,
      finishedAt: eb.fn<Date>('now'),
      facts: sql`facts - 'token'`,
    }))
    .where('id', '=', messageId)
    .where('status', '=', 'queued')
    .execute()
}

/** Marks messages as failed whose job no longer exists, because its worker died in the last attempt. Returns how many. */
export async function failAbandonedMessages(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update messages m set status = 'failed', last_error = coalesce(last_error, 'given up'), finished_at = now(), facts = facts - 'token'
    where m.status = 'queued' and m.created_at < now() - interval '10 minutes'
      and not exists (
        select from graphile_worker.jobs j
        where j.key = 'message:' || m.id and (j.attempts < j.max_attempts or j.locked_at is not null)
      )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Deletes messages that belong to no vendor, account or purchase, some days after they ended: links that somebody asked for,
 * and enquiries. Nobody else would ever delete the contacts in them. Returns how many.
 */
export async function forgetMessagesOfNobody(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('messages')
    .where('vendorId', 'is', null)
    .where('userId', 'is', null)
    .where('groupId', 'is', null)
    .where('finishedAt', '<', sql<Date>`now() - ${sql.lit(`${daysOfNobody} days`)}::interval`)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const daysOfNobody = 7
