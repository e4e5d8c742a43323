import fc from 'fast-check'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addMinutes } from '#core/shared/time.ts'
import {
  aBooking,
  aBundle,
  aClass,
  aSession,
  type AVendor,
  aVendor,
} from '#tests/support/factories.ts'
import { at, contacts, type Known, regular } from './known.ts'

export const durationMinutes = 60
/** less than what two sessions cost */
export const bundlePriceMinor = 2500
export const elsewhere = { capacity: 20, startStep: 2880 } as const

/** What a run starts from; a session starts so many steps of five minutes ahead. */
export type Plan = {
  noticeMinutes: number
  mostSpots: number
  manualClosesMinutesBefore: number
  requestMinutes: number
  sessions: readonly { ofClass: number; startStep: number; capacity: number }[]
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
  fc.array(
    fc.record({
      ofClass: fc.constant(ofClass),
      startStep: fc.constantFrom(1, 8, 8, 24, 60, 300, 900, 8 + weekSteps, 300 + weekSteps),
      capacity: fc.integer({ min: 1, max: mostCapacity }),
    }),
    { minLength: 3, maxLength: 5 },
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
    regularSpots: fc.integer({ min: 12, max: 20 }),
    bundles: fc.tuple(bundlePlan, bundlePlan),
  })

export type World = {
  deps: Deps
  vendor: AVendor
  stranger: AVendor
  classIds: string[]
  /** of the classes that sell one */
  bundleIds: string[]
  known: Known
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
  await sql`truncate booking_groups, outbox, audit_log, classes cascade`.execute(db)
  await db.deleteFrom('vendors').where('id', '<>', stranger.id).execute()
  const vendor = await aVendor(db, {
    noticeMinutes: plan.noticeMinutes,
    maxSpotsPerBooking: plan.mostSpots,
    // A zone whose clock never changes: what clock changes do has tests of its own.
    timeZone: 'Asia/Kolkata',
    plan: 'professional',
  })
  const classes = [
    await aClass(db, { vendor }),
    await aClass(db, {
      vendor,
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
  const wanted = [...plan.sessions, { ofClass: 2, ...elsewhere }]
  for (const { ofClass, startStep, capacity } of wanted) {
    // Whole minutes, as forms write them: half a minute more or less than the plan says.
    const startsAt = addMinutes(minute, startStep * 5 + 3)
    const closes = ofClass === 1 ? plan.manualClosesMinutesBefore : 0
    made.push({
      ofClass,
      ...(await aSession(db, {
        class: at(classes, ofClass),
        startsAt,
        capacity,
        bookingClosesAt: addMinutes(startsAt, -closes),
      })),
    })
  }
  const held = await aBooking(db, {
    session: at(made, made.length - 1),
    spots: plan.regularSpots,
    customer: { email: at(contacts, regular).email },
  })
  return {
    deps,
    vendor,
    stranger,
    classIds: classes.map(({ id }) => id),
    bundleIds,
    begun: minute,
    known: {
      sessions: made.map(({ id, ofClass }) => ({ id, ofClass })),
      groups: [
        {
          id: held.groupId,
          ofClass: 2,
          order: null,
          bought: null,
          spots: [...held.bookingIds.keys()],
        },
      ],
      spots: held.bookingIds.map((id) => ({ id, ofClass: 2 })),
      packs: [],
    },
  }
}

/** Time passes: every stored instant moves into the past. */
export async function letTimePass(db: Db, minutes: number): Promise<void> {
  const passed = sql`make_interval(mins => ${minutes})`
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
  await sql`update booking_groups set created_at = created_at - ${passed}, updated_at = updated_at - ${passed}`.execute(
    db,
  )
  await sql`update entitlements set expires_at = expires_at - ${passed}`.execute(db)
  await sql`update seat_ledger set at = at - ${passed}`.execute(db)
  await sql`update outbox set created_at = created_at - ${passed}`.execute(db)
}
