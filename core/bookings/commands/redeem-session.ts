import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { lockContactOfPurchase } from '#core/contacts/steps/lock-contact.ts'
import { lockCredit, spendCredits } from '#core/passes/steps/credits.ts'
import { beginWithFirstDate } from '#core/passes/steps/extend.ts'
import { lockSessions } from '#core/seats/steps/lock-sessions.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { emit } from '#core/events/emit.ts'
import { settle } from '#core/shared/settle.ts'
import type { ChangingLink } from '../queries/links.ts'
import { conditionRefusal, type ConditionRefusal, type Refusal } from '../rules/offer.ts'
import type { Seen } from '../rules/seen.ts'
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
  passId: string
  sessionId: string
  /** when and where the page said its sessions are */
  seen?: Seen | undefined
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
  { passId, sessionId, seen, accepted = [] }: Asked,
): Promise<Redeemed> {
  const { id: purchaseId } = link
  // The contact's lock before the session's, as when booking.
  const contact = await lockContactOfPurchase(tx, purchaseId)
  if (!contact) return { ok: false, reason: 'not_found' }
  await lockSessions(tx, [sessionId])
  await lockPurchase(tx, purchaseId)
  // Read after the wait, because the bundle may be for another class since.
  const pass = await findPass(tx, link, passId)
  if (!pass?.classId) return { ok: false, reason: 'not_found' }
  const [session] = await listSessionsToBook(tx, [sessionId], pass.classId)
  if (!session) return { ok: false, reason: 'not_found' }
  const usable = await lockCredit(tx, passId)
  const earlier = await findLiveSpot(tx, passId, sessionId)
  if (earlier) return { ok: true, replayed: true, ...earlier }
  if (!usable) return { ok: false, reason: 'no_credit' }
  // The class, or its sentence, may be another one than when the bundle was bought.
  const unconfirmed = conditionRefusal(session, [...pass.accepted, ...accepted])
  if (unconfirmed) return { ok: false, reason: unconfirmed }
  const spots = [{ ...session, bookingId: randomUUID() }]
  const refused = await takeSpots(tx, spots, {
    contactId: contact.contactId,
    expiresAt: pass.expiresAt,
    seen,
  })
  if (refused) return { ok: false, reason: refused.reason }
  const booked = await insertSpots(tx, spots, {
    purchaseId,
    passId,
    vendorId: pass.vendorId,
    classId: pass.classId,
    currency: pass.currency,
    madeBy: actorOf(link),
  })
  const bookingIds = booked.map(({ id }) => id)
  if (!(await spendCredits(tx, passId, bookingIds))) throw new Error('A locked credit was gone.')
  await beginWithFirstDate(tx, bookingIds)
  await keepConfirmed(tx, purchaseId, { condition: session.condition, known: pass.accepted })
  await emit(tx, session.manual ? 'booking.requested' : 'booking.confirmed', {
    purchaseId,
    bookingIds,
  })
  await auditIssuedLink(tx, link, 'booking.redeemed', bookingIds)
  const bookingId = spots[0]?.bookingId ?? ''
  return { ok: true, bookingId, replayed: false, isRequest: session.manual }
}

async function findPass(tx: Tx, link: ChangingLink, passId: string) {
  return tx
    .selectFrom('passes as e')
    .where('e.id', '=', passId)
    .innerJoin('purchases as g', 'g.id', 'e.purchaseId')
    .where('g.id', '=', link.id)
    .where('g.tokenRotation', '=', link.tokenRotation)
    .select(['e.vendorId', 'e.classId', 'e.name', 'e.currency', 'e.expiresAt', 'g.accepted'])
    .executeTakeFirst()
}

/** Adds what the class asked for to what was confirmed with the purchase. */
async function keepConfirmed(
  tx: Tx,
  purchaseId: string,
  { condition, known }: { condition: string | null; known: readonly string[] },
): Promise<void> {
  if (condition === null || known.includes(condition)) return
  await tx
    .updateTable('purchases')
    .set((eb) => ({ accepted: [...known, condition], updatedAt: eb.fn<Date>('now') }))
    .where('id', '=', purchaseId)
    .execute()
}

/** Two moved spots can be in one session; this always returns the same one. */
async function findLiveSpot(tx: Tx, passId: string, sessionId: string) {
  return tx
    .selectFrom('bookings')
    .where('passId', '=', passId)
    .where('sessionId', '=', sessionId)
    .where(sql<boolean>`holds_still(bookings)`)
    .where('status', '<>', 'completed')
    .orderBy('id')
    .select(['id as bookingId', sql<boolean>`asks_vendor(bookings)`.as('isRequest')])
    .executeTakeFirst()
}
