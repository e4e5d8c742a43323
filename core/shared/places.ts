/** A number of places, of which one owner takes only a few. Taking one returns how to leave it; null: there is none left. */
export function createPlaces(most: number, mostOfOne: number) {
  const taken = new Map<string, number>()
  let all = 0
  return (owner: string): (() => void) | null => {
    const own = taken.get(owner) ?? 0
    if (all >= most || own >= mostOfOne) return null
    all += 1
    taken.set(owner, own + 1)
    return () => {
      all -= 1
      const left = (taken.get(owner) ?? 0) - 1
      if (left > 0) taken.set(owner, left)
      else taken.delete(owner)
    }
  }
}
