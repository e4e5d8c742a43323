import { sql } from 'kysely'
import { lockContactOfPurchase } from '#core/contacts/steps/lock-contact.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { settle } from '#core/shared/settle.ts'
import { codeMinutes, shownName } from '../rules.ts'
import type { OpenedCode, Person } from '../schema.ts'

type Connecting = { botId: number; code: OpenedCode; address: string; person: Person }

export type Connected =
  | { ok: true; title: string; business: string }
  | { ok: false; reason: 'used' | 'gone' | 'busy' }

/** False: it was used before. */
export async function useCode(tx: Tx, digest: string): Promise<boolean> {
  const used = await tx
    .insertInto('telegramCodes')
    .values({
      digest,
      expiresAt: sql<Date>`now() + make_interval(mins => ${2 * codeMinutes})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .executeTakeFirst()
  return used !== undefined
}

/**
 * From now on news of the purchase goes to this chat. The chat becomes an address of the contact, unless it is another
 * customer's: what was typed with a purchase stays what it was.
 */
export function connectPurchase(db: Db, { code, address, person }: Connecting): Promise<Connected> {
  return settle<Connected>(db, async (tx) => {
    const contact = await lockContactOfPurchase(tx, code.subject)
    if (!contact) return { ok: false, reason: 'gone' }
    const isNew = await useCode(tx, code.digest)
    const name = shownName(person)
    const purchase = await tx
      .updateTable('purchases')
      .set((eb) => ({
        customerTelegram: address,
        customerTelegramName: name,
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', code.subject)
      .where('erasedAt', 'is', null)
      // A used code does nothing, except say again what it has done.
      .$if(!isNew, (again) => again.where('customerTelegram', '=', address))
      .returning('id')
      .executeTakeFirst()
    if (!purchase) return { ok: false, reason: isNew ? 'gone' : 'used' }
    if (contact.contactId !== null)
      await tx
        .insertInto('contactAddresses')
        .values({
          vendorId: contact.vendorId,
          contactId: contact.contactId,
          kind: 'telegram',
          value: address,
          typed: name,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
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
export function connectMember(db: Db, { botId, code, address }: Connecting): Promise<Connected> {
  return settle<Connected>(db, async (tx) => {
    const isNew = await useCode(tx, code.digest)
    const { rows } = await sql<{ business: string }>`
      update vendor_members m set telegram = ${address}
      from vendors v, telegram_bots t
      where m.user_id = ${code.subject} and v.id = m.vendor_id and t.id = ${botId}
        and (t.vendor_id = v.id or t.vendor_id is null)
        and v.suspended_at is null and v.closed_at is null
        and (${isNew} or m.telegram = ${address})
      returning vendor_name(v) as business`.execute(tx)
    const [member] = rows
    if (!member) return { ok: false, reason: isNew ? 'gone' : 'used' }
    return { ok: true, title: '', business: member.business }
  })
}
