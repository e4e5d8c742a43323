import { defineJob } from '#core/shared/define-job.ts'
import { deleteFormKeys } from '#core/shared/make-once.ts'
import { refreshSearchWords } from './commands/refresh-search-words.ts'

const monthMs = 30 * 24 * 60 * 60_000

export const classJobs = [
  defineJob({
    name: 'refresh search words',
    every: { minutes: 15 },
    once: 'cluster',
    run: ({ db }) => refreshSearchWords(db),
  }),
  defineJob({
    name: 'delete old form keys',
    every: { hours: 24 },
    once: 'cluster',
    run: ({ db }) => deleteFormKeys(db, new Date(Date.now() - monthMs)),
  }),
]
