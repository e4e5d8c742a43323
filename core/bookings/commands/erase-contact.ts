import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle, StartOver } from '#core/shared/settle.ts'
import {
  agreementToErase,
  type Erasable,
  findErasable,
  formerKey,
  holderOfBooking,
  holderOfMessage,
} from '../queries/erasable.ts'
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
      .where(sql<boolean>`id = any(${seen.purchaseIds}::uuid[])`)
      .orderBy('id')
      .select('id')
      .forNoKeyUpdate()
      .execute()
    // Somebody may have changed them while we waited for the locks.
    const now = await findErasable(tx, of)
    if (!isDeepStrictEqual(now?.holders, seen.holders)) throw new StartOver()
    if (!now || agreementToErase(now) !== agreed) return { ok: false, reason: 'changed' }
    if (now.upcoming > 0) return { ok: false, reason: 'has_upcoming' }
    if (now.waiting > 0) return { ok: false, reason: 'has_messages' }
    await eraseIn(tx, member.vendorId, now, replacement)
    await writeAudit(tx, {
      ...member,
      action: 'contact.erased',
      subject: ['booking', bookingId],
      details: { purchases: now.purchaseIds.length },
    })
    return { ok: true, bookings: now.bookings }
  })
}

async function eraseIn(
  tx: Tx,
  vendorId: VendorId,
  { groupIds, purchaseIds, holders, email }: Erasable,
  replacement: string,
): Promise<void> {
  await tx
    .updateTable('bookingGroups')
    .where(sql<boolean>`id = any(${groupIds}::uuid[])`)
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
      // The old link must not open the purchase.
      tokenRotation: eb('tokenRotation', '+', 1),
      erasedAt: eb.fn<Date>('now'),
      updatedAt: eb.fn<Date>('now'),
    }))
    .execute()
  // A contact can be guessed from it.
  await sql`update booking_groups set request_hash = '' where id = any(${purchaseIds}::uuid[])`.execute(
    tx,
  )
  // Of a purchase that changed hands, only what names this person goes.
  await sql`
    update bookings b set notes = null
    where b.group_id = any(${purchaseIds}::uuid[]) and ${holderOfBooking} in (select unnest(${holders}::text[]))`.execute(
    tx,
  )
  await sql`
    delete from messages m where m.vendor_id = ${vendorId} and m.status <> 'queued'
      and (m.audience = 'customer' and limit_email(m.recipient) = limit_email(${email})
        or m.group_id in (select unnest(${purchaseIds}::uuid[]))
          and ${holderOfMessage} in (select unnest(${holders}::text[])))`.execute(tx)
  await sql`
    update former_holders h set customer_name = ${replacement}, customer_email = null, customer_phone = null
    where h.group_id = any(${purchaseIds}::uuid[]) and ${formerKey} = any(${holders}::text[])`.execute(
    tx,
  )
}
