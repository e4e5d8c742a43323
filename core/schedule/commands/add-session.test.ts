import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import {
  classForm,
  now,
  publish,
  sessionForm,
  sessionsOf,
  today,
} from '#tests/support/weekly-class.ts'
import { addDays } from '#core/shared/time.ts'
import { cancelSession } from './cancel-sessions.ts'
import type { SessionForm } from '../schema.ts'
import { addSession } from './add-session.ts'
import { changeSession } from './change-session.ts'
import { editClass } from './edit-class.ts'

test('strangers change nothing, and a start in the past is refused', async ({ db }) => {
  const { vendor, classId } = await publish(db)
  const stranger = await aVendor(db)
  const [first] = await sessionsOf(db, classId)
  const wish = sessionForm(addDays(today, -1), {
    startTime: '10:00',
    maxStudents: 3,
    location: 'x',
  })
  expect(
    await changeSession(db, { vendorId: stranger.id, sessionId: first?.id ?? '' }, wish, now),
  ).toEqual({ ok: false, reason: 'not_found' })
  expect(await editClass(db, stranger.id, classId, classForm(), now)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await addSession(db, stranger.id, classId, wish, now)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await addSession(db, vendor.id, classId, wish, now)).toEqual({
    ok: false,
    reason: 'session_past',
  })
})

test('a second session of the class at the same time is refused, added or moved there', async ({
  db,
}) => {
  const { vendor, classId } = await publish(db)
  const [first, second] = await sessionsOf(db, classId)
  if (!first || !second) throw new Error('no session')
  const count = async () => (await sessionsOf(db, classId)).length
  const all = await count()
  const add = (more: Partial<SessionForm> = {}) =>
    addSession(db, vendor.id, classId, sessionForm(first.sessionDate, more), now)
  const refused = { ok: false, reason: 'starts_together' }
  expect(await add()).toEqual(refused)
  expect(await count()).toBe(all)
  const formKey = crypto.randomUUID()
  expect(await add({ formKey, startTime: '19:00' })).toMatchObject({ ok: true })
  expect(await add({ formKey })).toEqual(refused)
  expect(await count()).toBe(all + 1)

  const move = (more: Partial<SessionForm> = {}) => {
    const own = { vendorId: vendor.id, sessionId: second.id }
    return changeSession(db, own, sessionForm(first.sessionDate, more), now)
  }
  expect(await move()).toEqual(refused)
  expect(await move({ startTime: '20:00' })).toMatchObject({ ok: true })

  const cancelled = sessionForm(addDays(first.sessionDate, 14))
  const [third] = (await sessionsOf(db, classId)).filter(
    ({ sessionDate }) => sessionDate === cancelled.date,
  )
  await cancelSession(db, { vendorId: vendor.id, sessionId: third?.id ?? '' }, now)
  expect(await addSession(db, vendor.id, classId, cancelled, now)).toMatchObject({ ok: true })
})
