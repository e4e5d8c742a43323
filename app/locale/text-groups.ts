/** The texts that travel together: one file per group and language, which a browser keeps. What is in them: text-files.server.ts. */
export const textGroups = [
  'visitor',
  'site',
  'account',
  'workspace',
  'settings',
  'calendar',
  'console',
  'facility',
  'booked',
  'receipt',
] as const

export type TextGroup = (typeof textGroups)[number]

const siteRoute =
  /^routes\/public\/(?:(?:home|pricing|privacy-policy|terms-of-service|contact|contact-confirm)$|embed-)/

// The first steps, the settings, and the forms of classes and facilities, which have some of them.
const settingsRoute =
  /^(?:routes\/vendor\/(?:settings|page-settings$|pictures$|onboarding|class-(?:new|edit|picture|settings)$|facility-)|onboarding-delete$|settings-home$|dashboard-profile$)/

/** The texts a page needs besides the shared ones, by route id. */
export function groupsOf(routeIds: readonly string[]): TextGroup[] {
  const has = (pattern: RegExp) => routeIds.some((id) => pattern.test(id))
  if (has(/^routes\/vendor\/calendar-feed$/)) return ['visitor', 'workspace', 'calendar', 'booked']
  if (has(/^routes\/vendor\/(calendar|share)/)) return ['visitor', 'workspace', 'calendar']
  if (has(settingsRoute) || has(/^routes\/auth\/account-closed$/))
    return ['visitor', 'workspace', 'settings']
  // It lists the plans with the words of the pricing page.
  if (has(/^routes\/vendor\/subscription$/)) return ['visitor', 'workspace', 'site']
  if (has(/^routes\/vendor\/booking-receipt$/)) return ['visitor', 'workspace', 'receipt']
  if (has(/^routes\/vendor\//)) return ['visitor', 'workspace']
  if (has(/^admin-two-factor$/)) return ['visitor', 'workspace', 'settings', 'console']
  if (has(/^routes\/admin\//)) return ['visitor', 'account', 'console']
  if (has(/^routes\/auth\//)) return ['visitor', 'account']
  if (has(/^routes\/public\/book-slot$/)) return ['visitor', 'facility']
  if (has(/^routes\/public\/(?:booking|request|my-spots|feed|unsubscribe)$/))
    return ['visitor', 'booked']
  if (has(/^routes\/public\/receipt$/)) return ['visitor', 'receipt']
  return has(siteRoute) ? ['visitor', 'site'] : ['visitor']
}
