import { expect, test } from 'vitest'
import {
  allows,
  type Feature,
  percentReached,
  planInForce,
  type PlanPeriod,
  planShown,
} from './rules.ts'

const now = new Date('2026-06-01T12:00:00Z')
const later = new Date('2026-06-08T13:00:00Z')
const before = new Date('2026-05-25T12:00:00Z')
const earlier = new Date('2026-05-01T12:00:00Z')

test.each([
  ['core', true, true, true],
  ['bundles', false, true, true],
  ['reminders', false, true, true],
  ['branding', false, true, true],
  ['team', false, false, true],
  ['api_keys', false, false, true],
  ['advanced_analytics', false, false, true],
] satisfies [Feature, boolean, boolean, boolean][])(
  '%s is in the plans that name it',
  (feature, free, professional, enterprise) => {
    expect(allows('free', feature)).toBe(free)
    expect(allows('professional', feature)).toBe(professional)
    expect(allows('enterprise', feature)).toBe(enterprise)
  },
)

const trial: PlanPeriod = {
  source: 'trial',
  plan: 'enterprise',
  startsAt: earlier,
  endsAt: later,
}
const overTrial: PlanPeriod = { ...trial, endsAt: before }
const paid: PlanPeriod = {
  source: 'subscription',
  plan: 'professional',
  startsAt: before,
  endsAt: null,
}
const given: PlanPeriod = { source: 'grant', plan: 'enterprise', startsAt: before, endsAt: later }

test.each([
  ['a new vendor has everything', [trial], 'enterprise', { kind: 'trial', daysLeft: 8 }],
  ['after the trial it is Free', [overTrial], 'free', { kind: 'free' }],
  ['a trial ends to the moment', [{ ...trial, endsAt: now }], 'free', { kind: 'free' }],
  ['what is paid counts', [overTrial, paid], 'professional', { kind: 'professional' }],
  ['during the trial everything', [trial, paid], 'enterprise', { kind: 'professional' }],
  ['the best counts', [overTrial, paid, given], 'enterprise', { kind: 'enterprise' }],
  [
    'not what begins later',
    [{ ...given, startsAt: later, endsAt: null }],
    'free',
    { kind: 'free' },
  ],
  ['not what has ended', [{ ...paid, endsAt: before }], 'free', { kind: 'free' }],
] satisfies [string, PlanPeriod[], string, object][])('%s', (_name, periods, plan, shown) => {
  expect(planInForce(periods, now)).toBe(plan)
  expect(planShown(periods, now)).toEqual(shown)
})

test('a vendor is notified at 80 and at 100 percent', () => {
  expect([7, 8, 9, 10, 11].map((used) => percentReached(used, 10))).toEqual([
    null,
    80,
    80,
    100,
    100,
  ])
  expect([1, 2, 3].map((used) => percentReached(used, 3))).toEqual([null, null, 100])
})
