import { sql } from 'kysely'
import { agreementToErase, eraseContact } from '#core/bookings/commands/erase-contact.ts'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { findErasable } from '#core/bookings/queries/erasable.ts'
import { seal } from '#core/shared/sealing.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { addMinutes } from '#core/shared/time.ts'
import type { CalendarFault } from '#tests/fakes/google-calendar-state.ts'
import { expect } from '#tests/support/database.ts'
import {
  aBooking,
  aClass,
  aFacility,
  aSession,
  aSubscription,
  aVendor,
} from '#tests/support/factories.ts'
import { connectAtGoogle, syncCalendars, test } from '#tests/support/google-calendar.ts'
import { fromNow, onDay } from '#tests/support/times.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { closeAllAtBusyTimes } from './commands/close-at-busy-times.ts'
import { disconnectCalendar } from './commands/disconnect-calendar.ts'
import { followCalendars } from './commands/follow-calendars.ts'
import { reseal } from '#core/shared/reseal.ts'
import { sealedTokens } from './steps/tokens.ts'
import { syncNextCalendar } from './commands/sync-calendar.ts'
import { findConnection, listBusyTimes } from './queries.ts'
import { eventIdOf } from './rules.ts'
import { takeLease } from './steps/lease.ts'
import { tokenSealing } from './steps/tokens.ts'

/** A vendor on Free with one class and a session, whose calendar is connected. */
async function connected(deps: Deps, google: Parameters<typeof connectAtGoogle>[1]) {
  const vendor = await aVendor(deps.db, { trialEndsAt: new Date(0) })
  const yoga = await aClass(deps.db, { vendor })
  const session = await aSession(deps.db, { class: yoga, capacity: 10 })
  expect(await connectAtGoogle(deps, google, vendor)).toMatchObject({ ok: true })
  return { vendor, yoga, session }
}

const inDays = (days: number) => onDay(days)

const timesOf = (startsAt: Date, minutes = 60) => ({
  start: { dateTime: startsAt.toISOString() },
  end: { dateTime: addMinutes(startsAt, minutes).toISOString() },
})

test('the calendar holds each session with who comes, and follows what happens to them', async ({
  connecting: deps,
  google,
}) => {
  const { db } = deps
  const { vendor, yoga, session } = await connected(deps, google)
  const booked = await aBooking(db, { session, spots: 2, customer: { name: 'Ada <3' } })
  await aBooking(db, { session, status: 'pending', customer: { name: 'Ben' } })
  await syncCalendars(deps)
  const events = () => google.calendars.eventsOf(vendor.email)
  expect(events()).toMatchObject([
    {
      id: eventIdOf(session.id),
      summary: 'Yoga · 3/10',
      location: '1 Park Street',
      start: { dateTime: session.startsAt.toISOString() },
      extendedProperties: { private: { openspotVendor: vendor.id, openspotSession: session.id } },
    },
  ])
  expect(events()[0]?.description).toBe(
    `Ada &lt;3 × 2\nBen (waiting for confirmation)\n\nhttp://localhost:3000/dashboard/sessions/${session.id}`,
  )
  // Nothing has changed: nothing is written.
  const before = google.asked.filter((one) => !one.startsWith('GET')).length
  await syncCalendars(deps)
  expect(google.asked.filter((one) => !one.startsWith('GET'))).toHaveLength(before)

  const moved = addMinutes(session.startsAt, 90)
  await db
    .updateTable('classSessions')
    .set({ startsAt: moved, endsAt: addMinutes(moved, 60), maxStudents: 12 })
    .where('id', '=', session.id)
    .execute()
  await db
    .updateTable('purchases')
    .set({ customerName: 'Adele' })
    .where('id', '=', booked.purchaseId)
    .execute()
  const second = await aSession(db, { class: yoga })
  await syncCalendars(deps)
  expect(events()).toMatchObject([
    { summary: 'Yoga · 0/10' },
    { summary: 'Yoga · 3/12', start: { dateTime: moved.toISOString() } },
  ])
  expect(events()[1]?.description).toContain('Adele × 2')

  await db
    .updateTable('classSessions')
    .set({ status: 'cancelled', cancelledAt: new Date() })
    .where('id', '=', second.id)
    .execute()
  await syncCalendars(deps)
  expect(events()).toMatchObject([{ id: eventIdOf(session.id) }])
})

test('of a court the calendar holds the slots that somebody has, and lets go of those that are free again', async ({
  connecting: deps,
  google,
}) => {
  const { db } = deps
  const { vendor } = await connected(deps, google)
  const court = await aFacility(db, { vendor })
  const slot = await aSession(db, { class: court, startsAt: inDays(9) })
  await aSession(db, { class: court, startsAt: inDays(10) })
  const titles = async () => {
    await syncCalendars(deps)
    const { wanted, written } = (await findConnection(db, vendor.id)) ?? {}
    const events = google.calendars.eventsOf(vendor.email)
    expect([wanted, written]).toEqual([events.length, events.length])
    return events.map(({ summary }) => summary)
  }
  expect(await titles()).toEqual(['Yoga · 0/10'])
  const first = await aBooking(db, { session: slot, people: 4, status: 'pending' })
  expect(await titles()).toEqual(['Yoga · 0/10', 'Tennis court · 1/1'])
  await cancelByVendor(db, vendor.id, first.bookingIds)
  expect(await titles()).toEqual(['Yoga · 0/10'])
  await aBooking(db, { session: slot, people: 2 })
  expect(await titles()).toEqual(['Yoga · 0/10', 'Tennis court · 1/1'])
})

test('a booking only wakes the work: no handler opens a connection to Google', async ({
  connecting: deps,
  databaseUrl,
  google,
}) => {
  const { session } = await connected(deps, google)
  await syncCalendars(deps)
  const asked = google.asked.length
  await aBooking(deps.db, { session })
  const due = () =>
    deps.db.selectFrom('calendarConnections').select('dueAt').executeTakeFirstOrThrow()
  expect((await due()).dueAt > fromNow(1)).toBe(true)
  const { purchaseId, bookingIds } = await aBooking(deps.db, { session })
  await deps.db
    .insertInto('outbox')
    .values({ kind: 'booking.confirmed', payload: JSON.stringify({ purchaseId, bookingIds }) })
    .execute()
  await work(databaseUrl, deps, keepMails())
  expect((await due()).dueAt < addMinutes(new Date(), 1)).toBe(true)
  expect(google.asked).toHaveLength(asked)
})

// Every fault of the provider, and what the calendar holds when it is over. `mails`: what the vendor is told.
const faults: readonly (readonly [fault: CalendarFault, problem: string | null])[] = [
  ['slow', 'unreachable'],
  ['reset', 'unreachable'],
  ['unauthorized', null],
  ['limited', 'limited'],
  ['too_many', 'limited'],
  ['not_found', 'gone'],
  ['duplicate', 'exists'],
  ['expired_sync', null],
  ['invalid_sync', null],
  ['daily_limit', 'limited'],
  ['html', 'unreachable'],
  ['unavailable', 'unreachable'],
  ['malformed', 'unreachable'],
]

test.for(faults)(
  'the fault %s while the calendar is read: tried again, and right in the end',
  async ([fault, problem], { connecting: deps, google, databaseUrl }) => {
    const { vendor, session } = await connected(deps, google)
    await syncCalendars(deps)
    await aBooking(deps.db, { session })
    google.calendars.fail(fault)
    await syncCalendars(deps)
    const row = await deps.db
      .selectFrom('calendarConnections')
      .select(['failures', 'lastProblem', 'retryAt', 'brokenAt', 'lease'])
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      failures: problem === null ? 0 : 1,
      lastProblem: problem,
      brokenAt: null,
      lease: null,
    })
    expect(row.retryAt !== null).toBe(problem !== null)
    if (problem !== null) expect(await syncNextCalendar(deps)).toBe(false)
    await syncCalendars(deps)
    expect(google.calendars.eventsOf(vendor.email)).toMatchObject([{ summary: 'Yoga · 1/10' }])
    expect((await findConnection(deps.db, vendor.id))?.lastProblem).toBeNull()
    const { mails, send } = keepMails()
    await work(databaseUrl, deps, { send })
    expect(mails).toEqual([])
  },
)

// The first request of the second run is the reading, the second one is the write.
const writeFaults: readonly (readonly [CalendarFault, 'insert' | 'patch' | 'remove'])[] = [
  ['slow', 'insert'],
  ['reset', 'insert'],
  ['reset', 'patch'],
  ['reset', 'remove'],
  ['duplicate', 'insert'],
  ['not_found', 'patch'],
  ['limited', 'insert'],
  ['unavailable', 'patch'],
  ['malformed', 'insert'],
  ['malformed', 'patch'],
  ['malformed', 'remove'],
  ['unauthorized', 'patch'],
]

test.for(writeFaults)(
  'the fault %s at a %s: one event, and the right one',
  async ([fault, step], { connecting: deps, google }) => {
    const { vendor, yoga, session } = await connected(deps, google)
    await syncCalendars(deps)
    if (step === 'insert') await aSession(deps.db, { class: yoga, capacity: 7 })
    if (step === 'patch') await aBooking(deps.db, { session })
    if (step === 'remove')
      await deps.db
        .updateTable('classSessions')
        .set({ status: 'cancelled', cancelledAt: new Date() })
        .execute()
    await sql`update calendar_connections set due_at = now()`.execute(deps.db)
    // The healthy reading comes first.
    google.calendars.fail('none', fault)
    await syncCalendars(deps, false)
    await syncCalendars(deps)
    const titles = google.calendars.eventsOf(vendor.email).map(({ summary }) => summary)
    const expected = {
      insert: ['Yoga · 0/10', 'Yoga · 0/7'],
      patch: ['Yoga · 1/10'],
      remove: [],
    }
    expect(titles).toEqual(expected[step])
  },
)

test('an event whose response was lost goes when its session does, and is nothing to be busy with', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, yoga } = await connected(deps, google)
  await aSubscription(deps.db, vendor.id)
  await syncCalendars(deps)
  const cancelled = await aSession(deps.db, { class: yoga, startsAt: inDays(4) })
  await sql`update calendar_connections set due_at = now()`.execute(deps.db)
  google.calendars.fail('none', 'reset')
  await syncCalendars(deps, false)
  expect(google.calendars.eventsOf(vendor.email)).toHaveLength(2)
  await deps.db
    .updateTable('classSessions')
    .set({ status: 'cancelled', cancelledAt: new Date() })
    .where('id', '=', cancelled.id)
    .execute()
  // Another vendor’s, in the same account.
  google.calendars.write(vendor.email, {
    id: 'cs0000',
    status: 'confirmed',
    extendedProperties: { private: { openspotVendor: 'another', openspotSession: cancelled.id } },
    ...timesOf(inDays(5)),
  })
  await syncCalendars(deps)
  expect(google.calendars.eventsOf(vendor.email).map(({ id }) => id)).not.toContain(
    eventIdOf(cancelled.id),
  )
  expect(google.calendars.eventsOf(vendor.email)).toHaveLength(2)
  expect(await busyOf(deps, vendor.id)).toHaveLength(1)
})

test('an event that is deleted or changed in the calendar comes back as it was', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, session, yoga } = await connected(deps, google)
  const other = await aSession(deps.db, { class: yoga })
  await syncCalendars(deps)
  const [first, second] = google.calendars.eventsOf(vendor.email)
  if (!first || !second) throw new Error('There are no events.')
  google.calendars.write(vendor.email, { ...first, status: 'cancelled' })
  google.calendars.write(vendor.email, { ...second, summary: 'Gym', ...timesOf(inDays(9)) })
  await syncCalendars(deps)
  expect(google.calendars.eventsOf(vendor.email)).toMatchObject([
    { id: eventIdOf(session.id), summary: 'Yoga · 0/10', status: 'confirmed' },
    { id: eventIdOf(other.id), summary: 'Yoga · 0/10' },
  ])
  // Also what nobody has told us of, because the sync token has expired.
  google.calendars.write(vendor.email, { ...first, status: 'cancelled' })
  google.calendars.expireSync(vendor.email)
  await syncCalendars(deps)
  expect(google.calendars.eventsOf(vendor.email)).toHaveLength(2)
})

test('an event that its owner let repeat is one event again at the next full reading', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, session } = await connected(deps, google)
  await syncCalendars(deps)
  const [event] = google.calendars.eventsOf(vendor.email)
  if (!event) throw new Error('There is no event.')
  google.calendars.write(vendor.email, { ...event, recurrence: ['RRULE:FREQ=WEEKLY'] })
  google.calendars.expireSync(vendor.email)
  await syncCalendars(deps)
  const after = google.calendars.eventsOf(vendor.email)
  expect(after).toMatchObject([{ id: eventIdOf(session.id) }])
  expect(after[0]).not.toHaveProperty('recurrence')
})

test('an event whose response was lost, and that its owner has let repeat, is one event again', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, session } = await connected(deps, google)
  await syncCalendars(deps)
  const [event] = google.calendars.eventsOf(vendor.email)
  if (!event) throw new Error('There is no event.')
  google.calendars.write(vendor.email, { ...event, recurrence: ['RRULE:FREQ=WEEKLY'] })
  await deps.db.deleteFrom('calendarEvents').execute()
  google.calendars.expireSync(vendor.email)
  await syncCalendars(deps)
  const after = google.calendars.eventsOf(vendor.email)
  expect(after).toMatchObject([{ id: eventIdOf(session.id) }])
  expect(after[0]).not.toHaveProperty('recurrence')
  expect(await findConnection(deps.db, vendor.id)).toMatchObject({ lastProblem: null })
})

test('sessions reach the calendar also in a zone that Google does not know yet, and with many long names', async ({
  connecting: deps,
  google,
}) => {
  const { vendor } = await connected(deps, google)
  const kyiv = await aClass(deps.db, { vendor, title: 'Kyiv' })
  const session = await aSession(deps.db, {
    class: kyiv,
    capacity: 60,
    timeZone: 'Europe/Kyiv',
  })
  for (let nth = 0; nth < 45; nth++)
    await aBooking(deps.db, { session, customer: { name: `${'Ж'.repeat(110)} ${nth}` } })
  await syncCalendars(deps)
  const event = google.calendars
    .eventsOf(vendor.email)
    .find(({ summary }) => summary === 'Kyiv · 45/60')
  expect(event?.start).toEqual({ dateTime: session.startsAt.toISOString() })
  expect(event?.description).toContain('Ж 0')
  expect(await findConnection(deps.db, vendor.id)).toMatchObject({ lastProblem: null })
})

test('calendars and events that come in any number of pages are all read, with calendars of others', async ({
  connecting: deps,
  google,
}) => {
  const { vendor } = await professional(deps, google)
  const holidays = 'de.german#holiday@group.v.calendar.google.com'
  google.calendars.share(vendor.email, holidays, 'reader')
  google.calendars.share(vendor.email, 'partner@x.test', 'freeBusyReader')
  google.calendars.sendPagesOf(1)
  await deps.db
    .updateTable('googleCalendars')
    .set({ listedAt: new Date(0) })
    .execute()
  await syncCalendars(deps)
  await followAll(deps, vendor)
  const { calendars } = (await findConnection(deps.db, vendor.id)) ?? {}
  expect(
    calendars
      ?.map(({ name }) => name)
      .slice(1)
      .toSorted(),
  ).toEqual(['Family', holidays])
  for (let nth = 0; nth < 50; nth++)
    google.calendars.write(vendor.email, {
      id: `busy${nth}`,
      status: 'confirmed',
      ...timesOf(addMinutes(inDays(3), nth * 60), 30),
    })
  const event = { id: 'easter', status: 'confirmed' as const, ...timesOf(inDays(9)) }
  google.calendars.write(vendor.email, event, holidays)
  await syncCalendars(deps)
  expect(await busyOf(deps, vendor.id)).toHaveLength(51)
})

test.for(['all day', 'at a time'] as const)(
  'an event that its owner has moved (%s) comes back to its time, and keeps what we do not write',
  async (how, { connecting: deps, google }) => {
    const { vendor, session } = await connected(deps, google)
    await syncCalendars(deps)
    const [event] = google.calendars.eventsOf(vendor.email)
    if (!event) throw new Error('There is no event.')
    google.calendars.write(vendor.email, {
      ...event,
      ...(how === 'all day'
        ? { start: { date: '2031-05-01' }, end: { date: '2031-05-02' } }
        : timesOf(inDays(9))),
      transparency: 'transparent',
      extendedProperties: { private: { ...event.extendedProperties?.private, theirs: 'kept' } },
    })
    await syncCalendars(deps)
    const [after] = google.calendars.eventsOf(vendor.email)
    expect(after).toMatchObject({
      transparency: 'transparent',
      extendedProperties: { private: { openspotSession: session.id, theirs: 'kept' } },
    })
    const at = (time: Date) => ({ dateTime: time.toISOString() })
    expect([after?.start, after?.end]).toEqual([
      at(session.startsAt),
      at(addMinutes(session.startsAt, 60)),
    ])
    expect(await findConnection(deps.db, vendor.id)).toMatchObject({ lastProblem: null })
  },
)

test.for(['changed', 'left alone'] as const)(
  'a deleted event that Google lets nobody change comes back under another id; its session was %s',
  async (what, { connecting: deps, google }) => {
    const { vendor, session } = await connected(deps, google)
    await syncCalendars(deps)
    const [event] = google.calendars.eventsOf(vendor.email)
    if (!event) throw new Error('There is no event.')
    google.calendars.refuseDeleted()
    google.calendars.write(vendor.email, { ...event, status: 'cancelled' })
    if (what === 'changed') await aBooking(deps.db, { session })
    await syncCalendars(deps)
    const [fresh, ...more] = google.calendars.eventsOf(vendor.email)
    expect(more).toEqual([])
    expect(fresh?.id).toMatch(new RegExp(`^${eventIdOf(session.id)}n`))
    expect(fresh?.summary).toBe(what === 'changed' ? 'Yoga · 1/10' : 'Yoga · 0/10')
    const written = google.asked.filter((one) => !one.startsWith('GET')).length
    await syncCalendars(deps)
    expect(google.asked.filter((one) => !one.startsWith('GET'))).toHaveLength(written)
    expect(await findConnection(deps.db, vendor.id)).toMatchObject({ lastProblem: null })
  },
)

test('an event that Google refuses, and that nobody has deleted, gets no second one', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, session } = await connected(deps, google)
  await syncCalendars(deps)
  await aBooking(deps.db, { session })
  google.calendars.fail('none', 'not_theirs')
  await syncCalendars(deps)
  expect(google.calendars.eventsOf(vendor.email)).toMatchObject([{ summary: 'Yoga · 0/10' }])
  await syncCalendars(deps)
  expect(google.calendars.eventsOf(vendor.email)).toMatchObject([{ summary: 'Yoga · 1/10' }])
})

test('events that Google refuses keep none out that come later', async ({
  connecting: deps,
  google,
}) => {
  const { vendor } = await connected(deps, google)
  const gym = await aClass(deps.db, { vendor, title: 'Refused' })
  for (let nth = 0; nth < 26; nth++)
    await aSession(deps.db, { class: gym, startsAt: addMinutes(inDays(1), nth), capacity: 10 })
  google.calendars.refuseTitled('Refused · 0/10')
  await syncCalendars(deps)
  expect(google.calendars.eventsOf(vendor.email)).toMatchObject([{ summary: 'Yoga · 0/10' }])
})

test.for([
  ['family', 'html', 1],
  ['family', 'not_theirs', 0],
] as const)(
  'busy times of the %s calendar after %s: %d',
  async ([, fault, left], { connecting: deps, google }) => {
    const { vendor } = await professional(deps, google)
    await followAll(deps, vendor)
    const event = { id: 'dentist', status: 'confirmed' as const, ...timesOf(inDays(3)) }
    google.calendars.write(vendor.email, event, `family-${vendor.email}`)
    await syncCalendars(deps)
    expect(await busyOf(deps, vendor.id)).toHaveLength(1)
    google.calendars.fail('none', fault)
    await syncCalendars(deps)
    expect(await busyOf(deps, vendor.id)).toHaveLength(left)
  },
)

test('a date of a changed series beyond what is read closes nothing', async ({
  connecting: deps,
  google,
}) => {
  const { vendor } = await professional(deps, google)
  await followAll(deps, vendor)
  await syncCalendars(deps)
  for (const days of [90, 200])
    google.calendars.write(vendor.email, {
      id: `choir_${days}`,
      status: 'confirmed',
      ...timesOf(inDays(days)),
    })
  await syncCalendars(deps)
  expect(await busyOf(deps, vendor.id)).toHaveLength(1)
})

test.for([
  ['deleted_client', { state: 'connected', lastProblem: 'misconfigured' }],
  ['invalid_client', { state: 'connected', lastProblem: 'misconfigured' }],
  ['admin_policy_enforced', { state: 'broken', brokenBecause: 'revoked' }],
  ['invalid_grant', { state: 'broken', brokenBecause: 'revoked' }],
] as const)(
  'a token that is refused with %s',
  async ([word, expected], { connecting: deps, google }) => {
    const { vendor } = await connected(deps, google)
    await syncCalendars(deps)
    google.calendars.expireAccess()
    google.calendars.refuseTokens(word)
    await syncCalendars(deps)
    expect(await findConnection(deps.db, vendor.id)).toMatchObject(expected)
  },
)

test('a consent without what is needed is withdrawn, unless another business of the account uses it', async ({
  connecting: deps,
  google,
}) => {
  const vendor = await aVendor(deps.db)
  const revoked = () => google.asked.filter((asked) => asked.includes('revoke')).length
  expect(await connectAtGoogle(deps, google, vendor, [])).toMatchObject({ reason: 'scope' })
  expect(revoked()).toBe(1)
  await connected(deps, google)
  const { vendor: other } = await connected(deps, google)
  expect(await connectAtGoogle(deps, google, { ...vendor, email: other.email }, [])).toMatchObject({
    reason: 'scope',
  })
  expect(revoked()).toBe(1)
})

test('an event that is deleted there is no obstacle when its session is cancelled', async ({
  connecting: deps,
  google,
}) => {
  const { vendor } = await connected(deps, google)
  await syncCalendars(deps)
  const [event] = google.calendars.eventsOf(vendor.email)
  if (!event) throw new Error('There is no event.')
  google.calendars.write(vendor.email, { ...event, status: 'cancelled' })
  await deps.db
    .updateTable('classSessions')
    .set({ status: 'cancelled', cancelledAt: new Date() })
    .execute()
  await syncCalendars(deps)
  expect(await deps.db.selectFrom('calendarEvents').selectAll().execute()).toEqual([])
  expect(await findConnection(deps.db, vendor.id)).toMatchObject({ lastProblem: null })
})

test.for(['revoked', 'scope', 'no_calendar'] as const)(
  'what the vendor has to repair (%s) breaks the connection, tells the vendor once, and a new one goes on',
  async (because, { connecting: deps, google, databaseUrl }) => {
    const { vendor, yoga } = await connected(deps, google)
    await syncCalendars(deps)
    if (because === 'revoked') {
      google.calendars.revokeAll(vendor.email)
      google.calendars.expireAccess()
    } else google.calendars.fail(because === 'scope' ? 'forbidden' : 'no_calendar')
    const { mails, send } = keepMails()
    for (let rounds = 0; rounds < 2; rounds++) {
      await syncCalendars(deps)
      await work(databaseUrl, deps, { send })
    }
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [vendor.email, 'Your Google Calendar is no longer connected'],
    ])
    expect(await findConnection(deps.db, vendor.id)).toMatchObject({
      state: 'broken',
      brokenBecause: because === 'revoked' ? because : 'scope',
    })
    await aSession(deps.db, { class: yoga, status: 'cancelled' })
    await aSession(deps.db, { class: yoga, capacity: 3 })
    expect(await connectAtGoogle(deps, google, vendor)).toMatchObject({ ok: true })
    await syncCalendars(deps)
    expect(google.calendars.eventsOf(vendor.email).map(({ summary }) => summary)).toEqual([
      'Yoga · 0/10',
      'Yoga · 0/3',
    ])
  },
)

test('a reminder of a lost connection is not sent once it is connected again', async ({
  connecting: deps,
  google,
  databaseUrl,
}) => {
  const { vendor } = await connected(deps, google)
  google.calendars.revokeAll(vendor.email)
  await syncCalendars(deps)
  expect(await connectAtGoogle(deps, google, vendor)).toMatchObject({ ok: true })
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  expect(mails).toEqual([])
})

test('what was erased of a customer leaves the calendar, also of sessions that are long over', async ({
  connecting: deps,
  google,
  databaseUrl,
}) => {
  const { vendor, session } = await connected(deps, google)
  const { bookingIds } = await aBooking(deps.db, {
    session,
    customer: { name: 'Petra Quill' },
  })
  await syncCalendars(deps)
  const description = () => google.calendars.eventsOf(vendor.email)[0]?.description
  expect(description()).toContain('Petra Quill')
  await sql`update class_sessions set starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days'`.execute(
    deps.db,
  )
  const [bookingId = ''] = bookingIds
  const found = await findErasable(deps.db, { vendorId: vendor.id, bookingId })
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const agreed = found ? agreementToErase(found) : ''
  const erased = await eraseContact(deps.db, member, {
    bookingId,
    agreed,
    replacement: 'Former customer',
  })
  expect(erased).toMatchObject({ ok: true })
  await work(databaseUrl, deps, keepMails())
  await syncCalendars(deps)
  expect(description()).toContain('Former customer')
  expect(description()).not.toContain('Petra')
})

test('two workers never work on one calendar; the turn of a dead one passes to another', async ({
  connecting: deps,
  google,
}) => {
  const { vendor } = await connected(deps, google)
  const dead = await takeLease(deps.db)
  expect(dead?.vendorId).toBe(vendor.id)
  expect(await syncNextCalendar(deps)).toBe(false)
  await sql`update calendar_connections set leased_until = now() - interval '1 second'`.execute(
    deps.db,
  )
  expect(await syncNextCalendar(deps)).toBe(true)
  expect(google.calendars.eventsOf(vendor.email)).toHaveLength(1)
})

test('a worker whose calendar was disconnected stops, and nothing brings the tokens back', async ({
  connecting: deps,
  google,
}) => {
  const { vendor } = await connected(deps, google)
  google.calendars.expireAccess()
  google.calendars.fail('slow')
  const running = syncNextCalendar(deps)
  await expect
    .poll(() => google.asked.includes('GET /calendar/v3/users/me/calendarList'))
    .toBe(true)
  await disconnectCalendar(deps, vendor.id)
  await running
  expect(
    await deps.db
      .selectFrom('calendarConnections')
      .select(['googleCalendarToken', 'googleCalendarRefreshToken', 'googleCalendarConnectedAt'])
      .select(['lease', 'failures'])
      .executeTakeFirstOrThrow(),
  ).toEqual({
    googleCalendarToken: null,
    googleCalendarRefreshToken: null,
    googleCalendarConnectedAt: null,
    lease: null,
    failures: 0,
  })
  expect(google.calendars.eventsOf(vendor.email)).toEqual([])
})

test('a first sync goes on where it was, in several runs', async ({ connecting: deps, google }) => {
  const { db } = deps
  const { vendor, yoga } = await connected(deps, google)
  for (let nth = 1; nth < 40; nth++) await aSession(db, { class: yoga, startsAt: inDays(nth) })
  expect(await syncNextCalendar(deps)).toBe(true)
  expect(await findConnection(db, vendor.id)).toMatchObject({
    state: 'writing',
    wanted: 40,
    written: 25,
  })
  const posts = () => google.asked.filter((one) => one.startsWith('POST /calendar/')).length
  expect(posts()).toBe(25)
  await syncCalendars(deps)
  expect(await findConnection(db, vendor.id)).toMatchObject({ state: 'connected', written: 40 })
  expect(posts()).toBe(40)
  expect(google.calendars.eventsOf(vendor.email)).toHaveLength(40)
})

const busyOf = (deps: Deps, vendorId: Parameters<typeof listBusyTimes>[1]['vendorId']) =>
  listBusyTimes(deps.db, { vendorId, from: new Date(), to: inDays(100) })

test('busy times of the chosen calendars are read on Professional only, without what they are', async ({
  connecting: deps,
  google,
}) => {
  const { vendor } = await connected(deps, google)
  const at = inDays(2)
  const event = { id: 'dentist', status: 'confirmed' as const, summary: 'Secret dentist' }
  google.calendars.write(vendor.email, { ...event, ...timesOf(at) })
  google.calendars.write(
    vendor.email,
    { ...event, id: 'party', ...timesOf(inDays(4)) },
    `family-${vendor.email}`,
  )
  await syncCalendars(deps)
  expect(await busyOf(deps, vendor.id)).toEqual([])

  await aSubscription(deps.db, vendor.id)
  await syncCalendars(deps)
  const dentist = { startsAt: at, endsAt: addMinutes(at, 60) }
  expect(await busyOf(deps, vendor.id)).toEqual([dentist])
  const stored = await deps.db.selectFrom('busyTimes').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain('Secret')

  const calendars = (await findConnection(deps.db, vendor.id))?.calendars ?? []
  expect(calendars).toMatchObject([
    { isPrimary: true, isFollowed: true },
    { name: 'Family', isFollowed: false },
  ])
  const all = { calendars: calendars.map(({ id }) => id), closesBooking: false }
  expect(await followCalendars(deps, vendor.id, all)).toEqual({ ok: true })
  await syncCalendars(deps)
  expect(await busyOf(deps, vendor.id)).toHaveLength(2)

  // Moved, made free, deleted.
  google.calendars.write(vendor.email, { ...event, ...timesOf(inDays(5)) })
  await syncCalendars(deps)
  expect((await busyOf(deps, vendor.id)).map(({ startsAt }) => startsAt > inDays(3))).toEqual([
    true,
    true,
  ])
  google.calendars.write(vendor.email, {
    ...event,
    ...timesOf(inDays(5)),
    transparency: 'transparent',
  })
  await syncCalendars(deps)
  expect(await busyOf(deps, vendor.id)).toHaveLength(1)
  // What went while the token was expired is gone, too.
  google.calendars.write(
    vendor.email,
    { ...event, id: 'party', status: 'cancelled', ...timesOf(inDays(4)) },
    `family-${vendor.email}`,
  )
  google.calendars.expireSync(vendor.email)
  await syncCalendars(deps)
  expect(await busyOf(deps, vendor.id)).toEqual([])

  google.calendars.write(vendor.email, { ...event, id: 'again', ...timesOf(inDays(6)) })
  await syncCalendars(deps)
  expect(await busyOf(deps, vendor.id)).toHaveLength(1)
  await deps.db.updateTable('subscriptions').set({ endedAt: new Date() }).execute()
  await syncCalendars(deps)
  expect(await busyOf(deps, vendor.id)).toEqual([])
  expect(await followCalendars(deps, vendor.id, all)).toEqual({ ok: false, reason: 'not_in_plan' })
})

test('busy times close the booking of sessions that collide, only if the vendor wants that', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, session } = await connected(deps, google)
  await aSubscription(deps.db, vendor.id)
  const event = { id: 'dentist', status: 'confirmed' as const }
  google.calendars.write(vendor.email, { ...event, ...timesOf(addMinutes(session.startsAt, 30)) })
  await syncCalendars(deps)
  const isOpen = async () => {
    const { rows } = await sql<{ open: boolean; closed: boolean }>`
      select session_is_bookable(s) as open, session_closes_at(s, c) <= now() as closed
      from class_sessions s join classes c on c.id = s.class_id`.execute(deps.db)
    expect(rows[0]?.open).toBe(rows[0]?.closed === false)
    return rows[0]?.open
  }
  expect(await isOpen()).toBe(true)
  const [main] = (await findConnection(deps.db, vendor.id))?.calendars ?? []
  const calendars = main ? [main.id] : []
  await followCalendars(deps, vendor.id, { calendars, closesBooking: true })
  await syncCalendars(deps)
  expect(await isOpen()).toBe(false)
  // The session's own event is no reason.
  google.calendars.write(vendor.email, { ...event, ...timesOf(inDays(20)) })
  await syncCalendars(deps)
  expect(await isOpen()).toBe(true)
  google.calendars.write(vendor.email, { ...event, ...timesOf(session.startsAt) })
  await syncCalendars(deps)
  expect(await isOpen()).toBe(false)
  await disconnectCalendar(deps, vendor.id)
  expect(await isOpen()).toBe(true)
})

test('another account begins with an empty calendar, the same one goes on', async ({
  connecting: deps,
  google,
}) => {
  const { vendor } = await connected(deps, google)
  await syncCalendars(deps)
  expect(await disconnectCalendar(deps, vendor.id)).toEqual({ ok: true, revoked: true })
  await connectAtGoogle(deps, google, { ...vendor, email: 'other@x.test' })
  await syncCalendars(deps)
  expect(google.calendars.eventsOf('other@x.test')).toHaveLength(1)
  // The consent of the account that is left is withdrawn.
  const revoked = () => google.asked.filter((asked) => asked.includes('revoke')).length
  expect(revoked()).toBe(1)
  await connectAtGoogle(deps, google, vendor)
  expect(revoked()).toBe(2)
  const posts = google.asked.filter((one) => one.startsWith('POST /calendar/')).length
  await syncCalendars(deps)
  expect(google.calendars.eventsOf(vendor.email)).toHaveLength(1)
  // It is there already, and was found: nothing is added.
  expect(google.asked.filter((one) => one.startsWith('POST /calendar/'))).toHaveLength(posts)
})

test('tokens are stored only sealed, and sealed again with a new key; without any key the vendor connects again', async ({
  connecting: deps,
  google,
}) => {
  const { vendor } = await connected(deps, google)
  const read = () =>
    deps.db
      .selectFrom('calendarConnections')
      .select(['googleCalendarToken as token', 'googleCalendarRefreshToken as refresh'])
      .executeTakeFirstOrThrow()
  const before = await read()
  expect(`${before.token} ${before.refresh}`).not.toMatch(/ya29|1\/\//)
  const newer = 'another key for tests that protects nothing, too'
  const both: Deps = { ...deps, secretKeys: [newer, ...deps.secretKeys] }
  expect(await reseal(both, sealedTokens)).toBe(1)
  expect(await reseal(both, sealedTokens)).toBe(0)
  const after = await read()
  expect(after.refresh).not.toBe(before.refresh)
  await syncCalendars({ ...deps, secretKeys: [newer] })
  expect(google.calendars.eventsOf(vendor.email)).toHaveLength(1)
  await deps.db
    .updateTable('calendarConnections')
    .set({
      googleCalendarRefreshToken: seal(
        tokenSealing({ secretKeys: ['a key that nobody has any more, of 32 signs'] }, vendor.id),
        'x',
      ),
    })
    .execute()
  await syncCalendars(deps)
  expect(await findConnection(deps.db, vendor.id)).toMatchObject({ brokenBecause: 'keys' })
})

const professional = async (deps: Deps, google: Parameters<typeof connectAtGoogle>[1]) => {
  const made = await connected(deps, google)
  await aSubscription(deps.db, made.vendor.id)
  await syncCalendars(deps)
  return made
}
const followAll = async (deps: Deps, { id }: { id: VendorId }, closesBooking = false) => {
  const calendars = (await findConnection(deps.db, id))?.calendars ?? []
  const chosen = { calendars: calendars.map((calendar) => calendar.id), closesBooking }
  expect(await followCalendars(deps, id, chosen)).toEqual({ ok: true })
}

test('an event with the id of another vendor’s session takes nothing from that vendor', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, session } = await professional(deps, google)
  const liar = await connected(deps, google)
  google.calendars.write(liar.vendor.email, {
    id: eventIdOf(session.id),
    status: 'confirmed',
    extendedProperties: {
      private: { openspotVendor: liar.vendor.id, openspotSession: session.id },
    },
    ...timesOf(session.startsAt),
  })
  await syncCalendars(deps)
  await syncCalendars(deps)
  expect(google.calendars.eventsOf(liar.vendor.email).map(({ id }) => id)).toEqual([
    eventIdOf(liar.session.id),
  ])
  const written = google.asked.filter((one) => !one.startsWith('GET')).length
  await syncCalendars(deps)
  expect(google.asked.filter((one) => !one.startsWith('GET'))).toHaveLength(written)
  expect(google.calendars.eventsOf(vendor.email)).toHaveLength(1)
  expect(await busyOf(deps, vendor.id)).toEqual([])
})

test.for([
  'a worker that died after a disconnection',
  'a plan that ended while Google was away',
] as const)(
  'booking that was closed at a busy time opens without Google: %s',
  async (what, { connecting: deps, google }) => {
    const { vendor, session } = await professional(deps, google)
    await followAll(deps, vendor, true)
    google.calendars.write(vendor.email, {
      id: 'dentist',
      status: 'confirmed',
      ...timesOf(session.startsAt),
    })
    await syncCalendars(deps)
    const closed = () =>
      deps.db.selectFrom('classSessions').where('busySince', 'is not', null).select('id').execute()
    expect(await closed()).toHaveLength(1)
    await closeAllAtBusyTimes(deps)
    expect(await closed()).toHaveLength(1)
    if (what === 'a plan that ended while Google was away')
      await deps.db.updateTable('subscriptions').set({ endedAt: new Date() }).execute()
    else
      await sql`update calendar_connections set google_calendar_connected_at = null,
        google_calendar_refresh_token = null, google_calendar_token = null`.execute(deps.db)
    expect(await closeAllAtBusyTimes(deps)).toBe(1)
    expect(await closed()).toEqual([])
    if (what !== 'a plan that ended while Google was away') return
    // What was read of them goes too, and is read again when the plan comes back.
    expect(await busyOf(deps, vendor.id)).toEqual([])
    await deps.db.updateTable('subscriptions').set({ endedAt: null }).execute()
    await syncCalendars(deps)
    expect(await busyOf(deps, vendor.id)).toHaveLength(1)
  },
)

test('while the connection is broken, a calendar can be left out, and what it closed opens', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, session } = await professional(deps, google)
  await followAll(deps, vendor, true)
  google.calendars.write(vendor.email, {
    id: 'dentist',
    status: 'confirmed',
    ...timesOf(session.startsAt),
  })
  await syncCalendars(deps)
  google.calendars.revokeAll(vendor.email)
  google.calendars.expireAccess()
  await syncCalendars(deps)
  expect(await findConnection(deps.db, vendor.id)).toMatchObject({ state: 'broken' })
  const closed = () =>
    deps.db.selectFrom('classSessions').where('busySince', 'is not', null).select('id').execute()
  await closeAllAtBusyTimes(deps)
  expect(await closed()).toHaveLength(1)
  const chosen = { calendars: [], closesBooking: true }
  expect(await followCalendars(deps, vendor.id, chosen)).toEqual({ ok: true })
  await closeAllAtBusyTimes(deps)
  expect(await closed()).toEqual([])
  expect(await busyOf(deps, vendor.id)).toEqual([])
  // Connected and chosen again, it is read as a whole.
  await followAll(deps, vendor, true)
  await connectAtGoogle(deps, google, vendor)
  await syncCalendars(deps)
  expect(await busyOf(deps, vendor.id)).toHaveLength(1)
})

test('a court needs no trainer: busy times mark and close none of its slots', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, session } = await professional(deps, google)
  const court = await aFacility(deps.db, { vendor })
  await aSession(deps.db, { class: court, startsAt: session.startsAt })
  await followAll(deps, vendor, true)
  google.calendars.write(vendor.email, {
    id: 'dentist',
    status: 'confirmed',
    ...timesOf(session.startsAt),
  })
  await syncCalendars(deps)
  expect(await busyOf(deps, vendor.id)).toHaveLength(1)
  const { rows } = await sql`
    select is_slot, session_collides(s) as collides, busy_since is not null as is_closed
    from class_sessions s order by is_slot`.execute(deps.db)
  expect(rows).toEqual([
    { isSlot: false, collides: true, isClosed: true },
    { isSlot: true, collides: false, isClosed: false },
  ])
})

test('two businesses with one account: the end of one is not the end of the other', async ({
  connecting: deps,
  google,
}) => {
  const one = await connected(deps, google)
  const other = await connected(deps, google)
  await connectAtGoogle(deps, google, { ...other.vendor, email: one.vendor.email })
  const revoked = () => google.asked.filter((asked) => asked.includes('revoke')).length
  const before = revoked()
  await disconnectCalendar(deps, one.vendor.id)
  expect(revoked()).toBe(before)
  google.calendars.expireAccess()
  await syncCalendars(deps)
  expect(await findConnection(deps.db, other.vendor.id)).toMatchObject({ state: 'connected' })
  await disconnectCalendar(deps, other.vendor.id)
  expect(revoked()).toBe(before + 1)
})

test('an event that Google has deleted for good comes back under another id, and holds up no other', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, yoga, session } = await connected(deps, google)
  await aSession(deps.db, { class: yoga, startsAt: inDays(9) })
  google.calendars.fail('none', 'none', 'duplicate', 'not_found')
  await syncCalendars(deps)
  const ids = () => google.calendars.eventsOf(vendor.email).map(({ id }) => id)
  expect(ids()).toHaveLength(2)
  const [fresh] = ids()
  expect(fresh).toMatch(new RegExp(`^${eventIdOf(session.id)}n[0-9a-v]+$`))
  await aBooking(deps.db, { session })
  await syncCalendars(deps)
  expect(google.calendars.eventsOf(vendor.email)).toMatchObject([
    { id: fresh, summary: 'Yoga · 1/10' },
    { summary: 'Yoga · 0/10' },
  ])
  await deps.db
    .updateTable('classSessions')
    .set({ status: 'cancelled', cancelledAt: new Date() })
    .where('id', '=', session.id)
    .execute()
  await syncCalendars(deps)
  expect(ids()).toHaveLength(1)
})

test('a followed calendar that cannot be read keeps no session out of the main one', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, session } = await professional(deps, google)
  await followAll(deps, vendor)
  await syncCalendars(deps)
  await aBooking(deps.db, { session })
  google.calendars.fail('none', 'unavailable')
  await syncCalendars(deps)
  expect(google.calendars.eventsOf(vendor.email)).toMatchObject([{ summary: 'Yoga · 1/10' }])
})

test('sessions that come back from our own feed, or from another account, are nothing to be busy with', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, session } = await professional(deps, google)
  await followAll(deps, vendor)
  const family = `family-${vendor.email}`
  const event = { status: 'confirmed' as const, ...timesOf(session.startsAt) }
  google.calendars.write(vendor.email, { ...event, id: 'a', iCalUID: 'any@localhost' }, family)
  const properties = { private: { openspotVendor: vendor.id, openspotSession: session.id } }
  google.calendars.write(
    vendor.email,
    { ...event, id: 'b', extendedProperties: properties },
    family,
  )
  google.calendars.write(vendor.email, { ...event, id: 'c', iCalUID: 'any@google.com' }, family)
  await syncCalendars(deps)
  expect(await busyOf(deps, vendor.id)).toHaveLength(1)
})

test('a closed account wants no sessions any more, and a suspended one reads no customers', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, session } = await connected(deps, google)
  await syncCalendars(deps)
  await deps.db.updateTable('vendors').set({ suspendedAt: new Date() }).execute()
  await aBooking(deps.db, { session, customer: { name: 'Petra Quill' } })
  await syncCalendars(deps)
  expect(google.calendars.eventsOf(vendor.email)).toMatchObject([{ summary: 'Yoga · 0/10' }])
  await deps.db.updateTable('vendors').set({ suspendedAt: null, closedAt: new Date() }).execute()
  await syncCalendars(deps)
  expect(google.calendars.eventsOf(vendor.email)).toEqual([])
})
