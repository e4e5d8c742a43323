import { linkTo } from '#tests/support/links.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  bookSpots,
  classForm,
  nextMonday,
  now,
  publish,
  sessionForm,
  sessionsOf,
  timesOf,
} from '#tests/support/weekly-class.ts'
import { addDays, weekdayOf } from '#core/shared/time.ts'
import { cancelByCustomer } from '#core/bookings/commands/cancel-bookings.ts'
import { cancelSession } from '#core/bookings/commands/cancel-sessions.ts'
import { editFields, findOwnClass } from '../queries/own-classes.ts'
import type { ClassForm } from '../schema.ts'
import { changeFollowingSessions, changeSession } from './change-session.ts'
import { editClass } from './edit-class.ts'
import { fillDueTimes } from './fill-sessions.ts'

test('another time moves the future sessions with their bookings and tells who is booked', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const [first] = await sessionsOf(db, classId)
  if (!first) throw new Error('no session')
  await bookSpots(db, vendor, first)
  const [time] = await timesOf(db, classId)
  const edited = await editClass(
    db,
    vendor.id,
    classId,
    classForm({ times: [{ id: time?.id, weekday: 2, startTime: '19:30', everyWeeks: 1 }] }),
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
  await bookSpots(db, vendor, second, 3)
  const times = (await timesOf(db, classId)).map(({ id }) => ({
    id,
    weekday: 1,
    startTime: '18:00',
    everyWeeks: 1,
  }))
  expect(
    await editClass(db, vendor.id, classId, classForm({ times, maxStudents: 2 }), now),
  ).toEqual({
    ok: false,
    reason: 'below_booked',
    booked: 3,
    date: second.sessionDate,
  })
  expect(
    await editClass(db, vendor.id, classId, classForm({ times, maxStudents: 3 }), now),
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
  await bookSpots(db, vendor, wednesday)
  const monday = (await timesOf(db, classId)).find(({ weekday }) => weekday === 1)
  const mondays = classForm({
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
    const { bookingIds, groupId } = await bookSpots(db, vendor, first)
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
    const edited = classForm({
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
    expect(await editClass(db, vendor.id, classId, classForm(), now)).toMatchObject({ ok: true })
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
    classForm({ times: [{ id: time?.id, weekday: 2, startTime: '18:00', everyWeeks: 1 }] }),
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
  await bookSpots(db, vendor, first)
  const without = classForm({ times: [], removes: (await sessionsOf(db, classId)).length - 1 })
  expect(await editClass(db, vendor.id, classId, without, now)).toMatchObject({ ok: true })
  expect(await editClass(db, vendor.id, classId, classForm(), now)).toMatchObject({ ok: true })
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
  const toTheMorning = () => editClass(db, vendor.id, classId, classForm({ times }), anHourBefore)
  const { groupId } = await bookSpots(db, vendor, first)
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
  const later = sessionForm(second.sessionDate, { startTime: '19:00' })
  const own = { vendorId: vendor.id, sessionId: second.id }
  expect(await changeFollowingSessions(db, own, later, now)).toMatchObject({ ok: true })
  const times = (await timesOf(db, classId)).map(({ id, startTime }) => ({
    id,
    weekday: 1,
    startTime: startTime === '19:00' ? '20:00' : startTime,
    everyWeeks: 1,
  }))
  expect(await editClass(db, vendor.id, classId, classForm({ times }), now)).toMatchObject({
    ok: true,
  })
  const onThatDay = (await sessionsOf(db, classId)).filter(
    ({ sessionDate }) => sessionDate === third.sessionDate,
  )
  expect(onThatDay.map(({ id, status }) => [id, status])).toEqual([[third.id, 'cancelled']])
})

test('a session changed on its own keeps its time when the class moves', async ({ db }) => {
  const { vendor, classId } = await publish(db)
  const [first] = await sessionsOf(db, classId)
  const own = sessionForm(nextMonday, { startTime: '20:00' })
  expect(
    await changeSession(db, { vendorId: vendor.id, sessionId: first?.id ?? '' }, own, now),
  ).toMatchObject({ ok: true })
  const [time] = await timesOf(db, classId)
  await editClass(
    db,
    vendor.id,
    classId,
    classForm({ times: [{ id: time?.id, weekday: 1, startTime: '17:00', everyWeeks: 1 }] }),
    now,
  )
  const [one, two] = await sessionsOf(db, classId)
  expect(one?.startTime).toBe('20:00')
  expect(two?.startTime).toBe('17:00')
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
