import { pauseClass, resumeClass } from '#core/classes/commands/pause-class.ts'
import { findPublicClass } from '#core/classes/queries/class-cards.ts'
import { listSessionDays, listUpcomingSessions } from '#core/classes/queries/public-sessions.ts'
import { listBundleOffers } from '#core/passes/queries.ts'
import { book } from '#tests/support/book.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { aSeries, bought, ids, order, passOf } from '#tests/support/series.ts'
import { bookBundle } from './commands/book-bundle.ts'
import { moveByCustomer } from './commands/move-bookings.ts'
import { redeemSession } from './commands/redeem-session.ts'

const all = { from: null, to: null, cursor: null, limit: 20 }

test('a paused class sells nothing new; what was sold can be moved and used, and the page says that it is closed', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, yoga } = await aSeries(db)
  const { purchaseId } = await bought(
    deps,
    order(bundle, sessions.slice(0, 3), { leaveRest: true }),
  )
  const { passId } = await passOf(db, purchaseId)
  const other = await aSession(db, { class: yoga })
  const single = await book(deps, other.id, 'mia@example.com')
  if (!single.ok) throw new Error(single.reason)
  const of = { vendorId: yoga.vendor.id, classId: yoga.id }
  expect(await pauseClass(db, of)).toMatchObject({ ok: true })

  expect(await book(deps, other.id, 'late@example.com')).toMatchObject({
    ok: false,
    reason: 'registration_closed',
  })
  expect(
    await bookBundle(
      deps,
      order(bundle, sessions.slice(0, 3), { leaveRest: true, contact: 'late@example.com' }),
    ),
  ).toMatchObject({ ok: false })
  expect((await listBundleOffers(deps, { classIds: [yoga.id] })).size).toBe(0)
  expect(await findPublicClass(db, yoga.id)).toMatchObject({
    registrationClosed: true,
    paused: true,
  })
  const now = new Date()
  const shown = await listUpcomingSessions(db, { classId: yoga.id }, all)
  expect(shown.items.every(({ bookingClosesAt }) => bookingClosesAt <= now)).toBe(true)
  const forHolders = await listUpcomingSessions(db, { heldClassIds: [yoga.id] }, all)
  expect(forHolders.items.every(({ bookingClosesAt }) => bookingClosesAt > now)).toBe(true)
  const days = await listSessionDays(
    db,
    { vendorId: yoga.vendor.id, classId: null },
    { from: now, to: new Date(now.getTime() + 400 * 86_400_000) },
  )
  expect(days.length).toBeGreaterThan(0)
  expect(days.some(({ open }) => open)).toBe(false)

  const [, , , fourth, fifth] = ids(sessions)
  expect(
    await redeemSession(db, linkTo(purchaseId), { passId, sessionId: fourth ?? '' }),
  ).toMatchObject({ ok: true })
  expect(
    await moveByCustomer(
      db,
      linkTo(single.purchase.purchaseId),
      single.purchase.spots.map(({ id }) => id),
      fifth ?? '',
    ),
  ).toEqual({ ok: true, moved: 1 })

  expect(await resumeClass(db, of)).toMatchObject({ ok: true })
  expect(await book(deps, other.id, 'late@example.com')).toMatchObject({ ok: true })
})

test('only its own vendor pauses a class, and a second pause keeps the time of the first', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  const own = await aClass(db, { vendor })
  const foreign = await aClass(db)
  const gone = await aClass(db, { vendor, status: 'archived' })
  for (const classId of [foreign.id, gone.id, 'no-id'])
    expect(await pauseClass(db, { vendorId: vendor.id, classId })).toEqual({
      ok: false,
      reason: 'not_found',
    })
  const since = () =>
    db.selectFrom('classes').where('id', '=', own.id).select('pausedAt').executeTakeFirst()
  await pauseClass(db, { vendorId: vendor.id, classId: own.id })
  const first = await since()
  expect(first?.pausedAt).toBeInstanceOf(Date)
  await pauseClass(db, { vendorId: vendor.id, classId: own.id })
  expect(await since()).toEqual(first)
})
