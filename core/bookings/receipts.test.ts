import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { aSeries, bought, order } from '#tests/support/series.ts'
import { recordMoney } from '#core/money/steps/record.ts'
import type { Db } from '#core/shared/db.ts'
import { cancelByVendor } from './commands/cancel-bookings.ts'
import { correctMethod } from './commands/correct-method.ts'
import { deleteBooking } from './commands/delete-booking.ts'
import { openReceipt } from './commands/open-receipt.ts'
import { agreementToErase, eraseContact } from './commands/erase-contact.ts'
import { findErasable } from './queries/erasable.ts'
import { findReceipt, hasReceipt, listNotedPayments } from './queries/receipt.ts'
import { withoutMistakes } from './rules/receipt.ts'

const day = '2027-03-01'
const later = '2027-03-09'

test.for([
  [
    'nothing was wrong',
    [
      ['cash', day, 1000],
      ['bank', later, 500],
    ],
    [
      ['cash', day, 1000],
      ['bank', later, 500],
    ],
  ],
  [
    'less came in the same way',
    [
      ['cash', day, 1000],
      ['bank', later, 500],
      ['cash', later, -400],
    ],
    [
      ['cash', day, 600],
      ['bank', later, 500],
    ],
  ],
  [
    'less than was noted, from the latest first',
    [
      ['cash', day, 1000],
      ['bank', later, 500],
      ['correction', later, -700],
    ],
    [['cash', day, 800]],
  ],
  [
    'it was paid another way that day',
    [
      ['cash', day, 1000],
      ['cash', day, -1000],
      ['card', day, 1000],
    ],
    [['card', day, 1000]],
  ],
  [
    'cash was noted beside a card by mistake, the same day',
    [
      ['card', day, 5000],
      ['cash', day, 2000],
      ['correction', day, -2000],
    ],
    [['card', day, 5000]],
  ],
  [
    'all of it was noted by mistake',
    [
      ['cash', day, 1000],
      ['correction', later, -1000],
    ],
    [],
  ],
] as const)('what is left of payments when %s', ([, rows, left]) => {
  const of = rows.map(([method, on, minor]) => ({ id: 'one', method, day: on, minor }))
  expect(withoutMistakes(of).map((one) => [one.method, one.day, one.minor])).toEqual(left)
})

test('a mistake comes off the payment of its own booking', () => {
  const row = { day, method: 'cash' as const, minor: 1000 }
  for (const [spoilt, other] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const)
    expect(
      withoutMistakes([
        { ...row, id: other },
        { ...row, id: spoilt, method: 'bank', minor: 1200 },
        { ...row, id: spoilt, method: 'correction', minor: -200 },
      ]),
    ).toEqual([row, { ...row, method: 'bank' }])
})

/** A studio and its purchases, each of one spot for 15.00 that was paid in cash. */
async function aStudio(db: Db, columns: Parameters<typeof aVendor>[1] = {}) {
  const vendor = await aVendor(db, columns)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  return {
    vendor,
    session,
    member: { vendorId: vendor.id, userId: vendor.userId },
    paid: () => aBooking(db, { session, money: 'paid', priceMinor: 1500 }),
    of: ({ purchaseId }: { purchaseId: string }) => ({ vendorId: vendor.id, purchaseId }),
  }
}

const numbers = async (db: Db) =>
  (await db.selectFrom('receipts').orderBy('number').select('number').execute()).map(
    (row) => row.number,
  )

test('receipts are numbered in the order in which they are opened, each once and without gaps', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const studio = await aStudio(db)
  const [first, second, third] = [await studio.paid(), await studio.paid(), await studio.paid()]
  // Everybody waits for one that is given just now, and then it is not given.
  const held = await holdLock(
    databaseUrl,
    `with turn as (select id from vendors where id = $1 for no key update)
     insert into receipts (vendor_id, number, purchase_id) select id, 1, $2 from turn`,
    [studio.vendor.id, third.purchaseId],
  )
  const open = (of: { purchaseId: string }) => openReceipt(deps, studio.of(of))
  const opening = [open(first), open(first), open(second), open(second), open(first)]
  await waitForWaiter(db, opening.length)
  await held.rollback()
  const given = (await Promise.all(opening)).map((one) => (one.ok ? one.receipt.number : one))
  expect(given[0]).toBe(given[1])
  expect(given[0]).toBe(given[4])
  expect(given[2]).toBe(given[3])
  expect(await numbers(db)).toEqual([1, 2])
  expect(await open(third)).toMatchObject({ receipt: { number: 3 } })
  expect(await open(first)).toMatchObject({ receipt: { number: given[0] } })

  // Another studio counts for itself.
  const other = await aStudio(db)
  const foreign = await other.paid()
  expect(await openReceipt(deps, studio.of(foreign))).toEqual({ ok: false, reason: 'not_found' })
  expect(await openReceipt(deps, other.of(foreign))).toMatchObject({ receipt: { number: 1 } })
})

test('a receipt adds up to the rows of its purchase, and says nothing of waivers', async ({
  db,
  deps,
}) => {
  const studio = await aStudio(db, { postalAddress: 'Street 1\n10115 Berlin', taxLine: 'Tax 1' })
  const purchase = await aBooking(db, { session: studio.session, spots: 3, priceMinor: 1500 })
  const [one = '', two = '', unpaid = ''] = purchase.bookingIds
  const of = studio.of(purchase)
  const row = { vendorId: studio.vendor.id, currency: 'EUR', recordedBy: null }
  expect(await hasReceipt(deps, of)).toBe(false)
  await db.transaction().execute((tx) =>
    recordMoney(tx, [
      { ...row, payer: { bookingId: one }, amountMinor: 1500, method: 'cash' },
      { ...row, payer: { bookingId: two }, amountMinor: 1200, method: 'bank' },
      { ...row, payer: { bookingId: two }, amountMinor: -200, method: 'correction' },
      { ...row, payer: { bookingId: two }, kind: 'waived', amountMinor: 500, method: 'correction' },
      { ...row, payer: { bookingId: two }, kind: 'refunded', amountMinor: 300, method: 'cash' },
      {
        ...row,
        payer: { bookingId: one },
        kind: 'refunded',
        state: 'open',
        amountMinor: 900,
        method: 'card',
      },
      { ...row, payer: { bookingId: unpaid }, state: 'failed', amountMinor: 1500, method: 'cash' },
    ]),
  )
  const opened = await openReceipt(deps, of)
  if (!opened.ok) throw new Error(opened.reason)
  const { lines, payments, backs, paidMinor, backMinor, vendor } = opened.receipt
  expect(vendor).toMatchObject({ postalAddress: 'Street 1\n10115 Berlin', taxLine: 'Tax 1' })
  expect(lines).toMatchObject([{ count: 2, priceMinor: 3000, paidMinor: 2500 }])
  expect(payments.map(({ method, minor }) => [method, minor])).toEqual([
    ['cash', 1500],
    ['bank', 1000],
  ])
  expect(backs.map(({ kind, minor }) => [kind, minor])).toEqual([['refunded', 300]])
  const { rows } = await sql<{ paid: number; back: number }>`
    select sum(amount_minor) filter (where kind = 'paid')::integer as paid, sum(amount_minor) filter (where kind = 'refunded')::integer as back
    from payments where state = 'done'`.execute(db)
  expect({ paid: paidMinor, back: backMinor }).toEqual(rows[0])
  expect(JSON.stringify(opened)).not.toContain('500,"kind":"waived"')
})

test('what was recorded by itself has a receipt once the session has begun', async ({
  db,
  deps,
}) => {
  const studio = await aStudio(db)
  const purchase = await aBooking(db, { session: studio.session, priceMinor: 1500 })
  const [bookingId = ''] = purchase.bookingIds
  await db
    .insertInto('payments')
    .values({
      vendorId: studio.vendor.id,
      bookingId,
      amountMinor: 1500,
      currency: 'EUR',
      method: 'door',
    })
    .execute()
  expect(await hasReceipt(deps, studio.of(purchase))).toBe(false)
  await sql`update class_sessions set starts_at = now() - interval '1 hour', ends_at = now()`.execute(
    db,
  )
  expect(await hasReceipt(deps, studio.of(purchase))).toBe(true)
})

test('a bundle that was recorded by itself has a receipt once one of its dates took place', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db, { vendor: { recordNewAsPaid: true } })
  const { purchaseId, spots } = await bought(
    deps,
    order(bundle, sessions.slice(0, 2), { leaveRest: true }),
  )
  const of = { vendorId: owner.id, purchaseId }
  const pass = (time: string) =>
    sql`update class_sessions set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = ${time}`.execute(
      db,
    )
  const [first = '', second = ''] = sessions.map(({ id }) => id)
  const cancelled = spots.find(({ sessionId }) => sessionId === first)
  await cancelByVendor(db, owner.id, [cancelled?.id ?? ''])
  await pass(first)
  expect(await hasReceipt(deps, of)).toBe(false)
  await pass(second)
  expect(await openReceipt(deps, of)).toMatchObject({
    receipt: { payments: [{ method: 'door' }], paidMinor: bundle.priceMinor },
  })
})

test('Free gives no receipts; what was given stays', async ({ db, deps }) => {
  const studio = await aStudio(db)
  const [given, late] = [await studio.paid(), await studio.paid()]
  const unpaid = await aBooking(db, { session: studio.session })
  expect(await openReceipt(deps, studio.of(unpaid))).toEqual({ ok: false, reason: 'not_found' })
  await openReceipt(deps, studio.of(given))
  await sql`update vendors set trial_ends_at = now() - interval '1 day'`.execute(db)
  expect(await openReceipt(deps, studio.of(given))).toMatchObject({ receipt: { number: 1 } })
  expect(await openReceipt(deps, studio.of(late))).toEqual({ ok: false, reason: 'not_found' })
  expect(await openReceipt({ ...deps, settings: { plans: false } }, studio.of(late))).toMatchObject(
    { receipt: { number: 2 } },
  )
})

test('a receipt outlives its booking; a booking that was deleted before gets none', async ({
  db,
  deps,
}) => {
  const studio = await aStudio(db)
  const [given, other] = [await studio.paid(), await studio.paid()]
  await openReceipt(deps, studio.of(given))
  for (const { bookingIds } of [given, other])
    expect(await deleteBooking(db, studio.member, bookingIds[0] ?? '')).toEqual({ ok: true })
  expect(await openReceipt(deps, studio.of(given))).toMatchObject({
    receipt: { number: 1, paidMinor: 1500 },
  })
  expect(await openReceipt(deps, studio.of(other))).toEqual({ ok: false, reason: 'not_found' })
})

test('a booking that was deleted before its receipt was given is not on it, and one that was deleted later is', async ({
  db,
  deps,
}) => {
  const studio = await aStudio(db)
  const purchase = await aBooking(db, {
    session: studio.session,
    money: 'paid',
    spots: 3,
    priceMinor: 1500,
  })
  const [before = '', after = ''] = purchase.bookingIds
  await deleteBooking(db, studio.member, before)
  const shown = {
    receipt: { lines: [{ count: 2, priceMinor: 3000, paidMinor: 3000 }], paidMinor: 3000 },
  }
  expect(await openReceipt(deps, studio.of(purchase))).toMatchObject(shown)
  await deleteBooking(db, studio.member, after)
  expect(await openReceipt(deps, studio.of(purchase))).toMatchObject(shown)
})

test('only what was shown as noted is corrected: what nobody has paid yet stays as it was', async ({
  db,
}) => {
  const studio = await aStudio(db)
  const purchase = await aBooking(db, { session: studio.session, priceMinor: 1500 })
  const later = await aBooking(db, {
    session: await aSession(db, { class: studio.session.class }),
    priceMinor: 1500,
  })
  const [today = '', nextWeek = ''] = [...purchase.bookingIds, ...later.bookingIds]
  await sql`update bookings set purchase_id = ${purchase.purchaseId}`.execute(db)
  const row = { vendorId: studio.vendor.id, currency: 'EUR', recordedBy: null }
  await db.transaction().execute((tx) =>
    recordMoney(
      tx,
      [today, nextWeek].map((bookingId) => ({
        ...row,
        payer: { bookingId },
        amountMinor: 1500,
        method: 'door' as const,
      })),
    ),
  )
  await sql`update class_sessions set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
    where id = ${studio.session.id}`.execute(db)
  const [noted] = await listNotedPayments(db, { vendorId: studio.vendor.id, bookingId: today })
  if (!noted) throw new Error('Nothing was noted.')
  expect(noted).toMatchObject({ method: 'door', minor: 1500 })
  expect(await correctMethod(db, studio.member, today, { ...noted, to: 'cash' })).toEqual({
    ok: true,
  })
  const methods = await db
    .selectFrom('payments')
    .where('bookingId', '=', nextWeek)
    .select(['method', 'amountMinor'])
    .execute()
  expect(methods).toEqual([{ method: 'door', amountMinor: 1500 }])
})

test('a receipt of an erased customer keeps number, days and sums, and no name', async ({
  db,
  deps,
}) => {
  const studio = await aStudio(db)
  const purchase = await studio.paid()
  const [bookingId = ''] = purchase.bookingIds
  await sql`update class_sessions set starts_at = starts_at - interval '40 days', ends_at = ends_at - interval '40 days'`.execute(
    db,
  )
  const before = await openReceipt(deps, studio.of(purchase))
  expect(before).toMatchObject({ receipt: { customerName: 'Carla Customer' } })
  const found = await findErasable(db, { vendorId: studio.vendor.id, bookingId })
  if (!found || !before.ok) throw new Error('Nobody is there.')
  expect(
    await eraseContact(db, studio.member, {
      bookingId,
      agreed: agreementToErase(found),
      replacement: 'Deleted customer',
    }),
  ).toMatchObject({ ok: true })
  expect(await openReceipt(deps, studio.of(purchase))).toEqual({
    ok: true,
    receipt: { ...before.receipt, customerName: null },
  })
})

test('how something was paid is corrected once, on its own day, and no sum changes', async ({
  db,
  deps,
}) => {
  const studio = await aStudio(db)
  const purchase = await studio.paid()
  const [bookingId = ''] = purchase.bookingIds
  await sql`update payments set at = now() - interval '20 days'`.execute(db)
  const own = { vendorId: studio.vendor.id, bookingId }
  const [payment] = await listNotedPayments(db, own)
  if (!payment) throw new Error('Nothing was noted.')
  const asked = { ...payment, to: 'card' as const }
  const stranger = await aVendor(db)
  expect(
    await correctMethod(db, { vendorId: stranger.id, userId: stranger.userId }, bookingId, asked),
  ).toEqual({ ok: false, reason: 'not_found' })
  const twice = await Promise.all(
    [1, 2].map(() => correctMethod(db, studio.member, bookingId, asked)),
  )
  expect(twice.toSorted((one) => (one.ok ? -1 : 1))).toEqual([
    { ok: true },
    { ok: false, reason: 'changed' },
  ])
  expect(await listNotedPayments(db, own)).toEqual([{ ...payment, method: 'card' }])
  const rows = await db
    .selectFrom('payments')
    .orderBy('amountMinor')
    .orderBy('method')
    .select(['method', 'amountMinor', 'at'])
    .execute()
  expect(rows.map(({ method, amountMinor }) => [method, Number(amountMinor)])).toEqual([
    ['cash', -1500],
    ['card', 1500],
    ['cash', 1500],
  ])
  expect(new Set(rows.map(({ at }) => at.getTime())).size).toBe(1)
  await openReceipt(deps, studio.of(purchase))
  expect(await findReceipt(db, studio.of(purchase))).toMatchObject({
    payments: [{ method: 'card', day: payment.day, minor: 1500 }],
    paidMinor: 1500,
  })
})
