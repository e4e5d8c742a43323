import { spotVersion } from '#core/bookings/rules/spot-version.ts'
import { versionOf } from '#core/shared/version.ts'
import { describe } from 'vitest'
import { book } from '#tests/support/book.ts'
import { bookingsOf, edit, kindsOf, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { aSeries, booked, bought, order, passOf } from '#tests/support/series.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { editFields, findEditable } from '../queries/editable-booking.ts'
import { findPurchaseByLink, manageUrl } from '../queries/links.ts'
import type { EditBookingForm } from '../schema.ts'
import { cancelByCustomer, cancelByVendor } from './cancel-bookings.ts'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { editBooking } from './edit-booking.ts'
import { markPaid } from './mark-paid.ts'
import { moveByCustomer } from './move-bookings.ts'
import { redeemSession } from './redeem-session.ts'

test('the vendor edits contact, notes and payment; a changed amount is a logged correction', async ({
  db,
}) => {
  const { bookingIds, session, purchaseId } = await aBooking(db)
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const id = bookingIds[0] ?? ''
  const form = edit(session.id, {
    customerName: 'Carla C.',
    customerEmail: '',
    customerPhone: '+4915123456789',
    notes: 'Knee',
    paymentStatus: 'paid',
    amountPaidMinor: 1250,
  })
  const change = (more: Partial<EditBookingForm>) =>
    editBooking(db, member, id, { ...form, typed: { ...form.typed, ...more } })
  expect(await editBooking(db, member, id, form)).toEqual({ ok: true })
  expect(await change({ amountPaidMinor: 1000 })).toEqual({ ok: true })
  const sums = await db
    .selectFrom('payments')
    .orderBy('at')
    .where('kind', '=', 'paid')
    .select(['amountMinor', 'method'])
    .execute()
  expect(sums).toEqual([
    { amountMinor: 1250, method: 'correction' },
    { amountMinor: -250, method: 'correction' },
  ])
  const purchase = await db
    .selectFrom('purchases')
    .where('id', '=', purchaseId)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(purchase).toMatchObject({
    customerName: 'Carla C.',
    customerPhone: '+4915123456789',
    customerEmail: null,
  })
  expect(await change({ customerPhone: '' })).toEqual({
    ok: false,
    reason: 'contact_missing',
  })
  expect(
    (await db.selectFrom('auditLog').select('action').execute()).map(({ action }) => action),
  ).toEqual(['contact.corrected', 'payment.corrected', 'payment.corrected'])
})

/** A request that was recorded as paid by itself, and the vendor's Edit Booking of it. */
async function aPaidRequest(db: Db, deps: Deps, kind: 'spot' | 'bundle') {
  const { owner, bundle, sessions } = await aSeries(db, {
    of: { confirmationMode: 'manual' },
    vendor: { recordNewAsPaid: true },
  })
  const [session] = sessions
  if (!session) throw new Error('no session')
  if (kind === 'bundle') await bought(deps, order(bundle, [session], { leaveRest: true }))
  else await book(deps, session.id, 'one@example.com')
  const { id } = await db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()
  const read = async () => {
    const booking = await findEditable(db, { vendorId: owner.id, bookingId: id })
    if (!booking) throw new Error('no booking')
    return editFields(booking)
  }
  const save = async (changes: Partial<EditBookingForm>) => {
    const shown = await read()
    const member = { vendorId: owner.id, userId: owner.userId }
    return editBooking(db, member, id, {
      version: versionOf(shown),
      typed: { ...shown, ...changes },
    })
  }
  return { read, save }
}

const refunded = { paymentStatus: 'refunded', amountPaidMinor: 0 } as const
const unpaid = { paymentStatus: 'pending', amountPaidMinor: 0 } as const
const kept = { paymentStatus: 'paid', amountPaidMinor: 1000 } as const

test.for([
  // Nobody had paid it.
  ['spot', 'is entered as refunded', refunded, unpaid],
  ['bundle', 'is entered as refunded', refunded, unpaid],
  ['spot', 'is not touched', {}, unpaid],
  ['bundle', 'is not touched', {}, unpaid],
  ['spot', 'is kept in part', { amountPaidMinor: 1000 }, kept],
  ['bundle', 'is kept in part', { amountPaidMinor: 1000 }, kept],
] as const)(
  'a request for a %s is cancelled, and its automatic payment %s: it is reversed once',
  async ([kind, , typed, money], { db, deps }) => {
    const { read, save } = await aPaidRequest(db, deps, kind)
    expect(await read()).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
    expect(await save({ status: 'cancelled', ...typed })).toEqual({ ok: true })
    expect(await read()).toMatchObject({ status: 'cancelled', ...money })
  },
)

test('a spot restored in another session has a separate calendar entry', async ({ db }) => {
  const of = await aClass(db)
  const session = await aSession(db, { class: of })
  const target = await aSession(db, { class: of })
  const { bookingIds, purchaseId } = await aBooking(db, { session, spots: 2 })
  const [gone = '', kept = ''] = bookingIds
  await cancelByCustomer(db, linkTo(purchaseId), [gone])
  const member = { vendorId: of.vendor.id, userId: of.vendor.userId }
  expect(await editBooking(db, member, gone, edit(target.id))).toEqual({ ok: true })
  const entries = await db.selectFrom('bookings').select(['id', 'calendarId']).execute()
  const entryOf = (id: string) => entries.find((one) => one.id === id)?.calendarId
  expect(entryOf(kept)).toBe(purchaseId)
  expect(entryOf(gone)).not.toBe(purchaseId)
})

test('a form that was opened before a cancellation does not bring the booking back; sent again, it does', async ({
  db,
}) => {
  const { bookingIds, session, purchaseId } = await aBooking(db)
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const id = bookingIds[0] ?? ''
  const { typed: shown } = edit(session.id, {
    customerName: 'Carla Customer',
    customerEmail: (await contactOf(db, purchaseId)) ?? '',
  })
  await cancelByCustomer(db, linkTo(purchaseId), null)
  const save = (version: string) =>
    editBooking(db, member, id, { version, typed: { ...shown, notes: 'Knee' } })
  const current = { ...shown, status: 'cancelled' as const }
  expect(await save(versionOf(shown))).toEqual({ ok: false, reason: 'changed', current })
  expect((await bookingsOf(db, purchaseId))[0]).toMatchObject({ status: 'cancelled', notes: null })
  expect(await save(versionOf(current))).toEqual({ ok: true })
  expect((await bookingsOf(db, purchaseId))[0]).toMatchObject({
    status: 'confirmed',
    notes: 'Knee',
  })
})

test('a correction takes the seat back in the same transaction, and is refused when the session is full', async ({
  db,
}) => {
  const session = await aSession(db, { capacity: 1 })
  const gone = await aBooking(db, {
    session,
    status: 'cancelled',
    customer: { email: 'carla@example.com' },
  })
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const id = gone.bookingIds[0] ?? ''
  const holder = await aBooking(db, { session })
  expect(
    await editBooking(db, member, id, edit(session.id, { customerName: 'Not saved' })),
  ).toEqual({ ok: false, reason: 'session_full' })
  expect(
    (
      await db
        .selectFrom('purchases')
        .where('id', '=', gone.purchaseId)
        .select('customerName')
        .executeTakeFirstOrThrow()
    ).customerName,
  ).toBe('Carla Customer')
  await cancelByCustomer(db, linkTo(holder.purchaseId), null)
  expect(await editBooking(db, member, id, edit(session.id))).toEqual({ ok: true })
  expect((await bookingsOf(db, gone.purchaseId))[0]?.status).toBe('confirmed')
  expect(
    (await db.selectFrom('auditLog').select('action').execute()).map(({ action }) => action),
  ).toEqual(['booking.corrected'])
})

test('no correction brings a booking back into a cancelled session', async ({ db }) => {
  const session = await aSession(db)
  const { class: of } = session
  const attended = await aBooking(db, { session, status: 'completed' })
  const { bookingIds } = await aBooking(db, { session })
  const member = { vendorId: of.vendor.id, userId: of.vendor.userId }
  await cancelSession(db, { vendorId: of.vendor.id, sessionId: session.id }, new Date())
  for (const id of [...bookingIds, ...attended.bookingIds])
    expect(await editBooking(db, member, id, edit(session.id))).toEqual({
      ok: false,
      reason: 'session_cancelled',
    })
})

test('the vendor moves a booking by editing it; a full, past or foreign session is refused and the old seat stays', async ({
  db,
}) => {
  const session = await aSession(db)
  const { bookingIds } = await aBooking(db, { session })
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const id = bookingIds[0] ?? ''
  const full = await aSession(db, { class: session.class, capacity: 1 })
  await aBooking(db, { session: full })
  const past = await aSession(db, { class: session.class, startsAt: minutes(-60) })
  const room = await aSession(db, { class: session.class })
  expect(await editBooking(db, member, id, edit(full.id))).toEqual({
    ok: false,
    reason: 'session_full',
  })
  expect(await editBooking(db, member, id, edit(past.id))).toEqual({
    ok: false,
    reason: 'session_past',
  })
  expect(await editBooking(db, member, id, edit((await aSession(db)).id))).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await editBooking(db, member, id, edit(room.id))).toEqual({ ok: true })
  const taken = await db
    .selectFrom('classSessions')
    .where('id', '=', room.id)
    .select('currentStudents')
    .executeTakeFirstOrThrow()
  expect(taken.currentStudents).toBe(1)
})

test('a correction that brings a spot back takes its session again, once, and is refused when none is left', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db)
  const { purchaseId, spots } = await bought(deps, order(bundle, sessions))
  const spotId = spots[0]?.id ?? ''
  const { sessionId } = await db
    .selectFrom('bookings')
    .where('id', '=', spotId)
    .select('sessionId')
    .executeTakeFirstOrThrow()
  await cancelByCustomer(db, linkTo(purchaseId), [spotId])
  const correct = () =>
    editBooking(db, { vendorId: owner.id, userId: owner.userId }, spotId, {
      typed: {
        customerName: 'Carla',
        customerEmail: 'carla@example.com',
        customerPhone: '',
        notes: '',
        status: 'confirmed',
        paymentStatus: 'pending',
        amountPaidMinor: 0,
        currency: 'EUR',
        people: null,
        extras: [],
        customerGender: null,
        customerBirthDate: null,
        sessionId,
      },
    })
  const { passId } = await passOf(db, purchaseId)
  const sixth = await aSession(db, { class: bundle.class })
  expect(
    await redeemSession(db, linkTo(purchaseId), { passId, sessionId: sixth.id }),
  ).toMatchObject({
    ok: true,
  })
  expect(await correct()).toEqual({ ok: false, reason: 'no_credit' })
  expect(await booked(db, sessionId)).toBe(0)
  await cancelByVendor(db, owner.id, [
    (
      await db
        .selectFrom('bookings')
        .where('sessionId', '=', sixth.id)
        .select('id')
        .executeTakeFirstOrThrow()
    ).id,
  ])
  expect(await correct()).toEqual({ ok: true })
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 0, used: 5 })
})

async function contactOf(db: Db, purchaseId: string) {
  const { customerEmail } = await db
    .selectFrom('purchases')
    .where('id', '=', purchaseId)
    .select('customerEmail')
    .executeTakeFirstOrThrow()
  return customerEmail
}

test('a spot restored after another one moved has a separate calendar entry', async ({ db }) => {
  const { purchaseId, bookingIds, session } = await aBooking(db, { spots: 2 })
  const [back = '', moved = ''] = bookingIds
  const other = await aSession(db, { class: session.class })
  const { vendor } = session.class
  await cancelByVendor(db, vendor.id, [back])
  expect(await moveByCustomer(db, linkTo(purchaseId), [moved], other.id)).toMatchObject({
    ok: true,
  })
  const member = { vendorId: vendor.id, userId: vendor.userId }
  expect(await editBooking(db, member, back, edit(session.id))).toEqual({ ok: true })
  const entries = (await bookingsOf(db, purchaseId)).map(({ calendarId }) => calendarId)
  expect(new Set(entries).size).toBe(2)
})

test('“Mark paid” and an amount typed after the customer has cancelled record nothing', async ({
  db,
}) => {
  const { bookingIds, session, purchaseId } = await aBooking(db)
  const [bookingId = ''] = bookingIds
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const { typed: shown } = edit(session.id, {
    customerName: 'Carla Customer',
    customerEmail: (await contactOf(db, purchaseId)) ?? '',
  })
  await cancelByCustomer(db, linkTo(purchaseId), null)
  const changed = { ok: false, reason: 'changed' }
  const money = { paidMinor: 0, owedMinor: 1500 }
  const version = spotVersion({ sessionId: session.id, isHeld: true, money })
  expect(await markPaid(db, member, { bookingId, version })).toEqual(changed)
  for (const paid of [{ amountPaidMinor: 1500 }, { paymentStatus: 'paid' as const }])
    expect(
      await editBooking(db, member, bookingId, {
        version: versionOf(shown),
        typed: { ...shown, ...paid },
      }),
    ).toMatchObject(changed)
  expect(await db.selectFrom('payments').selectAll().execute()).toEqual([])
})

describe('a corrected address', () => {
  const typo = 'carla@exmaple.com'
  const right = 'carla@example.com'
  /** Purchases of one person, and the form of the first one. */
  async function aRegular(
    db: Db,
    purchases = 2,
    customer: { email?: string | null; phone?: string } = { email: typo },
  ) {
    const session = await aSession(db)
    const { vendor } = session.class
    const member = { vendorId: vendor.id, userId: vendor.userId }
    const bookings: Awaited<ReturnType<typeof aBooking>>[] = []
    for (let nth = 0; nth < purchases; nth++)
      bookings.push(await aBooking(db, { session, customer: { name: 'Carla', ...customer } }))
    const save = (form: Partial<EditBookingForm>, agreed?: string, also: unknown[] = [], nth = 0) =>
      editBooking(db, member, bookings[nth]?.bookingIds[0] ?? '', {
        ...edit(session.id, form),
        agreed,
        also: also.map(String),
      })
    return { session, vendor, member, bookings, save }
  }
  const purchasesIn = (db: Db) =>
    db
      .selectFrom('purchases')
      .orderBy('createdAt')
      .select(['customerName', 'customerEmail', 'customerPhone', 'tokenRotation', 'contactId'])
      .execute()
  const purchaseIdsIn = async (db: Db) =>
    (await db.selectFrom('purchases').orderBy('createdAt').select('id').execute()).map(
      ({ id }) => id,
    )
  const contactsIn = (db: Db) =>
    db.selectFrom('contacts').orderBy('createdAt').select(['name', 'blockedAt']).execute()
  const addressesIn = (db: Db) =>
    db.selectFrom('contactAddresses').orderBy('value').select(['kind', 'value']).execute()
  const agreementIn = (answer: object) =>
    'agreement' in answer && typeof answer.agreement === 'string' ? answer.agreement : ''

  test('is asked about with the purchases that may follow; the links of those that do open nothing', async ({
    db,
    deps,
  }) => {
    const { save, bookings } = await aRegular(db)
    const [first, second] = bookings
    const asked = await save({ customerEmail: right })
    expect(asked).toMatchObject({
      ok: false,
      reason: 'address_asked',
      owner: null,
      purchases: [{ id: second?.purchaseId, customerName: 'Carla', classTitle: 'Yoga' }],
    })
    expect(await purchasesIn(db)).toMatchObject([
      { customerEmail: typo, tokenRotation: 0 },
      { customerEmail: typo, tokenRotation: 0 },
    ])
    expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
    expect(await save({ customerEmail: right }, 'corrects something')).toEqual(asked)
    const also = [second?.purchaseId, crypto.randomUUID()]
    expect(await save({ customerEmail: right }, agreementIn(asked), also)).toEqual({ ok: true })
    expect(await purchasesIn(db)).toMatchObject([
      { customerEmail: right, tokenRotation: 1 },
      { customerEmail: right, tokenRotation: 1 },
    ])
    expect(await addressesIn(db)).toEqual([{ kind: 'email', value: right }])
    for (const { purchaseId, reference } of [first, second].flatMap((one) => one ?? [])) {
      const url = new URL(manageUrl(deps, { purchaseId, reference, tokenRotation: 0 }))
      const token = url.searchParams.get('token') ?? ''
      expect(await findPurchaseByLink(deps, { reference, token })).toBeNull()
    }
    expect(await kindsOf(db)).toEqual(['address.corrected', 'address.corrected'])
    // Sent again, the form changes nothing more.
    expect(await save({ customerEmail: right })).toEqual({ ok: true })
    expect(await kindsOf(db)).toHaveLength(2)
  })

  test('of one purchase is not asked about, and is asked again if there are others since the page was opened', async ({
    db,
  }) => {
    const { save, session } = await aRegular(db, 2)
    const agreed = agreementIn(await save({ customerEmail: right }))
    await aBooking(db, { session, customer: { email: typo } })
    const again = await save({ customerEmail: right }, agreed)
    expect(again).toMatchObject({ reason: 'address_asked' })
    const also = (await purchaseIdsIn(db)).slice(1)
    expect(await save({ customerEmail: right }, agreementIn(again), also)).toEqual({ ok: true })
    expect(await save({ customerName: 'C.', customerEmail: right }, undefined, [], 1)).toEqual({
      ok: true,
    })
    // The name is that of the purchase.
    expect((await purchasesIn(db)).map(({ customerName }) => customerName)).toEqual([
      'Carla',
      'C.',
      'Carla Customer',
    ])
  })

  test('of a shared phone changes only what the vendor chooses, and the others keep their links', async ({
    db,
  }) => {
    const phone = '+4915123456789'
    const { save, session } = await aRegular(db, 1, { email: null, phone })
    await aBooking(db, { session, customer: { name: 'Bob', email: null, phone } })
    const wish = { customerEmail: right, customerPhone: phone }
    const asked = await save(wish)
    expect(asked).toMatchObject({ purchases: [{ customerName: 'Bob' }], owner: null })
    expect(await addressesIn(db)).toEqual([{ kind: 'phone', value: phone }])
    expect(await save(wish, agreementIn(asked))).toEqual({ ok: true })
    const [carla, bob] = await purchasesIn(db)
    expect(carla).toMatchObject({ customerEmail: right, customerPhone: phone, tokenRotation: 1 })
    expect(bob).toMatchObject({ customerEmail: null, customerPhone: phone, tokenRotation: 0 })
    expect(carla?.contactId).not.toBe(bob?.contactId)
    expect(await addressesIn(db)).toEqual([
      { kind: 'phone', value: phone },
      { kind: 'email', value: right },
    ])
  })

  test('added to the only purchase of a phone is one more address of the same customer', async ({
    db,
  }) => {
    const phone = '+4915123456789'
    const { save } = await aRegular(db, 1, { email: null, phone })
    const [before] = await purchasesIn(db)
    expect(await save({ customerEmail: right, customerPhone: phone })).toEqual({ ok: true })
    const [after] = await purchasesIn(db)
    expect(after).toMatchObject({ customerEmail: right, contactId: before?.contactId })
    expect(await addressesIn(db)).toEqual([
      { kind: 'phone', value: phone },
      { kind: 'email', value: right },
    ])
  })

  // A stranger types a customer's phone and asks the vendor to correct it to an address of the stranger's own.
  test('that is another customer’s moves this purchase to them, and nothing else that had the old one', async ({
    db,
  }) => {
    const { save, session } = await aRegular(db, 1)
    await aBooking(db, { session, customer: { name: 'Victim', email: typo } })
    await aBooking(db, { session, customer: { name: 'Carla B.', email: right } })
    const asked = await save({ customerEmail: right })
    expect(asked).toMatchObject({
      reason: 'address_asked',
      owner: 'Carla B.',
      purchases: [{ customerName: 'Victim' }],
    })
    expect(await save({ customerEmail: right }, agreementIn(asked))).toEqual({ ok: true })
    const [moved, victim, known] = await purchasesIn(db)
    expect(victim).toMatchObject({ customerEmail: typo, tokenRotation: 0 })
    expect(moved).toMatchObject({ customerEmail: right, contactId: known?.contactId })
    expect(victim?.contactId).not.toBe(known?.contactId)
  })

  test('of a blocked customer is blocked too, and of one with nothing left the old one is gone', async ({
    db,
  }) => {
    const { save, bookings } = await aRegular(db, 3)
    await db.updateTable('contacts').set({ blockedAt: new Date() }).execute()
    const asked = await save({ customerEmail: right })
    expect(await save({ customerEmail: right }, agreementIn(asked))).toEqual({ ok: true })
    expect(await contactsIn(db)).toEqual([
      { name: 'Carla', blockedAt: expect.any(Date) },
      { name: 'Carla', blockedAt: expect.any(Date) },
    ])
    await db.updateTable('contacts').set({ blockedAt: null }).execute()
    const rest = await save({ customerEmail: right }, undefined, [], 1)
    const also = [bookings[2]?.purchaseId]
    expect(await save({ customerEmail: right }, agreementIn(rest), also, 1)).toEqual({ ok: true })
    expect(await contactsIn(db)).toHaveLength(1)
    expect(await addressesIn(db)).toEqual([{ kind: 'email', value: right }])
  })

  test('is not asked about when only a note is saved on a purchase with another spelling', async ({
    db,
  }) => {
    const { save, session } = await aRegular(db, 1, { email: 'carlac@gmail.com' })
    const other = await aBooking(db, { session, customer: { email: 'carla.c+yoga@gmail.com' } })
    expect(other.purchaseId).toBeDefined()
    expect(await save({ customerEmail: 'carlac@gmail.com', notes: 'Bad knee.' })).toEqual({
      ok: true,
    })
    expect(
      await editBooking(
        db,
        { vendorId: session.class.vendor.id, userId: session.class.vendor.userId },
        other.bookingIds[0] ?? '',
        {
          ...edit(session.id, { customerEmail: 'carla.c+yoga@gmail.com', notes: 'Hers.' }),
        },
      ),
    ).toEqual({ ok: true })
    expect((await purchasesIn(db)).map(({ customerEmail }) => customerEmail)).toEqual([
      'carlac@gmail.com',
      'carla.c+yoga@gmail.com',
    ])
  })

  test('that somebody is just booking with is asked about when that booking is made', async ({
    db,
    deps,
    databaseUrl,
  }) => {
    const { save, session } = await aRegular(db, 1)
    const other = await aSession(db, { class: session.class })
    const lock = await holdLock(
      databaseUrl,
      'select from class_sessions where id = $1 for no key update',
      [other.id],
    )
    const booking = book(deps, other.id, right, { name: 'Dora' })
    await waitForWaiter(db)
    const saving = save({ customerEmail: right })
    await waitForWaiter(db, 2)
    await lock.commit()
    expect(await booking).toMatchObject({ ok: true })
    expect(await saving).toMatchObject({ reason: 'address_asked', owner: 'Dora' })
  })

  test('of somebody without one is the first: of a known customer’s, the purchase is theirs', async ({
    db,
  }) => {
    const { save, session } = await aRegular(db, 2, { email: null })
    expect(await purchasesIn(db)).toMatchObject([{ contactId: null }, { contactId: null }])
    expect(await save({ customerEmail: right })).toEqual({ ok: true })
    const known = await aBooking(db, { session, customer: { email: 'known@example.com' } })
    expect(await save({ customerEmail: 'known@example.com' }, undefined, [], 1)).toEqual({
      ok: true,
    })
    const [first, second, third] = await purchasesIn(db)
    expect(first).toMatchObject({ customerEmail: right, tokenRotation: 0 })
    expect(first?.contactId).not.toBeNull()
    expect(second?.contactId).toBe(third?.contactId)
    expect(known.purchaseId).toBeDefined()
  })
})
