import { defineJob } from '#core/shared/define-job.ts'
import { deleteExpired } from './commands/delete-expired.ts'
import { deleteUnconfirmed } from './commands/delete-unconfirmed.ts'
import { reseal } from '#core/shared/reseal.ts'
import { sealedKeys } from './steps/two-factor-key.ts'

export const accountJobs = [
  // The privacy policy promises to delete counts after a day; this is the longest delay.
  defineJob({
    name: 'delete expired sign-ins',
    every: { minutes: 1 },
    once: 'cluster',
    run: ({ db }) => deleteExpired(db, new Date()),
  }),
  defineJob({
    name: 'delete unconfirmed accounts',
    every: { hours: 1 },
    once: 'cluster',
    run: ({ db }) => deleteUnconfirmed(db, new Date()),
  }),
  defineJob({
    name: 'encrypt two-factor keys with the first secret key',
    every: { hours: 1 },
    once: 'cluster',
    run: (deps) => reseal(deps, sealedKeys),
  }),
]
