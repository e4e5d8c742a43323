import { versionOf } from '#core/shared/version.ts'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { changeZone } from '#core/schedule/commands/change-zone.ts'
import type { Db } from '#core/shared/db.ts'
import { addDays, type LocalDate, type LocalTime, todayIn } from '#core/shared/time.ts'
import { plainFacility } from '#db/seed/plain-class.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { aBooking, aFacility, aSession, aVendor } from '#tests/support/factories.ts'
import { expect, test } from '#tests/support/database.ts'
import { springSunday } from '#tests/support/weekly-class.ts'
import { addSession } from '#core/schedule/commands/add-session.ts'
import { changeFollowingSessions, changeSession } from '#core/schedule/commands/change-session.ts'
import { createClass } from '#core/schedule/commands/create-class.ts'
import { fillDueTimes } from '#core/schedule/commands/fill-sessions.ts'
import { editClass } from '#core/schedule/commands/edit-class.ts'
import { askBeforeMove, moveSession } from '#core/schedule/commands/move-session.ts'
import { findFacilityRules } from './queries/facilities.ts'
import { editFields, findOwnClass } from './queries/own-classes.ts'
import { sessionFields } from '#core/schedule/queries/own-sessions.ts'
import {
  breakRefusal,
  extraAmount,
  type HoursRow,
  hoursOfSlots,
  hoursOfWeek,
  isForward,
  type OpeningHours,
  rowsOfWeek,
  slotStarts,
} from './rules.ts'

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

async function aCourt(db: Db, more: Record<string, unknown> = {}) {
  const vendor = await aVendor(db, { currency: 'USD' })
  const now = new Date()
  const form = plainFacility({
    startDate: todayIn(vendor.timeZone, now),
    extras: [
      { name: 'Rackets', price: '10', per: 'slot' },
      { name: 'Ball machine', price: '15', per: 'hour' },
    ],
    ...more,
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
    editClass(db, vendor.id, classId, typed, now, versionOf(form)),
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
  // Nobody buys it when its customer has gone, also after another save, an edit by hand, and in another zone.
  const isClosed = async () => {
    const { bookingClosesAt } = await db
      .selectFrom('classSessions')
      .where('id', '=', booked.id)
      .select('bookingClosesAt')
      .executeTakeFirstOrThrow()
    return bookingClosesAt <= now
  }
  expect(await isClosed()).toBe(true)
  const again = await current()
  expect(await editClass(db, vendor.id, classId, again, now, versionOf(again))).toMatchObject({
    ok: true,
  })
  expect(await isClosed()).toBe(true)
  const session = await db
    .selectFrom('classSessions')
    .where('id', '=', booked.id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const byHand = { ...sessionFields({ ...session, date: session.sessionDate }), location: 'Hall 2' }
  for (const change of [changeSession, changeFollowingSessions]) {
    const owned = { vendorId: vendor.id, sessionId: booked.id }
    const changed = await agreeing(byHand, (typed) => change(db, owned, typed, now))
    expect(changed).toMatchObject({ ok: true })
    expect(await isClosed()).toBe(true)
  }
  const zoned = await agreeing({ timeZone: 'Europe/Lisbon' }, (typed) =>
    changeZone(db, vendor.id, typed, now),
  )
  expect(zoned).toMatchObject({ ok: true })
  expect(await isClosed()).toBe(true)
  // Hours that take it in open it.
  const back = await current()
  const wider = {
    ...back,
    times: [
      ...back.times,
      ...form.times.filter((time) => !kept.includes(time)).map(({ id: _id, ...time }) => time),
    ],
  }
  expect(await editClass(db, vendor.id, classId, wider, now, versionOf(back))).toMatchObject({
    ok: true,
  })
  expect(await isClosed()).toBe(false)
})

test('a slot that was kept outside the hours ends with the next save after its customer has gone', async ({
  db,
}) => {
  const { vendor, classId, now, current } = await aCourt(db)
  const at = (startTime: string) =>
    db
      .selectFrom('classSessions')
      .where('classId', '=', classId)
      .where('startTime', '=', startTime)
      .orderBy('startsAt')
      .orderBy('status')
      .select(['id', 'startsAt', 'sessionDate', 'status'])
  const booked = await at('18:00').offset(1).limit(1).executeTakeFirstOrThrow()
  const { bookingIds } = await aBooking(db, {
    session: {
      id: booked.id,
      startsAt: booked.startsAt,
      maxStudents: 1,
      class: { id: classId, vendor, durationMinutes: 120, priceMinor: 0, maxStudents: 1 },
    },
  })
  const save = async (form: Awaited<ReturnType<typeof current>>) => {
    const shown = await current()
    const saved = await agreeing(form, (typed) =>
      editClass(db, vendor.id, classId, typed, now, versionOf(shown)),
    )
    expect(saved).toMatchObject({ ok: true })
  }
  const form = await current()
  const times = form.times.flatMap(({ id: timeId, ...time }) =>
    time.startTime === '18:00' ? [{ ...time, startTime: '19:00' }] : [{ ...time, id: timeId }],
  )
  await save({ ...form, times })
  const onDay = (startTime: string) =>
    at(startTime).where('sessionDate', '=', booked.sessionDate).execute()
  expect(await onDay('18:00')).toMatchObject([{ id: booked.id, status: 'confirmed' }])
  expect(await onDay('19:00')).toEqual([])
  expect(await cancelByVendor(db, vendor.id, bookingIds)).toMatchObject({ ok: true })
  await save(await current())
  expect(await onDay('18:00')).toMatchObject([{ id: booked.id, status: 'cancelled' }])
  expect(await onDay('19:00')).toMatchObject([{ status: 'confirmed' }])
})

const span = (weekday: number, from: string, until: string) => ({ weekday, from, until })
const pause = (weekday: number, from: string, until: string): HoursRow => ({
  ...span(weekday, from, until),
  isBreak: true,
})
const closed = (weekday: number): HoursRow => ({ weekday, closed: true })

test.for<[what: string, rows: HoursRow[], open: readonly string[]]>([
  ['every day alike', [span(0, '09:00', '20:00')], Array(7).fill('09:00–20:00')],
  [
    'with a break, shorter on Saturday, closed on Sunday',
    [span(0, '09:00', '20:00'), pause(0, '13:00', '14:00'), span(6, '08:00', '18:00'), closed(7)],
    [...Array(5).fill('09:00–13:00 14:00–20:00'), '08:00–18:00', ''],
  ],
  [
    'until midnight, with two breaks',
    [span(0, '00:00', '00:00'), pause(0, '03:00', '06:00'), pause(0, '12:00', '13:00')],
    Array(7).fill('00:00–03:00 06:00–12:00 13:00–00:00'),
  ],
  [
    'on one day only',
    [span(0, '18:00', '22:00'), ...[1, 2, 4, 5, 6, 7].map(closed)],
    ['', '', '18:00–22:00', '', '', '', ''],
  ],
  ['never', [closed(0)], Array(7).fill('')],
])('opening hours %s are typed once, and shown as they were typed', ([, rows, open]) => {
  const week = hoursOfWeek(rows)
  const texts = [1, 2, 3, 4, 5, 6, 7].map((day) =>
    week.flatMap((one) => (one.weekday === day ? `${one.from}–${one.until}` : [])).join(' '),
  )
  expect(texts).toEqual(open)
  expect(hoursOfWeek(rowsOfWeek(week))).toEqual(week)
  if (week.length > 0)
    expect(rowsOfWeek(week)).toEqual(rows.toSorted((a, b) => a.weekday - b.weekday))
})

test.for<[what: string, rows: HoursRow[], onMonday: string]>([
  ['at the start', [pause(0, '09:00', '10:00')], '10:00–20:00'],
  ['at the end', [pause(0, '19:00', '20:00')], '09:00–19:00'],
  [
    'twice the same',
    [pause(0, '12:00', '14:00'), pause(0, '13:00', '15:00')],
    '09:00–12:00 15:00–20:00',
  ],
  [
    'of its own',
    [pause(0, '12:00', '13:00'), pause(1, '15:00', '16:00')],
    '09:00–15:00 16:00–20:00',
  ],
  [
    'of every day, beside hours of its own',
    [pause(0, '12:00', '13:00'), span(1, '08:00', '18:00')],
    '08:00–18:00',
  ],
  ['of a day that is closed', [pause(1, '12:00', '13:00'), closed(1)], ''],
  ['that is not typed to its end', [{ weekday: 0, from: '12:00', isBreak: true }], '09:00–20:00'],
])('a break is cut out of the hours: %s', ([, rows, onMonday]) => {
  const week = hoursOfWeek([span(0, '09:00', '20:00'), ...rows])
  const monday = week.flatMap((one) => (one.weekday === 1 ? `${one.from}–${one.until}` : []))
  expect(monday.join(' ')).toBe(onMonday)
})

test.for<[HoursRow[], ReturnType<typeof breakRefusal>]>([
  [[pause(0, '12:00', '13:00')], null],
  [[pause(0, '09:00', '10:00')], null],
  [[pause(0, '08:00', '10:00')], 'break_outside'],
  [[pause(0, '19:00', '21:00')], 'break_outside'],
  [[pause(0, '23:00', '00:00')], 'break_outside'],
  [[pause(6, '08:00', '08:30'), span(6, '08:00', '18:00')], null],
  [[pause(6, '18:30', '19:00'), span(6, '08:00', '18:00')], 'break_outside'],
  [[pause(7, '12:00', '13:00'), closed(7)], null],
  [[pause(0, '09:30', '19:30')], 'break_leaves_nothing'],
])('a break outside the hours, or of all of them, is refused: %j', ([rows, refusal]) => {
  const all = [span(0, '09:00', '20:00'), ...rows]
  const [typed] = rows
  const { weekday, from = '', until = '' } = typed ?? { weekday: 0 }
  expect(breakRefusal(all, { weekday, from, until }, 60)).toBe(refusal)
})

test('slots that overlap are hours of their own, never a break', () => {
  const week = [open('09:00', '15:00'), open('10:00', '12:00'), open('14:00', '16:00')]
  const rows = rowsOfWeek(week)
  expect(rows.filter(({ isBreak }) => isBreak)).toEqual([])
  expect(hoursOfWeek(rows)).toEqual(week)
})

test('a slot that was kept outside the hours opens as soon as it is moved back into them', async ({
  db,
}) => {
  const { vendor, classId, now, current } = await aCourt(db)
  const booked = await db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .where('startTime', '=', '18:00')
    .where('sessionDate', '>', todayIn(vendor.timeZone, now))
    .orderBy('startsAt')
    .selectAll()
    .executeTakeFirstOrThrow()
  await aBooking(db, {
    session: {
      ...booked,
      class: { id: classId, vendor, durationMinutes: 120, priceMinor: 0, maxStudents: 1 },
    },
  })
  const shown = await current()
  const times = shown.times.filter(({ startTime }) => startTime < '16:00')
  const saved = await agreeing({ ...shown, times }, (typed) =>
    editClass(db, vendor.id, classId, typed, now, versionOf(shown)),
  )
  expect(saved).toMatchObject({ ok: true, kept: 1 })
  const move = (startTime: string) =>
    agreeing({ ...sessionFields({ ...booked, date: booked.sessionDate }), startTime }, (typed) =>
      changeSession(db, { vendorId: vendor.id, sessionId: booked.id }, typed, now),
    )
  const closesBeforeStart = async () => {
    const { bookingClosesAt: closesAt, startsAt } = await db
      .selectFrom('classSessions')
      .where('id', '=', booked.id)
      .select(['bookingClosesAt', 'startsAt'])
      .executeTakeFirstOrThrow()
    return closesAt < startsAt
  }
  // Still outside, with one end or with both.
  for (const startTime of ['19:00', '16:00']) {
    expect(await move(startTime)).toMatchObject({ ok: true })
    expect({ startTime, closed: await closesBeforeStart() }).toEqual({ startTime, closed: true })
  }
  // Within them, at an hour of no slot; the one that stands there goes.
  await db
    .deleteFrom('classSessions')
    .where('classId', '=', classId)
    .where('id', '<>', booked.id)
    .execute()
  expect(await move('09:30')).toMatchObject({ ok: true })
  expect(await closesBeforeStart()).toBe(false)
  // And stays there, with its customer and without, as long as the hours hold it.
  const save = async (until: string) => {
    const shown = await current()
    const typed = { ...shown, times: shown.times.filter((time) => time.startTime < until) }
    const saved = await agreeing(typed, (agreed) =>
      editClass(db, vendor.id, classId, agreed, now, versionOf(shown)),
    )
    expect(saved).toMatchObject({ ok: true })
    return closesBeforeStart()
  }
  expect(await save('16:00')).toBe(false)
  expect(await save('10:00')).toBe(true)
})

test('slots are made four weeks before they open, and the worker makes the next ones', async ({
  db,
}) => {
  const { vendor, classId, now } = await aCourt(db)
  const today = todayIn(vendor.timeZone, now)
  const last = async () => {
    const { date } = await db
      .selectFrom('classSessions')
      .where('classId', '=', classId)
      .select(({ fn }) => fn.max('sessionDate').as('date'))
      .executeTakeFirstOrThrow()
    return date
  }
  expect(await last()).toBe(addDays(today, 42))
  expect(await fillDueTimes(db, now)).toBe(0)
  const later = new Date(now.getTime() + 3 * 86_400_000)
  expect(await fillDueTimes(db, later)).toBe(35)
  expect(await last()).toBe(addDays(todayIn(vendor.timeZone, later), 42))
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
  expect(
    await editClass(db, vendor.id, classId, { ...form, extras }, now, versionOf(form)),
  ).toMatchObject({
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

test('an extra with another name is another one, also at the same price', async ({ db }) => {
  const { vendor, classId, now, current } = await aCourt(db)
  const form = await current()
  const [rackets, machine] = form.extras
  if (!rackets || !machine) throw new Error('There is no extra.')
  const extras = [{ ...rackets, name: 'Towels' }, machine]
  await editClass(db, vendor.id, classId, { ...form, extras }, now, versionOf(form))
  const [towels, same] = (await current()).extras
  expect(towels).toMatchObject({ name: 'Towels', priceMinor: rackets.priceMinor })
  expect(towels?.id).not.toBe(rackets.id)
  expect(same?.id).toBe(machine.id)
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

const everyDay = (from: LocalTime, until: LocalTime) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, until }))

/** The confirmed slots of a day, as their clocks show them. */
async function slotsOf(db: Db, classId: string, date: LocalDate): Promise<string> {
  const slots = await db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .where('sessionDate', '=', date)
    .where('status', '=', 'confirmed')
    .orderBy('startsAt')
    .select(['startTime', 'endTime'])
    .execute()
  return slots.map(({ startTime, endTime }) => `${startTime}–${endTime}`).join(' ')
}

async function book(
  db: Db,
  { vendor, classId }: Awaited<ReturnType<typeof aCourt>>,
  { date, startTime }: { date: LocalDate; startTime: LocalTime },
) {
  const slot = await db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .where('sessionDate', '=', date)
    .where('startTime', '=', startTime)
    .select(['id', 'startsAt'])
    .executeTakeFirstOrThrow()
  const of = { id: classId, vendor, durationMinutes: 60, priceMinor: 0, maxStudents: 1 }
  await aBooking(db, { session: { ...slot, maxStudents: 1, class: of } })
  return slot
}

test.for([
  [
    'at an hour that the new ones leave out',
    '09:00',
    everyDay('08:00', '14:00'),
    '08:00–10:00 10:00–12:00 12:00–14:00',
    '09:00–10:00 10:00–12:00 12:00–14:00',
  ],
  [
    'after one that becomes longer',
    '10:00',
    everyDay('09:00', '13:00'),
    '09:00–11:00 11:00–13:00',
    '10:00–11:00 11:00–13:00',
  ],
  [
    'at an hour that stays',
    '11:00',
    everyDay('09:00', '13:00'),
    '09:00–11:00 11:00–13:00',
    '09:00–11:00 11:00–12:00',
  ],
] as const)(
  'longer slots leave a booked one as it is, and none runs into it: %s',
  async ([, startTime, hours, free, booked], { db }) => {
    const court = await aCourt(db, { durationMinutes: 60, hours: everyDay('09:00', '13:00') })
    const { vendor, classId, now, current } = court
    const date = addDays(todayIn(vendor.timeZone, now), 3)
    await book(db, court, { date, startTime })
    const form = await current()
    const slots = slotStarts(hours, 120)
    const times = slots.map((slot) => ({
      ...form.times.find(
        (time) => time.weekday === slot.weekday && time.startTime === slot.startTime,
      ),
      ...slot,
      everyWeeks: 1,
    }))
    const saved = await agreeing({ ...form, durationMinutes: 120, times }, (typed) =>
      editClass(db, vendor.id, classId, typed, now, versionOf(form)),
    )
    expect(saved).toMatchObject({ ok: true })
    expect(await slotsOf(db, classId, date)).toBe(booked)
    expect(await slotsOf(db, classId, addDays(date, 1))).toBe(free)
  },
)

test('hours whose slots would overlap are refused, for a new court and for one that there is', async ({
  db,
}) => {
  const overlapping = [...everyDay('08:00', '12:00'), ...everyDay('09:00', '13:00')]
  const vendor = await aVendor(db, { currency: 'USD' })
  const startDate = todayIn(vendor.timeZone, new Date())
  const typed = plainFacility({ startDate, hours: overlapping })
  expect(
    await createClass({ db, settings: { plans: true } }, vendor.id, typed, new Date()),
  ).toEqual({ ok: false, reason: 'hours_overlap' })
  // Slots of an hour are the same from 8 and from 9.
  const court = await aCourt(db, { durationMinutes: 60, hours: overlapping })
  const form = await court.current()
  const longer = { ...form, durationMinutes: 120 }
  const save = (wanted: typeof form) =>
    editClass(db, court.vendor.id, court.classId, wanted, court.now, versionOf(form))
  expect(await save(longer)).toEqual({ ok: false, reason: 'hours_overlap' })
  const added = { weekday: 1, startTime: '08:30', everyWeeks: 1 }
  expect(await save({ ...form, times: [...form.times, added] })).toEqual({
    ok: false,
    reason: 'hours_overlap',
  })
})

test('no slot is added, moved or made longer into another one', async ({ db }) => {
  const { vendor, classId, now } = await aCourt(db, { hours: everyDay('08:00', '12:00') })
  const date = addDays(todayIn(vendor.timeZone, now), 3)
  const later = await db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .where('sessionDate', '=', date)
    .where('startTime', '=', '10:00')
    .select('id')
    .executeTakeFirstOrThrow()
  const owned = { vendorId: vendor.id, sessionId: later.id }
  const form = {
    date,
    startTime: '09:00',
    durationMinutes: 60,
    maxStudents: 1,
    placeKind: 'address' as const,
    location: 'Court 2',
    onlineUrl: '',
  }
  const refused = { ok: false, reason: 'slots_overlap' }
  const at = { date, startTime: '09:00', zone: vendor.timeZone }
  expect(await addSession(db, vendor.id, classId, form, now)).toEqual({ ...refused, at })
  const sameStart = { ...form, startTime: '08:00' }
  expect(await addSession(db, vendor.id, classId, sameStart, now)).toMatchObject(refused)
  const longer = { ...form, durationMinutes: 120 }
  for (const change of [changeSession, changeFollowingSessions])
    expect(await change(db, owned, longer, now)).toMatchObject(refused)
  const move = { sessionId: later.id, date, time: '09:30', seenDate: date, seenTime: '10:00' }
  for (const step of [askBeforeMove, moveSession])
    expect(await step(db, vendor.id, move, now)).toMatchObject(refused)
  expect(await slotsOf(db, classId, date)).toBe('08:00–10:00 10:00–12:00')
  // All that follow one another may move together.
  expect(
    await agreeing({ ...longer, startTime: '10:30' }, (typed) =>
      changeFollowingSessions(db, owned, typed, now),
    ),
  ).toMatchObject({ ok: true })
})

test('a new time zone that makes slots overlap is refused: their hours are real ones', async ({
  db,
}) => {
  const vendor = await aVendor(db, { timeZone: 'UTC' })
  const of = await aFacility(db, { vendor })
  for (const hour of ['01', '03'])
    await aSession(db, { class: of, startsAt: new Date(`${springSunday}T${hour}:00:00Z`) })
  expect(await changeZone(db, vendor.id, { timeZone: 'Europe/Berlin' }, new Date())).toMatchObject({
    ok: false,
    reason: 'slots_overlap',
  })
})
