import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { secondsUntilRetry } from '../rules/sending.ts'
import { lockReaders } from '../queries/news.ts'
import { markReadersDue } from '../steps/mark-due.ts'
import { letterColumns, type StoredMessage } from '../templates/define-letter.ts'
import type { Bringing } from './send-news.ts'

/** A message on its way. */
export type Started = {
  message: StoredMessage
  /** of the words, if others may have arrived under the same message */
  mailNumber: number
  /** the news in it; none in any other letter */
  bringing: readonly Bringing[]
}

export const startedColumns: RawBuilder<unknown> = sql.join(
  letterColumns.map((column) => sql.ref(`m.${column}`)),
)

/** The messages of a mail: one, but for gathered news. */
export const idsOf = ({ message, bringing }: Started): string[] =>
  bringing.length > 0 ? bringing.map(({ messageId }) => messageId) : [message.id]

/** It is not worth sending any more. */
export async function deleteMessages(db: Db, messageIds: readonly string[]): Promise<void> {
  await sql`delete from messages where id = any(${[...messageIds]}::uuid[]) and status = 'queued'`.execute(
    db,
  )
}

/** For a message that goes elsewhere. */
export const untried = { attempts: 0, unsureAttempts: 0, firstTriedAt: null }

/** Nobody has it any more. */
export const unclaimed = { sendingBy: null, sendingUntil: null }

/** Counts an attempt of each and returns the messages that are not finished. */
export async function startLetters(
  db: Db,
  by: string,
  messageIds: readonly string[],
): Promise<Started[]> {
  if (messageIds.length === 0) return []
  const { rows } = await sql<StoredMessage>`
    update messages m set attempts = attempts + 1, first_tried_at = coalesce(first_tried_at, now())
    where id = any(${[...messageIds]}::uuid[]) and sending_by = ${by} and status = 'queued'
    returning ${startedColumns}`.execute(db)
  return rows.map((message) => ({ message, mailNumber: 0, bringing: [] }))
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

/** They wait for their next attempt; after two days of them, or too many that may have arrived, they have failed. */
export async function retryMessages(
  db: Db,
  by: string,
  messageIds: readonly string[],
  { error, mayHaveArrived = false }: { error: string; mayHaveArrived?: boolean },
): Promise<void> {
  const { rows } = await sql<Tried>`
    update messages set last_error = ${error}, unsure_attempts = unsure_attempts + ${mayHaveArrived ? 1 : 0}
    where id = any(${[...messageIds]}::uuid[]) and sending_by = ${by} and status = 'queued'
    returning id, attempts, unsure_attempts as unsure, first_tried_at, now() as now`.execute(db)
  for (const { id, attempts, unsure, firstTriedAt, now } of rows) {
    const seconds = secondsUntilRetry(attempts, { unsure, firstTriedAt: firstTriedAt ?? now, now })
    if (seconds === null) await failMessages(db, by, [id], error)
    else await waitFor(db, by, id, seconds)
  }
}

type Tried = {
  id: string
  attempts: number
  unsure: number
  firstTriedAt: Date | null
  now: Date
}

/** It was not tried: it waits for its chat, so the attempt does not count. */
export async function waitForChat(
  db: Db,
  by: string,
  messageId: string,
  seconds: number,
): Promise<void> {
  await sql`update messages set attempts = attempts - 1 where id = ${messageId} and sending_by = ${by} and status = 'queued'`.execute(
    db,
  )
  await waitFor(db, by, messageId, seconds)
}

async function waitFor(db: Db, by: string, messageId: string, seconds: number): Promise<void> {
  await sql`update messages set due_at = now() + make_interval(secs => ${seconds}), sending_by = null, sending_until = null
    where id = ${messageId} and sending_by = ${by} and status = 'queued'`.execute(db)
}

/** Sets the final state and removes facts that must not be stored longer than needed. */
export async function noteLettersSent(
  db: Db,
  by: string,
  messageIds: readonly string[],
): Promise<void> {
  if (messageIds.length === 0) return
  await sql`update messages set status = 'sent', last_error = null, finished_at = now(), facts = facts - 'token',
      sending_by = null, sending_until = null
    where id = any(${[...messageIds]}::uuid[]) and sending_by = ${by} and status = 'queued'`.execute(
    db,
  )
}

/** If something has changed while news was on its way, and it did not arrive, all of it is looked at again. */
export async function failMessages(
  db: Db,
  by: string,
  messageIds: readonly string[],
  error: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockReaders(tx, messageIds)
    const { rows } = await sql<{ id: string; isOvertaken: boolean }>`
      update messages set status = 'failed', last_error = ${error}, finished_at = now(), facts = facts - 'token',
        sending_by = null, sending_until = null
      where id = any(${[...messageIds]}::uuid[]) and sending_by = ${by} and status = 'queued'
      returning id, facts ? 'isOvertaken' as is_overtaken`.execute(tx)
    await markReadersDue(
      tx,
      rows.flatMap(({ id, isOvertaken }) => (isOvertaken ? [id] : [])),
    )
  })
}

/**
 * A note in the vendor's own words is not sent after the last session that was to come when it was written: it stands among
 * what did not reach the customer. A chat beside it is left out: what counts is the customer's own message.
 */
export async function endLateNotes(
  db: Db,
  by: string,
  messageIds: readonly string[],
): Promise<void> {
  if (messageIds.length === 0) return
  const isLate = sql`m.id = any(${[...messageIds]}::uuid[]) and m.kind = 'booking.note' and m.status = 'queued'
    and m.sending_by = ${by} and (
      select max(s.ends_at) between m.created_at and now()
      from bookings b join class_sessions s on s.id = b.session_id and s.vendor_id = b.vendor_id
      where b.purchase_id = m.purchase_id and b.vendor_id = m.vendor_id and holds_seat(b))`
  await sql`delete from messages m where m.audience = 'chat' and ${isLate}`.execute(db)
  await sql`update messages m set status = 'failed', last_error = 'too late', finished_at = now(), facts = facts - 'token',
    sending_by = null, sending_until = null where ${isLate}`.execute(db)
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
