import { syncNextCalendar } from '#core/calendar/commands/sync-calendar.ts'
import type { Deps } from '#core/shared/deps.ts'
import { createCalendar } from '#server/deps.ts'
import { startFakeGoogle } from '#tests/fakes/google.ts'
import { test as base } from '#tests/support/database.ts'

export { connectAtGoogle } from './connect-at-google.ts'

export const client = { clientId: 'openspot-test', clientSecret: 'a secret of the client' }

/** A simulated Google that runs until the test ends. */
export async function startGoogle(
  { deps }: { deps: Deps },
  { onCleanup }: { onCleanup: (end: () => Promise<void>) => void },
) {
  const google = await startFakeGoogle({
    ...client,
    returnTo: `${deps.origin}/auth-callback`,
    calendarReturnTo: `${deps.origin}/google-calendar-callback`,
    slowMs: 1500,
  })
  onCleanup(google.stop)
  return google
}

/** The site with a simulated Google, at which calendars are connected. */
export function withGoogle(deps: Deps, { issuer }: { issuer: string }): Deps {
  const { origin } = deps
  return {
    ...deps,
    googleCalendar: createCalendar({ ...client, issuer, origin, patienceMs: 500 }),
  }
}

/** A test with a simulated Google, and dependencies that connect calendars there. */
export const test = base
  .extend('google', startGoogle)
  .extend('connecting', ({ deps, google }) => withGoogle(deps, google))

/** What the worker does until no calendar is due; `hurry`: also what waits for its next look or attempt. */
export async function syncCalendars(deps: Deps, hurry = true): Promise<void> {
  if (hurry)
    await deps.db
      .updateTable('calendarConnections')
      .set({ dueAt: new Date(0), retryAt: null })
      .execute()
  // Each round is one vendor; a new failure waits.
  for (let rounds = 0; rounds < 50; rounds++) if (!(await syncNextCalendar(deps))) return
  throw new Error('The calendars are never done.')
}
