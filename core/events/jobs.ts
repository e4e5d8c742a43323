import { defineJob } from '#core/shared/define-job.ts'
import type { Deps } from '#core/shared/deps.ts'
import { eventNames } from './catalogue.ts'
import { keepSubscriptions } from './commands/keep-subscriptions.ts'
import { drainOutbox, relayOldJob } from './commands/relay-outbox.ts'
import { eventJobSchema, type Subscriber, subscriberTasks } from './define-subscriptions.ts'
import { countUnknownEvents, forgetFailedJobs } from './queries.ts'

/** The event jobs of the queue, by name. */
export function eventTasks(deps: Deps, subscribers: readonly Subscriber[]) {
  const relayOld = (job: unknown) => relayOldJob(deps.db, subscribers, eventJobSchema.parse(job))
  return {
    // Names of the previous version, whose workers and jobs may still exist during an update.
    ...Object.fromEntries(eventNames.map((name) => [`deliver_event:${name}`, relayOld])),
    deliver_event: relayOld,
    ...subscriberTasks(deps, subscribers),
  }
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
      name: 'keep subscriptions',
      every: { minutes: 1 },
      once: 'process',
      run: ({ db }) => keepSubscriptions(db, subscribers),
    }),
    defineJob({
      name: 'forget failed jobs',
      every: { minutes: 1440 },
      once: 'cluster',
      run: ({ db }) => forgetFailedJobs(db),
    }),
    // Runs in every worker, because workers may know different events.
    defineJob({
      name: 'report unknown events',
      every: { minutes: 10 },
      once: 'process',
      run: reportUnknownEvents,
    }),
  ]
}

async function reportUnknownEvents({ db, log }: Deps): Promise<number> {
  const unknown = await countUnknownEvents(db)
  if (unknown > 0)
    log.error(
      { unknown },
      'events with unknown names are waiting in the outbox: is this worker outdated?',
    )
  return 0
}
