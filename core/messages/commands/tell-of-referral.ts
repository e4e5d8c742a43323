import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import { tellVendor } from './tell-vendor.ts'

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
    if (id === null) continue
    await tellVendor(tx, { eventId, vendorId: id }, ({ addresses: [address], business }) => ({
      kind: 'referral.rewarded',
      address,
      facts: { to, friend, business, months },
    }))
  }
}
