import { expect, test } from 'vitest'
import {
  allows,
  type Feature,
  paidUntilWith,
  percentReached,
  planInForce,
  planNewsSince,
  type PlanPeriod,
  planShown,
  type PlanWishes,
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
  ['the best counts', [overTrial, paid, given], 'enterprise', { kind: 'professional' }],
  ['a gift counts', [overTrial, given], 'enterprise', { kind: 'enterprise' }],
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

test.each([
  ['whole months', '2026-06-01T12:00:00Z', '2026-07-01T12:00:00Z', '2026-02-28'],
  ['months that begin later', '2026-07-31T22:00:00Z', '2026-08-31T22:00:00Z', '2026-02-28'],
  ['ten days are left', '2026-05-11T12:00:00Z', '2026-06-11T12:00:00Z', '2026-02-10'],
  ['midnight of the vendor', '2026-05-01T12:00:00Z', '2026-06-01T22:30:00Z', '2026-02-01'],
])('granted months move the last paid day: %s', (_name, startsAt, endsAt, expected) => {
  const unused = { months: 1, startsAt: new Date(startsAt), endsAt: new Date(endsAt) }
  expect(paidUntilWith('2026-01-31', unused, { zone: 'Europe/Berlin', now })).toBe(expected)
})

const wish = { id: '1', plan: 'professional', term: 'monthly' } as const
const has = { ...wish, isCancelled: false }
const none: PlanWishes = { request: null, subscription: null }

test.each([
  [
    'nothing changed',
    { request: wish, subscription: has },
    { request: wish, subscription: has },
    [],
  ],
  ['a request', none, { request: wish }, ['requested professional']],
  [
    'another one after a no',
    { request: wish },
    { request: { ...wish, id: '2' } },
    ['requested professional'],
  ],
  [
    'another plan is asked for',
    { request: wish },
    { request: { ...wish, plan: 'enterprise' } },
    ['requested enterprise'],
  ],
  ['withdrawn', { request: wish }, none, []],
  [
    'cancelled',
    { subscription: has },
    { subscription: { ...has, isCancelled: true } },
    ['cancelled professional'],
  ],
  [
    'kept',
    { subscription: { ...has, isCancelled: true } },
    { subscription: has },
    ['kept professional'],
  ],
  [
    'replaced by the operator',
    { subscription: { ...has, isCancelled: true } },
    { subscription: { ...has, id: '2' } },
    [],
  ],
  ['ended by the operator', { subscription: has }, none, []],
  [
    'downgraded, then cancelled',
    { subscription: { ...has, plan: 'enterprise' } },
    { subscription: { ...has, id: '2', isCancelled: true } },
    ['downgraded professional', 'cancelled professional'],
  ],
] satisfies [string, Partial<PlanWishes>, Partial<PlanWishes>, string[]][])(
  'news for the operator: %s',
  (_name, before, after, expected) => {
    const news = planNewsSince({ ...none, ...before }, { ...none, ...after })
    expect(news.map(({ what, plan }) => `${what} ${plan}`)).toEqual(expected)
  },
)
