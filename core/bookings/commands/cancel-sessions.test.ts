import { expect, test } from '#tests/support/database.ts'
import {
  bookSpots,
  now,
  openForm,
  publish,
  saveForm,
  sessionsOf,
  timesOf,
} from '#tests/support/weekly-class.ts'
import { weekdayOf } from '#core/shared/time.ts'
import { cancelFollowingSessions } from './cancel-sessions.ts'

const mondayAndWednesday = [
  { weekday: 1, startTime: '18:00', everyWeeks: 1 },
  { weekday: 3, startTime: '18:00', everyWeeks: 1 },
]

test('to cancel what is left of a removed weekly time does not start that time again', async ({
  db,
}) => {
  const of = await publish(db, { times: mondayAndWednesday })
  const mondays = async () =>
    (await sessionsOf(db, of.classId)).filter(
      ({ sessionDate, status }) => status === 'confirmed' && weekdayOf(sessionDate) === 1,
    )
  const all = await mondays()
  const [early, late] = [all[2], all[8]]
  if (!early || !late) throw new Error('no session')
  await bookSpots(db, of.vendor, early)
  await bookSpots(db, of.vendor, late)
  const { times } = await openForm(db, of)
  await saveForm(db, of, { times: times.filter(({ weekday }) => weekday === 3) })
  expect((await mondays()).map(({ id }) => id)).toEqual([early.id, late.id])
  const before = await timesOf(db, of.classId)

  const owned = { vendorId: of.vendor.id, sessionId: late.id }
  expect(await cancelFollowingSessions(db, owned, now)).toMatchObject({ ok: true, sessions: 1 })
  expect(await timesOf(db, of.classId)).toEqual(before)
  expect((await openForm(db, of)).times.map(({ weekday }) => weekday)).toEqual([3])
  await saveForm(db, of, { title: 'Yin' })
  expect((await mondays()).map(({ id }) => id)).toEqual([early.id])
})
