import { sql } from 'kysely'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { deleteBooking } from '#core/bookings/commands/delete-booking.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { giveBooking } from '#core/bookings/commands/give-booking.ts'
import { openReceipt } from '#core/bookings/commands/open-receipt.ts'
import { findEditable } from '#core/bookings/queries/editable-booking.ts'
import { keepsReceipt, listNotedPayments } from '#core/bookings/queries/receipt.ts'
import { readMoney } from '#core/money/queries.ts'
import { recordMoney } from '#core/money/steps/record.ts'
import { edit } from '#tests/support/bookings.ts'
import {
  aStudio,
  book,
  good,
  of,
  readNow,
  sessionIn,
  settleAll,
  type Studio,
} from '#tests/support/cards.ts'
import { expect, test } from '#tests/support/database.ts'
import { expectInvariants } from '#tests/support/invariants.ts'
import { openHold } from './commands/pay.ts'
import { refundByVendor } from './commands/refund-by-vendor.ts'
import { sendRefunds } from './commands/settle-refund.ts'

// What a card has paid stays true while its spot goes on, ends, comes back and is deleted.

/** Carla has paid 20.00 by card for her spot. */
async function carlas(studio: Studio) {
  const { deps, owner, session } = studio
  const purchase = await book(studio)
  const paying = await openHold(studio.deps, of(studio, purchase))
  await studio.fake.pay(sessionIn(paying.ok ? paying.to : ''), good)
  await settleAll(studio)
  const spotId = purchase.spots[0]?.id ?? ''
  return {
    purchaseId: purchase.purchaseId,
    spotId,
    save: async (form: Parameters<typeof edit>[1]) =>
      expect(await editBooking(deps.db, owner, spotId, edit(session.id, form))).toEqual({
        ok: true,
      }),
  }
}

const cardKept = async ({ deps, vendor }: Studio, spotId: string) => {
  const { rows } = await sql<{ kept: number }>`
    select card_kept(${vendor.id}, ${spotId}, null)::integer as kept`.execute(deps.db)
  return rows[0]?.kept
}

const give = async ({ deps, owner }: Studio, bookingId: string, name: string) => {
  const given = await giveBooking(
    deps.db,
    { ...owner, country: 'DE' },
    { bookingId, form: { customerName: name, contact: `${name}@example.com` } },
  )
  if (!given.ok) throw new Error(given.reason)
  return given
}

async function receiptOf(studio: Studio, purchase: { purchaseId: string }) {
  const opened = await openReceipt(studio.deps, of(studio, purchase))
  if (!opened.ok) throw new Error(opened.reason)
  const { receipt } = opened
  return {
    lines: receipt.lines.map(({ paidMinor }) => paidMinor),
    paid: receipt.payments.map(({ method, minor }) => `${method} ${minor}`),
    backs: receipt.backs.map(({ kind, method, minor }) => `${kind} ${method} ${minor}`),
    left: receipt.paidMinor - receipt.backMinor,
  }
}

test('a spot that is given away takes along of each payment what is left of it, and the receipt of who paid stays true', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const { vendor, fake, account } = studio
  const carla = await carlas(studio)
  await deps.db.transaction().execute((tx) =>
    recordMoney(tx, [
      {
        vendorId: vendor.id,
        payer: { bookingId: carla.spotId },
        amountMinor: 1000,
        currency: 'EUR',
        method: 'cash',
        recordedBy: null,
      },
    ]),
  )
  await refundByVendor(deps.db, studio.owner, {
    bookingId: carla.spotId,
    amountMinor: 300,
    seenMinor: 2000,
    currency: 'EUR',
  })
  await sendRefunds(studio.deps)
  const bob = await give(studio, carla.spotId, 'Bob')
  expect(await cardKept(studio, carla.spotId)).toBe(0)
  expect(await cardKept(studio, bob.bookingId)).toBe(1700)
  expect(await readMoney(deps.db, vendor.id, { bookingId: bob.bookingId })).toMatchObject({
    paidMinor: 2700,
    giveBackMinor: 700,
  })
  const carlasReceipt = {
    lines: [3000],
    paid: ['cash 1000', 'card 2000'],
    backs: ['refunded card 300', 'given given 2700'],
    left: 0,
  }
  expect(await receiptOf(studio, carla)).toEqual(carlasReceipt)
  expect(await receiptOf(studio, bob)).toEqual({
    lines: [2700],
    paid: ['given 2700'],
    backs: [],
    left: 2700,
  })
  // Bob's email says nothing of a receipt: his card paid nothing.
  expect(await keepsReceipt(deps.db, of(studio, carla))).toBe(true)
  const note = { vendorId: vendor.id, bookingId: bob.bookingId }
  expect(await listNotedPayments(deps.db, note)).toEqual([])
  expect(await listNotedPayments(deps.db, { ...note, bookingId: carla.spotId })).toMatchObject([
    { method: 'cash', minor: 1000 },
  ])

  const dora = await give(studio, bob.bookingId, 'Dora')
  expect(await receiptOf(studio, bob)).toMatchObject({
    paid: ['given 2700'],
    backs: ['given given 2700'],
  })
  await cancelByVendor(deps.db, vendor.id, [dora.bookingId])
  await sendRefunds(studio.deps)
  expect(fake.sums(account, 'eur')).toMatchObject({ taken: 2000, refunded: 2000 })
  expect(await readMoney(deps.db, vendor.id, { bookingId: dora.bookingId })).toMatchObject({
    giveBackMinor: 1000,
  })
  expect(await receiptOf(studio, carla)).toEqual(carlasReceipt)
  await expectInvariants(deps.db)
})

test('a spot that comes back after its refund is paid again, and the receipt says all of it', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const carla = await carlas(studio)
  await cancelByVendor(deps.db, studio.vendor.id, [carla.spotId])
  await sendRefunds(studio.deps)
  await carla.save({ status: 'confirmed' })
  await carla.save({ paymentStatus: 'paid', amountPaidMinor: 0 })
  expect(await receiptOf(studio, carla)).toEqual({
    lines: [4000],
    paid: ['cash 2000', 'card 2000'],
    backs: ['refunded card 2000'],
    left: 2000,
  })
  const own = { vendorId: studio.vendor.id, bookingId: carla.spotId }
  expect(await listNotedPayments(deps.db, own)).toMatchObject([{ method: 'cash', minor: 2000 }])
})

test('a spot that came back while its refund was on its way is paid if that fails', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const { fake, account } = studio
  const carla = await carlas(studio)
  const money = async () => {
    const { owedMinor, paidMinor, giveBackMinor } = await readMoney(deps.db, studio.vendor.id, {
      bookingId: carla.spotId,
    })
    return [owedMinor, paidMinor, giveBackMinor]
  }
  account.isShort = true
  await cancelByVendor(deps.db, studio.vendor.id, [carla.spotId])
  await sendRefunds(studio.deps)
  await carla.save({ status: 'confirmed', paymentStatus: 'paid', amountPaidMinor: 2000 })
  expect(await money()).toEqual([2000, 0, 0])
  await fake.settleRefund(account.test.refunds[0]?.id ?? '', 'failed')
  for (let time = 0; time < 2; time++) {
    await readNow(studio)
    expect(await money()).toEqual([0, 2000, 0])
    expect(await cardKept(studio, carla.spotId)).toBe(2000)
  }
  await expectInvariants(deps.db)
  // And once more, to the end.
  account.isShort = false
  await cancelByVendor(deps.db, studio.vendor.id, [carla.spotId])
  await sendRefunds(studio.deps)
  await carla.save({ status: 'confirmed' })
  expect(await money()).toEqual([2000, 0, 0])
  expect(fake.sums(account, 'eur')).toMatchObject({ refunded: 2000 })
})

test('what was given back by hand does not go back to the card as well', async ({ deps }) => {
  const studio = await aStudio(deps)
  const { fake, account, owner, vendor } = studio
  const carla = await carlas(studio)
  account.isShort = true
  await cancelByVendor(deps.db, vendor.id, [carla.spotId])
  await sendRefunds(studio.deps)
  await fake.settleRefund(account.test.refunds[0]?.id ?? '', 'failed')
  await readNow(studio)
  const asked = () => findEditable(deps.db, { vendorId: vendor.id, bookingId: carla.spotId })
  expect(await asked()).toMatchObject({ cardMinor: 2000, giveBackMinor: 2000 })
  const cash = {
    vendorId: vendor.id,
    payer: { bookingId: carla.spotId },
    kind: 'refunded',
    amountMinor: 2000,
    currency: 'EUR',
    method: 'cash',
    recordedBy: vendor.userId,
  } as const
  await deps.db.transaction().execute((tx) => recordMoney(tx, [cash]))
  expect(await asked()).toMatchObject({ cardMinor: 0, giveBackMinor: 0 })
  const again = { bookingId: carla.spotId, amountMinor: 2000, seenMinor: 0, currency: 'EUR' }
  expect(await refundByVendor(deps.db, owner, again)).toMatchObject({ reason: 'too_much' })
  account.isShort = false
  await deleteBooking(deps.db, owner, carla.spotId)
  await sendRefunds(studio.deps)
  expect(fake.sums(account, 'eur')).toMatchObject({ refunded: 0 })
})

test('a booking that took place is not deleted while its payment by card is kept', async ({
  deps,
}) => {
  const studio = await aStudio(deps)
  const carla = await carlas(studio)
  await sql`update class_sessions set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'`.execute(
    deps.db,
  )
  const remove = () => deleteBooking(deps.db, studio.owner, carla.spotId)
  expect(await remove()).toEqual({ ok: false, reason: 'paid_by_card' })
  await refundByVendor(deps.db, studio.owner, {
    bookingId: carla.spotId,
    amountMinor: 2000,
    seenMinor: 2000,
    currency: 'EUR',
  })
  expect(await remove()).toEqual({ ok: true })
})
