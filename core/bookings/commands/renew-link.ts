import { sql } from 'kysely'
import { channelOf } from '#core/contacts/rules.ts'
import type { Deps } from '#core/shared/deps.ts'
import { emit } from '#core/events/emit.ts'
import { withoutTag } from '#core/shared/fields.ts'
import { takeInTurn } from '#core/shared/take-in-turn.ts'
import { type FoundLink, keptChat, linkAddress } from '../queries/links.ts'

export type Renewed =
  /** `sentBy`: null if there is no address to send it to */
  | { ok: true; sentBy: 'email' | 'telegram' | null; isNew: boolean; tokenRotation: number }
  | { ok: false; reason: 'not_found' | 'no_address' | 'rate_limited' }

/**
 * Replaces the links to a purchase and sends the new one to the purchase's address. Without an address the page shows it.
 * Only the customer's own link may request this. For any other link, which somebody else may have, the customer is sent
 * the present link again. A chat that somebody has connected goes with the old link, if there is an email.
 */
export async function renewLink(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  { id, tokenRotation, kind }: FoundLink,
  { address }: { address: string },
): Promise<Renewed> {
  const purchase = await db
    .selectFrom('purchases as g')
    .where('id', '=', id)
    .select(['language', 'tokenRotation', linkAddress.as('contact')])
    .executeTakeFirst()
  if (!purchase) return { ok: false, reason: 'not_found' }
  const { contact, language } = purchase
  const sentBy = contact === null ? null : channelOf(contact)
  if (kind !== 'manage') {
    if (contact === null) return { ok: false, reason: 'no_address' }
    // Anybody can make purchases for somebody else's mailbox, so these mails are counted over all of them.
    const mailbox = withoutTag(contact)
    const taken = await takeInTurn(
      [limits.mailPerAddress, `links ${address}`],
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
    [limits.mailPerAddress, `links ${address}`],
    // No more than that: a link can replace itself only once, and the next one was sent.
    [limits.newLinksPerPurchase, id],
  )
  if (!taken) return { ok: false, reason: 'rate_limited' }
  return db.transaction().execute(async (tx) => {
    const renewed = await tx
      .updateTable('purchases as g')
      .set((eb) => ({
        tokenRotation: eb('tokenRotation', '+', 1),
        customerTelegram: keptChat,
        customerTelegramName: sql`case when ${keptChat} is not null then customer_telegram_name end`,
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', id)
      // Starts over if the link was replaced, or the address added or removed, in between.
      .where('tokenRotation', '=', tokenRotation)
      .where(linkAddress, 'is not distinct from', contact)
      .returning('tokenRotation')
      .executeTakeFirst()
    if (!renewed) return { ok: false, reason: 'not_found' }
    await emit(tx, 'booking.link_renewed', { purchaseId: id })
    return { ok: true, sentBy, isNew: true, tokenRotation: renewed.tokenRotation }
  })
}
