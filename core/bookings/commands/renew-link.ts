import { sql } from 'kysely'
import { channelOf } from '#core/contacts/rules.ts'
import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { withoutTag } from '#core/shared/fields.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { takeInTurn } from '#core/shared/take-in-turn.ts'
import type { FoundLink } from '../queries/links.ts'

export type Renewed =
  | { ok: true; sentBy: 'email' | 'telegram'; isNew: boolean; tokenRotation: number }
  /** `no_address`: only the vendor can make a new link, and send it from its own phone */
  | { ok: false; reason: 'not_found' | 'no_address' | 'rate_limited' }

const linkAddress = sql<string | null>`(customer_addresses(g))[1]`

/**
 * Replaces the links to a purchase and sends the new one to the address that was typed with it. Without such an address the
 * page makes none: somebody who found a link that was forwarded would get the new one. Only the customer's own link may request
 * this. For any other link, which somebody else may have, the customer is sent the present link again.
 */
export async function renewLink(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  { id, tokenRotation, kind }: FoundLink,
  { network }: { network: string },
): Promise<Renewed> {
  const purchase = await db
    .selectFrom('purchases as g')
    .where('id', '=', id)
    .select(['language', 'tokenRotation', linkAddress.as('contact')])
    .executeTakeFirst()
  if (!purchase) return { ok: false, reason: 'not_found' }
  const { contact, language } = purchase
  if (contact === null) return { ok: false, reason: 'no_address' }
  const sentBy = channelOf(contact)
  if (kind !== 'manage') {
    // Anybody can make purchases for somebody else's mailbox, so these mails are counted over all of them.
    const mailbox = withoutTag(contact)
    const taken = await takeInTurn(
      [limits.mailPerNetwork, `links ${network}`],
      [limits.sameLinkPerPurchase, id],
      [limits.mailPerAccount, `same link ${mailbox}`],
    )
    if (!taken) return { ok: false, reason: 'rate_limited' }
    if ((await limits.requestedMailsPerMailbox.take(mailbox)).ok)
      await emit(db, 'booking.links_requested', { contact, language })
    return { ok: true, sentBy, isNew: false, tokenRotation }
  }
  if (purchase.tokenRotation !== tokenRotation) return { ok: false, reason: 'not_found' }
  const taken = await takeInTurn(
    [limits.mailPerNetwork, `links ${network}`],
    // No more than that: a link can replace itself only once, and the next one was sent.
    [limits.newLinksPerPurchase, id],
  )
  if (!taken) return { ok: false, reason: 'rate_limited' }
  return db.transaction().execute(async (tx) => {
    const renewed = await rotate(tx)
      .where('id', '=', id)
      // Starts over if the link was replaced, or the address added or removed, in between.
      .where('tokenRotation', '=', tokenRotation)
      .where(linkAddress, 'is not distinct from', contact)
      .executeTakeFirst()
    if (!renewed) return { ok: false, reason: 'not_found' }
    await emit(tx, 'booking.link_renewed', { purchaseId: id })
    return { ok: true, sentBy, isNew: true, tokenRotation: renewed.tokenRotation }
  })
}

/** A chat that the old link connected ends with it, as the database sees to (`end_linked_chat`). */
const rotate = (tx: Tx) =>
  tx
    .updateTable('purchases as g')
    .set((eb) => ({
      tokenRotation: eb('tokenRotation', '+', 1),
      updatedAt: eb.fn<Date>('now'),
    }))
    .returning(['g.id', 'g.tokenRotation'])

/**
 * The vendor replaces the links to a purchase: somebody else has got hold of one, or the customer has no address that we can
 * write to. The vendor sends the new one from its own phone; it also goes to the customer's address, if there is one.
 */
export async function renewLinkByVendor(
  { db }: Pick<Deps, 'db'>,
  { vendorId, userId, bookingId }: { vendorId: VendorId; userId: string; bookingId: string },
): Promise<{ ok: true } | { ok: false; reason: 'not_found' }> {
  return db.transaction().execute(async (tx) => {
    const renewed = await rotate(tx)
      .where('g.vendorId', '=', vendorId)
      .where('g.erasedAt', 'is', null)
      .where('g.id', 'in', (eb) =>
        eb
          .selectFrom('bookings as b')
          .where('b.id', '=', bookingId)
          .where('b.vendorId', '=', vendorId)
          .select('b.purchaseId'),
      )
      .executeTakeFirst()
    if (!renewed) return { ok: false, reason: 'not_found' }
    await emit(tx, 'booking.link_renewed', { purchaseId: renewed.id })
    await writeAudit(tx, {
      vendorId,
      userId,
      action: 'link.renewed',
      subject: ['purchase', renewed.id],
      details: {},
    })
    return { ok: true }
  })
}
