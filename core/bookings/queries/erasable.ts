import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'

/** Whose personal data a deletion would erase, with what is left of their purchases. */
export type Erasable = {
  /** null: the vendor added somebody without an address, who has this one purchase */
  contactId: string | null
  name: string
  addresses: string[]
  purchaseIds: string[]
  /** the names under which they are stored, sorted */
  names: string[]
  bookings: number
  /** bookings whose session has not ended */
  upcoming: number
  /** sessions left on bundles that can still be used */
  sessionsLeft: number
}

/** The purchases of the contact that has a spot, or only the one of this spot if there is no contact. */
export async function findErasable(
  db: Db,
  { vendorId, bookingId }: { vendorId: VendorId; bookingId: string },
): Promise<Erasable | null> {
  if (!isId(bookingId)) return null
  const { rows } = await sql<Erasable>`
    with named as (
      select g.id, g.contact_id, g.customer_name from bookings b join purchases g on g.id = b.purchase_id
      where b.id = ${bookingId} and b.vendor_id = ${vendorId} and b.deleted_at is null
    ), purchases as (
      select g.id, g.customer_name from purchases g, named
      where g.id = named.id or g.contact_id = named.contact_id
    ), spots as (
      select b.status in ('pending', 'confirmed') and s.ends_at > now() as is_upcoming
      from bookings b join class_sessions s on s.id = b.session_id
      where b.purchase_id in (select id from purchases) and b.deleted_at is null
    )
    select contact_id, customer_name as name,
      array(select a.typed from contact_addresses a where a.contact_id = named.contact_id order by a.kind, a.typed) as addresses,
      array(select id from purchases order by id) as purchase_ids,
      array(select distinct customer_name from purchases order by 1) as names,
      (select count(*)::integer from spots) as bookings,
      (select count(*)::integer from spots where is_upcoming) as upcoming,
      (select coalesce(sum(e.remaining_sessions), 0)::integer from passes e
        where e.purchase_id in (select id from purchases) and bundle_is_held(e)) as sessions_left
    from named`.execute(db)
  return rows[0] ?? null
}
