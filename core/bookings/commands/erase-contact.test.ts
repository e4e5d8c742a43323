import { drainOutbox } from '#core/events/commands/relay-outbox.ts'
import { subscribers } from '#server/subscribers.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { book } from '#tests/support/book.ts'
import { edit, minutes } from '#tests/support/bookings.ts'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { ids } from '#tests/support/series.ts'
import { agreementToErase, findErasable } from '../queries/erasable.ts'
import { findHolderAtEnd } from '../queries/former-holders.ts'
import { findOwnBooking } from '../queries/own-bookings.ts'
import { listRefundsDue } from '../queries/refunds-due.ts'
import { cancelByVendor } from './cancel-bookings.ts'
import { editBooking } from './edit-booking.ts'
import { eraseContact } from './erase-contact.ts'

const replacement = 'Deleted customer'

/** Every table of the database as text, to look for what should be gone. */
async function everything(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`.execute(
    db,
  )
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.raw(name)} t`.execute(db)
      return rows.map(({ row }) => `${name} ${row}`)
    }),
  )
  return texts.flat().join('\n')
}

const traces = (text: string) =>
  text.split('\n').filter((row) => /petra|quill|4915112345678|bad knee/i.test(row))

/** Two purchases of one person that took place, with mails, notes and an issued change of hands. */
async function aRegular(db: Db, deps: Deps, databaseUrl: string) {
  const vendor = await aVendor(db)
  const of = await aClass(db, { vendor })
  const session = await aSession(db, { class: of, startsAt: minutes(600) })
  const booked = await book(deps, session.id, 'quill.zeta+yoga@gmail.com', {
    name: 'Petra Quill',
    key: 'first-key',
  })
  if (!booked.ok) throw new Error(booked.reason)
  const [bookingId = ''] = ids(booked.purchase.spots)
  await aBooking(db, {
    session,
    customer: { name: 'Petra Two', email: 'quillzeta@gmail.com', phone: '+4915112345678' },
    notes: 'Petra has a bad knee',
  })
  await aBooking(db, { session, customer: { name: 'Otto Other', email: 'otto@example.com' } })
  const member = { vendorId: vendor.id, userId: vendor.userId }
  await work(databaseUrl, deps, keepMails())
  const end = () =>
    sql`update class_sessions set starts_at = starts_at - interval '2 days', ends_at = ends_at - interval '2 days'`.execute(
      db,
    )
  const erase = async () => {
    const found = await findErasable(db, { vendorId: vendor.id, bookingId })
    if (!found) throw new Error('nobody to erase')
    return eraseContact(db, member, { bookingId, agreed: agreementToErase(found), replacement })
  }
  return { vendor, session, member, bookingId, end, erase }
}

test('everything that names the person is gone, and bookings, money and other people stay', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { session, end, erase } = await aRegular(db, deps, databaseUrl)
  await end()
  const before = await everything(db)
  for (const trace of ['Petra Quill', 'Petra Two', 'quill.zeta', '+4915112345678', 'bad knee'])
    expect(before).toContain(trace)
  expect(await erase()).toEqual({ ok: true, bookings: 2 })
  const after = await everything(db)
  expect(traces(after)).toEqual([])
  expect(after).toContain('Otto Other')
  expect(after).toContain('otto@example.com')
  const kept = await db
    .selectFrom('bookings as b')
    .innerJoin('bookingGroups as g', 'g.id', 'b.groupId')
    .where('b.sessionId', '=', session.id)
    .orderBy('g.customerName')
    .select(['g.customerName', 'b.status', 'b.priceMinor', 'g.tokenRotation'])
    .execute()
  expect(kept).toMatchObject([
    { customerName: replacement, status: 'confirmed', tokenRotation: 1 },
    { customerName: replacement, status: 'confirmed', tokenRotation: 1 },
    { customerName: 'Otto Other', status: 'confirmed', tokenRotation: 0 },
  ])
})

test('a person who holds an upcoming spot, or has a pending message, is not erased yet', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { vendor, session, end, erase } = await aRegular(db, deps, databaseUrl)
  expect(await erase()).toEqual({ ok: false, reason: 'has_upcoming' })
  await end()
  const upcoming = await aSession(db, { class: session.class, startsAt: minutes(600) })
  const later = await book(deps, upcoming.id, 'quillzeta@gmail.com')
  if (!later.ok) throw new Error(later.reason)
  await work(databaseUrl, deps, keepMails())
  await cancelByVendor(db, vendor.id, ids(later.purchase.spots))
  expect(await erase(), 'the event waits').toEqual({ ok: false, reason: 'has_messages' })
  await drainOutbox(db, subscribers)
  expect(await erase(), 'its jobs wait').toEqual({ ok: false, reason: 'has_messages' })
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  expect(mails.map(({ to }) => to)).toContain('quillzeta@gmail.com')
  expect(await erase()).toEqual({ ok: true, bookings: 3 })
})

test('the page of a person with many purchases is quick while many events wait', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { vendor, bookingId, end } = await aRegular(db, deps, databaseUrl)
  await end()
  await sql`
    insert into booking_groups (vendor_id, reference, idempotency_key, request_hash, source, customer_name, customer_email, booking_method)
    select ${vendor.id}, 'MANY' || lpad(n::text, 6, '0'), 'many ' || n, '', 'vendor', 'Petra Quill', 'quillzeta@gmail.com', 'email'
    from generate_series(1, 1300) n`.execute(db)
  await sql`
    insert into outbox (kind, payload) select 'booking.approved',
      jsonb_build_object('groupId', gen_random_uuid(), 'bookingIds', jsonb_build_array(gen_random_uuid(), gen_random_uuid()))
    from generate_series(1, 2000)`.execute(db)
  const begun = performance.now()
  const found = await findErasable(db, { vendorId: vendor.id, bookingId })
  expect(performance.now() - begun).toBeLessThan(1500)
  expect(found).toMatchObject({ waiting: 0 })
  expect(found?.groupIds).toHaveLength(1302)
  await sql`delete from outbox`.execute(db)
})

test('a purchase that joins them while the command waits is asked about again', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { vendor, session, member, bookingId, end } = await aRegular(db, deps, databaseUrl)
  await end()
  const found = await findErasable(db, { vendorId: vendor.id, bookingId })
  if (!found) throw new Error('nobody to erase')
  const held = await holdLock(databaseUrl, 'select from booking_groups where id = $1 for update', [
    found.groupIds[0],
  ])
  const erasing = eraseContact(db, member, {
    bookingId,
    agreed: agreementToErase(found),
    replacement,
  })
  await waitForWaiter(db)
  await aBooking(db, { session, customer: { email: 'quillzeta@gmail.com' } })
  await held.commit()
  expect(await erasing).toEqual({ ok: false, reason: 'changed' })
})

test('the name of a person who gave a spot away is erased from that purchase too', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { member, bookingId, session, end, erase } = await aRegular(db, deps, databaseUrl)
  const given = await book(deps, session.id, 'quillzeta+2@gmail.com', {
    name: 'Petra Quill',
    key: 'second-key',
  })
  if (!given.ok) throw new Error(given.reason)
  const [givenId = ''] = ids(given.purchase.spots)
  const toNora = { customerName: 'Nora', customerEmail: 'nora@example.com' }
  expect(await editBooking(db, member, givenId, edit(session.id, toNora))).toMatchObject({
    ok: true,
  })
  await work(databaseUrl, deps, keepMails())
  await end()
  expect(bookingId).not.toBe(givenId)
  expect(await erase()).toMatchObject({ ok: true })
  const after = await everything(db)
  expect(traces(after)).toEqual([])
  expect(after).toContain('Nora')
})

/** Petra had two spots, one paid for and cancelled; the vendor has given the purchase to Nora. Both heard of it, and all of it is over. */
async function aGivenAway(
  db: Db,
  deps: Deps,
  databaseUrl: string,
  { keptNotes, corrected = false }: { keptNotes?: string; corrected?: boolean } = {},
) {
  const session = await aSession(db, { startsAt: minutes(600) })
  const { vendor } = session.class
  const booked = await book(deps, session.id, 'quillzeta@gmail.com', {
    name: 'Petra Quill',
    key: 'given-key',
    spots: 2,
  })
  if (!booked.ok) throw new Error(booked.reason)
  const [cancelledId = '', keptId = ''] = ids(booked.purchase.spots)
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const petra = { customerName: 'Petra Quill', customerEmail: 'quillzeta@gmail.com' }
  const change = async (bookingId: string, form: Parameters<typeof edit>[1]) => {
    expect(await editBooking(db, member, bookingId, edit(session.id, form))).toEqual({ ok: true })
    await work(databaseUrl, deps, keepMails())
  }
  const notes = 'Petra has a bad knee'
  await change(cancelledId, { ...petra, notes, paymentStatus: 'paid', amountPaidMinor: 1500 })
  if (corrected) {
    await change(keptId, { ...petra, customerEmail: 'petra.corrected@example.com' })
    await change(keptId, petra)
  }
  if (keptNotes !== undefined) await change(keptId, { ...petra, notes: keptNotes })
  await cancelByVendor(db, vendor.id, [cancelledId])
  await work(databaseUrl, deps, keepMails())
  await change(keptId, {
    customerName: 'Nora',
    customerEmail: 'nora@example.com',
    notes: keptNotes ?? 'Nora is new',
  })
  await sql`update class_sessions set starts_at = starts_at - interval '2 days', ends_at = ends_at - interval '2 days'`.execute(
    db,
  )
  const find = (bookingId: string) => findErasable(db, { vendorId: vendor.id, bookingId })
  const erase = async (bookingId: string) => {
    const found = await find(bookingId)
    if (!found) throw new Error('nobody to erase')
    return eraseContact(db, member, { bookingId, agreed: agreementToErase(found), replacement })
  }
  const recipients = async () => {
    const told = await db
      .selectFrom('messages')
      .select(['audience', 'recipient', 'facts'])
      .execute()
    return told.map((message) => JSON.stringify(message))
  }
  return { vendor, cancelledId, keptId, find, erase, recipients }
}

test('the present owner is erased without the person who had the purchase before, and a refund is due to', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { vendor, keptId, find, erase, recipients } = await aGivenAway(db, deps, databaseUrl)
  const ofPetra = async () => (await recipients()).filter((message) => message.includes('Petra'))
  const before = await ofPetra()
  expect(before.length).toBeGreaterThan(2)
  const found = await find(keptId)
  expect(await erase(keptId)).toMatchObject({ ok: true })
  const due = await listRefundsDue(db, vendor.id)
  expect(due).toMatchObject([{ customerName: 'Petra Quill', refundMinor: 1500 }])
  expect(await ofPetra()).toEqual(before)
  expect(found).toMatchObject({ name: 'Nora', names: ['Nora'], bookings: 1 })
  const after = await everything(db)
  expect(after.split('\n').filter((row) => /nora/i.test(row))).toEqual([])
  expect(after).toContain('bad knee')
})

test('a note about the former holder does not go to the next one, nor stay when the former one is erased', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const notes = 'Petra has a bad knee'
  const { cancelledId, keptId, erase } = await aGivenAway(db, deps, databaseUrl, {
    keptNotes: notes,
  })
  const kept = db.selectFrom('bookings').where('id', '=', keptId).select('notes')
  expect(await kept.executeTakeFirst()).toEqual({ notes: null })
  expect(await erase(cancelledId)).toMatchObject({ ok: true })
  expect(await everything(db)).not.toContain('bad knee')
})

test('a message to an address that was corrected later goes with the former holder', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { cancelledId, erase } = await aGivenAway(db, deps, databaseUrl, { corrected: true })
  expect(await everything(db)).toContain('petra.corrected')
  expect(await erase(cancelledId)).toMatchObject({ ok: true })
  expect(await everything(db)).not.toContain('petra.corrected')
})

test('the former holder of a spot is erased from the menu of that spot, and the present owner stays', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { cancelledId, find, erase, recipients } = await aGivenAway(db, deps, databaseUrl)
  const toNora = async () => (await recipients()).filter((text) => text.includes('nora@'))
  const before = await toNora()
  expect(before.length).toBeGreaterThan(0)
  expect(await find(cancelledId)).toMatchObject({ name: 'Petra Quill', bookings: 1 })
  expect(await erase(cancelledId)).toEqual({ ok: true, bookings: 1 })
  const after = await everything(db)
  expect(traces(after)).toEqual([])
  expect(after).toContain('Nora is new')
  expect(await toNora()).toEqual(before)
  const hashes = await db.selectFrom('bookingGroups').select('requestHash').execute()
  expect(hashes, 'a contact can be guessed from it').toEqual([{ requestHash: '' }])
})

test('a former holder without a contact is erased alone', async ({ db, deps, databaseUrl }) => {
  const { cancelledId, find, erase } = await aGivenAway(db, deps, databaseUrl)
  await sql`update former_holders set customer_email = null`.execute(db)
  expect(await find(cancelledId)).toMatchObject({ name: 'Petra Quill', groupIds: [], bookings: 1 })
  expect(await erase(cancelledId)).toEqual({ ok: true, bookings: 1 })
  const holders = await db.selectFrom('formerHolders').select('customerName').execute()
  expect(holders).toEqual([{ customerName: replacement }])
  expect(await find(cancelledId)).toMatchObject({ name: replacement })
})

test('two former holders of one name are two people, and so is the present owner of that name', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, { startsAt: minutes(600) })
  const { vendor } = session.class
  const booked = await book(deps, session.id, 'first@example.com', {
    name: 'Anna',
    spots: 3,
    key: 'a-key',
  })
  if (!booked.ok) throw new Error(booked.reason)
  const [ofFirst = '', ofSecond = '', ofThird = ''] = ids(booked.purchase.spots)
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const give = async (customerName: string, customerEmail: string) => {
    const form = edit(session.id, { customerName, customerEmail })
    expect(await editBooking(db, member, ofThird, form)).toEqual({ ok: true })
  }
  const of = (bookingId: string) => ({ vendorId: vendor.id, bookingId })
  await cancelByVendor(db, vendor.id, [ofFirst])
  await give('Ben', 'ben@example.com')
  await give('Anna', 'second@example.com')
  await cancelByVendor(db, vendor.id, [ofSecond])
  await give('Ben', 'ben@example.com')
  await give('Anna', 'third@example.com')
  await work(databaseUrl, deps, keepMails())
  await sql`update class_sessions set starts_at = starts_at - interval '2 days', ends_at = ends_at - interval '2 days'`.execute(
    db,
  )
  for (const [bookingId, email, isFormers] of [
    [ofFirst, 'first@example.com', true],
    [ofSecond, 'second@example.com', true],
    [ofThird, 'third@example.com', false],
  ] as const) {
    expect(await findErasable(db, of(bookingId))).toMatchObject({ email, bookings: 1 })
    expect(await findOwnBooking(db, of(bookingId))).toMatchObject({
      customerEmail: email,
      isFormers,
    })
  }
  const first = await findErasable(db, of(ofFirst))
  if (!first) throw new Error('nobody to erase')
  const agreed = agreementToErase(first)
  const erased = await eraseContact(db, member, { bookingId: ofFirst, agreed, replacement })
  expect(erased).toEqual({ ok: true, bookings: 1 })
  const after = await everything(db)
  expect(after).not.toContain('first@example.com')
  expect(after).toContain('second@example.com')
  expect(await findErasable(db, of(ofThird))).toMatchObject({ email: 'third@example.com' })
  expect(await findErasable(db, of(ofSecond))).toMatchObject({ email: 'second@example.com' })
})

test('a purchase that comes back is the same person’s again, also after its address was corrected', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { startsAt: minutes(600) })
  const { vendor } = session.class
  const booked = await book(deps, session.id, 'anna@example.com', { name: 'Anna', spots: 2 })
  if (!booked.ok) throw new Error(booked.reason)
  const [ended = '', kept = ''] = ids(booked.purchase.spots)
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const give = async (customerName: string, customerEmail: string) => {
    const form = edit(session.id, { customerName, customerEmail })
    expect(await editBooking(db, member, kept, form)).toEqual({ ok: true })
  }
  await cancelByVendor(db, vendor.id, [ended])
  await give('Ben', 'ben@example.com')
  await give('Anna', 'anna@example.com')
  await give('Anna', 'anna.corrected@example.com')
  const found = await findErasable(db, { vendorId: vendor.id, bookingId: ended })
  expect(found).toMatchObject({ email: 'anna.corrected@example.com', bookings: 2 })
  expect(await findHolderAtEnd(db, ended)).toBeNull()
  await give('Ben', 'ben@example.com')
  expect(await findOwnBooking(db, { vendorId: vendor.id, bookingId: ended })).toMatchObject({
    customerEmail: 'anna@example.com',
    isFormers: true,
  })
  expect(await findHolderAtEnd(db, ended)).toMatchObject({ customerEmail: 'anna@example.com' })
})

test.for([
  ['given away', 'anna@example.com', ['ben@example.com']],
  ['still theirs', 'anna.corrected@example.com', []],
] as const)(
  'a corrected address of a purchase that is %s is erased from another purchase too',
  async ([, ofSecond, last], { db, deps, databaseUrl }) => {
    const session = await aSession(db, { startsAt: minutes(600) })
    const { vendor } = session.class
    const first = await book(deps, session.id, 'anna@example.com', { name: 'Anna', key: 'one' })
    const second = await book(deps, session.id, ofSecond, { name: 'Anna', key: 'two' })
    if (!first.ok || !second.ok) throw new Error('not booked')
    const [given = ''] = ids(first.purchase.spots)
    const [kept = ''] = ids(second.purchase.spots)
    const member = { vendorId: vendor.id, userId: vendor.userId }
    for (const [customerName, customerEmail] of [
      ['Ben', 'ben@example.com'],
      ['Anna', 'anna@example.com'],
      ['Anna', 'anna.corrected@example.com'],
      ...last.map((email) => ['Ben', email] as const),
    ] as const) {
      const form = edit(session.id, { customerName, customerEmail })
      expect(await editBooking(db, member, given, form)).toEqual({ ok: true })
      await work(databaseUrl, deps, keepMails())
    }
    await sql`update class_sessions set starts_at = starts_at - interval '2 days', ends_at = ends_at - interval '2 days'`.execute(
      db,
    )
    expect(await everything(db)).toContain('anna.corrected')
    const found = await findErasable(db, { vendorId: vendor.id, bookingId: kept })
    if (!found) throw new Error('nobody to erase')
    const agreed = agreementToErase(found)
    const erased = await eraseContact(db, member, { bookingId: kept, agreed, replacement })
    expect(erased).toMatchObject({ ok: true })
    const after = await everything(db)
    expect(after.split('\n').filter((row) => /anna/i.test(row))).toEqual([])
    expect(after).toContain('ben@example.com')
  },
)
