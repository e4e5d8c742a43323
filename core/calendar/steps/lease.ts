import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

const leaseSeconds = 30
/** How often a calendar is looked at when nothing wakes its work. */
const pollSeconds = 180

/** The right to work on one vendor's calendar. Who has lost it must stop. */
export type Lease = {
  vendorId: VendorId
  id: string
  refreshToken: string
  token: string | null
  tokenExpiresAt: Date | null
  mayList: boolean
  /** the vendor's */
  timeZone: string
  failures: number
}

/** Somebody else works on this calendar now, or it was disconnected. */
export class LeaseLost extends Error {}

/**
 * Takes the connection that has waited longest; null: none is due. One whose worker has died is due when its lease ends. A
 * suspended vendor may not read its customers anywhere.
 */
export async function takeLease(db: Db): Promise<Lease | null> {
  const { rows } = await sql<Lease>`
    update calendar_connections c
    set lease = gen_random_uuid(), leased_until = now() + make_interval(secs => ${leaseSeconds}),
      due_at = now() + make_interval(secs => ${pollSeconds} * (0.9 + 0.2 * random()))
    where vendor_id = (
      select vendor_id from calendar_connections
      where google_calendar_connected_at is not null and broken_at is null
        and not exists (select from vendors v where v.id = vendor_id and v.suspended_at is not null)
        and (lease is null and due_at <= now() or leased_until <= now())
        and (retry_at is null or retry_at <= now())
      order by due_at limit 1 for update skip locked)
    returning c.vendor_id, c.lease as id, c.google_calendar_refresh_token as refresh_token, c.google_calendar_token as token,
      c.token_expires_at, c.may_list, c.failures,
      (select v.time_zone from vendors v where v.id = c.vendor_id) as time_zone`.execute(db)
  return rows[0] ?? null
}

/** Before every request to Google. Throws LeaseLost. */
export async function renewLease(db: Db | Tx, { vendorId, id }: Lease): Promise<void> {
  const { rows } = await sql`
    update calendar_connections set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where vendor_id = ${vendorId} and lease = ${id} returning vendor_id`.execute(db)
  if (rows.length === 0) throw new LeaseLost()
}
