import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { bookSpots, now, publish, sessionsOf } from '#tests/support/weekly-class.ts'
import { addDays } from '#core/shared/time.ts'
import type { Db } from '#core/shared/db.ts'
import { askBeforeMove, moveSession } from './move-session.ts'

async function aWeekly(db: Db) {
  const { vendor, classId } = await publish(db)
  const sessions = await sessionsOf(db, classId)
  const [session] = sessions
  if (!session) throw new Error('no session')
  const seen = { seenDate: session.sessionDate, seenTime: session.startTime }
  const move = { sessionId: session.id, date: addDays(seen.seenDate, 1), time: '07:30', ...seen }
  return { vendor, classId, session, sessions, move }
}

test('asking before a move names who would be notified and changes nothing; the move itself needs the agreement', async ({
  db,
}) => {
  const { vendor, classId, session, sessions, move } = await aWeekly(db)
  await bookSpots(db, vendor, session, 2)
  const asked = await askBeforeMove(db, vendor.id, move, now)
  expect(asked).toMatchObject({
    reason: 'not_agreed',
    question: { reach: { told: 1, toldSpots: 2 }, isBlocked: false },
  })
  expect(await moveSession(db, vendor.id, move, now)).toMatchObject({ reason: 'not_agreed' })
  const [unmoved] = await sessionsOf(db, classId)
  expect(unmoved).toMatchObject({ sessionDate: move.seenDate, startTime: '18:00' })

  const agreed = asked.reason === 'not_agreed' ? asked.agreement : ''
  const moved = await moveSession(db, vendor.id, { ...move, agreed }, now)
  expect(moved).toMatchObject({ ok: true, changed: 1, told: { told: 1 } })
  const after = await sessionsOf(db, classId)
  expect(after.find(({ id }) => id === session.id)).toMatchObject({
    sessionDate: move.date,
    startTime: '07:30',
    endTime: '08:30',
    maxStudents: 10,
    location: '1 Park Street',
  })
  // Only this one: the later sessions of the weekly time stay.
  expect(after.filter(({ startTime }) => startTime === '18:00')).toHaveLength(sessions.length - 1)
})

test('asking before a move that notifies nobody is a question too', async ({ db }) => {
  const { vendor, move } = await aWeekly(db)
  expect(await askBeforeMove(db, vendor.id, move, now)).toMatchObject({
    reason: 'not_agreed',
    agreement: '',
    question: { reach: { told: 0, unreached: 0 } },
  })
  expect(await moveSession(db, vendor.id, move, now)).toMatchObject({ ok: true, changed: 1 })
})

test('a session that somebody else has moved is not moved from where it no longer is', async ({
  db,
}) => {
  const { vendor, classId, session, move } = await aWeekly(db)
  const day = addDays(move.seenDate, 2)
  expect(
    await moveSession(db, vendor.id, { ...move, date: day, time: move.seenTime }, now),
  ).toMatchObject({ ok: true })
  // A new time on the old day: the other move is not half overwritten.
  const late = { ...move, date: move.seenDate, time: '20:00' }
  for (const step of [askBeforeMove, moveSession])
    expect(await step(db, vendor.id, late, now)).toEqual({
      ok: false,
      reason: 'moved_already',
      date: day,
      startTime: '18:00',
      zone: 'Europe/Berlin',
    })
  const after = await sessionsOf(db, classId)
  expect(after.find(({ id }) => id === session.id)).toMatchObject({
    sessionDate: day,
    startTime: '18:00',
  })
})

test('somebody who books while the question is open is asked about before the move', async ({
  db,
}) => {
  const { vendor, session, move } = await aWeekly(db)
  await bookSpots(db, vendor, session)
  const asked = await askBeforeMove(db, vendor.id, move, now)
  const agreed = asked.reason === 'not_agreed' ? asked.agreement : ''
  await bookSpots(db, vendor, session)
  expect(await moveSession(db, vendor.id, { ...move, agreed }, now)).toMatchObject({
    reason: 'not_agreed',
    question: { reach: { told: 2 } },
  })
})

test('a move into the past, over a start that the clocks skip, or of a cancelled or foreign session is refused', async ({
  db,
}) => {
  const of = await aClass(db)
  const session = await aSession(db, { class: of, startsAt: new Date('2031-03-29T17:00:00Z') })
  await aBooking(db, { session })
  const seen = { seenDate: '2031-03-29', seenTime: '18:00' }
  const move = { sessionId: session.id, date: '2031-03-30', time: '02:30', ...seen }
  const { id: vendorId } = of.vendor
  for (const step of [askBeforeMove, moveSession]) {
    expect(await step(db, vendorId, move, now)).toEqual({
      ok: false,
      reason: 'skipped_start',
      date: '2031-03-30',
      time: '02:30',
      zone: 'Europe/Berlin',
    })
    expect(await step(db, vendorId, { ...move, date: '2020-01-01' }, now)).toEqual({
      ok: false,
      reason: 'session_past',
    })
    const other = await aClass(db)
    expect(await step(db, other.vendor.id, move, now)).toEqual({ ok: false, reason: 'not_found' })
  }
  await db
    .updateTable('classSessions')
    .set({ status: 'cancelled' })
    .where('id', '=', session.id)
    .execute()
  expect(await moveSession(db, vendorId, { ...move, time: '18:00' }, now)).toEqual({
    ok: false,
    reason: 'not_found',
  })
})
