import { expect, test } from '#tests/support/database.ts'
import {
  aBooking,
  aBundle,
  aClass,
  aSession,
  aVendor,
  weeklySessions,
} from '#tests/support/factories.ts'
import { aSeries, ids, inDays } from '#tests/support/series.ts'
import { publish } from '#tests/support/weekly-class.ts'
import { addMinutes, weekdayOf } from '#core/shared/time.ts'
import { planBundle } from './queries/bundle-plan.ts'

test('the weekly series keeps its clock time over a clock change and skips weeks without a session', async ({
  db,
}) => {
  const yoga = await aClass(db, { vendor: await aVendor(db) })
  const bundle = await aBundle(db, { class: yoga, sessionCount: 30, expiryDays: 730 })
  const capacities = Array.from({ length: 32 }, (_, week) => (week === 3 ? null : 10))
  const sessions = await weeklySessions(db, yoga, { date: inDays(3), capacities })
  // A session at another time is not part of the 18:00 series.
  await weeklySessions(db, yoga, { date: inDays(3), time: '07:00', capacities: [10, 10] })
  const plan = await planBundle(
    { db, settings: { plans: true } },
    {
      bundleId: bundle.id,
      firstSessionId: sessions[0]?.id ?? '',
      how: 'series',
    },
  )
  expect(plan?.items.map(({ sessionId }) => sessionId)).toEqual(ids(sessions.slice(0, 20)))
  expect(plan).toMatchObject({ left: 10, hasConflict: false, endsBeforeSeries: false })
})

test('if there are many dates, only the first are offered, with those of the series and the total number', async ({
  db,
}) => {
  const yoga = await aClass(db, { vendor: await aVendor(db) })
  const bundle = await aBundle(db, { class: yoga, sessionCount: 10, expiryDays: 100 })
  const weeks = Array.from({ length: 11 }, () => 10)
  const series = await weeklySessions(db, yoga, { date: inDays(3), capacities: weeks })
  for (let hour = 7; hour < 18; hour++) {
    const time = `${String(hour).padStart(2, '0')}:00`
    await weeklySessions(db, yoga, { date: inDays(3), time, capacities: weeks })
  }
  const firstSessionId = series[0]?.id ?? ''
  const asked = { bundleId: bundle.id, firstSessionId, how: 'series' as const }
  const plan = await planBundle({ db, settings: { plans: true } }, asked)
  expect(plan?.dates).toBe(132)
  expect(plan?.choices.length).toBeLessThan(110)
  const choices = plan?.choices.map(({ sessionId }) => sessionId)
  expect(choices).toEqual(expect.arrayContaining(ids(series.slice(0, 10))))
})

test('full dates are a conflict and dates with few spots a warning; automatic selection takes the nearest dates with open spots instead', async ({
  db,
}) => {
  const { bundle, yoga, sessions } = await aSeries(db, {
    capacities: [10, 1, 2, 10, 10],
    bundle: { sessionCount: 4 },
  })
  const [first, full, few, fourth] = sessions
  if (!first || !full || !few || !fourth) throw new Error('sessions')
  await aBooking(db, { session: full })
  const near = await aSession(db, { class: yoga, startsAt: addMinutes(full.startsAt, 1440) })
  const asked = { bundleId: bundle.id, firstSessionId: first.id }
  const series = await planBundle({ db, settings: { plans: true } }, { ...asked, how: 'series' })
  expect(series?.items.map(({ state }) => state)).toEqual(['free', 'full', 'few', 'free'])
  expect(series?.hasConflict).toBe(true)
  const auto = await planBundle({ db, settings: { plans: true } }, { ...asked, how: 'auto' })
  expect(auto?.items.map(({ sessionId, instead }) => [sessionId, instead])).toEqual([
    [first.id, false],
    [near.id, true],
    [few.id, false],
    [fourth.id, false],
  ])
  const chosen = await planBundle(
    { db, settings: { plans: true } },
    { ...asked, how: { chosen: [fourth.id, first.id] } },
  )
  expect(chosen).toMatchObject({ left: 2, hasConflict: false })
  expect(chosen?.items.map(({ sessionId }) => sessionId)).toEqual([first.id, fourth.id])
})

test.for([
  {
    of: 'one weekly time',
    times: ['1 07:00'],
    first: '1 07:00',
    days: ['1 07:00', '1 07:00', '1 07:00', '1 07:00', '1 07:00'],
  },
  {
    of: 'three mornings a week',
    times: ['1 07:00', '3 07:00', '5 07:00'],
    first: '3 07:00',
    days: ['3 07:00', '5 07:00', '1 07:00', '3 07:00', '5 07:00'],
  },
  {
    of: 'mornings and evenings on two days',
    times: ['1 07:00', '1 18:00', '4 07:00', '4 19:00'],
    first: '1 18:00',
    days: ['1 18:00', '4 19:00', '1 18:00', '4 19:00', '1 18:00'],
  },
])(
  'the dates proposed for a class with $of follow its weekdays',
  async ({ times, first, days }, { db }) => {
    const { vendor, classId } = await publish(db, {
      times: times.map((time) => ({
        weekday: Number(time[0]),
        startTime: time.slice(2),
        everyWeeks: 1,
      })),
    })
    const bundle = await db
      .insertInto('sessionBundles')
      .values({
        vendorId: vendor.id,
        classId,
        bundleName: 'Five',
        sessionCount: 5,
        bundlePriceMinor: 6000,
        expiryDays: 60,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sessions = await db
      .selectFrom('classSessions')
      .select(['id', 'sessionDate', 'startTime'])
      .orderBy('startsAt')
      .execute()
    const said = new Map(
      sessions.map(({ id, sessionDate, startTime }) => [
        id,
        `${weekdayOf(sessionDate)} ${startTime.slice(0, 5)}`,
      ]),
    )
    const firstSessionId = sessions.find(({ id }) => said.get(id) === first)?.id ?? ''
    const asked = { bundleId: bundle.id, firstSessionId, how: 'series' as const }
    const plan = await planBundle({ db, settings: { plans: true } }, asked)
    expect(plan?.items.map(({ sessionId }) => said.get(sessionId))).toEqual(days)
    expect(plan).toMatchObject({ left: 0, endsBeforeSeries: false })
  },
)
