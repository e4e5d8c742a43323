/** What the last step of the setup offers to do next; the first is its button. */
const usual = ['class', 'calendar', 'link', 'rules'] as const
/** What somebody can ask for in the setup. */
const connections = ['google', 'telegram'] as const

export type Connection = (typeof connections)[number]
type NextStep = (typeof usual)[number] | Connection

type Ticked = { googleCalendar?: string | undefined; telegramBot?: string | undefined }

/** The connections that are ticked in the form of the setup. */
export function wantedIn(
  { googleCalendar, telegramBot }: Ticked,
  { hasCalendar }: { hasCalendar: boolean },
): Connection[] {
  return [
    ...(hasCalendar && googleCalendar === 'on' ? (['google'] as const) : []),
    ...(telegramBot === 'on' ? (['telegram'] as const) : []),
  ]
}

/** The steps as they are offered: what somebody has asked for comes first. */
export const stepsOffered = (wanted: readonly Connection[]): readonly NextStep[] => [
  ...wanted,
  ...usual,
]

const pages = {
  class: '/dashboard/classes/new',
  calendar: '/dashboard/calendar',
  link: '/dashboard/share',
  rules: '/settings/rules',
  google: '/settings/integrations',
  telegram: '/settings/integrations',
} satisfies Record<NextStep, string>

/** The page that a completed setup leads to. */
export function pageAfterSetUp(chosen: string, wanted: readonly Connection[]): string {
  const next = [...usual, ...connections].find((name) => name === chosen) ?? wanted[0]
  return next ? pages[next] : '/dashboard'
}
