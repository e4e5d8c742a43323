import type { Deps } from '#core/shared/deps.ts'
import { fillDueTimes } from './commands/fill-sessions.ts'
import { refreshSearchWords } from './commands/refresh-search-words.ts'

/** What runs again and again; each answers how much it did. */
export const classRounds = [
  { name: 'fill sessions', everyMs: 10 * 60_000, run: fillAll },
  { name: 'refresh search words', everyMs: 15 * 60_000, run: refreshWords },
]

async function fillAll({ db }: Pick<Deps, 'db'>): Promise<number> {
  let filled = 0
  for (;;) {
    const now = await fillDueTimes(db, new Date())
    filled += now
    if (now === 0) return filled
  }
}

async function refreshWords({ db }: Pick<Deps, 'db'>): Promise<number> {
  return refreshSearchWords(db)
}
