import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { StartOver } from '#core/shared/settle.ts'
import { type Contact, hasAddress } from '../rules.ts'

/** Whom an address belongs to. Both null: nobody yet, or somebody whom the vendor added without an address. */
export type FoundContact = { contactId: string | null; addressId: string | null }

const nobody: FoundContact = { contactId: null, addressId: null }

/**
 * Locks the contact of a vendor that the address belongs to, until the end of the transaction. This lock comes before all
 * others. Throws 40001 if the address moved to another contact while we waited; `settle` starts over.
 */
export async function lockContact(
  tx: Tx,
  vendorId: VendorId,
  typed: Contact,
): Promise<FoundContact> {
  if (!hasAddress(typed)) return nobody
  const { email, phone, telegram } = typed
  const { rows } = await sql<FoundContact>`
    select * from lock_contact(${vendorId}, ${email}, ${phone}, ${telegram?.address ?? null})`.execute(
    tx,
  )
  return rows[0] ?? nobody
}

/** The locked contact of an address, new if there is none. Nulls without an address. */
export async function lockOrMakeContact(
  tx: Tx,
  vendorId: VendorId,
  { name, ...typed }: Contact & { name: string },
): Promise<FoundContact> {
  const found = await lockContact(tx, vendorId, typed)
  if (found.contactId !== null || !hasAddress(typed)) return found
  const { email, phone, telegram } = typed
  const { rows } = await sql<FoundContact>`
    select * from make_contact(${vendorId}, ${name}, ${email}, ${phone}, ${telegram?.address ?? null},
      ${telegram?.name ?? null})`.execute(tx)
  return rows[0] ?? nobody
}

/** Locks contacts by ascending id. */
export async function lockContacts(tx: Tx, ids: readonly (string | null)[]): Promise<void> {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return
  await tx
    .selectFrom('contacts')
    .where('id', 'in', known)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute()
}

/** Locks the contact of a purchase, if it has one; null if the purchase does not exist. */
export async function lockContactOfPurchase(
  tx: Tx,
  purchaseId: string,
): Promise<(FoundContact & { vendorId: VendorId }) | null> {
  const before = await findContactOfPurchase(tx, purchaseId)
  if (!before) return null
  await lockContacts(tx, [before.contactId])
  const now = await findContactOfPurchase(tx, purchaseId)
  // The vendor has corrected its address, or it got its first one, while we waited.
  if (now?.contactId !== before.contactId) throw new StartOver()
  return now
}

async function findContactOfPurchase(tx: Tx, purchaseId: string) {
  const purchase = await tx
    .selectFrom('purchases')
    .where('id', '=', purchaseId)
    .select(['vendorId', 'contactId', 'addressId'])
    .executeTakeFirst()
  return purchase ?? null
}
