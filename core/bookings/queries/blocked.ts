import { sql } from 'kysely'
import { endable } from '../rules/status.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { pageOf, readCursor } from '#core/shared/paging.ts'

/** The upcoming bookings of a contact, with their sessions: the spots that its block can cancel. */
export async function listUpcomingOf(db: Db, contactId: string | null) {
  if (contactId === null) return []
  return db
    .selectFrom('purchases as g')
    .innerJoin('bookings as b', 'b.purchaseId', 'g.id')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .where('g.contactId', '=', contactId)
    .where('b.deletedAt', 'is', null)
    .where('b.status', 'in', [...endable])
    .where('s.startsAt', '>', sql<Date>`now()`)
    .orderBy('b.id')
    .select(['b.id', 'b.sessionId'])
    .execute()
}

/** The addresses of contact `c`, as they are written to. */
export const addressesOf = sql<string[]>`array(
  select a.typed from contact_addresses a where a.contact_id = c.id order by a.kind, a.typed)`

/** Who made a booking, for the question whether to block this person. `contactId` null: the vendor added somebody without an address. */
export async function findBlockable(
  db: Db,
  { vendorId, bookingId }: { vendorId: VendorId; bookingId: string },
) {
  if (!isId(bookingId)) return null
  const row = await db
    .selectFrom('bookings as b')
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
    .leftJoin('contacts as c', 'c.id', 'g.contactId')
    .where('b.id', '=', bookingId)
    .where('b.vendorId', '=', vendorId)
    .where('b.deletedAt', 'is', null)
    .select(['b.purchaseId', 'g.customerName as name', 'g.contactId', 'c.blockedAt'])
    .select(addressesOf.as('addresses'))
    .executeTakeFirst()
  return row ?? null
}

/** A page of the blocked contacts, the latest first. */
export async function listBlocked(
  db: Db,
  vendorId: VendorId,
  { cursor, limit }: { cursor: string | null; limit: number },
) {
  const after = readCursor(cursor)
  const rows = await db
    .selectFrom('contacts as c')
    .where('c.vendorId', '=', vendorId)
    .where('c.blockedAt', 'is not', null)
    .$if(after !== null, (blocked) =>
      blocked.where(
        sql<boolean>`(c.blocked_at, c.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
      ),
    )
    .orderBy('c.blockedAt', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit + 1)
    .select([
      'c.id',
      'c.name',
      'c.blockedAt',
      addressesOf.as('addresses'),
      sql<string>`to_char(c.blocked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as(
        'place',
      ),
    ])
    .$narrowType<{ blockedAt: Date }>()
    .execute()
  return pageOf(
    rows,
    limit,
    ({ place: _, ...person }) => person,
    ({ place, id }) => [place, id],
  )
}
