import { expect, test } from '#tests/support/database.ts'
import { aClass, aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import {
  classForm,
  now,
  openForm,
  publish,
  sessionForm,
  sessionsOf,
  today,
} from '#tests/support/weekly-class.ts'
import { addDays } from '#core/shared/time.ts'
import { cancelSession } from './cancel-sessions.ts'
import type { SessionForm } from '../schema.ts'
import { addSession } from './add-session.ts'
import { changeFollowingSessions, changeSession } from './change-session.ts'
import { editClass } from './edit-class.ts'

test('strangers change nothing, and a start in the past is refused', async ({ db }) => {
  const { vendor, classId } = await publish(db)
  const stranger = await aVendor(db)
  const [first] = await sessionsOf(db, classId)
  const wish = sessionForm(addDays(today, -1), {
    startTime: '10:00',
    maxStudents: 3,
    location: 'x',
  })
  expect(
    await changeSession(db, { vendorId: stranger.id, sessionId: first?.id ?? '' }, wish, now),
  ).toEqual({ ok: false, reason: 'not_found' })
  expect(await editClass(db, stranger.id, classId, classForm(), now)).toEqual({
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

test('a second session of the class at the same time is refused, added or moved there', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const [first, second] = await sessionsOf(db, classId)
  if (!first || !second) throw new Error('no session')
  const count = async () => (await sessionsOf(db, classId)).length
  const all = await count()
  const add = (more: Partial<SessionForm> = {}) =>
    addSession(db, vendor.id, classId, sessionForm(first.sessionDate, more), now)
  const at = { date: first.sessionDate, startTime: '18:00', zone: 'Europe/Berlin' }
  const refused = { ok: false, reason: 'starts_together', at }
  expect(await add()).toEqual(refused)
  expect(await count()).toBe(all)
  const formKey = crypto.randomUUID()
  expect(await add({ formKey, startTime: '19:00' })).toMatchObject({ ok: true })
  expect(await add({ formKey })).toEqual(refused)
  expect(await count()).toBe(all + 1)

  const move = (more: Partial<SessionForm> = {}) => {
    const own = { vendorId: vendor.id, sessionId: second.id }
    return changeSession(db, own, sessionForm(first.sessionDate, more), now)
  }
  expect(await move()).toEqual(refused)
  expect(await move({ startTime: '20:00' })).toMatchObject({ ok: true })

  const cancelled = sessionForm(addDays(first.sessionDate, 14))
  const [third] = (await sessionsOf(db, classId)).filter(
    ({ sessionDate }) => sessionDate === cancelled.date,
  )
  await cancelSession(db, { vendorId: vendor.id, sessionId: third?.id ?? '' }, now)
  expect(await addSession(db, vendor.id, classId, cancelled, now)).toMatchObject({ ok: true })
})

test.for(['a session', 'a weekly time', 'all following'] as const)(
  '%s that is added while another transaction counts the same limit waits, and is counted with it',
  async (what, { db, databaseUrl }) => {
    const { vendor, classId } = await publish(db)
    const [, second] = await sessionsOf(db, classId)
    if (!second) throw new Error('no session')
    const other = await aClass(db, { vendor })
    const held = await holdLock(
      databaseUrl,
      `with vendor as (select id from vendors where id = $1 for share),
        times as (insert into class_times (vendor_id, class_id, weekday, start_time, starts_on, every_weeks, ends_with_class, starts_with_class)
          select id, $2::uuid, 1, '10:00', '2100-01-04', 1, true, true from vendor, generate_series(1, 1000) where $3::text <> 'a session')
      insert into class_sessions (vendor_id, class_id, session_date, start_time, end_time, time_zone, starts_at, ends_at, booking_closes_at, location, status, max_students)
      select id, $2::uuid, '2100-01-04', '10:00', '11:00', 'UTC', at, at + interval '1 hour', at, 'x', 'cancelled', 1
      from vendor, generate_series('2100-01-04'::timestamptz, '2100-01-04'::timestamptz + interval '19999 minutes', interval '1 minute') as at
      where $3::text = 'a session'`,
      [vendor.id, other.id, what],
    )
    const form = sessionForm(second.sessionDate, { startTime: '19:00' })
    const own = { vendorId: vendor.id, sessionId: second.id }
    const { times } = await openForm(db, { vendor, classId })
    const tuesdays = [...times, { weekday: 2, startTime: '18:00', everyWeeks: 1 }]
    const adding = {
      'a session': () => addSession(db, vendor.id, classId, form, now),
      'a weekly time': () => editClass(db, vendor.id, classId, classForm({ times: tuesdays }), now),
      'all following': () => changeFollowingSessions(db, own, form, now),
    }[what]()
    await waitForWaiter(db)
    await held.commit()
    expect(await adding).toMatchObject({ ok: false, reason: 'vendor_limit' })
  },
)
