import { sql } from 'kysely'
import {
  type CalendarEvent,
  type GoogleFailure,
  type GoogleProblem,
  type GoogleResult,
  isOfOpenspot,
  type OpenedCalendar,
  sessionOf,
} from '#core/integrations/google-calendar.ts'
import { planAllows } from '#core/plans/queries.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { addMinutes } from '#core/shared/time.ts'
import { busyTime, eventIdOf } from '../rules.ts'
import { type Lease, renewLease } from '../steps/lease.ts'

const day = 24 * 60
/** How far ahead busy times are read. A full reading every few days moves the window. */
const aheadDays = 120
const fullReadingDays = 5
/** How long the list of calendars is believed. */
const listedDays = 1

type Reading = { deps: Deps; lease: Lease; google: OpenedCalendar; zone: string; now: Date }

/**
 * Reads what has changed in the vendor's calendars since the last time: what became of our own events, and when the vendor
 * is busy elsewhere, if its plan has that.
 */
export async function readCalendars(reading: Reading): Promise<GoogleFailure | null> {
  const { deps, lease } = reading
  const { vendorId } = lease
  const readsBusy = await planAllows(deps, vendorId, 'calendar_follow')
  const problem = await listCalendars(reading)
  if (problem) return problem
  const calendars = await deps.db
    .selectFrom('googleCalendars')
    .where('vendorId', '=', vendorId)
    .orderBy('isPrimary', 'desc')
    .orderBy('id')
    .select(['id', 'calendarId', 'isPrimary', 'isFollowed', 'syncToken', 'readZone', 'readBusy'])
    .select('fullyReadAt')
    .execute()
  for (const calendar of calendars) {
    const keepsBusy = readsBusy && calendar.isFollowed
    if (calendar.isPrimary || keepsBusy) {
      const failed = await readCalendar(reading, calendar, keepsBusy)
      if (failed && (calendar.isPrimary || ofAccount.has(failed.problem))) return failed
      // One that cannot be read must not keep the sessions out of the main one. The page says when it was read last.
      if (failed)
        deps.log.warn(
          { vendorId, reason: failed.detail, problem: failed.problem },
          'a followed calendar could not be read',
        )
    } else if (calendar.readBusy) await forget(deps, lease, calendar.id)
  }
  return null
}

/** What goes wrong with the whole account, and not with one of its calendars. */
const ofAccount: ReadonlySet<GoogleProblem> = new Set(['revoked', 'limited', 'misconfigured'])

/** The calendars that there are, once a day. Without the right to list them, the main one. */
async function listCalendars({ deps, lease, google, now }: Reading): Promise<GoogleFailure | null> {
  const { db } = deps
  const { vendorId } = lease
  const { listedAt, count } = await db
    .selectFrom('googleCalendars')
    .where('vendorId', '=', vendorId)
    .select((eb) => [eb.fn.max('listedAt').as('listedAt'), eb.fn.countAll<number>().as('count')])
    .executeTakeFirstOrThrow()
  if (listedAt !== null && listedAt > addMinutes(now, -listedDays * day)) return null
  let found: { id: string; name: string; isPrimary: boolean }[] = []
  if (lease.mayList) {
    await renewLease(db, lease)
    const got = await google.listCalendars()
    if (got.ok) found = got.value
    // Without the list, the main calendar can still be written.
    else if (got.problem !== 'scope') return got
  }
  const names = found.some(({ isPrimary }) => isPrimary)
    ? found
    : [{ id: 'primary', name: '', isPrimary: true }, ...found]
  await db.transaction().execute(async (tx) => {
    await renewLease(tx, lease)
    const kept = names.map(({ id, isPrimary }) => (isPrimary ? 'primary' : id))
    await tx
      .deleteFrom('googleCalendars')
      .where('vendorId', '=', vendorId)
      .where('calendarId', 'not in', kept)
      .execute()
    await tx
      .insertInto('googleCalendars')
      .values(
        names.map(({ id, name, isPrimary }) => ({
          vendorId,
          calendarId: isPrimary ? 'primary' : id,
          name: name.slice(0, 200),
          isPrimary,
          // Until the vendor chooses, the main one counts.
          isFollowed: isPrimary && count === 0,
          listedAt: now,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['vendorId', 'calendarId']).doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          listedAt: eb.ref('excluded.listedAt'),
        })),
      )
      .execute()
  })
  return null
}

type Calendar = {
  id: string
  calendarId: string
  isPrimary: boolean
  syncToken: string | null
  readZone: string | null
  readBusy: boolean
  fullyReadAt: Date | null
}

async function readCalendar(
  reading: Reading,
  calendar: Calendar,
  keepsBusy: boolean,
): Promise<GoogleFailure | null> {
  const { deps, lease, google, zone, now } = reading
  const { syncToken, readZone, readBusy, fullyReadAt } = calendar
  const isFresh = fullyReadAt !== null && fullyReadAt > addMinutes(now, -fullReadingDays * day)
  const continues = syncToken !== null && readZone === zone && readBusy === keepsBusy && isFresh
  const window = { from: addMinutes(now, -day), to: addMinutes(now, aheadDays * day) }
  const eachPage = () => renewLease(deps.db, lease)
  let got = continues ? await google.read(calendar.calendarId, { syncToken }, eachPage) : null
  const isFull = got === null || (!got.ok && got.problem === 'sync_expired')
  if (isFull) got = await google.read(calendar.calendarId, window, eachPage)
  if (got === null || !got.ok) return lostCalendar(reading, calendar, got)
  await keep(reading, { calendar, keepsBusy, isFull, window, ...got.value })
  return null
}

/**
 * A calendar that is gone or not shared any more has no busy times, until it can be read again; the list of calendars says
 * whether there is one. The main one cannot be gone.
 */
const isLost: ReadonlySet<GoogleProblem> = new Set(['gone', 'forbidden', 'refused', 'scope'])

async function lostCalendar(
  { deps, lease }: Reading,
  { id, isPrimary }: Calendar,
  got: GoogleResult<unknown> | null,
): Promise<GoogleFailure | null> {
  if (got === null || got.ok) return null
  if (isPrimary || !isLost.has(got.problem)) return got
  await forget(deps, lease, id)
  return null
}

type Read = Extract<Awaited<ReturnType<OpenedCalendar['read']>>, { ok: true }>['value']
type Kept = Read & {
  calendar: Calendar
  keepsBusy: boolean
  isFull: boolean
  window: { from: Date; to: Date }
}

async function keep(
  { deps, lease, zone, now }: Reading,
  { calendar, keepsBusy, isFull, window, events, syncToken }: Kept,
): Promise<void> {
  const { vendorId } = lease
  const host = new URL(deps.origin).hostname
  await deps.db.transaction().execute(async (tx) => {
    await renewLease(tx, lease)
    if (calendar.isPrimary) await adopt(tx, vendorId, events)
    const own = await tx
      .selectFrom('calendarEvents')
      .where('vendorId', '=', vendorId)
      .select(['sessionId', 'eventId', 'etag'])
      .execute()
    const etags = new Map(own.map(({ eventId, etag }) => [eventId, etag]))
    const ours = calendar.isPrimary ? events.filter(({ id }) => etags.has(id)) : []
    const isDeleted = ({ status }: CalendarEvent) => status === 'cancelled'
    const isChanged = ({ id, etag }: CalendarEvent) => etags.get(id) !== (etag ?? null)
    const left = ours.filter((event) => !isDeleted(event))
    await forgetEvents(tx, vendorId, idsOf(ours.filter(isDeleted)))
    await writeAgain(tx, vendorId, idsOf(left.filter(isChanged)))
    if (isFull && calendar.isPrimary)
      await sql`
        delete from calendar_events e using class_sessions s
        where e.vendor_id = ${vendorId} and s.id = e.session_id and e.hash is not null
          and s.starts_at > ${now} and s.ends_at < ${window.to}
          and e.event_id <> all(${events.map(({ id }) => id)}::text[])`.execute(tx)
    const busy = events.flatMap((event) => {
      const isOurs = etags.has(event.id) || isOfOpenspot(event, { vendorId, host })
      const time = keepsBusy && !isOurs ? busyTime(event, zone) : null
      // A change of a series brings all of its dates, also those that the next full reading would leave out again.
      const isSeen = time && time.startsAt < window.to && time.endsAt > window.from
      return isSeen ? [{ vendorId, calendarId: calendar.id, eventId: event.id, ...time }] : []
    })
    let forgotten = tx.deleteFrom('busyTimes').where('calendarId', '=', calendar.id)
    if (!isFull)
      forgotten = forgotten.where(
        sql<boolean>`event_id = any(${events.map(({ id }) => id)}::text[])`,
      )
    await forgotten.execute()
    for (let first = 0; first < busy.length; first += rowsAtOnce)
      await tx
        .insertInto('busyTimes')
        .values(busy.slice(first, first + rowsAtOnce))
        .onConflict((conflict) => conflict.columns(['calendarId', 'eventId']).doNothing())
        .execute()
    await tx
      .updateTable('googleCalendars')
      .set({
        syncToken,
        readZone: zone,
        readBusy: keepsBusy,
        readAt: now,
        ...(isFull && { fullyReadAt: now }),
      })
      .where('id', '=', calendar.id)
      .execute()
  })
}

const rowsAtOnce = 1000

/**
 * Events of ours that no row knows: the response to the request that added them was lost, or they are from before another
 * account was connected. Now they are compared like all others.
 */
async function adopt(tx: Tx, vendorId: VendorId, events: readonly CalendarEvent[]): Promise<void> {
  const found = events.flatMap((event) => {
    const sessionId = event.status === 'cancelled' ? null : sessionOf(event, vendorId)
    // One that its owner let repeat comes as its dates, 'id_20300105T100000Z' each.
    const [eventId = ''] = event.id.split('_')
    return sessionId !== null && isId(sessionId) && eventId.startsWith(eventIdOf(sessionId))
      ? [{ sessionId, vendorId, eventId }]
      : []
  })
  if (found.length === 0) return
  await tx
    .insertInto('calendarEvents')
    .values(found)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const idsOf = (events: readonly CalendarEvent[]) => events.map(({ id }) => id)

/** Deleted in the calendar: it does not hold them any more, and they are added like new ones. */
async function forgetEvents(
  tx: Tx,
  vendorId: VendorId,
  eventIds: readonly string[],
): Promise<void> {
  if (eventIds.length === 0) return
  await tx
    .deleteFrom('calendarEvents')
    .where('vendorId', '=', vendorId)
    .where('eventId', 'in', eventIds)
    .execute()
}

/** These events are not as we left them. */
async function writeAgain(tx: Tx, vendorId: VendorId, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return
  await tx
    .updateTable('calendarEvents')
    .set({ etag: null, hash: null })
    .where('vendorId', '=', vendorId)
    .where('eventId', 'in', eventIds)
    .execute()
}

async function forget({ db }: Deps, lease: Lease, calendarId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await renewLease(tx, lease)
    await tx.deleteFrom('busyTimes').where('calendarId', '=', calendarId).execute()
    await tx
      .updateTable('googleCalendars')
      .set({ syncToken: null, readBusy: false, readAt: null, fullyReadAt: null })
      .where('id', '=', calendarId)
      .execute()
  })
}
