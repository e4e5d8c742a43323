import { expect, test } from 'vitest'
import {
  growthPercent,
  healthProblems,
  nextPaidUntil,
  perMonth,
  planName,
  sharesOf,
  signed,
  signedPercent,
  vendorFiltersIn,
} from './rules.ts'

test('a yearly price counts by twelve, and growth needs a month before', () => {
  expect(perMonth({ term: 'yearly', priceMinor: 29_200 })).toBe(2433)
  expect(perMonth({ term: 'monthly', priceMinor: 2900 })).toBe(2900)
  for (const [now, before, percent] of [
    [112_500, 100_000, 12.5],
    [50, 100, -50],
    [0, 100, -100],
    [100, 100, 0],
    [100, 0, null],
    [0, 0, null],
  ] as const)
    expect(growthPercent(now, before)).toBe(percent)
  expect([signedPercent(12.5, 'en'), signedPercent(-3, 'en'), signed(0)]).toEqual([
    '+12.5%',
    '−3%',
    '0',
  ])
  expect(signedPercent(-1.5, 'de')).toBe('−1,5\u00a0%')
})

test('the operator reads the plan that the vendor reads: what it pays for, also while its trial runs', () => {
  const now = new Date('2030-05-01T12:00:00Z')
  const later = new Date('2030-05-08T12:00:00Z')
  const paid = { plan: 'professional' } as const
  // While a trial runs, the plan that counts is the largest.
  expect(planName({ plan: 'enterprise', subscription: paid, trialEndsAt: later }, now)).toBe(
    'professional',
  )
  expect(planName({ plan: 'enterprise', subscription: null, trialEndsAt: later }, now)).toBe(
    'trial',
  )
  expect(planName({ plan: 'free', subscription: null, trialEndsAt: now }, now)).toBe('free')
})

test('shares add up to 100', () => {
  for (const [counts, shares] of [
    [
      [1, 1],
      [50, 50],
    ],
    [
      [1, 1, 1],
      [34, 33, 33],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [
      [2, 1],
      [67, 33],
    ],
    [
      [1, 199],
      [1, 99],
    ],
  ] as const)
    expect(sharesOf(counts)).toEqual(shares)
})

test('the next payment is a term after the paid one', () => {
  const today = '2026-11-27'
  expect(nextPaidUntil('2026-01-31', { term: 'monthly', today })).toBe('2026-02-28')
  expect(nextPaidUntil('2026-12-05', { term: 'yearly', today })).toBe('2027-12-05')
  expect(nextPaidUntil(null, { term: 'monthly', today })).toBe('2026-12-27')
})

test('filters that do not exist are none', () => {
  expect(
    vendorFiltersIn(new URLSearchParams('status=closed&plan=weekly&order=best&q=%20a%20')),
  ).toEqual({
    status: null,
    plan: null,
    search: 'a',
    order: 'newest',
  })
})

test('what is late, wrong or failed has to be looked at', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const fine = {
    oldestMessageAt: before(14),
    workerSeenAt: now,
    recountAt: before(119),
    miscounted: 0,
    failedJobs: 0,
    refusedMails: 0,
    misconfiguredCalendars: 0,
  }
  for (const [changed, problems] of [
    [{}, []],
    [{ oldestMessageAt: null, recountAt: null, miscounted: null }, []],
    [{ oldestMessageAt: before(16) }, ['messages']],
    [{ workerSeenAt: null }, ['worker']],
    [{ recountAt: before(121) }, ['recount']],
    [{ miscounted: 1, failedJobs: 2 }, ['miscounted', 'jobs']],
    [{ refusedMails: 1 }, ['mail']],
    [{ misconfiguredCalendars: 1 }, ['calendars']],
  ] as const)
    expect(healthProblems({ ...fine, ...changed }, now)).toEqual(problems)
})
