/** A link in our messages, one that the vendor sends by hand, and one in a calendar, which others may see. */
export type LinkKind = 'manage' | 'issued' | 'view'

/** What the page of a purchase can be asked to do. docs/links.md says of each whom it concerns, and a test compares. */
export const linkActions = [
  'move',
  'cancel',
  'redeem',
  'renew',
  'feed',
  'disconnect',
  'remind',
  'noReminders',
  'pay',
  'letGo',
  'payOwed',
] as const

export type LinkAction = (typeof linkActions)[number]

/** Long enough to look up past bookings; after that, a leaked link is harmless. */
export const daysUntilReadOnly = 30

/** Whether a link only shows its purchase. `endsAt`: of its last session, or of its bundle if that is later. */
export function isReadOnly({ kind, endsAt }: { kind: LinkKind; endsAt: Date }, now: Date): boolean {
  return kind === 'view' || now.getTime() >= endsAt.getTime() + daysUntilReadOnly * 86_400_000
}
