import { expect, test } from 'vitest'
import { allows, planInForce, type Feature } from './rules.ts'

const now = new Date('2026-06-01T12:00:00Z')
const later = new Date('2026-06-08T12:00:00Z')
const before = new Date('2026-05-25T12:00:00Z')

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

test.each([
  [
    'a new vendor has everything for its trial',
    { plan: 'free', trialEndsAt: later },
    true,
    'enterprise',
  ],
  ['after the trial it is Free', { plan: 'free', trialEndsAt: before }, true, 'free'],
  [
    'what is paid counts at once, trial or not',
    { plan: 'professional', trialEndsAt: later },
    true,
    'professional',
  ],
  [
    'where plans are off everybody has everything',
    { plan: 'free', trialEndsAt: before },
    false,
    'enterprise',
  ],
] as const)('%s', (_name, vendor, plansOn, expected) => {
  expect(planInForce(vendor, now, plansOn)).toBe(expected)
})
