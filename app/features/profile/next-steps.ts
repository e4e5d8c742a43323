/** What the last step of the setup offers to do next; the first is its button. */
export const nextSteps = ['class', 'calendar', 'link', 'rules', 'google'] as const

/** The steps as they are offered: what somebody has asked for in the setup comes first. */
export function stepsOffered(wantsGoogle: boolean): readonly (typeof nextSteps)[number][] {
  const usual = nextSteps.filter((name) => name !== 'google')
  return wantsGoogle ? ['google', ...usual] : usual
}

const pages = {
  class: '/dashboard/classes/new',
  calendar: '/dashboard/calendar',
  link: '/dashboard/share',
  rules: '/settings/rules',
  google: '/settings/integrations',
} satisfies Record<(typeof nextSteps)[number], string>

/** The page that a completed setup leads to. */
export function pageAfterSetUp(chosen: string, wantsGoogle: boolean): string {
  const next = nextSteps.find((name) => name === chosen)
  if (next) return pages[next]
  return wantsGoogle ? pages.google : '/dashboard'
}
