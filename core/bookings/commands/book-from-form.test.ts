import { aClass, aSession } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { edit } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import type { Db } from '#core/shared/db.ts'
import { bookFromForm } from './book-from-form.ts'
import { cancelByCustomer } from './cancel-bookings.ts'
import { editBooking } from './edit-booking.ts'
import { moveByCustomer } from './move-bookings.ts'

const person = {
  device: 'phone',
  name: 'Carla',
  contact: 'carla@example.com',
  again: 1,
  accepted: [],
  language: 'en',
  network: null,
} as const

async function seatsOf(db: Db, sessionId: string): Promise<number> {
  const row = await db
    .selectFrom('classSessions')
    .where('id', '=', sessionId)
    .select('currentStudents')
    .executeTakeFirstOrThrow()
  return row.currentStudents
}

const spotIds = (db: Db, purchaseId: string) =>
  db
    .selectFrom('bookings')
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .select('id')
    .execute()

test('if a spot was moved away, the form of its first session asks the customer', async ({
  db,
  deps,
}) => {
  const of = await aClass(db)
  const [first, second] = [await aSession(db, { class: of }), await aSession(db, { class: of })]
  const form = { ...person, sessionId: first.id, spots: 1 }
  const booked = await bookFromForm(deps, form)
  if (!booked.ok) throw new Error(booked.reason)
  const { purchaseId } = booked.purchase
  const [spot] = await spotIds(db, purchaseId)
  expect(await moveByCustomer(db, linkTo(purchaseId), [spot?.id ?? ''], second.id)).toMatchObject({
    ok: true,
  })
  const answer = await bookFromForm(deps, form)
  expect(answer).toMatchObject({
    ok: false,
    reason: 'idempotency_conflict',
    earlier: { purchaseId },
  })
  expect(await seatsOf(db, first.id)).toBe(0)
  const again = answer.ok ? 0 : answer.again + 1
  expect(await bookFromForm(deps, { ...form, again })).toMatchObject({ ok: true, replayed: false })
  expect([await seatsOf(db, first.id), await seatsOf(db, second.id)]).toEqual([1, 1])
})

test('if one of two spots was cancelled, the same form gets only the remaining one', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const form = { ...person, sessionId: session.id, spots: 2 }
  const booked = await bookFromForm(deps, form)
  if (!booked.ok) throw new Error(booked.reason)
  const { purchaseId } = booked.purchase
  const [spot] = await spotIds(db, purchaseId)
  await cancelByCustomer(db, linkTo(purchaseId), [spot?.id ?? ''])
  const answer = await bookFromForm(deps, form)
  expect(answer).toMatchObject({
    ok: false,
    reason: 'idempotency_conflict',
    earlier: { purchaseId },
  })
  expect(await seatsOf(db, session.id)).toBe(1)
  const again = answer.ok || !answer.earlier ? 0 : answer.again + 1
  expect(await bookFromForm(deps, { ...form, again })).toMatchObject({ ok: true, replayed: false })
  expect(await seatsOf(db, session.id)).toBe(3)
})

test('after the vendor has added an email beside the phone, the form of the phone does not show the purchase', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const form = { ...person, contact: '+491701234567', sessionId: session.id, spots: 1 }
  const booked = await bookFromForm(deps, form)
  if (!booked.ok) throw new Error(booked.reason)
  const { purchaseId } = booked.purchase
  const { vendor } = session.class
  const bens = {
    customerName: 'Ben',
    customerEmail: 'ben@example.com',
    customerPhone: form.contact,
  }
  const [spot] = await spotIds(db, purchaseId)
  const member = { vendorId: vendor.id, userId: vendor.userId }
  expect(await editBooking(db, member, spot?.id ?? '', edit(session.id, bens))).toEqual({
    ok: true,
  })
  const answer = await bookFromForm(deps, form)
  expect(JSON.stringify(answer)).not.toContain(purchaseId)
  expect(JSON.stringify(answer)).not.toContain('Ben')
})
