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
