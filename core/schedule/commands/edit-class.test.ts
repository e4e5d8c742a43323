import { versionOf } from '#core/shared/version.ts'
import { sql } from 'kysely'
import { linkTo } from '#tests/support/links.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { expect, test } from '#tests/support/database.ts'
import { waitForWaiter } from '#tests/support/race.ts'
import {
  beforeSpring,
  bookSpots,
  classForm,
  nextMonday,
  now,
  openForm,
  publish,
  saveForm,
  sessionForm,
  sessionsOf,
  springSunday,
  timesOf,
} from '#tests/support/weekly-class.ts'
import { addDays, weekdayOf } from '#core/shared/time.ts'
import { cancelByCustomer } from '#core/bookings/commands/cancel-bookings.ts'
import { cancelSession } from './cancel-sessions.ts'
import type { ClassForm } from '#core/classes/schema.ts'
import { addSession } from './add-session.ts'
import { changeFollowingSessions, changeSession } from './change-session.ts'
import { type ClassEdited, editClass } from './edit-class.ts'
import { fillDueTimes } from './fill-sessions.ts'

test('a new time moves the future sessions with their bookings and notifies the customers', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const [first] = await sessionsOf(db, classId)
  if (!first) throw new Error('no session')
  await bookSpots(db, vendor, first)
  const [time] = await timesOf(db, classId)
  const edited = await agreeing(
    classForm({ times: [{ id: time?.id, weekday: 2, startTime: '19:30', everyWeeks: 1 }] }),
    (form) => editClass(db, vendor.id, classId, form, now),
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
    .select('payload')
    .execute()
  const ids = sessions.map((session) => session.id)
  expect(news).toEqual([{ payload: { sessionIds: expect.arrayContaining(ids) } }])
})

test('capacity cannot be less than the booked spots: the refusal contains their number', async ({
  db,
}) => {
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
  const asked = await editClass(db, vendor.id, classId, mondays, now)
  expect(asked).toMatchObject({ ok: false, reason: 'not_agreed', question: { removes } })
  expect(await sessionsOf(db, classId)).toEqual(before)
  const edited = await agreeing(mondays, (form) => editClass(db, vendor.id, classId, form, now))
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
    const { bookingIds, purchaseId } = await bookSpots(db, vendor, first)
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
    await cancelByCustomer(db, linkTo(purchaseId), null)
    const history = async () => ({
      bookings: await db.selectFrom('bookings').selectAll().execute(),
      payments: await db.selectFrom('payments').selectAll().execute(),
      seats: await db.selectFrom('seatLedger').where('delta', '<>', 0).selectAll().execute(),
      news: await db.selectFrom('outbox').where('kind', 'like', 'booking.%').selectAll().execute(),
    })
    const before = await history()
    const [time] = await timesOf(db, classId)
    const kept = [{ id: time?.id, weekday: 1, startTime: '18:00', everyWeeks: 1 }]
    const edited = classForm({
      times: endDate === null ? [] : kept,
      endDate,
      startDate: addDays(nextMonday, -6),
    })
    const save = (form: ClassForm) => editClass(db, vendor.id, classId, form, now)
    expect(await agreeing(edited, save)).toMatchObject({ ok: true })
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

test('adding a weekly time again creates no second session next to a booked one', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const [first] = await sessionsOf(db, classId)
  if (!first) throw new Error('no session')
  await bookSpots(db, vendor, first)
  await saveForm(db, { vendor, classId }, { times: [] })
  expect(await editClass(db, vendor.id, classId, classForm(), now)).toMatchObject({ ok: true })
  const sameStart = (await sessionsOf(db, classId)).filter(
    ({ startsAt }) => startsAt.getTime() === first.startsAt.getTime(),
  )
  expect(sameStart.map(({ id }) => id)).toEqual([first.id])
})

test('an earlier time that is over by now is refused for a booked session; an empty one keeps its hour and takes the rest', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const [first] = await sessionsOf(db, classId)
  const [time] = await timesOf(db, classId)
  if (!first) throw new Error('no session')
  const anHourBefore = new Date(first.startsAt.getTime() - 3_600_000)
  const times = [{ id: time?.id, weekday: 1, startTime: '10:00', everyWeeks: 1 }]
  const rest = { location: '2 Lake Road', maxStudents: 4, durationMinutes: 90 }
  const morning = classForm({ ...rest, closesMinutesBefore: 30, times })
  const toTheMorning = () => editClass(db, vendor.id, classId, morning, anHourBefore)
  const { purchaseId } = await bookSpots(db, vendor, first)
  expect(await toTheMorning()).toEqual({
    ok: false,
    reason: 'would_be_past',
    sessions: [{ date: first.sessionDate, startTime: '18:00', zone: 'Europe/Berlin' }],
  })
  await cancelByCustomer(db, linkTo(purchaseId), null)
  expect(await toTheMorning()).toMatchObject({ ok: true })
  const [same, second] = await sessionsOf(db, classId)
  expect(same).toMatchObject({
    id: first.id,
    startTime: '18:00',
    endTime: '19:30',
    location: '2 Lake Road',
    maxStudents: 4,
    bookingClosesAt: new Date(first.startsAt.getTime() - 30 * 60_000),
  })
  expect(second?.startTime).toBe('10:00')
})

test('every booked session that would move into the past is listed, and nothing is saved', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db, {
    times: [
      { weekday: 3, startTime: '18:00', everyWeeks: 1 },
      { weekday: 3, startTime: '20:00', everyWeeks: 1 },
      { weekday: 4, startTime: '18:00', everyWeeks: 1 },
    ],
  })
  const [first, second, third] = await sessionsOf(db, classId)
  if (!first || !second || !third) throw new Error('no session')
  for (const session of [second, first, third]) await bookSpots(db, vendor, session)
  const form = await openForm(db, { vendor, classId })
  const monday = form.times.map((time) => ({
    ...time,
    weekday: time.weekday === 3 ? 1 : 4,
  }))
  const onTuesday = new Date(first.startsAt.getTime() - 86_400_000)
  const before = await sessionsOf(db, classId)
  expect(await editClass(db, vendor.id, classId, { ...form, times: monday }, onTuesday)).toEqual({
    ok: false,
    reason: 'would_be_past',
    sessions: [
      { date: first.sessionDate, startTime: '18:00', zone: 'Europe/Berlin' },
      { date: second.sessionDate, startTime: '20:00', zone: 'Europe/Berlin' },
    ],
  })
  expect(await sessionsOf(db, classId)).toEqual(before)
})

test('an edit with notifications shows the number of people, and saves nothing before the vendor agrees', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const [first, second] = await sessionsOf(db, classId)
  if (!first || !second) throw new Error('no session')
  await bookSpots(db, vendor, first, 2)
  await bookSpots(db, vendor, second)
  const save = async (more: Partial<ClassForm>) => {
    const shown = await openForm(db, { vendor, classId })
    return editClass(db, vendor.id, classId, { ...shown, ...more }, now, versionOf(shown))
  }
  // A new title, a new price or more spots cause no message.
  expect(await save({ title: 'Yin', priceMinor: 1800, maxStudents: 12 })).toMatchObject({
    ok: true,
  })
  const elsewhere = { location: '2 Lake Road' }
  const asked = await save(elsewhere)
  expect(asked).toMatchObject({
    ok: false,
    reason: 'not_agreed',
    question: { removes: 0, reach: { told: 2, toldSpots: 3, unreached: 0 } },
  })
  expect((await openForm(db, { vendor, classId })).location).toBe('1 Park Street')
  const [, , third] = await sessionsOf(db, classId)
  if (!third) throw new Error('no session')
  await bookSpots(db, vendor, third)
  // One person more than the vendor agreed to.
  const again = await save({ ...elsewhere, agreed: agreementOf(asked) })
  expect(again).toMatchObject({ reason: 'not_agreed', question: { reach: { told: 3 } } })
  expect(await save({ ...elsewhere, agreed: agreementOf(again) })).toMatchObject({
    ok: true,
    told: { told: 3 },
  })
})

test('a new time on a day whose clocks jump over it is named when it is saved, on another day too', async ({
  db,
}) => {
  const of = await publish(db, { startDate: beforeSpring })
  const form = await openForm(db, of)
  const early = { weekday: 7, startTime: '02:30', everyWeeks: 1 }
  const added = await editClass(
    db,
    of.vendor.id,
    of.classId,
    { ...form, times: [...form.times, early] },
    now,
  )
  const named = [{ date: springSunday, time: '02:30', zone: 'Europe/Berlin', why: 'clock' }]
  expect(added).toMatchObject({ ok: true, named })
  expect(await editClass(db, of.vendor.id, of.classId, await openForm(db, of), now)).toMatchObject({
    ok: true,
    named: [],
  })
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

function agreementOf(asked: ClassEdited): string {
  if (asked.ok || asked.reason !== 'not_agreed') throw new Error('not asked')
  return asked.agreement
}

test('weekly sessions that would move to the start of another session of their class stay', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const added = sessionForm(nextMonday, { startTime: '19:00' })
  expect(await addSession(db, vendor.id, classId, added, now)).toMatchObject({ ok: true })
  const form = await openForm(db, { vendor, classId })
  const later = form.times.map((time) => ({ ...time, startTime: '19:00' }))
  const move = (more: Partial<ClassForm> = {}) =>
    editClass(db, vendor.id, classId, { ...form, times: later, ...more }, now)
  const at = { date: nextMonday, startTime: '19:00', zone: 'Europe/Berlin' }
  expect(await move()).toEqual({ ok: false, reason: 'starts_together', at })
  expect((await sessionsOf(db, classId))[0]).toMatchObject({ startTime: '18:00' })
})

test('a form with a new weekly time that is sent twice is saved once', async ({ db }) => {
  const of = await publish(db)
  const shown = await openForm(db, of)
  const tuesday = { weekday: 2, startTime: '18:00', everyWeeks: 1 }
  const form = { ...shown, times: [...shown.times, tuesday] }
  const send = (more: Partial<ClassForm> = {}) =>
    editClass(db, of.vendor.id, of.classId, { ...form, ...more }, now, versionOf(shown))
  const first = await send()
  expect(first).toMatchObject({ ok: true })
  const saved = [await timesOf(db, of.classId), await sessionsOf(db, of.classId)]
  expect(await send()).toEqual(first)
  expect([await timesOf(db, of.classId), await sessionsOf(db, of.classId)]).toEqual(saved)
  // Another form of the same page is still asked about.
  expect(await send({ title: 'Yin' })).toMatchObject({ ok: false, reason: 'changed' })
})

test('an edit waits for the lock of its class without holding the lock of the vendor, which is taken after it', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const form = await openForm(db, { vendor, classId })
  const saving = await db.transaction().execute(async (tx) => {
    // As a picture of the class does.
    await sql`set local lock_timeout = 500`.execute(tx)
    await tx.selectFrom('classes').where('id', '=', classId).select('id').forShare().execute()
    const edited = editClass(db, vendor.id, classId, { ...form, title: 'Yin Yoga' }, now)
    await waitForWaiter(db)
    const own = tx.selectFrom('vendors').where('id', '=', vendor.id).select('id')
    await own.forNoKeyUpdate().execute()
    return { edited }
  })
  expect(await saving.edited).toMatchObject({ ok: true })
})
