import type { Deps } from '#core/shared/deps.ts'
import { fillDueTimes } from './commands/fill-sessions.ts'

/** What runs again and again; each answers how much it did. */
export const classRounds = [{ name: 'fill sessions', everyMs: 10 * 60_000, run: fillAll }]

async function fillAll({ db }: Pick<Deps, 'db'>): Promise<number> {
  let filled = 0
  for (;;) {
    const now = await fillDueTimes(db, new Date())
    filled += now
    if (now === 0) return filled
  }
}
