import { defineJob } from '#core/shared/define-job.ts'
import { activateReferrals } from './commands/activate-referrals.ts'

export const referralJobs = [
  defineJob({
    name: 'activate referrals',
    every: { hours: 1 },
    once: 'cluster',
    run: activateReferrals,
  }),
]
