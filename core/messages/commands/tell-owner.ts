import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import { type NewMessage, queueMessage } from './queue-message.ts'

type OwnerNews = {
  kind: 'account.closed' | 'account.reopened'
  eventId: string
  at: Date
  vendorId: string
  /** the owner, who did it: nobody else may */
  userId: string
  until?: string
}

/**
 * Tells the owner of a vendor that its account was closed or taken back, only at a confirmed address: another may be a
 * stranger's.
 */
export async function tellOwner(
  tx: Tx,
  { kind, eventId, at, vendorId, userId, until }: OwnerNews,
): Promise<void> {
  const owner = await tx
    .selectFrom('vendorMembers as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .innerJoin('profiles as p', 'p.userId', 'm.userId')
    .where(sql<boolean>`m.vendor_id = ${vendorId}`)
    .where('m.userId', '=', userId)
    .where('u.emailVerified', '=', true)
    .select(['m.vendorId', 'u.email', 'u.language', 'p.fullName'])
    .executeTakeFirst()
  if (!owner) return
  await queueMessage(tx, {
    kind,
    eventId,
    audience: 'account',
    address: owner.email,
    otherwise: '',
    language: owner.language,
    vendorId: owner.vendorId,
    userId,
    facts: {
      at: at.toISOString(),
      by: { name: owner.fullName, email: owner.email },
      until: until ?? null,
    },
  })
}

type Told<News extends NewMessage> = News extends {
  kind:
    | 'subscription.reminder'
    | 'vendor.suspended'
    | 'vendor.activated'
    | 'calendar.broken'
    | 'cards.broken'
    | 'vendor.connection_made'
}
  ? Pick<News, 'kind' | 'facts'>
  : never

/** Sends an email to the vendor's owner only, and only to a confirmed address. */
export async function tellOwnerOf(
  tx: Tx,
  { vendorId, eventId, ...news }: Told<NewMessage> & { vendorId: string; eventId: string },
): Promise<void> {
  const owner = await tx
    .selectFrom('vendorMembers as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where(sql<boolean>`m.vendor_id = ${vendorId}`)
    .where('m.role', '=', 'owner')
    .where('u.emailVerified', '=', true)
    .orderBy('m.createdAt')
    .select(['m.vendorId', 'm.userId', 'u.email', 'u.language'])
    .executeTakeFirst()
  if (!owner) return
  await queueMessage(tx, {
    ...news,
    eventId,
    audience: 'account',
    address: owner.email,
    otherwise: '',
    language: owner.language,
    vendorId: owner.vendorId,
    userId: owner.userId,
  })
}
