import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { SeatLedger } from '#core/shared/database.ts'
import type { Tx } from '#core/shared/db.ts'

type Reason = SeatLedger['reason']
export type Seat = { id: string; sessionId: string; vendorId: VendorId }

/** Gives back the seats of bookings whose rows were just changed, no more and no fewer; their sessions are locked. */
export async function giveBackSeats(tx: Tx, seats: readonly Seat[], reason: Reason): Promise<void> {
  for (const [sessionId, bookings] of bySession(seats)) {
    const session = await tx
      .updateTable('classSessions')
      .set((eb) => ({
        currentStudents: eb('currentStudents', '-', bookings.length),
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', sessionId)
      .returning(['maxStudents', 'vendorId'])
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
    .updateTable('classSessions')
    .set((eb) => ({
      currentStudents: eb('currentStudents', '+', bookingIds.length),
      updatedAt: eb.fn<Date>('now'),
    }))
    .where('id', '=', sessionId)
    .where('status', '=', 'confirmed')
    .where(sql<boolean>`has_room(class_sessions, ${bookingIds.length})`)
    .returning(['maxStudents', 'vendorId'])
    .executeTakeFirst()
  if (!session) return false
  await writeLedger(tx, bookingIds, { sessionId, delta: 1, reason, ...session })
  return true
}

/** Records a session change without a seat: a new capacity, or its cancellation. Open pages are updated from it. */
export async function noteSessionChange(
  tx: Tx,
  sessions: readonly { id: string; vendorId: VendorId; maxStudents: number }[],
  reason: Extract<Reason, 'capacity' | 'session_cancelled'>,
): Promise<void> {
  if (sessions.length === 0) return
  // As one value: a parameter for each would be too many for all sessions of a vendor.
  await sql`
    insert into seat_ledger (vendor_id, session_id, delta, reason, max_students)
    select "vendorId", id, 0, ${reason}, "maxStudents"
    from jsonb_to_recordset(${JSON.stringify(sessions)}::jsonb)
      as s (id uuid, "vendorId" uuid, "maxStudents" integer)`.execute(tx)
}

async function writeLedger(
  tx: Tx,
  bookingIds: readonly string[],
  row: {
    sessionId: string
    vendorId: VendorId
    maxStudents: number
    delta: 1 | -1
    reason: Reason
  },
): Promise<void> {
  await sql`
    insert into seat_ledger (vendor_id, session_id, booking_id, delta, reason, max_students)
    select ${row.vendorId}, ${row.sessionId}, id, ${row.delta}, ${row.reason}, ${row.maxStudents}
    from unnest(${[...bookingIds]}::uuid[]) as id`.execute(tx)
}

function bySession(seats: readonly Seat[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const seat of seats)
    groups.set(seat.sessionId, [...(groups.get(seat.sessionId) ?? []), seat.id])
  return groups
}
