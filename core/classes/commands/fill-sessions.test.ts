import { expect, test } from '#tests/support/database.ts'
import { now, publish, sessionsOf } from '#tests/support/weekly-class.ts'
import { fillDueTimes } from './fill-sessions.ts'

test('the worker creates the missing sessions of a week and never creates one twice', async ({
  db,
}) => {
  const { classId } = await publish(db)
  const before = await sessionsOf(db, classId)
  expect(await fillDueTimes(db, now)).toBe(0)
  const later = new Date(now.getTime() + 14 * 86_400_000)
  expect(await fillDueTimes(db, later)).toBe(1)
  const after = await sessionsOf(db, classId)
  expect(after.length).toBe(before.length + 2)
  expect(new Set(after.map(({ occursOn }) => occursOn)).size).toBe(after.length)
})
