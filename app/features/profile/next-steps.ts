/** What the last step of the setup offers to do next; the first is its button. */
export const nextSteps = ['class', 'calendar', 'link', 'rules'] as const

const pages = {
  class: '/dashboard/classes/new',
  calendar: '/dashboard/calendar',
  link: '/dashboard/share',
  rules: '/settings/rules',
} satisfies Record<(typeof nextSteps)[number], string>

/** The page that a completed setup leads to. */
export function pageAfterSetUp(chosen: string): string {
  const next = nextSteps.find((name) => name === chosen)
  return next ? pages[next] : '/dashboard'
}
