import { cancelByCustomer, cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import type { Db } from '#core/shared/db.ts'
import { bookingsOf, edit, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { markAttendance, markEverybodyAsCame } from './mark-attendance.ts'

/** Carla's spot in a session that has begun. */
async function aSpot(db: Db, startsAt = minutes(-5)) {
  const booking = await aBooking(db, {
    session: await aSession(db, { startsAt }),
    customer: { name: 'Carla', email: 'carla@example.com' },
    bookedAt: minutes(-600),
  })
  const [bookingId = ''] = booking.bookingIds
  const { session, purchaseId } = booking
  const vendorId = session.class.vendor.id
  return {
    session,
    purchaseId,
    vendorId,
    spot: { bookingId, sessionId: session.id },
    stored: async () => {
      const [row] = await bookingsOf(db, purchaseId)
      return row && { mark: row.attendance, at: row.attendanceMarkedAt }
    },
  }
}

test('a spot is marked, marked otherwise, and unmarked', async ({ db }) => {
  const { vendorId, spot, stored } = await aSpot(db)
  for (const mark of ['came', 'no_show', null] as const) {
    expect(await markAttendance(db, vendorId, { ...spot, mark })).toMatchObject({ ok: true, mark })
    expect(await stored()).toMatchObject({ mark })
  }
})

test('another vendor’s spot, and one that does not exist, are not found', async ({ db }) => {
  const { spot, stored } = await aSpot(db)
  const other = await aVendor(db)
  const gone = { ok: false, reason: 'not_found' }
  expect(await markAttendance(db, other.id, { ...spot, mark: 'came' })).toEqual(gone)
  const unknown = { ...spot, bookingId: crypto.randomUUID() }
  expect(await markAttendance(db, other.id, { ...unknown, mark: 'came' })).toEqual(gone)
  const { sessionId } = spot
  expect(await markEverybodyAsCame(db, other.id, { sessionId })).toEqual(gone)
  expect(await stored()).toEqual({ mark: null, at: null })
})

test('a mark that was made earlier never replaces a later one, nor a later removal', async ({
  db,
}) => {
  const { vendorId, spot, stored } = await aSpot(db)
  const sentAt = Date.now()
  const made = (mark: 'came' | 'no_show' | null, minutesAgo: number) =>
    markAttendance(db, vendorId, { ...spot, mark, madeAt: sentAt - minutesAgo * 60_000, sentAt })
  expect(await made('no_show', 1)).toMatchObject({ ok: true, mark: 'no_show' })
  expect(await made('came', 3)).toMatchObject({ ok: true, mark: 'no_show' })
  expect(await stored()).toMatchObject({ mark: 'no_show' })
  expect(await made(null, 0)).toMatchObject({ ok: true, mark: null })
  expect(await made('came', 2)).toMatchObject({ ok: true, mark: null })
  expect(await stored()).toMatchObject({ mark: null })
})

test('the same mark sent again changes nothing', async ({ db }) => {
  const { vendorId, spot, stored } = await aSpot(db)
  const sentAt = Date.now()
  const sent = { ...spot, mark: 'came' as const, madeAt: sentAt - 60_000, sentAt }
  await markAttendance(db, vendorId, sent)
  expect(await markAttendance(db, vendorId, sent)).toMatchObject({ ok: true, mark: 'came' })
  // Another member has decided otherwise before the repetition arrives.
  await markAttendance(db, vendorId, { ...spot, mark: 'no_show' })
  await markAttendance(db, vendorId, { ...sent, sentAt: Date.now() })
  expect(await stored()).toMatchObject({ mark: 'no_show' })
})

test('a device whose clock is ahead cannot decide what comes after it', async ({ db }) => {
  const { vendorId, spot, stored } = await aSpot(db)
  const now = Date.now()
  await markAttendance(db, vendorId, { ...spot, mark: 'came', madeAt: now + 9e6, sentAt: now })
  expect((await stored())?.at?.getTime()).toBeLessThanOrEqual(Date.now())
  await markAttendance(db, vendorId, { ...spot, mark: 'no_show' })
  expect(await stored()).toMatchObject({ mark: 'no_show' })
})

test('a session more than an hour ahead takes no marks', async ({ db }) => {
  const { vendorId, spot } = await aSpot(db, minutes(65))
  const early = { ok: false, reason: 'too_early' }
  expect(await markAttendance(db, vendorId, { ...spot, mark: 'came' })).toEqual(early)
  const { sessionId } = spot
  expect(await markEverybodyAsCame(db, vendorId, { sessionId })).toEqual(early)
})

test('a late mark for a spot that has moved to another session is refused, and moving removes marks', async ({
  db,
}) => {
  const { vendorId, spot, session, stored } = await aSpot(db, minutes(30))
  await markAttendance(db, vendorId, { ...spot, mark: 'came' })
  const later = await aSession(db, { class: session.class })
  const vendor = { vendorId, userId: session.class.vendor.userId }
  await editBooking(db, vendor, spot.bookingId, edit(later.id))
  expect(await stored()).toEqual({ mark: null, at: null })
  expect(await markAttendance(db, vendorId, { ...spot, mark: 'came' })).toEqual({
    ok: false,
    reason: 'moved',
  })
})

test.for(['by itself', 'with everybody'] as const)(
  'a spot that was marked %s, cancelled and restored takes no mark that was made before',
  async (how, { db }) => {
    const { vendorId, spot, session, stored } = await aSpot(db)
    const sentAt = Date.now()
    if (how === 'by itself') await markAttendance(db, vendorId, { ...spot, mark: 'came' })
    else await markEverybodyAsCame(db, vendorId, { sessionId: spot.sessionId })
    await cancelByVendor(db, vendorId, [spot.bookingId])
    const member = { vendorId, userId: session.class.vendor.userId }
    const restored = await editBooking(db, member, spot.bookingId, edit(session.id))
    expect(restored).toEqual({ ok: true })
    expect(await stored()).toMatchObject({ mark: null })
    const before = { madeAt: sentAt - 60_000, sentAt }
    await markAttendance(db, vendorId, { ...spot, mark: 'no_show', ...before })
    expect(await stored()).toMatchObject({ mark: null })
    await markAttendance(db, vendorId, { ...spot, mark: 'no_show' })
    expect(await stored()).toMatchObject({ mark: 'no_show' })
  },
)

test('a mark stays with a customer whose name and address are corrected', async ({ db }) => {
  const { vendorId, spot, session, stored } = await aSpot(db)
  await markAttendance(db, vendorId, { ...spot, mark: 'no_show' })
  const member = { vendorId, userId: session.class.vendor.userId }
  const corrected = { customerName: 'Carla C.', customerEmail: 'carla@example.org' }
  expect(await editBooking(db, member, spot.bookingId, edit(session.id, corrected))).toEqual({
    ok: true,
  })
  expect(await stored()).toMatchObject({ mark: 'no_show' })
})

test('what a member marked before everybody was marked as came is kept when it arrives later', async ({
  db,
}) => {
  const { vendorId, spot, stored } = await aSpot(db)
  const sentAt = Date.now()
  const { sessionId } = spot
  expect(await markEverybodyAsCame(db, vendorId, { sessionId })).toEqual({ ok: true, marked: 1 })
  const before = { madeAt: sentAt - 600_000, sentAt }
  expect(await markAttendance(db, vendorId, { ...spot, mark: 'no_show', ...before })).toMatchObject(
    { ok: true, mark: 'no_show' },
  )
  // Of two marks of the spot itself, the one that was made last still wins.
  const earlier = { madeAt: sentAt - 900_000, sentAt }
  await markAttendance(db, vendorId, { ...spot, mark: 'came', ...earlier })
  expect(await stored()).toMatchObject({ mark: 'no_show' })
})

test('a removed mark is not brought back by an older one after everybody was marked as came', async ({
  db,
}) => {
  const { vendorId, spot, stored } = await aSpot(db)
  const sentAt = Date.now()
  const made = (mark: 'no_show' | null, minutesAgo: number) =>
    markAttendance(db, vendorId, { ...spot, mark, madeAt: sentAt - minutesAgo * 60_000, sentAt })
  await made(null, 5)
  await markEverybodyAsCame(db, vendorId, { sessionId: spot.sessionId })
  await made('no_show', 8)
  expect(await stored()).toMatchObject({ mark: 'came' })
  // Had the removal arrived in time, this spot would have been marked with the others.
  await made(null, 3)
  expect(await stored()).toMatchObject({ mark: 'came' })
  await markAttendance(db, vendorId, { ...spot, mark: null })
  expect(await stored()).toMatchObject({ mark: null })
})

test('a cancelled spot keeps no mark and takes none', async ({ db }) => {
  const { vendorId, spot, stored } = await aSpot(db, minutes(30))
  await markAttendance(db, vendorId, { ...spot, mark: 'came' })
  await cancelByVendor(db, vendorId, [spot.bookingId])
  expect(await stored()).toMatchObject({ mark: null })
  expect(await markAttendance(db, vendorId, { ...spot, mark: 'came' })).toEqual({
    ok: false,
    reason: 'not_held',
  })
  const late = await aSpot(db, minutes(30))
  await markAttendance(db, late.vendorId, { ...late.spot, mark: 'came' })
  await cancelByCustomer(db, linkTo(late.purchaseId), null)
  expect(await late.stored()).toMatchObject({ mark: 'late_cancel' })
})

test('marking everybody leaves the marks there are, and requests', async ({ db }) => {
  const yoga = await aClass(db)
  const session = await aSession(db, { class: yoga, startsAt: minutes(-5) })
  const absent = await aBooking(db, { session })
  const present = await aBooking(db, { session, spots: 2 })
  const others = [
    await aBooking(db, { session, status: 'cancelled' }),
    await aBooking(db, { session, status: 'pending' }),
  ]
  const [absentId = ''] = absent.bookingIds
  const of = { sessionId: session.id }
  await markAttendance(db, yoga.vendor.id, { ...of, bookingId: absentId, mark: 'no_show' })
  expect(await markEverybodyAsCame(db, yoga.vendor.id, of)).toEqual({ ok: true, marked: 2 })
  expect(await markEverybodyAsCame(db, yoga.vendor.id, of)).toEqual({ ok: true, marked: 0 })
  const marksOf = async (purchaseId: string) =>
    (await bookingsOf(db, purchaseId)).map(({ attendance }) => attendance)
  expect(await marksOf(absent.purchaseId)).toEqual(['no_show'])
  expect(await marksOf(present.purchaseId)).toEqual(['came', 'came'])
  for (const { purchaseId } of others) expect(await marksOf(purchaseId)).toEqual([null])
})

test('a mark that waits for a cancellation finds the spot no longer held', async ({
  db,
  databaseUrl,
}) => {
  const { vendorId, spot, stored } = await aSpot(db)
  const cancelling = await holdLock(
    databaseUrl,
    `with ended as (
      update bookings set status = 'cancelled', ended_by = 'vendor', ended_at = now() where id = $1 returning session_id, vendor_id, id
    ), seat as (
      update class_sessions s set current_students = s.current_students - 1 from ended where s.id = ended.session_id returning s.id
    ) insert into seat_ledger (vendor_id, session_id, booking_id, delta, reason, max_students)
      select vendor_id, session_id, id, -1, 'cancelled', 10 from ended`,
    [spot.bookingId],
  )
  const marking = markAttendance(db, vendorId, { ...spot, mark: 'came' })
  await waitForWaiter(db)
  await cancelling.commit()
  expect(await marking).toEqual({ ok: false, reason: 'not_held' })
  expect(await stored()).toEqual({ mark: null, at: null })
})

test('a cancellation that waits for a mark removes it', async ({ db, databaseUrl }) => {
  const { vendorId, spot, stored } = await aSpot(db)
  const marking = await holdLock(
    databaseUrl,
    `update bookings set attendance = 'came', attendance_marked_at = now() where id = $1`,
    [spot.bookingId],
  )
  const cancelling = cancelByVendor(db, vendorId, [spot.bookingId])
  await waitForWaiter(db)
  await marking.commit()
  expect(await cancelling).toMatchObject({ ok: true, cancelled: 1 })
  expect(await stored()).toMatchObject({ mark: null })
})
