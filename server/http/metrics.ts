import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { countFailedJobs } from '#core/events/queries.ts'
import { countHeld } from '#core/messages/queries/delayed.ts'
import { budgets } from '#core/messages/rules/budgets.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { LiveSpots } from './live.ts'

export function createMetrics({ db }: Pick<Deps, 'db'>, live: LiveSpots | undefined) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the response started',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  registry.registerMetric(
    new Gauge({
      name: 'live_streams',
      help: 'Open pages that receive live spot counts',
      registers: [],
      collect() {
        this.set(live?.counts().streams ?? 0)
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'jobs_failed',
      help: 'Jobs that failed and will not be retried',
      registers: [],
      async collect() {
        // Unknown while the database is away: the other figures are wanted then too.
        this.set(await countFailedJobs(db).catch(() => NaN))
      },
    }),
  )
  registry.registerMetric(
    new Gauge({
      name: 'messages_delayed',
      help: 'Messages waiting because a budget is used up',
      labelNames: ['budget'],
      registers: [],
      async collect() {
        const held = await countHeld(db).catch(() => null)
        for (const budget of budgets) this.set({ budget }, held ? (held.get(budget) ?? 0) : NaN)
      },
    }),
  )
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    seen(method: string, status: number, duration: number) {
      requests.inc({ method, status })
      seconds.observe(duration)
    },
  }
}
