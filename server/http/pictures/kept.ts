import { LRUCache } from 'lru-cache'

const mostKept = 200
const mostWaiting = 30

/**
 * Caches pictures by their content. Draws one at a time, so that a crawler cannot use up the machine, and keeps the last
 * two hundred. Null if too many are waiting.
 */
export function keptPictures<Facts>(draw: (facts: Facts) => Promise<Buffer>) {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: mostKept })
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  function drawn(facts: Facts): Promise<Buffer> {
    waiting += 1
    const picture = last.then(() => draw(facts)).finally(() => (waiting -= 1))
    last = picture.catch(() => null)
    return picture
  }

  return (key: string, facts: Facts): Promise<Buffer> | null => {
    const known = kept.get(key)
    if (!known && waiting >= mostWaiting) return null
    if (known) return known
    const picture = drawn(facts)
    kept.set(key, picture)
    picture.catch(() => {
      if (kept.peek(key) === picture) kept.delete(key)
    })
    return picture
  }
}
