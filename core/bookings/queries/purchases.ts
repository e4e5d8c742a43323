import { sql } from 'kysely'
import type { BookingStatus } from '../rules.ts'
import type { Db } from '#core/shared/db.ts'

export type PurchasedSpot = {
  id: string
  status: BookingStatus
  priceMinor: number
  currency: string
  expiresAt: Date | null
}

export type Purchase = {
  groupId: string
  reference: string
  tokenRotation: number
  sessionId: string
  classId: string
  spots: PurchasedSpot[]
}

/** The purchase already made under a key, and what was asked for then. */
export async function findKey(db: Db, idempotencyKey: string) {
  const row = await db
    .selectFrom('booking_groups')
    .where('idempotency_key', '=', idempotencyKey)
    .select(['id as groupId', 'request_hash as requestHash'])
    .executeTakeFirst()
  return row ?? null
}

type ContactAsked = { email: string | null; phone: string | null }

/**
 * Whether purchase `g` belongs to this contact today. A vendor can give a booking to somebody else, and then the
 * form or the key that made it opens nothing any more.
 */
function belongsTo({ email, phone }: ContactAsked) {
  return sql<boolean>`(${email}::text is null or g.customer_email = ${email})
    and (${phone}::text is null or g.customer_phone = ${phone})
    and num_nonnulls(${email}::text, ${phone}::text) > 0`
}

/** A purchase of this contact as it was answered when it was made, with the status its spots have now. */
export async function findPurchase(
  db: Db,
  { groupId, contact }: { groupId: string; contact: ContactAsked },
): Promise<Purchase | null> {
  const rows = await db
    .selectFrom('booking_groups as g')
    .innerJoin('bookings as b', 'b.group_id', 'g.id')
    .where('g.id', '=', groupId)
    .where(belongsTo(contact))
    .orderBy('b.booked_at')
    .orderBy('b.id')
    .select([
      'g.reference',
      'g.token_rotation',
      'b.id',
      'b.session_id',
      'b.class_id',
      'b.status',
      'b.price_minor',
      'b.currency',
      'b.expires_at',
    ])
    .execute()
  const [first] = rows
  if (!first) return null
  return {
    groupId,
    reference: first.reference,
    tokenRotation: first.token_rotation,
    sessionId: first.session_id,
    classId: first.class_id,
    spots: rows.map((row) => ({
      id: row.id,
      status: row.status,
      priceMinor: row.price_minor,
      currency: row.currency,
      expiresAt: row.expires_at,
    })),
  }
}

/** The spots of a purchase with what cancelling and moving are decided by. */
export async function listGroupFacts(db: Db, groupId: string) {
  const rows = await db
    .selectFrom('bookings as b')
    .innerJoin('class_sessions as s', 's.id', 'b.session_id')
    .innerJoin('vendors as v', 'v.id', 'b.vendor_id')
    .leftJoin('entitlements as e', 'e.id', 'b.entitlement_id')
    .where('b.group_id', '=', groupId)
    .where('b.deleted_at', 'is', null)
    .orderBy('b.id')
    .select([
      'b.id',
      'b.status',
      'b.session_id as sessionId',
      'b.class_id as classId',
      'b.booked_at as bookedAt',
      's.starts_at as startsAt',
      'v.notice_minutes as noticeMinutes',
      // of the bundle that paid for it
      'e.expires_at as validUntil',
    ])
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .execute()
  return { spots: rows, now: rows[0]?.now ?? new Date(0) }
}

/** The contact's purchase under a form's key; `live` says that a spot of it still waits, holds or was used. */
export async function findPurchaseUnderKey(
  db: Db,
  { idempotencyKey, contact }: { idempotencyKey: string; contact: ContactAsked },
) {
  const row = await db
    .selectFrom('booking_groups as g')
    .innerJoin('bookings as b', 'b.group_id', 'g.id')
    .where('g.idempotency_key', '=', idempotencyKey)
    .where(belongsTo(contact))
    .groupBy('g.id')
    .select([
      'g.id as groupId',
      'g.reference',
      'g.token_rotation as tokenRotation',
      'g.customer_name as customerName',
    ])
    .select(
      // A bundle that can still be used is not bought a second time by the same form.
      sql<boolean>`bool_or(b.deleted_at is null and (b.status in ('confirmed', 'completed') or b.status = 'pending' and b.expires_at > now()))
        or exists (select from entitlements e where e.group_id = g.id and e.status = 'active' and e.remaining_sessions > 0 and e.expires_at > now())`.as(
        'live',
      ),
    )
    .executeTakeFirst()
  return row ?? null
}
