import { changeSession } from '#core/schedule/commands/change-session.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { listPassesOfPurchase } from '#core/passes/queries.ts'
import { appFor, readPage, type Visitor } from '#tests/support/app.ts'
import { classPath, purchasesIn } from '#tests/support/booking-form.ts'
import { minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, type ASession, aSession } from '#tests/support/factories.ts'
import { formIn } from '#tests/support/page-form.ts'
import { aSeries, bought, order } from '#tests/support/series.ts'
import { sessionForm } from '#tests/support/weekly-class.ts'

// A form that stood open while the vendor changed a session books, buys and moves nothing before it has asked again.

/** The vendor moves the session to another place. */
async function moveElsewhere(db: Db, session: ASession): Promise<void> {
  const row = await db
    .selectFrom('classSessions')
    .where('id', '=', session.id)
    .selectAll()
    .executeTakeFirstOrThrow()
  const form = sessionForm(row.sessionDate, {
    startTime: row.startTime,
    durationMinutes: (row.endsAt.getTime() - row.startsAt.getTime()) / 60_000,
    maxStudents: row.maxStudents,
    location: '7 Other Street',
  })
  const owned = { vendorId: row.vendorId, sessionId: row.id }
  expect(await changeSession(db, owned, form, new Date())).toMatchObject({ ok: true })
}

type Sent = Record<string, string | string[]>

/** Opens the page, lets the session change, sends the form as it stood there, and then as it was answered. */
async function sendStale(
  db: Db,
  visitor: Visitor,
  { path, field, session, more }: { path: string; field: string; session: ASession; more: Sent },
) {
  const opened = formIn(await (await visitor.get(path)).text(), field)
  await moveElsewhere(db, session)
  const before = await purchasesIn(db)
  const refused = await visitor.post(path, { ...opened, ...more })
  expect(refused.status).toBe(409)
  expect(await purchasesIn(db)).toEqual(before)
  const html = await refused.clone().text()
  expect(await readPage(refused)).toMatch(/The time or place of .* has just changed\./)
  return visitor.post(path, {
    ...opened,
    ...more,
    seen: formIn(html, field)['seen'] ?? '',
  })
}

const carla = { name: 'Carla', contact: 'carla@example.com' }
const visitorOf = async (deps: Deps) => (await appFor(deps)).visitor()

test('a spot is booked where the customer saw it', async ({ db, deps }) => {
  const session = await aSession(db)
  const visitor = await visitorOf(deps)
  const again = await sendStale(db, visitor, {
    path: classPath(session),
    field: 'seen',
    session,
    more: { ...carla, sessionId: session.id },
  })
  expect(again.status).toBe(303)
  expect(await purchasesIn(db)).toHaveLength(1)
})

test('a bundle is bought with the dates the customer saw', async ({ db, deps }) => {
  const { bundle, sessions, yoga } = await aSeries(db)
  const [first, second] = sessions
  if (!first || !second) throw new Error('no sessions')
  const again = await sendStale(db, await visitorOf(deps), {
    path: `/book/class/${yoga.id}?bundle=${bundle.id}&first=${first.id}`,
    field: 'bundleId',
    session: second,
    more: { ...carla, sessionId: sessions.map(({ id }) => id) },
  })
  expect(again.status).toBe(303)
  expect(await purchasesIn(db)).toHaveLength(5)
})

test('a spot moves to the time and place the customer saw', async ({ db, deps }) => {
  const booking = await aBooking(db)
  const target = await aSession(db, { class: booking.session.class })
  const again = await sendStale(db, await visitorOf(deps), {
    path: `${manageUrl(deps, { ...booking, tokenRotation: 0 })}&do=move`,
    field: 'sessionId',
    session: target,
    more: { intent: 'move', spot: booking.bookingIds, sessionId: target.id },
  })
  expect(again.status).toBe(303)
  expect((await purchasesIn(db)).map(({ sessionId }) => sessionId)).toEqual([target.id])
})

test('a credit is redeemed at the time and place the customer saw', async ({ db, deps }) => {
  const { bundle, sessions } = await aSeries(db)
  const last = sessions[4]
  if (!last) throw new Error('no session')
  const purchase = await bought(deps, order(bundle, sessions.slice(0, 4), { leaveRest: true }))
  const [pass] = await listPassesOfPurchase(db, purchase.purchaseId)
  const again = await sendStale(db, await visitorOf(deps), {
    path: `${manageUrl(deps, purchase)}&do=redeem&pass=${pass?.passId}`,
    field: 'pass',
    session: last,
    more: { intent: 'redeem', sessionId: last.id },
  })
  expect(again.status).toBe(303)
  expect(await purchasesIn(db)).toHaveLength(5)
})

test('a cancellation that was free when its page was opened is asked about again', async ({
  db,
  deps,
}) => {
  const booking = await aBooking(db, {
    session: await aSession(db, { startsAt: minutes(24 * 60) }),
    bookedAt: minutes(-60),
  })
  const visitor = await visitorOf(deps)
  const path = `${manageUrl(deps, { ...booking, tokenRotation: 0 })}&do=cancel`
  const opened = formIn(await (await visitor.get(path)).text(), 'spot')
  // The time has advanced since.
  await db
    .updateTable('vendors')
    .set({ noticeMinutes: 48 * 60 })
    .execute()
  const refused = await visitor.post(path, { ...opened, intent: 'cancel' })
  expect(refused.status).toBe(409)
  const html = await refused.clone().text()
  expect(await readPage(refused)).toContain('the cost of cancelling it, has changed')
  expect((await purchasesIn(db)).map(({ status }) => status)).toEqual(['confirmed'])
  const again = await visitor.post(path, { ...formIn(html, 'spot'), intent: 'cancel' })
  expect(again.status).toBe(303)
  expect((await purchasesIn(db)).map(({ status }) => status)).toEqual(['cancelled'])
})
