import { askForCalendar, connectCalendar } from '#core/calendar/commands/connect-calendar.ts'
import { syncNextCalendar } from '#core/calendar/commands/sync-calendar.ts'
import type { Deps } from '#core/shared/deps.ts'
import { createCalendar } from '#server/deps.ts'
import { type FakeGoogle, startFakeGoogle } from '#tests/fakes/google.ts'
import { test as base } from '#tests/support/database.ts'
import type { AVendor } from '#tests/support/factories.ts'

export const client = { clientId: 'openspot-test', clientSecret: 'a secret of the client' }

/** A test with a simulated Google, and dependencies that connect calendars there. */
export const test = base
  .extend('google', async ({ deps }, { onCleanup }) => {
    const google = await startFakeGoogle({
      ...client,
      returnTo: `${deps.origin}/auth-callback`,
      calendarReturnTo: `${deps.origin}/google-calendar-callback`,
      slowMs: 1500,
    })
    onCleanup(google.stop)
    return google
  })
  .extend('connecting', async ({ deps, google }): Promise<Deps> => {
    const { issuer } = google
    const { origin } = deps
    const googleCalendar = createCalendar({ ...client, issuer, origin, patienceMs: 500 })
    return { ...deps, googleCalendar }
  })

/** The vendor's owner connects a calendar at Google, whose account has the owner's address. */
export async function connectAtGoogle(
  deps: Deps,
  google: FakeGoogle,
  vendor: Pick<AVendor, 'id' | 'userId' | 'email'>,
  granted?: readonly string[],
) {
  const manager = { vendorId: vendor.id, userId: vendor.userId }
  const asked = await askForCalendar(deps, manager)
  if (!asked.ok) throw new Error(asked.reason)
  const person = { email: vendor.email, name: 'Vera', verified: true }
  const back = new URL(await google.agree(asked.url, person, 'none', granted))
  const cookie = asked.cookies.map((line) => line.slice(0, line.indexOf(';'))).join('; ')
  return connectCalendar(deps, manager, {
    code: back.searchParams.get('code') ?? '',
    state: back.searchParams.get('state') ?? '',
    headers: new Headers({ cookie }),
    address: '192.0.2.1',
  })
}

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
