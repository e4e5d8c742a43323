import { defineJob } from '#core/shared/define-job.ts'
import { eraseClosed } from './commands/erase-closed.ts'

export const ownDataJobs = [
  defineJob({
    name: 'erase closed accounts',
    every: { hours: 1 },
    once: 'cluster',
    run: ({ db }) => eraseClosed(db, new Date()),
  }),
]
