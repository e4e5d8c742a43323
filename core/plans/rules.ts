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

/** The plan that counts now: a trial includes every feature, and so does an installation with plans switched off. */
export function planInForce(vendor: PlanFacts, now: Date, plansOn: boolean): Plan {
  if (!plansOn) return 'enterprise'
  return isOnTrial(vendor, now) ? 'enterprise' : vendor.plan
}

export function isOnTrial(vendor: PlanFacts, now: Date): boolean {
  return vendor.plan === 'free' && vendor.trialEndsAt > now
}
