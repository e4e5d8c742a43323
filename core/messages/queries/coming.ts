import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/** The countries that vendors read phone numbers by. */
export async function listCountries(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('vendors').select('country').distinct().execute()
  return rows.map(({ country }) => country)
}

export type Coming = {
  email: string
  groupId: string
  reference: string
  tokenRotation: number
  business: string
  classTitle: string
  startsAt: Date
  endsAt: Date
  zone: string
  spots: number
  waiting: boolean
}

const mostPurchases = 40

/**
 * Spots still held in sessions that are not over, over all vendors: one row per purchase and session, the next
 * first, of the next 40 purchases per e-mail address. By phone, purchases without an address are left out.
 */
export async function listComing(
  db: Db,
  by: { email: string } | { phones: readonly { country: string; phone: string }[] },
): Promise<Coming[]> {
  const ofContact =
    'email' in by
      ? sql`g.customer_email = ${by.email}`
      : sql`g.customer_email is not null and (v.country, g.customer_phone) in (
          select * from unnest(${by.phones.map(({ country }) => country)}::text[], ${by.phones.map(({ phone }) => phone)}::text[]))`
  const { rows } = await sql<Coming>`
    with coming as (
      select g.customer_email as email, g.id as group_id, g.reference, g.token_rotation,
        coalesce(v.business_name, (
          select p.full_name from vendor_members m join profiles p on p.user_id = m.user_id
          where m.vendor_id = v.id and m.role = 'owner'), '') as business,
        c.title as class_title, s.starts_at, s.ends_at, s.time_zone as zone,
        count(*)::integer as spots, bool_or(b.status = 'pending') as waiting,
        min(s.starts_at) over (partition by g.id) as next
      from booking_groups g
      join vendors v on v.id = g.vendor_id
      join bookings b on b.group_id = g.id and b.deleted_at is null
        and (b.status = 'confirmed' or b.status = 'pending' and b.expires_at > now())
      join class_sessions s on s.id = b.session_id and s.ends_at > now()
      join classes c on c.id = b.class_id
      where ${ofContact}
      group by g.id, v.id, c.id, s.id
    ), ranked as (
      select *, dense_rank() over (partition by email order by next, group_id) as nth from coming
    )
    select email, group_id, reference, token_rotation, business, class_title, starts_at, ends_at, zone, spots, waiting
    from ranked where nth <= ${mostPurchases}
    order by email, starts_at, group_id`.execute(db)
  return rows
}
