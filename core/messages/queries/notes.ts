import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/** What the vendor wrote in the last two weeks, the latest first, with what has become of each message. */
export async function listNotes(db: Db, vendorId: VendorId) {
  return db
    .selectFrom('messages')
    .where('vendorId', '=', vendorId)
    .where('kind', '=', 'booking.note')
    .where('createdAt', '>', sql<Date>`now() - interval '14 days'`)
    .groupBy(sql`facts->>'batchId'`)
    .orderBy(sql`min(created_at)`, 'desc')
    .limit(5)
    .select([
      sql<string>`facts->>'batchId'`.as('batchId'),
      sql<string>`min(facts->>'text')`.as('text'),
      sql<Date>`min(created_at)`.as('at'),
      sql<number>`(count(*) filter (where status = 'sent'))::integer`.as('sent'),
      sql<number>`(count(*) filter (where status in ('queued', 'delayed')))::integer`.as('waiting'),
      sql<number>`(count(*) filter (where status = 'failed'))::integer`.as('failed'),
      sql<number>`(count(*) filter (where status = 'no_channel'))::integer`.as('noChannel'),
    ])
    .execute()
}
