import { describe } from 'vitest'
import { kindsOf } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession, aVendor } from '#tests/support/factories.ts'
import {
  bookSpots,
  classForm,
  nextMonday,
  now,
  openForm,
  publish,
  saveForm,
  sessionForm,
  sessionsOf,
  timesOf,
} from '#tests/support/weekly-class.ts'
import type { Db } from '#core/shared/db.ts'
import { addDays, weekdayOf } from '#core/shared/time.ts'
import { addSession } from './add-session.ts'
import { changeFollowingSessions, changeSession } from './change-session.ts'
import { lockAllClasses } from '#core/classes/steps/lock-all-classes.ts'
import { lockTimes } from '../steps/lock-times.ts'
import type { SessionForm } from '../schema.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { linkTo } from '#tests/support/links.ts'
import { findCancelQuestion } from '../steps/cancel-question.ts'
import { archiveClass } from './archive-class.ts'
import { cancelByCustomer } from '#core/bookings/commands/cancel-bookings.ts'
import { changeZone } from './change-zone.ts'
import { cancelFollowingSessions, cancelSession } from './cancel-sessions.ts'

const mondayAndWednesday = [
  { weekday: 1, startTime: '18:00', everyWeeks: 1 },
  { weekday: 3, startTime: '18:00', everyWeeks: 1 },
]

test('cancelling the remaining sessions of a removed weekly time does not start it again', async ({
  db,
}) => {
  const of = await publish(db, { times: mondayAndWednesday })
  const mondays = async () =>
    (await sessionsOf(db, of.classId)).filter(
      ({ sessionDate, status }) => status === 'confirmed' && weekdayOf(sessionDate) === 1,
    )
  const all = await mondays()
  const [early, late] = [all[2], all[8]]
  if (!early || !late) throw new Error('no session')
  await bookSpots(db, of.vendor, early)
  await bookSpots(db, of.vendor, late)
  const { times } = await openForm(db, of)
  await saveForm(db, of, { times: times.filter(({ weekday }) => weekday === 3) })
  expect((await mondays()).map(({ id }) => id)).toEqual([early.id, late.id])
  const before = await timesOf(db, of.classId)

  const owned = { vendorId: of.vendor.id, sessionId: late.id }
  expect(await cancelFollowingSessions(db, owned, now)).toMatchObject({ ok: true, sessions: 1 })
  expect(await timesOf(db, of.classId)).toEqual(before)
  expect((await openForm(db, of)).times.map(({ weekday }) => weekday)).toEqual([3])
  await saveForm(db, of, { title: 'Yin' })
  expect((await mondays()).map(({ id }) => id)).toEqual([early.id])
})

for (const [what, cancel] of [
  ['a cancelled session', cancelSession],
  ['a session cancelled with all that follow', cancelFollowingSessions],
] as const)
  test(`${what} ends the spots that were set to completed before it took place`, async ({ db }) => {
    const session = await aSession(db)
    await aBooking(db, { session, status: 'completed' })
    const owned = { vendorId: session.class.vendor.id, sessionId: session.id }
    expect(await cancel(db, owned, now)).toEqual({ ok: true, sessions: 1, bookings: 1 })
    expect(await newsOfEnded(db)).toEqual(['booking.ended', 'session.cancelled'])
  })

test('an archived class ends the spots that were set to completed before they took place', async ({
  db,
}) => {
  const session = await aSession(db)
  await aBooking(db, { session, status: 'completed' })
  const owned = { vendorId: session.class.vendor.id, classId: session.class.id }
  expect(
    await agreeing({ upcomingBookings: 'cancel' as const, bundles: null }, (choice) =>
      archiveClass(db, owned, choice, now),
    ),
  ).toMatchObject({ cancelledBookings: 1 })
  expect(await newsOfEnded(db)).toEqual(['booking.ended', 'session.cancelled', 'class.archived'])
})

test('a cancelled session frees every seat, and each purchase has one event', async ({ db }) => {
  const session = await aSession(db)
  await aBooking(db, { session, spots: 2 })
  await aBooking(db, { session, status: 'pending' })
  await aBooking(db, { session, status: 'cancelled' })
  expect(
    await cancelSession(
      db,
      { vendorId: session.class.vendor.id, sessionId: session.id },
      new Date(),
    ),
  ).toEqual({ ok: true, sessions: 1, bookings: 3 })
  expect(await kindsOf(db)).toEqual(['booking.ended', 'booking.ended', 'session.cancelled'])
  expect(
    await cancelSession(
      db,
      { vendorId: session.class.vendor.id, sessionId: session.id },
      new Date(),
    ),
  ).toEqual({ ok: false, reason: 'not_found' })
})

test('a stranger cancels no session, and all following of a single session is that session', async ({
  db,
}) => {
  const session = await aSession(db)
  expect(
    await cancelSession(
      db,
      { vendorId: (await aVendor(db)).id, sessionId: session.id },
      new Date(),
    ),
  ).toEqual({ ok: false, reason: 'not_found' })
  expect(
    await cancelFollowingSessions(
      db,
      { vendorId: session.class.vendor.id, sessionId: session.id },
      new Date(),
    ),
  ).toMatchObject({ sessions: 1 })
})

/** The events when no spot is left. */
async function newsOfEnded(db: Db): Promise<string[]> {
  const spots = await db.selectFrom('bookings').select(['status', 'endedBy']).execute()
  expect(spots).toEqual(spots.map(() => ({ status: 'cancelled', endedBy: 'vendor' })))
  const sessions = await db.selectFrom('classSessions').select('currentStudents').execute()
  expect(sessions).toEqual(sessions.map(() => ({ currentStudents: 0 })))
  return kindsOf(db)
}

for (const [what, cancel, scope] of [
  ['one session', cancelSession, 'one'],
  ['all that follow', cancelFollowingSessions, 'following'],
] as const)
  test(`to cancel ${what} is asked about again when its time or its bookings are not those of the page`, async ({
    db,
  }) => {
    const of = await publish(db)
    const [first] = await sessionsOf(db, of.classId)
    if (!first) throw new Error('no session')
    const owned = { vendorId: of.vendor.id, sessionId: first.id }
    const shown = async () => {
      const asked = await findCancelQuestion(db, owned, { scope, now })
      if (!asked) throw new Error('nothing to cancel')
      return asked.agreement
    }
    const empty = await shown()
    await bookSpots(db, of.vendor, first)
    const asked = await cancel(db, owned, now, empty)
    expect(asked).toMatchObject({
      reason: 'not_agreed',
      question: { cancels: { bookings: 1 }, reach: { told: 1 } },
      agreement: await shown(),
    })
    const booked = await shown()
    const later = sessionForm(first.sessionDate, { startTime: '19:00' })
    expect(await agreeing(later, (form) => changeSession(db, owned, form, now))).toMatchObject({
      ok: true,
    })
    expect(await cancel(db, owned, now, booked)).toMatchObject({ reason: 'not_agreed' })
    expect(await cancel(db, owned, now, await shown())).toMatchObject({ ok: true, bookings: 1 })
  })

const mondays = classForm().times
const clocksOf = async (db: Db, classId: string, until: string) =>
  (await sessionsOf(db, classId))
    .filter(({ sessionDate }) => sessionDate <= until)
    .map(({ sessionDate, startTime, status }) => `${sessionDate} ${startTime} ${status}`)

describe('a date of a weekly time that was removed and added again', () => {
  const second = addDays(nextMonday, 7)
  const toHalfPast = async (db: Db, of: Awaited<ReturnType<typeof publish>>) => {
    const [first] = await sessionsOf(db, of.classId)
    const owned = { vendorId: of.vendor.id, sessionId: first?.id ?? '' }
    const form = sessionForm(nextMonday, { startTime: '18:30' })
    await agreeing(form, (typed) => changeFollowingSessions(db, owned, typed, now))
  }

  test('is offered again and named, if it was cancelled', async ({ db }) => {
    const of = await publish(db)
    const session = (await sessionsOf(db, of.classId))[1]
    if (!session) throw new Error('no session')
    await bookSpots(db, of.vendor, session)
    await cancelSession(db, { vendorId: of.vendor.id, sessionId: session.id }, now)
    await saveForm(db, of, { times: [] })
    expect((await saveForm(db, of, { times: mondays })).named).toEqual([
      { date: second, time: '18:00', zone: 'Europe/Berlin', why: 'again' },
    ])
    expect((await saveForm(db, of, { title: 'Yin' })).named).toEqual([])
    expect((await clocksOf(db, of.classId, second)).toSorted()).toEqual([
      `${nextMonday} 18:00 confirmed`,
      `${second} 18:00 cancelled`,
      `${second} 18:00 confirmed`,
    ])
  })

  test('is a date of the new one, if it was kept for its bookings', async ({ db }) => {
    const of = await publish(db)
    const session = (await sessionsOf(db, of.classId))[1]
    if (!session) throw new Error('no session')
    await bookSpots(db, of.vendor, session)
    await saveForm(db, of, { times: [] })
    await saveForm(db, of, { times: mondays })
    await toHalfPast(db, of)
    expect(await clocksOf(db, of.classId, second)).toEqual([
      `${nextMonday} 18:30 confirmed`,
      `${second} 18:30 confirmed`,
    ])
    await cancelSession(db, { vendorId: of.vendor.id, sessionId: session.id }, now)
    await saveForm(db, of, { title: 'Yin' })
    expect(await clocksOf(db, of.classId, second)).toEqual([
      `${nextMonday} 18:30 confirmed`,
      `${second} 18:30 cancelled`,
    ])
  })
})

test('a session that was moved alone to the day of another weekly time is not doubled when that one changes its hour', async ({
  db,
}) => {
  const of = await publish(db)
  const session = (await sessionsOf(db, of.classId))[1]
  if (!session) throw new Error('no session')
  await bookSpots(db, of.vendor, session)
  const owned = { vendorId: of.vendor.id, sessionId: session.id }
  const wednesday = addDays(session.sessionDate, 2)
  const form = sessionForm(wednesday, { startTime: '19:00' })
  await agreeing(form, (typed) => changeSession(db, owned, typed, now))
  await saveForm(db, of, { times: [] })
  await saveForm(db, of, { times: [{ weekday: 3, startTime: '19:00', everyWeeks: 1 }] })
  const { times } = await openForm(db, of)
  await saveForm(db, of, { times: times.map((time) => ({ ...time, startTime: '19:30' })) })
  const clocks = await clocksOf(db, of.classId, wednesday)
  expect(clocks.filter((clock) => clock.startsWith(wednesday))).toEqual([
    `${wednesday} 19:30 confirmed`,
  ])
})

test('a session that was added by hand at the hour of a weekly time is not sold again after it was cancelled', async ({
  db,
}) => {
  const second = addDays(nextMonday, 7)
  const of = await publish(db, { times: [] })
  const added = await addSession(db, of.vendor.id, of.classId, sessionForm(second), now)
  if (!added.ok) throw new Error(added.reason)
  await saveForm(db, of, { times: mondays })
  await cancelSession(db, { vendorId: of.vendor.id, sessionId: added.sessionId }, now)
  await saveForm(db, of, { title: 'Yin' })
  expect(await clocksOf(db, of.classId, second)).toEqual([
    `${nextMonday} 18:00 confirmed`,
    `${second} 18:00 cancelled`,
  ])
})

describe('a date that another session took', () => {
  const second = addDays(nextMonday, 7)
  const confirmedUntil = async (db: Db, classId: string, until: string) =>
    (await clocksOf(db, classId, until)).filter((clock) => clock.endsWith('confirmed'))
  const both = [`${nextMonday} 18:00 confirmed`, `${second} 18:00 confirmed`]

  test('comes back if it was kept for a booking that was cancelled, and the class ended before it for a while', async ({
    db,
  }) => {
    const of = await publish(db)
    const session = (await sessionsOf(db, of.classId))[1]
    if (!session) throw new Error('no session')
    const { purchaseId } = await bookSpots(db, of.vendor, session)
    await saveForm(db, of, { times: [] })
    await saveForm(db, of, { times: mondays })
    await cancelByCustomer(db, linkTo(purchaseId), null)
    await saveForm(db, of, { endDate: nextMonday })
    expect(await confirmedUntil(db, of.classId, second)).toEqual(both.slice(0, 1))
    await saveForm(db, of, { endDate: null })
    expect(await confirmedUntil(db, of.classId, second)).toEqual(both)
  })

  test('has gone with it if a session that was added by hand was moved away', async ({ db }) => {
    const of = await publish(db, { times: [] })
    const added = await addSession(db, of.vendor.id, of.classId, sessionForm(second), now)
    if (!added.ok) throw new Error(added.reason)
    await saveForm(db, of, { times: mondays })
    const owned = { vendorId: of.vendor.id, sessionId: added.sessionId }
    const form = sessionForm(addDays(second, 1), { startTime: '10:00' })
    await agreeing(form, (typed) => changeSession(db, owned, typed, now))
    await saveForm(db, of, { title: 'Yin' })
    expect(await confirmedUntil(db, of.classId, second)).toEqual(both.slice(0, 1))
  })
})

test('a series that is postponed past a session added by hand leaves out no date after it', async ({
  db,
}) => {
  const week = (weeks: number) => addDays(nextMonday, weeks * 7)
  const of = await publish(db, { times: [] })
  await addSession(db, of.vendor.id, of.classId, sessionForm(week(2)), now)
  await saveForm(db, of, { times: mondays })
  const [first] = await sessionsOf(db, of.classId)
  const owned = { vendorId: of.vendor.id, sessionId: first?.id ?? '' }
  const form = sessionForm(week(1), { startTime: '19:00' })
  await agreeing(form, (typed) => changeFollowingSessions(db, owned, typed, now))
  const clocks = await clocksOf(db, of.classId, week(4))
  expect(clocks.filter((clock) => clock.includes('19:00'))).toEqual(
    [1, 2, 3, 4].map((weeks) => `${week(weeks)} 19:00 confirmed`),
  )
})

type Owned = { vendorId: VendorId; sessionId: string }

for (const [what, change] of [
  [
    'moved to another hour',
    (db: Db, owned: Owned, form: SessionForm) =>
      agreeing({ ...form, startTime: '19:00' }, (typed) =>
        changeFollowingSessions(db, owned, typed, now),
      ),
  ],
  ['cancelled', (db: Db, owned: Owned) => cancelFollowingSessions(db, owned, now)],
] as const)
  test(`a series that was ${what} from its first date on makes no earlier ones when the class starts earlier and the zone changes`, async ({
    db,
  }) => {
    const of = await publish(db)
    await saveForm(db, of, { startDate: addDays(nextMonday, 9) })
    const [first] = await sessionsOf(db, of.classId)
    if (!first) throw new Error('no session')
    const owned = { vendorId: of.vendor.id, sessionId: first.id }
    await change(db, owned, sessionForm(first.sessionDate))
    await saveForm(db, of, { startDate: nextMonday })
    const before = await clocksOf(db, of.classId, first.sessionDate)
    await agreeing({ timeZone: 'Europe/Paris' }, (typed) =>
      changeZone(db, of.vendor.id, typed, now),
    )
    expect(await clocksOf(db, of.classId, first.sessionDate)).toEqual(before)
  })

for (const isKept of [false, true])
  test(`a date that was ${isKept ? 'booked' : 'cancelled'} before all of its series moved to another hour is not made there when the class starts earlier`, async ({
    db,
  }) => {
    const of = await publish(db)
    const session = (await sessionsOf(db, of.classId))[1]
    if (!session) throw new Error('no session')
    await bookSpots(db, of.vendor, session)
    const second = session.sessionDate
    if (!isKept) await cancelSession(db, { vendorId: of.vendor.id, sessionId: session.id }, now)
    await saveForm(db, of, { startDate: addDays(nextMonday, 21) })
    const first = (await sessionsOf(db, of.classId)).find(({ sessionDate }) => sessionDate > second)
    const owned = { vendorId: of.vendor.id, sessionId: first?.id ?? '' }
    const form = sessionForm(first?.sessionDate ?? '', { startTime: '19:00' })
    await agreeing(form, (typed) => changeFollowingSessions(db, owned, typed, now))
    await saveForm(db, of, { startDate: nextMonday })
    const clocks = await clocksOf(db, of.classId, second)
    expect(clocks).toEqual([
      `${nextMonday} 19:00 confirmed`,
      `${second} 18:00 ${isKept ? 'confirmed' : 'cancelled'}`,
    ])
  })

test('a booked session is cancelled while somebody holds the weekly times of its class', async ({
  db,
}) => {
  const of = await publish(db)
  const session = (await sessionsOf(db, of.classId))[1]
  if (!session) throw new Error('no session')
  await bookSpots(db, of.vendor, session)
  await db.transaction().execute(async (tx) => {
    await lockTimes(tx, of.classId)
    await lockAllClasses(tx, of.vendor.id)
    expect(
      await cancelSession(db, { vendorId: of.vendor.id, sessionId: session.id }, now),
    ).toMatchObject({ ok: true, bookings: 1 })
  })
})
