import { addDays } from '#core/shared/time.ts'
import { expect, test } from '#tests/support/database.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import {
  now,
  openForm,
  publish,
  saveForm,
  sessionForm,
  sessionsOf,
} from '#tests/support/weekly-class.ts'
import { addSession } from './add-session.ts'
import { fillDueTimes } from './fill-sessions.ts'

const later = new Date(now.getTime() + 14 * 86_400_000)

test('the worker creates the missing sessions of a week and never creates one twice', async ({
  db,
}) => {
  const { classId } = await publish(db)
  const before = await sessionsOf(db, classId)
  expect(await fillDueTimes(db, now)).toBe(0)
  expect(await fillDueTimes(db, later)).toBe(1)
  const after = await sessionsOf(db, classId)
  expect(after.length).toBe(before.length + 2)
  expect(new Set(after.map(({ occursOn }) => occursOn)).size).toBe(after.length)
})

/** As adding a session by hand does that has not committed yet: some days after the last one, at its hour. */
function addingByHand(databaseUrl: string, sessionId: string, days: number) {
  return holdLock(
    databaseUrl,
    `insert into class_sessions (class_id, vendor_id, session_date, start_time, end_time, time_zone, starts_at, ends_at,
       booking_closes_at, location, max_students)
     select class_id, vendor_id, session_date + $2::int, start_time, end_time, time_zone,
       (session_date + $2::int + start_time) at time zone time_zone, (session_date + $2::int + end_time) at time zone time_zone,
       (session_date + $2::int + start_time) at time zone time_zone, location, 3
     from class_sessions where id = $1`,
    [sessionId, days],
  )
}

test('a session that is added by hand while the worker makes that date is the date, and the worker makes the others', async ({
  db,
  databaseUrl,
}) => {
  const { classId } = await publish(db)
  const before = await sessionsOf(db, classId)
  const last = before.at(-1)
  if (!last) throw new Error('no session')
  const held = await addingByHand(databaseUrl, last.id, 7)
  const filling = fillDueTimes(db, later)
  await waitForWaiter(db)
  await held.commit()
  expect(await filling).toBe(1)
  const made = (await sessionsOf(db, classId)).slice(before.length)
  expect(made.map(({ maxStudents, classTimeId }) => ({ maxStudents, classTimeId }))).toEqual(
    [3, 10].map((maxStudents) => ({ maxStudents, classTimeId: last.classTimeId })),
  )
})

test('of two sessions of a class that are added for one start at the same time, one is refused', async ({
  db,
  databaseUrl,
}) => {
  const { vendor, classId } = await publish(db)
  const [first] = await sessionsOf(db, classId)
  if (!first) throw new Error('no session')
  const held = await addingByHand(databaseUrl, first.id, 1)

  const form = sessionForm(addDays(first.sessionDate, 1))
  const adding = addSession(db, vendor.id, classId, form, now)
  await waitForWaiter(db)
  await held.commit()
  const at = { date: form.date, startTime: '18:00', zone: 'Europe/Berlin' }
  expect(await adding).toEqual({ ok: false, reason: 'starts_together', at })
})

test('two weekly times may both move an hour, onto each other’s start', async ({ db }) => {
  const at = (startTime: string) => ({ weekday: 1, startTime, everyWeeks: 1 })
  const of = await publish(db, { times: [at('17:00'), at('18:00')] })
  const { times } = await openForm(db, of)
  const hourLater = (time: string) => `${Number(time.slice(0, 2)) + 1}:00`
  const moved = times.map((time) => ({ ...time, startTime: hourLater(time.startTime) }))
  expect(await saveForm(db, of, { times: moved })).toMatchObject({ ok: true })
  const clocks = (await sessionsOf(db, of.classId)).slice(0, 4).map(({ startTime }) => startTime)
  expect(clocks).toEqual(['18:00', '19:00', '18:00', '19:00'])
})
