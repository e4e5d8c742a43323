import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { exitWithParent } from '#server/children.ts'

const ordersSchema = z.object({
  folder: z.string(),
  seed: z.number(),
  databaseUrl: z.string(),
  origins: z.array(z.string()),
  small: z.array(z.string()),
  hot: z.array(z.string()),
  /** sessions that are paid by card */
  cards: z.array(z.string()),
  /** slots of courts, and what can be booked with each */
  slots: z.array(z.object({ id: z.string(), priceMinor: z.number(), extras: z.array(z.string()) })),
  /** classes with a weekly time, from this day on */
  series: z.array(z.object({ classId: z.string(), startDate: z.string() })),
  bundles: z.array(
    z.object({
      id: z.string(),
      classId: z.string(),
      priceMinor: z.number(),
      /** of one session without the bundle */
      spotPriceMinor: z.number(),
      count: z.number(),
      /** all of its class, in the order of time */
      sessionIds: z.array(z.string()),
    }),
  ),
})

/** Instructions from the harness to the load generators. */
export type Orders = z.output<typeof ordersSchema>

export type Load = {
  orders: Orders
  /** True: no new requests; only finish those in progress. */
  isDraining(): boolean
  /** True: stop without waiting for missing responses. */
  isOver(): boolean
}

const patienceMs = 90_000

/** Called first in a process of load: reads its orders and listens for the end. */
export function takeOrders(): Load {
  exitWithParent()
  let drainingSince: number | null = null
  process.on('message', () => (drainingSince ??= Date.now()))
  const file = process.argv[2] ?? ''
  return {
    orders: ordersSchema.parse(JSON.parse(readFileSync(file, 'utf8'))),
    isDraining: () => drainingSince !== null,
    isOver: () => drainingSince !== null && Date.now() - drainingSince > patienceMs,
  }
}
