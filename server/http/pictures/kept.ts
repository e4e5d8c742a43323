import { LRUCache } from 'lru-cache'
import { oneAtATime } from '#core/shared/one-at-a-time.ts'

const mostKept = 200
const mostWaiting = 30

/**
 * Caches pictures by their content. Draws one at a time, so that a crawler cannot use up the machine, and keeps the last
 * two hundred. Null if too many are waiting.
 */
export function keptPictures<Facts>(draw: (facts: Facts) => Promise<Buffer>) {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: mostKept })
  const inTurn = oneAtATime(mostWaiting)

  const picture = (key: string, facts: Facts): Promise<Buffer> | null => {
    const known = kept.get(key)
    if (known) return known
    const drawn = inTurn(() => draw(facts))
    if (!drawn) return null
    kept.set(key, drawn)
    drawn.catch(() => {
      if (kept.peek(key) === drawn) kept.delete(key)
    })
    return drawn
  }
  return { has: (key: string) => kept.has(key), draw: picture }
}
