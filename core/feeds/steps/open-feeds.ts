import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'

/** Makes the feeds that are missing of what was booked with an email address, one per vendor. */
export async function openFeeds(tx: Tx, email: string): Promise<void> {
  await sql`
    insert into feeds (vendor_id, address_id, email)
    select distinct g.vendor_id, g.address_id, g.customer_email
    from contact_addresses a join purchases g on g.address_id = a.id and g.customer_email = ${email}
    where a.kind = 'email' and a.value = limit_email(${email})
    order by g.vendor_id
    on conflict on constraint one_feed_each do nothing`.execute(tx)
}
