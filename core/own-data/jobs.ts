import { defineJob } from '#core/shared/define-job.ts'
import { endClosed } from './commands/end-closed.ts'
import { eraseClosed } from './commands/erase-closed.ts'

export const ownDataJobs = [
  defineJob({
    name: 'end what is booked with closed accounts',
    every: { seconds: 10 },
    once: 'cluster',
    run: ({ db }) => endClosed(db),
  }),
  defineJob({
    name: 'erase closed accounts',
    every: { hours: 1 },
    once: 'cluster',
    run: ({ db }) => eraseClosed(db, new Date()),
  }),
]
