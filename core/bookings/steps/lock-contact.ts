import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import { StartOver } from '#core/shared/settle.ts'
import type { ContactFacts } from '../rules.ts'

/** Whose spots are counted together: everyone who shares a phone, an email or a Telegram account with the vendor. */
export type VendorContact = {
  vendorId: VendorId
  email: string | null
  phone: string | null
  telegramUserId?: number | null
}

/** Locks a contact until the end of the transaction. This lock comes before those of sessions. */
export async function lockContact(tx: Tx, contact: VendorContact): Promise<void> {
  await sql`select lock_contact(${contact.vendorId}, ${contact.email}, ${contact.phone},
    ${contact.telegramUserId ?? null})`.execute(tx)
}

/** Upcoming spots the contact holds: in the session, and in all. Exact while the contact is locked. */
export async function countContactSpots(
  db: Db,
  contact: VendorContact,
  sessionId: string,
): Promise<ContactFacts> {
  const { rows } = await sql<{ onSession: number; upcoming: number }>`
    select * from count_contact_spots(${contact.vendorId}, ${sessionId}, ${contact.email}, ${contact.phone},
      ${contact.telegramUserId ?? null})`.execute(db)
  const [held] = rows
  if (!held) throw new Error('count_contact_spots returned nothing.')
  return { onSession: held.onSession, upcoming: held.upcoming }
}

/** Locks whom a purchase belongs to; null when there is no such purchase. */
export async function lockContactOfGroup(tx: Tx, groupId: string): Promise<VendorContact | null> {
  const contact = await findContactOfGroup(tx, groupId)
  if (!contact) return null
  await lockContact(tx, contact)
  const now = await findContactOfGroup(tx, groupId)
  // The vendor gave the purchase to somebody else, whose lock we do not have.
  if (JSON.stringify(now) !== JSON.stringify(contact)) throw new StartOver()
  return contact
}

async function findContactOfGroup(db: Db, groupId: string): Promise<VendorContact | null> {
  const group = await db
    .selectFrom('bookingGroups')
    .where('id', '=', groupId)
    .select(['vendorId', 'customerEmail as email', 'customerPhone as phone', 'telegramUserId'])
    .executeTakeFirst()
  return group ?? null
}
