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

  return (key: string, facts: Facts): Promise<Buffer> | null => {
    const known = kept.get(key)
    if (known) return known
    const picture = inTurn(() => draw(facts))
    if (!picture) return null
    kept.set(key, picture)
    picture.catch(() => {
      if (kept.peek(key) === picture) kept.delete(key)
    })
    return picture
  }
}
