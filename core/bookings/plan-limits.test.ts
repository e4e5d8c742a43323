import { versionOf } from '#core/shared/version.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { agreementToCancel, blockContact } from '#core/bookings/commands/block-contact.ts'
import { type BookSession, bookSession } from '#core/bookings/commands/book-session.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { bookingJobs } from '#core/bookings/jobs.ts'
import { editFields, findEditable } from '#core/bookings/queries/editable-booking.ts'
import { findBlockable, listUpcomingOf } from '#core/bookings/queries/blocked.ts'
import { createClass } from '#core/schedule/commands/create-class.ts'
import { findUsage, freeLimits } from '#core/plans/queries.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addMinutes } from '#core/shared/time.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  aBooking,
  aClass,
  aSession,
  aSubscription,
  aVendor,
  type ASession,
} from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { classForm } from '#tests/support/weekly-class.ts'

const over = { trialEndsAt: new Date(0) }

/** A session of a vendor on Free, with some online bookings of this month. */
async function aLimitedSession(
  { db }: Deps,
  { made = freeLimits.bookings, capacity = 50 }: { made?: number; capacity?: number } = {},
) {
  const vendor = await aVendor(db, over)
  const session = await aSession(db, { class: await aClass(db, { vendor }), capacity })
  for (let nth = 0; nth < made; nth++)
    await aBooking(db, { session, customer: { name: `Customer ${nth}` } })
  return { vendor, session }
}

let keys = 0
const book = (deps: Deps, session: ASession, spots = 1, more: Partial<BookSession> = {}) => {
  keys++
  return bookSession(deps, {
    sessionId: session.id,
    spots,
    name: 'Mia Koch',
    contact: `mia${keys}@example.com`,
    idempotencyKey: `plan-limit-${keys}`,
    source: 'public',
    accepted: [],
    language: null,
    network: null,
    ...more,
  })
}
const outcomeOf = async (booking: ReturnType<typeof book>) => {
  const booked = await booking
  return booked.ok ? 'booked' : booked.reason
}

test('the tenth online booking of the month is taken, and the eleventh is referred to the vendor', async ({
  deps,
}) => {
  const { session } = await aLimitedSession(deps, { made: freeLimits.bookings - 2 })
  expect(await outcomeOf(book(deps, session, 3))).toBe('ask_vendor')
  expect(await outcomeOf(book(deps, session, 2))).toBe('booked')
  expect(await outcomeOf(book(deps, session))).toBe('ask_vendor')
  await aSubscription(deps.db, session.class.vendor.id)
  expect(await outcomeOf(book(deps, session))).toBe('booked')
})

test('what counts: made online this month, still holding a spot, and not paid by a bundle', async ({
  deps,
  db,
}) => {
  const { vendor } = await aLimitedSession(deps)
  const used = async () => (await findUsage(deps, vendor.id)).bookings
  expect(await used()).toEqual({ used: 10, most: 10 })
  const change = (set: string) =>
    sql`update bookings set ${sql.raw(set)} where id = (select id from bookings where deleted_at is null
      and status = 'confirmed' and booked_at > now() - interval '1 day' order by id limit 1)`.execute(
      db,
    )
  await change(`status = 'cancelled'`)
  expect((await used()).used).toBe(9)
  await change(`status = 'pending', waits_for = 'vendor', expires_at = now() - interval '1 second'`)
  expect((await used()).used).toBe(8)
  await change(`deleted_at = now()`)
  expect((await used()).used).toBe(7)
  await change(`booked_at = booked_at - interval '32 days'`)
  expect((await used()).used).toBe(6)
  await db.updateTable('purchases').set({ source: 'vendor' }).execute()
  expect((await used()).used).toBe(0)
  // Every test ends with a recount of the seats.
  await sql`update bookings set status = 'confirmed', expires_at = null, deleted_at = null`.execute(
    db,
  )
})

test('the month begins at midnight in the vendor’s zone', async ({ deps, db }) => {
  const { vendor } = await aLimitedSession(deps, { made: 1 })
  await db.updateTable('vendors').set({ timeZone: 'Pacific/Auckland' }).execute()
  const begin = sql`(date_trunc('month', now() at time zone 'Pacific/Auckland') at time zone 'Pacific/Auckland')`
  await sql`update bookings set booked_at = ${begin} - interval '1 second'`.execute(db)
  expect((await findUsage(deps, vendor.id)).bookings.used).toBe(0)
  await sql`update bookings set booked_at = ${begin}`.execute(db)
  expect((await findUsage(deps, vendor.id)).bookings.used).toBe(1)
})

test('what was booked during the trial does not count after it', async ({ deps, db }) => {
  const { vendor, session } = await aLimitedSession(deps)
  await db.updateTable('vendors').set({ trialEndsAt: new Date() }).execute()
  expect((await findUsage(deps, vendor.id)).bookings.used).toBe(0)
  expect(await outcomeOf(book(deps, session))).toBe('booked')
  expect((await findUsage(deps, vendor.id)).bookings.used).toBe(1)
})

test('a trial, granted months and an installation without plans have no limit', async ({
  deps,
  db,
}) => {
  const { vendor, session } = await aLimitedSession(deps)
  expect(await outcomeOf(book(deps, session))).toBe('ask_vendor')
  const withoutPlans = { ...deps, settings: { ...deps.settings, plans: false } }
  expect(await outcomeOf(book(withoutPlans, session))).toBe('booked')
  await db
    .updateTable('vendors')
    .set({ trialEndsAt: addMinutes(new Date(), 5) })
    .execute()
  expect(await outcomeOf(book(deps, session))).toBe('booked')
  await db.updateTable('vendors').set(over).execute()
  const now = new Date()
  await db
    .insertInto('planGrants')
    .values({
      vendorId: vendor.id,
      plan: 'professional',
      months: 1,
      reason: 'operator',
      startsAt: addMinutes(now, -5),
      endsAt: addMinutes(now, 5),
    })
    .execute()
  expect(await outcomeOf(book(deps, session))).toBe('booked')
})

test('the tenth booking of the month twice at once: one is booked, the other is referred to the vendor', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { vendor, session } = await aLimitedSession(deps, { made: freeLimits.bookings - 1 })
  // Another session, so that not its row decides.
  const other = await aSession(db, { class: session.class, capacity: 50 })
  const held = await holdLock(
    databaseUrl,
    'select id from vendors where id = $1 for no key update',
    [vendor.id],
  )
  const first = outcomeOf(book(deps, session))
  await waitForWaiter(db)
  const second = outcomeOf(book(deps, other))
  await waitForWaiter(db, 2)
  await held.commit()
  expect((await Promise.all([first, second])).toSorted()).toEqual(['ask_vendor', 'booked'])
  expect((await findUsage(deps, vendor.id)).bookings.used).toBe(10)
})

test('who is new books three times a day from one network address; the fourth asks the vendor, a known one books', async ({
  deps,
  db,
}) => {
  const { vendor, session } = await aLimitedSession(deps, { made: 1 })
  const [known] = await db.selectFrom('purchases').select('customerEmail').execute()
  const from = (network: string | null, more: Partial<BookSession> = {}) =>
    outcomeOf(book(deps, session, 1, { network, ...more }))
  const [home, other] = ['203.0.113.7', '2001:db8:1:2::/64']
  for (let nth = 0; nth < 3; nth++) expect(await from(home)).toBe('booked')
  for (const source of ['public', 'api'] as const)
    expect(await from(home, { source })).toBe('ask_vendor')
  expect(await from(home, { contact: known?.customerEmail ?? '' })).toBe('booked')
  expect(await from(other)).toBe('booked')
  expect(await from(null)).toBe('booked')
  // Refused ones have left no contact.
  expect(await db.selectFrom('contacts').select('id').execute()).toHaveLength(6)
  const elsewhere = await aSession(db, {
    class: await aClass(db, { vendor: await aVendor(db, over) }),
  })
  expect(await outcomeOf(book(deps, elsewhere, 1, { network: home }))).toBe('booked')

  await aSubscription(db, vendor.id)
  expect(await from(home)).toBe('booked')
  await db.deleteFrom('subscriptions').execute()
  await sql`update contacts set created_at = created_at - interval '1 day'`.execute(db)
  expect(await from(home)).toBe('booked')
  const stored = () =>
    db.selectFrom('contacts').where('firstNetwork', 'is not', null).select('firstNetwork').execute()
  expect(JSON.stringify(await stored())).not.toContain(home)
  const forget = bookingJobs.find(({ name }) => name === 'forget networks of new customers')
  await forget?.run(deps)
  expect(await stored()).toHaveLength(1)
})

test('one network address cannot use up the month, whatever spots and contacts it asks with', async ({
  deps,
  db,
}) => {
  const { session } = await aLimitedSession(deps, { made: 0 })
  const other = await aSession(db, { class: session.class, capacity: 50 })
  let addresses = 0
  const inTurn = async (asked: readonly { spots: number; contact?: string; at?: ASession }[]) => {
    addresses++
    const network = `203.0.113.${addresses}`
    const outcomes: string[] = []
    for (const { spots, contact = `invented-${randomUUID()}@example.com`, at = session } of asked)
      outcomes.push(await outcomeOf(book(deps, at, spots, { network, contact })))
    await db
      .updateTable('bookings')
      .set({ bookedAt: new Date(0) })
      .execute()
    return outcomes
  }
  const contact = 'one@example.com'
  expect(
    await inTurn([
      { spots: 4, contact },
      { spots: 4, contact, at: other },
      { spots: 2, contact, at: other },
    ]),
  ).toEqual(['booked', 'ask_vendor', 'ask_vendor'])
  // The same contact from elsewhere is still new.
  expect(await inTurn([{ spots: 1, contact, at: other }])).toEqual(['ask_vendor'])
  expect(await inTurn([{ spots: 4 }, { spots: 4 }, { spots: 2 }])).toEqual([
    'booked',
    'ask_vendor',
    'ask_vendor',
  ])
  const twice = 'twice@example.com'
  expect(
    await inTurn([
      { spots: 1, contact: twice },
      { spots: 1, contact: twice },
      { spots: 2 },
      { spots: 1 },
    ]),
  ).toEqual(['booked', 'booked', 'booked', 'ask_vendor'])
  expect(await inTurn([{ spots: 3 }, { spots: 2 }, { spots: 1 }])).toEqual([
    'booked',
    'ask_vendor',
    'booked',
  ])
  // Also what was cancelled counts, or the vendor would have to cancel it again and again.
  const fourAtOnce = () => outcomeOf(book(deps, session, 4, { network: '198.51.100.1' }))
  expect(await fourAtOnce()).toBe('booked')
  await db.updateTable('bookings').set({ status: 'cancelled' }).execute()
  expect(await fourAtOnce()).toBe('ask_vendor')
  // Every test ends with a recount of the seats.
  await db.updateTable('bookings').set({ status: 'confirmed' }).execute()
})

test('blocking a customer and cancelling gives the month back', async ({ deps, db }) => {
  const { vendor, session } = await aLimitedSession(deps)
  expect(await outcomeOf(book(deps, session))).toBe('ask_vendor')
  const { id } = await db.selectFrom('bookings').select('id').limit(1).executeTakeFirstOrThrow()
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const found = await findBlockable(db, { vendorId: vendor.id, bookingId: id })
  const cancels = agreementToCancel(await listUpcomingOf(db, found?.contactId ?? null))
  expect(await blockContact(db, member, { bookingId: id, cancels })).toMatchObject({ ok: true })
  expect(await outcomeOf(book(deps, session))).toBe('booked')
})

test('a vendor on Free adds three classes a month; deleted ones count', async ({ deps, db }) => {
  const vendor = await aVendor(db, over)
  const create = (title: string) =>
    createClass(deps, vendor.id, classForm({ title, times: [], currency: 'EUR' }), new Date())
  for (const title of ['One', 'Two', 'Three'])
    expect(await create(title)).toMatchObject({ ok: true })
  await db.updateTable('classes').set({ status: 'archived', archivedAt: new Date() }).execute()
  const refused = { ok: false, reason: 'vendor_limit', of: 'classesThisMonth', most: 3 }
  expect(await create('Four')).toEqual(refused)
  await sql`update classes set created_at = created_at - interval '32 days'`.execute(db)
  expect(await create('Four')).toMatchObject({ ok: true })
})

test('what comes back counts like what is new, and is refused past the limit, also in another month', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { vendor, session } = await aLimitedSession(deps)
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const [gone] = await db.selectFrom('bookings').orderBy('id').select('id').limit(1).execute()
  const id = gone?.id ?? ''
  const used = async () => (await findUsage(deps, vendor.id)).bookings.used
  const save = async (status: 'cancelled' | 'confirmed' | 'pending' | 'completed') => {
    const booking = await findEditable(db, { vendorId: vendor.id, bookingId: id })
    if (!booking) throw new Error('no booking')
    const shown = editFields(booking)
    const typed = { ...shown, status }
    const saved = await editBooking(db, member, id, {
      version: versionOf(shown),
      typed,
      freeBookings: freeLimits.bookings,
    })
    return saved.ok ? 'saved' : saved.reason
  }
  expect(await save('cancelled')).toBe('saved')
  expect(await save('confirmed')).toBe('saved')
  expect(await used()).toBe(10)
  expect(await save('cancelled')).toBe('saved')
  expect(await outcomeOf(book(deps, session))).toBe('booked')
  for (const status of ['confirmed', 'pending'] as const)
    expect(await save(status)).toBe('limit_reached')
  // Of last month, it is one of this month when it comes back.
  await sql`update bookings set booked_at = booked_at - interval '32 days' where id = ${id}`.execute(
    db,
  )
  expect(await save('confirmed')).toBe('limit_reached')
  await sql`update bookings set booked_at = booked_at - interval '32 days'
    where id = (select id from bookings where status = 'confirmed' order by id limit 1)`.execute(db)
  const rival = await holdLock(databaseUrl, 'select from vendors where id = $1 for no key update', [
    vendor.id,
  ])
  const restored = save('confirmed')
  await waitForWaiter(db)
  await rival.commit()
  expect(await restored).toBe('saved')
  expect(await used()).toBe(10)
  expect(await outcomeOf(book(deps, session))).toBe('ask_vendor')
  // What was added by hand never counted.
  expect(await save('cancelled')).toBe('saved')
  expect(await outcomeOf(book(deps, session))).toBe('booked')
  await sql`update purchases set source = 'vendor' where id = (select purchase_id from bookings where id = ${id})`.execute(
    db,
  )
  expect(await save('confirmed')).toBe('saved')
})
