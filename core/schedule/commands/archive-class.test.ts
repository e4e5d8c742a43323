import { sql } from 'kysely'
import { editClass } from './edit-class.ts'
import { editFields, findOwnClass } from '#core/classes/queries/own-classes.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { endOfDay } from '#core/shared/time.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { edit } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor, weeklySessions } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { linkTo } from '#tests/support/links.ts'
import { aSeries, bought, inDays, order, passOf } from '#tests/support/series.ts'
import { listSoldPasses } from '#core/passes/queries.ts'
import { cancelByCustomer, cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { deleteBooking } from '#core/bookings/commands/delete-booking.ts'
import { redeemSession } from '#core/bookings/commands/redeem-session.ts'
import { type ArchiveChoice, archiveClass } from './archive-class.ts'

/** Archives a class and agrees to what is asked before. */
const archive = (db: Db, owned: Parameters<typeof archiveClass>[1], choice: ArchiveChoice) =>
  agreeing(choice, (agreed) => archiveClass(db, owned, agreed, new Date()))

test('a class with upcoming bookings is archived only when the vendor decides what happens to them', async ({
  db,
}) => {
  const kept = await aSession(db)
  await aBooking(db, { session: kept, spots: 2 })
  const empty = await aSession(db, { class: kept.class })
  const owned = { vendorId: kept.class.vendor.id, classId: kept.class.id }
  expect(
    await archiveClass(db, owned, { upcomingBookings: null, bundles: null }, new Date()),
  ).toEqual({
    ok: false,
    reason: 'choose',
    bookings: 2,
    sessions: 1,
  })
  expect(
    await archiveClass(
      db,
      { ...owned, vendorId: (await aVendor(db)).id },
      { upcomingBookings: 'cancel', bundles: null },
      new Date(),
    ),
  ).toEqual({ ok: false, reason: 'not_found' })
  expect(
    await archiveClass(db, owned, { upcomingBookings: 'keep', bundles: null }, new Date()),
  ).toEqual({
    ok: true,
    cancelledBookings: 0,
    keptSessions: 1,
    leftBundles: 0,
  })
  const statuses = await db.selectFrom('classSessions').select(['id', 'status']).execute()
  expect(statuses.find(({ id }) => id === kept.id)?.status).toBe('confirmed')
  expect(statuses.find(({ id }) => id === empty.id)?.status).toBe('cancelled')

  const other = await aSession(db)
  await aBooking(db, { session: other })
  const ofOther = { vendorId: other.class.vendor.id, classId: other.class.id }
  const choice = { upcomingBookings: 'cancel' as const, bundles: null }
  const cancelled = await agreeing(choice, (agreed) =>
    archiveClass(db, ofOther, agreed, new Date()),
  )
  expect(cancelled).toEqual({ ok: true, cancelledBookings: 1, keptSessions: 0, leftBundles: 0 })
})

test('if the bookings to cancel have changed, the vendor is asked again, even if their number is the same', async ({
  db,
}) => {
  const session = await aSession(db)
  const { purchaseId } = await aBooking(db, { session, spots: 2 })
  const owned = { vendorId: session.class.vendor.id, classId: session.class.id }
  const cancel = async (agreed?: string) => {
    const choice = { upcomingBookings: 'cancel' as const, bundles: null, agreed }
    const done = await archiveClass(db, owned, choice, new Date())
    if (done.ok || done.reason !== 'not_agreed') throw new Error('not asked')
    return done
  }
  const first = await cancel()
  expect(first.question.cancels).toEqual({ bookings: 2, sessions: 1 })
  await aBooking(db, { session })
  const second = await cancel(first.agreement)
  expect(second.question.cancels).toEqual({ bookings: 3, sessions: 1 })
  await cancelByCustomer(db, linkTo(purchaseId), null)
  await aBooking(db, { session, spots: 2 })
  const third = await cancel(second.agreement)
  expect(third.question.cancels).toEqual({ bookings: 3, sessions: 1 })
  const held = await db
    .selectFrom('bookings')
    .where('status', '=', 'confirmed')
    .select('id')
    .execute()
  expect(held).toHaveLength(3)
  const choice = { upcomingBookings: 'cancel' as const, bundles: null, agreed: third.agreement }
  expect(await archiveClass(db, owned, choice, new Date())).toMatchObject({
    ok: true,
    cancelledBookings: 3,
  })
})

/** Carla bought a bundle of five for €60, paid €50 and booked three of its dates. */
async function aClassWithABundle(db: Db, deps: Deps) {
  const series = await aSeries(db)
  const { bundle, sessions, owner, yoga } = series
  const chosen = order(bundle, sessions.slice(0, 3), { leaveRest: true })
  const { purchaseId, spots } = await bought(deps, chosen)
  const { passId } = await passOf(db, purchaseId)
  const payment = { amountMinor: 5000, currency: 'EUR', method: 'correction' as const }
  await db
    .insertInto('payments')
    .values({ ...payment, vendorId: owner.id, passId })
    .execute()
  return {
    ...series,
    purchaseId,
    spots,
    passId,
    owned: { vendorId: owner.id, classId: yoga.id },
  }
}

test('a class with unused credits is archived only when the vendor decides what happens to them', async ({
  db,
  deps,
}) => {
  const { owned, purchaseId } = await aClassWithABundle(db, deps)
  const stranger = await aClass(db)
  for (const bundles of [null, { to: 'class' as const, classId: stranger.id }])
    expect(await archive(db, owned, { upcomingBookings: 'keep', bundles })).toEqual({
      ok: false,
      reason: 'choose_bundles',
    })
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 2, classId: owned.classId })
})

test('the credits move to another class of the vendor, and the customer is notified', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { owned, purchaseId, passId, owner } = await aClassWithABundle(db, deps)
  const pilates = await aClass(db, { vendor: owner, title: 'Pilates' })
  const other = await aSession(db, { class: pilates })
  const bundles = { to: 'class' as const, classId: pilates.id }
  await work(databaseUrl, deps, keepMails())
  const archived = await archive(db, owned, { upcomingBookings: 'keep', bundles })
  expect(archived).toMatchObject({ ok: true, leftBundles: 1 })
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  const asked = { passId, sessionId: other.id }
  expect(await redeemSession(db, linkTo(purchaseId), asked)).toMatchObject({ ok: true })
  const told = mails.find(({ text }) =>
    text.includes('The 2 sessions left in your bundle are now for Pilates.'),
  )
  expect(told?.to).toBe('carla@example.com')
})

test('the credits do not move to a class that cannot be booked', async ({ db, deps }) => {
  const { owned, owner } = await aClassWithABundle(db, deps)
  const closed = await aClass(db, { vendor: owner, visibility: 'closed' })
  const bundles = { to: 'class' as const, classId: closed.id }
  expect(await archive(db, owned, { upcomingBookings: 'keep', bundles })).toEqual({
    ok: false,
    reason: 'choose_bundles',
  })
})

test('the credits do not move to a class without a bookable session', async ({ db, deps }) => {
  const { owned, owner } = await aClassWithABundle(db, deps)
  const { class: pilates, id } = await aSession(db, { class: await aClass(db, { vendor: owner }) })
  await db
    .updateTable('classSessions')
    .set({ bookingClosesAt: new Date() })
    .where('id', '=', id)
    .execute()
  const bundles = { to: 'class' as const, classId: pilates.id }
  expect(await archive(db, owned, { upcomingBookings: 'keep', bundles })).toEqual({
    ok: false,
    reason: 'no_sessions_there',
  })
})

test('a bundle that would end before its sessions can be booked there ends with the date of the last one', async ({
  db,
  deps,
}) => {
  const { owned, purchaseId, passId, owner } = await aClassWithABundle(db, deps)
  const pilates = await aClass(db, { vendor: owner })
  const dates = { date: inDays(100), capacities: [10, 10, 10] }
  const [, second] = await weeklySessions(db, pilates, dates)
  const bundles = { to: 'class' as const, classId: pilates.id }
  const archived = await archive(db, owned, { upcomingBookings: 'keep', bundles })
  expect(archived).toMatchObject({ ok: true, leftBundles: 1 })
  expect((await passOf(db, purchaseId)).expiresAt).toEqual(endOfDay(inDays(107), 'Europe/Berlin'))
  const asked = { passId, sessionId: second?.id ?? '' }
  expect(await redeemSession(db, linkTo(purchaseId), asked)).toMatchObject({ ok: true })
})

test('a class is not closed while customers hold sessions on its bundles', async ({ db, deps }) => {
  const { owned, bundle, owner, sessions, purchaseId } = await aClassWithABundle(db, deps)
  // All of its sessions are booked, and each comes back when its date is cancelled.
  const other = await bought(deps, order(bundle, sessions, { contact: 'ben@example.com' }))
  const found = await findOwnClass(db, owned)
  if (!found) throw new Error('no class')
  const save = (visibility: 'link' | 'closed') =>
    editClass(db, owner.id, owned.classId, { ...editFields(found), visibility }, new Date())
  const open = { ok: false, reason: 'bundles_open', customers: 2 }
  expect(await save('closed')).toEqual(open)
  expect(await save('link')).toMatchObject({ ok: true })
  const end = () => db.updateTable('passes').set({ expiresAt: new Date() }).execute()
  await end()
  expect(await save('closed')).toEqual(open)
  for (const id of [purchaseId, other.purchaseId]) await cancelByCustomer(db, linkTo(id), null)
  await end()
  expect(await save('closed')).toMatchObject({ ok: true })
})

test('refunding removes the credits and owes the customer what was paid for them', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { owned, purchaseId } = await aClassWithABundle(db, deps)
  await work(databaseUrl, deps, keepMails())
  const choice = {
    upcomingBookings: 'cancel' as const,
    bundles: { to: 'refund' as const },
  }
  expect(await archive(db, owned, choice)).toMatchObject({
    ok: true,
    cancelledBookings: 3,
    leftBundles: 1,
  })
  // None of the five took place: all that was paid goes back.
  expect(await passOf(db, purchaseId)).toMatchObject({
    remaining: 0,
    isOpen: false,
    owedMinor: -5000,
  })
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  expect(mails.filter(({ text }) => text.includes('You will get €50 back.'))).toHaveLength(1)
})

test.for(['keep', 'cancel'] as const)(
  'bundles that are sold or change after the page was opened are asked about, with the choice to %s the bookings',
  async (upcomingBookings, { db, deps }) => {
    const { owned, owner, bundle, sessions, purchaseId, spots } = await aClassWithABundle(db, deps)
    const choice = { upcomingBookings, bundles: { to: 'refund' as const } }
    const save = (agreed?: string) => archiveClass(db, owned, { ...choice, agreed }, new Date())
    const ask = async (agreed?: string) => {
      const asked = await save(agreed)
      if (asked.ok || asked.reason !== 'not_agreed') throw new Error('not asked')
      return asked.agreement
    }
    const page = await ask()
    const more = order(bundle, sessions.slice(0, 1), {
      leaveRest: true,
      contact: 'ben@example.com',
    })
    const ben = await bought(deps, more)
    const withBen = await ask(page)
    const wish = { customerName: 'Dana', customerEmail: 'dana@example.com' }
    const member = { vendorId: owner.id, userId: owner.userId }
    await editBooking(db, member, spots[0]?.id ?? '', edit(sessions[0]?.id ?? '', wish))
    const withDana = await ask(withBen)
    expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 2, isOffered: true })
    expect(await passOf(db, ben.purchaseId)).toMatchObject({ remaining: 4 })
    expect(await save(withDana)).toMatchObject({ ok: true, leftBundles: 2 })
  },
)

test('with the bookings kept, only the share of the sessions that are left is paid back', async ({
  db,
  deps,
}) => {
  const { owned, purchaseId } = await aClassWithABundle(db, deps)
  const choice = { upcomingBookings: 'keep' as const, bundles: { to: 'refund' as const } }
  expect(await archive(db, owned, choice)).toMatchObject({ ok: true })
  // Two of five sessions at €60 cost €24. The customer paid €50, so €26 are refunded.
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 0, owedMinor: -1400 })
})

/** Carla booked all five sessions of a bundle for €60, and paid it. */
async function aClassWithAllBooked(db: Db, deps: Deps) {
  const series = await aSeries(db)
  const { purchaseId, spots } = await bought(deps, order(series.bundle, series.sessions))
  const owned = { vendorId: series.owner.id, classId: series.yoga.id }
  const { passId, priceMinor: amountMinor } = await passOf(db, purchaseId)
  const payment = { amountMinor, currency: 'EUR', method: 'correction' as const }
  await db
    .insertInto('payments')
    .values({ ...payment, vendorId: series.owner.id, passId })
    .execute()
  return { ...series, purchaseId, spots, owned }
}

test('a bundle whose sessions are all booked is asked about too, with its bookings kept', async ({
  db,
  deps,
}) => {
  const { owned } = await aClassWithAllBooked(db, deps)
  expect(await listSoldPasses(db, { ...owned, only: 'held' })).toHaveLength(1)
  const keep = { upcomingBookings: 'keep' as const, bundles: null }
  expect(await archiveClass(db, owned, keep, new Date())).toEqual({
    ok: false,
    reason: 'choose_bundles',
  })
})

test('the bundle moves to another class, its customer is notified, and a kept spot that is cancelled later can be rebooked there', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { owned, owner, purchaseId, spots } = await aClassWithAllBooked(db, deps)
  const other = await aClass(db, { vendor: owner, title: 'Pilates' })
  const pilates = await aSession(db, { class: other })
  const bundles = { to: 'class' as const, classId: pilates.class.id }
  await work(databaseUrl, deps, keepMails())
  const moved = await archive(db, owned, { upcomingBookings: 'keep', bundles })
  expect(moved).toMatchObject({ ok: true, leftBundles: 1 })
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  const told = mails.filter(({ to }) => to === 'carla@example.com').map(({ text }) => text)
  expect(told).toEqual([expect.stringContaining('you can book Pilates instead until')])
  expect(told[0]).toContain('See the booking')
  await cancelByCustomer(db, linkTo(purchaseId), [spots[4]?.id ?? ''])
  const { passId } = await passOf(db, purchaseId)
  const asked = { passId, sessionId: pilates.id }
  expect(await redeemSession(db, linkTo(purchaseId), asked)).toMatchObject({ ok: true })
})

const laterCancellations: [string, (db: Db, of: AllBooked) => Promise<unknown>][] = [
  ['its customer', (db, { purchaseId, last }) => cancelByCustomer(db, linkTo(purchaseId), [last])],
  ['the vendor', (db, { owner, last }) => cancelByVendor(db, owner.id, [last])],
  [
    'the vendor, who deletes it',
    (db, { owner, last }) => deleteBooking(db, { vendorId: owner.id, userId: owner.userId }, last),
  ],
]
type AllBooked = Awaited<ReturnType<typeof aClassWithAllBooked>> & { last: string }

test.for(laterCancellations)(
  'or it is paid back: a kept spot that is cancelled later by %s is owed to the customer, who is told',
  async ([, cancel], { db, deps, databaseUrl }) => {
    const all = await aClassWithAllBooked(db, deps)
    const { owned, purchaseId } = all
    const refund = { upcomingBookings: 'keep' as const, bundles: { to: 'refund' as const } }
    expect(await archive(db, owned, refund)).toMatchObject({ leftBundles: 1 })
    expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 0, owedMinor: 0 })
    await work(databaseUrl, deps, keepMails())
    await cancel(db, { ...all, last: all.spots[4]?.id ?? '' })
    expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 0, owedMinor: -1200 })
    const { mails, send } = keepMails()
    await work(databaseUrl, deps, { send })
    const told = mails.filter(({ to }) => to === 'carla@example.com').map(({ text }) => text)
    expect(told.filter((text) => text.includes('You will get €12 back.'))).toHaveLength(1)
    expect(told.filter((text) => text.includes('back in your bundle'))).toEqual([])
  },
)

test('a session that comes back to a bundle of a closed class is paid back too, and its customer is notified', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { owned, purchaseId, spots } = await aClassWithAllBooked(db, deps)
  await sql`update class_sessions set starts_at = starts_at - interval '400 days', ends_at = ends_at - interval '400 days'
    where class_id = ${owned.classId}`.execute(db)
  const found = await findOwnClass(db, owned)
  if (!found) throw new Error('no class')
  const closed = { ...editFields(found), visibility: 'closed' as const }
  const saved = await agreeing(closed, (form) =>
    editClass(db, owned.vendorId, owned.classId, form, new Date()),
  )
  expect(saved).toMatchObject({ ok: true })
  await work(databaseUrl, deps, keepMails())
  await cancelByVendor(db, owned.vendorId, [spots[4]?.id ?? ''])
  expect(await passOf(db, purchaseId)).toMatchObject({
    remaining: 0,
    owedMinor: -1200,
    isOffered: false,
  })
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  const told = mails.filter(({ to }) => to === 'carla@example.com').map(({ text }) => text)
  expect(told).toEqual([expect.stringContaining('You will get €12 back.')])
})
