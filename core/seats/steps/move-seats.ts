import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { SeatLedger } from '#core/shared/database.ts'
import type { Tx } from '#core/shared/db.ts'

type Reason = SeatLedger['reason']
export type Seat = { id: string; session_id: string; vendor_id: VendorId }

/** Gives back the seats of bookings whose rows were just changed, no more and no fewer; their sessions are locked. */
export async function giveBackSeats(tx: Tx, seats: readonly Seat[], reason: Reason): Promise<void> {
  for (const [sessionId, bookings] of bySession(seats)) {
    const session = await tx
      .updateTable('class_sessions')
      .set((eb) => ({
        current_students: eb('current_students', '-', bookings.length),
        updated_at: eb.fn<Date>('now'),
      }))
      .where('id', '=', sessionId)
      .returning(['max_students', 'vendor_id'])
      .executeTakeFirstOrThrow()
    await writeLedger(tx, bookings, { sessionId, delta: -1, reason, ...session })
  }
}

/** Takes one seat per booking if they fit; the condition decides, false changes nothing. */
export async function takeSeats(
  tx: Tx,
  sessionId: string,
  bookingIds: readonly string[],
  reason: Reason,
): Promise<boolean> {
  const session = await tx
    .updateTable('class_sessions')
    .set((eb) => ({
      current_students: eb('current_students', '+', bookingIds.length),
      updated_at: eb.fn<Date>('now'),
    }))
    .where('id', '=', sessionId)
    .where('status', '=', 'confirmed')
    .where((eb) => eb(eb('current_students', '+', bookingIds.length), '<=', eb.ref('max_students')))
    .returning(['max_students', 'vendor_id'])
    .executeTakeFirst()
  if (!session) return false
  await writeLedger(tx, bookingIds, { sessionId, delta: 1, reason, ...session })
  return true
}

/** Notes a change of a session that moves no seat: another capacity, or its cancellation. Open pages hear of it. */
export async function noteSessionChange(
  tx: Tx,
  sessions: readonly { id: string; vendor_id: VendorId; max_students: number }[],
  reason: Extract<Reason, 'capacity' | 'session_cancelled'>,
): Promise<void> {
  if (sessions.length === 0) return
  await tx
    .insertInto('seat_ledger')
    .values(
      sessions.map((session) => ({
        vendor_id: session.vendor_id,
        session_id: session.id,
        delta: 0,
        reason,
        max_students: session.max_students,
      })),
    )
    .execute()
}

async function writeLedger(
  tx: Tx,
  bookingIds: readonly string[],
  row: {
    sessionId: string
    vendor_id: VendorId
    max_students: number
    delta: 1 | -1
    reason: Reason
  },
): Promise<void> {
  await sql`
    insert into seat_ledger (vendor_id, session_id, booking_id, delta, reason, max_students)
    select ${row.vendor_id}, ${row.sessionId}, id, ${row.delta}, ${row.reason}, ${row.max_students}
    from unnest(${[...bookingIds]}::uuid[]) as id`.execute(tx)
}

function bySession(seats: readonly Seat[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const seat of seats)
    groups.set(seat.session_id, [...(groups.get(seat.session_id) ?? []), seat.id])
  return groups
}
