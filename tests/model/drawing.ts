import fc from 'fast-check'
import type { Call } from './actions.ts'
import { at, type Known, latest } from './known.ts'

/** A drawn action; `call` finds its targets, null when there are none yet. `key` is for a new purchase. */
export type Action = {
  text: string
  call: (known: Known, key: string) => Call | null
  [fc.toStringMethod]: () => string
}

export const pick = fc.nat(11)
export const picks = fc.array(pick, { minLength: 1, maxLength: 3 })
export const anyClass = fc.nat(7).map((drawn) => drawn === 7)
export const member = fc.oneof(
  { weight: 12, arbitrary: fc.constant('owner' as const) },
  { weight: 1, arbitrary: fc.constant('stranger' as const) },
)

/** Mostly a page that was opened, half of the time the latest. */
export const anyPage = fc.option(fc.oneof(fc.constant(0), pick), { freq: 3 })
export const pageAt = (pages: readonly object[], drawn: number | null) =>
  drawn === null || pages.length === 0 ? null : latest(pages.length, drawn)

export function action<Drawn>(
  name: string,
  drawn: fc.Arbitrary<Drawn>,
  call: (drawn: Drawn, known: Known, key: string) => Call | null,
): fc.Arbitrary<Action> {
  return drawn.map((values) => {
    const text = `${name} ${JSON.stringify(values)}`
    return {
      text,
      call: (known, key) => call(values, known, key),
      [fc.toStringMethod]: () => text,
    }
  })
}

export const distinct = (indexes: number[]) => [...new Set(indexes)]
export const spotsAt = (known: Known, from: readonly number[]) =>
  distinct(from.map((one) => latest(known.spots.length, one)))
export const within = (spots: readonly number[], from: readonly number[]) =>
  distinct(from.map((one) => at(spots, one % spots.length)))

/** Mostly another session of the same class: into another class nothing moves. */
export function target(
  { sessions }: Known,
  { ofClass, from }: { ofClass: number; from: number | null },
  to: number,
  any: boolean,
): number {
  const others = [...sessions.keys()].filter(
    (index) => at(sessions, index).ofClass === ofClass && index !== from,
  )
  return any || others.length === 0 ? to % sessions.length : at(others, to % others.length)
}
