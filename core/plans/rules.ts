import { type Layout, layouts } from '../vendors/rules.ts'

export type Plan = 'free' | 'professional' | 'enterprise'

export type Feature =
  | 'core'
  | 'calendar_follow'
  | 'bundles'
  | 'card_payments'
  | 'client_management'
  | 'analytics'
  | 'advanced_analytics'
  | 'branding'
  | 'reminders'
  | 'cancellation_rules'
  | 'team'
  | 'locations'
  | 'api_keys'
  | 'webhooks'

const professional: readonly Feature[] = [
  'core',
  'calendar_follow',
  'bundles',
  'card_payments',
  'client_management',
  'analytics',
  'branding',
  'reminders',
  'cancellation_rules',
]

const features: Record<Plan, readonly Feature[]> = {
  free: ['core'],
  professional,
  enterprise: [...professional, 'advanced_analytics', 'team', 'locations', 'api_keys', 'webhooks'],
}

export function allows(plan: Plan, feature: Feature): boolean {
  return features[plan].includes(feature)
}

export type PlanFacts = { plan: Plan; trialEndsAt: Date }

/** The plan that counts now: a trial has everything; where plans are off, everybody has. */
export function planInForce(vendor: PlanFacts, now: Date, plansOn: boolean): Plan {
  if (!plansOn) return 'enterprise'
  return isOnTrial(vendor, now) ? 'enterprise' : vendor.plan
}

export function isOnTrial(vendor: PlanFacts, now: Date): boolean {
  return vendor.plan === 'free' && vendor.trialEndsAt > now
}

/** The layouts of the public page that a plan has. */
export function layoutsOf(plan: Plan): readonly Layout[] {
  return allows(plan, 'branding') ? layouts : ['schedule']
}

/** The colour of the public pages; a vendor keeps what it has chosen, and shows it while its plan has it. */
export function accentInForce(
  vendor: PlanFacts & { accent: string | null },
  now: Date,
  plansOn: boolean,
): string | null {
  return allows(planInForce(vendor, now, plansOn), 'branding') ? vendor.accent : null
}

/** A page keeps the layout it has chosen, and shows it while the plan has it. */
export function layoutInForce(
  vendor: PlanFacts & { layout: Layout },
  now: Date,
  plansOn: boolean,
): Layout {
  const offered = layoutsOf(planInForce(vendor, now, plansOn))
  return offered.includes(vendor.layout) ? vendor.layout : 'schedule'
}
