import { sql } from 'kysely'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { bookUnpayable } from '#core/bookings/steps/book-waiting.ts'
import { readMoney } from '#core/money/queries.ts'
import { recordMoney } from '#core/money/steps/record.ts'
import { confirmRequest } from '#core/bookings/commands/answer-request.ts'
import { expireOverdueBookings } from '#core/bookings/commands/expire-bookings.ts'
import { edit } from '#tests/support/bookings.ts'
import {
  aStudio,
  book,
  good,
  linkOf,
  of,
  sessionIn,
  settleAll,
  states,
  type Studio,
} from '#tests/support/cards.ts'
import { expect, test } from '#tests/support/database.ts'
import { openHold, payOwed } from './commands/pay.ts'

// What waits for a payment without a checkout: the vendor has confirmed it.

test('a request for what is paid by card waits for the payment once it is confirmed', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  await sql`update classes set confirmation_mode = 'manual' where id = ${studio.class.id}`.execute(
    deps.db,
  )
  const first = await book(studio, { key: 'first' })
  const second = await book(studio, { key: 'second' })
  expect(await states(studio)).toEqual(['pending vendor', 'pending vendor'])
  for (const { spots } of [first, second])
    expect(
      await confirmRequest(deps.db, {
        vendorId: studio.vendor.id,
        bookingIds: spots.map(({ id }) => id),
      }),
    ).toEqual({ ok: true, answered: 1 })
  expect(await states(studio)).toEqual(['pending payment', 'pending payment'])
  const paying = await payOwed(studio.deps, linkOf(studio, first))
  if (!paying.ok) throw new Error(paying.reason)
  await studio.fake.pay(sessionIn(paying.to), good)
  await settleAll(studio)
  await sql`update bookings set expires_at = now() where expires_at is not null`.execute(deps.db)
  await expireOverdueBookings(deps.db)
  expect((await states(studio)).toSorted()).toEqual(['confirmed', 'expired payment'])
  expect(await payOwed(studio.deps, linkOf(studio, second))).toEqual({ ok: false, reason: 'over' })
})

const ways = {
  'noted at the desk': async ({ deps, vendor }: Studio, bookingId: string) => {
    const cash = {
      vendorId: vendor.id,
      payer: { bookingId },
      amountMinor: 2000,
      currency: 'EUR',
      method: 'cash',
      recordedBy: null,
    } as const
    await deps.db.transaction().execute((tx) => recordMoney(tx, [cash]))
  },
  'a refused key': async ({ deps }: Studio) => {
    await sql`update card_accounts set broken_at = now()`.execute(deps.db)
  },
  'a class that is paid at the studio now': async ({ deps }: Studio) => {
    await sql`update classes set pays = 'studio'`.execute(deps.db)
  },
}

for (const [what, happens] of Object.entries(ways))
  test(`what waits for a payment and can’t be paid by card any more is booked: ${what}`, async ({
    deps,
  }) => {
    const studio = await aStudio(deps)
    await sql`update classes set confirmation_mode = 'manual'`.execute(deps.db)
    const { spots } = await book(studio)
    const bookingIds = spots.map(({ id }) => id)
    await confirmRequest(deps.db, { vendorId: studio.vendor.id, bookingIds })
    expect(await states(studio)).toEqual(['pending payment'])
    await happens(studio, bookingIds[0] ?? '')
    // Its time is over before the next run: nobody could have paid.
    await sql`update bookings set expires_at = now()`.execute(deps.db)
    expect(await bookUnpayable(deps.db, deps.settings)).toBe(1)
    await expireOverdueBookings(deps.db)
    expect(await states(studio)).toEqual(['confirmed'])
    const payer = { bookingId: bookingIds[0] ?? '' }
    expect((await readMoney(deps.db, studio.vendor.id, payer)).owedMinor).toBe(
      what === 'noted at the desk' ? 0 : 2000,
    )
  })

test('nobody is booked by a vendor that is closed, nor by money that went back', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const { db } = deps
  await sql`update classes set confirmation_mode = 'manual'`.execute(db)
  const { spots } = await book(studio)
  const bookingIds = spots.map(({ id }) => id)
  await confirmRequest(db, { vendorId: studio.vendor.id, bookingIds })
  await sql`update vendors set closed_at = now()`.execute(db)
  expect(await bookUnpayable(db, deps.settings)).toBe(0)
  await sql`update vendors set closed_at = null`.execute(db)
  const saved = await editBooking(
    db,
    studio.owner,
    bookingIds[0] ?? '',
    edit(studio.session.id, {
      status: 'pending',
      paymentStatus: 'refunded',
      amountPaidMinor: 2000,
    }),
  )
  expect(saved).toEqual({ ok: true })
  expect(await bookUnpayable(db, deps.settings)).toBe(0)
  expect(await states(studio)).toEqual(['pending payment'])
})

test('what the desk notes for a spot that is held, or asked for, books it', async ({ deps }) => {
  const studio = await aStudio(deps)
  const held = await book(studio, { key: 'held' })
  await openHold(studio.deps, of(studio, held))
  await ways['noted at the desk'](studio, held.spots[0]?.id ?? '')
  await settleAll(studio)
  expect(await states(studio)).toEqual(['confirmed'])
  await sql`update classes set confirmation_mode = 'manual'`.execute(deps.db)
  const asked = await book(studio, { key: 'asked' })
  const bookingIds = asked.spots.map(({ id }) => id)
  await ways['noted at the desk'](studio, bookingIds[0] ?? '')
  await confirmRequest(deps.db, { vendorId: studio.vendor.id, bookingIds })
  expect(await states(studio)).toEqual(['confirmed', 'confirmed vendor'])
})
