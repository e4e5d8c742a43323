import { defineJob } from '#core/shared/define-job.ts'
import { deleteExpired } from './commands/delete-expired.ts'

export const accountJobs = [
  // The privacy policy promises an hour, which no count outlives by more than this.
  defineJob({
    name: 'delete expired sign-ins',
    every: { minutes: 1 },
    once: 'cluster',
    run: ({ db }) => deleteExpired(db, new Date()),
  }),
]
