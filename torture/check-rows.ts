import type { Violation } from './check.ts'
import type { Contents } from './contents.ts'
import { keyOf, type KeptRow } from './rows.ts'

/** Rows of money and history that were seen and are gone, or say something else now. */
export function vanishedRows(seen: readonly KeptRow[], { rows }: Contents): Violation[] {
  const kept = new Map(rows.map((row) => [keyOf(row), row]))
  const vanished = (says: string): Violation => ({ kind: 'vanished', says })
  return seen.flatMap((row) => {
    const now = kept.get(keyOf(row))
    if (!now) return [vanished(`${keyOf(row)} is gone`)]
    return now.content === row.content ? [] : [vanished(`${keyOf(row)} was written over`)]
  })
}

/** What is marked as paid has payments of just that sum; nothing in the load pays in part. */
export function miscountedPayments({ bookings, passes }: Contents): Violation[] {
  return [...bookings, ...passes]
    .map((sold) => ({ ...sold, dueMinor: sold.priceMinor - sold.reductionMinor }))
    .filter(({ dueMinor, isPaid, paidMinor }) => paidMinor !== (isPaid ? dueMinor : 0))
    .map(({ id, dueMinor, isPaid, paidMinor }) => ({
      kind: 'drift',
      says: `${id} is ${isPaid ? 'paid' : 'not paid'}: ${paidMinor} of ${dueMinor}`,
    }))
}
