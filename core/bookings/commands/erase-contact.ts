import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { fingerprint } from '#core/shared/fingerprint.ts'
import { lockContacts } from '#core/contacts/steps/lock-contact.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle, StartOver } from '#core/shared/settle.ts'
import { type Erasable, findErasable } from '../queries/erasable.ts'
import { markTold } from '../steps/mark-told.ts'

export type ContactErased =
  | { ok: true; bookings: number }
  | { ok: false; reason: 'not_found' | 'has_upcoming' | 'busy' }
  /** the page showed other purchases */
  | { ok: false; reason: 'changed' }

/** The text by which the form agrees to erase exactly these purchases. */
export const agreementToErase = ({ purchaseIds, sessionsLeft }: Erasable) =>
  fingerprint([...purchaseIds, String(sessionsLeft)])

/**
 * Erases the personal data of the person who made a booking, in all their purchases: name, addresses, gender, date of birth,
 * chats, notes, messages and calendar feeds. Bookings, payments and the counts of sessions stay, under `replacement` as the
 * name; links to the purchases stop working. Emails of the last day leave a mark of the mailbox, and a block keeps its addresses.
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
    await lockContacts(tx, [seen.contactId])
    await tx
      .selectFrom('purchases')
      .where(sql<boolean>`id = any(${seen.purchaseIds}::uuid[])`)
      .orderBy('id')
      .select('id')
      .forNoKeyUpdate()
      .execute()
    // Somebody may have changed them while we waited for the locks.
    const now = await findErasable(tx, of)
    if (!isDeepStrictEqual(now?.purchaseIds, seen.purchaseIds)) throw new StartOver()
    if (!now || agreementToErase(now) !== agreed) return { ok: false, reason: 'changed' }
    if (now.upcoming > 0) return { ok: false, reason: 'has_upcoming' }
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
  { contactId, purchaseIds, addresses }: Erasable,
  replacement: string,
): Promise<void> {
  const { rows: chats } = await sql<{ address: string }>`
    select distinct customer_telegram as address from purchases
    where id = any(${purchaseIds}::uuid[]) and customer_telegram is not null`.execute(tx)
  await tx
    .updateTable('purchases')
    .where(sql<boolean>`id = any(${purchaseIds}::uuid[])`)
    .set((eb) => ({
      customerName: replacement,
      customerEmail: null,
      customerPhone: null,
      customerTelegram: null,
      customerTelegramName: null,
      customerGender: null,
      customerBirthDate: null,
      addressId: null,
      // A contact can be guessed from it.
      requestHash: '',
      // The old link must not open the purchase.
      tokenRotation: eb('tokenRotation', '+', 1),
      erasedAt: eb.fn<Date>('now'),
      updatedAt: eb.fn<Date>('now'),
    }))
    .execute()
  await sql`update bookings set notes = null where purchase_id = any(${purchaseIds}::uuid[])`.execute(
    tx,
  )
  // Stripe's page shows the address.
  await sql`
    update checkouts k set url = null, request = null, from_network = null, ends_at = least(k.ends_at, now()), due_at = now()
    where k.vendor_id = ${vendorId} and k.purchase_id = any(${purchaseIds}::uuid[])`.execute(tx)
  // Their names on Telegram, unless another vendor's bookings or somebody's messages need them. That they logged out counts on.
  const isUnused = sql`c.address = any(${chats.map(({ address }) => address)}::text[])
    and not exists (select from purchases g where g.customer_telegram = c.address)
    and not exists (select from vendor_members m where m.telegram = c.address)`
  await sql`update telegram_chats c set name = '—', username = null where ${isUnused}`.execute(tx)
  await sql`delete from telegram_chats c where ${isUnused} and c.logged_out_at is null`.execute(tx)
  await emit(tx, 'purchase.erased', { purchaseIds })
  // Nobody is left who could be told.
  await markTold(tx, purchaseIds)
  const isTheirs = sql`m.vendor_id = ${vendorId} and (m.purchase_id = any(${purchaseIds}::uuid[])
    or m.audience = 'customer' and limit_email(m.recipient) in (select limit_email(unnest(${addresses}::text[]))))`
  const isRecent = sql`m.status = 'sent' and m.audience = 'customer' and m.purchase_id is not null
    and m.channel = 'email' and m.finished_at > now() - interval '1 day'`
  await sql`delete from messages m where ${isTheirs} and not (${isRecent})`.execute(tx)
  // The budgets count them: erasing must not make room for more.
  await sql`
    update messages m set recipient = mailbox_mark(m.recipient),
      facts = jsonb_build_object('by', m.facts -> 'by', 'ofSession', m.facts -> 'ofSession')
    where ${isTheirs} and ${isRecent}`.execute(tx)
  if (contactId === null) return
  await tx
    .deleteFrom('feeds')
    .where('vendorId', '=', vendorId)
    .where('addressId', 'in', (eb) =>
      eb.selectFrom('contactAddresses').where('contactId', '=', contactId).select('id'),
    )
    .execute()
  // A block needs them; they go with it.
  await tx
    .deleteFrom('contactAddresses as a')
    .where('a.contactId', '=', contactId)
    .where('a.contactId', 'in', (eb) =>
      eb.selectFrom('contacts').where('blockedAt', 'is', null).select('id'),
    )
    .execute()
  await tx
    .updateTable('contacts')
    .where('id', '=', contactId)
    .set((eb) => ({ name: replacement, firstNetwork: null, erasedAt: eb.fn<Date>('now') }))
    .execute()
}
