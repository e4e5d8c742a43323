/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export type Random = () => number

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A whole number, both ends included. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1))
}

export function pick<Item>(random: Random, items: readonly Item[]): Item | undefined {
  return items[Math.floor(random() * items.length)]
}

/** One of the names, each as often as its weight says. */
export function weighted<Name extends string>(
  random: Random,
  weights: Readonly<Record<Name, number>>,
): Name | undefined {
  const names = namesOf(weights)
  let left = random() * names.reduce((sum, name) => sum + weights[name], 0)
  return names.find((name) => (left -= weights[name]) < 0) ?? names.at(-1)
}

function namesOf<Name extends string>(weights: Readonly<Record<Name, number>>): Name[] {
  const known = (name: string): name is Name => name in weights
  return Object.keys(weights).filter(known)
}

export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}
