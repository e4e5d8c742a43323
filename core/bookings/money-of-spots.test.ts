import { expect, test } from 'vitest'
import { moneyOf } from './rules.ts'

const spot = {
  status: 'confirmed',
  attendance: null,
  paymentStatus: 'pending',
  priceMinor: 1800,
  paidMinor: 0,
  bundle: null,
  currency: 'EUR',
} as const

test.for([
  ['not paid', {}, { kind: 'due', minor: 3600 }],
  ['failed', { paymentStatus: 'failed' }, { kind: 'due', minor: 3600 }],
  ['paid in part', { paidMinor: 500 }, { kind: 'due', minor: 2600 }],
  ['paid', { paymentStatus: 'paid', paidMinor: 1800 }, { kind: 'paid' }],
  ['recorded as paid at the door', { paymentStatus: 'paid' }, { kind: 'paid' }],
  ['free', { paymentStatus: 'paid', priceMinor: 0 }, { kind: 'free' }],
  ['refunded', { paymentStatus: 'refunded', status: 'cancelled' }, { kind: 'refunded' }],
  ['paid by a bundle', { bundle: {}, priceMinor: 0 }, { kind: 'bundle' }],
  ['cancelled', { status: 'cancelled' }, null],
  ['expired', { status: 'expired' }, null],
  ['cancelled, and not yet paid back', { status: 'cancelled', paidMinor: 1800 }, { kind: 'paid' }],
  [
    'cancelled late',
    { status: 'cancelled', attendance: 'late_cancel' },
    { kind: 'due', minor: 3600 },
  ],
] as const)('the money of two spots that are %s', ([, facts, money]) => {
  const one = { ...spot, ...facts }
  expect(moneyOf([one, one])).toEqual(money)
})
