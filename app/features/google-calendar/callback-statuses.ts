import type { CalendarConnected } from '#core/calendar/commands/connect-calendar.ts'

type Reason = Extract<CalendarConnected, { ok: false }>['reason']

/** Why no calendar was connected, with the status of the response. */
export const callbackStatuses = {
  not_configured: 503,
  expired: 409,
  scope: 403,
  refused: 502,
  unreachable: 502,
  rate_limited: 429,
} as const satisfies Record<Reason, number>
