import { sql } from 'kysely'
import type { Contact } from '#core/contacts/rules.ts'
import type { BookingStatus, WaitsFor } from '../rules/status.ts'
import type { OpenedLink } from './links.ts'
import type { Db } from '#core/shared/db.ts'

export type PurchasedSpot = {
  id: string
  status: BookingStatus
  sessionId: string
  classId: string
  priceMinor: number
  currency: string
  expiresAt: Date | null
  waitsFor: WaitsFor | null
}

export type Purchase = {
  purchaseId: string
  reference: string
  tokenRotation: number
  boughtAt: Date
  spots: PurchasedSpot[]
}

/** The purchase already made under a key, and what was asked for then. */
export async function findKey(db: Db, idempotencyKey: string) {
  const row = await db
    .selectFrom('purchases')
    .where('idempotencyKey', '=', idempotencyKey)
    .select(['id as purchaseId', 'requestHash'])
    .executeTakeFirst()
  return row ?? null
}

/**
 * Whether purchase `g` still has the address of this request. The vendor may have corrected it since, and the customer erased:
 * then the form or key that made the purchase no longer shows it.
 */
function belongsTo({ email, phone, telegram }: Contact) {
  const chat = telegram?.address ?? null
  return sql<boolean>`exists (
    select from contact_addresses a where a.id = g.address_id
      and a.kind = address_kind(${email}, ${chat}) and a.value = address_value(${email}, ${phone}, ${chat}))`
}

/** A purchase of this contact as it was answered when it was made, with the status its spots have now. */
export async function findPurchase(
  db: Db,
  { purchaseId, contact }: { purchaseId: string; contact: Contact },
): Promise<Purchase | null> {
  const rows = await db
    .selectFrom('purchases as g')
    .innerJoin('bookings as b', 'b.purchaseId', 'g.id')
    .where('g.id', '=', purchaseId)
    .where(belongsTo(contact))
    .orderBy('b.bookedAt')
    .orderBy('b.id')
    .select([
      'g.reference',
      'g.tokenRotation',
      'g.createdAt as boughtAt',
      'b.id',
      'b.sessionId',
      'b.classId',
      'b.priceMinor',
      'b.currency',
      'b.expiresAt',
      'b.waitsFor',
    ])
    .select(
      sql<BookingStatus>`case when b.deleted_at is null then b.status else 'cancelled' end`.as(
        'status',
      ),
    )
    .execute()
  const [first] = rows
  if (!first) return null
  return {
    purchaseId,
    reference: first.reference,
    tokenRotation: first.tokenRotation,
    boughtAt: first.boughtAt,
    spots: rows.map((row) => ({
      id: row.id,
      status: row.status,
      sessionId: row.sessionId,
      classId: row.classId,
      priceMinor: row.priceMinor,
      currency: row.currency,
      expiresAt: row.expiresAt,
      waitsFor: row.waitsFor,
    })),
  }
}

/** Whether session `s` has not changed since the customer of booking `b` chose it. */
export const isAsAgreed =
  sql<boolean>`b.agreed_version is not distinct from s.calendar_sequence`.as('isAsAgreed')

/**
 * How long before the start cancelling booking `b` is free: as its class `c`, else its vendor `v`, has it, but never longer
 * than when it was booked.
 */
export const noticeInForce =
  sql<number>`least(b.notice_minutes, coalesce(c.notice_minutes, v.notice_minutes))`.as(
    'noticeMinutes',
  )

/** The spots of a purchase with the facts for cancelling and moving; empty if the link was replaced. */
export async function listPurchaseFacts(db: Db, link: OpenedLink) {
  const rows = await db
    .selectFrom('bookings as b')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .innerJoin('classes as c', 'c.id', 'b.classId')
    .innerJoin('vendors as v', 'v.id', 'b.vendorId')
    .leftJoin('passes as e', 'e.id', 'b.passId')
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
    .where('g.id', '=', link.id)
    .where('g.tokenRotation', '=', link.tokenRotation)
    .where('b.deletedAt', 'is', null)
    .orderBy('b.id')
    .select([
      'b.id',
      'b.status',
      'b.expiresAt',
      'b.waitsFor',
      'b.sessionId',
      'b.classId',
      'b.bookedAt',
      'b.confirmedAt',
      's.startsAt',
      // of the bundle that paid for it
      'e.expiresAt as validUntil',
    ])
    .select([noticeInForce, isAsAgreed, sql<Date>`clock_timestamp()`.as('now')])
    .execute()
  return { spots: rows, now: rows[0]?.now ?? new Date(0) }
}

/**
 * The contact's purchase under a form's key. `held`: its pending, confirmed and completed spots in the sessions the form
 * asks for; `dates`: the number of those sessions. `inUse`: it has such a spot in any session, or credits.
 */
export async function findPurchaseUnderKey(
  db: Db,
  {
    idempotencyKey,
    contact,
    sessionIds,
  }: { idempotencyKey: string; contact: Contact; sessionIds: readonly string[] },
) {
  const isLive = sql`holds_still(b)`
  const isAsked = sql`${isLive} and b.session_id = any(${[...sessionIds]}::uuid[])`
  const row = await db
    .selectFrom('purchases as g')
    .innerJoin('bookings as b', 'b.purchaseId', 'g.id')
    .where('g.idempotencyKey', '=', idempotencyKey)
    .where(belongsTo(contact))
    .groupBy('g.id')
    .select(['g.id as purchaseId', 'g.reference', 'g.tokenRotation', 'g.customerName'])
    .select([
      sql<number>`(count(*) filter (where ${isAsked}))::integer`.as('held'),
      sql<number>`(count(distinct b.session_id) filter (where ${isAsked}))::integer`.as('dates'),
      // A bundle that can still be used is not bought a second time by the same form.
      sql<boolean>`bool_or(${isLive}) or exists (select from passes e where e.purchase_id = g.id
        and e.status = 'active' and e.remaining_sessions > 0 and e.expires_at > now())`.as('inUse'),
      sql<boolean>`bool_or(still_waits(b) and b.waits_for = 'payment')`.as('isUnpaid'),
    ])
    .executeTakeFirst()
  return row ?? null
}
