import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { Contact } from './contact.ts'

/** Spots that take place later: those in the session asked about, and all of them. */
export type ContactSpots = { onSession: number; coming: number }

/**
 * Counts what a contact holds with the vendor of a session and locks the contact, to the end of the
 * transaction. This lock comes before those of sessions. Null when there is no such session.
 */
export async function lockContact(
  tx: Tx,
  sessionId: string,
  { email, phone }: Contact,
): Promise<(ContactSpots & { vendorId: string }) | null> {
  const { rows } = await sql<ContactSpots & { vendorId: string }>`
    select s.vendor_id as "vendorId", k.on_session as "onSession", k.coming
    from class_sessions s
    cross join lateral contact_spots(s.vendor_id, s.id, ${email}, ${phone}, null) k
    where s.id = ${sessionId}`.execute(tx)
  return rows[0] ?? null
}

/** The same of whom a purchase belongs to. */
export async function lockContactOf(
  tx: Tx,
  groupId: string,
  sessionId: string,
): Promise<ContactSpots> {
  const { rows } = await sql<ContactSpots>`
    select k.on_session as "onSession", k.coming
    from booking_groups g
    cross join lateral contact_spots(g.vendor_id, ${sessionId}, g.customer_email, g.customer_phone, g.telegram_user_id) k
    where g.id = ${groupId}`.execute(tx)
  return rows[0] ?? { onSession: 0, coming: 0 }
}
