import type { Seen } from './rules/seen.ts'
import { spotVersion } from '#core/bookings/rules/spot-version.ts'
import { versionOf } from '#core/shared/version.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addDays, instantOf, todayIn } from '#core/shared/time.ts'
import { linkTo } from '#tests/support/links.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  type AFacility,
  aFacility,
  aSession,
  type ASession,
  aVendor,
} from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { addBooking } from './commands/add-booking.ts'
import { agreementToErase, eraseContact } from './commands/erase-contact.ts'
import { bookSession } from './commands/book-session.ts'
import { cancelByCustomer } from './commands/cancel-bookings.ts'
import { type EditBooking, editBooking } from './commands/edit-booking.ts'
import { giveBooking } from './commands/give-booking.ts'
import { markPaid } from './commands/mark-paid.ts'
import { moveByCustomer } from './commands/move-bookings.ts'
import { editFields, findEditable } from './queries/editable-booking.ts'
import { listExtrasOfSlot } from './queries/extras-of-slot.ts'
import { findErasable } from './queries/erasable.ts'
import { findPurchaseDetails } from './queries/purchase-details.ts'
import { listRefundsDue } from './queries/refunds-due.ts'
import { extraPricesText, type Party, partyRefusal } from './rules/party.ts'
import type { EditBookingForm } from './schema.ts'
import { fromNow, onDay } from '#tests/support/times.ts'

const machine = { name: 'Ball machine', priceMinor: 1500, per: 'hour' } as const
const rackets = { name: 'Rackets', priceMinor: 1000, per: 'slot' } as const

function bookSlot(
  deps: Deps,
  slot: ASession,
  party: Partial<Party> = {},
  {
    email = 'carla@example.com',
    seen,
    idempotencyKey = randomUUID(),
  }: { email?: string; seen?: Seen; idempotencyKey?: string } = {},
) {
  return bookSession(deps, {
    sessionId: slot.id,
    spots: 1,
    name: 'Carla',
    contact: { email, phone: '+493012345678' },
    party: { people: 2, extras: [], gender: null, birthDate: null, ...party },
    seen,
    idempotencyKey,
    source: 'public',
    accepted: [],
    language: 'en',
    network: null,
  })
}

const aSlot = (db: Db, of: AFacility, days = 3) =>
  aSession(db, { class: of, startsAt: onDay(days) })

async function extrasIn(db: Db) {
  return db.selectFrom('bookingExtras').orderBy('name').select(['name', 'amountMinor']).execute()
}

test('two parties want one slot: the second waits for the first, and finds it taken', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const of = await aFacility(db)
  const slot = await aSlot(db, of)
  const first = await holdLock(
    databaseUrl,
    `select * from book_session($1, 1, 'Rival', 'rival@example.com', null, null, null, 'rival', '', 'RIVAL00000', 'public', 'en',
      null, null, null, '{}', 4, 20, null, null, 3, 4, 4, '{}', null, null, false, 8)`,
    [slot.id],
  )
  const second = bookSlot(deps, slot)
  await waitForWaiter(db)
  await first.commit()
  expect(await second).toMatchObject({ ok: false, reason: 'session_full' })
  const rows = await db.selectFrom('bookings').select(['people', 'status']).execute()
  expect(rows).toEqual([{ people: 4, status: 'confirmed' }])
  const contacts = await db.selectFrom('contacts').select('name').execute()
  expect(contacts).toEqual([{ name: 'Rival' }])
})

test('a key protects everything the party said', async ({ db, deps }) => {
  const vendor = await aVendor(db)
  const of = await aFacility(db, {
    vendor,
    asksGender: true,
    asksBirthDate: true,
    extras: [rackets],
  })
  const slot = await aSlot(db, of)
  const said: Party = { people: 2, extras: [], gender: 'female', birthDate: '1990-04-01' }
  const send = (party: Party) => bookSlot(deps, slot, party, { idempotencyKey: 'key' })
  expect(await send(said)).toMatchObject({ ok: true, replayed: false })
  expect(await send(said)).toMatchObject({ ok: true, replayed: true })
  const others: Partial<Party>[] = [
    { people: 3 },
    { extras: of.extras.map(({ id }) => id) },
    { gender: 'male' },
    { birthDate: '1990-01-04' },
  ]
  for (const other of others)
    expect(await send({ ...said, ...other })).toMatchObject({ reason: 'idempotency_conflict' })
})

test('a booking costs the slot and its extras, each at the price and length of that day', async ({
  db,
  deps,
}) => {
  const of = await aFacility(db, { priceMinor: 500, extras: [machine, rackets] })
  const slot = await aSlot(db, of)
  const extras = of.extras.map(({ id }) => id)
  // Two hours of the machine, one set of rackets, and the slot itself.
  const price = 500 + 2 * 1500 + 1000
  expect(await bookSlot(deps, slot, { extras }, { seen: { priceMinor: price - 1 } })).toMatchObject(
    {
      reason: 'price_changed',
    },
  )
  const booked = await bookSlot(deps, slot, { extras }, { seen: { priceMinor: price } })
  expect(booked).toMatchObject({ ok: true, purchase: { spots: [{ priceMinor: price }] } })
  await db.updateTable('facilityExtras').set({ priceMinor: 9900, retiredAt: new Date() }).execute()
  expect(await extrasIn(db)).toEqual([
    { name: 'Ball machine', amountMinor: 3000 },
    { name: 'Rackets', amountMinor: 1000 },
  ])
  const details = booked.ok && (await findPurchaseDetails(db, booked.purchase.purchaseId))
  expect(details && details.spots[0]).toMatchObject({
    priceMinor: price,
    owedMinor: price,
    party: {
      people: 2,
      extras: [{ name: 'Ball machine', amountMinor: 3000 }, { name: 'Rackets' }],
    },
  })
  // What is not offered any more cannot be booked.
  const next = await aSlot(db, of, 4)
  expect(await bookSlot(deps, next, { extras })).toMatchObject({ reason: 'price_changed' })
})

test.each([
  ['nobody', { people: 0 }, 'too_many_people'],
  ['five people', { people: 5 }, 'too_many_people'],
  ['four people who say nothing', { people: 4, gender: null }, 'details_missing'],
  ['a gender without a date of birth', { birthDate: null }, 'details_missing'],
] as const)('%s: %o is refused with %s', (_who, party, reason) => {
  // Runs on nothing but the rules: book_session() is compared with them in offer.test.ts.
  const facts = { maxPeople: 4, asksGender: true, asksBirthDate: true }
  const whole = { people: 2, extras: [], gender: 'female', birthDate: '1990-02-03' } as const
  expect(partyRefusal(facts, { ...whole, ...party })).toBe(reason)
  expect(partyRefusal(facts, whole)).toBeNull()
  expect(partyRefusal({ ...facts, maxPeople: null }, null)).toBeNull()
})

/** A booked slot with the machine for two hours, and what stands of it. */
async function aBookedSlot(db: Db, deps: Deps) {
  const of = await aFacility(db, { priceMinor: 500, extras: [machine, rackets] })
  const slot = await aSlot(db, of)
  const [hourly, once] = of.extras.map(({ id }) => id)
  if (!hourly || !once) throw new Error('The facility has too few extras.')
  const booked = await bookSlot(deps, slot, { extras: [hourly] })
  if (!booked.ok) throw new Error(booked.reason)
  const id = booked.purchase.spots[0]?.id ?? ''
  const { vendor } = of
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const read = async () => {
    const booking = await findEditable(db, { vendorId: vendor.id, bookingId: id })
    if (!booking) throw new Error('no booking')
    return booking
  }
  const save = async (changes: Partial<EditBookingForm>, more: Partial<EditBooking> = {}) => {
    const shown = editFields(await read())
    return editBooking(db, member, id, {
      version: versionOf(shown),
      typed: { ...shown, ...changes },
      ...more,
    })
  }
  const money = async () => {
    const { priceMinor, paidMinor, paymentStatus } = await read()
    return { priceMinor, paidMinor, paymentStatus }
  }
  const link = linkTo(booked.purchase.purchaseId)
  return { of, slot, id, hourly, once, link, read, save, money }
}

test('the owner changes people and extras: what stays keeps its price, what is new costs today’s, and the rest is due', async ({
  db,
  deps,
}) => {
  const { hourly, once, read, save, money } = await aBookedSlot(db, deps)
  expect(await save({ paymentStatus: 'paid', amountPaidMinor: 3500 })).toEqual({ ok: true })
  const old = extraPricesText(await listExtrasOfSlot(db, (await read()).sessionId))
  await db.updateTable('facilityExtras').set({ priceMinor: 1200 }).execute()
  const extras = [hourly, once].toSorted()
  expect(await save({ extras }, { seen: { extras: old } })).toMatchObject({
    reason: 'extras_changed',
  })
  expect(await save({ people: 3, extras })).toEqual({ ok: true })
  expect(await money()).toEqual({ priceMinor: 4700, paidMinor: 3500, paymentStatus: 'pending' })
  expect((await read()).party).toMatchObject({ people: 3, extras: [{ name: 'Ball machine' }, {}] })
  const { rows } = await sql<{ payload: object }>`
    select payload from outbox where kind = 'booking.changed'`.execute(db)
  expect(rows).toHaveLength(1)
  // More people than the court takes online is the owner's business; nobody is not.
  expect(await save({ people: 6, extras: [] })).toEqual({ ok: true })
  expect(await money()).toEqual({ priceMinor: 500, paidMinor: 3500, paymentStatus: 'paid' })
  expect(await save({ people: null })).toMatchObject({ reason: 'people_missing' })
  // One that was dropped and is not offered any more cannot come back.
  await db.updateTable('facilityExtras').set({ retiredAt: new Date() }).execute()
  expect(await save({ extras: [hourly] })).toMatchObject({ reason: 'extras_changed' })
  expect(await save({ people: 2, notes: 'Late' })).toEqual({ ok: true })
})

test('an extra by the hour costs the hours of the slot that the booking has, at the price it was booked at', async ({
  db,
  deps,
}) => {
  const { of, slot, id, link, save, money } = await aBookedSlot(db, deps)
  const startsAt = onDay(4)
  const endsAt = new Date(startsAt.getTime() + 45 * 60_000)
  const short = await aSession(db, { class: of, startsAt, endsAt })
  await db.updateTable('facilityExtras').set({ priceMinor: 9900 }).execute()
  expect(await save({ paymentStatus: 'paid', amountPaidMinor: 3500 })).toEqual({ ok: true })
  expect(await moveByCustomer(db, link, [id], short.id)).toEqual({ ok: true, moved: 1 })
  const paid = { paidMinor: 3500, paymentStatus: 'paid' }
  expect(await money()).toEqual({ priceMinor: 500 + 1125, ...paid })
  // The owner makes the slot longer, by hand.
  await sql`update class_sessions set ends_at = ends_at + interval '2 hours' where id = ${short.id}`.execute(
    db,
  )
  const due = { paidMinor: 3500, paymentStatus: 'pending' }
  expect(await money()).toEqual({ priceMinor: 500 + 4125, ...due })
  expect(await save({ sessionId: slot.id })).toEqual({ ok: true })
  expect(await money()).toEqual({ priceMinor: 3500, ...paid })
  // Cancelled, and brought back elsewhere.
  await sql`update class_sessions set ends_at = ends_at - interval '1 hour' where id = ${short.id}`.execute(
    db,
  )
  expect(await save({ status: 'cancelled' })).toEqual({ ok: true })
  expect(await save({ status: 'confirmed', sessionId: short.id })).toEqual({ ok: true })
  expect((await money()).priceMinor).toBe(500 + 2625)
})

test('a slot opens at midnight of its vendor, as many days ahead as the facility says', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { timeZone: 'Pacific/Auckland' })
  const of = await aFacility(db, { vendor })
  const onDay = async (days: number) => {
    const date = addDays(todayIn(vendor.timeZone, new Date()), days)
    const startsAt = instantOf({ date, time: '23:00', zone: vendor.timeZone })
    return aSession(db, { class: of, startsAt: startsAt ?? new Date() })
  }
  const beyond = await onDay(15)
  expect(await bookSlot(deps, beyond)).toMatchObject({ reason: 'not_open_yet' })
  const last = await onDay(14)
  const booked = await bookSlot(deps, last)
  expect(booked.ok).toBe(true)
  // Nor can a spot be moved there.
  if (!booked.ok) return
  const [spot] = booked.purchase.spots
  const link = linkTo(booked.purchase.purchaseId)
  expect(await moveByCustomer(db, link, [spot?.id ?? ''], beyond.id)).toMatchObject({
    reason: 'not_open_yet',
  })
  const free = await onDay(13)
  expect(await moveByCustomer(db, link, [spot?.id ?? ''], free.id)).toEqual({ ok: true, moved: 1 })
  expect(await bookSlot(deps, last, {}, { email: 'next@example.com' })).toMatchObject({ ok: true })
})

test('a cancelled slot is free again, and what was paid for its extras is owed back with it', async ({
  db,
  deps,
}) => {
  const of = await aFacility(db, { extras: [rackets], noticeMinutes: 240 })
  const slot = await aSlot(db, of)
  const booked = await bookSlot(deps, slot, { extras: of.extras.map(({ id }) => id) })
  if (!booked.ok) throw new Error(booked.reason)
  const [spot] = booked.purchase.spots
  const { vendor } = of
  expect(
    await markPaid(
      db,
      { vendorId: vendor.id, userId: vendor.userId },
      {
        bookingId: spot?.id ?? '',
        version: spotVersion({
          sessionId: slot.id,
          isHeld: true,
          money: { paidMinor: 0, owedMinor: 1000 },
        }),
      },
    ),
  ).toMatchObject({ ok: true })
  const link = linkTo(booked.purchase.purchaseId)
  expect(await cancelByCustomer(db, link, null)).toMatchObject({ ok: true, cancelled: 1, late: 0 })
  expect(await listRefundsDue(db, vendor.id)).toMatchObject([{ refundMinor: 1000 }])
  expect(await bookSlot(deps, slot, {}, { email: 'next@example.com' })).toMatchObject({ ok: true })
})

test('within the notice of four hours the cancellation is late', async ({ db, deps }) => {
  const cancelAt = async (minutes: number) => {
    const of = await aFacility(db, { noticeMinutes: 240 })
    const slot = await aSession(db, { class: of, startsAt: fromNow(minutes) })
    const booked = await bookSlot(deps, slot, {}, { email: `at-${minutes}@example.com` })
    if (!booked.ok) throw new Error(booked.reason)
    // The first minutes after booking are free in any case.
    await sql`update bookings set booked_at = booked_at - interval '1 hour', confirmed_at = confirmed_at - interval '1 hour'`.execute(
      db,
    )
    return cancelByCustomer(db, linkTo(booked.purchase.purchaseId), null)
  }
  expect(await cancelAt(241)).toMatchObject({ late: 0 })
  expect(await cancelAt(239)).toMatchObject({ late: 1 })
})

test('the extras go with a slot that is given to another customer; who the first one was does not', async ({
  db,
  deps,
}) => {
  const of = await aFacility(db, { extras: [rackets], asksGender: true })
  const slot = await aSlot(db, of)
  const booked = await bookSlot(deps, slot, {
    gender: 'female',
    extras: of.extras.map(({ id }) => id),
  })
  if (!booked.ok) throw new Error(booked.reason)
  const [spot] = booked.purchase.spots
  const { vendor } = of
  const given = await giveBooking(
    db,
    { vendorId: vendor.id, userId: vendor.userId, country: 'DE' },
    {
      bookingId: spot?.id ?? '',

      form: { formKey: randomUUID(), customerName: 'Bob', contact: 'bob@example.com' },
    },
  )
  if (!given.ok) throw new Error(given.reason)
  const details = await findPurchaseDetails(db, given.purchaseId)
  expect(details?.spots[0]).toMatchObject({
    priceMinor: 1000,
    party: { people: 2, extras: [{ name: 'Rackets', amountMinor: 1000 }] },
  })
  const people = await db
    .selectFrom('purchases')
    .orderBy('createdAt')
    .select(['customerName', 'customerGender'])
    .execute()
  expect(people).toEqual([
    { customerName: 'Carla', customerGender: 'female' },
    { customerName: 'Bob', customerGender: null },
  ])
})

test('by hand, the owner books a slot with extras for a party, once', async ({ db }) => {
  const of = await aFacility(db, { extras: [machine, rackets] })
  const slot = await aSlot(db, of)
  const { vendor } = of
  const [wanted] = of.extras
  if (!wanted) throw new Error('The facility has no extra.')
  const shown = `${wanted.id} 3000, ${of.extras[1]?.id} 1000`
  const add = (customerName: string, extra = [wanted.id], seen = shown) =>
    addBooking(
      db,
      { vendorId: vendor.id, userId: vendor.userId, country: 'DE' },
      {
        sessionId: slot.id,
        customerName,
        contact: '',
        spots: 3,
        extra,
        seen: { extras: seen },
        notes: '',
        priceMinor: 500,
        currency: 'EUR',
        isPaid: true,
        isRequest: false,
        tells: false,
      },
    )
  const changed = { ok: false, reason: 'extras_changed' }
  expect(await add('Hanna', [wanted.id, randomUUID()])).toEqual(changed)
  expect(await add('Hanna', [wanted.id], shown.replace('3000', '1000'))).toEqual(changed)
  expect(await add('Hanna')).toMatchObject({ ok: true, hasChanged: false })
  expect(await add('Rival')).toEqual({ ok: false, reason: 'slot_taken' })
  // Two hours of the machine beside the price that was typed.
  const price = 500 + 2 * 1500
  const rows = await db
    .selectFrom('bookings')
    .select(['people', 'sessionId', 'priceMinor'])
    .execute()
  expect(rows).toEqual([{ people: 3, sessionId: slot.id, priceMinor: price }])
  expect(await extrasIn(db)).toEqual([{ name: 'Ball machine', amountMinor: 3000 }])
  expect(await db.selectFrom('payments').select('amountMinor').execute()).toEqual([
    { amountMinor: price },
  ])
  const { maxStudents } = await db
    .selectFrom('classSessions')
    .select('maxStudents')
    .executeTakeFirstOrThrow()
  expect(maxStudents).toBe(1)
})

test('only a facility that asks stores a gender and a date of birth, and both are erased', async ({
  db,
  deps,
}) => {
  const said = { gender: 'male', birthDate: '1990-02-03' } as const
  const quiet = await aSlot(db, await aFacility(db))
  const of = await aFacility(db, { asksGender: true, asksBirthDate: true })
  const asking = await aSlot(db, of)
  await bookSlot(deps, quiet, said)
  await bookSlot(deps, asking, said)
  const stored = () =>
    db
      .selectFrom('purchases')
      .orderBy('createdAt')
      .select(['customerGender', 'customerBirthDate'])
      .execute()
  const nothing = { customerGender: null, customerBirthDate: null }
  expect(await stored()).toEqual([
    nothing,
    { customerGender: 'male', customerBirthDate: '1990-02-03' },
  ])
  await sql`update class_sessions set starts_at = starts_at - interval '30 days', ends_at = ends_at - interval '30 days'`.execute(
    db,
  )
  const { vendor } = of
  const { id: bookingId } = await db
    .selectFrom('bookings')
    .where('vendorId', '=', vendor.id)
    .select('id')
    .executeTakeFirstOrThrow()
  const erasable = await findErasable(db, { vendorId: vendor.id, bookingId })
  if (!erasable) throw new Error('Nobody to erase.')
  const erased = await eraseContact(
    db,
    { vendorId: vendor.id, userId: vendor.userId },
    { bookingId, agreed: agreementToErase(erasable), replacement: 'Erased' },
  )
  expect(erased).toMatchObject({ ok: true })
  expect(await stored()).toEqual([nothing, nothing])
})
