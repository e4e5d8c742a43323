import { sql } from 'kysely'
import { wayToPay } from '#core/classes/rules.ts'
import { findCardOffer } from './queries.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { editFields, findEditable } from '#core/bookings/queries/editable-booking.ts'
import { readMoney } from '#core/money/queries.ts'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { askAboutSessions } from '#core/schedule/steps/cancel-question.ts'
import { expireOverdueBookings } from '#core/bookings/commands/expire-bookings.ts'
import {
  aStudio,
  book,
  declined,
  good,
  linkOf,
  money,
  of,
  readNow,
  sessionIn,
  settleAll,
  states,
  type Studio,
} from '#tests/support/cards.ts'
import { expect, test } from '#tests/support/database.ts'
import { letGo, openHold, payOwed } from './commands/pay.ts'
import { refundByVendor } from './commands/refund-by-vendor.ts'
import { sendRefunds } from './commands/settle-refund.ts'

const events = async ({ deps }: Studio) =>
  (await deps.db.selectFrom('outbox').orderBy('id').select('kind').execute()).map(
    ({ kind }) => kind,
  )

test('a spot is held until it is paid, and only then do messages leave', async ({ deps }) => {
  const studio = await aStudio(deps)
  const purchase = await book(studio, { spots: 2 })
  expect(await states(studio)).toEqual(['pending payment', 'pending payment'])
  const paying = await openHold(studio.deps, of(studio, purchase))
  if (!paying.ok) throw new Error(paying.reason)
  expect(await events(studio)).toEqual([])
  await studio.fake.pay(sessionIn(paying.to), declined)
  await settleAll(studio)
  expect(await states(studio)).toEqual(['pending payment', 'pending payment'])
  expect(await studio.fake.pay(sessionIn(paying.to), good)).toBe('paid')
  await Promise.all([settleAll(studio), settleAll(studio), settleAll(studio)])
  expect(await states(studio)).toEqual(['confirmed', 'confirmed'])
  expect(await events(studio)).toEqual(['booking.confirmed'])
  expect(await money(studio)).toEqual(['paid done 2000', 'paid done 2000'])
  expect(studio.fake.sums(studio.account, 'eur', false)).toMatchObject({ taken: 4000, refunded: 0 })
})

test('a spot that is let go is free, its checkout is over, and no message leaves', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const purchase = await book(studio)
  const paying = await openHold(studio.deps, of(studio, purchase))
  const link = linkOf(studio, purchase)
  expect(await letGo(studio.deps, link)).toEqual({ ok: true, paid: false })
  expect(await states(studio)).toEqual(['expired payment'])
  expect(await events(studio)).toEqual([])
  expect(await studio.fake.pay(sessionIn(paying.ok ? paying.to : ''), good)).toBe('expired')
})

test('somebody who pays while the spot is let go keeps it', async ({ deps }) => {
  const studio = await aStudio(deps)
  const purchase = await book(studio)
  const paying = await openHold(studio.deps, of(studio, purchase))
  const session = sessionIn(paying.ok ? paying.to : '')
  studio.fake.beginPay(session)
  const link = linkOf(studio, purchase)
  expect(await letGo(studio.deps, link)).toEqual({ ok: false, reason: 'unreachable' })
  expect(await states(studio)).toEqual(['pending payment'])
  await studio.fake.finishPay(session)
  await settleAll(studio)
  expect(await states(studio)).toEqual(['confirmed'])
})

test('a payment that we hear of late takes a free seat, or goes back', async ({ deps }) => {
  const studio = await aStudio(deps)
  const first = await book(studio, { key: 'first' })
  const paying = await openHold(studio.deps, of(studio, first))
  await studio.fake.pay(sessionIn(paying.ok ? paying.to : ''), good)
  await sql`update bookings set expires_at = now()`.execute(deps.db)
  await expireOverdueBookings(deps.db)
  expect(await states(studio)).toEqual(['expired payment'])
  await settleAll(studio)
  expect(await states(studio)).toEqual(['confirmed'])

  const second = await book(studio, { key: 'second', spots: 2 })
  const late = await openHold(studio.deps, of(studio, second))
  await sql`update bookings set expires_at = now() where status = 'pending'`.execute(deps.db)
  await expireOverdueBookings(deps.db)
  await book(studio, { key: 'third', spots: 2 })
  await studio.fake.pay(sessionIn(late.ok ? late.to : ''), good)
  await settleAll(studio)
  await sendRefunds(studio.deps)
  expect(await money(studio)).toEqual([
    'paid done 2000',
    'paid done 2000',
    'paid done 2000',
    'refunded done 2000',
    'refunded done 2000',
  ])
  expect(studio.fake.sums(studio.account, 'eur', false)).toMatchObject({
    taken: 6000,
    refunded: 4000,
  })
})

test.for([
  ['nothing', '', true],
  ['a higher price', 'update classes set price_minor = 9000', true],
  ['confirmation by hand', "update classes set confirmation_mode = 'manual'", false],
  ['a new condition', "update classes set condition = 'I can swim.'", false],
  ['a pause', 'update classes set paused_at = now()', false],
  ['a block', 'update contacts set blocked_at = now()', false],
  [
    'another time of the session',
    'update class_sessions set calendar_sequence = calendar_sequence + 1',
    false,
  ],
  ['a limit that is reached', '', false],
] as const)(
  'a payment after the end is judged as a new booking: %s',
  async ([what, change, isTaken], { deps }) => {
    const studio = await aStudio(deps, { maxStudents: 20 })
    const purchase = await book(studio, { network: 'home' })
    const paying = await openHold(studio.deps, of(studio, purchase))
    await sql`update bookings set expires_at = now()`.execute(deps.db)
    await expireOverdueBookings(deps.db)
    await sql`update checkouts set created_at = now() - interval '10 minutes'`.execute(deps.db)
    await sql`update bookings set ended_at = now() - interval '5 minutes'`.execute(deps.db)
    if (what === 'a limit that is reached') {
      await book(studio, { again: 'again', spots: 4 })
      await sql`update bookings set status = 'confirmed', waits_for = null, expires_at = null, confirmed_at = now()
      where status = 'pending'`.execute(deps.db)
    }
    if (change !== '') await sql.raw(change).execute(deps.db)
    await studio.fake.pay(sessionIn(paying.ok ? paying.to : ''), good)
    await settleAll(studio)
    expect((await states(studio))[0]).toBe(isTaken ? 'confirmed' : 'expired payment')
    expect(await money(studio)).toEqual([
      'paid done 2000',
      ...(isTaken ? [] : ['refunded open 2000']),
    ])
  },
)

test('what the vendor cancels goes back to the card by itself, once', async ({ deps }) => {
  const studio = await aStudio(deps)
  const purchase = await book(studio, { spots: 2 })
  const paying = await openHold(studio.deps, of(studio, purchase))
  await studio.fake.pay(sessionIn(paying.ok ? paying.to : ''), good)
  await settleAll(studio)
  const [spot] = purchase.spots
  await cancelByVendor(deps.db, studio.vendor.id, [spot?.id ?? ''])
  expect(await money(studio)).toContain('refunded open 2000')
  // The answer is lost: the second try finds what the first has made.
  studio.fake.fail('lost', { operation: 'POST /v1/refunds', times: 3 })
  await sendRefunds(studio.deps)
  await sql`update payment_groups set due_at = now() where due_at is not null`.execute(deps.db)
  await sendRefunds(studio.deps)
  expect(await money(studio)).toContain('refunded done 2000')
  expect(studio.fake.sums(studio.account, 'eur', false)).toMatchObject({ refunded: 2000 })
})

test('what cancelling a session gives back is asked about, and a payment since is a new question', async ({
  deps,
}) => {
  const { db } = deps
  const studio = await aStudio(deps)
  const { vendor, session } = studio
  await book(studio, { key: 'unpaid' })
  const purchase = await book(studio, { spots: 2 })
  const paying = await openHold(studio.deps, of(studio, purchase))
  const ask = async () => (await askAboutSessions(db, vendor.id, [session.id])).question.givenBack
  const before = await askAboutSessions(db, vendor.id, [session.id])
  expect(before.question.givenBack).toEqual([])
  await studio.fake.pay(sessionIn(paying.ok ? paying.to : ''), good)
  await settleAll(studio)
  const given = { currency: 'EUR', cardMinor: 4000, handMinor: 0 }
  expect(await ask()).toEqual([given])
  const owned = { vendorId: vendor.id, sessionId: session.id }
  expect(await cancelSession(db, owned, new Date(), before.agreement)).toMatchObject({
    ok: false,
    reason: 'not_agreed',
    question: { givenBack: [given] },
  })
  // Cash besides.
  const [spot] = purchase.spots
  await sql`insert into payments (vendor_id, booking_id, kind, state, amount_minor, currency, method)
    values (${vendor.id}, ${spot?.id ?? ''}, 'paid', 'done', 500, 'EUR', 'cash')`.execute(db)
  expect(await ask()).toEqual([{ ...given, handMinor: 500 }])
})

test('two tabs and the desk pay one debt: what is too much goes back once', async ({ deps }) => {
  const studio = await aStudio(deps, { pays: 'choice' })
  const purchase = await book(studio)
  expect(await states(studio)).toEqual(['confirmed'])
  const link = linkOf(studio, purchase)
  const [one, two] = await Promise.all([payOwed(studio.deps, link), payOwed(studio.deps, link)])
  if (!one.ok || !two.ok) throw new Error('no checkout')
  expect(one.to).toBe(two.to)
  studio.fake.beginPay(sessionIn(one.to))
  await deps.db
    .insertInto('payments')
    .values({
      vendorId: studio.vendor.id,
      bookingId: purchase.spots[0]?.id ?? '',
      amountMinor: 2000,
      currency: 'EUR',
      method: 'cash',
    })
    .execute()
  await settleAll(studio)
  await studio.fake.finishPay(sessionIn(one.to))
  await settleAll(studio)
  await sendRefunds(studio.deps)
  expect((await money(studio)).toSorted()).toEqual([
    'paid done 2000',
    'paid done 2000',
    'refunded done 2000',
  ])
  expect(await payOwed(studio.deps, link)).toEqual({ ok: false, reason: 'over' })
})

test('any part goes back to the card, once per form, and never more than was paid', async ({
  deps,
}) => {
  const studio = await aStudio(deps, { pays: 'choice' })
  const purchase = await book(studio, { wantsCard: true })
  const paying = await openHold(studio.deps, of(studio, purchase))
  await studio.fake.pay(sessionIn(paying.ok ? paying.to : ''), good)
  await settleAll(studio)
  const member = { vendorId: studio.vendor.id, userId: studio.vendor.userId }
  const bookingId = purchase.spots[0]?.id ?? ''
  const refund = (amountMinor: number, seenMinor: number) =>
    refundByVendor(deps.db, member, { bookingId, amountMinor, seenMinor, currency: 'EUR' })
  expect(await refund(2500, 2000)).toEqual({ ok: false, reason: 'too_much' })
  const twice = await Promise.all([refund(500, 2000), refund(500, 2000)])
  expect(twice.filter(({ ok }) => ok)).toHaveLength(1)
  await sendRefunds(studio.deps)
  expect(await money(studio)).toEqual(['paid done 2000', 'refunded done 500'])
  // The rest follows when the vendor cancels.
  await cancelByVendor(deps.db, studio.vendor.id, [bookingId])
  await sendRefunds(studio.deps)
  expect(studio.fake.sums(studio.account, 'eur', false)).toMatchObject({
    taken: 2000,
    refunded: 2000,
  })
})

test('refunds and disputes that were made at Stripe arrive, and ask nobody for money', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const purchase = await book(studio, { spots: 2 })
  const paying = await openHold(studio.deps, of(studio, purchase))
  const session = sessionIn(paying.ok ? paying.to : '')
  await studio.fake.pay(session, good)
  await studio.fake.refund(session, 2500)
  await readNow(studio)
  await readNow(studio)
  expect((await money(studio)).toSorted()).toEqual([
    'paid done 2000',
    'paid done 2000',
    'refunded done 2000',
    'refunded done 500',
  ])
  expect(await states(studio)).toEqual(['confirmed', 'confirmed'])
  const { rows } = await sql<{ owed: number }>`
    select sum(m.owed_minor)::bigint as owed from bookings b, money_of(b) m`.execute(deps.db)
  expect(Number(rows[0]?.owed)).toBe(0)
})

test('a spot that is brought back while its refund is on its way owes its price again', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const purchase = await book(studio)
  const paying = await openHold(studio.deps, of(studio, purchase))
  await studio.fake.pay(sessionIn(paying.ok ? paying.to : ''), good)
  await settleAll(studio)
  const bookingId = purchase.spots[0]?.id ?? ''
  const member = { vendorId: studio.vendor.id, userId: studio.vendor.userId }
  await cancelByVendor(deps.db, studio.vendor.id, [bookingId])
  const booking = await findEditable(deps.db, { ...member, bookingId })
  if (!booking) throw new Error('no booking')
  const typed = { ...editFields(booking), status: 'confirmed' as const }
  const saved = await editBooking(deps.db, member, bookingId, { typed })
  expect(saved).toEqual({ ok: true })
  const owed = async () => (await readMoney(deps.db, studio.vendor.id, { bookingId })).owedMinor
  expect(await owed()).toBe(2000)
  await sendRefunds(studio.deps)
  expect(await owed()).toBe(2000)
  const again = await payOwed(studio.deps, linkOf(studio, purchase))
  await studio.fake.pay(sessionIn(again.ok ? again.to : ''), good)
  await settleAll(studio)
  expect(await owed()).toBe(0)
  expect(studio.fake.sums(studio.account, 'eur', false)).toMatchObject({
    taken: 4000,
    refunded: 2000,
  })
})

test('a plan that ends takes no new payment, and an open one finishes', async ({ deps }) => {
  const studio = await aStudio(deps)
  const open = await book(studio, { key: 'open' })
  const paying = await openHold(studio.deps, of(studio, open))
  await sql`update vendors set trial_ends_at = now() - interval '1 day' where id = ${studio.vendor.id}`.execute(
    deps.db,
  )
  const later = await book(studio, { key: 'later' })
  expect(await states(studio)).toEqual(['pending payment', 'confirmed'])
  expect(await payOwed(studio.deps, linkOf(studio, later))).toEqual({ ok: false, reason: 'over' })
  await studio.fake.pay(sessionIn(paying.ok ? paying.to : ''), good)
  await settleAll(studio)
  expect(await states(studio)).toEqual(['confirmed', 'confirmed'])
  // What was paid goes back without the plan, too.
  await cancelByVendor(deps.db, studio.vendor.id, [open.spots[0]?.id ?? ''])
  await sendRefunds(studio.deps)
  expect(studio.fake.sums(studio.account, 'eur', false)).toMatchObject({ refunded: 2000 })
})

test('the rule of the pages and the database agree on what is paid by card', async ({ deps }) => {
  const studio = await aStudio(deps)
  const { vendor, class: of } = studio
  for (const currency of ['EUR', 'JPY', 'KWD'])
    for (const pays of ['studio', 'card', 'choice'] as const)
      for (const price of [0, 10, 49, 50, 250, 251, 2000]) {
        await sql`update vendors set currency = ${currency} where id = ${vendor.id}`.execute(
          deps.db,
        )
        await sql`update classes set pays = ${pays} where id = ${of.id}`.execute(deps.db)
        const { rows } = await sql<{ card: boolean; choice: boolean }>`
          select is_paid_by_card(${pays}, v, ${price}, false, true) as card, is_paid_by_card(${pays}, v, ${price}, true, true) as choice
          from vendors v where v.id = ${vendor.id}`.execute(deps.db)
        const cards = await findCardOffer(deps, { vendorId: vendor.id, id: of.id, pays })
        const said = wayToPay(cards, price)
        expect([currency, pays, price, said]).toEqual([
          currency,
          pays,
          price,
          rows[0]?.card ? 'card' : rows[0]?.choice ? 'choice' : 'studio',
        ])
      }
  await sql`update card_accounts set broken_at = now()`.execute(deps.db)
  expect(await findCardOffer(deps, { vendorId: vendor.id, id: of.id, pays: 'card' })).toBeNull()
})

test('a spot that is let go twice while Stripe does not answer is still held', async ({ deps }) => {
  const studio = await aStudio(deps)
  const purchase = await book(studio)
  const paying = await openHold(studio.deps, of(studio, purchase))
  const session = sessionIn(paying.ok ? paying.to : '')
  studio.fake.beginPay(session)
  for (let press = 0; press < 2; press++)
    expect(await letGo(studio.deps, linkOf(studio, purchase))).toEqual({
      ok: false,
      reason: 'unreachable',
    })
  await studio.fake.finishPay(session)
  expect(await letGo(studio.deps, linkOf(studio, purchase))).toEqual({ ok: true, paid: true })
  const kept = await deps.db.selectFrom('checkouts').select(['url', 'request']).execute()
  expect(kept).toEqual([{ url: null, request: null }])
})

test('a checkout that Stripe could never make ends with its time', async ({ deps }) => {
  const studio = await aStudio(deps)
  studio.fake.fail('executed_error', { operation: 'POST /v1/checkout/sessions', times: 5 })
  const purchase = await book(studio)
  expect(await openHold(studio.deps, of(studio, purchase))).toMatchObject({ reason: 'unreachable' })
  await settleAll(studio)
  expect(await states(studio)).toEqual(['pending payment'])
  await sql`update checkouts set expires_at = now() - interval '1 second'`.execute(deps.db)
  await settleAll(studio)
  expect(await states(studio)).toEqual(['expired payment'])
})

test('a checkout that was just ended at Stripe is made again by the same press', async ({
  deps,
}) => {
  const studio = await aStudio(deps, { pays: 'choice' })
  const link = linkOf(studio, await book(studio))
  const first = await payOwed(studio.deps, link)
  const stripe = await studio.deps.stripe.open(studio.apiKey)
  await stripe.expireCheckout(sessionIn(first.ok ? first.to : ''))
  const second = await payOwed(studio.deps, link)
  if (!second.ok) throw new Error(second.reason)
  expect(await studio.fake.pay(sessionIn(second.to), good)).toBe('paid')
})

test('a payment whose rows are busy holds up no other news, and is read again soon', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const paid = async (key: string) => {
    const purchase = await book(studio, { key })
    const paying = await openHold(studio.deps, of(studio, purchase))
    await studio.fake.pay(sessionIn(paying.ok ? paying.to : ''), good)
    return purchase.purchaseId
  }
  const busy = await paid('busy')
  await paid('other')
  await sql
    .raw(`create function is_busy() returns trigger language plpgsql as
    $$ begin raise exception 'busy' using errcode = 'lock_not_available'; end $$;
    create trigger busy before update on bookings for each row when (old.purchase_id = '${busy}') execute function is_busy()`)
    .execute(deps.db)
  await readNow(studio)
  expect(await states(studio)).toEqual(['pending payment', 'confirmed'])
  const { rows } = await sql<{ isSoon: boolean }>`
    select due_at < now() + interval '6 minutes' as is_soon from card_accounts`.execute(deps.db)
  expect(rows).toEqual([{ isSoon: true }])
  await sql`drop trigger busy on bookings`.execute(deps.db)
  await readNow(studio)
  expect(await states(studio)).toEqual(['confirmed', 'confirmed'])
})

test('a checkout that nobody can ask Stripe for is over some days later, and keeps no address', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  for (const key of ['disconnected', 'refused'])
    await openHold(studio.deps, of(studio, await book(studio, { key })))
  const after = async (interval: string, settled: () => Promise<unknown>) => {
    await sql`update checkouts set expires_at = now() - ${interval}::interval where state = 'open'`.execute(
      deps.db,
    )
    await settled()
    return deps.db.selectFrom('checkouts').select(['state', 'request']).execute()
  }
  studio.fake.endKey(studio.apiKey)
  expect(await after('1 day', () => settleAll(studio))).toMatchObject([
    { state: 'open' },
    { state: 'open' },
  ])
  const over = { state: 'lost', request: null }
  expect(await after('4 days', () => settleAll(studio))).toEqual([over, over])
  await sql`update checkouts set state = 'open', request = '{}'`.execute(deps.db)
  await sql`update card_accounts set api_key = null, endpoint = null, endpoint_secret = null`.execute(
    deps.db,
  )
  expect(await after('1 day', () => settleAll(studio))).toMatchObject([
    { state: 'open' },
    { state: 'open' },
  ])
  expect(await after('4 days', () => settleAll(studio))).toEqual([over, over])
})
