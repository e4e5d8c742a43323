import type { Db } from '#core/shared/db.ts'
import { addMinutes } from '#core/shared/time.ts'
import { aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { between, type Random } from './random.ts'

export type World = {
  /** sessions of few spots */
  small: string[]
  /** one after the other everybody wants one of these */
  hot: string[]
  capacities: Record<string, number>
}

const vendors = 3
const hotSpots = 20

/** Vendors with automatic and manual classes; `seconds` of load decide how many sessions there are. */
export async function makeWorld(
  db: Db,
  { seconds, random }: { seconds: number; random: Random },
): Promise<World> {
  const world: World = { small: [], hot: [], capacities: {} }
  const perClass = Math.max(6, Math.round(seconds / 3))
  for (let of = 0; of < vendors; of++) {
    const vendor = await aVendor(db, { business_name: `Studio ${of + 1}` })
    for (const confirmation_mode of ['automatic', 'automatic', 'manual'] as const) {
      const small = await aClass(db, { vendor, confirmation_mode })
      for (let n = 0; n < perClass; n++) {
        const startsAt = addMinutes(new Date(), 1440 * between(random, 3, 20) + 15 * n)
        const capacity = between(random, 3, 6)
        const { id } = await aSession(db, { class: small, capacity, startsAt })
        world.small.push(id)
        world.capacities[id] = capacity
      }
    }
    const sold = await aClass(db, { vendor, title: 'Sold out', max_students: hotSpots })
    for (let n = 0; n < Math.ceil(seconds / 12); n++) {
      const { id } = await aSession(db, { class: sold })
      world.hot.push(id)
      world.capacities[id] = hotSpots
    }
  }
  return world
}
