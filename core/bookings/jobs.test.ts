import { addMinutes } from '#core/shared/time.ts'
import { scheduleJobs } from '#core/schedule/jobs.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { bookingJobs } from './jobs.ts'

const job = (name: string) => {
  const found = [...bookingJobs, ...scheduleJobs].find((one) => one.name === name)
  if (!found) throw new Error(`no job ${name}`)
  return found.run
}

test('a wrong counter is reported and not changed', async ({ deps, db }) => {
  const { session } = await aBooking(db, { spots: 2 })
  const empty = await aSession(db)
  const count = (id: string, currentStudents: number) =>
    db.updateTable('classSessions').set({ currentStudents }).where('id', '=', id).execute()
  expect(await job('recount seats')(deps)).toBe(0)
  await count(session.id, 0)
  await count(empty.id, 1)
  expect(await job('recount seats')(deps)).toBe(2)
  expect(await job('recount seats')(deps)).toBe(2)
  await count(session.id, 2)
  await count(empty.id, 0)
})

test('bookings are completed twelve hours after the end, not earlier', async ({ deps, db }) => {
  const hoursAgo = (hours: number) => addMinutes(new Date(), -60 * hours)
  await aBooking(db, { session: await aSession(db, { startsAt: hoursAgo(13.5) }) })
  await aBooking(db, { session: await aSession(db, { startsAt: hoursAgo(12.5) }) })
  expect(await job('complete bookings')(deps)).toBe(1)
  const statuses = await db.selectFrom('bookings').select('status').orderBy('status').execute()
  expect(statuses).toEqual([{ status: 'completed' }, { status: 'confirmed' }])
})

test('weekly times are filled until none is due', async ({ deps, db }) => {
  const of = await aClass(db)
  await db
    .insertInto('classTimes')
    .values({
      classId: of.id,
      vendorId: of.vendor.id,
      weekday: 1,
      startTime: '18:00',
      startsOn: '2026-01-05',
    })
    .execute()
  expect(await job('fill sessions')(deps)).toBe(1)
  expect(await job('fill sessions')(deps)).toBe(0)
  const made = await db.selectFrom('classSessions').select('startTime').execute()
  expect(made.length).toBeGreaterThanOrEqual(53)
  expect(new Set(made.map(({ startTime }) => startTime))).toEqual(new Set(['18:00']))
})
