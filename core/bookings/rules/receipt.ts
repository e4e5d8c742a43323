import type { LocalDate } from '#core/shared/time.ts'

export const paymentMethods = ['door', 'cash', 'bank', 'card', 'correction', 'given'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Money of one day that came or went one way, in minor units. `given`: with a spot that somebody else had paid for. */
export type Moved = { day: LocalDate; method: PaymentMethod; minor: number }

/**
 * What is left of payments once mistakes are taken out, by day: less for a booking or bundle comes off its latest payment of the
 * same way, then of any other way, of a card last. The sum stays the same.
 */
export function withoutMistakes(rows: readonly (Moved & { id: string })[]): Moved[] {
  const left = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(leftOfOne)
  return sumsOf(left).toSorted(byDay)
}

const byDay = (one: Moved, other: Moved) =>
  one.day.localeCompare(other.day) ||
  paymentMethods.indexOf(one.method) - paymentMethods.indexOf(other.method)

function leftOfOne(rows: readonly Moved[]): Moved[] {
  const sums = sumsOf(rows)
  const kept = sums
    .filter(({ minor }) => minor > 0)
    .toSorted(byDay)
    .toReversed()
  for (const less of sums.filter(({ minor }) => minor < 0)) {
    const sameFirst = kept.toSorted(
      (one, other) =>
        Number(other.method === less.method) - Number(one.method === less.method) ||
        Number(isSure(one)) - Number(isSure(other)),
    )
    let rest = -less.minor
    for (const one of sameFirst) {
      const part = Math.min(rest, one.minor)
      one.minor -= part
      rest -= part
    }
  }
  return kept.filter(({ minor }) => minor > 0)
}

/** Stripe has taken what a card paid, whatever else was mistyped. */
const isSure = ({ method }: Moved) => method === 'card' || method === 'given'

/** One row for each day and way. */
const sumsOf = (rows: readonly Moved[]): Moved[] =>
  [...Map.groupBy(rows, ({ day, method }) => `${day} ${method}`).values()].flatMap(
    ([first, ...more]) =>
      first
        ? {
            day: first.day,
            method: first.method,
            minor: more.reduce((sum, { minor }) => sum + minor, first.minor),
          }
        : [],
  )
