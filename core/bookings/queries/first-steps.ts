import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/** What a vendor has done on the way to its first booking. */
export type FirstSteps = { class: boolean; link: boolean; booking: boolean }

/** Null once all of it is done, or the vendor has put it away. A booking by somebody else shows that the link was shared. */
export async function findFirstSteps(db: Db, vendorId: VendorId): Promise<FirstSteps | null> {
  const row = await db
    .selectFrom('vendors as v')
    .where('v.id', '=', vendorId)
    .where('v.firstStepsHiddenAt', 'is', null)
    .select([
      sql<boolean>`exists (select from classes c where c.vendor_id = v.id)`.as('class'),
      sql<boolean>`v.link_shared_at is not null or exists (select from purchases g
        where g.vendor_id = v.id and g.source = 'public')`.as('link'),
      sql<boolean>`exists (select from bookings b where b.vendor_id = v.id)`.as('booking'),
    ])
    .executeTakeFirst()
  return row && !(row.class && row.link && row.booking) ? row : null
}
