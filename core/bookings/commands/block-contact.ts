import { sql } from 'kysely'
import { endable } from '../rules/status.ts'
import { isDeepStrictEqual } from 'node:util'
import { agreementTo } from '#core/classes/steps/agreement.ts'
import { lockContacts } from '#core/contacts/steps/lock-contact.ts'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle, StartOver } from '#core/shared/settle.ts'
import { findBlockable, listUpcomingOf } from '../queries/blocked.ts'
import { endBookings } from '../steps/end-bookings.ts'
import { markTold } from '../steps/mark-told.ts'
import { lockPurchasesOf } from '../steps/lock-purchase.ts'

type Member = { vendorId: VendorId; userId: string }

export type ContactBlocked =
  | { ok: true; name: string; cancelled: number }
  | { ok: false; reason: 'not_found' | 'no_contact' | 'busy' }
  /** the page showed other bookings than those that would be cancelled */
  | { ok: false; reason: 'changed' }

/** The text by which the form agrees to cancel exactly these bookings. */
export const agreementToCancel = (upcoming: readonly { id: string; sessionId: string }[]) =>
  agreementTo(
    {
      cancels: {
        bookings: upcoming.length,
        sessions: new Set(upcoming.map(({ sessionId }) => sessionId)).size,
      },
    },
    upcoming.map(({ id }) => id),
  )

/**
 * Blocks the contact of a purchase for this vendor. `cancels`: also cancels its upcoming bookings, if it agrees to exactly
 * these, without a message: the owner of the address may have booked none of them. The contact's lock makes a booking in
 * progress either end before, and be counted, or find the block.
 */
export async function blockContact(
  db: Db,
  member: Member,
  { bookingId, cancels }: { bookingId: string; cancels: string | null },
): Promise<ContactBlocked> {
  return settle<ContactBlocked>(db, async (tx) => {
    const of = { vendorId: member.vendorId, bookingId }
    const named = await findBlockable(tx, of)
    if (!named) return { ok: false, reason: 'not_found' }
    const { contactId, name } = named
    if (contactId === null) return { ok: false, reason: 'no_contact' }
    await lockContacts(tx, [contactId])
    const cancelled = cancels === null ? [] : await listUpcomingOf(tx, contactId)
    const bookingIds = cancelled.map(({ id }) => id)
    await lockSessionsOf(tx, bookingIds)
    await lockPurchasesOf(tx, bookingIds)
    if ((await findBlockable(tx, of))?.contactId !== contactId) throw new StartOver()
    if (cancels !== null && !isDeepStrictEqual(await listUpcomingOf(tx, contactId), cancelled))
      throw new StartOver()
    if (cancels !== null && agreementToCancel(cancelled) !== cancels)
      return { ok: false, reason: 'changed' }
    const ended = await endBookings(tx, {
      bookingIds,
      from: endable,
      to: 'cancelled',
      by: 'vendor',
    })
    if (ended.length < bookingIds.length) throw new StartOver()
    await markTold(tx, [...new Set(ended.map(({ purchaseId }) => purchaseId))])
    await tx
      .updateTable('contacts')
      .where('id', '=', contactId)
      .set((eb) => ({
        blockedAt: eb.fn.coalesce('blockedAt', eb.fn<Date>('now')),
        blockedBy: member.userId,
      }))
      .execute()
    await writeAudit(tx, {
      ...member,
      action: 'contact.blocked',
      subject: ['contact', contactId],
      details: { cancelled: ended.length },
    })
    return { ok: true, name, cancelled: ended.length }
  })
}

/** Allows this person to book online again. */
export async function unblockContact(
  db: Db,
  member: Member,
  contactId: string,
): Promise<{ ok: true; name: string } | { ok: false; reason: 'not_found' }> {
  return db.transaction().execute(async (tx) => {
    const freed = await tx
      .updateTable('contacts')
      .where('vendorId', '=', member.vendorId)
      .where('id', '=', contactId)
      .where('blockedAt', 'is not', null)
      .set({ blockedAt: null, blockedBy: null })
      .returning(['name', 'erasedAt'])
      .executeTakeFirst()
    if (freed?.erasedAt)
      await tx
        .deleteFrom('contactAddresses as a')
        .where('a.contactId', '=', contactId)
        // The vendor may have added them by hand again.
        .where(sql<boolean>`not exists (select from purchases p where p.address_id = a.id)`)
        .execute()
    if (!freed) return { ok: false, reason: 'not_found' }
    await writeAudit(tx, {
      ...member,
      action: 'contact.unblocked',
      subject: ['contact', contactId],
      details: {},
    })
    return { ok: true, name: freed.name }
  })
}
