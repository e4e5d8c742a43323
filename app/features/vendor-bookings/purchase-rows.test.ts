import { expect, test } from 'vitest'
import { purchaseRows } from './purchase-rows.ts'

const spot = (id: string, holderNumber: number) => ({
  id,
  groupId: 'purchase',
  holderNumber,
  status: 'cancelled' as const,
  attendance: null,
  lateWaivedAt: null,
  bundle: null,
  priceMinor: 1500,
  currency: 'EUR',
  paidMinor: 1500,
  paymentStatus: 'paid' as const,
})

test('the spots of two holders of a purchase are two rows, whatever their names', () => {
  const rows = purchaseRows([spot('one', 0), spot('two', 2), spot('three', 0)])
  expect(rows.map((row) => row.map(({ id }) => id))).toEqual([['one', 'three'], ['two']])
})
