import { randomUUID } from 'node:crypto'
import type { Deps } from '#core/shared/deps.ts'
import { addDays } from '#core/shared/time.ts'
import { changeFollowingSessions } from './commands/change-session.ts'
import { newClassesPerDay } from '#core/classes/rules.ts'
import { addPicture } from '#core/pictures/commands/add-picture.ts'
import { deleteFilesOfRemoved } from '#core/pictures/commands/delete-files.ts'
import { removePicture } from '#core/pictures/commands/remove-picture.ts'
import { pictureFiles, pictureLimits } from '#core/pictures/rules.ts'
import { aPhoto } from '#tests/support/pictures.ts'
import { sql } from 'kysely'
import { agreeing } from '#tests/support/agreeing.ts'
import { searchOwnClasses } from '#core/classes/queries/own-classes.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aBundle, aClass, aVendor } from '#tests/support/factories.ts'
import {
  nextMonday,
  now,
  publish,
  sessionForm,
  sessionsOf,
  timesOf,
  today,
} from '#tests/support/weekly-class.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { duplicateClass } from './commands/duplicate-class.ts'

const named = (title: string) => `${title} (copy)`

test('a copy has the times, the rhythm, the bundles and own places, but no bookings, and nobody can book it yet', async ({
  db,
  deps,
}) => {
  const { vendor, classId } = await publish(db, {
    noticeMinutes: 2880,
    times: [
      { weekday: 1, startTime: '18:00', everyWeeks: 2 },
      { weekday: 4, startTime: '07:00', everyWeeks: 1 },
    ],
  })
  const own = { id: classId, vendor, durationMinutes: 60, priceMinor: 1500, maxStudents: 10 }
  await aBundle(db, { class: own, bundleName: 'On sale' })
  await aBundle(db, { class: own, bundleName: 'Not on sale', isActive: false })
  await db
    .updateTable('classTimes')
    .set({ maxStudents: 4, location: 'The small room' })
    .where('classId', '=', classId)
    .where('weekday', '=', 4)
    .execute()
  const sessions = (of: string) =>
    db
      .selectFrom('classSessions')
      .where('classId', '=', of)
      .orderBy('startsAt')
      .select(['id', 'startsAt', 'maxStudents', 'currentStudents', 'location'])
      .execute()
  const [first] = await sessions(classId)
  if (!first) throw new Error('There is no session.')
  await aBooking(db, { session: { ...first, class: own } })
  const formKey = randomUUID()
  const copy = () => duplicateClass(deps, { vendorId: vendor.id, classId, named, formKey }, now)
  const made = await copy()
  if (!made.ok) throw new Error(made.reason)
  expect(await copy()).toEqual(made)
  const row = await db
    .selectFrom('classes')
    .where('id', '=', made.classId)
    .select(['title', 'visibility', 'startDate', 'priceMinor', 'noticeMinutes'])
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    title: 'Yoga (copy)',
    visibility: 'closed',
    startDate: nextMonday,
    priceMinor: 1500,
    noticeMinutes: 2880,
  })
  const copied = await sessions(made.classId)
  const original = await sessions(classId)
  expect(copied.map(({ startsAt }) => startsAt)).toEqual(original.map(({ startsAt }) => startsAt))
  expect(copied.every(({ currentStudents }) => currentStudents === 0)).toBe(true)
  expect(new Set(copied.map(({ maxStudents, location }) => `${maxStudents} ${location}`))).toEqual(
    new Set(['10 1 Park Street', '4 The small room']),
  )
  const bundles = await db
    .selectFrom('sessionBundles')
    .where('classId', '=', made.classId)
    .select('bundleName')
    .execute()
  expect(bundles).toEqual([{ bundleName: 'On sale' }])
})

test('a class that has ended is copied with its times, from today on; one of another vendor is not', async ({
  db,
  deps,
}) => {
  const { vendor, classId } = await publish(db, {
    title: 'Ü'.repeat(120),
    startDate: today,
    endDate: addDays(today, 30),
  })
  const past = addDays(today, -1)
  await db
    .updateTable('classes')
    .set({ startDate: addDays(today, -60), endDate: past, registrationClosedDate: past })
    .where('id', '=', classId)
    .execute()
  await db
    .updateTable('classTimes')
    .set({ startsOn: addDays(today, -60), endsOn: past })
    .execute()
  const stranger = await aVendor(db)
  expect(await duplicateClass(deps, { vendorId: stranger.id, classId, named }, now)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  const made = await duplicateClass(deps, { vendorId: vendor.id, classId, named }, now)
  if (!made.ok) throw new Error(made.reason)
  const row = await db
    .selectFrom('classes')
    .where('id', '=', made.classId)
    .select(['title', 'startDate', 'endDate', 'registrationClosedDate'])
    .executeTakeFirst()
  expect(row).toMatchObject({ startDate: today, endDate: null, registrationClosedDate: null })
  expect(row?.title).toMatch(/^Ü{100,}… \(copy\)$/)
  expect(row?.title.length).toBeLessThanOrEqual(120)
  const sessions = await db
    .selectFrom('classSessions')
    .where('classId', '=', made.classId)
    .select('id')
    .execute()
  expect(sessions.length).toBeGreaterThan(50)
})

for (const days of [3, -4])
  test(`a weekly time moved by ${days} days keeps its last date in a copy of a running class, and runs on in one of a class that has ended`, async ({
    db,
    deps,
  }) => {
    const endDate = addDays(nextMonday, 28)
    const { vendor, classId } = await publish(db, { startDate: nextMonday, endDate })
    const [, second] = await sessionsOf(db, classId)
    if (!second) throw new Error('There is no second session.')
    const moved = await agreeing(sessionForm(addDays(second.sessionDate, days)), (form) =>
      changeFollowingSessions(db, { vendorId: vendor.id, sessionId: second.id }, form, now),
    )
    expect(moved.ok).toBe(true)
    const copy = async () => {
      const made = await duplicateClass(deps, { vendorId: vendor.id, classId, named }, now)
      if (!made.ok) throw new Error(made.reason)
      return made.classId
    }
    const dates = async (of: string) =>
      (await sessionsOf(db, of)).map(({ sessionDate }) => sessionDate)
    const running = await copy()
    expect(await dates(running)).toEqual(await dates(classId))
    const rhythm = async (of: string) =>
      (await timesOf(db, of)).map(({ weekday, endsOn }) => `${weekday} ${endsOn}`)
    expect(await rhythm(running)).toEqual(await rhythm(classId))

    // Ten weeks later.
    await sql`update classes set start_date = start_date - 70, end_date = end_date - 70`.execute(db)
    await sql`update class_times set starts_on = starts_on - 70, ends_on = ends_on - 70`.execute(db)
    const [time, ...others] = await timesOf(db, await copy())
    expect(others).toEqual([])
    expect(time).toMatchObject({ weekday: 4, endsOn: null, endsWithClass: true })
  })

async function filesIn({ files }: Pick<Deps, 'files'>): Promise<number> {
  let count = 0
  for await (const page of files.list()) count += page.length
  return count
}

test('a copy has the picture in files of its own, once, and not that of another vendor’s class', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const own = await aClass(db, { vendor })
  const of = { vendorId: vendor.id, kind: 'class', classId: own.id } as const
  const photo = await aPhoto({ width: 640, height: 430 })
  expect(await addPicture(deps, of, photo)).toEqual({ ok: true })
  const formKey = randomUUID()
  const copy = () =>
    duplicateClass(deps, { vendorId: vendor.id, classId: own.id, named, formKey }, now)
  const made = await copy()
  if (!made.ok) throw new Error(made.reason)
  await copy()
  const stranger = await aVendor(db)
  const before = await filesIn(deps)
  await duplicateClass(deps, { vendorId: stranger.id, classId: own.id, named }, now)
  expect(await filesIn(deps)).toBe(before)
  const rows = await db.selectFrom('pictures').orderBy('createdAt').selectAll().execute()
  expect(rows.map(({ classId }) => classId)).toEqual([own.id, made.classId])
  const [first, second] = rows.map(({ id, classId, name, createdAt, ...same }) => same)
  expect(second).toEqual(first)

  // The first class loses its picture, and the copy keeps its own.
  await removePicture(db, of, rows[0]?.name ?? '')
  expect(await deleteFilesOfRemoved(deps)).toBe(1)
  const kept = rows[1] ? pictureFiles(rows[1]) : []
  expect(kept.length).toBeGreaterThan(2)
  for (const key of kept) expect(await deps.files.read(key), key).not.toBeNull()
})

test('a copy has no picture where the vendor may store no more', async ({ db, deps }) => {
  const vendor = await aVendor(db)
  const own = await aClass(db, { vendor })
  const of = { vendorId: vendor.id, kind: 'class', classId: own.id } as const
  await addPicture(deps, of, await aPhoto({ width: 640, height: 430 }))
  await db.updateTable('pictures').set({ bytes: pictureLimits.bytes }).execute()
  const made = await duplicateClass(deps, { vendorId: vendor.id, classId: own.id, named }, now)
  expect(made.ok).toBe(true)
  const rows = await db.selectFrom('pictures').select('classId').execute()
  expect(rows).toEqual([{ classId: own.id }])
})

test('of two copies made at once, the second counts the class and the picture of the first', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { vendor, classId } = await publish(db)
  await addPicture(
    deps,
    { vendorId: vendor.id, kind: 'class', classId },
    await aPhoto({ width: 640, height: 430 }),
  )
  const copyTwice = async () => {
    // Each waits here, after it has counted the classes and the pictures.
    const held = await holdLock(databaseUrl, 'lock table class_sessions in share mode')
    const copying = Promise.all(
      ['One', 'Two'].map((title) =>
        duplicateClass(deps, { vendorId: vendor.id, classId, named: () => title }, now),
      ),
    )
    await waitForWaiter(db, 2)
    await held.commit()
    return copying
  }
  // Room for one more picture.
  await db
    .updateTable('pictures')
    .set({ bytes: pictureLimits.bytes / 2 })
    .execute()
  expect(await copyTwice()).toMatchObject([{ ok: true }, { ok: true }])
  expect(await db.selectFrom('pictures').select('id').execute()).toHaveLength(2)

  // Room for one more class.
  await sql`insert into classes (vendor_id, title, start_date)
    select vendor_id, 'Another', start_date from classes, generate_series(1, ${newClassesPerDay - 4})
    where id = ${classId}`.execute(db)
  const made = await copyTwice()
  expect(made.filter(({ ok }) => ok)).toHaveLength(1)
  expect(made).toContainEqual(expect.objectContaining({ of: 'classesToday' }))
})

test('bundles are not copied where the plan has none', async ({ db, deps }) => {
  const vendor = await aVendor(db, { trialEndsAt: new Date(0) })
  const own = await aClass(db, { vendor })
  await aBundle(db, { class: own })
  const made = await duplicateClass(deps, { vendorId: vendor.id, classId: own.id, named }, now)
  if (!made.ok) throw new Error(made.reason)
  const copied = db.selectFrom('sessionBundles').where('classId', '=', made.classId).select('id')
  expect(await copied.execute()).toEqual([])
})

test('the list finds classes by words and state, page by page', async ({ db }) => {
  const vendor = await aVendor(db)
  await aClass(db, { title: 'Foreign Yoga' })
  for (let nth = 0; nth < 5; nth++)
    await aClass(db, {
      vendor,
      title: `Yoga ${nth}`,
      createdAt: new Date(Date.UTC(2030, 0, nth + 1)),
    })
  await aClass(db, { vendor, title: 'Ёга для спины', location: 'Straße 5', visibility: 'link' })
  await aClass(db, { vendor, title: 'Resting', pausedAt: new Date() })
  await aClass(db, { vendor, title: 'Nobody', visibility: 'closed' })
  await aClass(db, { vendor, title: 'Over', startDate: '2020-01-01', endDate: '2020-02-01' })
  await aClass(db, { vendor, title: 'Deleted', status: 'archived' })
  const asked = { text: '', state: null, cursor: null, limit: 20 }
  const find = async (more: Partial<Parameters<typeof searchOwnClasses>[2]>) => {
    const { items, counts, all, nextCursor } = await searchOwnClasses(db, vendor.id, {
      sort: 'next',
      ...asked,
      ...more,
    })
    return { titles: items.map(({ title }) => title), counts, all, nextCursor }
  }
  expect(await find({})).toMatchObject({
    all: 9,
    counts: { open: 5, link: 1, paused: 2, ended: 1 },
  })
  expect((await find({ state: 'paused' })).titles.toSorted()).toEqual(['Nobody', 'Resting'])
  expect((await find({ state: 'ended' })).titles).toEqual(['Over'])
  expect((await find({ text: 'ёга' })).titles).toEqual(['Ёга для спины'])
  expect((await find({ text: 'STRASSE' })).titles).toEqual(['Ёга для спины'])
  expect((await find({ text: '%' })).titles).toEqual([])
  const first = await find({ text: 'yoga', limit: 3 })
  expect(first.titles).toEqual(['Yoga 4', 'Yoga 3', 'Yoga 2'])
  const second = await find({ text: 'yoga', limit: 3, cursor: first.nextCursor })
  expect(second).toMatchObject({ titles: ['Yoga 1', 'Yoga 0'], nextCursor: null })
})
