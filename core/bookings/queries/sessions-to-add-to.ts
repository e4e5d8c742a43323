import { sql } from 'kysely'
import { requestedSpots } from './requested-spots.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { listExtrasOfSlot } from './extras-of-slot.ts'

/** The vendor's sessions with what the form for adding somebody needs of them. */
function sessionsToAddTo(db: Db, vendorId: VendorId) {
  return db
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', 'c.id', 's.classId')
    .where('s.vendorId', '=', vendorId)
    .select([
      's.id',
      's.classId',
      's.status',
      'c.kind',
      'c.maxPeople',
      'c.title as classTitle',
      'c.priceMinor',
      's.sessionDate as date',
      's.startTime',
      's.maxStudents',
      's.currentStudents',
      's.calendarSequence as version',
    ])
    .select([
      requestedSpots.as('requested'),
      sql<boolean>`c.confirmation_mode = 'manual'`.as('isManual'),
      sql<
        'upcoming' | 'running' | 'over'
      >`case when s.starts_at > now() then 'upcoming' when s.ends_at > now() then 'running'
        else 'over' end`.as('phase'),
    ])
}

export async function findSessionToAddTo(
  db: Db,
  { vendorId, sessionId }: { vendorId: VendorId; sessionId: string },
) {
  if (!isId(sessionId)) return null
  const row = await sessionsToAddTo(db, vendorId).where('s.id', '=', sessionId).executeTakeFirst()
  return row ? { ...row, extras: await listExtrasOfSlot(db, sessionId) } : null
}

/** The next sessions that take place, from a local day on. */
export async function listSessionsToAddTo(
  db: Db,
  { vendorId, from }: { vendorId: VendorId; from: string },
) {
  return (
    sessionsToAddTo(db, vendorId)
      .where('s.status', '=', 'confirmed')
      // A slot of a facility has no second place.
      .where(sql<boolean>`(not s.is_slot or has_room(s, 1))`)
      .where('s.sessionDate', '>=', from)
      .orderBy('s.startsAt')
      .orderBy('s.id')
      .limit(20)
      .execute()
  )
}

export type SessionToAddTo = NonNullable<Awaited<ReturnType<typeof findSessionToAddTo>>>
