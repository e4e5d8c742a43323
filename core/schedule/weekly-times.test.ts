import type { Db } from '#core/shared/db.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { expect, test } from '#tests/support/database.ts'
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
} from '#tests/support/weekly-class.ts'
import { addDays, daysBetween, weekdayOf } from '#core/shared/time.ts'
import { cancelFollowingSessions, cancelSession } from './commands/cancel-sessions.ts'
import { type ClassForm, classSchema } from '#core/classes/schema.ts'
import { type SessionForm } from './schema.ts'
import { changeFollowingSessions, changeSession } from './commands/change-session.ts'
import { editClass } from './commands/edit-class.ts'
import { fillDueTimes } from './commands/fill-sessions.ts'

const everyTwoWeeks = (times: ClassForm['times']) =>
  times.map((time) => ({ ...time, everyWeeks: 2 }))

const namedAs = (why: string) => (date: string) => ({
  date,
  time: '18:00',
  zone: 'Europe/Berlin',
  why,
})
const again = namedAs('again')

const confirmed = (sessions: Awaited<ReturnType<typeof sessionsOf>>) =>
  sessions.filter(({ status }) => status === 'confirmed')

test('a change of rhythm keeps the dates that fit and removes the empty ones in between', async ({
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

/** Mondays every two weeks, after some weeks of each; the second session is booked and stays off the rhythm. */
async function anOffWeek(db: Db, more: Partial<ClassForm> = {}) {
  const of = await publish(db)
  const [, second] = await sessionsOf(db, of.classId)
  if (!second) throw new Error('no session')
  await bookSpots(db, of.vendor, second)
  const { times } = await openForm(db, of)
  await saveForm(db, of, { times: everyTwoWeeks(times), ...more })
  const own = { vendorId: of.vendor.id, sessionId: second.id }
  const moveAll = (form: SessionForm) =>
    agreeing(form, (typed) => changeFollowingSessions(db, own, typed, now))
  return { ...of, second, moveAll }
}

for (const by of [0, 1])
  test(`all following from a booked session between the dates of the rhythm, ${by} days later: the rhythm stays`, async ({
    db,
  }) => {
    const { second, moveAll, ...of } = await anOffWeek(db)
    expect(await daysOf(db, of.classId)).toMatchObject({ 0: 0, 1: 7, 2: 14, 3: 28, 4: 42 })
    const later = sessionForm(addDays(second.sessionDate, by), { startTime: '19:00' })
    expect(await moveAll(later)).toMatchObject({ ok: true })
    const days = await daysOf(db, of.classId)
    expect(days.slice(0, 5)).toEqual([0, 7 + by, 14 + by, 28 + by, 42 + by])
    await saveForm(db, of, { title: 'Yin' })
    expect(await daysOf(db, of.classId)).toEqual(days)
    await fillDueTimes(db, new Date(now.getTime() + 28 * 86_400_000))
    expect((await daysOf(db, of.classId)).slice(0, days.length)).toEqual(days)
  })

test('all following from a booked session before the first date of a rhythm: the rhythm starts when it did', async ({
  db,
}) => {
  const first = addDays(nextMonday, 56)
  const { second, moveAll, ...of } = await anOffWeek(db, { startDate: first })
  expect((await daysOf(db, of.classId)).slice(0, 3)).toEqual([7, 56, 70])
  expect(await moveAll(sessionForm(second.sessionDate, { startTime: '19:00' }))).toMatchObject({
    ok: true,
  })
  await saveForm(db, of, { title: 'Yin' })
  expect((await daysOf(db, of.classId)).slice(0, 3)).toEqual([7, 56, 70])
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

test('a cancelled date is offered again and named when its weekly time is removed and added again', async ({
  db,
}) => {
  const of = await publish(db)
  const [, second] = await sessionsOf(db, of.classId)
  if (!second) throw new Error('no session')
  const own = { vendorId: of.vendor.id, sessionId: second.id }
  expect(await cancelSession(db, own, now)).toMatchObject({ ok: true })
  const { times } = classForm()
  await saveForm(db, of, { times: [] })
  expect((await saveForm(db, of, { times })).named).toEqual([again(second.sessionDate)])
  expect((await daysOf(db, of.classId)).slice(0, 3)).toEqual([0, 7, 14])
})

test('a moved date is not offered again at its old day when its weekly time is added again', async ({
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
  // The third had been moved and cancelled there.
  expect((await saveForm(db, of, { times })).named).toEqual([
    namedAs('moved')(second.sessionDate),
    again(third.sessionDate),
  ])
  expect((await daysOf(db, of.classId)).slice(0, 4)).toEqual([0, 8, 14, 21])
})

test('a weekly time that is added again names the dates of others’ sessions, and both dates of one that was moved and cancelled', async ({
  db,
}) => {
  const at = (weekday: number) => ({ weekday, startTime: '18:00', everyWeeks: 1 })
  const of = await publish(db, { times: [at(1), at(2)] })
  const sessions = await sessionsOf(db, of.classId)
  const on = (day: number) => {
    const found = sessions.find((one) => one.sessionDate === addDays(nextMonday, day))
    return { vendorId: of.vendor.id, sessionId: found?.id ?? '' }
  }
  const moveTo = (day: number, own: ReturnType<typeof on>) =>
    changeSession(db, own, sessionForm(addDays(nextMonday, day)), now)
  // The second Monday is that of a Tuesday, and the third Monday was cancelled on the fourth.
  await cancelSession(db, on(7), now)
  expect(await moveTo(7, on(8))).toMatchObject({ ok: true })
  await cancelSession(db, on(21), now)
  expect(await moveTo(21, on(14))).toMatchObject({ ok: true })
  await cancelSession(db, on(14), now)
  const { times } = await openForm(db, of)
  await saveForm(db, of, { times: times.filter(({ weekday }) => weekday === 2) })
  const tuesday = (await openForm(db, of)).times
  const { named } = await saveForm(db, of, { times: [...tuesday, at(1)] })
  const day = (days: number) => addDays(nextMonday, days)
  expect(named).toEqual([namedAs('taken')(day(7)), again(day(14)), again(day(21))])
})

test('a weekly time that was ended can be offered again, with all its dates', async ({ db }) => {
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
  const { named } = await saveForm(db, of, { times: classForm().times })
  expect(named.slice(0, 2)).toEqual([again(second.sessionDate), again(third.sessionDate)])
  expect((await daysOf(db, of.classId)).slice(0, 3)).toEqual([0, 7, 14])
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

test('an earlier last day of the class also ends a weekly time with its own last day', async ({
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

test('moving a weekly time to a later weekday removes the date that would fall after the class’s last day', async ({
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

test('a later first day removes the empty dates before it; booked ones stay', async ({ db }) => {
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
  expect(
    classSchema({ currency: 'EUR', language: 'en' }).safeParse({
      ...classForm(),
      remindersOff: undefined,
      price: '15',
      times,
    }).success,
  ).toBe(true)
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
  const parsed = classSchema({ currency: 'EUR', language: 'en' }).safeParse({
    ...classForm(),
    remindersOff: undefined,
    price: '15',
    times: twice,
  })
  expect(parsed.error?.issues).toMatchObject([{ path: ['times'], message: 'time_twice' }])
})

/** Sundays at half past three; one of the year has no half past two. */
async function aSundayClass(db: Db) {
  const times = [{ weekday: 7, startTime: '03:30', everyWeeks: 1 }]
  const of = await publish(db, { startDate: beforeSpring, times })
  const sessions = await sessionsOf(db, of.classId)
  const short = sessions.find(({ sessionDate }) => sessionDate === springSunday)
  const [, second] = sessions
  if (!short || !second) throw new Error('no session')
  const early = {
    sessionId: second.id,
    form: sessionForm(second.sessionDate, { startTime: '02:30' }),
  }
  return { ...of, sessions, short, early }
}

const skippedOn = ({ sessionDate }: { sessionDate: string }) => [
  { date: sessionDate, time: '02:30', zone: 'Europe/Berlin' },
]

test('an edit to an hour that one date lacks leaves that date out, names it and saves the rest', async ({
  db,
}) => {
  const of = await aSundayClass(db)
  const { times, ...form } = await openForm(db, of)
  const early = { ...form, times: times.map((time) => ({ ...time, startTime: '02:30' })) }
  const save = (typed: ClassForm) => editClass(db, of.vendor.id, of.classId, typed, now)
  expect(await save(early)).toMatchObject({ reason: 'not_agreed', question: { removes: 1 } })
  expect(await agreeing(early, save)).toMatchObject({
    ok: true,
    named: skippedOn(of.short).map((one) => ({ ...one, why: 'clock' })),
  })
  const after = await sessionsOf(db, of.classId)
  expect(after).toHaveLength(of.sessions.length - 1)
  expect(after.map(({ id }) => id)).not.toContain(of.short.id)
})

test('when all following sessions move to an hour that one date lacks, that date is left out and named, and the rest is saved', async ({
  db,
}) => {
  const of = await aSundayClass(db)
  const { sessionId, form } = of.early
  const own = { vendorId: of.vendor.id, sessionId }
  const save = (typed: typeof form) => changeFollowingSessions(db, own, typed, now)
  expect(await save(form)).toMatchObject({ reason: 'not_agreed', question: { removes: 1 } })
  expect(await agreeing(form, save)).toMatchObject({
    ok: true,
    named: skippedOn(of.short).map((one) => ({ ...one, why: 'clock' })),
  })
  const after = await sessionsOf(db, of.classId)
  expect(after).toHaveLength(of.sessions.length - 1)
  expect(after.map(({ id }) => id)).not.toContain(of.short.id)
  expect(after.at(-1)?.startTime).toBe('02:30')
})

test('a booked date, or the chosen one, that lacks the new hour is refused with its own date and time', async ({
  db,
}) => {
  const of = await aSundayClass(db)
  const { sessionId, form } = of.early
  const own = { vendorId: of.vendor.id, sessionId: of.short.id }
  const onThatDay = sessionForm(of.short.sessionDate, { startTime: '02:30' })
  const refused = { ok: false, reason: 'skipped_start', ...skippedOn(of.short)[0] }
  expect(await changeFollowingSessions(db, own, onThatDay, now)).toEqual(refused)
  await bookSpots(db, of.vendor, of.short)
  expect(await changeFollowingSessions(db, { ...own, sessionId }, form, now)).toEqual(refused)
  const { times, ...shown } = await openForm(db, of)
  const early = { ...shown, times: times.map((time) => ({ ...time, startTime: '02:30' })) }
  expect(await editClass(db, of.vendor.id, of.classId, early, now)).toEqual(refused)
})

/** Mondays for three weeks; from the second one on they are moved by some days. */
async function aSplitClass(db: Db, days: number) {
  const of = await publish(db, { endDate: addDays(nextMonday, 14) })
  const [, second] = await sessionsOf(db, of.classId)
  if (!second) throw new Error('no session')
  const own = { vendorId: of.vendor.id, sessionId: second.id }
  const moved = sessionForm(addDays(second.sessionDate, days))
  expect(await changeFollowingSessions(db, own, moved, now)).toMatchObject({ ok: true })
  return of
}

async function daysOf(db: Db, classId: string): Promise<number[]> {
  const sessions = confirmed(await sessionsOf(db, classId))
  return sessions.map(({ sessionDate }) => daysBetween(nextMonday, sessionDate))
}

for (const [by, days] of [
  [1, [0, 8, 15]],
  [14, [0, 21, 28]],
] as const)
  test(`sessions moved by ${by} days, past the last day of the class, outlive an edit of its title`, async ({
    db,
  }) => {
    const of = await aSplitClass(db, by)
    const form = { ...(await openForm(db, of)), title: 'Yin' }
    // No question, because nothing is removed.
    expect(await editClass(db, of.vendor.id, of.classId, form, now)).toMatchObject({
      ok: true,
      kept: 0,
    })
    expect(await daysOf(db, of.classId)).toEqual(days)
  })

test('changing the class’s last day changes that of its split weekly time too', async ({ db }) => {
  const of = await aSplitClass(db, 1)
  await saveForm(db, of, { endDate: addDays(nextMonday, 42) })
  expect(await daysOf(db, of.classId)).toEqual([0, 8, 15, 22, 29, 36])
  await saveForm(db, of, { endDate: addDays(nextMonday, 14) })
  expect(await daysOf(db, of.classId)).toEqual([0, 8])
})

test('the worker makes the dates of a split weekly time that lie behind the last day of the class', async ({
  db,
}) => {
  const of = await publish(db, { endDate: addDays(nextMonday, 56 * 7) })
  const [, second] = await sessionsOf(db, of.classId)
  if (!second) throw new Error('no session')
  const own = { vendorId: of.vendor.id, sessionId: second.id }
  const moved = sessionForm(addDays(second.sessionDate, 1))
  expect(await changeFollowingSessions(db, own, moved, now)).toMatchObject({ ok: true })
  await fillDueTimes(db, new Date(now.getTime() + 12 * 7 * 86_400_000))
  expect((await daysOf(db, of.classId)).at(-1)).toBe(56 * 7 + 1)
})

test('an earlier first day brings the dates from there on, in the rhythm of each weekly time', async ({
  db,
}) => {
  const of = await publish(db, {
    startDate: addDays(nextMonday, 28),
    times: [
      { weekday: 1, startTime: '18:00', everyWeeks: 1 },
      { weekday: 3, startTime: '18:00', everyWeeks: 2 },
    ],
  })
  const first = (await daysOf(db, of.classId)).slice(0, 2)
  expect(first).toEqual([28, 30])
  await saveForm(db, of, { startDate: nextMonday })
  expect((await daysOf(db, of.classId)).slice(0, 8)).toEqual([0, 2, 7, 14, 16, 21, 28, 30])
})

test('an earlier first day brings no dates of a weekly time that was split from another one', async ({
  db,
}) => {
  const of = await publish(db, { startDate: addDays(nextMonday, 14) })
  const [, second] = await sessionsOf(db, of.classId)
  if (!second) throw new Error('no session')
  const own = { vendorId: of.vendor.id, sessionId: second.id }
  const moved = sessionForm(addDays(second.sessionDate, -6))
  expect(await changeFollowingSessions(db, own, moved, now)).toMatchObject({ ok: true })
  await saveForm(db, of, { startDate: nextMonday })
  expect((await daysOf(db, of.classId)).slice(0, 5)).toEqual([0, 7, 14, 15, 22])
})

test('an earlier first day brings the dates of a weekly time that was moved as a whole', async ({
  db,
}) => {
  const of = await publish(db, { startDate: addDays(nextMonday, 14) })
  const [first] = await sessionsOf(db, of.classId)
  if (!first) throw new Error('no session')
  const own = { vendorId: of.vendor.id, sessionId: first.id }
  const moved = sessionForm(addDays(first.sessionDate, 1))
  expect(await changeFollowingSessions(db, own, moved, now)).toMatchObject({ ok: true })
  await saveForm(db, of, { startDate: nextMonday })
  expect((await daysOf(db, of.classId)).slice(0, 4)).toEqual([1, 8, 15, 22])
})
