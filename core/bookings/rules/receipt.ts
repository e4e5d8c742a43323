import type { LocalDate } from '#core/shared/time.ts'

export const paymentMethods = ['door', 'cash', 'bank', 'card', 'correction'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Money of one day that came or went one way, in minor units. */
export type Moved = { day: LocalDate; method: PaymentMethod; minor: number }

/**
 * What is left of each once mistakes are taken out, the oldest first: less of a payment comes off the latest of the same way,
 * then of any. The sum stays the same.
 */
export function withoutMistakes<Row extends Moved>(rows: readonly Row[]): Row[] {
  const sums = [...Map.groupBy(rows, ({ day, method }) => `${day} ${method}`).values()].flatMap(
    ([first, ...more]) =>
      first ? [{ ...first, minor: more.reduce((sum, { minor }) => sum + minor, first.minor) }] : [],
  )
  const kept = sums
    .filter(({ minor }) => minor > 0)
    .toSorted((one, other) => one.day.localeCompare(other.day))
  const latest = kept.toReversed()
  for (const less of sums.filter(({ minor }) => minor < 0)) {
    const sameFirst = latest.toSorted(
      (one, other) => Number(other.method === less.method) - Number(one.method === less.method),
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
