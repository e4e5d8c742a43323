import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import { findVendorReader } from '../queries/vendor-reader.ts'
import { queueMessage } from './queue-message.ts'

export type ReferralNews = { eventId: string; referralId: string; months: number }

/** Tells both vendors of the months that they got. */
export async function tellOfReferral(
  tx: Tx,
  { eventId, referralId, months }: ReferralNews,
): Promise<void> {
  const referral = await tx
    .selectFrom('referrals as r')
    .innerJoin('vendors as f', 'f.id', 'r.friendId')
    .where('r.id', '=', referralId)
    .select(['r.vendorId', 'f.id as friendId', sql<string>`vendor_name(f)`.as('friend')])
    .executeTakeFirst()
  if (!referral) return
  const { vendorId, friendId, friend } = referral
  for (const [to, id] of [
    ['referrer', vendorId],
    ['friend', friendId],
  ] as const) {
    const reader = id && (await findVendorReader(tx, id))
    if (!reader) continue
    await queueMessage(tx, {
      eventId,
      audience: 'vendor',
      kind: 'referral.rewarded',
      address: reader.addresses[0],
      otherwise: '',
      language: reader.language,
      vendorId: id,
      userId: reader.userId,
      facts: { to, friend, business: reader.business, months },
    })
  }
}
