import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { agreementTo } from '#core/classes/steps/agreement.ts'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle, StartOver } from '#core/shared/settle.ts'
import { findBlockable, listUpcomingOf } from '../queries/blocked.ts'
import { endBookings } from '../steps/end-bookings.ts'
import { lockContact } from '../steps/lock-contact.ts'
import { lockPurchasesOf } from '../steps/lock-purchase.ts'

type Member = { vendorId: VendorId; userId: string }

export type ContactBlocked =
  | { ok: true; name: string; cancelled: number }
  | { ok: false; reason: 'not_found' | 'no_contact' | 'busy' }
  /** the page showed another owner, or other bookings than those that would be cancelled */
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
 * Blocks the contacts of a purchase for this vendor. `tokenRotation`: the owner whom the page showed. `cancels`: also cancels the upcoming bookings of the contact, if it
 * agrees to exactly these, without a message: the owner of the address may have booked none of them. The contact's lock makes
 * a booking in progress either end before, and be counted, or find the block.
 */
export async function blockContact(
  db: Db,
  member: Member,
  {
    bookingId,
    tokenRotation,
    cancels,
  }: { bookingId: string; tokenRotation: number | null; cancels: string | null },
): Promise<ContactBlocked> {
  return settle<ContactBlocked>(db, async (tx) => {
    const of = { vendorId: member.vendorId, bookingId }
    const named = await findBlockable(tx, of)
    if (!named) return { ok: false, reason: 'not_found' }
    const { groupId, name, email, phone, telegramUserId } = named
    if (email === null && phone === null && telegramUserId === null)
      return { ok: false, reason: 'no_contact' }
    const contact = { vendorId: member.vendorId, email, phone, telegramUserId }
    await lockContact(tx, contact)
    const cancelled = cancels === null ? [] : await listUpcomingOf(tx, contact)
    const bookingIds = cancelled.map(({ id }) => id)
    await lockSessionsOf(tx, bookingIds)
    await lockPurchasesOf(tx, [bookingId, ...bookingIds])
    // Another member may have given one of the purchases to somebody else while we waited.
    if (JSON.stringify(await findBlockable(tx, of)) !== JSON.stringify(named)) throw new StartOver()
    if (cancels !== null && !isDeepStrictEqual(await listUpcomingOf(tx, contact), cancelled))
      throw new StartOver()
    if (named.tokenRotation !== tokenRotation) return { ok: false, reason: 'changed' }
    if (cancels !== null && agreementToCancel(cancelled) !== cancels)
      return { ok: false, reason: 'changed' }
    const ended = await endBookings(tx, {
      bookingIds,
      from: ['pending', 'confirmed'],
      to: 'cancelled',
      by: 'vendor',
    })
    if (ended.length < bookingIds.length) throw new StartOver()
    await insertBlocks(tx, member, named)
    await writeAudit(tx, {
      ...member,
      action: 'contact.blocked',
      subject: ['booking_group', groupId],
      details: { cancelled: ended.length },
    })
    return { ok: true, name, cancelled: ended.length }
  })
}

type Blockable = NonNullable<Awaited<ReturnType<typeof findBlockable>>>

async function insertBlocks(
  tx: Tx,
  { vendorId, userId }: Member,
  { name, email, phone, telegramUserId, telegramUsername }: Blockable,
): Promise<void> {
  const telegram = telegramUserId === null ? null : String(telegramUserId)
  const contacts = [
    { kind: 'email', value: email, shown: email },
    { kind: 'phone', value: phone, shown: phone },
    {
      kind: 'telegram',
      value: telegram,
      shown: telegramUsername === null ? telegram : `@${telegramUsername}`,
    },
  ].filter(({ value }) => value !== null)
  // The same person with the same contacts is blocked once.
  await sql`
    with contacts as (
      select kind, case when kind = 'email' then limit_email(value) else value end as value, shown
      from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as t (kind text, value text, shown text)
    )
    insert into blocked_contacts (vendor_id, batch_id, kind, value, shown, customer_name, blocked_by)
    select ${vendorId}, ${randomUUID()}::uuid, kind, value, shown, ${name}, ${userId} from contacts
    where not exists (
      select from blocked_contacts b where b.vendor_id = ${vendorId} and b.customer_name = ${name}
      group by b.batch_id
      having array_agg(b.kind || ' ' || b.value order by b.kind)
        = (select array_agg(kind || ' ' || value order by kind) from contacts))`.execute(tx)
}

/** Allows this person to book online again. `stillBlocked`: contacts that another block holds as well. */
export async function unblockContact(
  db: Db,
  member: Member,
  batchId: string,
): Promise<
  { ok: true; name: string; stillBlocked: string[] } | { ok: false; reason: 'not_found' }
> {
  return db.transaction().execute(async (tx) => {
    const freed = await tx
      .deleteFrom('blockedContacts')
      .where('vendorId', '=', member.vendorId)
      .where('batchId', '=', batchId)
      .returning(['customerName as name', 'kind', 'value', 'shown'])
      .execute()
    const [first] = freed
    if (!first) return { ok: false, reason: 'not_found' }
    await writeAudit(tx, {
      ...member,
      action: 'contact.unblocked',
      subject: ['blocked_contact', batchId],
      details: {},
    })
    const blocked = await tx
      .selectFrom('blockedContacts')
      .where('vendorId', '=', member.vendorId)
      .where((eb) =>
        eb.or(
          freed.map(({ kind, value }) => eb.and([eb('kind', '=', kind), eb('value', '=', value)])),
        ),
      )
      .select(['kind', 'value'])
      .execute()
    const stillBlocked = freed
      .filter((one) => blocked.some(({ kind, value }) => kind === one.kind && value === one.value))
      .map(({ shown }) => shown)
    return { ok: true, name: first.name, stillBlocked }
  })
}
