import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle, StartOver } from '#core/shared/settle.ts'
import { agreementToErase, type Erasable, findErasable } from '../queries/erasable.ts'
import { lockContact } from '../steps/lock-contact.ts'

export type ContactErased =
  | { ok: true; bookings: number }
  | { ok: false; reason: 'not_found' | 'has_upcoming' | 'has_messages' | 'busy' }
  /** the page showed another owner or other purchases */
  | { ok: false; reason: 'changed' }

/**
 * Erases the personal data of the person who made a booking: name, contacts, notes and messages of all their purchases.
 * Bookings, payments and the counts of sessions stay, under `replacement` as the name; links to the purchases stop working.
 * `agreed`: the form's agreement to exactly these purchases.
 */
export async function eraseContact(
  db: Db,
  member: { vendorId: VendorId; userId: string },
  { bookingId, agreed, replacement }: { bookingId: string; agreed: string; replacement: string },
): Promise<ContactErased> {
  return settle<ContactErased>(db, async (tx) => {
    const of = { vendorId: member.vendorId, bookingId }
    const seen = await findErasable(tx, of)
    if (!seen) return { ok: false, reason: 'not_found' }
    await lockContact(tx, { vendorId: member.vendorId, email: seen.email, phone: seen.phone })
    await tx
      .selectFrom('bookingGroups')
      .where('id', 'in', seen.groupIds)
      .orderBy('id')
      .select('id')
      .forNoKeyUpdate()
      .execute()
    // Somebody may have changed them while we waited for the locks.
    const now = await findErasable(tx, of)
    if (!isDeepStrictEqual(now?.groupIds, seen.groupIds)) throw new StartOver()
    if (!now || agreementToErase(now) !== agreed) return { ok: false, reason: 'changed' }
    if (now.upcoming > 0) return { ok: false, reason: 'has_upcoming' }
    if (now.waiting > 0) return { ok: false, reason: 'has_messages' }
    await eraseIn(tx, member.vendorId, now, replacement)
    await writeAudit(tx, {
      ...member,
      action: 'contact.erased',
      subject: ['booking', bookingId],
      details: { purchases: now.groupIds.length },
    })
    return { ok: true, bookings: now.bookings }
  })
}

async function eraseIn(
  tx: Tx,
  vendorId: VendorId,
  { groupIds, email, phone }: Erasable,
  replacement: string,
): Promise<void> {
  await tx
    .updateTable('bookingGroups')
    .where('id', 'in', groupIds)
    .set((eb) => ({
      customerName: replacement,
      customerEmail: null,
      customerPhone: null,
      telegramUserId: null,
      telegramUsername: null,
      telegramProfilePicture: null,
      telegramProfileUrl: null,
      linkName: null,
      linkEmail: null,
      linkPhone: null,
      // Both can be used to guess the contact or to open the purchase.
      requestHash: '',
      tokenRotation: eb('tokenRotation', '+', 1),
      erasedAt: eb.fn<Date>('now'),
      updatedAt: eb.fn<Date>('now'),
    }))
    .execute()
  await tx.updateTable('bookings').where('groupId', 'in', groupIds).set({ notes: null }).execute()
  // Purchases that belong to somebody else now may still name the person as the one who had a spot.
  await sql`
    update former_holders f set customer_name = ${replacement}, customer_email = null, customer_phone = null
    where f.vendor_id = ${vendorId} and (f.group_id = any(${groupIds}::uuid[])
      or limit_email(f.customer_email) = limit_email(${email})
      or f.customer_email is null and f.customer_phone = ${email === null ? phone : null})`.execute(
    tx,
  )
  await sql`
    delete from messages m where m.vendor_id = ${vendorId} and m.status <> 'queued'
      and (m.group_id = any(${groupIds}::uuid[])
        or m.audience = 'customer' and limit_email(m.recipient) = limit_email(${email}))`.execute(
    tx,
  )
}
