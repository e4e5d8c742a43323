import { sql } from 'kysely'
import { addSession } from './add-session.ts'
import { changeFollowingSessions, changeSession } from './change-session.ts'
import { createClass } from './create-class.ts'
import { fillDueTimes } from './fill-sessions.ts'
import { unblockTime } from './unblock-time.ts'
import { listBlockedTimes } from '../queries/blocked-times.ts'
import { blockedSpan } from '../rules.ts'
import type { BlockForm } from '../schema.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { addDays, addMinutes, nearestInstantOf, wallClockOf } from '#core/shared/time.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aFacility, aSession, aVendor } from '#tests/support/factories.ts'
import { waitForWaiter } from '#tests/support/race.ts'
import {
  bookSpots,
  classForm,
  nextMonday,
  now,
  publish,
  saveForm,
  sessionForm,
  sessionsOf,
} from '#tests/support/weekly-class.ts'
import { blockTime } from './block-time.ts'
import { cancelSession } from './cancel-sessions.ts'
import { changeZone } from './change-zone.ts'

const monday = (weeks: number) => addDays(nextMonday, weeks * 7)

function blockForm(more: Partial<BlockForm> = {}): BlockForm {
  return {
    startsOn: monday(1),
    endsOn: monday(2),
    startTime: null,
    endTime: null,
    note: 'Holidays',
    sessions: null,
    ...more,
  }
}

async function block(db: Db, vendorId: VendorId, more: Partial<BlockForm> = {}) {
  const form = blockForm(more)
  const asked = await blockTime(db, vendorId, form, now)
  if (asked.ok || asked.reason !== 'not_agreed') return asked
  return blockTime(db, vendorId, { ...form, sessions: 'cancel', agreed: asked.agreement }, now)
}

const confirmedDays = async (db: Db, classId: string) =>
  (await sessionsOf(db, classId))
    .filter(({ status }) => status === 'confirmed')
    .map(({ sessionDate }) => sessionDate)

async function blockIdOf(db: Db, vendorId: VendorId): Promise<string> {
  const [one] = await listBlockedTimes(db, { vendorId, from: nextMonday })
  if (!one) throw new Error('Nothing is blocked.')
  return one.id
}

test('weekly times create no sessions in a blocked time, also when the class is saved again', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  expect(await block(db, vendor.id)).toMatchObject({ ok: true })
  const created = await createClass({ db, settings: { plans: true } }, vendor.id, classForm(), now)
  if (!created.ok) throw new Error(created.reason)
  const { classId } = created
  const days = await confirmedDays(db, classId)
  expect(days.slice(0, 2)).toEqual([monday(0), monday(3)])
  await saveForm(db, { vendor, classId }, { durationMinutes: 90 })
  expect(await confirmedDays(db, classId)).toEqual(days)

  await db.updateTable('classTimes').set({ filledUntil: null }).execute()
  await fillDueTimes(db, now)
  expect(await confirmedDays(db, classId)).toEqual(days)
})

test('sessions in a blocked time are named first; nothing is blocked before an answer', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const rows = await sessionsOf(db, classId)
  const [, booked] = rows
  if (!booked) throw new Error('There is no session.')
  await bookSpots(db, vendor, booked, 2)
  const asked = await blockTime(db, vendor.id, blockForm(), now)
  expect(asked).toMatchObject({
    reason: 'not_agreed',
    question: { reach: { told: 1, toldSpots: 2 }, cancels: { sessions: 2, bookings: 2 } },
    sessions: [
      { id: booked.id, date: monday(1), startTime: '18:00', booked: 2, comesBack: false },
      { date: monday(2), booked: 0, comesBack: true },
    ],
  })
  // Not what was shown: somebody booked since.
  const stale = asked.ok || asked.reason !== 'not_agreed' ? '' : asked.agreement
  await bookSpots(db, vendor, booked)
  const late = { ...blockForm({ sessions: 'cancel' }), agreed: stale }
  expect(await blockTime(db, vendor.id, late, now)).toMatchObject({ reason: 'not_agreed' })
  expect(await listBlockedTimes(db, { vendorId: vendor.id, from: nextMonday })).toEqual([])
  expect(await confirmedDays(db, classId)).toHaveLength(rows.length)

  expect(await blockTime(db, vendor.id, blockForm({ sessions: 'keep' }), now)).toMatchObject({
    ok: true,
  })
  expect(await confirmedDays(db, classId)).toHaveLength(rows.length)
})

test('a blocked time closes booking of what is kept, added or moved into it, in classes and courts', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  const yoga = await aClass(db, { vendor })
  const court = await aFacility(db, { vendor })
  const at = (day: number, hour: number) =>
    nearestInstantOf(
      { date: addDays(monday(1), day), time: `${hour}:00`, zone: vendor.timeZone },
      'earlier',
    )
  const session = await aSession(db, { class: yoga, startsAt: at(0, 10) })
  await aBooking(db, { session })
  const slot = await aSession(db, { class: court, startsAt: at(0, 10) })
  const outside = await aSession(db, { class: yoga, startsAt: at(14, 10) })
  const closed = async () => {
    const { rows } = await sql<{ id: string; open: boolean }>`
      select s.id, session_is_bookable(s) as open, session_closes_at(s, c) <= now() as closed
      from class_sessions s join classes c on c.id = s.class_id`.execute(db)
    return rows.filter(({ open }) => !open).map(({ id }) => id)
  }
  expect(await blockTime(db, vendor.id, blockForm({ sessions: 'keep' }), now)).toMatchObject({
    ok: true,
  })
  expect((await closed()).toSorted()).toEqual([session.id, slot.id].toSorted())
  expect(await db.selectFrom('bookings').select('status').execute()).toEqual([
    { status: 'confirmed' },
  ])
  const added = await aSession(db, { class: yoga, startsAt: at(3, 18) })
  expect(await closed()).toContain(added.id)
  const move = (id: string, startsAt: Date) => {
    const { date: sessionDate, time: startTime } = wallClockOf(startsAt, vendor.timeZone)
    const endsAt = addMinutes(startsAt, 60)
    return db
      .updateTable('classSessions')
      .set({ sessionDate, startTime, startsAt, endsAt })
      .where('id', '=', id)
      .execute()
  }
  await move(outside.id, at(4, 11))
  await move(added.id, at(16, 18))
  expect((await closed()).toSorted()).toEqual([session.id, slot.id, outside.id].toSorted())
  // In another zone the block keeps its days.
  const west = { timeZone: 'America/Los_Angeles' }
  const asked = await changeZone(db, vendor.id, west, now)
  const agreed = asked.ok || asked.reason !== 'not_agreed' ? '' : asked.agreement
  expect(await changeZone(db, vendor.id, { ...west, agreed }, now)).toMatchObject({ ok: true })
  await move(
    outside.id,
    nearestInstantOf({ date: monday(2), time: '23:30', zone: west.timeZone }, 'earlier'),
  )
  expect((await closed()).toSorted()).toEqual([session.id, slot.id, outside.id].toSorted())
  await unblockTime(db, { vendorId: vendor.id, blockId: await blockIdOf(db, vendor.id) }, now)
  expect(await closed()).toEqual([])
})

test('removing a block brings back what weekly times left out, and never a cancelled session', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const before = await confirmedDays(db, classId)
  const rows = await sessionsOf(db, classId)
  const [first, booked] = rows
  if (!first || !booked) throw new Error('There is no session.')
  await bookSpots(db, vendor, booked)
  expect(await cancelSession(db, { vendorId: vendor.id, sessionId: first.id }, now)).toMatchObject({
    ok: true,
  })
  expect(await block(db, vendor.id, { startsOn: monday(0), endsOn: monday(3) })).toMatchObject({
    ok: true,
  })
  const cancelled = await db
    .selectFrom('bookings')
    .where('sessionId', '=', booked.id)
    .select('status')
    .execute()
  expect(cancelled).toEqual([{ status: 'cancelled' }])
  expect(await confirmedDays(db, classId)).toEqual(before.slice(4))

  const blockId = await blockIdOf(db, vendor.id)
  const stranger = await aVendor(db)
  expect(await unblockTime(db, { vendorId: stranger.id, blockId }, now)).toMatchObject({
    reason: 'not_found',
  })
  expect(await unblockTime(db, { vendorId: vendor.id, blockId }, now)).toEqual({
    ok: true,
    added: 2,
  })
  expect(await confirmedDays(db, classId)).toEqual(before.slice(2))
  expect(await unblockTime(db, { vendorId: vendor.id, blockId }, now)).toMatchObject({
    reason: 'not_found',
  })
})

test('a date that the vendor held by hand on a blocked day, and cancelled, does not come back', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const before = await confirmedDays(db, classId)
  await block(db, vendor.id)
  for (const day of [monday(1), monday(2)]) {
    const form = sessionForm(day)
    const asked = await addSession(db, vendor.id, classId, form, now)
    if (asked.ok || asked.reason !== 'not_agreed') throw new Error('Nothing was asked.')
    const added = await addSession(
      db,
      vendor.id,
      classId,
      { ...form, agreed: asked.agreement },
      now,
    )
    if (!added.ok) throw new Error(added.reason)
    const held = (await sessionsOf(db, classId)).find(({ id }) => id === added.sessionId)
    // Whether anybody booked or not.
    if (held && day === monday(1)) await bookSpots(db, vendor, held)
    const owned = { vendorId: vendor.id, sessionId: added.sessionId }
    expect(await cancelSession(db, owned, now)).toMatchObject({ ok: true })
  }
  const blockId = await blockIdOf(db, vendor.id)
  expect(await unblockTime(db, { vendorId: vendor.id, blockId }, now)).toEqual({
    ok: true,
    added: 0,
  })
  expect(await confirmedDays(db, classId)).toEqual(
    before.filter((day) => day !== monday(1) && day !== monday(2)),
  )
})

test('a session that the vendor moved to another hour of its day does not come back at the weekly hour', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const before = await confirmedDays(db, classId)
  const [, second] = await sessionsOf(db, classId)
  if (!second) throw new Error('There is no session.')
  const owned = { vendorId: vendor.id, sessionId: second.id }
  const moved = { ...sessionForm(monday(1)), startTime: '09:00' }
  expect(await changeSession(db, owned, moved, now)).toMatchObject({ ok: true })
  const asked = { ...blockForm(), startsOn: monday(1), endsOn: monday(1) }
  expect(await blockTime(db, vendor.id, asked, now)).toMatchObject({
    sessions: [{ booked: 0, comesBack: false }],
  })
  expect(await block(db, vendor.id, { startsOn: monday(1), endsOn: monday(1) })).toMatchObject({
    ok: true,
  })
  const blockId = await blockIdOf(db, vendor.id)
  expect(await unblockTime(db, { vendorId: vendor.id, blockId }, now)).toEqual({
    ok: true,
    added: 0,
  })
  expect(await confirmedDays(db, classId)).toEqual(before.filter((day) => day !== monday(1)))
})

for (const [what, more, moved, days] of [
  ['another day', {}, { date: addDays(monday(0), 2) }, 2],
  ['another hour', { startTime: '17:00', endTime: '20:00' }, { startTime: '20:00' }, 0],
] as const)
  test(`a series that moves to ${what}, which is not blocked, gets the date that was left out`, async ({
    db,
  }) => {
    const vendor = await aVendor(db)
    await block(db, vendor.id, { endsOn: monday(1), ...more })
    const created = await createClass(
      { db, settings: { plans: true } },
      vendor.id,
      classForm(),
      now,
    )
    if (!created.ok) throw new Error(created.reason)
    const [first, second] = await sessionsOf(db, created.classId)
    if (!first) throw new Error('There is no session.')
    expect(second?.sessionDate).toBe(monday(2))
    const owned = { vendorId: vendor.id, sessionId: first.id }
    const form = { ...sessionForm(monday(0)), ...moved }
    expect(await changeFollowingSessions(db, owned, form, now)).toMatchObject({ ok: true })
    expect((await confirmedDays(db, created.classId)).slice(0, 3)).toEqual(
      [monday(0), monday(1), monday(2)].map((day) => addDays(day, days)),
    )
  })

test('a session that is added or moved into a blocked time is asked about', async ({ db }) => {
  const { vendor, classId } = await publish(db)
  await block(db, vendor.id, { startsOn: addDays(nextMonday, 1), endsOn: addDays(nextMonday, 1) })
  const form = sessionForm(addDays(nextMonday, 1))
  const question = { isBlocked: true }
  const added = await addSession(db, vendor.id, classId, form, now)
  expect(added).toMatchObject({ reason: 'not_agreed', question })
  const agreed = added.ok || added.reason !== 'not_agreed' ? '' : added.agreement
  expect(await addSession(db, vendor.id, classId, { ...form, agreed }, now)).toMatchObject({
    ok: true,
  })
  const [first] = await sessionsOf(db, classId)
  if (!first) throw new Error('There is no session.')
  const owned = { vendorId: vendor.id, sessionId: first.id }
  const moved = await changeSession(db, owned, { ...form, startTime: '09:00' }, now)
  expect(moved).toMatchObject({ reason: 'not_agreed', question })
})

test('hours are blocked on the vendor’s clock, up to their end and no further', async ({ db }) => {
  const vendor = await aVendor(db, { timeZone: 'America/New_York' })
  const hours = { startsOn: monday(0), endsOn: monday(0), startTime: '16:00', endTime: '18:00' }
  expect(await block(db, vendor.id, hours)).toMatchObject({ ok: true })
  const later = { startsOn: monday(1), endsOn: monday(1), startTime: '18:59', endTime: '20:00' }
  expect(await block(db, vendor.id, later)).toMatchObject({ ok: true })
  const created = await createClass({ db, settings: { plans: true } }, vendor.id, classForm(), now)
  if (!created.ok) throw new Error(created.reason)
  expect((await confirmedDays(db, created.classId)).slice(0, 2)).toEqual([monday(0), monday(2)])
})

test('a form sent twice blocks once, and a time that is over cannot be blocked', async ({ db }) => {
  const vendor = await aVendor(db)
  const form = blockForm({ formKey: crypto.randomUUID() })
  const [one, two] = [
    await blockTime(db, vendor.id, form, now),
    await blockTime(db, vendor.id, form, now),
  ]
  expect(one).toMatchObject({ ok: true })
  expect(two).toEqual(one)
  const past = blockForm({ startsOn: '2020-01-01', endsOn: '2020-01-02' })
  expect(await blockTime(db, vendor.id, past, now)).toMatchObject({ reason: 'block_past' })
})

test('blocked days have 23 and 25 hours when the clocks change, and a doubled hour counts whole', () => {
  const zone = 'Europe/Berlin'
  const hoursOf = (date: string, times: Times = { startTime: null, endTime: null }) => {
    const { startsAt, endsAt } = blockedSpan({ startsOn: date, endsOn: date, ...times }, zone)
    return (endsAt.getTime() - startsAt.getTime()) / 3_600_000
  }
  expect(hoursOf('2027-03-28')).toBe(23)
  expect(hoursOf('2027-10-31')).toBe(25)
  expect(hoursOf('2027-10-31', { startTime: '02:00', endTime: '02:30' })).toBe(1.5)
  expect(hoursOf('2027-03-28', { startTime: '02:00', endTime: '02:30' })).toBe(1.5)
})

type Times = { startTime: string | null; endTime: string | null }

test('blocking waits for a session that is being added, and finds it', async ({ db }) => {
  const { vendor, classId } = await publish(db)
  const day = addDays(nextMonday, 1)
  let blocking: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await addSessionIn(tx, vendor.id, classId, day)
    blocking = blockTime(db, vendor.id, blockForm({ startsOn: day, endsOn: day }), now)
    await waitForWaiter(db)
  })
  expect(await blocking).toMatchObject({ reason: 'not_agreed', sessions: [{ date: day }] })
})

/** As addSession, in a transaction that is still open. */
async function addSessionIn(tx: Db, vendorId: VendorId, classId: string, day: string) {
  const [row] = await sessionsOf(tx, classId)
  if (!row) throw new Error('There is no session.')
  await tx.selectFrom('vendors').where('id', '=', vendorId).select('id').forShare().execute()
  const startsAt = new Date(row.startsAt.getTime() + 86_400_000)
  const endsAt = new Date(row.endsAt.getTime() + 86_400_000)
  const moved = { sessionDate: day, startsAt, endsAt, bookingClosesAt: startsAt }
  const single = { id: crypto.randomUUID(), classTimeId: null, occursOn: null }
  await tx
    .insertInto('classSessions')
    .values({ ...row, ...moved, ...single })
    .execute()
}
