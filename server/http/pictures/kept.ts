const mostKept = 200
const mostWaiting = 30

/**
 * Pictures by what stands on them. Drawn one at a time, so that a crawler cannot take the machine, and the
 * last two hundred are kept. Null: too many are waited for already.
 */
export function keptPictures<Facts>(draw: (facts: Facts) => Promise<Buffer>) {
  const kept = new Map<string, Promise<Buffer>>()
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
    const picture = known ?? drawn(facts)
    // Set again: the map's first is the one not asked for the longest.
    kept.delete(key)
    kept.set(key, picture)
    if (!known)
      picture.catch(() => {
        if (kept.get(key) === picture) kept.delete(key)
      })
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return picture
  }
}
