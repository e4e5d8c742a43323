import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { requestedSpots, slotTaker } from '#core/bookings/queries/requested-spots.ts'
import { addDays, endOfDay, type LocalDate, startOfDay } from '#core/shared/time.ts'

type Days = { vendorId: VendorId; first: LocalDate; last: LocalDate }

/** More than a vendor can hold in a month. */
const mostShown = 2000

/**
 * The vendor's sessions from one local day to another, by start, also cancelled ones. `follows`: it belongs to a weekly
 * time; `waiting`: spots that wait for the vendor's confirmation; `onPage`: the vendor's page lists it; the slots of a
 * facility are on its own.
 */
export async function listCalendarSessions(db: Db, { vendorId, first, last }: Days) {
  return (
    db
      .selectFrom('classSessions as s')
      .innerJoin('classes as c', 'c.id', 's.classId')
      .innerJoin('vendors as v', 'v.id', 's.vendorId')
      .where('s.vendorId', '=', vendorId)
      .where('s.sessionDate', '>=', first)
      .where('s.sessionDate', '<=', last)
      // For the index. No zone is further from UTC than a day.
      .where('s.startsAt', '>=', startOfDay(addDays(first, -1), 'UTC'))
      .where('s.startsAt', '<', endOfDay(addDays(last, 1), 'UTC'))
      .orderBy('s.startsAt')
      .orderBy('s.id')
      .limit(mostShown)
      .select([
        's.id',
        's.classId',
        'c.title as classTitle',
        's.sessionDate as date',
        's.startTime',
        's.endTime',
        's.status',
        's.maxStudents',
        's.currentStudents',
        's.isSlot',
        sql<boolean>`s.starts_at <= now()`.as('past'),
        sql<boolean>`s.class_time_id is not null`.as('follows'),
        sql<number>`(extract(epoch from s.ends_at - s.starts_at) / 60)::integer`.as('minutes'),
        requestedSpots.as('waiting'),
        slotTaker.as('taker'),
        sql<boolean>`class_is_bookable(c, v) and session_is_open(s, c) and not registration_is_closed(c, v)`.as(
          'bookable',
        ),
        sql<boolean>`class_is_public(c, v) and c.kind = 'class'`.as('onPage'),
        sql<boolean>`session_collides(s)`.as('collides'),
        sql<boolean>`session_is_blocked(s)`.as('blocked'),
        sql<boolean>`s.busy_since is not null`.as('closed'),
      ])
      .execute()
  )
}

export type CalendarSession = Awaited<ReturnType<typeof listCalendarSessions>>[number]

/** Every class the vendor has had, oldest first: its place among them gives it its colour. */
export async function listCalendarClasses(db: Db, vendorId: VendorId) {
  return db
    .selectFrom('classes')
    .where('vendorId', '=', vendorId)
    .orderBy('createdAt')
    .orderBy('id')
    .select(['id', 'title', sql<boolean>`status = 'active'`.as('active')])
    .select(sql<boolean>`kind = 'facility'`.as('isFacility'))
    .execute()
}
