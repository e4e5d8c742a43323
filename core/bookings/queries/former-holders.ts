import { sql } from 'kysely'
import type { HeldBefore } from '../rules.ts'
import type { Holder } from '#core/events/catalogue.ts'
import type { Db } from '#core/shared/db.ts'

const ofFormerHolder = <T>(column: 'customer_name' | 'holder_number') => sql<T>`(
  select former.${sql.ref(column)}
  from (select * from former_holders f
    where f.group_id = b.group_id and f.token_rotation >= b.ended_rotation
    order by f.token_rotation limit 1) as former
  join booking_groups present on present.id = b.group_id and present.holder_number <> former.holder_number)`

/**
 * The name of the person who held spot `b` when it ended, if its purchase belongs to somebody else now; else null. A purchase
 * that was given back belongs to the same person again.
 */
export const formerHolderOfSpot = ofFormerHolder<string | null>('customer_name')
/** The number of that person, whose name others may have too. */
export const formerNumberOfSpot = ofFormerHolder<number | null>('holder_number')

/** The last details of the person of row `f`: somebody who had a purchase twice may have been corrected the second time. */
export const lastOfHolder = sql`lateral (
  select l.customer_name, l.customer_email, l.customer_phone from former_holders l
  where l.group_id = f.group_id and l.holder_number = f.holder_number
  order by l.token_rotation desc limit 1)`

/** Who had purchase `g` before its present holder, in order. */
export const heldBefore = sql<HeldBefore>`coalesce((
  select jsonb_agg(jsonb_build_object('until', f.token_rotation, 'again', f.holder_number = g.holder_number, 'contact',
      jsonb_build_object('customerName', last.customer_name, 'customerEmail', last.customer_email, 'customerPhone', last.customer_phone))
    order by f.token_rotation)
  from former_holders f cross join ${lastOfHolder} last where f.group_id = g.id), '[]')`

/**
 * The holder of spot `b` of purchase `g` when it ended, if somebody else has the purchase now. Joined on true as `former`;
 * without one, its columns are null.
 */
export const formerHolder = sql<{
  customerName: string | null
  customerEmail: string | null
  customerPhone: string | null
  holderNumber: number | null
  accepted: string[] | null
}>`lateral (
  select f.customer_name, f.customer_email, f.customer_phone, f.holder_number, f.accepted
  from (select * from former_holders h where h.group_id = b.group_id and h.token_rotation >= b.ended_rotation
    order by h.token_rotation limit 1) f
  where f.holder_number <> g.holder_number)`

/** Whose spot `b` is or was, with `formerHolder` joined. */
export const holderOfSpot = {
  number: sql<number>`coalesce(former.holder_number, g.holder_number)`,
  name: sql<string>`coalesce(former.customer_name, g.customer_name)`,
  email: sql<
    string | null
  >`case when former.customer_name is null then g.customer_email else former.customer_email end`,
  phone: sql<
    string | null
  >`case when former.customer_name is null then g.customer_phone else former.customer_phone end`,
}

/** Who held a spot when it ended, if its purchase has been given to somebody else since. */
export async function findHolderAtEnd(db: Db, bookingId: string): Promise<Holder | null> {
  const row = await db
    .selectFrom('bookings as b')
    .innerJoin('bookingGroups as g', 'g.id', 'b.groupId')
    .innerJoin('formerHolders as f', (join) =>
      join
        .onRef('f.groupId', '=', 'b.groupId')
        .on(sql<boolean>`f.token_rotation >= b.ended_rotation`),
    )
    .where('b.id', '=', bookingId)
    .orderBy('f.tokenRotation')
    .limit(1)
    .select(['f.customerName', 'f.customerEmail', 'f.customerPhone'])
    .select(['f.tokenRotation', 'f.language'])
    .select(sql<boolean>`f.holder_number = g.holder_number`.as('hasItAgain'))
    .executeTakeFirst()
  if (!row || row.hasItAgain) return null
  const { hasItAgain: _, ...holder } = row
  return holder
}
