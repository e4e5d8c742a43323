import { defineJob } from '#core/shared/define-job.ts'
import type { Deps } from '#core/shared/deps.ts'
import { drainOutbox } from './commands/relay-outbox.ts'
import { type Subscriber, subscriberTasks } from './define-subscriptions.ts'
import { forgetFailedJobs } from './queries.ts'

/** The event jobs of the queue, by name. */
export function eventTasks(deps: Deps, subscribers: readonly Subscriber[]) {
  return subscriberTasks(deps, subscribers)
}

export function eventJobs(subscribers: readonly Subscriber[]) {
  return [
    defineJob({
      name: 'relay events',
      every: { milliseconds: 100 },
      once: 'process',
      run: ({ db }) => drainOutbox(db, subscribers),
    }),
    defineJob({
      name: 'forget failed jobs',
      every: { minutes: 1440 },
      once: 'cluster',
      run: ({ db }) => forgetFailedJobs(db),
    }),
  ]
}
