import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { findBlockable, purchasesOf } from './blocked.ts'

/** Whose personal data a deletion would erase, with what is left of their purchases. */
export type Erasable = {
  name: string
  email: string | null
  phone: string | null
  tokenRotation: number
  groupIds: string[]
  /** the names in these purchases, sorted */
  names: string[]
  bookings: number
  /** bookings whose session has not ended */
  upcoming: number
  /** messages about these purchases that are still to be sent, and events that may still become one */
  waiting: number
  /** sessions left on bundles that can still be used */
  sessionsLeft: number
}

/** The purchases of the person who made a booking: those of the same contact, or only this one if it has none. */
export async function findErasable(
  db: Db,
  of: { vendorId: VendorId; bookingId: string },
): Promise<Erasable | null> {
  const named = await findBlockable(db, of)
  if (!named) return null
  const { name, email, phone, tokenRotation, groupId } = named
  const { rows } = await sql<Pick<Erasable, 'groupIds' | 'names'> & Counts>`
    with theirs as (
      select g.id, g.customer_name from booking_groups g
      where g.id = ${groupId} or g.id in (${purchasesOf(db, { vendorId: of.vendorId, email, phone })})
    ), unsaid as (
      select o.payload->>'groupId' as group_id from outbox o
      union all
      select j.payload->'payload'->>'groupId' from graphile_worker._private_jobs j where j.attempts < j.max_attempts
    )
    select array_agg(id order by id) as group_ids, array_agg(distinct customer_name) as names,
      (select count(*)::integer from bookings b where b.group_id in (select id from theirs) and b.deleted_at is null) as bookings,
      (select count(*)::integer from bookings b join class_sessions s on s.id = b.session_id
        where b.group_id in (select id from theirs) and b.deleted_at is null and b.status in ('pending', 'confirmed')
          and s.ends_at > now()) as upcoming,
      (select count(*)::integer from messages m where m.group_id in (select id from theirs) and m.status = 'queued')
        + (select count(*)::integer from unsaid where group_id in (select id::text from theirs)) as waiting,
      (select coalesce(sum(e.remaining_sessions), 0)::integer from entitlements e
        where e.group_id in (select id from theirs) and bundle_is_held(e)) as sessions_left
    from theirs`.execute(db)
  const [found] = rows
  return found ? { name, email, phone, tokenRotation, ...found } : null
}

type Counts = Pick<Erasable, 'bookings' | 'upcoming' | 'waiting' | 'sessionsLeft'>

/** The text by which the form agrees to erase exactly these purchases. */
export const agreementToErase = ({ groupIds, tokenRotation, sessionsLeft }: Erasable) =>
  hash('sha256', JSON.stringify([groupIds, tokenRotation, sessionsLeft]), 'base64url').slice(0, 16)
