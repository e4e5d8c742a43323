import { sql } from 'kysely'
import { linkTo } from '#tests/support/links.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import type { Db } from '#core/shared/db.ts'
import { addDays, todayIn, weekdayOf } from '#core/shared/time.ts'
import { changeFollowingSessions, changeSession } from './commands/change-session.ts'
import { createClass } from './commands/create-class.ts'
import { editClass } from './commands/edit-class.ts'
import { cancelByCustomer } from '../bookings/commands/cancel-bookings.ts'
import { cancelSession } from '../bookings/commands/cancel-sessions.ts'
import { fillDueTimes } from './commands/fill-sessions.ts'
import { findPublicClass } from './queries/class-cards.ts'
import { editFields, findOwnClass } from './queries/own-classes.ts'
import { addSession } from './commands/add-session.ts'
import type { ClassForm } from './schema.ts'

const now = new Date()
const today = todayIn('Europe/Berlin', now)
const nextMonday = addDays(today, ((8 - weekdayOf(today)) % 7) + 7)

function form(more: Partial<ClassForm> = {}): ClassForm {
  return {
    title: 'Yoga',
    description: '',
    category: 'yoga',
    difficulty: 'general',
    placeKind: 'address',
    location: '1 Park Street',
    onlineUrl: '',
    priceMinor: 1500,
    maxStudents: 10,
    durationMinutes: 60,
    startDate: nextMonday,
    endDate: null,
    times: [{ weekday: 1, startTime: '18:00', everyWeeks: 1 }],
    visibility: 'public',
    confirmationMode: 'automatic',
    confirmationTimeoutMinutes: 10,
    registrationClosedDate: null,
    closesMinutesBefore: 0,
    ...more,
  }
}

async function publish(db: Db, more: Partial<ClassForm> = {}) {
  const vendor = await aVendor(db)
  const created = await createClass(db, vendor.id, form(more), now)
  if (!created.ok) throw new Error(created.reason)
  return { vendor, classId: created.classId }
}

async function sessionsOf(db: Db, classId: string) {
  return db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .orderBy('startsAt')
    .selectAll()
    .execute()
}

async function timesOf(db: Db, classId: string) {
  return db
    .selectFrom('classTimes')
    .where('classId', '=', classId)
    .orderBy('createdAt')
    .orderBy('startsOn')
    .selectAll()
    .execute()
}

async function book(
  db: Db,
  vendor: Awaited<ReturnType<typeof aVendor>>,
  row: { id: string; classId: string; startsAt: Date; maxStudents: number },
  spots = 1,
) {
  const of = { id: row.classId, vendor, durationMinutes: 60, priceMinor: 1500, maxStudents: 10 }
  return aBooking(db, {
    session: { id: row.id, class: of, startsAt: row.startsAt, maxStudents: row.maxStudents },
    spots,
  })
}

test('a weekly class becomes dated sessions 53 weeks ahead, every one at 18:00 in the vendor’s zone', async ({
  db,
}) => {
  const { classId } = await publish(db)
  const sessions = await sessionsOf(db, classId)
  expect(sessions.length).toBeGreaterThanOrEqual(51)
  expect(new Set(sessions.map(({ startTime }) => startTime))).toEqual(new Set(['18:00']))
  expect(new Set(sessions.map(({ startsAt }) => startsAt.toISOString().slice(11, 16)))).toEqual(
    new Set(['16:00', '17:00']),
  )
  expect(sessions[0]?.sessionDate).toBe(nextMonday)
})

test('the worker tops up what a week has used and never makes a session twice', async ({ db }) => {
  const { classId } = await publish(db)
  const before = await sessionsOf(db, classId)
  expect(await fillDueTimes(db, now)).toBe(0)
  const later = new Date(now.getTime() + 14 * 86_400_000)
  expect(await fillDueTimes(db, later)).toBe(1)
  const after = await sessionsOf(db, classId)
  expect(after.length).toBe(before.length + 2)
  expect(new Set(after.map(({ occursOn }) => occursOn)).size).toBe(after.length)
})

test('a first start the clock change skips is refused with its date; a later one is left out', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  const sunday = [{ weekday: 7, startTime: '02:30', everyWeeks: 1 }]
  const year = Number(today.slice(0, 4))
  // The next one with a Sunday to come before it: sessions are made for a year.
  const spring =
    [year, year + 1].map(lastSundayOfMarch).find((day) => addDays(day, -7) > today) ?? ''
  expect(await createClass(db, vendor.id, form({ startDate: spring, times: sunday }), now)).toEqual(
    {
      ok: false,
      reason: 'skipped_start',
      date: spring,
      time: '02:30',
    },
  )
  const { classId } = await publish(db, { startDate: addDays(spring, -7), times: sunday })
  const days = (await sessionsOf(db, classId)).map(({ sessionDate }) => sessionDate)
  expect(days).toContain(addDays(spring, -7))
  expect(days).not.toContain(spring)
  expect(days).toContain(addDays(spring, 7))
})

function lastSundayOfMarch(year: number): string {
  return addDays(`${year}-03-31`, -(weekdayOf(`${year}-03-31`) % 7))
}

test('another time moves the future sessions with their bookings and tells who is booked', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const [first] = await sessionsOf(db, classId)
  if (!first) throw new Error('no session')
  await book(db, vendor, first)
  const [time] = await timesOf(db, classId)
  const edited = await editClass(
    db,
    vendor.id,
    classId,
    form({ times: [{ id: time?.id, weekday: 2, startTime: '19:30', everyWeeks: 1 }] }),
    now,
  )
  expect(edited).toMatchObject({ ok: true, kept: 0 })
  const sessions = await sessionsOf(db, classId)
  expect(sessions[0]).toMatchObject({
    id: first.id,
    sessionDate: addDays(nextMonday, 1),
    startTime: '19:30',
    currentStudents: 1,
  })
  expect(new Set(sessions.map(({ startTime }) => startTime))).toEqual(new Set(['19:30']))
  expect(new Set(sessions.map(({ sessionDate }) => weekdayOf(sessionDate)))).toEqual(new Set([2]))
  const news = await db
    .selectFrom('outbox')
    .where('kind', '=', 'session.changed')
    .selectAll()
    .execute()
  expect(news).toHaveLength(1)
})

test('capacity cannot go below what is booked: the answer names how many', async ({ db }) => {
  const { vendor, classId } = await publish(db)
  const [, second] = await sessionsOf(db, classId)
  if (!second) throw new Error('no session')
  await book(db, vendor, second, 3)
  const times = (await timesOf(db, classId)).map(({ id }) => ({
    id,
    weekday: 1,
    startTime: '18:00',
    everyWeeks: 1,
  }))
  expect(await editClass(db, vendor.id, classId, form({ times, maxStudents: 2 }), now)).toEqual({
    ok: false,
    reason: 'below_booked',
    booked: 3,
    date: second.sessionDate,
  })
  expect(
    await editClass(db, vendor.id, classId, form({ times, maxStudents: 3 }), now),
  ).toMatchObject({ ok: true })
  expect(new Set((await sessionsOf(db, classId)).map(({ maxStudents }) => maxStudents))).toEqual(
    new Set([3]),
  )
})

test('a removed time takes its empty sessions along; booked ones stay and are counted', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db, {
    times: [
      { weekday: 1, startTime: '18:00', everyWeeks: 1 },
      { weekday: 3, startTime: '09:00', everyWeeks: 1 },
    ],
  })
  const wednesday = (await sessionsOf(db, classId)).find(({ startTime }) => startTime === '09:00')
  if (!wednesday) throw new Error('no session')
  await book(db, vendor, wednesday)
  const monday = (await timesOf(db, classId)).find(({ weekday }) => weekday === 1)
  const mondays = form({
    times: [{ id: monday?.id, weekday: 1, startTime: '18:00', everyWeeks: 1 }],
  })
  const before = await sessionsOf(db, classId)
  const removes = before.filter(({ startTime }) => startTime === '09:00').length - 1
  expect(await editClass(db, vendor.id, classId, mondays, now)).toEqual({
    ok: false,
    reason: 'would_remove',
    sessions: removes,
  })
  expect(await sessionsOf(db, classId)).toEqual(before)
  const edited = await editClass(db, vendor.id, classId, { ...mondays, removes }, now)
  expect(edited).toMatchObject({ ok: true, kept: 1 })
  const left = (await sessionsOf(db, classId)).filter(({ startTime }) => startTime === '09:00')
  expect(left.map(({ id }) => id)).toEqual([wednesday.id])
  await fillDueTimes(db, new Date(now.getTime() + 30 * 86_400_000))
  expect(
    (await sessionsOf(db, classId)).filter(({ startTime }) => startTime === '09:00'),
  ).toHaveLength(1)
})

for (const [what, endDate] of [
  ['a removed weekday', null],
  ['an earlier last day', addDays(nextMonday, -1)],
] as const)
  test(`${what} cancels a session that ever had a booking: nothing of it is deleted`, async ({
    db,
  }) => {
    const { vendor, classId } = await publish(db)
    const [first, second] = await sessionsOf(db, classId)
    if (!first || !second) throw new Error('no session')
    const { bookingIds, groupId } = await book(db, vendor, first)
    await db
      .insertInto('payments')
      .values({
        vendorId: vendor.id,
        bookingId: bookingIds[0] ?? '',
        amountMinor: 1500,
        currency: 'EUR',
        method: 'door',
      })
      .execute()
    await cancelByCustomer(db, linkTo(groupId), null)
    const history = async () => ({
      bookings: await db.selectFrom('bookings').selectAll().execute(),
      payments: await db.selectFrom('payments').selectAll().execute(),
      seats: await db.selectFrom('seatLedger').where('delta', '<>', 0).selectAll().execute(),
      news: await db.selectFrom('outbox').selectAll().execute(),
    })
    const before = await history()
    const [time] = await timesOf(db, classId)
    const kept = [{ id: time?.id, weekday: 1, startTime: '18:00', everyWeeks: 1 }]
    const all = (await sessionsOf(db, classId)).length
    const edited = form({
      times: endDate === null ? [] : kept,
      endDate,
      startDate: addDays(nextMonday, -7),
      removes: all,
    })
    expect(await editClass(db, vendor.id, classId, edited, now)).toMatchObject({ ok: true })
    expect(await history()).toEqual(before)
    expect(
      (await sessionsOf(db, classId)).map(({ id, status, classTimeId }) => ({
        id,
        status,
        classTimeId,
      })),
    ).toEqual([{ id: first.id, status: 'cancelled', classTimeId: null }])

    // The date can be offered again.
    expect(await editClass(db, vendor.id, classId, form(), now)).toMatchObject({ ok: true })
    const published = (await sessionsOf(db, classId)).filter(({ status }) => status === 'confirmed')
    expect(published[0]?.sessionDate).toBe(first.sessionDate)
  })

test('a cancelled session does not come back when its weekday moves', async ({ db }) => {
  const { vendor, classId } = await publish(db)
  const [first] = await sessionsOf(db, classId)
  await db
    .updateTable('classSessions')
    .set({ status: 'cancelled' })
    .where('id', '=', first?.id ?? '')
    .execute()
  const [time] = await timesOf(db, classId)
  await editClass(
    db,
    vendor.id,
    classId,
    form({ times: [{ id: time?.id, weekday: 2, startTime: '18:00', everyWeeks: 1 }] }),
    now,
  )
  const published = (await sessionsOf(db, classId)).filter(({ status }) => status === 'confirmed')
  expect(published[0]?.sessionDate).toBe(addDays(nextMonday, 8))
})

test('a weekly time that comes back makes no second session next to one that stayed booked', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const [first] = await sessionsOf(db, classId)
  if (!first) throw new Error('no session')
  await book(db, vendor, first)
  const without = form({ times: [], removes: (await sessionsOf(db, classId)).length - 1 })
  expect(await editClass(db, vendor.id, classId, without, now)).toMatchObject({ ok: true })
  expect(await editClass(db, vendor.id, classId, form(), now)).toMatchObject({ ok: true })
  const sameStart = (await sessionsOf(db, classId)).filter(
    ({ startsAt }) => startsAt.getTime() === first.startsAt.getTime(),
  )
  expect(sameStart.map(({ id }) => id)).toEqual([first.id])
})

test('an earlier time that is over by now leaves an empty session alone and is refused for a booked one', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const [first] = await sessionsOf(db, classId)
  const [time] = await timesOf(db, classId)
  if (!first) throw new Error('no session')
  const anHourBefore = new Date(first.startsAt.getTime() - 3_600_000)
  const times = [{ id: time?.id, weekday: 1, startTime: '10:00', everyWeeks: 1 }]
  const toTheMorning = () => editClass(db, vendor.id, classId, form({ times }), anHourBefore)
  const { groupId } = await book(db, vendor, first)
  expect(await toTheMorning()).toEqual({
    ok: false,
    reason: 'would_be_past',
    date: first.sessionDate,
  })
  await cancelByCustomer(db, linkTo(groupId), null)
  expect(await toTheMorning()).toMatchObject({ ok: true })
  const [same, second] = await sessionsOf(db, classId)
  expect(same).toMatchObject({ id: first.id, startTime: '18:00' })
  expect(second?.startTime).toBe('10:00')
})

test('a cancelled session does not come back when its weekly time was split and moves again', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const [, second, third] = await sessionsOf(db, classId)
  if (!second || !third) throw new Error('no session')
  await cancelSession(db, { vendorId: vendor.id, sessionId: third.id }, now)
  const later = {
    date: second.sessionDate,
    startTime: '19:00',
    durationMinutes: 60,
    maxStudents: 10,
    placeKind: 'address',
    location: '1 Park Street',
    onlineUrl: '',
  } as const
  const own = { vendorId: vendor.id, sessionId: second.id }
  expect(await changeFollowingSessions(db, own, later, now)).toMatchObject({ ok: true })
  const times = (await timesOf(db, classId)).map(({ id, startTime }) => ({
    id,
    weekday: 1,
    startTime: startTime === '19:00' ? '20:00' : startTime,
    everyWeeks: 1,
  }))
  expect(await editClass(db, vendor.id, classId, form({ times }), now)).toMatchObject({ ok: true })
  const onThatDay = (await sessionsOf(db, classId)).filter(
    ({ sessionDate }) => sessionDate === third.sessionDate,
  )
  expect(onThatDay.map(({ id, status }) => [id, status])).toEqual([[third.id, 'cancelled']])
})

test('a session changed on its own keeps its time when the class moves', async ({ db }) => {
  const { vendor, classId } = await publish(db)
  const [first] = await sessionsOf(db, classId)
  const own = {
    date: nextMonday,
    startTime: '20:00',
    durationMinutes: 60,
    maxStudents: 10,
    placeKind: 'address',
    location: '1 Park Street',
    onlineUrl: '',
  } as const
  expect(
    await changeSession(db, { vendorId: vendor.id, sessionId: first?.id ?? '' }, own, now),
  ).toMatchObject({ ok: true })
  const [time] = await timesOf(db, classId)
  await editClass(
    db,
    vendor.id,
    classId,
    form({ times: [{ id: time?.id, weekday: 1, startTime: '17:00', everyWeeks: 1 }] }),
    now,
  )
  const [one, two] = await sessionsOf(db, classId)
  expect(one?.startTime).toBe('20:00')
  expect(two?.startTime).toBe('17:00')
})

test('this and all following: the pair is split, earlier sessions stay, later ones are made at the new time', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const sessions = await sessionsOf(db, classId)
  const third = sessions[2]
  if (!third) throw new Error('no session')
  const moved = {
    date: addDays(third.sessionDate, 1),
    startTime: '07:00',
    durationMinutes: 45,
    maxStudents: 8,
    placeKind: 'online',
    location: '',
    onlineUrl: 'https://meet.example.com/a',
  } as const
  const changed = await changeFollowingSessions(
    db,
    { vendorId: vendor.id, sessionId: third.id },
    moved,
    now,
  )
  expect(changed).toMatchObject({ ok: true, changed: sessions.length - 2 })
  await fillDueTimes(db, new Date(now.getTime() + 14 * 86_400_000))
  const after = await sessionsOf(db, classId)
  expect(after.slice(0, 2).map(({ startTime, maxStudents }) => [startTime, maxStudents])).toEqual([
    ['18:00', 10],
    ['18:00', 10],
  ])
  const later = after.slice(2)
  expect(later).toHaveLength(sessions.length)
  for (const session of later)
    expect(session).toMatchObject({
      startTime: '07:00',
      endTime: '07:45',
      maxStudents: 8,
      location: null,
      onlineUrl: 'https://meet.example.com/a',
    })
  expect(new Set(later.map(({ sessionDate }) => weekdayOf(sessionDate)))).toEqual(new Set([2]))
})

test('a weekly time without a session left is listed nowhere, and one that ends soon says its last day', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const own = { vendorId: vendor.id, classId }
  const sessions = await sessionsOf(db, classId)
  const move = (at: number, startTime: string) => {
    const session = sessions[at]
    if (!session) throw new Error('no session')
    return changeFollowingSessions(
      db,
      { vendorId: vendor.id, sessionId: session.id },
      {
        date: session.sessionDate,
        startTime,
        durationMinutes: 60,
        maxStudents: 10,
        placeKind: 'address',
        location: '1 Park Street',
        onlineUrl: '',
      },
      now,
    )
  }
  const listed = async () =>
    (await findOwnClass(db, own))?.times.map(({ startTime, until }) => [startTime, until])
  await move(0, '19:00')
  expect(await listed()).toEqual([['19:00', null]])
  expect((await findPublicClass(db, classId))?.recurrence).toEqual([
    { weekday: 1, startTime: '19:00', everyWeeks: 1 },
  ])
  await move(2, '20:00')
  expect(await listed()).toEqual([
    ['19:00', sessions[1]?.sessionDate],
    ['20:00', null],
  ])
})

test('all following are locked in the order of their ids, whichever of them was chosen', async ({
  db,
  databaseUrl,
}) => {
  const { vendor, classId } = await publish(db)
  const sessions = await sessionsOf(db, classId)
  const pairs = sessions.flatMap((one, at) =>
    sessions.slice(at + 1).map((later) => [one, later] as const),
  )
  // The later one comes first in the order of the locks.
  const [chosen, first] = pairs.find(([one, later]) => later.id < one.id) ?? []
  if (!chosen || !first) throw new Error('no such sessions')
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [first.id],
  )
  const changing = changeFollowingSessions(
    db,
    { vendorId: vendor.id, sessionId: chosen.id },
    {
      date: chosen.sessionDate,
      startTime: '19:00',
      durationMinutes: 60,
      maxStudents: 10,
      placeKind: 'address',
      location: '1 Park Street',
      onlineUrl: '',
    },
    now,
  )
  await waitForWaiter(db)
  // Somebody who holds the first one can still take the chosen one.
  const { rows } = await sql`
    select id from class_sessions where id = ${chosen.id} for update skip locked`.execute(db)
  expect(rows).toHaveLength(1)
  await lock.commit()
  expect(await changing).toMatchObject({ ok: true })
})

test('a refused change of all following leaves everything as it was', async ({ db }) => {
  const { vendor, classId } = await publish(db)
  const sessions = await sessionsOf(db, classId)
  const last = sessions.at(-1)
  if (!last || !sessions[0]) throw new Error('no session')
  await book(db, vendor, last, 4)
  const small = {
    date: nextMonday,
    startTime: '18:00',
    durationMinutes: 60,
    maxStudents: 3,
    placeKind: 'address',
    location: '1 Park Street',
    onlineUrl: '',
  } as const
  const changed = await changeFollowingSessions(
    db,
    { vendorId: vendor.id, sessionId: sessions[0].id },
    small,
    now,
  )
  expect(changed).toEqual({ ok: false, reason: 'below_booked', booked: 4, date: last.sessionDate })
  expect(await timesOf(db, classId)).toHaveLength(1)
  expect(new Set((await sessionsOf(db, classId)).map(({ maxStudents }) => maxStudents))).toEqual(
    new Set([10]),
  )
})

test('strangers change nothing, and a start in the past is refused', async ({ db }) => {
  const { vendor, classId } = await publish(db)
  const stranger = await aVendor(db)
  const [first] = await sessionsOf(db, classId)
  const wish = {
    date: addDays(today, -1),
    startTime: '10:00',
    durationMinutes: 60,
    maxStudents: 3,
    placeKind: 'address',
    location: 'x',
    onlineUrl: '',
  } as const
  expect(
    await changeSession(db, { vendorId: stranger.id, sessionId: first?.id ?? '' }, wish, now),
  ).toEqual({ ok: false, reason: 'not_found' })
  expect(await editClass(db, stranger.id, classId, form(), now)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await addSession(db, stranger.id, classId, wish, now)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await addSession(db, vendor.id, classId, wish, now)).toEqual({
    ok: false,
    reason: 'session_past',
  })
})

test('an edit writes only what was changed; the place of a class is one decision', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const open = async () => {
    const found = await findOwnClass(db, { vendorId: vendor.id, classId })
    if (!found) throw new Error('The class is gone.')
    return editFields(found)
  }
  const shown = await open()
  const save = (more: Partial<ClassForm>, then = shown) =>
    editClass(db, vendor.id, classId, { ...then, ...more }, now, then)
  const online = { placeKind: 'online' as const, location: '', onlineUrl: 'https://meet.example' }
  expect(await save(online)).toMatchObject({ ok: true })
  expect(await save({ title: 'Yin' })).toMatchObject({ ok: true })
  expect(await open()).toMatchObject({ title: 'Yin', ...online })
  expect(await save({ location: '2 Lake Road' })).toMatchObject({
    ok: false,
    reason: 'conflict',
    conflicts: [{ field: 'location', current: '', typed: '2 Lake Road' }],
  })
  const asked = { ...shown, location: '' }
  expect(await save({ location: '2 Lake Road' }, asked)).toMatchObject({ ok: true })
  expect(await open()).toMatchObject({
    placeKind: 'address',
    location: '2 Lake Road',
    title: 'Yin',
  })
})
