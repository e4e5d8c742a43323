import { addDays, todayIn } from '#core/shared/time.ts'
import { plainFacility } from '#db/seed/plain-class.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { aBooking, aVendor } from '#tests/support/factories.ts'
import { expect, test } from '#tests/support/database.ts'
import { addSession } from './commands/add-session.ts'
import { changeSession } from './commands/change-session.ts'
import { createClass } from './commands/create-class.ts'
import { editClass } from './commands/edit-class.ts'
import { findFacilityRules } from './queries/facilities.ts'
import { editFields, findOwnClass } from './queries/own-classes.ts'
import { extraAmount, hoursOfSlots, isForward, type OpeningHours, slotStarts } from './rules.ts'

const open = (from: string, until: string, weekday = 1): OpeningHours => ({ weekday, from, until })
const startsOf = (hours: readonly OpeningHours[], minutes: number) =>
  slotStarts(hours, minutes).map(({ startTime }) => startTime)

test.each([
  [
    'the weekday of the demo court',
    [open('09:00', '13:00'), open('14:00', '20:00')],
    120,
    '09:00 11:00 14:00 16:00 18:00',
  ],
  ['its weekend', [open('08:00', '18:00')], 120, '08:00 10:00 12:00 14:00 16:00'],
  ['what is left of a slot is not one', [open('09:00', '12:59')], 120, '09:00'],
  ['hours shorter than a slot', [open('09:00', '10:30')], 120, ''],
  ['until midnight', [open('20:00', '00:00')], 120, '20:00 22:00'],
  [
    'hours that overlap make each slot once',
    [open('09:00', '13:00'), open('09:00', '11:00')],
    120,
    '09:00 11:00',
  ],
  ['closed', [], 60, ''],
] as const)('slots of opening hours: %s', (_name, hours, minutes, starts) => {
  expect(startsOf(hours, minutes).join(' ')).toBe(starts)
})

test('opening hours and their slots are the same, there and back', () => {
  const hours = [open('09:00', '13:00'), open('14:00', '20:00'), open('22:00', '00:00', 7)]
  expect(hoursOfSlots(slotStarts(hours, 120), 120)).toEqual(hours)
  // A slot that was moved stands for itself.
  expect(
    hoursOfSlots(
      [
        { weekday: 1, startTime: '09:00' },
        { weekday: 1, startTime: '10:00' },
      ],
      120,
    ),
  ).toEqual([open('09:00', '11:00'), open('10:00', '12:00')])
  expect(
    [open('09:00', '09:00'), open('10:00', '09:00'), open('23:00', '00:00')].map(isForward),
  ).toEqual([false, false, true])
})

test.each([
  ['per slot, however long', 'slot', 1000, 120, 1000],
  ['per hour', 'hour', 1500, 120, 3000],
  ['per hour of a slot and a half', 'hour', 1500, 90, 2250],
  ['per hour, rounded', 'hour', 1000, 50, 833],
] as const)('an extra %s', (_name, per, priceMinor, minutes, amount) => {
  expect(extraAmount({ per, priceMinor }, minutes)).toBe(amount)
})

async function aCourt(db: Parameters<typeof findOwnClass>[0]) {
  const vendor = await aVendor(db, { currency: 'USD' })
  const now = new Date()
  const form = plainFacility({
    startDate: todayIn(vendor.timeZone, now),
    extras: [
      { name: 'Rackets', price: '10', per: 'slot' },
      { name: 'Ball machine', price: '15', per: 'hour' },
    ],
  })
  const created = await createClass({ db, settings: { plans: true } }, vendor.id, form, now)
  if (!created.ok) throw new Error(created.reason)
  const { classId } = created
  const current = async () => {
    const found = await findOwnClass(db, { vendorId: vendor.id, classId })
    if (!found) throw new Error('The court is gone.')
    return editFields(found)
  }
  return { vendor, classId, now, current }
}

test('a court is a class with 35 weekly times, each with one place', async ({ db }) => {
  const { classId, vendor } = await aCourt(db)
  const times = await db
    .selectFrom('classTimes')
    .where('classId', '=', classId)
    .selectAll()
    .execute()
  expect(times).toHaveLength(35)
  const sunday = times
    .filter(({ weekday }) => weekday === 7)
    .map(({ startTime }) => startTime.slice(0, 5))
  expect(sunday.toSorted()).toEqual(['08:00', '10:00', '12:00', '14:00', '16:00'])
  const { capacity, slots } = await db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .where('sessionDate', '<=', addDays(todayIn(vendor.timeZone, new Date()), 14))
    .select(({ fn }) => [fn.max('maxStudents').as('capacity'), fn.countAll<number>().as('slots')])
    .executeTakeFirstOrThrow()
  expect(capacity).toBe(1)
  // Those of today that have begun were never made.
  expect(Number(slots)).toBeGreaterThanOrEqual(65)
})

test('new opening hours keep the slots that stay, end the empty ones, and keep the booked ones', async ({
  db,
}) => {
  const { vendor, classId, now, current } = await aCourt(db)
  const sessions = await db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .where('startTime', '=', '18:00')
    .orderBy('startsAt')
    .select(['id', 'startsAt'])
    .execute()
  const [, booked] = sessions
  if (!booked) throw new Error('There is no slot.')
  await aBooking(db, {
    session: {
      id: booked.id,
      startsAt: booked.startsAt,
      maxStudents: 1,
      class: { id: classId, vendor, durationMinutes: 120, priceMinor: 0, maxStudents: 1 },
    },
  })
  const form = await current()
  const kept = form.times.filter(({ startTime }) => startTime !== '18:00')
  const saved = await agreeing({ ...form, times: kept }, (typed) =>
    editClass(db, vendor.id, classId, typed, now, form),
  )
  expect(saved).toMatchObject({ ok: true, kept: 1 })
  const left = await db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .where('startTime', '=', '18:00')
    .where('status', '=', 'confirmed')
    .select('id')
    .execute()
  expect(left).toEqual([{ id: booked.id }])
  expect((await current()).times).toHaveLength(30)
})

test('an extra that is left out is retired, not deleted; another price is of the same extra', async ({
  db,
}) => {
  const { vendor, classId, now, current } = await aCourt(db)
  const form = await current()
  const [rackets] = form.extras
  if (!rackets) throw new Error('There is no extra.')
  const extras = [
    { name: 'Coaching', priceMinor: 2500, per: 'hour' as const },
    { ...rackets, priceMinor: 1200 },
  ]
  expect(await editClass(db, vendor.id, classId, { ...form, extras }, now, form)).toMatchObject({
    ok: true,
  })
  expect((await findFacilityRules(db, classId))?.extras).toEqual([
    { id: expect.any(String), name: 'Coaching', priceMinor: 2500, per: 'hour' },
    { ...rackets, priceMinor: 1200 },
  ])
  const all = await db
    .selectFrom('facilityExtras')
    .select(['name', 'retiredAt'])
    .orderBy('name')
    .execute()
  expect(all.map(({ name, retiredAt }) => `${name} ${retiredAt === null}`)).toEqual([
    'Ball machine false',
    'Coaching true',
    'Rackets true',
  ])
})

test('the form of a class does not turn a court into a class', async ({ db }) => {
  const { vendor, classId, now, current } = await aCourt(db)
  const form = {
    ...(await current()),
    kind: 'class' as const,
    maxPeople: null,
    daysAhead: null,
    graceMinutes: null,
  }
  expect(await editClass(db, vendor.id, classId, form, now)).toEqual({
    ok: false,
    reason: 'not_found',
  })
})

test('no form gives a slot a second place', async ({ db }) => {
  const { vendor, classId, now } = await aCourt(db)
  const form = {
    date: addDays(todayIn(vendor.timeZone, now), 3),
    startTime: '21:00',
    durationMinutes: 60,
    maxStudents: 5,
    placeKind: 'address' as const,
    location: 'Court 2',
    onlineUrl: '',
  }
  const added = await addSession(db, vendor.id, classId, form, now)
  if (!added.ok) throw new Error(added.reason)
  const owned = { vendorId: vendor.id, sessionId: added.sessionId }
  const later = { ...form, startTime: '22:00' }
  expect(await changeSession(db, owned, later, now)).toMatchObject({ ok: true })
  const slot = await db
    .selectFrom('classSessions')
    .where('id', '=', added.sessionId)
    .select(['startTime', 'maxStudents'])
    .executeTakeFirst()
  expect(slot).toEqual({ startTime: '22:00', maxStudents: 1 })
})
