import { sql } from 'kysely'
import { completePastBookings } from '#core/bookings/commands/complete-bookings.ts'
import { bookingClosesAt } from '#core/classes/rules.ts'
import { sessionClock } from '#core/schedule/rules.ts'
import { fillDueTimes } from '#core/schedule/commands/fill-sessions.ts'
import type { Db } from '#core/shared/db.ts'
import { addDays } from '#core/shared/time.ts'

/**
 * Moves all demo data some weeks into the past and runs the worker's jobs for that time: completing bookings, creating
 * sessions. Shifts stored instants, because commands use the database's clock.
 */
export async function moveIntoThePast(db: Db, weeks: number): Promise<void> {
  const days = weeks * 7
  // The earliest first: each moves to a date that the one before it has just left.
  const sessions = await db.selectFrom('classSessions').orderBy('startsAt').selectAll().execute()
  for (const session of sessions) {
    const date = addDays(session.sessionDate, -days)
    const durationMinutes = Math.round(
      (session.endsAt.getTime() - session.startsAt.getTime()) / 60_000,
    )
    const clock = sessionClock({
      date,
      time: session.startTime,
      zone: session.timeZone,
      durationMinutes,
    })
    if (!clock) continue
    const closesMinutesBefore = Math.round(
      (session.startsAt.getTime() - session.bookingClosesAt.getTime()) / 60_000,
    )
    await db
      .updateTable('classSessions')
      .set({
        sessionDate: date,
        occursOn: date,
        startsAt: clock.startsAt,
        endsAt: clock.endsAt,
        endTime: clock.endTime,
        bookingClosesAt: bookingClosesAt(clock.startsAt, session.timeZone, {
          closesMinutesBefore,
          registrationClosedDate: null,
        }),
      })
      .where('id', '=', session.id)
      .execute()
  }
  // Otherwise the demo's vendors would be new ones, whose emails say little. `addDemoPlans` says who is in a trial, and
  // has joined some days ago.
  await sql`update vendors set created_at = created_at - make_interval(days => ${days})`.execute(db)
  await sql`update referrals set created_at = created_at - make_interval(days => ${days})`.execute(
    db,
  )
  await sql`update class_times set starts_on = starts_on - ${days}::int, filled_until = filled_until - ${days}::int`.execute(
    db,
  )
  await sql`update classes set start_date = start_date - ${days}::int, created_at = created_at - make_interval(days => ${days})`.execute(
    db,
  )
  await sql`update passes set start_date = start_date - ${days}::int, expires_at = expires_at - make_interval(days => ${days}), created_at = created_at - make_interval(days => ${days})`.execute(
    db,
  )
  // Everyone booked some hours to some days before; the order stays.
  await sql`
    update bookings b set booked_at = least(s.starts_at - make_interval(hours => 3 + abs(hashtext(b.id::text)) % 200), now() - interval '20 minutes')
    from class_sessions s where s.id = b.session_id`.execute(db)
  await sql`update purchases g set created_at = (select min(b.booked_at) from bookings b where b.purchase_id = g.id)`.execute(
    db,
  )
  while ((await completePastBookings(db)) > 0) continue
  // One in eight has not paid yet.
  await sql`
    insert into payments (vendor_id, booking_id, amount_minor, currency, method, at)
    select vendor_id, id, price_minor, currency, 'cash', booked_at from bookings
    where status = 'completed' and pass_id is null and price_minor > 0 and abs(hashtext(id::text)) % 8 > 0`.execute(
    db,
  )
  while ((await fillDueTimes(db, new Date())) > 0) continue
}
