import { createClass } from '#core/schedule/commands/create-class.ts'
import type { ClassForm } from '#core/classes/schema.ts'
import type { Db } from '#core/shared/db.ts'
import { addDays, addMinutes, todayIn } from '#core/shared/time.ts'
import {
  aBundle,
  type AClass,
  aClass,
  aFacility,
  aSession,
  type AVendor,
  aVendor,
  weeklySessions,
} from '#tests/support/factories.ts'
import { classForm } from '#tests/support/weekly-class.ts'
import type { Orders } from './orders.ts'
import { between, type Random } from './random.ts'

export type World = {
  vendors: AVendor[]
  /** sessions of few spots */
  small: string[]
  /** one after the other everybody wants one of these */
  hot: string[]
  /** slots of courts, with the extras of each */
  slots: Orders['slots']
  /** sessions that are paid by card */
  cards: string[]
  bundles: Orders['bundles']
  series: Orders['series']
  capacities: Record<string, number>
}

const vendorCount = 3
const hotSpots = 20
const weeks = 4

/** Vendors with automatic and manual classes; `seconds` of load decide how many sessions there are. */
export async function makeWorld(
  db: Db,
  { seconds, random }: { seconds: number; random: Random },
): Promise<World> {
  const world: World = {
    vendors: [],
    small: [],
    hot: [],
    slots: [],
    cards: [],
    bundles: [],
    series: [],
    capacities: {},
  }
  const perClass = Math.max(6, Math.round(seconds / 3))
  for (let of = 0; of < vendorCount; of++) {
    const vendor = await aVendor(db, {
      businessName: `Studio ${of + 1}`,
      // One of them takes money at the door: there are payments, and some of them are taken back.
      recordNewAsPaid: of === 0,
    })
    world.vendors.push(vendor)
    for (const confirmationMode of ['automatic', 'automatic', 'manual'] as const) {
      const small = await aClass(db, { vendor, confirmationMode })
      const sessionIds: string[] = []
      for (let n = 0; n < perClass; n++) {
        const startsAt = addMinutes(new Date(), 1440 * between(random, 3, 20) + 15 * n)
        const capacity = between(random, 3, 6)
        const { id } = await aSession(db, { class: small, capacity, startsAt })
        sessionIds.push(id)
        world.capacities[id] = capacity
      }
      world.small.push(...sessionIds)
      world.bundles.push(await sell(db, small, sessionIds))
    }
    await addCourse(db, world, { vendor, random, series: Math.max(2, Math.round(seconds / 10)) })
    await addSeries(db, world, vendor)
    await addCourt(db, world, { vendor, slots: Math.max(4, Math.round(seconds / 3)) })
    const byCard = await aClass(db, { vendor, title: 'By card', pays: 'card' })
    for (let n = 0; n < perClass; n++) {
      const startsAt = addMinutes(new Date(), 1440 * between(random, 3, 20) + 15 * n)
      const capacity = between(random, 3, 6)
      const { id } = await aSession(db, { class: byCard, capacity, startsAt })
      world.cards.push(id)
      world.capacities[id] = capacity
    }
    const sold = await aClass(db, { vendor, title: 'Sold out', maxStudents: hotSpots })
    for (let n = 0; n < Math.ceil(seconds / 12); n++) {
      const { id } = await aSession(db, { class: sold })
      world.hot.push(id)
      world.capacities[id] = hotSpots
    }
  }
  return world
}

/** A class whose weekly time goes and comes back; its first sessions are booked like others. */
async function addSeries(db: Db, world: World, vendor: AVendor): Promise<void> {
  const startDate = addDays(todayIn(vendor.timeZone, new Date()), 3)
  const times = [{ weekday: 1, startTime: '18:00', everyWeeks: 1 }]
  const created = await createClass(
    { db, settings: { plans: true } },
    vendor.id,
    seriesForm(startDate, times),
    new Date(),
  )
  if (!created.ok) throw new Error(created.reason)
  world.series.push({ classId: created.classId, startDate })
  const sessions = await db
    .selectFrom('classSessions')
    .where('classId', '=', created.classId)
    .orderBy('startsAt')
    .limit(12)
    .select(['id', 'maxStudents'])
    .execute()
  for (const { id, maxStudents: capacity } of sessions) {
    world.small.push(id)
    world.capacities[id] = capacity
  }
}

/** A court with extras: each of its slots is for one party, so most who want one come too late. */
async function addCourt(
  db: Db,
  world: World,
  { vendor, slots }: { vendor: AVendor; slots: number },
): Promise<void> {
  const court = await aFacility(db, {
    vendor,
    priceMinor: 500,
    extras: [
      { name: 'Rackets', priceMinor: 1000, per: 'slot' },
      { name: 'Ball machine', priceMinor: 1500, per: 'hour' },
    ],
  })
  const extras = court.extras.map(({ id }) => id)
  for (let n = 0; n < slots; n++) {
    const startsAt = addMinutes(new Date(), 2 * 1440 + 120 * n)
    const { id } = await aSession(db, { class: court, startsAt })
    world.slots.push({ id, priceMinor: court.priceMinor, extras })
    world.capacities[id] = 1
  }
}

/** What the vendor sends for that class. */
export function seriesForm(startDate: string, times: ClassForm['times']): ClassForm {
  return classForm({ title: 'Series', maxStudents: 4, startDate, times })
}

/** Weekly sessions at several times of day, for bundles whose dates the page plans. */
async function addCourse(
  db: Db,
  world: World,
  { vendor, random, series }: { vendor: AVendor; random: Random; series: number },
): Promise<void> {
  const course = await aClass(db, { vendor, title: 'Course' })
  const sessionIds: string[] = []
  for (let n = 0; n < series; n++) {
    const sessions = await weeklySessions(db, course, {
      date: addDays(todayIn(vendor.timeZone, new Date()), between(random, 3, 9)),
      // No two of them start together.
      time: `${String(8 + (n % 12)).padStart(2, '0')}:${String((n % 2) * 30 + Math.floor(n / 12)).padStart(2, '0')}`,
      capacities: Array.from({ length: weeks }, () => between(random, 4, 8)),
    })
    for (const { id, maxStudents } of sessions) {
      sessionIds.push(id)
      world.capacities[id] = maxStudents
    }
  }
  world.small.push(...sessionIds)
  world.bundles.push(await sell(db, course, sessionIds))
}

async function sell(db: Db, of: AClass, sessionIds: string[]) {
  const { id, priceMinor, sessionCount } = await aBundle(db, {
    class: of,
    sessionCount: weeks,
    expiryDays: 365,
  })
  const { id: classId, priceMinor: spotPriceMinor } = of
  return { id, classId, priceMinor, spotPriceMinor, count: sessionCount, sessionIds }
}
