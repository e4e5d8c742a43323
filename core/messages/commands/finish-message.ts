import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { secondsUntilRetry } from '../rules/sending.ts'
import { addSendJob, addTellJobs } from '../steps/add-send-job.ts'
import { letterColumns, type StoredMessage } from '../templates/define-letter.ts'

/** A message on its way, with what is to be noted when it is known what became of it. */
export type Started = {
  message: StoredMessage
  /** of the words, if others may have arrived under the same message */
  mailNumber: number
  sent: () => Promise<void>
  /** it has certainly not arrived */
  refused: () => Promise<void>
}

/** What a queued message is; null: it is finished. */
export async function findKind(db: Db, messageId: string): Promise<string | null> {
  const row = await db
    .selectFrom('messages')
    .where('id', '=', messageId)
    .where('status', '=', 'queued')
    .select('kind')
    .executeTakeFirst()
  return row?.kind ?? null
}

/** It is not worth sending any more. */
export async function deleteMessage(db: Db, messageId: string): Promise<void> {
  await db
    .deleteFrom('messages')
    .where('id', '=', messageId)
    .where('status', '=', 'queued')
    .execute()
}

export const anotherAttempt = {
  attempts: sql<number>`attempts + 1`,
  firstTriedAt: sql<Date>`coalesce(first_tried_at, now())`,
}

/** For a message that goes elsewhere. */
export const untried = { attempts: 0, unsureAttempts: 0, firstTriedAt: null }

/** Counts an attempt and returns the message, or null if it is finished. */
export async function startAttempt(db: Db, messageId: string): Promise<StoredMessage | null> {
  const message = await db
    .updateTable('messages')
    .set(anotherAttempt)
    .where('id', '=', messageId)
    .where('status', '=', 'queued')
    .returning(letterColumns)
    .executeTakeFirst()
  return message ?? null
}

export async function noteFailedAttempt(
  db: Db,
  messageId: string,
  error: string | null,
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ lastError: error })
    .where('id', '=', messageId)
    .where('status', '=', 'queued')
    .execute()
}

/** It waits for its next attempt; after two days of them, or too many that may have arrived, it has failed. */
export async function retryMessage(
  db: Db,
  messageId: string,
  { error, mayHaveArrived = false }: { error: string; mayHaveArrived?: boolean },
): Promise<void> {
  const isGivenUp = await db.transaction().execute(async (tx) => {
    const message = await tx
      .updateTable('messages')
      .set((eb) => ({
        lastError: error,
        unsureAttempts: eb('unsureAttempts', '+', mayHaveArrived ? 1 : 0),
      }))
      .where('id', '=', messageId)
      .where('status', '=', 'queued')
      .returning([
        'attempts',
        'unsureAttempts as unsure',
        'firstTriedAt',
        sql<Date>`now()`.as('now'),
      ])
      .executeTakeFirst()
    if (!message) return false
    const { attempts, unsure, firstTriedAt, now } = message
    const seconds = secondsUntilRetry(attempts, { unsure, firstTriedAt: firstTriedAt ?? now, now })
    if (seconds !== null) await addSendJob(tx, messageId, seconds)
    return seconds === null
  })
  if (isGivenUp) await finishMessage(db, messageId, { status: 'failed', error })
}

/** It was not tried: it waits for its chat, so the attempt does not count. */
export async function waitForChat(db: Db, messageId: string, seconds: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const waits = await tx
      .updateTable('messages')
      .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
      .where('id', '=', messageId)
      .where('status', '=', 'queued')
      .returning('id')
      .executeTakeFirst()
    if (waits) await addSendJob(tx, messageId, seconds)
  })
}

/**
 * Sets the final state and removes facts that must not be stored longer than needed. If something has changed while news was
 * on its way, and it did not arrive, all of it is looked at again.
 */
export async function finishMessage(
  db: Db,
  messageId: string,
  end: { status: 'sent' | 'failed'; error: string | null },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const finished = await tx
      .updateTable('messages')
      .set((eb) => ({
        status: end.status,
        lastError: end.error,
        finishedAt: eb.fn<Date>('now'),
        facts: sql`facts - 'token'`,
      }))
      .where('id', '=', messageId)
      .where('status', '=', 'queued')
      .returning(['purchaseId', sql<boolean>`facts ? 'isOvertaken'`.as('isOvertaken')])
      .executeTakeFirst()
    if (end.status === 'failed' && finished?.isOvertaken && finished.purchaseId !== null)
      await addTellJobs(tx, [finished.purchaseId])
  })
}

/**
 * A note in the vendor's own words is not sent after the last session that was to come when it was written: it stands among
 * what did not reach the customer. True: it has ended.
 */
export async function endLateNote(db: Db, messageId: string): Promise<boolean> {
  const note = await db
    .selectFrom('messages as m')
    .where('m.id', '=', messageId)
    .where('m.kind', '=', 'booking.note')
    .where('m.status', '=', 'queued')
    .where(
      sql<boolean>`(
        select max(s.ends_at) between m.created_at and now()
        from bookings b join class_sessions s on s.id = b.session_id and s.vendor_id = b.vendor_id
        where b.purchase_id = m.purchase_id and b.vendor_id = m.vendor_id and holds_seat(b))`,
    )
    .select('m.audience')
    .executeTakeFirst()
  if (!note) return false
  // The chat beside: what counts is the customer's own message.
  if (note.audience === 'chat') await deleteMessage(db, messageId)
  else await finishMessage(db, messageId, { status: 'failed', error: 'too late' })
  return true
}

/** Marks messages as failed whose job no longer exists, because its worker died in the last attempt. Returns how many. */
export async function failAbandonedMessages(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ purchaseId: string | null; isOvertaken: boolean }>`
    update messages m set status = 'failed', last_error = coalesce(last_error, 'given up'), finished_at = now(), facts = facts - 'token'
    where m.status = 'queued' and m.created_at < now() - interval '10 minutes'
      and not exists (
        select from graphile_worker.jobs j
        where j.key = 'message:' || m.id and (j.attempts < j.max_attempts or j.locked_at is not null)
      )
    returning m.purchase_id, m.facts ? 'isOvertaken' as is_overtaken`.execute(tx)
    const again = rows.flatMap(({ purchaseId, isOvertaken }) =>
      isOvertaken && purchaseId !== null ? [purchaseId] : [],
    )
    if (again.length > 0) await addTellJobs(tx, again)
    return rows.length
  })
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
    .where('purchaseId', 'is', null)
    .where('finishedAt', '<', sql<Date>`now() - ${sql.lit(`${daysOfNobody} days`)}::interval`)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Deletes news that did not reach a customer and that is long over, and what is left of the messages to erased customers.
 * Returns how many.
 */
export async function forgetOldMessages(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from messages m where audience in ('customer', 'chat') and (
      kind = 'news' and status in ('failed', 'no_channel') and created_at < now() - interval '30 days'
        and not exists (select from bookings b join class_sessions s on s.id = b.session_id
          where b.purchase_id = m.purchase_id and s.ends_at > now() - interval '30 days')
      or finished_at < now() - interval '1 day'
        and exists (select from purchases p where p.id = m.purchase_id and p.erased_at is not null))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

const daysOfNobody = 7
