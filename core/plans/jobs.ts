import { defineJob } from '#core/shared/define-job.ts'
import { endOverdue } from './commands/end-overdue.ts'

export const planJobs = [
  defineJob({
    name: 'end overdue subscriptions',
    every: { minutes: 10 },
    once: 'cluster',
    run: ({ db }) => endOverdue(db),
  }),
]
