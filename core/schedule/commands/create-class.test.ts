import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import {
  beforeSpring,
  classForm,
  nextMonday,
  now,
  publish,
  sessionsOf,
  springSunday,
} from '#tests/support/weekly-class.ts'
import { addDays } from '#core/shared/time.ts'
import { createClass } from './create-class.ts'

test('a weekly class becomes dated sessions 53 weeks ahead, every one at 18:00 in the vendor’s zone', async ({
  db,
}) => {
  const { classId } = await publish(db)
  const sessions = await sessionsOf(db, classId)
  expect(sessions.length).toBeGreaterThanOrEqual(51)
  expect(new Set(sessions.map(({ startTime }) => startTime))).toEqual(new Set(['18:00']))
  expect(new Set(sessions.map(({ startsAt }) => startsAt.toISOString().slice(11, 16)))).toEqual(
    new Set(['16:00', '17:00']),
  )
  expect(sessions[0]?.sessionDate).toBe(nextMonday)
})

test('a first start the clock change skips is refused with its date; a later one is left out and named', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  const sunday = [{ weekday: 7, startTime: '02:30', everyWeeks: 1 }]
  expect(
    await createClass(
      { db, settings: { plans: true } },
      vendor.id,
      classForm({ startDate: springSunday, times: sunday }),
      now,
    ),
  ).toEqual({
    ok: false,
    reason: 'skipped_start',
    date: springSunday,
    time: '02:30',
    zone: 'Europe/Berlin',
  })
  const later = classForm({ startDate: beforeSpring, times: sunday })
  const created = await createClass({ db, settings: { plans: true } }, vendor.id, later, now)
  if (!created.ok) throw new Error(created.reason)
  const { classId, named } = created
  expect(named).toEqual([
    { date: springSunday, time: '02:30', zone: 'Europe/Berlin', why: 'clock' },
  ])
  const days = (await sessionsOf(db, classId)).map(({ sessionDate }) => sessionDate)
  expect(days).toContain(addDays(springSunday, -7))
  expect(days).not.toContain(springSunday)
  expect(days).toContain(addDays(springSunday, 7))
})
