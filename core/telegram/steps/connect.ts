import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { noteConnection } from '#core/vendors/steps/connections.ts'
import { settle } from '#core/shared/settle.ts'
import { shownName, splitAddress } from '../rules.ts'
import type { OpenedCode, Person } from '../schema.ts'
import { isFirstUse } from './codes.ts'

type Connecting = { botId: number; code: OpenedCode; address: string; person: Person }

export type Connected =
  | { ok: true; title: string; business: string }
  | { ok: false; reason: 'used' | 'taken' | 'gone' | 'busy' }

/**
 * From now on news of the purchase also goes to this chat. The customer and their addresses stay as they were: having the link
 * of one purchase proves nothing else. The chat gets news until it is disconnected, and a customer who booked with Telegram
 * stays that person.
 */
export function connectPurchase(db: Db, { code, address, person }: Connecting): Promise<Connected> {
  return settle<Connected>(db, async (tx) => {
    const isNew = await isFirstUse(tx, code.digest)
    const purchase = await tx
      .selectFrom('purchases as g')
      .where('id', '=', code.subject)
      .where('tokenRotation', '=', code.rotation)
      .where('erasedAt', 'is', null)
      .select(['id', 'customerTelegram', 'bookingMethod'])
      .select(
        sql<boolean>`reachable_chat(customer_telegram, vendor_id) is not null`.as('isReached'),
      )
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!purchase) return { ok: false, reason: isNew ? 'gone' : 'used' }
    const { customerTelegram: before, bookingMethod, isReached } = purchase
    // A used code does nothing, except say again what it has done.
    if (!isNew && before !== address) return { ok: false, reason: 'used' }
    const isSame = splitAddress(before ?? '')?.telegramId === person.id
    if (!isSame && (isReached || bookingMethod === 'telegram'))
      return { ok: false, reason: 'taken' }
    await tx
      .updateTable('purchases')
      .set((eb) => ({
        customerTelegram: address,
        customerTelegramName: shownName(person),
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', code.subject)
      .execute()
    if (before !== address && bookingMethod !== 'telegram') {
      // It knows what the customer has been told.
      await sql`insert into told (purchase_id, reader, vendor_id, spots, bundles)
        select purchase_id, 'chat', vendor_id, spots, bundles from told
        where purchase_id = ${purchase.id} and reader = 'customer'
        on conflict (purchase_id, reader) do update set spots = excluded.spots, bundles = excluded.bundles`.execute(
        tx,
      )
      await emit(tx, 'booking.chat_connected', { purchaseId: purchase.id, chat: address })
    }
    const { rows } = await sql<{ title: string; business: string }>`
      select coalesce((select c.title from bookings b join classes c on c.id = b.class_id
        where b.purchase_id = g.id order by b.booked_at, b.id limit 1), '') as title, vendor_name(v) as business
      from purchases g join vendors v on v.id = g.vendor_id where g.id = ${code.subject}`.execute(
      tx,
    )
    const [about = { title: '', business: '' }] = rows
    return { ok: true, ...about }
  })
}

/** From now on the messages to the vendor go to this chat of somebody who works there. */
export function connectMember(
  db: Db,
  { botId, code, address, person }: Connecting,
): Promise<Connected> {
  return settle<Connected>(db, async (tx) => {
    const isNew = await isFirstUse(tx, code.digest)
    const { rows } = await sql<{ vendorId: VendorId; business: string }>`
      update vendor_members m set telegram = ${address}
      from vendors v, telegram_bots t
      where m.user_id = ${code.subject} and v.id = m.vendor_id and t.id = ${botId}
        and (t.vendor_id = v.id or t.vendor_id is null)
        and v.suspended_at is null and v.closed_at is null
        and (${isNew} or m.telegram = ${address})
      returning v.id as vendor_id, vendor_name(v) as business`.execute(tx)
    const [member] = rows
    for (const { vendorId } of isNew ? rows : [])
      await noteConnection(tx, {
        vendorId,
        userId: code.subject,
        kind: 'chat',
        name: shownName(person),
      })
    if (!member) return { ok: false, reason: isNew ? 'gone' : 'used' }
    return { ok: true, title: '', business: member.business }
  })
}
