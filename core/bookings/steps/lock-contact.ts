import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import { StartOver } from '#core/shared/settle.ts'
import type { ContactFacts } from '../rules.ts'

/** A contact: all spots with the same phone, email or Telegram account with this vendor count together. */
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

/** The contact's upcoming spots: in the session and in total; and whether it is blocked. Exact while the contact is locked. */
export async function countContactSpots(
  db: Db,
  contact: VendorContact,
  sessionId: string,
): Promise<ContactFacts> {
  const of = sql`${contact.email}, ${contact.phone}, ${contact.telegramUserId ?? null}`
  const { rows } = await sql<Required<ContactFacts>>`
    select *, contact_is_blocked(${contact.vendorId}, ${of}) as is_blocked
    from count_contact_spots(${contact.vendorId}, ${sessionId}, ${of})`.execute(db)
  const [held] = rows
  if (!held) throw new Error('count_contact_spots returned nothing.')
  return held
}

/** Locks the contact of a purchase; null if the purchase does not exist. */
export async function lockContactOfGroup(tx: Tx, groupId: string): Promise<VendorContact | null> {
  const contact = await findContactOfGroup(tx, groupId)
  if (!contact) return null
  await lockContact(tx, contact)
  const now = await findContactOfGroup(tx, groupId)
  // The vendor has transferred the purchase, and we have not locked its new contact.
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
