import { defineJob } from '#core/shared/define-job.ts'
import { deleteExpired } from './commands/delete-expired.ts'

export const accountJobs = [
  // The privacy policy promises to delete counts after an hour; this is the longest delay.
  defineJob({
    name: 'delete expired sign-ins',
    every: { minutes: 1 },
    once: 'cluster',
    run: ({ db }) => deleteExpired(db, new Date()),
  }),
]
