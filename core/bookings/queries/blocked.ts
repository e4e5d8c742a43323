import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { pageOf, readCursor } from '#core/shared/paging.ts'

type Contacts = { vendorId: VendorId; email: string | null; phone: string | null }

/** The ids of a contact's purchases; a phone is one only without an email. */
export const purchasesOf = (db: Db, { vendorId, email, phone }: Contacts) =>
  db
    .selectFrom('bookingGroups as g')
    .where('g.vendorId', '=', vendorId)
    .where(
      sql<boolean>`(limit_email(g.customer_email) = limit_email(${email})
        or g.customer_email is null and g.customer_phone = ${email === null ? phone : null})`,
    )
    .select('g.id')

/** Upcoming bookings of a contact, which is a phone only without an email, with their session and name; the spots that its block can cancel. */
export async function listUpcomingOf(db: Db, contact: Contacts) {
  return db
    .selectFrom('bookings as b')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .where('b.groupId', 'in', purchasesOf(db, contact))
    .where('b.deletedAt', 'is', null)
    .where('b.status', 'in', ['pending', 'confirmed'])
    .where('s.startsAt', '>', sql<Date>`now()`)
    .orderBy('b.id')
    .select(['b.id', 'b.sessionId'])
    .execute()
}

/**
 * Who made a booking, for the question whether to block this person. A phone beside an email may be anybody’s, so it is left
 * out, as limits leave it out.
 */
export async function findBlockable(
  db: Db,
  { vendorId, bookingId }: { vendorId: VendorId; bookingId: string },
) {
  if (!isId(bookingId)) return null
  const row = await db
    .selectFrom('bookings as b')
    .innerJoin('bookingGroups as g', 'g.id', 'b.groupId')
    .where('b.id', '=', bookingId)
    .where('b.vendorId', '=', vendorId)
    .where('b.deletedAt', 'is', null)
    .select([
      'b.groupId',
      'g.tokenRotation',
      'g.customerName as name',
      'g.customerEmail as email',
      'g.telegramUserId',
      'g.telegramUsername',
    ])
    .select(
      sql<string | null>`case when g.customer_email is null then g.customer_phone end`.as('phone'),
    )
    .executeTakeFirst()
  return row ?? null
}

/** A page of the people whose contacts are blocked, the latest first. */
export async function listBlocked(
  db: Db,
  vendorId: VendorId,
  { cursor, limit }: { cursor: string | null; limit: number },
) {
  const after = readCursor(cursor)
  // The contacts of a batch are blocked at one moment.
  const rows = await db
    .selectFrom('blockedContacts')
    .where('vendorId', '=', vendorId)
    .$if(after !== null, (blocked) =>
      blocked.where(
        sql<boolean>`(blocked_at, batch_id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
      ),
    )
    .groupBy(['blockedAt', 'batchId'])
    .orderBy('blockedAt', 'desc')
    .orderBy('batchId', 'desc')
    .limit(limit + 1)
    .select([
      'batchId',
      'blockedAt',
      sql<string>`min(customer_name)`.as('name'),
      sql<string[]>`array_agg(shown order by kind, shown)`.as('contacts'),
      sql<string>`to_char(blocked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
        'place',
      ),
    ])
    .execute()
  return pageOf(
    rows,
    limit,
    ({ place: _, ...person }) => person,
    ({ place, batchId }) => [place, batchId],
  )
}
