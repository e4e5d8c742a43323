import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { countContactSpots } from '#core/contacts/queries.ts'
import { lockContactOfPurchase } from '#core/contacts/steps/lock-contact.ts'
import { beginWithFirstDate } from '#core/passes/steps/extend.ts'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import { giveBackSeats } from '#core/seats/steps/move-seats.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { emit } from '#core/events/emit.ts'
import { StartOver } from '#core/shared/settle.ts'
import { undoIfRefused } from '#core/shared/undo.ts'
import { findOffer } from '../queries/booking-facts.ts'
import type { ChangingLink } from '../queries/links.ts'
import { listPurchaseFacts } from '../queries/purchases.ts'
import { mayMove } from '../rules/cancelling.ts'
import { contactRefusal } from '../rules/limits.ts'
import { offerRefusal } from '../rules/offer.ts'
import { differsFromSeen, isAsSeen, type Seen } from '../rules/seen.ts'
import type { BookingStatus } from '../rules/status.ts'
import { shownStatus } from '../rules/waiting.ts'
import { nextCalendarSequence } from '../steps/calendar-sequence.ts'
import { type Actor, actorOf, auditIssuedLink } from '../steps/issued-link.ts'
import { takeSeatsOrMakeRoom } from './expire-bookings.ts'
import { lockPurchase } from '../steps/lock-purchase.ts'

export type MoveRefusal =
  | 'not_found'
  | 'too_late'
  | 'session_past'
  | 'registration_closed'
  | 'not_open_yet'
  | 'session_cancelled'
  | 'session_full'
  | 'contact_limit'
  | 'after_expiry'
  | 'session_changed'
  | 'changed'
  | 'busy'
export type Moved = { ok: true; moved: number } | { ok: false; reason: MoveRefusal }

/** The holder of the manage link moves spots to another session of the same class, as long as cancelling would be free. */
export async function moveByCustomer(
  db: Db,
  link: ChangingLink,
  bookingIds: readonly string[],
  toSessionId: string,
  seen?: Seen,
): Promise<Moved> {
  return undoIfRefused<Moved>(db, async (tx) => {
    // Only spots of this purchase are locked, whatever ids were sent.
    const listAsked = async () => {
      const { spots, now } = await listPurchaseFacts(tx, link)
      return { asked: spots.filter(({ id }) => bookingIds.includes(id)), now }
    }
    const named = (await listAsked()).asked
    if (named.length === 0 || named.length < new Set(bookingIds).size)
      return { ok: false, reason: 'not_found' }
    // The contact's lock before the sessions', as when booking.
    const contact = await lockContactOfPurchase(tx, link.id)
    await lockSessionsOf(
      tx,
      named.map(({ id }) => id),
      [toSessionId],
    )
    await lockPurchase(tx, link.id)
    const { asked, now } = await listAsked()
    const target = await findOffer(tx, toSessionId)
    if (asked.length < named.length || !contact || !target)
      return { ok: false, reason: 'not_found' }
    if (asked.some((spot) => differsFromSeen(spot, seen, now)))
      return { ok: false, reason: 'changed' }
    if (asked.some((spot) => !mayMove({ ...spot, status: shownStatus(spot, now) }, now)))
      return { ok: false, reason: 'too_late' }
    const { offer } = target
    if (asked.some(({ classId }) => classId !== target.classId))
      return { ok: false, reason: 'not_found' }
    const refused = offerRefusal(offer, now)
    if (refused !== null) return { ok: false, reason: refused }
    if (asked.some(({ validUntil }) => validUntil !== null && validUntil <= offer.startsAt))
      return { ok: false, reason: 'after_expiry' }
    if (!isAsSeen(seen, { id: toSessionId, version: offer.version }))
      return { ok: false, reason: 'session_changed' }
    const arriving = asked.filter(({ sessionId }) => sessionId !== toSessionId)
    const held = await countContactSpots(tx, contact.contactId, toSessionId)
    const by = actorOf(link)
    const moved = await moveLocked(tx, { purchaseId: link.id, spots: asked, toSessionId, by })
    if (!moved.ok) return moved
    // Last, also after the seats: a refusal must not tell a stranger who has a spot in a full session.
    const limited = contactRefusal(held, { onSession: arriving.length, inAll: 0 })
    if (limited !== null) return { ok: false, reason: limited }
    const arrived = arriving.map(({ id }) => id)
    await beginWithFirstDate(tx, arrived)
    await auditIssuedLink(tx, link, 'booking.moved', arrived)
    return moved
  })
}

type Movable = { id: string; sessionId: string; status: BookingStatus }

/**
 * Moves spots whose sessions are locked. Takes the new seat first, and returns the old one only after that.
 * Compare-and-swap: a spot that has left its session or its status since it was read makes everything start over.
 */
export async function moveLocked(
  tx: Tx,
  move: {
    purchaseId: string
    spots: readonly Movable[]
    toSessionId: string
    by: Actor
  },
): Promise<{ ok: true; moved: number } | { ok: false; reason: 'session_full' }> {
  const leaving = move.spots.filter(({ sessionId }) => sessionId !== move.toSessionId)
  if (leaving.length === 0) return { ok: true, moved: 0 }
  const ids = leaving.map(({ id }) => id)
  if (!(await takeSeatsOrMakeRoom(tx, move.toSessionId, ids, 'moved_in')))
    return { ok: false, reason: 'session_full' }
  const from = [...new Set(leaving.map(({ sessionId }) => sessionId))]
  const before = await tx
    .selectFrom('classSessions')
    .where('id', 'in', from)
    .select(['id', 'vendorId', 'calendarSequence'])
    .execute()
  const target = await tx
    .selectFrom('classSessions')
    .where('id', '=', move.toSessionId)
    .select(['calendarSequence', 'classId', 'startsAt'])
    .executeTakeFirstOrThrow()
  for (const session of before) {
    const moving = leaving.filter(({ sessionId }) => sessionId === session.id).map(({ id }) => id)
    const calendarId = (await leavesOthers(tx, move.purchaseId, session.id, moving))
      ? randomUUID()
      : null
    const moved = await tx
      .updateTable('bookings')
      .set((eb) => ({
        sessionId: move.toSessionId,
        classId: target.classId,
        // A request expires at the session's start at the latest.
        expiresAt: sql<Date>`case when expires_at > ${target.startsAt} then ${target.startsAt} else expires_at end`,
        // A mark was about the session that it leaves.
        attendance: null,
        attendanceMarkedAt: null,
        movedBy: move.by,
        movedAt: eb.fn<Date>('now'),
        agreedVersion: move.by === 'vendor' ? null : target.calendarSequence,
        updatedAt: eb.fn<Date>('now'),
        // The calendar's sequence number is the sum of the booking's and the session's numbers, and it must grow.
        calendarSequence: eb(
          nextCalendarSequence,
          '+',
          Math.max(0, session.calendarSequence - target.calendarSequence),
        ),
        ...(calendarId !== null && { calendarId: calendarId }),
      }))
      .where('id', 'in', moving)
      .where('sessionId', '=', session.id)
      .where('status', 'in', [...new Set(leaving.map(({ status }) => status))])
      .where('deletedAt', 'is', null)
      .returning('id')
      .execute()
    if (moved.length < moving.length) throw new StartOver()
    await giveBackSeats(
      tx,
      moved.map(({ id }) => ({ id, sessionId: session.id, vendorId: session.vendorId })),
      'moved_out',
    )
    await emit(tx, 'booking.moved', {
      purchaseId: move.purchaseId,
      bookingIds: moving,
      from: session.id,
      to: move.toSessionId,
    })
  }
  return { ok: true, moved: ids.length }
}

/** Whether spots of the purchase stay behind in the session: they keep the calendar entry. */
async function leavesOthers(
  tx: Tx,
  purchaseId: string,
  sessionId: string,
  moving: readonly string[],
): Promise<boolean> {
  const other = await tx
    .selectFrom('bookings')
    .where('purchaseId', '=', purchaseId)
    .where('sessionId', '=', sessionId)
    .where('id', 'not in', [...moving])
    .where(sql<boolean>`holds_seat(bookings)`)
    .select('id')
    .executeTakeFirst()
  return other !== undefined
}
