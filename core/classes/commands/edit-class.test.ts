import { expect, test } from '#tests/support/database.ts'
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
import { addDays, daysBetween, weekdayOf } from '#core/shared/time.ts'
import { cancelByCustomer } from '#core/bookings/commands/cancel-bookings.ts'
import { cancelFollowingSessions, cancelSession } from '#core/bookings/commands/cancel-sessions.ts'
import { editFields, findOwnClass } from '../queries/own-classes.ts'
import { type ClassForm, classSchema } from '../schema.ts'
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
    await cancelByCustomer(db, groupId, null)
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
  await cancelByCustomer(db, groupId, null)
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

const everyTwoWeeks = (times: ClassForm['times']) =>
  times.map((time) => ({ ...time, everyWeeks: 2 }))

const confirmed = (sessions: Awaited<ReturnType<typeof sessionsOf>>) =>
  sessions.filter(({ status }) => status === 'confirmed')

test('another rhythm keeps its dates as they are and takes the empty ones in between along', async ({
  db,
}) => {
  const of = await publish(db)
  const [first, second, third, fourth, fifth] = await sessionsOf(db, of.classId)
  if (!first || !second || !third || !fourth || !fifth) throw new Error('no session')
  const own = { vendorId: of.vendor.id, sessionId: third.id }
  const small = sessionForm(third.sessionDate, { maxStudents: 3, location: 'The small room' })
  expect(await changeSession(db, own, small, now)).toMatchObject({ ok: true })
  await bookSpots(db, of.vendor, fourth)
  const { times } = await openForm(db, of)
  await saveForm(db, of, { times: everyTwoWeeks(times) })
  const sessions = await sessionsOf(db, of.classId)
  // The first one of the new rhythm is that of next week, as if the time were new.
  expect(sessions.slice(0, 4).map(({ id }) => id)).toEqual([
    first.id,
    third.id,
    fourth.id,
    fifth.id,
  ])
  expect(sessions[1]).toMatchObject({ maxStudents: 3, location: 'The small room' })
  expect((await openForm(db, of)).times).toEqual(everyTwoWeeks(times))

  await fillDueTimes(db, new Date(now.getTime() + 28 * 86_400_000))
  const later = (await sessionsOf(db, of.classId)).slice(3).map(({ sessionDate }) => sessionDate)
  expect(new Set(later.map((day) => daysBetween(first.sessionDate, day) % 14))).toEqual(
    new Set([0]),
  )
})

test('a booked session between the dates of another rhythm stays where it is, whatever the new time', async ({
  db,
}) => {
  const of = await publish(db)
  const [first, second] = await sessionsOf(db, of.classId)
  if (!first || !second) throw new Error('no session')
  await bookSpots(db, of.vendor, first)
  await bookSpots(db, of.vendor, second)
  const { times } = await openForm(db, of)
  const evening = everyTwoWeeks(times).map((time) => ({ ...time, startTime: '20:00' }))
  await saveForm(db, of, { times: evening })
  const after = (await sessionsOf(db, of.classId)).slice(0, 2)
  expect(after.map(({ id, startTime }) => ({ id, startTime }))).toEqual([
    { id: first.id, startTime: '20:00' },
    { id: second.id, startTime: '18:00' },
  ])
})

test('a cancelled date stays cancelled in another rhythm, at another hour too', async ({ db }) => {
  const of = await publish(db)
  const [, , third, , fifth] = await sessionsOf(db, of.classId)
  if (!third || !fifth) throw new Error('no session')
  const cancel = ({ id }: { id: string }) =>
    cancelSession(db, { vendorId: of.vendor.id, sessionId: id }, now)
  expect(await cancel(third)).toMatchObject({ ok: true })
  expect(await cancel(fifth)).toMatchObject({ ok: true })
  const { times } = await openForm(db, of)
  await saveForm(db, of, { times: everyTwoWeeks(times) })
  await saveForm(db, of, {
    times: times.map((time) => ({ ...time, weekday: 2, startTime: '20:00', everyWeeks: 1 })),
  })
  const days = confirmed(await sessionsOf(db, of.classId)).map(({ sessionDate }) => sessionDate)
  expect(days.slice(0, 4)).toEqual([1, 8, 22, 36].map((day) => addDays(nextMonday, day)))
})

test('a cancelled date stays cancelled when its weekly time is removed and added again', async ({
  db,
}) => {
  const of = await publish(db)
  const [, second] = await sessionsOf(db, of.classId)
  if (!second) throw new Error('no session')
  const own = { vendorId: of.vendor.id, sessionId: second.id }
  expect(await cancelSession(db, own, now)).toMatchObject({ ok: true })
  const { times } = classForm()
  await saveForm(db, of, { times: [] })
  await saveForm(db, of, { times })
  const days = confirmed(await sessionsOf(db, of.classId)).map(({ sessionDate }) => sessionDate)
  expect(days.slice(0, 2)).toEqual([nextMonday, addDays(nextMonday, 14)])
})

test('a date that was moved is not offered beside the moved one when its time is added again', async ({
  db,
}) => {
  const of = await publish(db)
  const [, second, third] = await sessionsOf(db, of.classId)
  if (!second || !third) throw new Error('no session')
  const own = (sessionId: string) => ({ vendorId: of.vendor.id, sessionId })
  for (const { id, sessionDate } of [second, third])
    await changeSession(db, own(id), sessionForm(addDays(sessionDate, 1)), now)
  await bookSpots(db, of.vendor, second)
  await cancelSession(db, own(third.id), now)
  const { times } = classForm()
  await saveForm(db, of, { times: [] })
  await saveForm(db, of, { times })
  const days = confirmed(await sessionsOf(db, of.classId)).map(({ sessionDate }) => sessionDate)
  expect(days.slice(0, 3)).toEqual([0, 8, 21].map((day) => addDays(nextMonday, day)))
})

test('a weekly time that was ended can be offered again, but not the date cancelled on its own', async ({
  db,
}) => {
  const of = await publish(db)
  const [, second, third] = await sessionsOf(db, of.classId)
  if (!second || !third) throw new Error('no session')
  const own = (sessionId: string) => ({ vendorId: of.vendor.id, sessionId })
  await bookSpots(db, of.vendor, third)
  await cancelSession(db, own(third.id), now)
  await cancelFollowingSessions(db, own(second.id), now)
  const { times } = await openForm(db, of)
  expect(times).toHaveLength(1)
  await saveForm(db, of, { title: 'Yin' })
  expect(confirmed(await sessionsOf(db, of.classId))).toHaveLength(1)
  await saveForm(db, of, { times: classForm().times })
  const days = confirmed(await sessionsOf(db, of.classId)).map(({ sessionDate }) => sessionDate)
  expect(days.slice(0, 3)).toEqual([0, 7, 21].map((day) => addDays(nextMonday, day)))
})

test('another rhythm keeps the last day, the first day and the places of its time', async ({
  db,
}) => {
  const of = await publish(db)
  const [, , third, , fifth] = await sessionsOf(db, of.classId)
  if (!third || !fifth) throw new Error('no session')
  const own = (sessionId: string) => ({ vendorId: of.vendor.id, sessionId })
  const small = { startTime: '19:00', durationMinutes: 45, maxStudents: 3, location: 'Small room' }
  await changeFollowingSessions(db, own(third.id), sessionForm(third.sessionDate, small), now)
  await cancelFollowingSessions(db, own(fifth.id), now)
  const { times } = await openForm(db, of)
  await saveForm(db, of, {
    times: times.map((time) => ({ ...time, everyWeeks: time.startTime === '19:00' ? 2 : 1 })),
  })
  await fillDueTimes(db, new Date(now.getTime() + 28 * 86_400_000))
  expect(
    confirmed(await sessionsOf(db, of.classId)).map(({ sessionDate, startTime, maxStudents }) => ({
      days: daysBetween(nextMonday, sessionDate),
      startTime,
      maxStudents,
    })),
  ).toEqual([
    { days: 0, startTime: '18:00', maxStudents: 10 },
    { days: 7, startTime: '18:00', maxStudents: 10 },
    { days: 14, startTime: '19:00', maxStudents: 3 },
  ])
})

test('sessions the worker makes later follow the class, as those of the same weekly time did', async ({
  db,
}) => {
  const of = await publish(db)
  const [, second] = await sessionsOf(db, of.classId)
  if (!second) throw new Error('no session')
  const own = { vendorId: of.vendor.id, sessionId: second.id }
  const later = sessionForm(second.sessionDate, { startTime: '19:00' })
  await changeFollowingSessions(db, own, later, now)
  await saveForm(db, of, { maxStudents: 4, durationMinutes: 30, location: '2 Lake Road' })
  await fillDueTimes(db, new Date(now.getTime() + 28 * 86_400_000))
  const sessions = await sessionsOf(db, of.classId)
  expect(
    new Set(sessions.map(({ maxStudents, location }) => `${maxStudents} ${location ?? ''}`)),
  ).toEqual(new Set(['4 2 Lake Road']))
  expect(sessions.at(-1)?.endTime).toBe('19:30')
})

test('a last day of the class that comes earlier stops a time that has a last day of its own', async ({
  db,
}) => {
  const of = await publish(db)
  const [, second, , , , sixth] = await sessionsOf(db, of.classId)
  if (!second || !sixth) throw new Error('no session')
  const own = { vendorId: of.vendor.id, sessionId: sixth.id }
  await cancelFollowingSessions(db, own, now)
  await saveForm(db, of, { endDate: second.sessionDate })
  const count = async () => confirmed(await sessionsOf(db, of.classId)).length
  expect(await count()).toBe(2)
  await fillDueTimes(db, new Date(now.getTime() + 3 * 86_400_000))
  expect(await count()).toBe(2)
  // Its own last day is still the fifth week.
  await saveForm(db, of, { endDate: null })
  expect(await count()).toBe(5)
})

test('the last day of a time moves with its weekday: no date is added behind it', async ({
  db,
}) => {
  const of = await publish(db, { times: [{ weekday: 3, startTime: '18:00', everyWeeks: 1 }] })
  const [, , third] = await sessionsOf(db, of.classId)
  if (!third) throw new Error('no session')
  const own = { vendorId: of.vendor.id, sessionId: third.id }
  const later = sessionForm(third.sessionDate, { startTime: '19:00' })
  await changeFollowingSessions(db, own, later, now)
  const { times } = await openForm(db, of)
  await saveForm(db, of, {
    times: times.map((time) => (time.startTime === '18:00' ? { ...time, weekday: 1 } : time)),
  })
  const days = (await sessionsOf(db, of.classId)).map(({ sessionDate }) => weekdayOf(sessionDate))
  expect(days.slice(0, 4)).toEqual([1, 1, 3, 3])
})

test('a weekday that moves past the last day of the class takes its last date along', async ({
  db,
}) => {
  const of = await publish(db, { endDate: addDays(nextMonday, 14) })
  const [, , third] = await sessionsOf(db, of.classId)
  const { times } = await openForm(db, of)
  await saveForm(db, of, { times: times.map((time) => ({ ...time, weekday: 7 })) })
  const sessions = await sessionsOf(db, of.classId)
  expect(sessions.map(({ sessionDate }) => sessionDate)).toEqual(
    [6, 13].map((day) => addDays(nextMonday, day)),
  )
  expect(sessions.map(({ id }) => id)).not.toContain(third?.id)
})

test('a later first day takes the empty dates before it along; booked ones stay', async ({
  db,
}) => {
  const of = await publish(db)
  const [, second, third, fourth] = await sessionsOf(db, of.classId)
  if (!second || !third || !fourth) throw new Error('no session')
  await bookSpots(db, of.vendor, second)
  const { times } = await openForm(db, of)
  await saveForm(db, of, { startDate: fourth.sessionDate })
  const first = async () => (await sessionsOf(db, of.classId)).slice(0, 3).map(({ id }) => id)
  expect((await first()).slice(0, 2)).toEqual([second.id, fourth.id])
  await saveForm(db, of, { title: 'Yin' })
  expect((await first()).slice(0, 2)).toEqual([second.id, fourth.id])

  await saveForm(db, of, { startDate: third.sessionDate, times })
  const days = (await sessionsOf(db, of.classId)).map(({ sessionDate }) => sessionDate)
  expect(days.slice(0, 3)).toEqual([7, 14, 21].map((day) => addDays(nextMonday, day)))
})

test('two times of a split that share day and hour can be saved; two that run together are refused', async ({
  db,
}) => {
  const of = await publish(db)
  const [, second] = await sessionsOf(db, of.classId)
  if (!second) throw new Error('no session')
  const own = { vendorId: of.vendor.id, sessionId: second.id }
  const small = sessionForm(second.sessionDate, { maxStudents: 3 })
  await changeFollowingSessions(db, own, small, now)
  const { times } = await openForm(db, of)
  expect(times.map(({ weekday, startTime }) => `${weekday} ${startTime}`)).toEqual([
    '1 18:00',
    '1 18:00',
  ])
  expect(classSchema('EUR').safeParse({ ...classForm(), price: '15', times }).success).toBe(true)
  await saveForm(db, of, { title: 'Yin' })

  const added = [...times, { weekday: 2, startTime: '18:00', everyWeeks: 1 }]
  await saveForm(db, of, { times: added })
  const shown = await openForm(db, of)
  const twice = shown.times.map((time) => ({ ...time, weekday: 1 }))
  const save = editClass(db, of.vendor.id, of.classId, { ...shown, times: twice }, now)
  expect(await save).toEqual({ ok: false, reason: 'time_twice' })
})

test('a new weekly time at the day and hour of another one is refused by the form', () => {
  const twice = [
    { id: crypto.randomUUID(), weekday: 1, startTime: '18:00' },
    { weekday: 1, startTime: '18:00' },
  ]
  const parsed = classSchema('EUR').safeParse({ ...classForm(), price: '15', times: twice })
  expect(parsed.error?.issues).toMatchObject([{ path: ['times'], message: 'time_twice' }])
})

test('a new start that the clock change skips is refused with its own date and time', async ({
  db,
}) => {
  const of = await publish(db, { times: [{ weekday: 6, startTime: '03:30', everyWeeks: 1 }] })
  const { times, ...shown } = await openForm(db, of)
  const early = times.map((time) => ({ ...time, weekday: 7, startTime: '02:30' }))
  const save = editClass(db, of.vendor.id, of.classId, { ...shown, times: early }, now)
  expect(await save).toMatchObject({
    reason: 'skipped_start',
    date: expect.stringMatching(/-03-(2[5-9]|3[01])$/),
    time: '02:30',
  })
  const refused = await save
  if (refused.ok || refused.reason !== 'skipped_start') throw new Error('not refused')
  expect(weekdayOf(refused.date)).toBe(7)
})
