import { type ArchiveChoice, archiveClass } from '#core/schedule/commands/archive-class.ts'
import { rejectRequest } from '#core/bookings/commands/answer-request.ts'
import { cancelByCustomer, cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { deleteBooking } from '#core/bookings/commands/delete-booking.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import { changeSession } from '#core/schedule/commands/change-session.ts'
import { redeemSession } from '#core/bookings/commands/redeem-session.ts'
import { editBundle } from '#core/passes/commands/save-bundle.ts'
import { findBundle } from '#core/passes/queries.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addMinutes, endOfDay } from '#core/shared/time.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { edit } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { weeklySessions } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { linkTo } from '#tests/support/links.ts'
import { sessionForm } from '#tests/support/weekly-class.ts'
import { aSeries, bought, ids, inDays, order, passOf } from '#tests/support/series.ts'

const zone = 'Europe/Berlin'
const endOf = (days: number) => endOfDay(inDays(days), zone)

/** A bundle whose class has only five dates before its end, all booked. */
async function allBooked(db: Db, deps: Deps, of: Parameters<typeof aSeries>[1] = {}) {
  const series = await aSeries(db, { bundle: { expiryDays: 32 }, ...of })
  const purchase = await bought(deps, order(series.bundle, series.sessions))
  const { passId } = await passOf(db, purchase.purchaseId)
  return { ...series, ...purchase, passId, spotIds: ids(purchase.spots) }
}

/** Two further dates, after the bundle's end. */
const laterDates = (db: Db, { yoga }: Pick<Awaited<ReturnType<typeof aSeries>>, 'yoga'>) =>
  weeklySessions(db, yoga, { date: inDays(38), capacities: [10, 10] })

const endsAt = async (db: Db, purchaseId: string) => (await passOf(db, purchaseId)).expiresAt

type AllBooked = Awaited<ReturnType<typeof allBooked>>

const cancellations: [string, (db: Db, all: AllBooked) => Promise<unknown>][] = [
  [
    'a session',
    (db, { owner, sessions }) =>
      cancelSession(db, { vendorId: owner.id, sessionId: sessions[1]?.id ?? '' }, new Date()),
  ],
  ['a spot', (db, { owner, spotIds }) => cancelByVendor(db, owner.id, [spotIds[1] ?? ''])],
  [
    'a spot by deleting its booking',
    (db, { owner, spotIds }) =>
      deleteBooking(db, { vendorId: owner.id, userId: owner.userId }, spotIds[1] ?? ''),
  ],
]

test.for(cancellations)(
  'when the vendor cancels %s and no date is left, the bundle ends with the next one',
  async ([, cancel], { db, deps }) => {
    const all = await allBooked(db, deps)
    const { purchaseId, passId } = all
    const [next] = await laterDates(db, all)
    expect(await endsAt(db, purchaseId)).toEqual(endOf(32))
    await cancel(db, all)
    expect(await endsAt(db, purchaseId)).toEqual(endOf(38))
    const entries = await db
      .selectFrom('passEntries')
      .where('reason', '=', 'extended')
      .select(['passId', 'delta', 'expiresAt'])
      .execute()
    expect(entries).toEqual([{ passId, delta: 0, expiresAt: endOf(38) }])
    const asked = { passId, sessionId: next?.id ?? '' }
    expect(await redeemSession(db, linkTo(purchaseId), asked)).toMatchObject({ ok: true })
  },
)

test('each session that the vendor returns extends the bundle to another date, and the mail shows the new end', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const all = await allBooked(db, deps)
  const { owner, sessions, purchaseId } = all
  await laterDates(db, all)
  await work(databaseUrl, deps, keepMails())
  for (const { id } of sessions.slice(1, 3))
    await cancelSession(db, { vendorId: owner.id, sessionId: id }, new Date())
  expect(await endsAt(db, purchaseId)).toEqual(endOf(45))
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: zone }).format(
    endOf(45).getTime() - 1,
  )
  const told = mails.filter(({ to }) => to === 'carla@example.com')
  expect(told.at(-1)?.text).toContain(`others until ${day}`)
})

test('without a further date, or after its end, the bundle’s full period starts again', async ({
  db,
  deps,
}) => {
  const { owner, sessions, purchaseId } = await allBooked(db, deps)
  await db
    .updateTable('passes')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .execute()
  // The four others are booked already.
  await cancelSession(db, { vendorId: owner.id, sessionId: sessions[1]?.id ?? '' }, new Date())
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 1, isOpen: true })
  expect(await endsAt(db, purchaseId)).toEqual(endOf(32))
})

test('the full period is the one the bundle was sold with, also after its offer was edited', async ({
  db,
  deps,
}) => {
  const { owner, sessions, bundle, purchaseId } = await allBooked(db, deps)
  const own = { vendorId: owner.id, bundleId: bundle.id }
  const offer = await findBundle(db, own)
  if (!offer) throw new Error('no offer')
  const shorter = { ...offer, priceMinor: offer.bundlePriceMinor, expiryDays: 1, isActive: false }
  expect(await editBundle(deps, own, shorter)).toMatchObject({ ok: true })
  await db
    .updateTable('passes')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .execute()
  await cancelSession(db, { vendorId: owner.id, sessionId: sessions[1]?.id ?? '' }, new Date())
  expect(await endsAt(db, purchaseId)).toEqual(endOf(32))
})

test('rejecting a bundle’s request extends the bundle too, unless the rejection withdraws the bundle', async ({
  db,
  deps,
}) => {
  const all = await allBooked(db, deps, { of: { confirmationMode: 'manual' } })
  const { owner, purchaseId, spotIds } = all
  await laterDates(db, all)
  await rejectRequest(db, { vendorId: owner.id, bookingIds: spotIds.slice(0, 1) })
  expect(await endsAt(db, purchaseId)).toEqual(endOf(38))
  await rejectRequest(db, { vendorId: owner.id, bookingIds: spotIds.slice(1) })
  expect(await passOf(db, purchaseId)).toMatchObject({ status: 'cancelled', expiresAt: endOf(38) })
})

test('a customer’s own cancellation does not extend the bundle, nor does the vendor’s while a date is left', async ({
  db,
  deps,
}) => {
  const all = await allBooked(db, deps)
  const { owner, sessions, purchaseId, spotIds } = all
  await laterDates(db, all)
  await cancelByCustomer(db, linkTo(purchaseId), [spotIds[2] ?? ''])
  expect(await endsAt(db, purchaseId)).toEqual(endOf(32))
  // The date that the customer gave up has room.
  await cancelSession(db, { vendorId: owner.id, sessionId: sessions[1]?.id ?? '' }, new Date())
  expect(await endsAt(db, purchaseId)).toEqual(endOf(32))
})

test('a class with dates booked after a bundle’s end asks about the bundle when they are cancelled with it', async ({
  db,
  deps,
}) => {
  const { owner, yoga, purchaseId } = await allBooked(db, deps)
  await db
    .updateTable('passes')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .execute()
  const owned = { vendorId: owner.id, classId: yoga.id }
  const cancelling = {
    upcomingBookings: 'cancel' as const,
    bundles: null,
  }
  const archive = (choice: ArchiveChoice) =>
    agreeing(choice, (agreed) => archiveClass(db, owned, agreed, new Date()))
  expect(await archive(cancelling)).toEqual({
    ok: false,
    reason: 'choose_bundles',
  })
  const refund = { ...cancelling, bundles: { to: 'refund' as const } }
  expect(await archive(refund)).toMatchObject({ leftBundles: 1 })
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 0, owedMinor: 0 })
})

test('a date that the vendor moved past the end of its bundle gives time when its customer cancels it', async ({
  db,
  deps,
}) => {
  const { owner, yoga, sessions, purchaseId, spotIds } = await allBooked(db, deps)
  const owned = { vendorId: owner.id, sessionId: sessions[1]?.id ?? '' }
  const later = await agreeing(sessionForm(inDays(40)), (form) =>
    changeSession(db, owned, form, new Date()),
  )
  expect(later).toMatchObject({ ok: true })
  await db
    .updateTable('passes')
    .set({ expiresAt: endOf(-1) })
    .execute()
  await db
    .updateTable('bookings')
    .set({ bookedAt: addMinutes(new Date(), -60) })
    .execute()
  const [next] = await weeklySessions(db, yoga, { date: inDays(45), capacities: [10] })
  await cancelByCustomer(db, linkTo(purchaseId), [spotIds[1] ?? ''])
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 1, isOpen: true })
  expect(await endsAt(db, purchaseId)).toEqual(endOf(45))
  const { passId } = await passOf(db, purchaseId)
  const asked = { passId, sessionId: next?.id ?? '' }
  expect(await redeemSession(db, linkTo(purchaseId), asked)).toMatchObject({ ok: true })
})

test('a date that its customer cancelled, and whose row was deleted then, gives no time', async ({
  db,
  deps,
}) => {
  const all = await allBooked(db, deps)
  const { owner, purchaseId, spotIds, sessions } = all
  const [first = '', second = ''] = spotIds
  await laterDates(db, all)
  await cancelByCustomer(db, linkTo(purchaseId), [first])
  await deleteBooking(db, { vendorId: owner.id, userId: owner.userId }, first)
  await cancelByVendor(db, owner.id, [second])
  // The date that the customer gave up is free, and enough for the one session that the vendor owes.
  expect(sessions).toHaveLength(5)
  expect(await endsAt(db, purchaseId)).toEqual(endOf(32))
})

test('a bundle that begins with its first session ends as its earliest date says, when a later first one is cancelled', async ({
  db,
  deps,
}) => {
  const { yoga, sessions, bundle } = await aSeries(db, {
    bundle: { expiryDays: 30, expiryStarts: 'first_session' },
  })
  const far = await weeklySessions(db, yoga, {
    date: inDays(3 + 45 * 7),
    capacities: [10, 10, 10, 10, 10],
  })
  const { purchaseId, spots } = await bought(
    deps,
    order(bundle, far.slice(0, 1), { leaveRest: true }),
  )
  const { passId } = await passOf(db, purchaseId)
  expect(await endsAt(db, purchaseId)).toEqual(endOf(3 + 45 * 7 + 30))
  const asked = { passId, sessionId: sessions[0]?.id ?? '' }
  expect(await redeemSession(db, linkTo(purchaseId), asked)).toMatchObject({ ok: true })
  // The far date is still held.
  await cancelByCustomer(db, linkTo(purchaseId), ids(spots))
  expect(await endsAt(db, purchaseId)).toEqual(endOf(3 + 30))
})

const vendorMoves = {
  'moves the session': (db: Db, { owner, firstId }: FarAhead) =>
    agreeing(sessionForm(inDays(4)), (form) =>
      changeSession(db, { vendorId: owner.id, sessionId: firstId }, form, new Date()),
    ),
  'moves the spot': (db: Db, { owner, sessions, spotOn, firstId }: FarAhead) =>
    editBooking(
      db,
      { vendorId: owner.id, userId: owner.userId },
      spotOn(firstId),
      edit(sessions[0]?.id ?? ''),
    ),
}
const customerActions = {
  'books a later date': (db: Db, { purchaseId, passId, sessions }: FarAhead) =>
    redeemSession(db, linkTo(purchaseId), { passId, sessionId: sessions[7]?.id ?? '' }),
  'moves another spot to a later date': (db: Db, { purchaseId, spotOn, sessions }: FarAhead) =>
    moveByCustomer(db, linkTo(purchaseId), [spotOn(sessions[5]?.id ?? '')], sessions[7]?.id ?? ''),
}

/** A bundle for 30 days from its first date, which is in 24 days. */
async function farAhead(db: Db, deps: Deps) {
  const series = await aSeries(db, {
    capacities: [10, 10, 10, 10, 10, 10, 10, 10],
    bundle: { expiryDays: 30, expiryStarts: 'first_session' },
  })
  const { sessions, bundle } = series
  const { purchaseId, spots } = await bought(
    deps,
    order(bundle, sessions.slice(3, 6), { leaveRest: true }),
  )
  const { passId } = await passOf(db, purchaseId)
  const spotOn = (sessionId: string) => spots.find((spot) => spot.sessionId === sessionId)?.id ?? ''
  return { ...series, purchaseId, passId, spotOn, firstId: sessions[3]?.id ?? '' }
}

type FarAhead = Awaited<ReturnType<typeof farAhead>>

for (const [what, byVendor] of Object.entries(vendorMoves))
  test.for(Object.entries(customerActions))(
    `when the vendor ${what} of a bundle’s first date to an earlier day, its end stays if the customer %s`,
    async ([, byCustomer], { db, deps }) => {
      const all = await farAhead(db, deps)
      expect(await endsAt(db, all.purchaseId)).toEqual(endOf(24 + 30))
      expect(await byVendor(db, all)).toMatchObject({ ok: true })
      expect(await byCustomer(db, all)).toMatchObject({ ok: true })
      expect(await endsAt(db, all.purchaseId)).toEqual(endOf(24 + 30))
    },
  )
