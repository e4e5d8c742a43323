import { bookBundle, type BookBundle } from '#core/bookings/commands/book-bundle.ts'
import { listPassesOfPurchase } from '#core/passes/queries.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addDays, todayIn } from '#core/shared/time.ts'
import { aBundle, aClass, aVendor, weeklySessions } from './factories.ts'

const zone = 'Europe/Berlin'
export const inDays = (days: number) => addDays(todayIn(zone, new Date()), days)

type Wish = {
  capacities?: readonly (number | null)[]
  bundle?: NonNullable<Parameters<typeof aBundle>[1]>
  vendor?: NonNullable<Parameters<typeof aVendor>[1]>
  of?: NonNullable<Parameters<typeof aClass>[1]>
}

/** A class with a session in each of five weeks, and a bundle of five sessions. */
export async function aSeries(
  db: Db,
  { capacities = [10, 10, 10, 10, 10], bundle = {}, vendor = {}, of = {} }: Wish = {},
) {
  const owner = await aVendor(db, vendor)
  const yoga = await aClass(db, { vendor: owner, ...of })
  const sessions = await weeklySessions(db, yoga, { date: inDays(3), capacities })
  return { owner, yoga, sessions, bundle: await aBundle(db, { class: yoga, ...bundle }) }
}

export const ids = (sessions: readonly { id: string }[]) => sessions.map(({ id }) => id)

/** Carla's order of a bundle with these dates. */
export function order(
  bundle: { id: string; priceMinor: number },
  sessions: readonly { id: string }[],
  more: Partial<BookBundle> = {},
): BookBundle {
  return {
    bundleId: bundle.id,
    sessionIds: ids(sessions),
    name: 'Carla',
    contact: 'carla@example.com',
    leaveRest: false,
    seen: { priceMinor: bundle.priceMinor },
    idempotencyKey: crypto.randomUUID(),
    accepted: [],
    language: 'en',
    network: null,
    ...more,
  }
}

export async function bought(deps: Deps, input: BookBundle) {
  const booked = await bookBundle(deps, input)
  if (!booked.ok) throw new Error(booked.reason)
  return booked.purchase
}

/** The bundle that a purchase bought. */
export async function passOf(db: Db, purchaseId: string) {
  const [pass] = await listPassesOfPurchase(db, purchaseId)
  if (!pass) throw new Error('no pass')
  return pass
}

/** How many spots of a session are taken. */
export async function booked(db: Db, sessionId: string) {
  const row = await db
    .selectFrom('classSessions')
    .where('id', '=', sessionId)
    .select('currentStudents')
    .executeTakeFirstOrThrow()
  return row.currentStudents
}
