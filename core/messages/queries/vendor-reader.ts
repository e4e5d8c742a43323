import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorNews } from '#core/vendors/catalogue.ts'

export type VendorReader = NonNullable<Awaited<ReturnType<typeof findVendorReader>>>

/**
 * Who reads the messages to a vendor: its owner. `wants`: whether the vendor has not switched off these emails; `wantsAgenda`:
 * whether the reader has not switched off the email with the sessions of a day. `hasAddress`: whether an address is still theirs, also if its chat takes nothing now.
 * Null: a vendor that gets none.
 */
export async function findVendorReader(db: Db, vendorId: string) {
  const reader = await db
    .selectFrom('vendors as v')
    .innerJoin('vendorMembers as m', (join) =>
      join.onRef('m.vendorId', '=', 'v.id').on('m.role', '=', 'owner'),
    )
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where(sql<boolean>`v.id = ${vendorId}`)
    .where('v.suspendedAt', 'is', null)
    .where('v.closedAt', 'is', null)
    .select(['m.wantsAgenda', 'v.mutedNews', 'v.timeZone as zone'])
    .select(['v.id as vendorId', 'u.id as userId', 'u.email', 'u.language', 'm.telegram'])
    .select([
      sql<string>`vendor_name(v)`.as('business'),
      // The first is where messages go.
      sql<[string, ...string[]]>`addresses_in_order(m.telegram, v.id, u.email)`.as('addresses'),
    ])
    .executeTakeFirst()
  if (!reader) return null
  const { mutedNews, telegram, ...known } = reader
  return {
    ...known,
    wants: (news: VendorNews) => !mutedNews.includes(news),
    hasAddress: (address: string) => address === telegram || address === known.email,
  }
}
