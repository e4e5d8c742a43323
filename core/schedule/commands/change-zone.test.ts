import { redeemSession } from '#core/bookings/commands/redeem-session.ts'
import { addDays, endOfDay, instantOf, wallClockOf, weekdayOf } from '#core/shared/time.ts'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor, weeklySessions } from '#tests/support/factories.ts'
import { hurry, keepMails, work } from '#tests/support/jobs.ts'
import { linkTo } from '#tests/support/links.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { aSeries, bought, inDays, order, passOf } from '#tests/support/series.ts'
import { createClass } from './create-class.ts'
import { editClass } from './edit-class.ts'
import {
  beforeSpring,
  classForm,
  nextMonday,
  openForm,
  publish,
  saveForm,
  sessionForm,
  sessionsOf,
  springSunday,
} from '#tests/support/weekly-class.ts'
import { changeSession } from './change-session.ts'
import { cancelSession } from './cancel-sessions.ts'
import { changeZone } from './change-zone.ts'

const now = new Date()
const berlin = 'Europe/Berlin'
const lisbon = 'Europe/Lisbon'
const at = (date: string, time: string, zone = berlin) => {
  const instant = instantOf({ date, time, zone })
  if (!instant) throw new Error('no such time')
  return instant
}

const listSessions = (db: Db) =>
  db
    .selectFrom('classSessions')
    .where('status', '=', 'confirmed')
    .orderBy('startsAt')
    .selectAll()
    .execute()

test('upcoming sessions keep their clocks and get new instants, those of others stay, and new ones follow', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const other = await aSession(db, { startsAt: at('2030-05-06', '18:00') })
  const before = await db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .orderBy('id')
    .selectAll()
    .execute()
  expect(before.length).toBeGreaterThan(10)
  expect(await changeZone(db, vendor.id, { timeZone: lisbon }, now)).toMatchObject({
    ok: true,
    changed: before.length,
    told: { told: 0 },
  })
  const after = await db
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .orderBy('id')
    .selectAll()
    .execute()
  for (const [nth, session] of after.entries()) {
    expect(session).toMatchObject({
      id: before[nth]?.id,
      sessionDate: before[nth]?.sessionDate,
      startTime: '18:00',
      endTime: '19:00',
      timeZone: lisbon,
      calendarSequence: (before[nth]?.calendarSequence ?? 0) + 1,
    })
    expect(session.startsAt).toEqual(at(session.sessionDate, '18:00', lisbon))
    expect(session.bookingClosesAt).toEqual(session.startsAt)
  }
  const untouched = await db
    .selectFrom('classSessions')
    .where('id', '=', other.id)
    .select(['startsAt', 'timeZone'])
    .executeTakeFirstOrThrow()
  expect(untouched).toEqual({ startsAt: other.startsAt, timeZone: berlin })
  const { timeZone } = await db
    .selectFrom('vendors')
    .where('id', '=', vendor.id)
    .select('timeZone')
    .executeTakeFirstOrThrow()
  expect(timeZone).toBe(lisbon)
})

/** Everybody was told of the bookings that the factories made. */
const everybodyKnows = (db: Db) =>
  sql`select mark_told(g.id, reader) from purchases g, unnest('{customer,vendor}'::text[]) reader`.execute(
    db,
  )

test('it first says how many people will be notified; then each gets one message that names both zones', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const vendor = await aVendor(db, { verified: true })
  const of = await aClass(db, { vendor })
  const first = await aSession(db, { class: of, startsAt: at('2030-05-06', '18:00') })
  const second = await aSession(db, { class: of, startsAt: at('2030-05-07', '18:00') })
  await aBooking(db, { session: first, spots: 2, customer: { email: 'carla@example.com' } })
  await aBooking(db, { session: second, customer: { email: 'dora@example.com' } })
  const asked = await changeZone(db, vendor.id, { timeZone: lisbon }, now)
  expect(asked).toMatchObject({
    ok: false,
    reason: 'not_agreed',
    question: { removes: 0, reach: { told: 2, toldSpots: 3 } },
  })
  expect((await listSessions(db)).map(({ timeZone }) => timeZone)).toEqual([berlin, berlin])
  const agreed = 'agreement' in asked ? asked.agreement : ''

  // Somebody else books in between: another number of people.
  await aBooking(db, { session: second, customer: { email: 'emma@example.com' } })
  const again = await changeZone(db, vendor.id, { timeZone: lisbon, agreed }, now)
  expect(again).toMatchObject({ reason: 'not_agreed', question: { reach: { told: 3 } } })
  const forOther = await changeZone(db, vendor.id, { timeZone: 'Asia/Tokyo', agreed }, now)
  expect(forOther).toMatchObject({ reason: 'not_agreed' })

  await everybodyKnows(db)
  const saved = await agreeing({ timeZone: lisbon }, (form) => changeZone(db, vendor.id, form, now))
  expect(saved).toMatchObject({ ok: true, changed: 2, told: { told: 3 } })
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to).toSorted()).toEqual([
    'carla@example.com',
    'dora@example.com',
    'emma@example.com',
  ])
  const [mail] = mailer.mails
  expect(mail?.text).toContain('Western European Time')
  expect(mail?.text).toContain('(Central European Time)')
})

test('an alias of the same time zone changes no instant, needs no confirmation and tells nobody', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, { startsAt: at('2030-05-06', '18:00') })
  await aBooking(db, { session })
  await everybodyKnows(db)
  const { vendor } = session.class
  const saved = await changeZone(db, vendor.id, { timeZone: 'Europe/Vienna' }, now)
  expect(saved).toMatchObject({ ok: true, told: { told: 0 } })
  const [row] = await listSessions(db)
  expect(row).toMatchObject({
    timeZone: 'Europe/Vienna',
    startsAt: session.startsAt,
    calendarSequence: 0,
  })
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toEqual([])
})

test('a booked session that would have started already is named and nothing changes; an empty one is removed', async ({
  db,
}) => {
  const soon = new Date(now.getTime() + 30 * 60_000)
  const session = await aSession(db, { startsAt: soon })
  const { vendor } = session.class
  // Its clock shows this time hours earlier.
  const east = 'Asia/Tokyo'
  const asked = await changeZone(db, vendor.id, { timeZone: east }, now)
  expect(asked).toMatchObject({ reason: 'not_agreed', question: { removes: 1 } })
  const { purchaseId } = await aBooking(db, { session })
  expect(purchaseId).toBeDefined()
  const { date, time } = wallClockOf(soon, berlin)
  expect(await changeZone(db, vendor.id, { timeZone: east }, now)).toEqual({
    ok: false,
    reason: 'would_be_past',
    sessions: [{ date, startTime: time, zone: expect.any(String) }],
  })
  const other = await aSession(db, { startsAt: soon })
  const removed = await agreeing({ timeZone: east }, (form) =>
    changeZone(db, other.class.vendor.id, form, now),
  )
  expect(removed).toMatchObject({ ok: true, changed: 0 })
  const left = await db
    .selectFrom('classSessions')
    .where('id', '=', other.id)
    .select('id')
    .execute()
  expect(left).toEqual([])
})

test('a booked session at an hour that the new zone skips is refused', async ({ db }) => {
  // In New York the clocks go forward on this day at 2:00.
  const session = await aSession(db, { startsAt: at('2030-03-10', '02:30') })
  await aBooking(db, { session })
  expect(
    await changeZone(db, session.class.vendor.id, { timeZone: 'America/New_York' }, now),
  ).toEqual({
    ok: false,
    reason: 'skipped_start',
    date: '2030-03-10',
    time: '02:30',
    zone: 'Europe/Berlin',
  })
})

test('a session that is added at the same moment is waited for and follows', async ({
  db,
  databaseUrl,
}) => {
  const of = await aClass(db)
  const { vendor } = of
  const session = await aSession(db, { class: of, startsAt: at('2030-05-06', '18:00') })
  // As the worker does: it locks the weekly times, and writes sessions in the zone it has read.
  const time = await db
    .insertInto('classTimes')
    .values({
      classId: of.id,
      vendorId: vendor.id,
      weekday: 1,
      startTime: '18:00',
      startsOn: '2030-05-06',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const held = await holdLock(
    databaseUrl,
    `with held as (select id from class_times where id = $1 for update)
    insert into class_sessions (class_id, vendor_id, class_time_id, occurs_on, session_date, start_time, end_time, time_zone,
      starts_at, ends_at, booking_closes_at, max_students)
    select class_id, vendor_id, held.id, date '2030-05-13', date '2030-05-13', start_time, end_time, time_zone,
      starts_at + interval '7 days', ends_at + interval '7 days', booking_closes_at + interval '7 days', max_students
    from class_sessions, held where class_sessions.id = $2`,
    [time.id, session.id],
  )
  const changed = changeZone(db, vendor.id, { timeZone: lisbon }, now)
  await waitForWaiter(db)
  await held.commit()
  expect(await changed).toMatchObject({ ok: true, changed: 2 })
  expect((await listSessions(db)).map(({ startsAt }) => startsAt)).toEqual([
    at('2030-05-06', '18:00', lisbon),
    at('2030-05-13', '18:00', lisbon),
  ])
})

test('a weekly time that is added in the new zone names what was cancelled by its own clock', async ({
  db,
}) => {
  const of = await publish(db)
  const [, second] = await sessionsOf(db, of.classId)
  if (!second) throw new Error('no session')
  const own = { vendorId: of.vendor.id, sessionId: second.id }
  // At another hour than its weekly time, so that only its own clock shows what was cancelled.
  const evening = sessionForm(second.sessionDate, { startTime: '20:00' })
  expect(await changeSession(db, own, evening, now)).toMatchObject({ ok: true })
  expect(await cancelSession(db, own, now)).toMatchObject({ ok: true })
  await moveTo(db, of.vendor.id, lisbon)
  const added = (startTime: string) => ({ weekday: 1, startTime, everyWeeks: 1 })
  const { times } = await openForm(db, of)
  const saved = await saveForm(db, of, { times: [...times, added('20:00'), added('19:00')] })
  const confirmed = (await sessionsOf(db, of.classId)).filter(
    ({ status }) => status !== 'cancelled',
  )
  const hoursOn = (date: string) =>
    confirmed.filter(({ sessionDate }) => sessionDate === date).map(({ startTime }) => startTime)
  expect(hoursOn(nextMonday)).toEqual(['18:00', '19:00', '20:00'])
  // 20:00 in Berlin was 19:00 in Lisbon.
  expect(hoursOn(second.sessionDate)).toEqual(['19:00', '20:00'])
  expect(saved.named).toEqual([
    { date: second.sessionDate, time: '20:00', zone: lisbon, why: 'again' },
  ])
})

test('a date whose hour the former zone lacks is made in the new one', async ({ db }) => {
  const times = [{ weekday: 7, startTime: '02:30', everyWeeks: 1 }]
  const of = await publish(db, { startDate: beforeSpring, times })
  const sundays = Array.from({ length: 5 }, (_none, nth) => addDays(beforeSpring, 7 * nth))
  const missing = async () => {
    const days = (await sessionsOf(db, of.classId)).map(({ sessionDate }) => sessionDate)
    return sundays.filter((day) => !days.includes(day))
  }
  expect(await missing()).toEqual([springSunday])
  await moveTo(db, of.vendor.id, lisbon)
  expect(await missing()).toEqual([])
})

test('an empty session that a zone removed, because it would have started, returns with the former zone', async ({
  db,
}) => {
  const { date, time } = wallClockOf(new Date(now.getTime() + 30 * 60_000), berlin)
  const times = [{ weekday: weekdayOf(date), startTime: time, everyWeeks: 1 }]
  const of = await publish(db, { startDate: date, times })
  const days = async () =>
    (await sessionsOf(db, of.classId)).slice(0, 4).map(({ sessionDate }) => sessionDate)
  const before = await days()
  expect(before[0]).toBe(date)
  await moveTo(db, of.vendor.id, tokyo)
  expect((await days()).slice(0, 3)).toEqual(before.slice(1))
  await moveTo(db, of.vendor.id, berlin)
  expect(await days()).toEqual(before)
})

const newYork = 'America/New_York'
const tokyo = 'Asia/Tokyo'

/** A bundle that was sold until the day of its fifth session, with three of its five sessions booked. */
async function aSoldBundle(db: Db, deps: Deps) {
  const series = await aSeries(db, { bundle: { expiryDays: 31 } })
  const { bundle, sessions } = series
  const { purchaseId } = await bought(
    deps,
    order(bundle, sessions.slice(0, 3), { leaveRest: true }),
  )
  const { passId } = await passOf(db, purchaseId)
  return { ...series, vendorId: series.owner.id, purchaseId, passId }
}

const moveTo = async (
  db: Db,
  vendorId: Parameters<typeof changeZone>[1],
  timeZone: string,
  at = new Date(),
) =>
  expect(await agreeing({ timeZone }, (form) => changeZone(db, vendorId, form, at))).toMatchObject({
    ok: true,
    stranded: { sessions: 0 },
  })

const endsAt = async (db: Db, purchaseId: string) => (await passOf(db, purchaseId)).expiresAt

for (const timeZone of [newYork, tokyo])
  test(`a sold bundle ends on the same day in ${timeZone}, and its last date can still be booked`, async ({
    db,
    deps,
  }) => {
    const { vendorId, yoga, purchaseId, passId } = await aSoldBundle(db, deps)
    const [late] = await weeklySessions(db, yoga, {
      date: inDays(31),
      time: '22:00',
      capacities: [10],
    })
    expect(await endsAt(db, purchaseId)).toEqual(endOfDay(inDays(31), berlin))
    await moveTo(db, vendorId, timeZone)
    const expiresAt = endOfDay(inDays(31), timeZone)
    expect(await endsAt(db, purchaseId)).toEqual(expiresAt)
    const entries = await db
      .selectFrom('passEntries')
      .where('expiresAt', 'is not', null)
      .select(['passId', 'delta', 'reason', 'expiresAt'])
      .execute()
    expect(entries).toEqual([{ passId, delta: 0, reason: 'zone_changed', expiresAt }])
    const asked = { passId, sessionId: late?.id ?? '' }
    expect(await redeemSession(db, linkTo(purchaseId), asked)).toMatchObject({ ok: true })
  })

test('an empty session that was moved on its own does not come back at its weekly hour, there and back', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  const morning = at(nextMonday, '07:00')
  const created = await createClass(
    { db, settings: { plans: true } },
    vendor.id,
    classForm(),
    morning,
  )
  if (!created.ok) throw new Error(created.reason)
  const [first] = await sessionsOf(db, created.classId)
  const owned = { vendorId: vendor.id, sessionId: first?.id ?? '' }
  await changeSession(db, owned, sessionForm(nextMonday, { startTime: '09:00' }), morning)
  for (const timeZone of ['Asia/Dubai', berlin]) {
    await agreeing({ timeZone }, (typed) => changeZone(db, vendor.id, typed, morning))
    const dates = (await listSessions(db)).map(({ sessionDate }) => sessionDate)
    expect(dates.slice(0, 2)).toEqual([addDays(nextMonday, 7), addDays(nextMonday, 14)])
  }
})

test('a weekly time that was removed makes nothing in a zone where its last day is not over', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  const auckland = 'Pacific/Auckland'
  const toZone = (timeZone: string, when: Date) =>
    agreeing({ timeZone }, (typed) => changeZone(db, vendor.id, typed, when))
  await toZone(auckland, now)
  const created = await createClass(
    { db, settings: { plans: true } },
    vendor.id,
    classForm(),
    at(nextMonday, '20:00', auckland),
  )
  if (!created.ok) throw new Error(created.reason)
  const tuesday = at(addDays(nextMonday, 1), '10:00', auckland)
  const form = { ...(await openForm(db, { vendor, classId: created.classId })), times: [] }
  await agreeing(form, (typed) => editClass(db, vendor.id, created.classId, typed, tuesday))
  expect(await listSessions(db)).toEqual([])
  for (const zone of ['Pacific/Honolulu', 'Pacific/Pago_Pago']) {
    expect(await toZone(zone, tuesday)).toMatchObject({ ok: true })
    expect(await listSessions(db)).toEqual([])
  }
})

test('a bundle whose end followed the zone still begins with its earliest date', async ({
  db,
  deps,
}) => {
  const { owner, sessions, bundle } = await aSeries(db, {
    bundle: { expiryDays: 30, expiryStarts: 'first_session' },
  })
  const { purchaseId } = await bought(
    deps,
    order(bundle, sessions.slice(2, 3), { leaveRest: true }),
  )
  const { passId } = await passOf(db, purchaseId)
  await moveTo(db, owner.id, newYork)
  expect(await endsAt(db, purchaseId)).toEqual(endOfDay(inDays(17 + 30), newYork))
  const asked = { passId, sessionId: sessions[0]?.id ?? '' }
  expect(await redeemSession(db, linkTo(purchaseId), asked)).toMatchObject({ ok: true })
  expect(await endsAt(db, purchaseId)).toEqual(endOfDay(inDays(3 + 30), newYork))
})

test('a bundle that ends today does not end with the change, and one that is over stays over', async ({
  db,
  deps,
}) => {
  const evening = at(inDays(1), '20:00')
  const ending = await aSoldBundle(db, deps)
  const over = await aSoldBundle(db, deps)
  const setEnd = (purchaseId: string, expiresAt: Date) =>
    db.updateTable('passes').where('purchaseId', '=', purchaseId).set({ expiresAt }).execute()
  await setEnd(ending.purchaseId, endOfDay(inDays(1), berlin))
  // It is tomorrow there already.
  await moveTo(db, ending.vendorId, tokyo, evening)
  expect(await endsAt(db, ending.purchaseId)).toEqual(endOfDay(inDays(2), tokyo))
  await setEnd(over.purchaseId, evening)
  // The day has hours left there.
  await moveTo(db, over.vendorId, newYork, evening)
  expect(await endsAt(db, over.purchaseId)).toEqual(evening)
})

test('a bundle of another vendor, a withdrawn one and a name of the same clock write nothing', async ({
  db,
  deps,
}) => {
  const mine = await aSoldBundle(db, deps)
  const other = await aSoldBundle(db, deps)
  await moveTo(db, mine.vendorId, 'Europe/Vienna')
  await db
    .updateTable('passes')
    .where('purchaseId', '=', mine.purchaseId)
    .set({ status: 'cancelled' })
    .execute()
  await moveTo(db, mine.vendorId, newYork)
  for (const { purchaseId } of [mine, other])
    expect(await endsAt(db, purchaseId)).toEqual(endOfDay(inDays(31), berlin))
  const written = db.selectFrom('passEntries').where('reason', '=', 'zone_changed')
  expect(await written.selectAll().execute()).toEqual([])
})
