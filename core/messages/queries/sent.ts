import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { hasBooked, tookPlace } from '#core/vendors/queries.ts'
import { sessionKinds, type Sent, vendorKinds } from '../rules.ts'

type About = {
  groupId: string | null
  vendorId: string | null
  audience: string
  recipient: string
}

export const isOfSession = sql<boolean>`(kind = any(${sessionKinds}::text[]))`

/**
 * Whether the vendor caused the news; otherwise a customer did, or somebody who gave the address of one. The vendor causes
 * the links of one purchase: it has entered another contact.
 */
export const isCausedByVendor = sql<boolean>`(kind = any(${vendorKinds}::text[]) or ${isOfSession}
  or coalesce(facts->>'by' = 'vendor', false) or kind = 'booking.links' and group_id is not null)`

/**
 * News of a session to a mailbox that has already had a mail about the purchase. The first mail about a purchase counts for
 * the vendor, because a vendor may book its own sessions with the addresses of strangers.
 */
export const isFurtherNews = sql<boolean>`(${isOfSession} and exists (
  select from messages as earlier
  where earlier.group_id = messages.group_id and earlier.audience = messages.audience and earlier.status = 'sent'
    and limit_email(earlier.recipient) = limit_email(messages.recipient)
    and earlier.finished_at < coalesce(messages.finished_at, now())))`

/** A purchase from a network address that had already made several at the vendor that day. */
export const isFromBusyAddress = sql<boolean>`exists (
  select from booking_groups g where g.id = messages.group_id and g.from_busy_address)`

/** The links to upcoming bookings, asked for by phone. */
export const isAskedByPhone = sql<boolean>`(kind = 'booking.links' and group_id is null
  and coalesce(facts->>'contact', '@') not like '%@%')`

/**
 * Mails sent within a day: about this purchase to this reader; to this mailbox, ignoring tags; and to customers of this
 * vendor, with the same cause.
 */
export async function countSent(
  db: Db,
  about: About & { isFurtherNews: boolean; isCausedByVendor: boolean },
): Promise<Sent> {
  const toCustomers = sql`status = 'sent' and audience = 'customer'
    and (group_id is not null or ${isAskedByPhone}) and finished_at > now() - interval '1 day'`
  const toMailbox = sql`limit_email(recipient) = limit_email(${about.recipient})`
  const { rows } = await sql<Sent>`
    select (select count(*)::integer from messages
        where group_id = ${about.groupId} and audience = ${about.audience} and ${toMailbox}
          and status = 'sent' and finished_at > now() - interval '1 day') as about_purchase,
      (select count(*)::integer from messages where ${toMailbox} and ${toCustomers}) as to_recipient,
      (select count(*)::integer from messages where vendor_id = ${about.vendorId} and ${toCustomers}
          and not ${about.isFurtherNews} and not ${isFurtherNews} and ${isCausedByVendor} = ${about.isCausedByVendor}) as for_vendor`.execute(
    db,
  )
  return rows[0] ?? { aboutPurchase: 0, toRecipient: 0, forVendor: 0 }
}

/** Whether somebody with this mailbox has booked a session of the vendor and been there. */
export async function hasCome(
  db: Db,
  { vendorId, recipient }: Pick<About, 'recipient'> & { vendorId: VendorId },
): Promise<boolean> {
  const { come } = await db
    .selectNoFrom(hasComeTo(sql`${vendorId}`, sql`${recipient}`).as('come'))
    .executeTakeFirstOrThrow()
  return come
}

export const hasComeTo = (vendorId: RawBuilder<unknown>, email: RawBuilder<unknown>) =>
  sql<boolean>`exists (
    select from booking_groups g join bookings b on b.group_id = g.id and ${tookPlace}
    where g.vendor_id = ${vendorId} and ${hasBooked} and limit_email(g.customer_email) = limit_email(${email}))`

/** The number of messages about a purchase that were sent or queued for this reader within an hour. */
export async function countWithinHour(
  db: Db,
  { groupId, audience, recipient }: Omit<About, 'vendorId'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .where('groupId', '=', groupId)
    .where('audience', '=', sql<'customer'>`${audience}`)
    .where('recipient', '=', recipient)
    .where('status', 'in', ['queued', 'held', 'sent'])
    .where('createdAt', '>', sql<Date>`now() - interval '1 hour'`)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
