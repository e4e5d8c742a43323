import { moneyOfBooking } from '#core/money/queries.ts'
import type { Db } from '#core/shared/db.ts'
import { addMinutes } from '#core/shared/time.ts'
import { listUnreachedPeople } from '#core/messages/queries/unreached.ts'
import { book } from '#tests/support/book.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  aBooking,
  aClass,
  aFacility,
  type ASession,
  aSession,
  aVendor,
} from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import type { AddBookingForm } from '../schema.ts'
import { listSessionsToAddTo } from '../queries/sessions-to-add-to.ts'
import { addBooking } from './add-booking.ts'
import { confirmRequest, rejectRequest } from './answer-request.ts'
import { cancelByVendor } from './cancel-bookings.ts'
import { expireOverdueBookings } from './expire-bookings.ts'
import { onDay } from '#tests/support/times.ts'

const formFor = (session: ASession, fields: Partial<AddBookingForm> = {}): AddBookingForm => ({
  sessionId: session.id,
  customerName: 'Hanna Hand',
  contact: '',
  spots: 1,
  extra: [],
  notes: '',
  priceMinor: 1500,
  currency: 'EUR',
  isPaid: false,
  isRequest: false,
  tells: true,
  ...fields,
})

const add = (db: Db, session: ASession, fields: Partial<AddBookingForm> = {}) => {
  const { vendor } = session.class
  return addBooking(
    db,
    { vendorId: vendor.id, userId: vendor.userId, country: 'DE' },
    formFor(session, fields),
  )
}

const seatsOf = (db: Db, { id }: ASession) =>
  db
    .selectFrom('classSessions')
    .where('id', '=', id)
    .select(['currentStudents', 'maxStudents'])
    .executeTakeFirstOrThrow()

const agreementOf = async (asked: ReturnType<typeof add>) => {
  const answer = await asked
  if (answer.ok || answer.reason !== 'session_full') throw new Error('The session was not full.')
  return answer.agreement
}

test('somebody is added without a contact, with a price, a note and the money', async ({ db }) => {
  const session = await aSession(db)
  const added = await add(db, session, {
    spots: 2,
    priceMinor: 900,
    isPaid: true,
    notes: 'Pays in cash',
  })
  expect(added).toMatchObject({ ok: true, aboveLimit: null })
  const purchase = await db.selectFrom('purchases').selectAll().executeTakeFirstOrThrow()
  expect(purchase).toMatchObject({
    source: 'vendor',
    customerName: 'Hanna Hand',
    customerEmail: null,
    customerPhone: null,
    bookingMethod: null,
  })
  const rows = await db
    .selectFrom('bookings as b')
    .innerJoinLateral(moneyOfBooking, (join) => join.onTrue())
    .select(['b.status', 'b.priceMinor', 'm.paymentStatus', 'b.notes'])
    .execute()
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
  expect(Number(rows[0]?.priceMinor)).toBe(900)
  expect(rows[0]?.notes).toBe('Pays in cash')
  const payments = await db
    .selectFrom('payments as p')
    .innerJoin('paymentGroups as t', 't.id', 'p.groupId')
    .select(['p.amountMinor', 'p.recordedBy', 't.amountMinor as together'])
    .execute()
  expect(payments.map(({ together }) => Number(together))).toEqual([1800, 1800])
  expect(payments.map(({ amountMinor }) => Number(amountMinor))).toEqual([900, 900])
  expect(payments[0]?.recordedBy).toBe(session.class.vendor.userId)
  expect(await seatsOf(db, session)).toEqual({ currentStudents: 2, maxStudents: 10 })
})

test('another vendor’s session is not found', async ({ db }) => {
  const session = await aSession(db)
  const other = await aVendor(db)
  const asked = addBooking(
    db,
    { vendorId: other.id, userId: other.userId, country: 'DE' },
    formFor(session),
  )
  expect(await asked).toEqual({ ok: false, reason: 'not_found' })
  expect(await seatsOf(db, session)).toMatchObject({ currentStudents: 0 })
})

test('the same form sent again adds nobody, also with the agreement it needed', async ({ db }) => {
  const session = await aSession(db, { capacity: 1 })
  const formKey = crypto.randomUUID()
  const first = await add(db, session, { formKey })
  expect(await add(db, session, { formKey })).toEqual(first)
  const agreed = await agreementOf(add(db, session, { customerName: 'Second' }))
  const second = { formKey: crypto.randomUUID(), customerName: 'Second', agreed }
  const raised = await add(db, session, second)
  expect(raised.ok).toBe(true)
  expect(await add(db, session, second)).toEqual(raised)
  const { agreed: _agreed, ...withoutIt } = second
  expect(await add(db, session, withoutIt)).toEqual(raised)
  expect(await seatsOf(db, session)).toEqual({ currentStudents: 2, maxStudents: 2 })
})

test('sent again after its booking has changed, the form adds nobody and says so', async ({
  db,
}) => {
  const session = await aSession(db)
  const formKey = crypto.randomUUID()
  const first = await add(db, session, { formKey, spots: 2 })
  if (!first.ok) throw new Error(first.reason)
  expect(first.hasChanged).toBe(false)
  const again = () => add(db, session, { formKey, spots: 2 })
  expect(await again()).toEqual(first)
  const { vendor } = session.class
  const spots = await db.selectFrom('bookings').orderBy('id').select('id').execute()
  const [one = '', other = ''] = spots.map(({ id }) => id)
  const elsewhere = await aSession(db, { class: session.class })
  await db.updateTable('bookings').set({ sessionId: elsewhere.id }).where('id', '=', one).execute()
  expect(await again()).toEqual({ ...first, hasChanged: true })
  await db.updateTable('bookings').set({ sessionId: session.id }).where('id', '=', one).execute()
  expect(await again()).toEqual(first)
  await cancelByVendor(db, vendor.id, [other])
  expect(await again()).toEqual({ ...first, hasChanged: true })
  await cancelByVendor(db, vendor.id, [one])
  expect(await again()).toEqual({ ...first, hasChanged: true })
  expect(await seatsOf(db, session)).toMatchObject({ currentStudents: 0 })
  const added = await add(db, session, { formKey: crypto.randomUUID(), spots: 2 })
  expect(added).toMatchObject({ ok: true, hasChanged: false })
})

test('a full session asks first, then grows by exactly what was agreed to, and the log says so', async ({
  db,
}) => {
  const session = await aSession(db, { capacity: 2 })
  await aBooking(db, { session, spots: 2 })
  const asked = await add(db, session, { spots: 2 })
  expect(asked).toMatchObject({ reason: 'session_full', taken: 2, capacity: 2, needed: 4 })
  const agreed = await agreementOf(add(db, session, { spots: 2 }))
  // Agreed to two people, not to three.
  expect(await add(db, session, { spots: 3, agreed })).toMatchObject({ reason: 'session_full' })
  expect(await add(db, session, { spots: 2, agreed })).toMatchObject({ ok: true })
  expect(await seatsOf(db, session)).toEqual({ currentStudents: 4, maxStudents: 4 })
  const log = await db
    .selectFrom('auditLog')
    .where('action', '=', 'session.capacity_raised')
    .select(['details', 'subjectId'])
    .execute()
  expect(log).toEqual([{ details: { from: 2, to: 4 }, subjectId: session.id }])
})

test('an agreement raises nothing if there is room again', async ({ db }) => {
  const session = await aSession(db, { capacity: 1 })
  const { bookingIds } = await aBooking(db, { session, status: 'pending' })
  const agreed = await agreementOf(add(db, session))
  await db
    .updateTable('bookings')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where('id', 'in', bookingIds)
    .execute()
  // The overdue request gives its seat back before anybody is asked.
  expect(await add(db, session)).toMatchObject({ ok: true })
  expect(await add(db, session, { agreed })).toMatchObject({ ok: true })
  expect(await seatsOf(db, session)).toEqual({ currentStudents: 2, maxStudents: 2 })
})

test('the last spot goes to a rival while the form waits: the vendor is asked, and nothing is raised', async ({
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 1 })
  const rival = await holdLock(
    databaseUrl,
    'update class_sessions set current_students = 1 where id = $1',
    [session.id],
  )
  const waiting = add(db, session)
  await waitForWaiter(db)
  await rival.commit()
  expect(await waiting).toMatchObject({ reason: 'session_full', taken: 1, capacity: 1 })
  expect(await seatsOf(db, session)).toMatchObject({ maxStudents: 1 })
  await db.updateTable('classSessions').set({ currentStudents: 0 }).execute()
})

test('of two vendors who agree to the same number, the second is asked again', async ({
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 1 })
  await aBooking(db, { session })
  const agreed = await agreementOf(add(db, session))
  const lock = await holdLock(
    databaseUrl,
    'select from class_sessions where id = $1 for no key update',
    [session.id],
  )
  const both = [
    add(db, session, { agreed, customerName: 'One' }),
    add(db, session, { agreed, customerName: 'Other' }),
  ]
  await waitForWaiter(db, 2)
  await lock.commit()
  const answers = await Promise.all(both)
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'session_full', taken: 2 })
  expect(await seatsOf(db, session)).toEqual({ currentStudents: 2, maxStudents: 2 })
})

test('limits per contact do not bind the vendor, but they are said and bind the customer', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const contact = 'carla@example.com'
  expect(await add(db, session, { contact, spots: 4 })).toMatchObject({ aboveLimit: null })
  expect(await add(db, session, { contact })).toMatchObject({
    aboveLimit: { onSession: 5, upcoming: 5 },
  })
  expect(await book(deps, session.id, contact)).toMatchObject({ reason: 'contact_limit' })
})

test('a past visit is recorded and tells nobody, a cancelled session takes nobody', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const past = await aSession(db, { startsAt: onDay(-3) })
  expect(await add(db, past, { contact: 'carla@example.com' })).toMatchObject({ ok: true })
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  expect(mails).toEqual([])
  const cancelled = await aSession(db)
  await db
    .updateTable('classSessions')
    .set({ status: 'cancelled' })
    .where('id', '=', cancelled.id)
    .execute()
  expect(await add(db, cancelled)).toEqual({ ok: false, reason: 'session_cancelled' })
})

test('a class that confirms by hand: confirmed at once, or a request that expires', async ({
  db,
}) => {
  const session = await aSession(db, { class: await aClass(db, { confirmationMode: 'manual' }) })
  await add(db, session)
  await add(db, session, { isRequest: true })
  const rows = await db
    .selectFrom('bookings')
    .orderBy('status')
    .select(['status', 'expiresAt'])
    .execute()
  expect(rows.map(({ status, expiresAt }) => [status, expiresAt !== null])).toEqual([
    ['confirmed', false],
    ['pending', true],
  ])
})

test('the customer gets an email if that is wanted, and the vendor none', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const mailer = keepMails()
  await add(db, session, { contact: 'told@example.com' })
  await add(db, session, { contact: 'quiet@example.com', tells: false })
  await add(db, session)
  await add(db, session, { contact: '0151 12345678' })
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual(['told@example.com'])
  // Who gave a phone number has just spoken to the vendor: nobody has to be called.
  expect(await listUnreachedPeople(db, session.class.vendor.id)).toEqual([])
})

test('a customer whom the vendor knows is written to in the customer’s own language, others in the vendor’s', async ({
  db,
}) => {
  const session = await aSession(db)
  await aBooking(db, { session, customer: { email: 'olga@example.com', language: 'ru' } })
  for (const contact of ['olga@example.com', 'olga@example.com', 'new@example.com'])
    await add(db, session, { contact })
  const added = await db
    .selectFrom('purchases')
    .where('source', '=', 'vendor')
    .orderBy('createdAt')
    .select('language')
    .execute()
  expect(added.map(({ language }) => language)).toEqual(['ru', 'ru', 'en'])
})

test('a customer who was added silently knows of the request, and hears that it was rejected or has expired', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, { class: await aClass(db, { confirmationMode: 'manual' }) })
  const { vendor } = session.class
  const asked = { isRequest: true }
  const addBoth = async (told: string, quiet: string) => {
    await add(db, session, { ...asked, contact: told })
    await add(db, session, { ...asked, contact: quiet, tells: false })
    await work(databaseUrl, deps, keepMails())
  }
  const mailer = keepMails()
  await addBoth('told@example.com', 'quiet@example.com')
  const bookingIds = (await db.selectFrom('bookings').select('id').execute()).map(({ id }) => id)
  expect(await rejectRequest(db, { vendorId: vendor.id, bookingIds })).toMatchObject({ ok: true })
  await work(databaseUrl, deps, mailer)
  await addBoth('also-told@example.com', 'also-quiet@example.com')
  await db
    .updateTable('bookings')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .where('status', '=', 'pending')
    .execute()
  expect(await expireOverdueBookings(db)).toBe(2)
  await work(databaseUrl, deps, mailer)
  const customers = mailer.mails.map(({ to }) => to).filter((to) => to !== vendor.email)
  expect(customers.toSorted()).toEqual([
    'also-quiet@example.com',
    'also-told@example.com',
    'quiet@example.com',
    'told@example.com',
  ])
})

test('the mails of a request by hand ask for no money: the vendor has spoken to the customer', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, { class: await aClass(db, { confirmationMode: 'manual' }) })
  const { vendor } = session.class
  await add(db, session, { isRequest: true, isPaid: true, contact: 'carla@example.com' })
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  const bookingIds = (await db.selectFrom('bookings').select('id').execute()).map(({ id }) => id)
  expect(await confirmRequest(db, { vendorId: vendor.id, bookingIds })).toMatchObject({ ok: true })
  await work(databaseUrl, deps, mailer)
  const toCustomer = mailer.mails.filter(({ to }) => to === 'carla@example.com')
  expect(toCustomer).toHaveLength(2)
  for (const { text } of toCustomer) expect(text).not.toContain('directly')
})

test('a contact that cannot be read is refused', async ({ db }) => {
  const session = await aSession(db)
  expect(await add(db, session, { contact: 'carla@' })).toEqual({
    ok: false,
    reason: 'contact_invalid',
  })
  expect(await add(db, session, { contact: '0151' })).toEqual({
    ok: false,
    reason: 'phone_short',
  })
})

test('the sessions to add to are the vendor’s own, without cancelled ones and slots that are taken', async ({
  db,
}) => {
  const own = await aSession(db, { startsAt: onDay(3) })
  const { vendor } = own.class
  await aSession(db, { startsAt: onDay(4) })
  await aSession(db, { class: own.class, startsAt: onDay(5), status: 'cancelled' })
  const court = await aFacility(db, { vendor })
  const slot = (startsAt: Date) =>
    aSession(db, { class: court, startsAt, isSlot: true, maxStudents: 1 })
  const free = await slot(onDay(6))
  await aBooking(db, { session: await slot(onDay(7)), people: 2 })
  const listed = await listSessionsToAddTo(db, { vendorId: vendor.id, from: '2000-01-01' })
  expect(listed.map(({ id }) => id)).toEqual([own.id, free.id])
})
