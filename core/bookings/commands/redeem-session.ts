import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { lockContactOfPurchase } from '#core/contacts/steps/lock-contact.ts'
import { lockCredit, spendCredits } from '#core/entitlements/steps/credits.ts'
import { beginWithFirstDate } from '#core/entitlements/steps/extend.ts'
import { lockSessions } from '#core/seats/steps/lock-sessions.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { emit } from '#core/events/emit.ts'
import { settle } from '#core/shared/settle.ts'
import type { ChangingLink } from '../queries/links.ts'
import {
  conditionRefusal,
  type ConditionRefusal,
  type Refusal,
  type SeenVersions,
} from '../rules.ts'
import { makeRoom } from './expire-bookings.ts'
import { actorOf, auditIssuedLink } from '../steps/issued-link.ts'
import { lockPurchase } from '../steps/lock-purchase.ts'
import { insertSpots, listSessionsToBook, takeSpots } from '../steps/spots-of-bundle.ts'

export type Redeemed =
  /** `isRequest`: the vendor has to confirm it */
  | { ok: true; bookingId: string; replayed: boolean; isRequest: boolean }
  | {
      ok: false
      reason: Refusal | ConditionRefusal | 'no_credit' | 'after_expiry' | 'session_changed' | 'busy'
    }

type Asked = {
  entitlementId: string
  sessionId: string
  /** when and where the page said its sessions are */
  seenVersions?: SeenVersions | undefined
  /** the sentence of the class, if it was not confirmed with the purchase */
  accepted?: readonly string[]
}

/**
 * The holder of the manage link books another session with a credit. If the request is sent twice, the second one returns
 * the session that is already booked.
 */
export async function redeemSession(db: Db, link: ChangingLink, asked: Asked): Promise<Redeemed> {
  // An overdue request holds a seat, and may be this bundle's own.
  await makeRoom(db, [asked.sessionId])
  return settle<Redeemed>(db, (tx) => redeem(tx, link, asked))
}

async function redeem(
  tx: Tx,
  link: ChangingLink,
  { entitlementId, sessionId, seenVersions, accepted = [] }: Asked,
): Promise<Redeemed> {
  const { id: groupId } = link
  // The contact's lock before the session's, as when booking.
  const contact = await lockContactOfPurchase(tx, groupId)
  if (!contact) return { ok: false, reason: 'not_found' }
  await lockSessions(tx, [sessionId])
  await lockPurchase(tx, groupId)
  // Checked after the wait, because the vendor may have transferred the purchase during it.
  const pack = await findPack(tx, link, entitlementId)
  if (!pack?.classId) return { ok: false, reason: 'not_found' }
  const [session] = await listSessionsToBook(tx, [sessionId], pack.classId)
  if (!session) return { ok: false, reason: 'not_found' }
  const usable = await lockCredit(tx, entitlementId)
  const earlier = await findLiveSpot(tx, entitlementId, sessionId)
  if (earlier) return { ok: true, replayed: true, ...earlier }
  if (!usable) return { ok: false, reason: 'no_credit' }
  // The class, or the holder, may be another one than when the bundle was bought.
  const unconfirmed = conditionRefusal(session, [...pack.accepted, ...accepted])
  if (unconfirmed) return { ok: false, reason: unconfirmed }
  const spots = [{ ...session, bookingId: randomUUID() }]
  const refused = await takeSpots(tx, spots, {
    contactId: contact.contactId,
    expiresAt: pack.expiresAt,
    seenVersions,
  })
  if (refused) return { ok: false, reason: refused.reason }
  const booked = await insertSpots(tx, spots, {
    groupId,
    entitlementId,
    vendorId: pack.vendorId,
    classId: pack.classId,
    currency: pack.currency,
    madeBy: actorOf(link),
  })
  const bookingIds = booked.map(({ id }) => id)
  if (!(await spendCredits(tx, entitlementId, bookingIds)))
    throw new Error('A locked credit was gone.')
  await beginWithFirstDate(tx, bookingIds)
  await keepConfirmed(tx, groupId, { condition: session.condition, known: pack.accepted })
  await emit(tx, session.manual ? 'booking.requested' : 'booking.confirmed', {
    groupId,
    bookingIds,
  })
  await auditIssuedLink(tx, link, 'booking.redeemed', bookingIds)
  const bookingId = spots[0]?.bookingId ?? ''
  return { ok: true, bookingId, replayed: false, isRequest: session.manual }
}

async function findPack(tx: Tx, link: ChangingLink, entitlementId: string) {
  return tx
    .selectFrom('entitlements as e')
    .where('e.id', '=', entitlementId)
    .innerJoin('bookingGroups as g', 'g.id', 'e.groupId')
    .where('g.id', '=', link.id)
    .where('g.tokenRotation', '=', link.tokenRotation)
    .select(['e.vendorId', 'e.classId', 'e.name', 'e.currency', 'e.expiresAt', 'g.accepted'])
    .executeTakeFirst()
}

/** Adds what the class asked for to what was confirmed with the purchase. */
async function keepConfirmed(
  tx: Tx,
  groupId: string,
  { condition, known }: { condition: string | null; known: readonly string[] },
): Promise<void> {
  if (condition === null || known.includes(condition)) return
  await tx
    .updateTable('bookingGroups')
    .set((eb) => ({ accepted: [...known, condition], updatedAt: eb.fn<Date>('now') }))
    .where('id', '=', groupId)
    .execute()
}

/** Two moved spots can be in one session; this always returns the same one. */
async function findLiveSpot(tx: Tx, entitlementId: string, sessionId: string) {
  return tx
    .selectFrom('bookings')
    .where('entitlementId', '=', entitlementId)
    .where('sessionId', '=', sessionId)
    .where(sql<boolean>`(status = 'confirmed' or status = 'pending' and expires_at > now())`)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .select(['id as bookingId', sql<boolean>`status = 'pending'`.as('isRequest')])
    .executeTakeFirst()
}
