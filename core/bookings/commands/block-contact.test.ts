import { keepMails, work } from '#tests/support/jobs.ts'
import { book } from '#tests/support/book.ts'
import { edit, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { aSeries, order } from '#tests/support/series.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { editFields, findEditable } from '../queries/editable-booking.ts'
import type { ShownSpot } from '../rules.ts'
import { listBlocked, listUpcomingOf } from '../queries/blocked.ts'
import { rejectRequest } from './answer-request.ts'
import { bookBundle } from './book-bundle.ts'
import { bookSession } from './book-session.ts'
import { agreementToCancel, blockContact, unblockContact } from './block-contact.ts'
import { cancelByVendor } from './cancel-bookings.ts'
import { editBooking } from './edit-booking.ts'

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

const fay = ({ vendorId }: { vendorId: VendorId }) => ({
  vendorId,
  email: 'fay.fake@gmail.com',
  phone: '+4915112345678',
})

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
    address: null,
  })

test('the email of the purchase is refused like a used-up limit, in any spelling, at this vendor only', async ({
  db,
  deps,
}) => {
  const { session, member, bookingId } = await aBlockable(db)
  const blocked = await blockContact(db, member, { bookingId, tokenRotation: 0, cancels: null })
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
  const upcoming = await listUpcomingOf(db, fay(member))
  expect(upcoming.map(({ id }) => id)).toEqual([bookingId])
  const block = { bookingId, tokenRotation: 0, cancels: agreementToCancel(upcoming) }
  expect(await blockContact(db, member, block)).toMatchObject({ ok: true, cancelled: 1 })
  const byPhone = (key: string) => bookBy(deps, session, { phone, email: null }, key)
  expect(await byPhone('first')).toMatchObject({ ok: true })
  const ofVictim = { bookingId: victim.bookingIds[0] ?? '', tokenRotation: 0, cancels: null }
  expect(await blockContact(db, member, ofVictim)).toMatchObject({ ok: true })
  expect(await byPhone('second')).toMatchObject({ ok: false, reason: 'contact_limit' })
  expect(await book(deps, session.id, 'new@example.com', { phone })).toMatchObject({ ok: true })
})

test('whatever else refuses a booking is said first, so nothing reveals the block', async ({
  db,
  deps,
}) => {
  const { session, member, bookingId } = await aBlockable(db)
  await blockContact(db, member, { bookingId, tokenRotation: 0, cancels: null })
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
    { bookingId: first.bookingIds[0] ?? '', tokenRotation: 0, cancels: null },
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
  const block = (cancels: string) =>
    blockContact(db, member, { bookingId, tokenRotation: 0, cancels })
  const changed = { ok: false, reason: 'changed' }
  expect(await block('')).toEqual(changed)
  expect(await listed(db, member.vendorId)).toEqual([])
  const shown = agreementToCancel(await listUpcomingOf(db, fay(member)))
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
  const cancels = agreementToCancel(await listUpcomingOf(db, fay(member)))
  expect(await cancelByVendor(db, member.vendorId, first.bookingIds)).toMatchObject({ ok: true })
  await aBooking(db, { session, customer: contact })
  expect(await blockContact(db, member, { bookingId, tokenRotation: 0, cancels })).toEqual({
    ok: false,
    reason: 'changed',
  })
  expect(await listed(db, member.vendorId)).toEqual([])
  const now = agreementToCancel(await listUpcomingOf(db, fay(member)))
  expect(
    await blockContact(db, member, { bookingId, tokenRotation: 0, cancels: now }),
  ).toMatchObject({
    cancelled: 2,
  })
})

test('the next owner of a purchase is not blocked by a page that named the former one', async ({
  db,
}) => {
  const { session, member, bookingId } = await aBlockable(db)
  const cancels = agreementToCancel(await listUpcomingOf(db, fay(member)))
  const nora = { customerName: 'Nora New', customerEmail: 'nora@example.com', customerPhone: '' }
  expect(await editBooking(db, member, bookingId, edit(session.id, nora))).toEqual({ ok: true })
  for (const agreed of [cancels, null])
    expect(
      await blockContact(db, member, { bookingId, tokenRotation: 0, cancels: agreed }),
    ).toEqual({
      ok: false,
      reason: 'changed',
    })
  expect(await listed(db, member.vendorId)).toEqual([])
  const blocked = await blockContact(db, member, { bookingId, tokenRotation: 1, cancels })
  expect(blocked).toEqual({ ok: true, name: 'Nora New', cancelled: 1 })
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
  const cancels = agreementToCancel(await listUpcomingOf(db, fay(member)))
  const booking = book(deps, session.id, 'fayfake@gmail.com')
  await waitForWaiter(db)
  const blocking = blockContact(db, member, { bookingId, tokenRotation: 0, cancels })
  await waitForWaiter(db, 2)
  await lock.commit()
  expect(await booking).toMatchObject({ ok: true })
  expect(await blocking).toEqual({ ok: false, reason: 'changed' })
})

/** A second purchase of Fay, which another member is about to give to Hanna: the edit waits for the row held in `lockOn`. */
async function givenToHanna(
  { db, databaseUrl }: { db: Db; databaseUrl: string },
  { member, session }: Pick<Awaited<ReturnType<typeof aBlockable>>, 'member' | 'session'>,
  lockOn: 'booking_groups' | 'bookings',
) {
  const inSession = {
    session: await aSession(db, { class: session.class, startsAt: minutes(5000) }),
  }
  const second = await aBooking(db, { ...inSession, customer: fay(member) })
  const [upcoming = ''] = second.bookingIds
  // One that is over, in a session that nobody else has to lock.
  const over = await aSession(db, { class: session.class, startsAt: minutes(-5000) })
  const [past = ''] = (await aBooking(db, { session: over, status: 'completed' })).bookingIds
  await db.updateTable('bookings').set({ groupId: second.groupId }).where('id', '=', past).execute()
  const edited = lockOn === 'bookings' ? past : upcoming
  const editable = await findEditable(db, { vendorId: member.vendorId, bookingId: edited })
  if (!editable) throw new Error('The booking cannot be edited.')
  const shown = editFields(editable)
  const lock = await holdLock(
    databaseUrl,
    `select from ${lockOn} where id = $1 for no key update`,
    [lockOn === 'bookings' ? past : second.groupId],
  )
  const typed = { ...shown, customerName: 'Hanna', customerEmail: 'hanna@example.com' }
  const editing = editBooking(db, member, edited, { shown, typed })
  await waitForWaiter(db)
  return { upcoming, sessionId: inSession.session.id, editing, commit: lock.commit }
}

for (const lockOn of ['booking_groups', 'bookings'] as const)
  test(`a block does not cancel what somebody else is just given, while ${lockOn} are locked`, async ({
    db,
    databaseUrl,
  }) => {
    const blockable = await aBlockable(db)
    const { member, bookingId } = blockable
    const hanna = await givenToHanna({ db, databaseUrl }, blockable, lockOn)
    const cancels = agreementToCancel(await listUpcomingOf(db, fay(member)))
    const blocking = blockContact(db, member, { bookingId, tokenRotation: 0, cancels })
    await Promise.race([blocking, waitForWaiter(db, 2)])
    await hanna.commit()
    expect(await hanna.editing).toEqual({ ok: true })
    expect(await blocking).toEqual({ ok: false, reason: 'changed' })
    const held = await db
      .selectFrom('bookings')
      .where('status', '=', 'confirmed')
      .select('id')
      .execute()
    expect(held).toHaveLength(2)
  })

test('the vendor can neither cancel nor answer a booking that is being transferred to somebody else', async ({
  db,
  databaseUrl,
}) => {
  const blockable = await aBlockable(db)
  const { vendorId } = blockable.member
  for (const act of [
    (spot: ShownSpot) => cancelByVendor(db, vendorId, [spot.bookingId], [spot]),
    (spot: ShownSpot) =>
      rejectRequest(db, { vendorId, bookingIds: [spot.bookingId], shown: [spot] }),
  ]) {
    const hanna = await givenToHanna({ db, databaseUrl }, blockable, 'bookings')
    const { upcoming: id, sessionId } = hanna
    const shown = { bookingId: id, sessionId, tokenRotation: 0, isHeld: true }
    const acting = act({ ...shown, isFree: true, paidMinor: null })
    await Promise.race([acting, waitForWaiter(db, 2)])
    await hanna.commit()
    expect(await hanna.editing).toEqual({ ok: true })
    expect(await acting).toEqual({ ok: false, reason: 'changed' })
  }
})

test('a booking that waits for the block is refused', async ({ db, deps, databaseUrl }) => {
  const { session, member } = await aBlockable(db)
  const block = await holdLock(
    databaseUrl,
    `with locked as (select lock_contact($1, 'fay@example.com', null, null))
      insert into blocked_contacts (vendor_id, batch_id, kind, value, shown, customer_name)
      select $1, gen_random_uuid(), 'email', 'fay@example.com', 'fay@example.com', 'Fay' from locked`,
    [member.vendorId],
  )
  const booking = book(deps, session.id, 'fay@example.com')
  await waitForWaiter(db)
  await block.commit()
  expect(await booking).toMatchObject({ ok: false, reason: 'contact_limit' })
})

test('unblocked together, once, and only by this vendor', async ({ db, deps }) => {
  const { session, member, bookingId } = await aBlockable(db)
  await blockContact(db, member, { bookingId, tokenRotation: 0, cancels: null })
  await blockContact(db, member, { bookingId, tokenRotation: 0, cancels: null })
  const [person, ...more] = await listed(db, member.vendorId)
  expect(more).toEqual([])
  expect(person).toMatchObject({
    name: 'Fay Fake',
    contacts: ['fay.fake@gmail.com'],
  })
  const other = await aVendor(db)
  const foreign = { vendorId: other.id, userId: other.userId }
  const batchId = person?.batchId ?? ''
  const notFound = { ok: false, reason: 'not_found' }
  expect(await unblockContact(db, foreign, batchId)).toEqual(notFound)
  expect(await blockContact(db, foreign, { bookingId, tokenRotation: 0, cancels: null })).toEqual(
    notFound,
  )
  expect(await unblockContact(db, member, batchId)).toEqual({
    ok: true,
    name: 'Fay Fake',
    stillBlocked: [],
  })
  expect(await unblockContact(db, member, batchId)).toEqual(notFound)
  expect(await book(deps, session.id, 'fayfake@gmail.com')).toMatchObject({ ok: true })
})

test('two blocks of one contact: each stays when the other is removed, and the answer says what is still blocked', async ({
  db,
  deps,
}) => {
  const { session, member, bookingId } = await aBlockable(db)
  const telegram = { telegramUserId: 77, telegramUsername: 'faye' }
  await db.updateTable('bookingGroups').set(telegram).execute()
  const twin = { name: 'Faye', email: 'f.ay.fake@gmail.com' }
  const { bookingIds } = await aBooking(db, { session, customer: twin })
  for (const id of [bookingId, bookingIds[0] ?? ''])
    expect(
      await blockContact(db, member, { bookingId: id, tokenRotation: 0, cancels: null }),
    ).toMatchObject({ ok: true })
  const people = await listed(db, member.vendorId)
  const contacts = new Map(people.map((one) => [one.name, one.contacts]))
  expect([...contacts]).toHaveLength(2)
  expect(contacts.get('Fay Fake')).toEqual(['fay.fake@gmail.com', '@faye'])
  expect(contacts.get('Faye')).toEqual(['f.ay.fake@gmail.com'])
  const batchOf = (name: string) => people.find((one) => one.name === name)?.batchId ?? ''
  const byEmail = (email: string) => book(deps, session.id, email)
  expect(await unblockContact(db, member, batchOf('Fay Fake'))).toEqual({
    ok: true,
    name: 'Fay Fake',
    stillBlocked: ['fay.fake@gmail.com'],
  })
  expect(await byEmail('fayfake@gmail.com')).toMatchObject({ ok: false, reason: 'contact_limit' })
  expect(await unblockContact(db, member, batchOf('Faye'))).toMatchObject({ stillBlocked: [] })
  expect(await byEmail('fayfake@gmail.com')).toMatchObject({ ok: true })
})

test('everybody who is blocked is listed, page by page, also those blocked at the same moment', async ({
  db,
}) => {
  const { vendor } = (await aBlockable(db)).session.class
  const blocked = Array.from({ length: 7 }, (_, nth) => ({
    vendorId: vendor.id,
    batchId: crypto.randomUUID(),
    kind: 'email' as const,
    value: `fay${nth}@example.com`,
    shown: `fay${nth}@example.com`,
    customerName: `Fay ${nth}`,
    blockedAt: new Date(2026, 0, 1 + Math.floor(nth / 3)),
  }))
  await db.insertInto('blockedContacts').values(blocked).execute()
  const seen: { name: string; blockedAt: Date }[] = []
  let cursor: string | null = null
  do {
    const page = await listBlocked(db, vendor.id, { cursor, limit: 2 })
    expect(page.items.length).toBeGreaterThan(0)
    seen.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  const names = seen.map(({ name }) => name)
  expect(names.toSorted()).toEqual(blocked.map(({ customerName }) => customerName))
  expect(names[0]).toBe('Fay 6')
  const times = seen.map(({ blockedAt }) => blockedAt.getTime())
  expect(times).toEqual(times.toSorted((one, other) => other - one))
})
