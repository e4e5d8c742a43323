import { sql } from 'kysely'
import { conditionNames } from '#core/classes/catalogue.ts'
import { findOwnBooking } from '../queries/own-bookings.ts'
import { book } from '#tests/support/book.ts'
import { bookingsOf, edit, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { currentLink, linkTo } from '#tests/support/links.ts'
import { aSeries, booked, bought, order, packOf } from '#tests/support/series.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { editFields, findEditable } from '../queries/editable-booking.ts'
import { findGroupByLink, manageUrl } from '../queries/links.ts'
import type { EditBookingForm } from '../schema.ts'
import { cancelByCustomer, cancelByVendor } from './cancel-bookings.ts'
import { cancelSession } from './cancel-sessions.ts'
import { editBooking } from './edit-booking.ts'
import { moveByCustomer } from './move-bookings.ts'
import { redeemSession } from './redeem-session.ts'

test('the vendor edits contact, notes and payment; a changed amount is a logged correction', async ({
  db,
}) => {
  const { bookingIds, session, groupId } = await aBooking(db)
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
    .select(['amountMinor', 'method'])
    .execute()
  expect(sums).toEqual([
    { amountMinor: 1250, method: 'correction' },
    { amountMinor: -250, method: 'correction' },
  ])
  const group = await db
    .selectFrom('bookingGroups')
    .where('id', '=', groupId)
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(group).toMatchObject({
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
  ).toEqual(['payment.corrected', 'payment.corrected'])
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
    return editBooking(db, member, id, { shown, typed: { ...shown, ...changes } })
  }
  return { read, save }
}

const refunded = { paymentStatus: 'refunded', amountPaidMinor: 0 } as const
const unpaid = { paymentStatus: 'pending', amountPaidMinor: 0 } as const
const kept = { paymentStatus: 'paid', amountPaidMinor: 1000 } as const

test.for([
  ['spot', 'is entered as refunded', refunded, refunded],
  ['bundle', 'is entered as refunded', refunded, refunded],
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

test('a booking given to another person closes the former person’s link and mails a new one', async ({
  db,
  deps,
}) => {
  const { bookingIds, session, groupId, reference } = await aBooking(db, {
    customer: { email: 'old@example.com' },
  })
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const id = bookingIds[0] ?? ''
  const url = manageUrl(deps, { groupId, reference, tokenRotation: 0 })
  const token = new URL(url).searchParams.get('token') ?? ''
  await db.updateTable('bookingGroups').set({ accepted: conditionNames }).execute()
  const accepted = async () => (await findOwnBooking(db, { ...member, bookingId: id }))?.accepted
  const renamed = edit(session.id, { customerName: 'Carla C.', customerEmail: 'old@example.com' })
  await editBooking(db, member, id, renamed)
  expect(await findGroupByLink(deps, { reference, token })).not.toBeNull()
  expect(await accepted()).toEqual(conditionNames)
  const given = edit(session.id, { customerName: 'New', customerEmail: 'new@example.com' })
  await editBooking(db, member, id, given)
  expect(await findGroupByLink(deps, { reference, token })).toBeNull()
  expect(await accepted()).toEqual([])
  const news = await db.selectFrom('outbox').select(['kind', 'payload']).execute()
  expect(news).toMatchObject([
    {
      kind: 'booking.link_holder_changed',
      payload: {
        groupId,
        former: { holder: { customerEmail: 'old@example.com', tokenRotation: 0 }, bookingIds },
      },
    },
  ])
})

test('what was confirmed stays with a corrected address, with the person who confirmed it, and comes back with a purchase', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  await db.updateTable('classes').set({ conditions: conditionNames }).execute()
  const bookedNow = await book(deps, session.id, 'carla@exmaple.com', {
    accepted: conditionNames,
    spots: 2,
  })
  if (!bookedNow.ok) throw new Error(bookedNow.reason)
  const { groupId, spots } = bookedNow.purchase
  const [ended = '', kept = ''] = spots.map(({ id }) => id)
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const give = (customerName: string, customerEmail: string) =>
    editBooking(db, member, kept, edit(session.id, { customerName, customerEmail }))
  const acceptedOf = async (bookingId: string) =>
    (await findOwnBooking(db, { ...member, bookingId }))?.accepted
  await give('Carla', 'carla@example.com')
  expect(await acceptedOf(kept)).toEqual(conditionNames)
  await cancelByCustomer(db, await currentLink(db, groupId), [ended])
  await give('Dora', 'dora@example.com')
  expect(await acceptedOf(kept)).toEqual([])
  expect(await acceptedOf(ended)).toEqual(conditionNames)
  // Only the name is hers.
  await give('Carla', 'another@example.com')
  expect(await acceptedOf(kept)).toEqual([])
  await give('Dora', 'dora@example.com')
  await give('Carla', 'carla@example.com')
  expect(await acceptedOf(kept)).toEqual(conditionNames)
})

test('who gets a purchase in two saves, the name first and the contact later, has confirmed nothing', async ({
  db,
}) => {
  const { bookingIds, session } = await aBooking(db, {
    customer: { name: 'Carla', email: null, phone: '+491701234567' },
  })
  await db.updateTable('bookingGroups').set({ accepted: conditionNames }).execute()
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  for (const customerPhone of ['+491701234567', '+491709999999'])
    await editBooking(
      db,
      member,
      bookingIds[0] ?? '',
      edit(session.id, { customerName: 'Ben', customerEmail: '', customerPhone }),
    )
  expect(await db.selectFrom('bookingGroups').select('accepted').execute()).toEqual([
    { accepted: [] },
  ])
})

/** A purchase whose last spot is still booked. `give` is one save that gives it to somebody, under the email if it has no more. */
async function aPurchase(db: Db, customer: { name: string; email: string; phone?: string }) {
  const { groupId, bookingIds, session } = await aBooking(db, {
    customer: { phone: null, ...customer },
    spots: 3,
  })
  const [first = '', second = '', kept = ''] = bookingIds
  const { vendor } = session.class
  const member = { vendorId: vendor.id, userId: vendor.userId }
  return {
    groupId,
    session,
    member,
    spots: { first, second, kept },
    give: (customerName: string, customerEmail: string, customerPhone = '') =>
      editBooking(
        db,
        member,
        kept,
        edit(session.id, { customerName, customerEmail, customerPhone }),
      ),
    end: (bookingId: string) => cancelByVendor(db, vendor.id, [bookingId]),
    read: (bookingId: string) => findOwnBooking(db, { ...member, bookingId }),
  }
}

type Holder = readonly [name: string, email: string, phone?: string]
const anna = { name: 'Anna', email: 'anna@example.com' }
const bob = { name: 'Bob', email: 'bob@example.com', phone: '+491701111111' }

test('of two of one name, the purchase goes back to the one with the email, not to the one with the phone', async ({
  db,
}) => {
  const father = { name: 'Ivan', email: 'father@example.com', phone: '+491701234567' }
  const { spots, give, end, read } = await aPurchase(db, father)
  await end(spots.first)
  await give('Ben', 'ben@example.com')
  await give('Ivan', 'son@example.com', '+491702222222')
  await end(spots.second)
  await give('Ivan', 'son@example.com', father.phone)
  await give('Ben', 'ben@example.com')
  await give('Ivan', father.email, father.phone)
  const ofFather = { customerEmail: father.email, isFormers: false }
  const ofSon = { customerEmail: 'son@example.com', isFormers: true }
  expect(await read(spots.first)).toMatchObject(ofFather)
  expect(await read(spots.second)).toMatchObject(ofSon)
  // A third one has only the phone in common.
  await give('Ben', 'ben@example.com')
  await give('Ivan', 'uncle@example.com', father.phone)
  for (const bookingId of [spots.first, spots.second])
    expect(await read(bookingId)).toMatchObject({ isFormers: true })
  // The father without his email: the son has another one.
  await give('Ben', 'ben@example.com')
  await give('Ivan', '', father.phone)
  await give('Ben', 'ben@example.com')
  await give('Ivan', 'son@example.com', father.phone)
  expect(await read(spots.first)).toMatchObject({ isFormers: true })
  expect(await read(spots.second)).toMatchObject({ isFormers: false })
})

test.for<{ how: string; between: Holder; saves: readonly Holder[] }>([
  {
    how: 'in one save that leaves the phone',
    between: [bob.name, bob.email, bob.phone],
    saves: [['Anna', anna.email, bob.phone]],
  },
  {
    how: 'the name first',
    between: [bob.name, bob.email, bob.phone],
    saves: [
      ['Anna', bob.email, bob.phone],
      ['Anna', anna.email],
    ],
  },
  {
    how: 'the name first, and the phone is left',
    between: [bob.name, bob.email, bob.phone],
    saves: [
      ['Anna', bob.email, bob.phone],
      ['Anna', anna.email, bob.phone],
    ],
  },
  {
    how: 'the name first, from somebody with only a phone',
    between: [bob.name, '', bob.phone],
    saves: [
      ['Anna', '', bob.phone],
      ['Anna', anna.email, bob.phone],
    ],
  },
])(
  'a purchase that comes back, $how, leaves the spots of both to whom they were',
  async ({ between, saves }, { db }) => {
    const { spots, give, end, read } = await aPurchase(db, anna)
    await end(spots.first)
    await give(...between)
    await end(spots.second)
    for (const save of saves) await give(...save)
    const isHers = { customerName: 'Anna', customerEmail: anna.email, isFormers: false }
    for (const bookingId of [spots.first, spots.kept])
      expect(await read(bookingId)).toMatchObject(isHers)
    expect(await read(spots.second)).toMatchObject({ customerName: 'Bob', isFormers: true })
  },
)

test('a correction stays with the person, and nobody before them becomes one with them', async ({
  db,
}) => {
  const { spots, give, end, read } = await aPurchase(db, anna)
  await end(spots.first)
  await give(bob.name, bob.email)
  await end(spots.second)
  // By the email first: each save keeps something, so this is Bob under other details.
  await give('Bob', anna.email)
  await give('Anna', anna.email)
  expect(await read(spots.first)).toMatchObject({ customerName: 'Anna', isFormers: true })
  expect(await read(spots.second)).toMatchObject({ customerName: 'Anna', isFormers: false })
})

test.for<{ what: string; saves: readonly Holder[]; last: Holder }>([
  {
    what: 'an email that was added',
    saves: [['Bob', bob.email, bob.phone]],
    last: ['Bob', bob.email, bob.phone],
  },
  {
    what: 'no phone that was removed',
    saves: [
      ['Bob', 'bbo@example.com', bob.phone],
      ['Bob', bob.email, bob.phone],
      ['Bob', bob.email],
    ],
    last: ['Bob', bob.email],
  },
  { what: 'a corrected name', saves: [['Bobby', '', bob.phone]], last: ['Bobby', '', bob.phone] },
  {
    what: 'a corrected phone',
    saves: [['Bob', '', '+491702222222']],
    last: ['Bob', '', '+491702222222'],
  },
])('who had a purchase is noted with $what', async ({ saves, last }, { db }) => {
  const nexts: readonly Holder[] = [
    ['Anna', anna.email],
    ['Carl', 'carl@example.com'],
  ]
  for (const next of nexts) {
    const { groupId, give } = await aPurchase(db, anna)
    await give(bob.name, '', bob.phone)
    for (const save of saves) await give(...save)
    await give(...next)
    const note = await db
      .selectFrom('formerHolders')
      .where('groupId', '=', groupId)
      .orderBy('tokenRotation', 'desc')
      .select(['customerName', 'customerEmail', 'customerPhone'])
      .executeTakeFirst()
    const [customerName, customerEmail, customerPhone = null] = last
    expect(note).toEqual({ customerName, customerEmail: customerEmail || null, customerPhone })
  }
})

test.for<{ who: string; email: string; saves: readonly Holder[] }>([
  {
    who: 'a customer whose name is corrected back and whose email is corrected',
    email: 'anna@exmaple.com',
    saves: [
      ['Ana', 'anna@exmaple.com'],
      ['Anna', anna.email],
    ],
  },
  {
    who: 'a customer without a contact whose name is corrected before the email is known',
    email: '',
    saves: [
      ['Ana', ''],
      ['Ana', anna.email],
    ],
  },
])('$who stays the same person', async ({ email, saves }, { db }) => {
  const { spots, give, end, read } = await aPurchase(db, { ...anna, email: 'anna@exmaple.com' })
  if (email === '')
    await db.updateTable('bookingGroups').set({ source: 'vendor', customerEmail: null }).execute()
  await end(spots.first)
  for (const save of saves) await give(...save)
  expect(await read(spots.first)).toMatchObject({ customerEmail: anna.email, isFormers: false })
  expect(await db.selectFrom('formerHolders').selectAll().execute()).toEqual([])
})

test('a save that changes no contact makes nobody else the holder', async ({ db }) => {
  const { session, member, groupId, spots, give, end } = await aPurchase(db, anna)
  await end(spots.first)
  await give(bob.name, bob.email)
  // As a deletion leaves both.
  const nobody = { customerName: 'Deleted customer', customerEmail: null, customerPhone: null }
  await db.updateTable('formerHolders').set(nobody).execute()
  await db
    .updateTable('bookingGroups')
    .set({ ...nobody, erasedAt: new Date(), tokenRotation: 2 })
    .execute()
  const typed = { customerName: nobody.customerName, customerEmail: '', amountPaidMinor: 1500 }
  expect(await editBooking(db, member, spots.kept, edit(session.id, typed))).toEqual({ ok: true })
  expect(await currentLink(db, groupId)).toMatchObject({ tokenRotation: 2 })
})

test('an older process gives a purchase to somebody else: what ended before stays with whom it was', async ({
  db,
}) => {
  const { groupId, spots, give, end, read } = await aPurchase(db, anna)
  await end(spots.first)
  await give('Ben', 'ben@example.com')
  await give('Anna', 'anna@example.com')
  await sql`insert into former_holders (vendor_id, group_id, token_rotation, customer_name, customer_email, language)
    select vendor_id, id, token_rotation, customer_name, customer_email, language from booking_groups`.execute(
    db,
  )
  await sql`update booking_groups set token_rotation = token_rotation + 1, customer_name = 'Carl', customer_email = 'carl@example.com'`.execute(
    db,
  )
  expect(await read(spots.first)).toMatchObject({ customerName: 'Anna', isFormers: true })
  expect(await currentLink(db, groupId)).toMatchObject({ tokenRotation: 3 })
  await give('Anna', 'anna@example.com')
  expect(await read(spots.first)).toMatchObject({ customerName: 'Anna', isFormers: false })
})

test('somebody of the same family, under the same phone, has confirmed nothing', async ({ db }) => {
  const { bookingIds, session } = await aBooking(db, {
    customer: { email: 'carla@example.com', phone: '+4915123456789' },
  })
  await db.updateTable('bookingGroups').set({ accepted: conditionNames }).execute()
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const emil = {
    customerName: 'Emil',
    customerEmail: 'emil@example.com',
    customerPhone: '+4915123456789',
  }
  await editBooking(db, member, bookingIds[0] ?? '', edit(session.id, emil))
  expect(await db.selectFrom('bookingGroups').select('accepted').execute()).toEqual([
    { accepted: [] },
  ])
})

test('a booking given away in two saves, the name first and the number later, closes the link too', async ({
  db,
}) => {
  const { bookingIds, session, groupId } = await aBooking(db, {
    customer: { name: 'Carla', email: null, phone: '+491701234567' },
  })
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const save = (customerName: string, customerPhone: string) =>
    editBooking(
      db,
      member,
      bookingIds[0] ?? '',
      edit(session.id, { customerName, customerEmail: '', customerPhone }),
    )
  const rotation = async () => (await currentLink(db, groupId)).tokenRotation
  await save('Carla', '+491701234568')
  expect(await rotation()).toBe(0)
  await save('Ben', '+491701234568')
  expect(await rotation()).toBe(1)
  // The link of today is Ben's.
  await save('Benjamin', '+491701234568')
  expect(await rotation()).toBe(1)
  await save('Benjamin', '+491709999999')
  expect(await rotation()).toBe(2)
})

test('a spot restored in another session has a separate calendar entry', async ({ db }) => {
  const of = await aClass(db)
  const session = await aSession(db, { class: of })
  const target = await aSession(db, { class: of })
  const { bookingIds, groupId } = await aBooking(db, { session, spots: 2 })
  const [gone = '', kept = ''] = bookingIds
  await cancelByCustomer(db, linkTo(groupId), [gone])
  const member = { vendorId: of.vendor.id, userId: of.vendor.userId }
  expect(await editBooking(db, member, gone, edit(target.id))).toEqual({ ok: true })
  const entries = await db.selectFrom('bookings').select(['id', 'calendarId']).execute()
  const entryOf = (id: string) => entries.find((one) => one.id === id)?.calendarId
  expect(entryOf(kept)).toBe(groupId)
  expect(entryOf(gone)).not.toBe(groupId)
})

test('a form changes neither status nor payment of a booking that has a new owner or session', async ({
  db,
}) => {
  const { bookingIds, session, groupId } = await aBooking(db, { status: 'pending' })
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const id = bookingIds[0] ?? ''
  const shown = edit(session.id, {
    status: 'pending',
    customerName: 'Carla Customer',
    customerEmail: (await contactOf(db, groupId)) ?? '',
  }).typed
  const save = (from: EditBookingForm, more: Partial<EditBookingForm>) =>
    editBooking(db, member, id, { shown: from, typed: { ...from, ...more } })
  const bens = { customerName: 'Ben', customerEmail: 'ben@example.com' }
  expect(await save(shown, bens)).toEqual({ ok: true })
  const changed = { ok: false, reason: 'changed' }
  expect(await save(shown, { status: 'confirmed' })).toEqual(changed)
  expect(await save(shown, { amountPaidMinor: 1500 })).toEqual(changed)
  expect(await save(shown, { notes: 'Knee' })).toEqual({ ok: true })
  const now = { ...shown, ...bens, notes: 'Knee' }
  const target = await aSession(db, { class: session.class })
  expect(await save(now, { sessionId: target.id })).toEqual({ ok: true })
  expect(await save(now, { status: 'cancelled' })).toEqual(changed)
  expect(await save({ ...now, sessionId: target.id }, { status: 'cancelled' })).toEqual({
    ok: true,
  })
})

test('a form changes no name or contact of a booking that was given to somebody else since; sent again, it changes nothing', async ({
  db,
}) => {
  const { bookingIds, session, groupId } = await aBooking(db)
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const shown = edit(session.id, {
    customerName: 'Carla Customer',
    customerEmail: (await contactOf(db, groupId)) ?? '',
  }).typed
  const save = (more: Partial<EditBookingForm>) =>
    editBooking(db, member, bookingIds[0] ?? '', { shown, typed: { ...shown, ...more } })
  const bens = { customerName: 'Ben', customerEmail: 'ben@example.com' }
  expect(await save(bens)).toEqual({ ok: true })
  expect(await save({ customerPhone: '+4917012345678' })).toEqual({ ok: false, reason: 'changed' })
  const read = () =>
    db
      .selectFrom('bookingGroups')
      .where('id', '=', groupId)
      .select(['customerName', 'customerEmail', 'customerPhone', 'tokenRotation'])
      .executeTakeFirstOrThrow()
  const given = { ...bens, customerPhone: null, tokenRotation: 1 }
  expect(await read()).toEqual(given)
  expect(await save(bens)).toEqual({ ok: true })
  expect(await read()).toEqual(given)
})

test('a form that was opened before a cancellation does not bring the booking back; both values of a conflict are said', async ({
  db,
}) => {
  const { bookingIds, session, groupId } = await aBooking(db)
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const id = bookingIds[0] ?? ''
  const { typed: shown } = edit(session.id, {
    customerName: 'Carla Customer',
    customerEmail: (await contactOf(db, groupId)) ?? '',
  })
  await cancelByCustomer(db, linkTo(groupId), null)
  const noted = { shown, typed: { ...shown, notes: 'Knee' } }
  expect(await editBooking(db, member, id, noted)).toEqual({ ok: true })
  expect((await bookingsOf(db, groupId))[0]).toMatchObject({ status: 'cancelled', notes: 'Knee' })
  const other = { shown, typed: { ...shown, notes: 'Back', status: 'completed' as const } }
  expect(await editBooking(db, member, id, other)).toEqual({
    ok: false,
    reason: 'conflict',
    conflicts: [
      { field: 'notes', current: 'Knee', typed: 'Back' },
      { field: 'status', current: 'cancelled', typed: 'completed' },
    ],
  })
  expect((await bookingsOf(db, groupId))[0]?.notes).toBe('Knee')
})

test('a correction takes the seat back in the same transaction, and is refused when the session is full', async ({
  db,
}) => {
  const session = await aSession(db, { capacity: 1 })
  const gone = await aBooking(db, { session, status: 'cancelled' })
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const id = gone.bookingIds[0] ?? ''
  const holder = await aBooking(db, { session })
  expect(
    await editBooking(db, member, id, edit(session.id, { customerName: 'Not saved' })),
  ).toEqual({ ok: false, reason: 'session_full' })
  expect(
    (
      await db
        .selectFrom('bookingGroups')
        .where('id', '=', gone.groupId)
        .select('customerName')
        .executeTakeFirstOrThrow()
    ).customerName,
  ).toBe('Carla Customer')
  await cancelByCustomer(db, linkTo(holder.groupId), null)
  expect(await editBooking(db, member, id, edit(session.id))).toEqual({ ok: true })
  expect((await bookingsOf(db, gone.groupId))[0]?.status).toBe('confirmed')
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
  const { groupId, spots } = await bought(deps, order(bundle, sessions))
  const spotId = spots[0]?.id ?? ''
  const { sessionId } = await db
    .selectFrom('bookings')
    .where('id', '=', spotId)
    .select('sessionId')
    .executeTakeFirstOrThrow()
  await cancelByCustomer(db, linkTo(groupId), [spotId])
  const correct = () =>
    editBooking(db, { vendorId: owner.id, userId: owner.userId }, spotId, {
      shown: null,
      typed: {
        customerName: 'Carla',
        customerEmail: 'carla@example.com',
        customerPhone: '',
        notes: '',
        status: 'confirmed',
        paymentStatus: 'pending',
        amountPaidMinor: 0,
        currency: 'EUR',
        sessionId,
      },
    })
  const { entitlementId } = await packOf(db, groupId)
  const sixth = await aSession(db, { class: bundle.class })
  expect(
    await redeemSession(db, linkTo(groupId), { entitlementId, sessionId: sixth.id }),
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
  expect(await packOf(db, groupId)).toMatchObject({ remaining: 0, used: 5 })
})

async function contactOf(db: Db, groupId: string) {
  const { customerEmail } = await db
    .selectFrom('bookingGroups')
    .where('id', '=', groupId)
    .select('customerEmail')
    .executeTakeFirstOrThrow()
  return customerEmail
}

test('a spot restored after another one moved has a separate calendar entry', async ({ db }) => {
  const { groupId, bookingIds, session } = await aBooking(db, { spots: 2 })
  const [back = '', moved = ''] = bookingIds
  const other = await aSession(db, { class: session.class })
  const { vendor } = session.class
  await cancelByVendor(db, vendor.id, [back])
  expect(await moveByCustomer(db, linkTo(groupId), [moved], other.id)).toMatchObject({ ok: true })
  const member = { vendorId: vendor.id, userId: vendor.userId }
  expect(await editBooking(db, member, back, edit(session.id))).toEqual({ ok: true })
  const entries = (await bookingsOf(db, groupId)).map(({ calendarId }) => calendarId)
  expect(new Set(entries).size).toBe(2)
})
