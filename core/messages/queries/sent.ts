import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { hasBooked, tookPlace } from '#core/vendors/queries.ts'
import type { Sent } from '../rules/budgets.ts'
import { mailLimits } from '../rules/sending.ts'

type About = {
  purchaseId: string | null
  vendorId: string | null
  audience: string
  recipient: string
}

/** News of a session that the vendor changed or cancelled. */
export const isOfSession = sql<boolean>`coalesce((facts->>'ofSession')::boolean, false)`

/**
 * Whether the vendor caused the news; otherwise a customer did, or somebody who gave the address of one. The vendor causes
 * the links of one purchase: it has corrected the address.
 */
export const isCausedByVendor = sql<boolean>`(coalesce(facts->>'by' = 'vendor', false)
  or kind = 'booking.links' and purchase_id is not null)`

/**
 * News of a session to a mailbox that has already had a mail about the purchase. The first mail about a purchase counts for
 * the vendor, because a vendor may book its own sessions with the addresses of strangers.
 */
export const isFurtherNews = sql<boolean>`(${isOfSession} and exists (
  select from messages as earlier
  where earlier.purchase_id = messages.purchase_id and earlier.audience = messages.audience and earlier.status = 'sent'
    and limit_email(earlier.recipient) = limit_email(messages.recipient)
    and earlier.finished_at < coalesce(messages.finished_at, now())))`

/** A purchase from a network address that had already made several at the vendor that day. */
export const isFromBusyAddress = sql<boolean>`exists (
  select from purchases g where g.id = messages.purchase_id and g.from_busy_network)`

/**
 * Mails sent within a day: to this mailbox, ignoring tags; and to customers of this vendor, with the same cause.
 */
export async function countSent(
  db: Db,
  about: Pick<About, 'vendorId' | 'recipient'> & { isCausedByVendor: boolean },
): Promise<Sent> {
  const toCustomers = sql`status = 'sent' and channel = 'email' and audience = 'customer'
    and purchase_id is not null and kind <> 'booking.reminder' and finished_at > now() - interval '1 day'`
  // Erasing a customer leaves the mark of the mailbox for a day.
  const toMailbox = sql`limit_email(recipient) in (limit_email(${about.recipient}), mailbox_mark(${about.recipient}))`
  const sameCause = sql`${isCausedByVendor} = ${about.isCausedByVendor}`
  const { rows } = await sql<Sent>`
    select of_mailbox.*, (select count(*)::integer from messages where vendor_id = ${about.vendorId} and ${toCustomers}
        and not ${isFurtherNews} and ${sameCause}) as for_vendor
    from (
      select count(*)::integer as to_recipient,
        (count(*) filter (where vendor_id = ${about.vendorId} and ${sameCause}))::integer as to_recipient_for_vendor
      from messages where ${toMailbox} and ${toCustomers}) as of_mailbox`.execute(db)
  return rows[0] ?? { toRecipient: 0, forVendor: 0, toRecipientForVendor: 0 }
}

/** The reminders to this mailbox within a day, from all vendors: sent, or on their way beside this one and counted before it. */
export async function countReminders(
  db: Db,
  { id, recipient }: { id: string; recipient: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from messages
      where limit_email(recipient) in (limit_email(${recipient}), mailbox_mark(${recipient})) and status = 'sent'
        and audience = 'customer' and finished_at > now() - interval '1 day' and kind = 'booking.reminder')
    + (select count(*) from messages
      where status = 'queued' and sending_by is not null and attempts > 0 and kind = 'booking.reminder'
        and audience = 'customer' and limit_email(recipient) = limit_email(${recipient}) and id < ${id}))::integer as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

type Heard = { vendorId: VendorId; purchaseIds: readonly string[]; recipient: string }

/** Whether somebody was sent anything but reminders about one of these purchases. */
export async function hasHeard(
  db: Db,
  { vendorId, purchaseIds, recipient }: Heard,
): Promise<boolean> {
  const sent = await db
    .selectFrom('messages')
    .where('vendorId', '=', vendorId)
    .where('purchaseId', 'in', [...purchaseIds])
    .where('recipient', '=', recipient)
    .where('status', '=', 'sent')
    .where('kind', '<>', 'booking.reminder')
    .select('id')
    .executeTakeFirst()
  return sent !== undefined
}

/** Whether somebody with this mailbox has booked a session at the vendor and been there. */
export async function findWhetherCame(
  db: Db,
  { vendorId, recipient }: Pick<About, 'recipient'> & { vendorId: VendorId },
): Promise<boolean> {
  const { hasCome } = await db
    .selectNoFrom(hasComeTo(sql`${vendorId}`, sql`${recipient}`).as('hasCome'))
    .executeTakeFirstOrThrow()
  return hasCome
}

export const hasComeTo = (vendorId: RawBuilder<unknown>, email: RawBuilder<unknown>) =>
  sql<boolean>`exists (
    select from contact_addresses a
    join purchases g on g.contact_id = a.contact_id and ${hasBooked}
    join bookings b on b.purchase_id = g.id and ${tookPlace}
    where a.vendor_id = ${vendorId} and a.kind = 'email' and a.value = limit_email(${email}))`

/** The news to these vendors within an hour, counted up to ten each. */
export async function countNewsToVendors(
  db: Db,
  vendorIds: readonly string[],
): Promise<Map<string, number>> {
  if (vendorIds.length === 0) return new Map()
  const { rows } = await sql<{ vendorId: string; count: number }>`
    select v as vendor_id, (select count(*)::integer from (
      select from messages where vendor_id = v and audience = 'vendor' and kind = 'news'
        and created_at > now() - interval '1 hour' limit ${mailLimits.newsToVendorAndHour}) as n) as count
    from unnest(${[...vendorIds]}::uuid[]) as v`.execute(db)
  return new Map(rows.map(({ vendorId, count }) => [vendorId, count]))
}

/** The number of messages about a purchase that were sent or queued for a reader within an hour, for each of `about`. */
export async function countWithinHour(
  db: Db,
  about: readonly Omit<About, 'vendorId'>[],
): Promise<number[]> {
  if (about.length === 0) return []
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::integer from messages m where m.purchase_id = r.purchase_id and m.audience = r.audience
      and m.recipient = r.recipient and m.status in ('queued', 'delayed', 'sent')
      and m.created_at > now() - interval '1 hour') as count
    from unnest(${about.map(({ purchaseId }) => purchaseId)}::uuid[], ${about.map(({ audience }) => audience)}::text[],
      ${about.map(({ recipient }) => recipient)}::text[]) with ordinality as r (purchase_id, audience, recipient, nth)
    order by nth`.execute(db)
  return rows.map(({ count }) => count)
}
