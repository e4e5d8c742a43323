import { listUnreachedPeople } from '#core/messages/queries/unreached.ts'
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
import { findErasable } from '../queries/erasable.ts'
import { cancelByVendor } from './cancel-bookings.ts'
import { editBooking } from './edit-booking.ts'
import { agreementToErase, eraseContact } from './erase-contact.ts'

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

/** Two purchases of one person that took place, with mails and notes. */
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
  await sql`
    with bot as (insert into telegram_bots (id, username) values (7, 'site_bot') returning id), chat as (
      insert into telegram_chats (bot_id, telegram_id, name) select id, 8, 'Petra on Telegram' from bot)
    update purchases set customer_telegram = '7:8', customer_telegram_name = '@petra_quill'
    where customer_name = 'Petra Quill'`.execute(db)
  await sql`
    insert into messages (vendor_id, purchase_id, audience, kind, channel, recipient, language, facts, status, finished_at)
    select vendor_id, id, 'customer', 'news', 'telegram', customer_telegram, 'en', '{"name": "Petra Quill"}', 'sent', now()
    from purchases where customer_telegram is not null`.execute(db)
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
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
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

test('a person who holds an upcoming spot is not erased yet, and gets no messages once erased', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { vendor, session, end, erase } = await aRegular(db, deps, databaseUrl)
  expect(await erase()).toEqual({ ok: false, reason: 'has_upcoming' })
  await end()
  const upcoming = await aSession(db, { class: session.class, startsAt: minutes(600) })
  const later = await book(deps, upcoming.id, 'quillzeta@gmail.com', { key: 'later-key' })
  if (!later.ok) throw new Error(later.reason)
  await work(databaseUrl, deps, keepMails())
  await cancelByVendor(db, vendor.id, ids(later.purchase.spots))
  // What is not told yet is not told any more.
  expect(await erase()).toEqual({ ok: true, bookings: 3 })
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  expect(mails).toEqual([])
  expect(traces(await everything(db))).toEqual([])
  expect(await listUnreachedPeople(db, vendor.id)).toEqual([])
})

test('if two names have booked with one address, both are erased', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { member, session, end, erase } = await aRegular(db, deps, databaseUrl)
  const customer = { name: 'Petra Married', email: 'petra.married@example.com' }
  const { bookingIds } = await aBooking(db, { session, customer })
  const join = (agreed?: string) =>
    editBooking(db, member, bookingIds[0] ?? '', {
      ...edit(session.id, { customerName: customer.name, customerEmail: 'quillzeta@gmail.com' }),
      agreed,
    })
  const asked = await join()
  const joined = await join('agreement' in asked ? asked.agreement : undefined)
  expect(joined).toEqual({ ok: true })
  await work(databaseUrl, deps, keepMails())
  await end()
  expect(await erase()).toEqual({ ok: true, bookings: 3 })
  expect(traces(await everything(db))).toEqual([])
})

test('the page of a person with many purchases is quick while many events wait', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { vendor, bookingId, end } = await aRegular(db, deps, databaseUrl)
  await end()
  await sql`
    insert into purchases (vendor_id, contact_id, address_id, reference, idempotency_key, request_hash, source, customer_name, customer_email, booking_method)
    select a.vendor_id, a.contact_id, a.id, 'MANY' || lpad(n::text, 6, '0'), 'many ' || n, '', 'vendor', 'Petra Quill', a.typed, 'email'
    from generate_series(1, 1300) n, contact_addresses a where a.value = 'quillzeta@gmail.com'`.execute(
    db,
  )
  await sql`
    insert into outbox (kind, payload) select 'booking.confirmed',
      jsonb_build_object('purchaseId', gen_random_uuid(), 'bookingIds', jsonb_build_array(gen_random_uuid(), gen_random_uuid()))
    from generate_series(1, 2000)`.execute(db)
  const begun = performance.now()
  const found = await findErasable(db, { vendorId: vendor.id, bookingId })
  expect(performance.now() - begun).toBeLessThan(1500)
  expect(found?.purchaseIds).toHaveLength(1302)
  await sql`delete from outbox`.execute(db)
})

test('a purchase that the customer makes while the command waits is asked about again', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { vendor, member, bookingId, end } = await aRegular(db, deps, databaseUrl)
  await end()
  const found = await findErasable(db, { vendorId: vendor.id, bookingId })
  if (!found) throw new Error('nobody to erase')
  const booking = await holdLock(
    databaseUrl,
    `with held as (select id, vendor_id from contacts where id = $1 for no key update)
    insert into purchases (vendor_id, contact_id, reference, idempotency_key, request_hash, source, customer_name, booking_method)
    select vendor_id, id, 'RIVAL00000', 'rival', '', 'public', 'Petra Quill', 'email' from held`,
    [found.contactId],
  )
  const erasing = eraseContact(db, member, {
    bookingId,
    agreed: agreementToErase(found),
    replacement,
  })
  await waitForWaiter(db)
  await booking.commit()
  expect(await erasing).toEqual({ ok: false, reason: 'changed' })
})

test('who books while their data is erased is somebody new, and the old key finds nothing', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { vendor, session, bookingId, end, erase } = await aRegular(db, deps, databaseUrl)
  const next = await aSession(db, { class: session.class })
  await end()
  const found = await findErasable(db, { vendorId: vendor.id, bookingId })
  const held = await holdLock(
    databaseUrl,
    'select from purchases where id = $1 for no key update',
    [found?.purchaseIds[0]],
  )
  const erasing = erase()
  await waitForWaiter(db)
  const booking = book(deps, next.id, 'quillzeta@gmail.com', { name: 'Petra', key: 'next-key' })
  await waitForWaiter(db, 2)
  await held.commit()
  expect(await erasing).toEqual({ ok: true, bookings: 2 })
  const booked = await booking
  if (!booked.ok) throw new Error(booked.reason)
  const [nextId = ''] = ids(booked.purchase.spots)
  const now = await findErasable(db, { vendorId: vendor.id, bookingId: nextId })
  expect(now).toMatchObject({ names: ['Petra'], bookings: 1, addresses: ['quillzeta@gmail.com'] })
  expect(now?.contactId).not.toBe(found?.contactId)
  const again = await book(deps, session.id, 'quill.zeta+yoga@gmail.com', {
    name: 'Petra Quill',
    key: 'first-key',
  })
  expect(again).toMatchObject({ ok: false, reason: 'idempotency_conflict' })
})
