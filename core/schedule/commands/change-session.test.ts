import { versionOf } from '#core/shared/version.ts'
import { sql } from 'kysely'
import { agreeing } from '#tests/support/agreeing.ts'
import { expect, test } from '#tests/support/database.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import {
  bookSpots,
  nextMonday,
  now,
  openForm,
  publish,
  saveForm,
  sessionForm,
  sessionsOf,
  timesOf,
  today,
} from '#tests/support/weekly-class.ts'
import { addDays, daysBetween, weekdayOf } from '#core/shared/time.ts'
import { weeksAhead } from '../rules.ts'
import type { SessionForm } from '../schema.ts'
import { findPublicClass } from '#core/classes/queries/class-cards.ts'
import { findOwnClass } from '#core/classes/queries/own-classes.ts'
import { countReach } from '#core/classes/queries/reach.ts'
import { changeFollowingSessions, changeSession } from './change-session.ts'
import { fillDueTimes } from './fill-sessions.ts'

test('this and all following: the pair is split, earlier sessions stay, later ones are made at the new time', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const sessions = await sessionsOf(db, classId)
  const third = sessions[2]
  if (!third) throw new Error('no session')
  const moved = sessionForm(addDays(third.sessionDate, 1), {
    startTime: '07:00',
    durationMinutes: 45,
    maxStudents: 8,
    placeKind: 'online',
    location: '',
    onlineUrl: 'https://meet.example.com/a',
  })
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
  // All Tuesdays up to the day for which the worker makes sessions.
  const last = addDays(today, 14 + 7 * weeksAhead)
  const weeks = Math.floor(daysBetween(addDays(third.sessionDate, 1), last) / 7)
  expect(later).toHaveLength(weeks + 1)
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
      sessionForm(session.sessionDate, { startTime }),
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
    sessionForm(chosen.sessionDate, { startTime: '19:00' }),
    now,
  )
  await waitForWaiter(db)
  // A customer with a spot in the first one can still book the chosen one.
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
  await bookSpots(db, vendor, last, 4)
  const small = sessionForm(nextMonday, { maxStudents: 3 })
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

test('changing the remaining sessions of a removed weekly time does not start it again', async ({
  db,
}) => {
  const of = await publish(db)
  const [, , early, , late] = await sessionsOf(db, of.classId)
  if (!early || !late) throw new Error('no session')
  await bookSpots(db, of.vendor, early)
  await bookSpots(db, of.vendor, late)
  await saveForm(db, of, { times: [] })
  const before = await timesOf(db, of.classId)

  const own = { vendorId: of.vendor.id, sessionId: late.id }
  const changed = await agreeing(sessionForm(late.sessionDate, { startTime: '19:00' }), (form) =>
    changeFollowingSessions(db, own, form, now),
  )
  expect(changed).toMatchObject({ ok: true, changed: 1, told: { told: 1 } })
  expect(await timesOf(db, of.classId)).toEqual(before)
  expect((await openForm(db, of)).times).toEqual([])
  await saveForm(db, of, { title: 'Yin' })
  expect(
    (await sessionsOf(db, of.classId)).map(({ id, startTime }) => ({ id, startTime })),
  ).toEqual([
    { id: early.id, startTime: '18:00' },
    { id: late.id, startTime: '19:00' },
  ])
})

test('if a session is on a different day from its series, changing all following sessions keeps their weekday', async ({
  db,
}) => {
  const of = await publish(db)
  const [, second] = await sessionsOf(db, of.classId)
  if (!second) throw new Error('no session')
  const owned = { vendorId: of.vendor.id, sessionId: second.id }
  const wednesday = addDays(second.sessionDate, 2)
  expect(await changeSession(db, owned, sessionForm(wednesday), now)).toMatchObject({ ok: true })
  const later = sessionForm(wednesday, { startTime: '19:00' })
  expect(await changeFollowingSessions(db, owned, later, now)).toMatchObject({ ok: true })
  const changed = await sessionsOf(db, of.classId)
  expect(changed.map(({ sessionDate }) => weekdayOf(sessionDate)).slice(0, 4)).toEqual([1, 3, 1, 1])

  await saveForm(db, of, { title: 'Yin' })
  expect(
    (await sessionsOf(db, of.classId)).map(({ id, sessionDate }) => ({ id, sessionDate })),
  ).toEqual(changed.map(({ id, sessionDate }) => ({ id, sessionDate })))
})

test('a date that was moved forward and is over is not made again when all following change', async ({
  db,
}) => {
  const of = await publish(db)
  const [, second, , fourth] = await sessionsOf(db, of.classId)
  if (!second || !fourth) throw new Error('no session')
  const own = (sessionId: string) => ({ vendorId: of.vendor.id, sessionId })
  const earlier = sessionForm(addDays(nextMonday, 1))
  expect(await changeSession(db, own(fourth.id), earlier, now)).toMatchObject({ ok: true })
  const itIsOver = new Date(now.getTime() + 86_400_000 * (daysBetween(today, nextMonday) + 3))
  const later = sessionForm(second.sessionDate, { startTime: '19:00' })
  expect(await changeFollowingSessions(db, own(second.id), later, itIsOver)).toMatchObject({
    ok: true,
  })
  await saveForm(db, of, { title: 'Yin' })
  const days = (await sessionsOf(db, of.classId)).map(({ sessionDate }) => sessionDate)
  expect(days).not.toContain(fourth.sessionDate)
})

test('changing all following sessions includes those the worker creates in the meantime', async ({
  db,
  databaseUrl,
}) => {
  const { vendor, classId } = await publish(db)
  const [first] = await sessionsOf(db, classId)
  const [time] = await timesOf(db, classId)
  if (!first || !time) throw new Error('no session')
  const made = await holdLock(
    databaseUrl,
    `with time as (select id from class_times where id = $1 for update)
     insert into class_sessions (class_id, vendor_id, class_time_id, occurs_on, session_date, start_time, end_time,
       time_zone, starts_at, ends_at, booking_closes_at, location, max_students)
     select s.class_id, s.vendor_id, time.id, s.occurs_on + 700, s.session_date + 700, s.start_time, s.end_time,
       s.time_zone, s.starts_at + interval '700 days', s.ends_at + interval '700 days',
       s.booking_closes_at + interval '700 days', s.location, s.max_students
     from class_sessions s, time where s.id = $2`,
    [time.id, first.id],
  )
  const changing = changeFollowingSessions(
    db,
    { vendorId: vendor.id, sessionId: first.id },
    sessionForm(first.sessionDate, { maxStudents: 3 }),
    now,
  )
  await waitForWaiter(db)
  await made.commit()
  expect(await changing).toMatchObject({ ok: true })
  const sessions = await sessionsOf(db, classId)
  expect(sessions.at(-1)).toMatchObject({ sessionDate: addDays(first.sessionDate, 700) })
  expect(new Set(sessions.map(({ maxStudents }) => maxStudents))).toEqual(new Set([3]))
})

test('all following sessions moved to an earlier weekday: the worker skips no week afterwards', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const [, second] = await sessionsOf(db, classId)
  if (!second) throw new Error('no session')
  const owned = { vendorId: vendor.id, sessionId: second.id }
  // From Monday to the Tuesday before it.
  const earlier = sessionForm(addDays(second.sessionDate, -6))
  expect(await changeFollowingSessions(db, owned, earlier, now)).toMatchObject({ ok: true })
  await fillDueTimes(db, new Date(now.getTime() + 35 * 86_400_000))
  const dates = (await sessionsOf(db, classId)).slice(1).map(({ sessionDate }) => sessionDate)
  const weeks = dates.map((_date, nth) => addDays(earlier.date, 7 * nth))
  expect(dates).toEqual(weeks)
  expect(dates.length).toBeGreaterThan(56)
})

test('a change that people are notified of is asked about, alone and with all following', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const [first, second] = await sessionsOf(db, classId)
  if (!first || !second) throw new Error('no session')
  await bookSpots(db, vendor, first, 2)
  await bookSpots(db, vendor, second)
  const own = { vendorId: vendor.id, sessionId: first.id }
  const later = sessionForm(first.sessionDate, { startTime: '19:00' })
  expect(await changeSession(db, own, later, now)).toMatchObject({
    ok: false,
    reason: 'not_agreed',
    question: { reach: { told: 1, toldSpots: 2 } },
  })
  const asked = await changeFollowingSessions(db, own, later, now)
  if (asked.ok || asked.reason !== 'not_agreed') throw new Error('not asked')
  expect(asked.question.reach.told).toBe(2)
  expect(new Set((await sessionsOf(db, classId)).map(({ startTime }) => startTime))).toEqual(
    new Set(['18:00']),
  )
  // More spots cause no message.
  const larger = sessionForm(first.sessionDate, { maxStudents: 12 })
  expect(await changeSession(db, own, larger, now)).toMatchObject({ ok: true })
  const agreed = { ...later, agreed: asked.agreement }
  expect(await changeFollowingSessions(db, own, agreed, now)).toMatchObject({ ok: true })
})

test('a customer who booked with Telegram is notified; one who has blocked the bot has to be called', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const [first] = await sessionsOf(db, classId)
  if (!first) throw new Error('no session')
  await bookSpots(db, vendor, first, 2)
  await sql`
    with bot as (insert into telegram_bots (id, username) values (7, 'site_bot') returning id), chat as (
      insert into telegram_chats (bot_id, telegram_id, name) select id, 8, 'Carla' from bot)
    update purchases set customer_email = null, booking_method = 'telegram', customer_telegram = '7:8', customer_telegram_name = 'Carla'`.execute(
    db,
  )
  const of = { sessionIds: [first.id] }
  expect(await countReach(db, { vendorId: vendor.id, of })).toEqual({
    told: 1,
    toldSpots: 2,
    unreached: 0,
    unreachedSpots: 0,
  })
  await sql`update telegram_chats set blocked_at = now()`.execute(db)
  expect(await countReach(db, { vendorId: vendor.id, of })).toEqual({
    told: 0,
    toldSpots: 0,
    unreached: 1,
    unreachedSpots: 2,
  })
})

test('all following change in what was changed on the form, and keep what they have on their own', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const own = (sessionId: string) => ({ vendorId: vendor.id, sessionId })
  const [, , third, fourth, fifth, sixth] = await sessionsOf(db, classId)
  if (!third || !fourth || !fifth || !sixth) throw new Error('no session')
  const small = { maxStudents: 3, location: 'Small room' }
  expect(
    await changeSession(db, own(fifth.id), sessionForm(fifth.sessionDate, small), now),
  ).toMatchObject({ ok: true })
  await bookSpots(db, vendor, { ...fifth, maxStudents: 3 }, 3)
  const wednesday = sessionForm(addDays(sixth.sessionDate, 2), { startTime: '09:00' })
  expect(await changeSession(db, own(sixth.id), wednesday, now)).toMatchObject({ ok: true })

  const shown = sessionForm(third.sessionDate)
  const change = (more: Partial<SessionForm>) =>
    agreeing({ ...shown, ...more }, (typed) =>
      changeFollowingSessions(db, own(third.id), typed, now, versionOf(shown)),
    )
  const outline = async () =>
    (await sessionsOf(db, classId))
      .slice(1, 7)
      .map(({ startTime, maxStudents, location }) => [startTime, maxStudents, location])
  await change({ startTime: '18:30' })
  expect(await outline()).toEqual([
    ['18:00', 10, '1 Park Street'],
    ['18:30', 10, '1 Park Street'],
    ['18:30', 10, '1 Park Street'],
    ['18:30', 3, 'Small room'],
    ['09:00', 10, '1 Park Street'],
    ['18:30', 10, '1 Park Street'],
  ])

  // The chosen one has an hour and a place of its own; only its capacity is typed for all.
  const alone = sessionForm(fourth.sessionDate, { startTime: '20:00', location: 'The hall' })
  await agreeing(alone, (typed) => changeSession(db, own(fourth.id), typed, now))
  const larger = await changeFollowingSessions(
    db,
    own(fourth.id),
    { ...alone, maxStudents: 12 },
    now,
    versionOf(alone),
  )
  if (!larger.ok) throw new Error(larger.reason)
  expect(await outline()).toEqual([
    ['18:00', 10, '1 Park Street'],
    ['18:30', 10, '1 Park Street'],
    ['20:00', 12, 'The hall'],
    ['18:30', 3, 'Small room'],
    ['09:00', 12, '1 Park Street'],
    ['18:30', 12, '1 Park Street'],
  ])
  // Nobody counts what stayed as it was.
  expect(larger.changed).toBe((await sessionsOf(db, classId)).length - 4)

  await fillDueTimes(db, new Date(now.getTime() + 35 * 86_400_000))
  expect((await sessionsOf(db, classId)).at(-1)).toMatchObject({
    startTime: '18:30',
    maxStudents: 12,
    location: '1 Park Street',
  })
})

test('all following that move onto a session which stays are refused', async ({ db }) => {
  const { vendor, classId } = await publish(db)
  const own = (sessionId: string) => ({ vendorId: vendor.id, sessionId })
  const [, second, third] = await sessionsOf(db, classId)
  if (!second || !third) throw new Error('no session')
  const tuesday = sessionForm(addDays(second.sessionDate, 1))
  expect(await changeSession(db, own(third.id), tuesday, now)).toMatchObject({ ok: true })
  expect(await changeFollowingSessions(db, own(second.id), tuesday, now)).toEqual({
    ok: false,
    reason: 'starts_together',
    at: { date: tuesday.date, startTime: '18:00', zone: 'Europe/Berlin' },
  })
})

test('“This and following” that is sent twice splits its weekly time once', async ({ db }) => {
  const { vendor, classId } = await publish(db)
  const [, second] = await sessionsOf(db, classId)
  if (!second) throw new Error('no session')
  const own = { vendorId: vendor.id, sessionId: second.id }
  const version = versionOf(sessionForm(second.sessionDate))
  const later = sessionForm(second.sessionDate, { startTime: '19:00' })
  const send = () => changeFollowingSessions(db, own, later, now, version)
  const first = await send()
  expect(first).toMatchObject({ ok: true })
  const before = await timesOf(db, classId)
  expect(await send()).toEqual(first)
  expect(await timesOf(db, classId)).toEqual(before)
})
