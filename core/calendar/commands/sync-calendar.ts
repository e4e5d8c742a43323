import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type {
  GoogleFailure,
  GoogleProblem,
  NewEvent,
  OpenedCalendar,
} from '#core/integrations/google-calendar.ts'
import type { Deps } from '#core/shared/deps.ts'
import { seal, unseal } from '#core/shared/sealing.ts'
import { listForCalendar, type Written } from '../queries.ts'
import {
  anotherIdOf,
  backOffMs,
  type Broken,
  differences,
  eventIdOf,
  wantedEvent,
} from '../rules.ts'
import { type Lease, LeaseLost, renewLease, takeLease } from '../steps/lease.ts'
import { tokenSealing } from '../steps/tokens.ts'
import { eventTexts } from '../catalogue.ts'
import { breakConnection } from './break-connection.ts'
import { closeAtBusyTimes } from './close-at-busy-times.ts'
import { readCalendars } from './read-calendars.ts'

/** Then the next vendor has its turn. Events that Google refuses must not keep out those behind them. */
const mostWritesAtOnce = 25
const mostRefusalsAtOnce = 75

/** Does the work for one vendor whose calendar is due. False: none is. */
export async function syncNextCalendar(deps: Deps): Promise<boolean> {
  if (deps.googleCalendar === null) return false
  const lease = await takeLease(deps.db)
  if (lease === null) return false
  try {
    const ended = await syncCalendar(deps, deps.googleCalendar, lease)
    await endLease(deps, lease, ended)
  } catch (error) {
    if (error instanceof LeaseLost) return true
    deps.log.error(
      { vendorId: lease.vendorId, reason: String(error) },
      'a calendar could not be brought up to date',
    )
    await endLease(deps, lease, { failed: { problem: 'unreachable', detail: 'unexpected' } })
  }
  return true
}

type Failed = Pick<GoogleFailure, 'problem' | 'detail'>
type Ended = { broken: Broken } | { failed: Failed } | { refused: Failed } | { isComplete: boolean }

type Google = NonNullable<Deps['googleCalendar']>

async function syncCalendar(deps: Deps, google: Google, lease: Lease): Promise<Ended> {
  const { vendorId, tokenExpiresAt } = lease
  const sealing = tokenSealing(deps, vendorId)
  const refreshToken = unseal(sealing, lease.refreshToken)
  const token = lease.token === null ? null : unseal(sealing, lease.token)
  if (refreshToken === null) {
    deps.log.error({ vendorId }, 'no secret key opens the calendar token of a vendor')
    return { broken: 'keys' }
  }
  const opened = await google.open(
    { refreshToken, access: token && tokenExpiresAt ? { token, expiresAt: tokenExpiresAt } : null },
    async (access) => {
      await deps.db
        .updateTable('calendarConnections')
        .set({ googleCalendarToken: seal(sealing, access.token), tokenExpiresAt: access.expiresAt })
        .where('vendorId', '=', vendorId)
        .where('lease', '=', lease.id)
        .execute()
    },
  )
  const now = new Date()
  const zone = lease.timeZone
  const unread = await readCalendars({ deps, lease, google: opened, zone, now })
  if (unread) return { failed: unread }
  await closeAtBusyTimes(deps, vendorId)
  return writeEvents(deps, opened, lease)
}

type Wanted = NewEvent & { hash: string; eventId: string }

/** Compares what is wanted with what the calendar holds, and writes the difference, soonest first. */
async function writeEvents(deps: Deps, google: OpenedCalendar, lease: Lease): Promise<Ended> {
  const { vendor, sessions, written, over } = await listForCalendar(deps.db, lease.vendorId)
  const eventIds = new Map(written.map(({ sessionId, eventId }) => [sessionId, eventId]))
  const wanted = sessions.map((session): Wanted => {
    const link = `${deps.origin}/dashboard/sessions/${session.id}`
    const facts = {
      ...session,
      startsAt: new Date(session.startsAt),
      endsAt: new Date(session.endsAt),
    }
    const event = wantedEvent(facts, { words: eventTexts[vendor.language], link })
    return {
      ...event,
      hash: hash('sha256', JSON.stringify(event), 'base64url'),
      eventId: eventIds.get(session.id) ?? eventIdOf(session.id),
    }
  })
  const { remove, insert, patch } = differences(wanted, written, over)
  const steps = [
    ...remove.map((row) => () => removeEvent(deps, google, lease, row)),
    ...[
      ...insert.map((event) => ({ event, write: insertEvent })),
      ...patch.map((event) => ({ event, write: patchEvent })),
    ]
      .toSorted((one, other) => one.event.startsAt.getTime() - other.event.startsAt.getTime())
      .map(
        ({ event, write }) =>
          () =>
            write(deps, google, lease, event),
      ),
  ]
  const refusals: Failed[] = []
  let done = 0
  for (const step of steps) {
    if (done === mostWritesAtOnce || refusals.length === mostRefusalsAtOnce) break
    await renewLease(deps.db, lease)
    const failed = await step()
    if (failed && !ofOneEvent.has(failed.problem)) return { failed }
    if (failed) refusals.push(failed)
    else done += 1
  }
  const [refused] = refusals
  if (refused) {
    deps.log.error(
      { vendorId: lease.vendorId, reason: refused.detail },
      'Google refused an event of a calendar',
    )
    return { refused }
  }
  return { isComplete: done === steps.length }
}

/** What goes wrong with one event; it is tried again at the next reading. */
const ofOneEvent: ReadonlySet<GoogleProblem> = new Set(['refused', 'forbidden', 'gone', 'exists'])

async function removeEvent(
  deps: Deps,
  google: OpenedCalendar,
  lease: Lease,
  { sessionId, eventId }: Written,
): Promise<Failed | null> {
  const got = await google.remove('primary', eventId)
  if (!got.ok && got.problem !== 'gone') return got
  await deps.db
    .deleteFrom('calendarEvents')
    .where('vendorId', '=', lease.vendorId)
    .where('sessionId', '=', sessionId)
    .execute()
  return null
}

/**
 * The id is ours: one that exists was written before, by a request whose response was lost, or deleted in the calendar. One
 * that exists and that Google no longer knows, or lets nobody change, was deleted for good, and can't be used again.
 */
async function insertEvent(
  deps: Deps,
  google: OpenedCalendar,
  lease: Lease,
  event: Wanted,
): Promise<Failed | null> {
  const { eventId } = event
  const got = await google.insert('primary', eventId, event)
  if (got.ok) return keepWritten(deps, lease, event, got.value.etag)
  if (got.problem !== 'exists') return got
  const again = await google.patch('primary', eventId, event)
  if (again.ok) return keepWritten(deps, lease, event, again.value.etag)
  const isDeletedForGood = again.problem === 'gone' || again.problem === 'forbidden'
  if (!isDeletedForGood) return again
  const fresh = { ...event, eventId: anotherIdOf(event.sessionId) }
  const added = await google.insert('primary', fresh.eventId, event)
  return added.ok ? keepWritten(deps, lease, fresh, added.value.etag) : added
}

async function patchEvent(
  deps: Deps,
  google: OpenedCalendar,
  lease: Lease,
  event: Wanted,
): Promise<Failed | null> {
  const got = await google.patch('primary', event.eventId, event)
  if (got.ok) return keepWritten(deps, lease, event, got.value.etag)
  return got.problem === 'gone' ? insertEvent(deps, google, lease, event) : got
}

async function keepWritten({ db }: Deps, lease: Lease, event: Wanted, etag: string): Promise<null> {
  const { vendorId, id } = lease
  const { rows } = await sql`
    insert into calendar_events (session_id, vendor_id, event_id, etag, hash)
    select ${event.sessionId}, vendor_id, ${event.eventId}, ${etag}, ${event.hash}
    from calendar_connections where vendor_id = ${vendorId} and lease = ${id} for share
    on conflict (vendor_id, session_id) do update set event_id = excluded.event_id, etag = excluded.etag, hash = excluded.hash, written_at = now()
    returning session_id`.execute(db)
  if (rows.length === 0) throw new LeaseLost()
  return null
}

const broken: Partial<Record<GoogleProblem, Broken>> = { revoked: 'revoked', scope: 'scope' }

/** What breaks the connection needs the vendor. Everything else is tried again, later each time. */
async function endLease({ db, log }: Deps, lease: Lease, ended: Ended): Promise<void> {
  const { vendorId, id } = lease
  const failed = 'failed' in ended ? ended.failed : null
  const because = 'broken' in ended ? ended.broken : failed && broken[failed.problem]
  if (because) {
    log.warn(
      { vendorId, reason: failed?.detail ?? because },
      'a calendar has to be connected again',
    )
    return breakConnection(db, lease, because)
  }
  const failures = failed ? lease.failures + 1 : 0
  const waitMs = failed ? backOffMs(failures, Math.random()) : 0
  if (failed)
    log.warn(
      { vendorId, failures, reason: failed.detail, problem: failed.problem },
      'a calendar is tried again later',
    )
  const refused = 'refused' in ended ? ended.refused : null
  const isComplete = 'isComplete' in ended && ended.isComplete
  const hasMore = 'isComplete' in ended && !ended.isComplete
  await sql`
    update calendar_connections set lease = null, leased_until = null, failures = ${failures},
      last_problem = ${(failed ?? refused)?.problem ?? null},
      retry_at = case when ${waitMs}::integer > 0 then now() + make_interval(secs => ${waitMs / 1000}) end,
      due_at = case when ${hasMore || failed !== null} then now() else due_at end,
      complete_at = case when ${isComplete} then now() else complete_at end
    where vendor_id = ${vendorId} and lease = ${id}`.execute(db)
}
