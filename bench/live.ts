import { z } from 'zod'
import { startChild } from '#server/children.ts'

const fanoutSchema = z.object({
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
  missed: z.number(),
  noticesPerSecond: z.number(),
  bookings: z.number(),
  openMs: z.number(),
})

const streams = 2000
const perSecond = 20

/**
 * Two thousand open pages on one session that is booked twenty times a second: how long, in ms, from the answer to a
 * booking until each page is updated. `child` runs a program to its end, the job on its
 * standard input, and answers what it printed.
 */
export async function liveFanout(given: {
  workerEnv: NodeJS.ProcessEnv
  sessionId: string
  seconds: number
  startWeb: (env: NodeJS.ProcessEnv) => Promise<{ origin: string; stop(): Promise<void> }>
  child: (file: string, job: object) => Promise<unknown>
}) {
  const web = await given.startWeb({ TRUSTED_PROXIES: '1' })
  const worker = startChild({ name: 'worker', file: 'server/worker.ts', env: given.workerEnv })
  try {
    const { origin } = web
    const { sessionId, seconds } = given
    const job = { origin, sessionId, seconds, streams, perSecond }
    const seen = fanoutSchema.parse(await given.child('bench/streams.ts', job))
    const missed = seen.missed > 0 ? `, ${seen.missed} never told` : ''
    return {
      name: 'live_fanout',
      value: seen.p95,
      unit: `ms p95, ${streams} streams, ${perSecond} bookings/s, ${seen.noticesPerSecond.toFixed(1)} notices/s each${missed}`,
      reference: null,
      ratio: null,
      p50: seen.p50,
      p99: seen.p99,
    }
  } finally {
    await worker.stop()
    await web.stop()
  }
}
