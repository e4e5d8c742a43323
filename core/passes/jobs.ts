import { defineJob } from '#core/shared/define-job.ts'
import { expireCredits } from './steps/credits.ts'

export const passJobs = [
  defineJob({
    name: 'expire credits',
    every: { minutes: 1 },
    once: 'cluster',
    run: ({ db }) => expireCredits(db),
  }),
]
