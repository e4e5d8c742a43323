import { defineJob } from '#core/shared/define-job.ts'
import type { Deps } from '#core/shared/deps.ts'
import { fillDueTimes } from './commands/fill-sessions.ts'

export const scheduleJobs = [
  defineJob({ name: 'fill sessions', every: { minutes: 10 }, once: 'cluster', run: fillAll }),
]

async function fillAll({ db }: Pick<Deps, 'db'>): Promise<number> {
  let filled = 0
  for (;;) {
    const now = await fillDueTimes(db, new Date())
    filled += now
    if (now === 0) return filled
  }
}
