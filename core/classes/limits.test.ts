import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'
import {
  classForm,
  now,
  openForm,
  publish,
  sessionForm,
  sessionsOf,
  today,
} from '#tests/support/weekly-class.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { addDays, addMinutes } from '#core/shared/time.ts'
import { addSession } from '#core/schedule/commands/add-session.ts'
import { changeFollowingSessions } from '#core/schedule/commands/change-session.ts'
import { createClass } from '#core/schedule/commands/create-class.ts'
import { editClass } from '#core/schedule/commands/edit-class.ts'
import { newClassesPerDay, vendorLimits } from './rules.ts'

const anHour = sql`now() + interval '30 days' + n * interval '1 minute', now() + interval '30 days 1 hour' + n * interval '1 minute',
  now() + interval '30 days'`

const added = {
  classes: (count: number) =>
    sql`insert into classes (vendor_id, title, start_date, price_minor, max_students, duration_minutes)
      select vendor_id, title, start_date, price_minor, max_students, duration_minutes
      from (select * from classes limit 1) c, generate_series(1, ${count})`,
  times: (count: number) =>
    sql`insert into class_times (class_id, vendor_id, weekday, start_time, starts_on)
      select class_id, vendor_id, weekday, start_time, starts_on
      from (select * from class_times limit 1) t, generate_series(1, ${count})`,
  sessions: (count: number) =>
    sql`insert into class_sessions (class_id, vendor_id, session_date, start_time, end_time, time_zone, location,
        max_students, starts_at, ends_at, booking_closes_at)
      select class_id, vendor_id, session_date, start_time, end_time, time_zone, location, max_students, ${anHour}
      from (select * from class_sessions limit 1) s, generate_series(1, ${count}) n`,
}

/** One less than the vendor of the only class may have. */
async function almostFill(db: Db, of: keyof typeof added) {
  const table = { classes: 'classes', times: 'class_times', sessions: 'class_sessions' }[of]
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)}`.execute(db)
  await added[of](vendorLimits[of] - 1 - (rows[0]?.count ?? 0)).execute(db)
}

async function verify(db: Db, vendorId: VendorId) {
  await db.insertInto('vendorBadges').values({ vendorId, badge: 'verified' }).execute()
}

const limit = (of: keyof typeof added) => ({
  ok: false,
  reason: 'vendor_limit',
  of,
  most: vendorLimits[of],
})
const later = { weekday: 2, startTime: '07:00', everyWeeks: 1 }

test('the number of classes per vendor is limited; recently deleted ones count', async ({ db }) => {
  const { vendor } = await publish(db)
  await verify(db, vendor.id)
  await almostFill(db, 'classes')
  const empty = classForm({ times: [] })
  expect(await createClass({ db, settings: { plans: true } }, vendor.id, empty, now)).toMatchObject(
    { ok: true },
  )
  await db.updateTable('classes').set({ status: 'archived', archivedAt: now }).execute()
  expect(await createClass({ db, settings: { plans: true } }, vendor.id, empty, now)).toEqual(
    limit('classes'),
  )
  const monthAgo = sql<Date>`now() - interval '31 days'`
  await db.updateTable('classes').set({ createdAt: monthAgo }).execute()
  expect(await createClass({ db, settings: { plans: true } }, vendor.id, empty, now)).toMatchObject(
    { ok: true },
  )
})

test('the number of weekly times per vendor is limited, however they are added', async ({ db }) => {
  const { vendor, classId } = await publish(db)
  const form = await openForm(db, { vendor, classId })
  await almostFill(db, 'times')
  expect(
    await createClass(
      { db, settings: { plans: true } },
      vendor.id,
      classForm({ times: [later] }),
      now,
    ),
  ).toMatchObject({
    ok: true,
  })
  expect(
    await createClass(
      { db, settings: { plans: true } },
      vendor.id,
      classForm({ times: [later] }),
      now,
    ),
  ).toEqual(limit('times'))
  expect(
    await editClass(db, vendor.id, classId, { ...form, times: [...form.times, later] }, now),
  ).toEqual(limit('times'))
  const [, second] = await sessionsOf(db, classId)
  if (!second) throw new Error('no session')
  const { id: sessionId, sessionDate } = second
  const moved = sessionForm(sessionDate, { startTime: '19:00' })
  expect(await changeFollowingSessions(db, { vendorId: vendor.id, sessionId }, moved, now)).toEqual(
    limit('times'),
  )
  // An edit that adds nothing is saved.
  expect(
    await editClass(db, vendor.id, classId, { ...form, title: 'Yin Yoga' }, now),
  ).toMatchObject({ ok: true })
})

test('the number of sessions per vendor is limited, however they are added', async ({ db }) => {
  const { vendor, classId } = await publish(db)
  const form = await openForm(db, { vendor, classId })
  await almostFill(db, 'sessions')
  // At a time when there is no weekly session, on any day.
  const add = (days: number) =>
    addSession(
      db,
      vendor.id,
      classId,
      sessionForm(addDays(today, days), { startTime: '10:00' }),
      now,
    )
  expect(await add(40)).toMatchObject({ ok: true })
  expect(await add(41)).toEqual(limit('sessions'))
  expect(await createClass({ db, settings: { plans: true } }, vendor.id, classForm(), now)).toEqual(
    limit('sessions'),
  )
  expect(
    await editClass(db, vendor.id, classId, { ...form, times: [...form.times, later] }, now),
  ).toEqual(limit('sessions'))
})

test('a new vendor can add a few classes a day, and a verified one any number', async ({ db }) => {
  const { vendor } = await publish(db)
  await added.classes(newClassesPerDay - 1).execute(db)
  const create = () =>
    createClass({ db, settings: { plans: true } }, vendor.id, classForm({ times: [] }), now)
  const refused = { ok: false, reason: 'vendor_limit', of: 'classesToday', most: newClassesPerDay }
  expect(await create()).toEqual(refused)
  await db
    .updateTable('classes')
    .set({ createdAt: addMinutes(now, -25 * 60) })
    .where('title', '=', 'Yoga')
    .execute()
  expect(await create()).toMatchObject({ ok: true })
  await added.classes(newClassesPerDay).execute(db)
  expect(await create()).toEqual(refused)
  await verify(db, vendor.id)
  expect(await create()).toMatchObject({ ok: true })
})

test('of two forms sent at once, the second counts the class of the first', async ({
  db,
  databaseUrl,
}) => {
  const { vendor } = await publish(db)
  await added.classes(newClassesPerDay - 2).execute(db)
  // Each waits here, after it has counted the classes.
  const held = await holdLock(databaseUrl, 'lock table class_times in share mode')
  const creating = Promise.all(
    ['Pilates', 'Dance'].map((title) =>
      createClass({ db, settings: { plans: true } }, vendor.id, classForm({ title }), now),
    ),
  )
  await waitForWaiter(db, 2)
  await held.commit()
  const made = await creating
  expect(made.filter(({ ok }) => ok)).toHaveLength(1)
  expect(made).toContainEqual(expect.objectContaining({ of: 'classesToday' }))
})
