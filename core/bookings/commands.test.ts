import { sql } from 'kysely'
import { currentLink, linkTo } from '#tests/support/links.ts'
import { expect, test } from '#tests/support/database.ts'
import { book } from '#tests/support/book.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { changeSession } from '#core/classes/commands/change-session.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Db } from '#core/shared/db.ts'
import { instantOf, wallClockOf } from '#core/shared/time.ts'
import { archiveClass } from './commands/archive-class.ts'
import { bookSession, type BookSession } from './commands/book-session.ts'
import { cancelByCustomer, cancelByVendor } from './commands/cancel-bookings.ts'
import { cancelFollowingSessions, cancelSession } from './commands/cancel-sessions.ts'
import { completePastBookings } from './commands/complete-bookings.ts'
import { deleteBooking } from './commands/delete-booking.ts'
import { editBooking } from './commands/edit-booking.ts'
import { expireOverdueBookings } from './commands/expire-bookings.ts'
import { moveByCustomer } from './commands/move-bookings.ts'
import { findGroupByLink, manageUrl, requestUrl } from './queries/links.ts'
import type { EditBookingForm } from './schema.ts'

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

function order(sessionId: string, more: Partial<BookSession> = {}): BookSession {
  return {
    sessionId,
    spots: 1,
    name: 'Carla',
    contact: 'carla@example.com',
    idempotencyKey: crypto.randomUUID(),
    source: 'public',
    language: 'en',
    address: null,
    ...more,
  }
}

async function bookingsOf(db: Db, groupId: string) {
  return db
    .selectFrom('bookings')
    .where('groupId', '=', groupId)
    .orderBy('id')
    .selectAll()
    .execute()
}

async function kindsOf(db: Db) {
  return (await db.selectFrom('outbox').orderBy('id').select('kind').execute()).map(
    ({ kind }) => kind,
  )
}

async function bookedGroup(deps: Deps, input: BookSession) {
  const booked = await bookSession(deps, input)
  if (!booked.ok) throw new Error(booked.reason)
  return booked.purchase
}

test('a booking takes seats, group, ledger and outbox in one go, at the class’s price', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { capacity: 5 })
  const purchase = await bookedGroup(deps, order(session.id, { spots: 3, contact: '0151 2345678' }))
  expect(
    purchase.spots.map(({ status, priceMinor, currency }) => [status, priceMinor, currency]),
  ).toEqual([
    ['confirmed', 1500, 'EUR'],
    ['confirmed', 1500, 'EUR'],
    ['confirmed', 1500, 'EUR'],
  ])
  expect(purchase.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
  const group = await db.selectFrom('bookingGroups').selectAll().executeTakeFirstOrThrow()
  expect(group).toMatchObject({
    customerPhone: '+491512345678',
    customerEmail: null,
    bookingMethod: 'phone',
  })
  expect(await kindsOf(db)).toEqual(['booking.confirmed'])
})

test('the note says how and when it was booked, on the vendor’s clock', async ({ db, deps }) => {
  const session = await aSession(db)
  await bookedGroup(deps, order(session.id))
  const { notes, bookedAt } = await db
    .selectFrom('bookings')
    .select(['notes', 'bookedAt'])
    .executeTakeFirstOrThrow()
  const { time } = wallClockOf(bookedAt, session.class.vendor.timeZone)
  expect(notes).toMatch(new RegExp(`^Booked by email, \\d{1,2} [A-Z][a-z]{2} \\d{4}, ${time}$`))
})

test('a free class is paid; a vendor who takes money at the door records new ones as paid', async ({
  db,
  deps,
}) => {
  const free = await aSession(db, { class: await aClass(db, { priceMinor: 0 }) })
  expect(
    (await bookingsOf(db, (await bookedGroup(deps, order(free.id))).groupId))[0]?.paymentStatus,
  ).toBe('paid')
  const door = await aSession(db, {
    class: await aClass(db, { vendor: await aVendor(db, { recordNewAsPaid: true }) }),
  })
  const { groupId } = await bookedGroup(deps, order(door.id, { spots: 2 }))
  expect((await bookingsOf(db, groupId)).map(({ paymentStatus }) => paymentStatus)).toEqual([
    'paid',
    'paid',
  ])
  const paid = await db.selectFrom('payments').select(['amountMinor', 'method']).execute()
  expect(paid).toEqual([
    { amountMinor: 1500, method: 'door' },
    { amountMinor: 1500, method: 'door' },
  ])
})

test('a manual class makes a request that waits as long as the class says, never past the start', async ({
  db,
  deps,
}) => {
  const manual = await aClass(db, { confirmationMode: 'manual', confirmationTimeoutMinutes: 30 })
  const soon = await aSession(db, { class: manual, startsAt: minutes(10) })
  const later = await aSession(db, { class: manual, startsAt: minutes(600) })
  const [short, long] = [
    await bookedGroup(deps, order(soon.id)),
    await bookedGroup(deps, order(later.id)),
  ]
  expect(short.spots[0]?.status).toBe('pending')
  expect(short.spots[0]?.expiresAt).toEqual(soon.startsAt)
  const wait = Number(long.spots[0]?.expiresAt) - Date.now()
  expect(wait).toBeGreaterThan(29 * 60_000)
  expect(wait).toBeLessThanOrEqual(30 * 60_000)
  expect(await kindsOf(db)).toEqual(['booking.requested', 'booking.requested'])
})

test('the same key is the same purchase; with other content it is refused; a spelling of the same contact is the same content', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const first = order(session.id, { idempotencyKey: 'key', contact: '+49 151 2345678' })
  const purchase = await bookedGroup(deps, first)
  expect(await bookSession(deps, first)).toMatchObject({
    ok: true,
    replayed: true,
    purchase: { groupId: purchase.groupId },
  })
  expect(await bookSession(deps, { ...first, contact: '0151 2345678' })).toMatchObject({
    ok: true,
    replayed: true,
  })
  expect(await bookSession(deps, { ...first, spots: 2 })).toMatchObject({
    ok: false,
    reason: 'idempotency_conflict',
  })
  expect(await bookSession(deps, { ...first, name: 'Somebody else' })).toMatchObject({
    ok: false,
    reason: 'idempotency_conflict',
  })
})

test('another price than the customer saw books nothing; a try that has booked is answered as before', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const costs = (priceMinor: number) => db.updateTable('classes').set({ priceMinor }).execute()
  const input = order(session.id, { idempotencyKey: 'looking', seenPriceMinor: 1500 })
  await costs(1800)
  for (const seenPriceMinor of [1500, 0])
    expect(await bookSession(deps, { ...input, seenPriceMinor })).toMatchObject({
      ok: false,
      reason: 'price_changed',
    })
  expect(await bookSession(deps, { ...input, spots: 11 })).toMatchObject({
    reason: 'too_many_spots',
  })
  const tables = ['bookingGroups', 'bookings', 'seatLedger', 'outbox'] as const
  for (const table of tables) expect(await db.selectFrom(table).selectAll().execute()).toEqual([])

  const booked = await bookSession(deps, { ...input, seenPriceMinor: 1800 })
  expect(booked).toMatchObject({ ok: true, purchase: { spots: [{ priceMinor: 1800 }] } })
  await costs(2000)
  expect(await bookSession(deps, { ...input, seenPriceMinor: 2000 })).toMatchObject({
    ok: true,
    replayed: true,
    purchase: { spots: [{ priceMinor: 1800 }] },
  })
})

test('a key that got "full" is not used up', async ({ db, deps }) => {
  const session = await aSession(db, { capacity: 1 })
  const other = await aBooking(db, { session })
  const input = order(session.id, { idempotencyKey: 'patient' })
  expect(await bookSession(deps, input)).toMatchObject({ ok: false, reason: 'session_full' })
  await cancelByCustomer(db, linkTo(other.groupId), null)
  expect(await bookSession(deps, input)).toMatchObject({ ok: true, replayed: false })
})

test('overdue requests give their seats back before anyone is told "full"', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { capacity: 1 })
  const waiting = await aBooking(db, { session, status: 'pending', expiresAt: minutes(-1) })
  expect(await bookSession(deps, order(session.id))).toMatchObject({ ok: true })
  expect((await bookingsOf(db, waiting.groupId))[0]?.status).toBe('expired')
  expect(await kindsOf(db)).toEqual(['booking.expired', 'booking.confirmed'])
})

test('a contact holds four spots of a session and twenty coming ones with a vendor, by phone or e-mail', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  await bookedGroup(
    deps,
    order(session.id, { spots: 4, contact: { phone: '+491512345678', email: 'many@example.com' } }),
  )
  expect(await bookSession(deps, order(session.id, { contact: '0151 2345678' }))).toMatchObject({
    reason: 'contact_limit',
  })
  expect(await bookSession(deps, order(session.id, { contact: 'MANY@example.com' }))).toMatchObject(
    { reason: 'contact_limit' },
  )
  expect(
    await bookSession(deps, order(session.id, { contact: 'other@example.com' })),
  ).toMatchObject({ ok: true })
  for (let more = 0; more < 4; more++) {
    const next = await aSession(db, { class: session.class })
    await bookedGroup(deps, order(next.id, { spots: 4, contact: 'many@example.com' }))
  }
  const last = await aSession(db, { class: session.class })
  expect(await bookSession(deps, order(last.id, { contact: 'many@example.com' }))).toMatchObject({
    reason: 'contact_limit',
  })
  const elsewhere = await aSession(db)
  expect(
    await bookSession(deps, order(elsewhere.id, { contact: 'many@example.com' })),
  ).toMatchObject({ ok: true })
})

test('a stranger’s address is counted, retries of a booking are not', async ({ db, deps }) => {
  const session = await aSession(db, { capacity: 500 })
  const input = order(session.id, { address: '203.0.113.9', idempotencyKey: 'again' })
  await bookedGroup(deps, input)
  for (let more = 0; more < 210; more++)
    expect(await bookSession(deps, input)).toMatchObject({ ok: true })
  const answers = []
  for (let more = 0; more < 205; more++)
    answers.push(
      await bookSession(
        deps,
        order(session.id, { address: '203.0.113.9', contact: `guest${more}@example.com` }),
      ),
    )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(199)
  expect(answers.at(-1)).toMatchObject({ reason: 'rate_limited' })
  const off = { ...deps, settings: { ...deps.settings, bookingRateLimit: false } }
  expect(
    await bookSession(
      off,
      order(session.id, { address: '203.0.113.9', contact: 'late@example.com' }),
    ),
  ).toMatchObject({ ok: true })
})

test('cancelling inside the notice is marked late, frees the seat all the same, and is free right after booking', async ({
  db,
}) => {
  const soon = await aSession(db, { startsAt: minutes(120) })
  const old = await aBooking(db, { session: soon, bookedAt: minutes(-60) })
  const fresh = await aBooking(db, { session: soon })
  expect(await cancelByCustomer(db, linkTo(old.groupId), null)).toEqual({
    ok: true,
    cancelled: 1,
    late: 1,
  })
  expect(await cancelByCustomer(db, linkTo(fresh.groupId), null)).toEqual({
    ok: true,
    cancelled: 1,
    late: 0,
  })
  expect((await bookingsOf(db, old.groupId))[0]).toMatchObject({
    attendance: 'late_cancel',
    endedBy: 'customer',
  })
  expect((await bookingsOf(db, fresh.groupId))[0]).toMatchObject({ attendance: null })
})

test('one of several spots is cancelled alone; a foreign id cancels nothing; after the start nothing does', async ({
  db,
}) => {
  const { groupId, bookingIds, session } = await aBooking(db, { spots: 3 })
  const stranger = await aBooking(db, { session })
  const [one] = bookingIds
  expect(await cancelByCustomer(db, linkTo(groupId), [one ?? ''])).toEqual({
    ok: true,
    cancelled: 1,
    late: 0,
  })
  expect(await cancelByCustomer(db, linkTo(groupId), [...stranger.bookingIds])).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await cancelByVendor(db, (await aVendor(db)).id, bookingIds)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  const past = await aBooking(db, { session: await aSession(db, { startsAt: minutes(-5) }) })
  expect(await cancelByCustomer(db, linkTo(past.groupId), null)).toEqual({
    ok: false,
    reason: 'too_late',
  })
})

test('a move goes to the same class only, tells what was before, and raises the calendar number', async ({
  db,
}) => {
  const from = await aSession(db, { startsAt: minutes(2000), calendarSequence: 7 })
  const target = await aSession(db, { class: from.class, startsAt: minutes(5000) })
  const foreign = await aSession(db)
  const { groupId, bookingIds } = await aBooking(db, { session: from })
  expect(await moveByCustomer(db, linkTo(groupId), bookingIds, foreign.id)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await moveByCustomer(db, linkTo(groupId), bookingIds, target.id)).toEqual({
    ok: true,
    moved: 1,
  })
  const [moved] = await bookingsOf(db, groupId)
  expect(moved?.sessionId).toBe(target.id)
  // The calendar shows session plus booking: 7 before, more than 7 now.
  expect(moved?.calendarSequence).toBeGreaterThan(7)
  const news = await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
  expect(news).toMatchObject({
    kind: 'booking.moved',
    payload: { by: 'customer', before: { startsAt: from.startsAt.toISOString() } },
  })
})

test('moving is no way around the four spots of a session', async ({ db }) => {
  const from = await aSession(db)
  const target = await aSession(db, { class: from.class })
  const customer = { email: 'many@example.com' }
  await aBooking(db, { session: target, spots: 3, customer })
  const { groupId, bookingIds } = await aBooking(db, { session: from, spots: 2, customer })
  const [one] = bookingIds
  expect(await moveByCustomer(db, linkTo(groupId), bookingIds, target.id)).toEqual({
    ok: false,
    reason: 'contact_limit',
  })
  expect(await moveByCustomer(db, linkTo(groupId), one ? [one] : [], target.id)).toEqual({
    ok: true,
    moved: 1,
  })
})

test('inside the notice a customer cancels but does not move', async ({ db }) => {
  const from = await aSession(db, { startsAt: minutes(120) })
  const target = await aSession(db, { class: from.class })
  const { groupId, bookingIds } = await aBooking(db, { session: from, bookedAt: minutes(-60) })
  expect(await moveByCustomer(db, linkTo(groupId), bookingIds, target.id)).toEqual({
    ok: false,
    reason: 'too_late',
  })
})

test('overdue requests make room for a spot that moves, and for one that a correction brings back', async ({
  db,
}) => {
  const target = await aSession(db, { capacity: 1 })
  const overdue = () => aBooking(db, { session: target, status: 'pending', expiresAt: minutes(-1) })
  await overdue()
  const from = await aSession(db, { class: target.class })
  const { groupId, bookingIds } = await aBooking(db, { session: from })
  expect(await moveByCustomer(db, linkTo(groupId), bookingIds, target.id)).toEqual({
    ok: true,
    moved: 1,
  })
  expect(await kindsOf(db)).toEqual(['booking.expired', 'booking.moved'])
  await cancelByCustomer(db, linkTo(groupId), null)
  await overdue()
  const member = { vendorId: target.class.vendor.id, userId: target.class.vendor.userId }
  expect(await editBooking(db, member, bookingIds[0] ?? '', edit(target.id))).toEqual({ ok: true })
})

test('a request that comes to an earlier start waits no longer than that', async ({ db }) => {
  const from = await aSession(db)
  const soon = await aSession(db, { class: from.class, startsAt: minutes(20) })
  const request = { session: from, status: 'pending', expiresAt: minutes(600) } as const
  const moved = await aBooking(db, request)
  await moveByCustomer(db, linkTo(moved.groupId), moved.bookingIds, soon.id)
  expect((await bookingsOf(db, moved.groupId))[0]?.expiresAt).toEqual(soon.startsAt)

  const staying = await aBooking(db, request)
  const start = wallClockOf(minutes(60), from.class.vendor.timeZone)
  await changeSession(
    db,
    { vendorId: from.class.vendor.id, sessionId: from.id },
    {
      date: start.date,
      startTime: start.time,
      durationMinutes: 60,
      maxStudents: 10,
      placeKind: 'address',
      location: '1 Park Street',
      onlineUrl: '',
    },
    new Date(),
  )
  expect((await bookingsOf(db, staying.groupId))[0]?.expiresAt).toEqual(instantOf(start))
})

test('a cancelled session frees every seat and tells each purchase once', async ({ db }) => {
  const session = await aSession(db)
  await aBooking(db, { session, spots: 2 })
  await aBooking(db, { session, status: 'pending' })
  await aBooking(db, { session, status: 'cancelled' })
  expect(
    await cancelSession(
      db,
      { vendorId: session.class.vendor.id, sessionId: session.id },
      new Date(),
    ),
  ).toEqual({ ok: true, sessions: 1, bookings: 3 })
  expect(await kindsOf(db)).toEqual(['session.cancelled', 'session.cancelled'])
  expect(
    await cancelSession(
      db,
      { vendorId: session.class.vendor.id, sessionId: session.id },
      new Date(),
    ),
  ).toEqual({ ok: false, reason: 'not_found' })
})

test('a stranger cancels no session, and all following of a single session is that session', async ({
  db,
}) => {
  const session = await aSession(db)
  expect(
    await cancelSession(
      db,
      { vendorId: (await aVendor(db)).id, sessionId: session.id },
      new Date(),
    ),
  ).toEqual({ ok: false, reason: 'not_found' })
  expect(
    await cancelFollowingSessions(
      db,
      { vendorId: session.class.vendor.id, sessionId: session.id },
      new Date(),
    ),
  ).toMatchObject({ sessions: 1 })
})

test('a class with coming bookings is archived only when the vendor says what becomes of them', async ({
  db,
}) => {
  const kept = await aSession(db)
  await aBooking(db, { session: kept, spots: 2 })
  const empty = await aSession(db, { class: kept.class })
  const owned = { vendorId: kept.class.vendor.id, classId: kept.class.id }
  expect(await archiveClass(db, owned, null, new Date())).toEqual({
    ok: false,
    reason: 'choose',
    bookings: 2,
    sessions: 1,
  })
  expect(
    await archiveClass(db, { ...owned, vendorId: (await aVendor(db)).id }, 'cancel', new Date()),
  ).toEqual({ ok: false, reason: 'not_found' })
  expect(await archiveClass(db, owned, 'keep', new Date())).toEqual({
    ok: true,
    cancelledBookings: 0,
    keptSessions: 1,
  })
  const statuses = await db.selectFrom('classSessions').select(['id', 'status']).execute()
  expect(statuses.find(({ id }) => id === kept.id)?.status).toBe('confirmed')
  expect(statuses.find(({ id }) => id === empty.id)?.status).toBe('cancelled')

  const other = await aSession(db)
  await aBooking(db, { session: other })
  const cancelled = await archiveClass(
    db,
    { vendorId: other.class.vendor.id, classId: other.class.id },
    'cancel',
    new Date(),
  )
  expect(cancelled).toEqual({ ok: true, cancelledBookings: 1, keptSessions: 0 })
})

test('deleting gives the seat back once and keeps the row for the books', async ({ db }) => {
  const { bookingIds, session, groupId } = await aBooking(db)
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const [id] = bookingIds
  expect(
    await deleteBooking(db, { ...member, vendorId: (await aVendor(db)).id }, id ?? ''),
  ).toEqual({ ok: false, reason: 'not_found' })
  expect(await deleteBooking(db, member, id ?? '')).toEqual({ ok: true })
  expect(await deleteBooking(db, member, id ?? '')).toEqual({ ok: false, reason: 'not_found' })
  expect((await bookingsOf(db, groupId))[0]?.deletedAt).not.toBeNull()
  expect(await kindsOf(db)).toEqual(['booking.cancelled'])
})

test('deleting what has begun already tells nobody that it is cancelled', async ({ db }) => {
  const { bookingIds, session } = await aBooking(db, {
    session: await aSession(db, { startsAt: minutes(-30) }),
  })
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  expect(await deleteBooking(db, member, bookingIds[0] ?? '')).toEqual({ ok: true })
  expect(await kindsOf(db)).toEqual([])
})

test('the worker completes what ended twelve hours ago, and nothing else', async ({ db }) => {
  const over = await aBooking(db, { session: await aSession(db, { startsAt: minutes(-14 * 60) }) })
  const recent = await aBooking(db, {
    session: await aSession(db, { startsAt: minutes(-10 * 60) }),
  })
  expect(await completePastBookings(db)).toBe(1)
  expect((await bookingsOf(db, over.groupId))[0]?.status).toBe('completed')
  expect((await bookingsOf(db, recent.groupId))[0]?.status).toBe('confirmed')
})

test('a look at the last days leaves what is older to the look at everything', async ({ db }) => {
  const old = await aBooking(db, { session: await aSession(db, { startsAt: minutes(-8 * 1440) }) })
  await aBooking(db, { session: await aSession(db, { startsAt: minutes(-6 * 1440) }) })
  expect(await completePastBookings(db, { days: 7 })).toBe(1)
  expect((await bookingsOf(db, old.groupId))[0]?.status).toBe('confirmed')
  expect(await completePastBookings(db)).toBe(1)
  expect((await bookingsOf(db, old.groupId))[0]?.status).toBe('completed')
})

test('expiry judges by the database’s clock and tells once per purchase', async ({ db }) => {
  await aBooking(db, { status: 'pending', spots: 2, expiresAt: minutes(-1) })
  await aBooking(db, { status: 'pending', expiresAt: minutes(1) })
  expect(await expireOverdueBookings(db)).toBe(2)
  expect(await expireOverdueBookings(db)).toBe(0)
  expect(await kindsOf(db)).toEqual(['booking.expired'])
})

/** A form that does not say what it showed. */
function edit(sessionId: string, more: Partial<EditBookingForm> = {}) {
  const typed: EditBookingForm = {
    customerName: 'Carla',
    customerEmail: 'carla@example.com',
    customerPhone: '',
    notes: '',
    status: 'confirmed',
    paymentStatus: 'pending',
    amountPaidMinor: 0,
    sessionId,
    ...more,
  }
  return { shown: null, typed }
}

test('the vendor edits contact, notes and payment; a changed amount is a logged correction', async ({
  db,
}) => {
  const { bookingIds, session, groupId } = await aBooking(db)
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const id = bookingIds[0] ?? ''
  const form = edit(session.id, {
    customerName: 'Carla C.',
    customerEmail: '',
    customerPhone: '+491512345678',
    notes: 'Knee',
    paymentStatus: 'paid',
    amountPaidMinor: 1250,
  })
  const change = (more: Partial<EditBookingForm>) =>
    editBooking(db, member, id, { ...form, typed: { ...form.typed, ...more } })
  expect(await editBooking(db, member, id, form)).toEqual({ ok: true })
  expect(await change({ amountPaidMinor: 1000 })).toEqual({ ok: true })
  const sums = await db
    .selectFrom('payments')
    .orderBy('at')
    .select(['amountMinor', 'method'])
    .execute()
  expect(sums).toEqual([
    { amountMinor: 1250, method: 'correction' },
    { amountMinor: -250, method: 'correction' },
  ])
  const group = await db
    .selectFrom('bookingGroups')
    .where('id', '=', groupId)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(group).toMatchObject({
    customerName: 'Carla C.',
    customerPhone: '+491512345678',
    customerEmail: null,
  })
  expect(await change({ customerPhone: '' })).toEqual({
    ok: false,
    reason: 'contact_missing',
  })
  expect(
    (await db.selectFrom('auditLog').select('action').execute()).map(({ action }) => action),
  ).toEqual(['payment.corrected', 'payment.corrected'])
})

test('a booking given to another person closes the former person’s link and mails a new one', async ({
  db,
  deps,
}) => {
  const { bookingIds, session, groupId, reference } = await aBooking(db, {
    customer: { email: 'old@example.com' },
  })
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const id = bookingIds[0] ?? ''
  const url = manageUrl(deps, { groupId, reference, tokenRotation: 0 })
  const token = new URL(url).searchParams.get('token') ?? ''
  const renamed = edit(session.id, { customerName: 'Carla C.', customerEmail: 'old@example.com' })
  await editBooking(db, member, id, renamed)
  expect(await findGroupByLink(deps, 'manage', { reference, token })).not.toBeNull()
  const given = edit(session.id, { customerName: 'New', customerEmail: 'new@example.com' })
  await editBooking(db, member, id, given)
  expect(await findGroupByLink(deps, 'manage', { reference, token })).toBeNull()
  const news = await db.selectFrom('outbox').select(['kind', 'payload']).execute()
  expect(news).toMatchObject([
    { kind: 'booking.links_requested', payload: { contact: 'new@example.com' } },
  ])
})

test('a booking given away in two saves, the name first and the number later, closes the link too', async ({
  db,
}) => {
  const { bookingIds, session, groupId } = await aBooking(db, {
    customer: { name: 'Carla', email: null, phone: '+491701234567' },
  })
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const save = (customerName: string, customerPhone: string) =>
    editBooking(
      db,
      member,
      bookingIds[0] ?? '',
      edit(session.id, { customerName, customerEmail: '', customerPhone }),
    )
  const rotation = async () => (await currentLink(db, groupId)).tokenRotation
  await save('Carla', '+491701234568')
  expect(await rotation()).toBe(0)
  await save('Ben', '+491701234568')
  expect(await rotation()).toBe(1)
  // The link of today is Ben's.
  await save('Benjamin', '+491701234568')
  expect(await rotation()).toBe(1)
  await save('Benjamin', '+491709999999')
  expect(await rotation()).toBe(2)
})

test('a spot that comes back in another session is an entry of its own in the calendar', async ({
  db,
}) => {
  const of = await aClass(db)
  const session = await aSession(db, { class: of })
  const target = await aSession(db, { class: of })
  const { bookingIds, groupId } = await aBooking(db, { session, spots: 2 })
  const [gone = '', kept = ''] = bookingIds
  await cancelByCustomer(db, linkTo(groupId), [gone])
  const member = { vendorId: of.vendor.id, userId: of.vendor.userId }
  expect(await editBooking(db, member, gone, edit(target.id))).toEqual({ ok: true })
  const entries = await db.selectFrom('bookings').select(['id', 'calendarId']).execute()
  const entryOf = (id: string) => entries.find((one) => one.id === id)?.calendarId
  expect(entryOf(kept)).toBe(groupId)
  expect(entryOf(gone)).not.toBe(groupId)
})

test('a key that is sent again after its spot was deleted is told that it is cancelled', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const first = await book(deps, session.id, 'carla@example.com')
  if (!first.ok) throw new Error(first.reason)
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  await deleteBooking(db, member, first.purchase.spots[0]?.id ?? '')
  expect(await book(deps, session.id, 'carla@example.com')).toMatchObject({
    replayed: true,
    purchase: { spots: [{ status: 'cancelled' }] },
  })
})

test('a form that was opened before a cancellation does not bring the booking back; both values of a conflict are said', async ({
  db,
}) => {
  const { bookingIds, session, groupId } = await aBooking(db)
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const id = bookingIds[0] ?? ''
  const { typed: shown } = edit(session.id, {
    customerName: 'Carla Customer',
    customerEmail: (await contactOf(db, groupId)) ?? '',
  })
  await cancelByCustomer(db, linkTo(groupId), null)
  const noted = { shown, typed: { ...shown, notes: 'Knee' } }
  expect(await editBooking(db, member, id, noted)).toEqual({ ok: true })
  expect((await bookingsOf(db, groupId))[0]).toMatchObject({ status: 'cancelled', notes: 'Knee' })
  const other = { shown, typed: { ...shown, notes: 'Back', status: 'completed' as const } }
  expect(await editBooking(db, member, id, other)).toEqual({
    ok: false,
    reason: 'conflict',
    conflicts: [
      { field: 'notes', current: 'Knee', typed: 'Back' },
      { field: 'status', current: 'cancelled', typed: 'completed' },
    ],
  })
  expect((await bookingsOf(db, groupId))[0]?.notes).toBe('Knee')
})

async function contactOf(db: Db, groupId: string) {
  const { customerEmail } = await db
    .selectFrom('bookingGroups')
    .where('id', '=', groupId)
    .select('customerEmail')
    .executeTakeFirstOrThrow()
  return customerEmail
}

test('a full session tells nobody whether a contact is booked in it', async ({ db, deps }) => {
  const session = await aSession(db, { capacity: 4 })
  await aBooking(db, { session, spots: 4, customer: { email: 'there@example.com' } })
  for (const contact of ['there@example.com', 'elsewhere@example.com'])
    expect(await bookSession(deps, order(session.id, { contact, spots: 2 }))).toMatchObject({
      reason: 'session_full',
    })
})

test('a correction takes the seat back in the same transaction, and is refused when the session is full', async ({
  db,
}) => {
  const session = await aSession(db, { capacity: 1 })
  const gone = await aBooking(db, { session, status: 'cancelled' })
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const id = gone.bookingIds[0] ?? ''
  const holder = await aBooking(db, { session })
  expect(
    await editBooking(db, member, id, edit(session.id, { customerName: 'Not saved' })),
  ).toEqual({ ok: false, reason: 'session_full' })
  expect(
    (
      await db
        .selectFrom('bookingGroups')
        .where('id', '=', gone.groupId)
        .select('customerName')
        .executeTakeFirstOrThrow()
    ).customerName,
  ).toBe('Carla Customer')
  await cancelByCustomer(db, linkTo(holder.groupId), null)
  expect(await editBooking(db, member, id, edit(session.id))).toEqual({ ok: true })
  expect((await bookingsOf(db, gone.groupId))[0]?.status).toBe('confirmed')
  expect(
    (await db.selectFrom('auditLog').select('action').execute()).map(({ action }) => action),
  ).toEqual(['booking.corrected'])
})

test('no correction brings a booking back into a cancelled session', async ({ db }) => {
  const session = await aSession(db)
  const { class: of } = session
  const attended = await aBooking(db, { session, status: 'completed' })
  const { bookingIds } = await aBooking(db, { session })
  const member = { vendorId: of.vendor.id, userId: of.vendor.userId }
  await cancelSession(db, { vendorId: of.vendor.id, sessionId: session.id }, new Date())
  for (const id of [...bookingIds, ...attended.bookingIds])
    expect(await editBooking(db, member, id, edit(session.id))).toEqual({
      ok: false,
      reason: 'session_cancelled',
    })
})

test('the vendor moves a booking by editing it; a full, past or foreign session is refused and the old seat stays', async ({
  db,
}) => {
  const session = await aSession(db)
  const { bookingIds } = await aBooking(db, { session })
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const id = bookingIds[0] ?? ''
  const full = await aSession(db, { class: session.class, capacity: 1 })
  await aBooking(db, { session: full })
  const past = await aSession(db, { class: session.class, startsAt: minutes(-60) })
  const room = await aSession(db, { class: session.class })
  expect(await editBooking(db, member, id, edit(full.id))).toEqual({
    ok: false,
    reason: 'session_full',
  })
  expect(await editBooking(db, member, id, edit(past.id))).toEqual({
    ok: false,
    reason: 'session_past',
  })
  expect(await editBooking(db, member, id, edit((await aSession(db)).id))).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await editBooking(db, member, id, edit(room.id))).toEqual({ ok: true })
  const taken = await db
    .selectFrom('classSessions')
    .where('id', '=', room.id)
    .select('currentStudents')
    .executeTakeFirstOrThrow()
  expect(taken.currentStudents).toBe(1)
})

test('a manage link opens its own purchase only, with a key that signs or one that signed before', async ({
  db,
  deps,
}) => {
  const mine = await aBooking(db)
  const other = await aBooking(db)
  const group = { groupId: mine.groupId, reference: mine.reference, tokenRotation: 0 }
  const token = new URL(manageUrl(deps, group)).searchParams.get('token') ?? ''
  expect(await findGroupByLink(deps, 'manage', { reference: mine.reference, token })).toMatchObject(
    { id: mine.groupId },
  )
  expect(
    await findGroupByLink(deps, 'manage', { reference: mine.reference.toLowerCase(), token }),
  ).toMatchObject({ id: mine.groupId })
  expect(await findGroupByLink(deps, 'manage', { reference: other.reference, token })).toBeNull()
  expect(await findGroupByLink(deps, 'answer', { reference: mine.reference, token })).toBeNull()
  expect(
    await findGroupByLink(deps, 'manage', {
      reference: mine.reference,
      token: new URL(requestUrl(deps, group)).searchParams.get('token') ?? '',
    }),
  ).toBeNull()
  expect(
    await findGroupByLink(deps, 'manage', { reference: `${mine.reference}' or true`, token }),
  ).toBeNull()
  const rotatedKeys = {
    ...deps,
    secretKeys: ['a brand new key that signs from today on', ...deps.secretKeys] as const,
  }
  expect(
    await findGroupByLink(rotatedKeys, 'manage', { reference: mine.reference, token }),
  ).toMatchObject({ id: mine.groupId })
  await sql`update booking_groups set token_rotation = 1 where id = ${mine.groupId}`.execute(db)
  expect(await findGroupByLink(deps, 'manage', { reference: mine.reference, token })).toBeNull()
})
