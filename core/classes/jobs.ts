import { defineJob } from '#core/shared/define-job.ts'
import type { Deps } from '#core/shared/deps.ts'
import { deleteFormKeys } from '#core/shared/make-once.ts'
import { fillDueTimes } from './commands/fill-sessions.ts'
import { refreshSearchWords } from './commands/refresh-search-words.ts'

const monthMs = 30 * 24 * 60 * 60_000

export const classJobs = [
  defineJob({ name: 'fill sessions', every: { minutes: 10 }, once: 'cluster', run: fillAll }),
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

async function fillAll({ db }: Pick<Deps, 'db'>): Promise<number> {
  let filled = 0
  for (;;) {
    const now = await fillDueTimes(db, new Date())
    filled += now
    if (now === 0) return filled
  }
}
