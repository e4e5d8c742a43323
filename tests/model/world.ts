import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { ClassForm } from '#core/classes/schema.ts'
import type { Seen } from '#core/bookings/rules/seen.ts'
import { addDays, addMinutes, wallClockOf, weekdayOf } from '#core/shared/time.ts'
import {
  aBooking,
  aBundle,
  type AClass,
  aClass,
  aSession,
  type AVendor,
  aVendor,
} from '#tests/support/factories.ts'
import { zoneWhereItIs } from '#tests/support/bookings.ts'
import { openForm } from '#tests/support/weekly-class.ts'
import { at, contacts, type Known, regular } from './known.ts'

/** By day: at night the waits pause. And its clock never changes; what both do has tests of its own. */
export const zone = zoneWhereItIs(10)
export const durationMinutes = 60
/** less than what two sessions cost */
export const bundlePriceMinor = 2500
const elsewhere = { capacity: 20, startStep: 2880 }
/** of each class; a session with just as many spots follows it */
export const classCapacity = 3

/** What the forms of a page say that it showed. */

/** What a run starts from; a session starts so many steps of five minutes ahead. */
export type Plan = {
  noticeMinutes: number
  mostSpots: number
  manualClosesMinutesBefore: number
  requestMinutes: number
  sessions: readonly { ofClass: number; startStep: number; capacity: number }[]
  /** the first session of the automatic class's weekly time */
  weekly: { startStep: number; capacity: number }
  regularSpots: number
  /** what the automatic and the manual class sell */
  bundles: readonly BundlePlan[]
}
export type BundlePlan = {
  sessionCount: number
  expiryDays: number
  expiryStarts: 'purchase' | 'first_session'
}

const weekSteps = (7 * 1440) / 5
const bundlePlan = fc.record({
  sessionCount: fc.integer({ min: 2, max: 3 }),
  expiryDays: fc.constantFrom(1, 2, 2, 30),
  expiryStarts: fc.constantFrom('purchase' as const, 'first_session' as const),
})

const sessionsOf = (ofClass: number, mostCapacity: number) =>
  fc.uniqueArray(
    fc.record({
      ofClass: fc.constant(ofClass),
      startStep: fc.constantFrom(1, 8, 8, 24, 60, 300, 900, 8 + weekSteps, 300 + weekSteps),
      capacity: fc.integer({ min: 1, max: mostCapacity }),
    }),
    // Two sessions of a class never start together.
    { minLength: 3, maxLength: 5, selector: ({ startStep }) => startStep },
  )

export const planOf = (mostCapacity: number) =>
  fc.record({
    noticeMinutes: fc.constantFrom(60, 720),
    mostSpots: fc.constantFrom(4, 4, 4, 4, 2),
    manualClosesMinutesBefore: fc.constantFrom(0, 30),
    requestMinutes: fc.constantFrom(10, 60, 60),
    sessions: fc
      .tuple(sessionsOf(0, mostCapacity), sessionsOf(1, mostCapacity))
      .map(([automatic, manual]) => [...automatic, ...manual]),
    weekly: fc.record({
      startStep: fc.constantFrom(8, 60, 300, 900),
      capacity: fc.integer({ min: 1, max: mostCapacity }),
    }),
    regularSpots: fc.integer({ min: 12, max: 20 }),
    bundles: fc.tuple(bundlePlan, bundlePlan),
  })

const weeks = 3

/** All sessions of a run. */
export function sessionsIn({ sessions, weekly: { startStep, capacity } }: Plan) {
  const alone = { isWeekly: false }
  const weekly = Array.from({ length: weeks }, (_none, week) => startStep + week * weekSteps)
  return [
    ...sessions
      .filter(({ ofClass, startStep: step }) => ofClass !== 0 || !weekly.includes(step))
      .map((session) => ({ ...session, ...alone })),
    ...weekly.map((step) => ({
      ofClass: 0,
      startStep: step,
      capacity,
      isWeekly: true,
    })),
    { ofClass: 2, ...elsewhere, ...alone },
  ]
}

export type World = {
  deps: Deps
  vendor: AVendor
  stranger: AVendor
  classIds: string[]
  /** of the classes that sell one */
  bundleIds: string[]
  known: Known
  pages: Seen[]
  /** the form of each class as it was opened first */
  forms: ClassForm[]
  /** the whole minute it began in: what the model calls half a minute after 0 */
  begun: Date
}

/** Steps of time are whole multiples of five minutes; a start lies half-way between two, so that no run is slow enough to meet it. */
export const minutesOf = (startStep: number) => startStep * 5 + 2.5

/**
 * The vendor's automatic class (0), its manual one (1), and one elsewhere (2) whose only session holds the
 * regular customer's spots. Removes the world before it: the worker's rounds reach everything there is.
 */
export async function buildWorld(deps: Deps, stranger: AVendor, plan: Plan): Promise<World> {
  const { db } = deps
  await sql`truncate purchases, contacts, outbox, audit_log, classes cascade`.execute(db)
  await db.deleteFrom('vendors').where('id', '<>', stranger.id).execute()
  const vendor = await aVendor(db, {
    noticeMinutes: plan.noticeMinutes,
    maxSpotsPerBooking: plan.mostSpots,
    timeZone: zone,
  })
  const classes = [
    await aClass(db, { vendor, maxStudents: classCapacity }),
    await aClass(db, {
      vendor,
      maxStudents: classCapacity,
      confirmationMode: 'manual',
      confirmationTimeoutMinutes: plan.requestMinutes,
      closesMinutesBefore: plan.manualClosesMinutesBefore,
    }),
    await aClass(db, { vendor }),
  ]
  const bundleIds: string[] = []
  for (const [index, bundle] of plan.bundles.entries()) {
    const { id } = await aBundle(db, {
      class: at(classes, index),
      sessionCount: bundle.sessionCount,
      expiryDays: bundle.expiryDays,
      expiryStarts: bundle.expiryStarts,
      bundlePriceMinor: bundlePriceMinor,
    })
    bundleIds.push(id)
  }
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const made = []
  const starting = (startStep: number) => addMinutes(minute, startStep * 5 + 3)
  const classTimeId = await aWeeklyTime(db, at(classes, 0), starting(plan.weekly.startStep))
  for (const { ofClass, startStep, capacity, isWeekly } of sessionsIn(plan)) {
    // Whole minutes, as forms write them: half a minute more or less than the plan says.
    const startsAt = starting(startStep)
    const closes = ofClass === 1 ? plan.manualClosesMinutesBefore : 0
    const occursOn = wallClockOf(startsAt, vendor.timeZone).date
    made.push({
      ofClass,
      isWeekly,
      ...(await aSession(db, {
        class: at(classes, ofClass),
        startsAt,
        capacity,
        bookingClosesAt: addMinutes(startsAt, -closes),
        ...(isWeekly && { classTimeId, occursOn }),
      })),
    })
  }
  const held = await aBooking(db, {
    session: at(made, made.length - 1),
    spots: plan.regularSpots,
    customer: { email: at(contacts, regular).email },
  })
  const pages: Seen[] = []
  return {
    deps,
    vendor,
    stranger,
    classIds: classes.map(({ id }) => id),
    bundleIds,
    begun: minute,
    pages,
    forms: await Promise.all(classes.map(({ id }) => openForm(db, { vendor, classId: id }))),
    known: {
      sessions: made.map(({ id, ofClass, isWeekly }) => ({ id, ofClass, isWeekly })),
      groups: [
        {
          id: held.purchaseId,
          ofClass: 2,
          order: null,
          bought: null,
          spots: [...held.bookingIds.keys()],
        },
      ],
      spots: held.bookingIds.map((id) => ({ id, ofClass: 2 })),
      passes: [],
      pages,
      sent: [],
    },
  }
}

/** A weekly time with a session in each week; the worker makes no more of them. */
async function aWeeklyTime(db: Db, { id, vendor }: AClass, startsAt: Date): Promise<string> {
  const first = wallClockOf(startsAt, vendor.timeZone)
  const endsOn = addDays(first.date, 7 * (weeks - 1))
  const made = await db
    .insertInto('classTimes')
    .values({
      classId: id,
      vendorId: vendor.id,
      weekday: weekdayOf(first.date),
      startTime: first.time,
      startsOn: first.date,
      endsOn,
      startsWithClass: false,
      endsWithClass: false,
      filledUntil: endsOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Time passes: every stored instant moves into the past. */
export async function letTimePass(db: Db, minutes: number): Promise<void> {
  const passed = sql`make_interval(mins => ${minutes})`
  // A date of a weekly time is a day with the start of that time.
  const day = (date: string) => sql`(${sql.ref(date)} + t.start_time - ${passed})::date`
  await sql`
    update class_sessions s set occurs_on = ${day('s.occurs_on')}
    from class_times t where t.id = s.class_time_id`.execute(db)
  await sql`
    update class_times t set
      starts_on = ${day('t.starts_on')}, ends_on = ${day('t.ends_on')}, filled_until = ${day('t.filled_until')},
      weekday = extract(isodow from ${day('t.starts_on')}), start_time = t.start_time - ${passed}`.execute(
    db,
  )
  await sql`
    update class_sessions set
      session_date = ((starts_at - ${passed}) at time zone time_zone)::date,
      start_time = ((starts_at - ${passed}) at time zone time_zone)::time,
      end_time = ((ends_at - ${passed}) at time zone time_zone)::time,
      starts_at = starts_at - ${passed}, ends_at = ends_at - ${passed},
      booking_closes_at = booking_closes_at - ${passed}, cancelled_at = cancelled_at - ${passed},
      created_at = created_at - ${passed}, updated_at = updated_at - ${passed}`.execute(db)
  await sql`
    update bookings set booked_at = booked_at - ${passed}, expires_at = expires_at - ${passed},
      confirmed_at = confirmed_at - ${passed}, ended_at = ended_at - ${passed},
      deleted_at = deleted_at - ${passed}, updated_at = updated_at - ${passed}`.execute(db)
  await sql`update purchases set created_at = created_at - ${passed}, updated_at = updated_at - ${passed}`.execute(
    db,
  )
  await sql`update passes set expires_at = expires_at - ${passed}`.execute(db)
  await sql`update seat_ledger set at = at - ${passed}`.execute(db)
  await sql`update outbox set created_at = created_at - ${passed}`.execute(db)
}
