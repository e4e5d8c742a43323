import { expect, test } from 'vitest'
import { check, type Evidence, type ViolationKind } from './check.ts'
import { miscountedPayments } from './check-rows.ts'
import { booking, clean, contents, holding } from './hand-made.ts'

const row = (id: string, content = '') => ({ table: 'payments', id, content })
const found = (kept: Evidence['seen'], ...seen: Evidence['seen']): Evidence => ({
  ...clean,
  seen,
  contents: { ...contents, rows: kept },
})
const pass = {
  id: 'e1',
  purchaseId: 'g1',
  total: 0,
  remaining: 0,
  priceMinor: 6400,
  reductionMinor: 0,
}

test.each<[string, ViolationKind, Evidence]>([
  ['a payment that is gone', 'vanished', found([row('p2')], row('p1'), row('p2'))],
  ['a payment that was written over', 'vanished', found([row('p1', 'ten')], row('p1', 'twenty'))],
  [
    'a row of another table under the same number',
    'vanished',
    found([{ ...row('p1'), table: 'bookings' }], row('p1')),
  ],
  [
    'a booking that is paid, and nothing was',
    'drift',
    holding({ bookings: [booking({ priceMinor: 1500, isPaid: true })] }),
  ],
  [
    'a booking for which more was paid than it says',
    'drift',
    holding({ bookings: [booking({ priceMinor: 1500, isPaid: false, paidMinor: 1500 })] }),
  ],
  [
    'a bundle that is paid, and half of it was',
    'drift',
    holding({ passes: [{ ...pass, isPaid: true, paidMinor: 3200 }] }),
  ],
])('%s is found', (_name, kind, evidence) => {
  expect(check(evidence)[kind]).toBeGreaterThan(0)
})

test.each<[string, Evidence]>([
  ['a payment that came later', found([row('p1'), row('p2')], row('p1'))],
  [
    'a booking that is paid',
    holding({ bookings: [booking({ priceMinor: 1500, isPaid: true, paidMinor: 1500 })] }),
  ],
  [
    'a booking that is not paid yet',
    holding({ bookings: [booking({ priceMinor: 1500, isPaid: false })] }),
  ],
])('%s is in order', (_name, evidence) => {
  expect(check(evidence).notes).toEqual([])
})

test('the payment for a rejected bundle is reversed', () => {
  const refused = { ...pass, reductionMinor: 6400, isPaid: true }
  const wrong = (paidMinor: number) =>
    miscountedPayments({ ...contents, passes: [{ ...refused, paidMinor }] }).length
  expect([wrong(0), wrong(6400)]).toEqual([0, 1])
})
