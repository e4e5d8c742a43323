import { keepMails, work } from '#tests/support/jobs.ts'
import { book } from '#tests/support/book.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { aSeries, order } from '#tests/support/series.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { findBlockable, listBlocked, listUpcomingOf } from '../queries/blocked.ts'
import { bookBundle } from './book-bundle.ts'
import { bookSession } from './book-session.ts'
import { agreementToCancel, blockContact, unblockContact } from './block-contact.ts'
import { cancelByVendor } from './cancel-bookings.ts'

async function aBlockable(db: Db) {
  const vendor = await aVendor(db)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const customer = { name: 'Fay Fake', email: 'fay.fake@gmail.com', phone: '+4915112345678' }
  const { bookingIds } = await aBooking(db, { session, customer })
  return {
    session,
    member: { vendorId: vendor.id, userId: vendor.userId },
    bookingId: bookingIds[0] ?? '',
  }
}

/** What a block of the person with this booking would cancel. */
async function listUpcoming(db: Db, of: { vendorId: VendorId; bookingId: string }) {
  return listUpcomingOf(db, (await findBlockable(db, of))?.contactId ?? null)
}

type ByContact = { phone: string | null; email: string | null }

const listed = async (db: Db, vendorId: VendorId) =>
  (await listBlocked(db, vendorId, { cursor: null, limit: 50 })).items

const bookBy = (deps: Deps, { id }: { id: string }, contact: ByContact, key: string) =>
  bookSession(deps, {
    sessionId: id,
    spots: 1,
    name: 'Fay',
    contact,
    idempotencyKey: key,
    source: 'api',
    accepted: [],
    language: 'en',
    network: null,
  })

test('the email of the purchase is refused like a used-up limit, in any spelling, at this vendor only', async ({
  db,
  deps,
}) => {
  const { session, member, bookingId } = await aBlockable(db)
  const blocked = await blockContact(db, member, { bookingId, cancels: null })
  expect(blocked).toEqual({ ok: true, name: 'Fay Fake', cancelled: 0 })
  const limit = { ok: false, reason: 'contact_limit', spotsLeft: 0, retryAfterSeconds: 0 }
  for (const email of ['fay.fake@gmail.com', 'f.a.y.fake+x@googlemail.com', 'fayfake@gmail.com'])
    expect(await book(deps, session.id, email)).toEqual(limit)
  expect(await book(deps, session.id, 'else@example.com')).toMatchObject({ ok: true })
  const elsewhere = await aSession(db)
  expect(await book(deps, elsewhere.id, 'fayfake@gmail.com')).toMatchObject({ ok: true })
})

test('a phone beside an email is neither blocked nor does it cancel: anybody can type a stranger’s', async ({
  db,
  deps,
}) => {
  const { session, member, bookingId } = await aBlockable(db)
  const phone = '+4915112345678'
  const victim = await aBooking(db, { session, customer: { email: null, phone } })
  const upcoming = await listUpcoming(db, { ...member, bookingId })
  expect(upcoming.map(({ id }) => id)).toEqual([bookingId])
  const block = { bookingId, cancels: agreementToCancel(upcoming) }
  expect(await blockContact(db, member, block)).toMatchObject({ ok: true, cancelled: 1 })
  const byPhone = (key: string) => bookBy(deps, session, { phone, email: null }, key)
  expect(await byPhone('first')).toMatchObject({ ok: true })
  const ofVictim = { bookingId: victim.bookingIds[0] ?? '', cancels: null }
  expect(await blockContact(db, member, ofVictim)).toMatchObject({ ok: true })
  expect(await byPhone('second')).toMatchObject({ ok: false, reason: 'contact_limit' })
  expect(await book(deps, session.id, 'new@example.com', { phone })).toMatchObject({ ok: true })
})

test('whatever else refuses a booking is said first, so nothing reveals the block', async ({
  db,
  deps,
}) => {
  const { session, member, bookingId } = await aBlockable(db)
  await blockContact(db, member, { bookingId, cancels: null })
  await db.updateTable('classSessions').set({ maxStudents: 1 }).execute()
  const ask = (email: string) => book(deps, session.id, email)
  expect(await ask('fayfake@gmail.com')).toEqual(await ask('else@example.com'))
})

test('a bundle is refused too', async ({ db, deps }) => {
  const { sessions, bundle } = await aSeries(db)
  const [session] = sessions
  if (!session) throw new Error('There is no session.')
  const { vendor } = session.class
  const first = await aBooking(db, { session, customer: { email: 'fay@example.com' } })
  await blockContact(
    db,
    { vendorId: vendor.id, userId: vendor.userId },
    { bookingId: first.bookingIds[0] ?? '', cancels: null },
  )
  const asked = order(bundle, [session], { leaveRest: true, contact: 'fay@example.com' })
  expect(await bookBundle(deps, asked)).toMatchObject({ ok: false, reason: 'contact_limit' })
})

test('fake bookings are cancelled together, without an email to the owner of the address', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { session, member, bookingId } = await aBlockable(db)
  await aBooking(db, { session, spots: 2, customer: { email: 'fayfake@gmail.com' } })
  await aBooking(db, { session, customer: { email: 'else@example.com' } })
  const block = (cancels: string) => blockContact(db, member, { bookingId, cancels })
  const changed = { ok: false, reason: 'changed' }
  expect(await block('')).toEqual(changed)
  expect(await listed(db, member.vendorId)).toEqual([])
  const shown = agreementToCancel(await listUpcoming(db, { ...member, bookingId }))
  expect(await block(shown)).toEqual({ ok: true, name: 'Fay Fake', cancelled: 3 })
  const { currentStudents } = await db
    .selectFrom('classSessions')
    .select('currentStudents')
    .executeTakeFirstOrThrow()
  expect(currentStudents).toBe(1)
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toEqual([])
})

test('as many bookings as the page named, but other ones, are not cancelled', async ({ db }) => {
  const { session, member, bookingId } = await aBlockable(db)
  const contact = { name: 'Fay', email: 'fayfake@gmail.com' }
  const first = await aBooking(db, { session, customer: contact })
  const cancels = agreementToCancel(await listUpcoming(db, { ...member, bookingId }))
  expect(await cancelByVendor(db, member.vendorId, first.bookingIds)).toMatchObject({ ok: true })
  await aBooking(db, { session, customer: contact })
  expect(await blockContact(db, member, { bookingId, cancels })).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await listed(db, member.vendorId)).toEqual([])
  const now = agreementToCancel(await listUpcoming(db, { ...member, bookingId }))
  expect(await blockContact(db, member, { bookingId, cancels: now })).toMatchObject({
    cancelled: 2,
  })
})

test('a booking in progress ends before the block, and is counted', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { session, member, bookingId } = await aBlockable(db)
  const lock = await holdLock(
    databaseUrl,
    'select from class_sessions where id = $1 for no key update',
    [session.id],
  )
  const cancels = agreementToCancel(await listUpcoming(db, { ...member, bookingId }))
  const booking = book(deps, session.id, 'fayfake@gmail.com')
  await waitForWaiter(db)
  const blocking = blockContact(db, member, { bookingId, cancels })
  await waitForWaiter(db, 2)
  await lock.commit()
  expect(await booking).toMatchObject({ ok: true })
  expect(await blocking).toEqual({ ok: false, reason: 'changed' })
})

test('a booking that waits for the block is refused', async ({ db, deps, databaseUrl }) => {
  const { session, member } = await aBlockable(db)
  const block = await holdLock(
    databaseUrl,
    `update contacts set blocked_at = now() where vendor_id = $1`,
    [member.vendorId],
  )
  const booking = book(deps, session.id, 'fayfake@gmail.com')
  await waitForWaiter(db)
  await block.commit()
  expect(await booking).toMatchObject({ ok: false, reason: 'contact_limit' })
})

test('unblocked together, once, and only by this vendor', async ({ db, deps }) => {
  const { session, member, bookingId } = await aBlockable(db)
  await blockContact(db, member, { bookingId, cancels: null })
  await blockContact(db, member, { bookingId, cancels: null })
  const [person, ...more] = await listed(db, member.vendorId)
  expect(more).toEqual([])
  expect(person).toMatchObject({
    name: 'Fay Fake',
    addresses: ['fay.fake@gmail.com'],
  })
  const other = await aVendor(db)
  const foreign = { vendorId: other.id, userId: other.userId }
  const contactId = person?.id ?? ''
  const notFound = { ok: false, reason: 'not_found' }
  expect(await unblockContact(db, foreign, contactId)).toEqual(notFound)
  expect(await blockContact(db, foreign, { bookingId, cancels: null })).toEqual(notFound)
  expect(await unblockContact(db, member, contactId)).toEqual({
    ok: true,
    name: 'Fay Fake',
  })
  expect(await unblockContact(db, member, contactId)).toEqual(notFound)
  expect(await book(deps, session.id, 'fayfake@gmail.com')).toMatchObject({ ok: true })
})

test('everybody who is blocked is listed, page by page, also those blocked at the same moment', async ({
  db,
}) => {
  const { vendor } = (await aBlockable(db)).session.class
  const blocked = Array.from({ length: 7 }, (_, nth) => ({
    vendorId: vendor.id,
    name: `Fay ${nth}`,
    blockedAt: new Date(2026, 0, 1 + Math.floor(nth / 3)),
  }))
  await db.insertInto('contacts').values(blocked).execute()
  const seen: { name: string; blockedAt: Date }[] = []
  let cursor: string | null = null
  do {
    const page = await listBlocked(db, vendor.id, { cursor, limit: 2 })
    expect(page.items.length).toBeGreaterThan(0)
    seen.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  const names = seen.map(({ name }) => name)
  expect(names.toSorted()).toEqual(blocked.map(({ name }) => name))
  expect(names[0]).toBe('Fay 6')
  const times = seen.map(({ blockedAt }) => blockedAt.getTime())
  expect(times).toEqual(times.toSorted((one, other) => other - one))
})
