import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import { cancelByCustomer, cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { confirmRequest, rejectRequest } from '#core/bookings/commands/answer-request.ts'
import { bookSession } from '#core/bookings/commands/book-session.ts'
import { expireOverdueBookings } from '#core/bookings/commands/expire-bookings.ts'
import { changeSession } from '#core/schedule/commands/change-session.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addMinutes } from '#core/shared/time.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { allOf, linkTo } from '#tests/support/links.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { deliver, hurry, keepMails, work } from '#tests/support/jobs.ts'
import { knowing, tell } from '#tests/support/told.ts'

const keep = keepMails()

/** What the mails said, by their readers. */
async function heard(deps: Deps) {
  const rows = await deps.db
    .selectFrom('messages')
    .select(['audience', 'kind', 'status', sql<{ letters?: string[] }>`facts`.as('facts')])
    .execute()
  return rows
    .map(({ audience, kind, status, facts }) =>
      [audience, ...(status === 'sent' ? (facts.letters ?? [kind]) : [kind, status])].join(' '),
    )
    .toSorted()
}

const book = (deps: Deps, sessionId: string, contact: string) =>
  bookSession(deps, {
    sessionId,
    spots: 2,
    name: 'Carla',
    contact,
    idempotencyKey: randomUUID(),
    source: 'public',
    accepted: [],
    language: 'en',
    network: null,
  })

test('a new booking notifies the customer and the vendor', async ({ deps, db, databaseUrl }) => {
  const session = await aSession(db)
  await book(deps, session.id, 'carla@example.com')
  await work(databaseUrl, deps, keep)
  expect(await heard(deps)).toEqual(['customer booking.confirmed', 'vendor booking.confirmed'])
  const messages = await db.selectFrom('messages').select('recipient').execute()
  expect(messages.map(({ recipient }) => recipient).toSorted()).toEqual(
    ['carla@example.com', session.class.vendor.email].toSorted(),
  )
})

test('the email about a new booking leads the vendor to the booking', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  await book(deps, session.id, 'carla@example.com')
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  const bookings = await db.selectFrom('bookings').select('id').execute()
  const mail = mailer.mails.find(({ to }) => to !== 'carla@example.com')
  const [, bookingId] = /\/dashboard\/bookings\/([\w-]+)/.exec(mail?.text ?? '') ?? []
  expect(bookings.map(({ id }) => id)).toContain(bookingId)
})

test('a request, its answer and its end send messages', async ({ deps, db, databaseUrl }) => {
  const session = await aSession(db, { class: await aClass(db, { confirmationMode: 'manual' }) })
  for (const n of [1, 2, 3]) await book(deps, session.id, `carla${n}@example.com`)
  await work(databaseUrl, deps, keep)
  const purchases = await db.selectFrom('purchases').orderBy('customerEmail').select('id').execute()
  await confirmRequest(db, await allOf(db, purchases[0]?.id ?? ''))
  await rejectRequest(db, await allOf(db, purchases[1]?.id ?? ''))
  await db
    .updateTable('bookings')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .where('status', '=', 'pending')
    .execute()
  expect(await expireOverdueBookings(db)).toBe(2)
  await work(databaseUrl, deps, keep)
  expect(await heard(deps)).toEqual([
    'customer booking.approved',
    'customer booking.expired',
    'customer booking.rejected',
    ...Array(3).fill('customer booking.requested'),
    'vendor booking.expired',
    ...Array(3).fill('vendor booking.requested'),
  ])
})

test('a request that is answered before its first email sends its answer, and nothing to the vendor', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { class: await aClass(db, { confirmationMode: 'manual' }) })
  await book(deps, session.id, 'carla@example.com')
  const { id } = await db.selectFrom('purchases').select('id').executeTakeFirstOrThrow()
  await rejectRequest(db, await allOf(db, id))
  await work(databaseUrl, deps, keep)
  expect(await heard(deps)).toEqual(['customer booking.rejected'])
})

test('customers’ actions notify both sides, vendors’ actions only the customer', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const other = await aSession(db, { class: session.class })
  const first = await aBooking(db, { session, spots: 2 })
  const second = await aBooking(db, { session })
  const third = await aBooking(db, { session: other })
  for (const { purchaseId } of [first, second, third]) await knowing(db, purchaseId)
  await moveByCustomer(db, linkTo(first.purchaseId), first.bookingIds, other.id)
  await work(databaseUrl, deps, keep)
  await cancelByCustomer(db, linkTo(first.purchaseId), null)
  await cancelByVendor(db, session.class.vendor.id, second.bookingIds)
  await cancelSession(db, { vendorId: session.class.vendor.id, sessionId: other.id }, new Date())
  await work(databaseUrl, deps, keep)
  expect(await heard(deps)).toEqual([
    'customer booking.cancelled',
    'customer booking.cancelled',
    'customer booking.moved',
    'customer session.cancelled',
    'vendor booking.cancelled',
    'vendor booking.moved',
  ])
  const told = await db
    .selectFrom('messages')
    .where(sql<boolean>`facts->'letters' ? 'session.cancelled'`)
    .select('purchaseId')
    .execute()
  expect(told).toEqual([{ purchaseId: third.purchaseId }])
})

test('a changed session notifies everyone who had a spot before the change, once', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const early = await aBooking(db, { session, spots: 2 })
  const sameAddress = await aBooking(db, { session, customer: { email: 'twice@example.com' } })
  const again = await aBooking(db, { session, customer: { email: 'twice@example.com' } })
  await aBooking(db, { session, status: 'cancelled' })
  for (const { purchaseId } of [early, sameAddress, again]) await knowing(db, purchaseId)
  const { sessionDate } = await db
    .selectFrom('classSessions')
    .where('id', '=', session.id)
    .select('sessionDate')
    .executeTakeFirstOrThrow()
  const form = {
    date: sessionDate,
    startTime: '07:15',
    durationMinutes: 60,
    maxStudents: 10,
    placeKind: 'address',
    location: 'Elsewhere 2',
    onlineUrl: '',
  } as const
  expect(
    await agreeing(form, (typed) =>
      changeSession(
        db,
        { vendorId: session.class.vendor.id, sessionId: session.id },
        typed,
        new Date(),
      ),
    ),
  ).toMatchObject({ ok: true })
  // People who booked later know the new time.
  await knowing(db, (await aBooking(db, { session })).purchaseId)
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(await heard(deps)).toEqual(Array(3).fill('customer booking.session_changed'))
  const told = await db.selectFrom('messages').select('purchaseId').execute()
  expect(new Set(told.map(({ purchaseId }) => purchaseId))).toEqual(
    new Set([early.purchaseId, sameAddress.purchaseId, again.purchaseId]),
  )

  await deliver(deps, 'session.changed', { sessionIds: [session.id] })
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toHaveLength(3)
})

test('a customer without an email address is listed as not reached', async ({
  deps,
  db,
  databaseUrl,
}) => {
  await aBooking(db, {
    session: await aSession(db),
    customer: { email: null, phone: '+4915112345678' },
  }).then((booking) => tell(db, 'approved', booking))
  await work(databaseUrl, deps, keep)
  expect(
    await db
      .selectFrom('messages')
      .select(['channel', 'status', 'recipient', 'attempts'])
      .execute(),
  ).toEqual([{ channel: 'none', status: 'no_channel', recipient: '+4915112345678', attempts: 0 }])
})

test('delivering the same event twice writes and sends nothing twice', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { purchaseId, bookingIds } = await aBooking(db)
  const eventId = randomUUID()
  const mailer = keepMails()
  const again = () => deliver(deps, 'booking.confirmed', { purchaseId, bookingIds }, eventId)
  await again()
  await again()
  await work(databaseUrl, deps, mailer)
  await again()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toHaveLength(2)
})

test('an account gets only necessary mails', async ({ deps, db, databaseUrl }) => {
  const tell = (kind: string, payload: Record<string, unknown>) =>
    db
      .insertInto('outbox')
      .values({ kind, payload: JSON.stringify(payload) })
      .execute()
  const { userId, email } = await aVendor(db)
  await tell('account.verification_requested', { userId })
  await tell('account.confirmation_resend', { email })
  await tell('account.confirmation_resend', { email: 'nobody@example.com' })
  await tell('account.reset_requested', { email: 'nobody@example.com' })
  await work(databaseUrl, deps, keep)
  expect(await heard(deps)).toEqual([])

  await db.insertInto('users').values({ name: 'New', email: 'new@example.com' }).execute()
  await tell('account.confirmation_resend', { email: 'New@example.com' })
  await tell('account.reset_requested', { email })
  await work(databaseUrl, deps, keep)
  expect(await heard(deps)).toEqual([
    'account account.password_reset',
    'account account.verification',
    'account account.verification',
  ])
  const facts = await db.selectFrom('messages').select('facts').execute()
  expect(facts.every((row) => JSON.stringify(row.facts) === '{}')).toBe(true)
})
