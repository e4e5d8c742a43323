import { confirmRequest, rejectRequest } from '#core/bookings/commands/answer-request.ts'
import { cancelByCustomer, cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { cancelSession } from '#core/bookings/commands/cancel-sessions.ts'
import { deleteBooking } from '#core/bookings/commands/delete-booking.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import { issuedUrl, manageUrl } from '#core/bookings/queries/links.ts'
import { sessionForm } from '#tests/support/weekly-class.ts'
import { changeSession } from '#core/classes/commands/change-session.ts'
import { emit } from '#core/events/emit.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { addMinutes } from '#core/shared/time.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { allOf, linkTo } from '#tests/support/links.ts'
import { expect, test } from '#tests/support/database.ts'
import { type ABooking, aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { aBusyMailer, deliver, hurry, keepMails, work } from '#tests/support/jobs.ts'
import { tellOfPurchase } from './commands/tell-of-purchase.ts'
import { listUnreached } from './queries/unreached.ts'
import { shortMessage } from './templates/short-message.ts'

const carla = { email: 'carla@example.com' }

/** The vendor's Edit Booking dialog, with another contact. */
async function giveTo(
  db: Db,
  { bookingIds, session }: ABooking,
  contact: { customerName: string; customerEmail?: string; customerPhone?: string },
  status: 'confirmed' | 'cancelled' = 'confirmed',
) {
  const { vendor } = session.class
  const typed = {
    customerEmail: '',
    customerPhone: '',
    notes: '',
    paymentStatus: 'pending' as const,
    amountPaidMinor: 0,
    currency: 'EUR',
    sessionId: session.id,
    ...contact,
    status,
  }
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const edited = await editBooking(db, member, bookingIds[0] ?? '', { shown: null, typed })
  expect(edited).toEqual({ ok: true })
}

async function listEnds(db: Db, audience: 'customer' | 'vendor' = 'customer') {
  const rows = await db
    .selectFrom('messages')
    .where('audience', '=', audience)
    .orderBy('createdAt')
    .select(['kind', 'status', 'finishedAt'])
    .execute()
  return rows.map(({ kind, status }) => `${kind} ${status}`)
}

test('a confirmation that has to wait is not sent after the cancellation, and does not delay it', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { groupId, bookingIds } = await aBooking(db, { customer: carla })
  const mailer = aBusyMailer(1)
  await emit(db, 'booking.approved', { groupId, bookingIds })
  await work(databaseUrl, deps, mailer)
  await cancelByCustomer(db, linkTo(groupId), null)
  await work(databaseUrl, deps, mailer)
  expect(await listEnds(db)).toEqual(['booking.approved queued', 'booking.cancelled sent'])
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(await listEnds(db)).toEqual(['booking.approved superseded', 'booking.cancelled sent'])
  const subjects = mailer.mails.filter(({ to }) => to === carla.email).map((mail) => mail.subject)
  expect(subjects).toEqual([expect.stringMatching(/cancelled/i)])
})

test('the vendor gets no mail about a request that is already answered', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { groupId, bookingIds } = await aBooking(db, { status: 'pending' })
  await emit(db, 'booking.requested', { groupId, bookingIds })
  await confirmRequest(db, await allOf(db, groupId))
  await work(databaseUrl, deps, keepMails())
  expect((await listEnds(db)).toSorted()).toEqual([
    'booking.approved sent',
    'booking.requested superseded',
  ])
  expect(await listEnds(db, 'vendor')).toEqual(['booking.requested superseded'])
})

test('of two moves only the last is sent, and a place that changed twice is sent once', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const [second, third] = [
    await aSession(db, { class: session.class, startsAt: addMinutes(session.startsAt, 1440) }),
    await aSession(db, { class: session.class, startsAt: addMinutes(session.startsAt, 2880) }),
  ]
  const { groupId, bookingIds } = await aBooking(db, { session, customer: carla })
  const mailer = aBusyMailer(2)
  await moveByCustomer(db, linkTo(groupId), bookingIds, second.id)
  await work(databaseUrl, deps, mailer)
  await moveByCustomer(db, linkTo(groupId), bookingIds, third.id)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  const moves = ['booking.moved superseded', 'booking.moved sent']
  expect([await listEnds(db), await listEnds(db, 'vendor')]).toEqual([moves, moves])

  const { sessionDate, startTime } = await db
    .selectFrom('classSessions')
    .where('id', '=', third.id)
    .select(['sessionDate', 'startTime'])
    .executeTakeFirstOrThrow()
  const changeTo = (location: string) =>
    agreeing(sessionForm(sessionDate, { startTime, location }), (form) =>
      changeSession(
        db,
        { vendorId: session.class.vendor.id, sessionId: third.id },
        form,
        new Date(),
      ),
    )
  const busyAgain = aBusyMailer(1)
  for (const place of ['Hall 1', 'Hall 2']) {
    await changeTo(place)
    await work(databaseUrl, deps, busyAgain)
    await hurry(deps)
    await work(databaseUrl, deps, busyAgain)
  }
  expect((await listEnds(db)).slice(2)).toEqual([
    'booking.session_changed superseded',
    'booking.session_changed sent',
  ])
  expect(busyAgain.mails.map(({ text }) => text).join()).toContain('Hall 2')
})

test('a message to a customer is not sent after the booking was transferred', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: carla })
  const mailer = aBusyMailer(1)
  await emit(db, 'booking.approved', { groupId: booking.groupId, bookingIds: booking.bookingIds })
  await work(databaseUrl, deps, mailer)
  await giveTo(db, booking, { customerName: 'Ben', customerEmail: 'ben@example.com' })
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect((await listEnds(db)).toSorted()).toEqual([
    'booking.approved superseded',
    'booking.cancelled sent',
    'booking.links sent',
  ])
  const approved = mailer.mails.filter(({ subject }) => subject.startsWith('Confirmed'))
  expect(approved).toEqual([])
})

test('a cancellation is sent to the address at event time, even if the vendor has corrected it since', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: { name: 'Carla', email: 'carla@exmaple.com' } })
  const { vendor } = booking.session.class
  const mailer = aBusyMailer(1)
  await cancelSession(db, { vendorId: vendor.id, sessionId: booking.session.id }, new Date())
  await work(databaseUrl, deps, mailer)
  await giveTo(db, booking, { customerName: 'Ben', customerEmail: 'ben@example.com' }, 'cancelled')
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(await listEnds(db)).toEqual(['session.cancelled sent'])
  const [mail] = mailer.mails
  expect(mail?.to).toBe('carla@exmaple.com')
  expect(JSON.stringify(mail)).not.toMatch(/ben/i)
  expect(JSON.stringify(mail)).not.toContain('/booking/')
})

test('a cancellation that has to wait goes to the address that the vendor has corrected since', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const customer = { name: 'Carla', email: 'carla@exmaple.com' }
  const booking = await aBooking(db, { customer })
  const { groupId, reference, session } = booking
  const mailer = aBusyMailer(1)
  await cancelSession(db, { vendorId: session.class.vendor.id, sessionId: session.id }, new Date())
  await work(databaseUrl, deps, mailer)
  await giveTo(db, booking, { customerName: 'Carla', customerEmail: carla.email }, 'cancelled')
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual([carla.email])
  expect(mailer.mails[0]?.text).toContain(manageUrl(deps, { groupId, reference, tokenRotation: 1 }))
  expect(await db.selectFrom('messages').select('recipient').execute()).toEqual([
    { recipient: carla.email },
  ])
})

test('a cancellation that has to wait is not sent where the address was removed, and is listed', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const customer = { name: 'Carla', email: 'carla@exmaple.com' }
  const booking = await aBooking(db, { customer })
  const { vendor } = booking.session.class
  const mailer = aBusyMailer(1)
  await cancelByVendor(db, vendor.id, booking.bookingIds)
  await work(databaseUrl, deps, mailer)
  const phone = '+491512345678'
  await giveTo(db, booking, { customerName: 'Carla', customerPhone: phone }, 'cancelled')
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toEqual([])
  expect(await listUnreached(db, vendor.id)).toMatchObject([
    { meantFor: null, facts: { purchase: { customerPhone: phone } } },
  ])
})

test('a cancellation that has to wait is over once the spot is back, also at a corrected address', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const customer = { name: 'Carla', email: 'carla@exmaple.com' }
  const booking = await aBooking(db, { customer })
  const mailer = aBusyMailer(1)
  await cancelByVendor(db, booking.session.class.vendor.id, booking.bookingIds)
  await work(databaseUrl, deps, mailer)
  await giveTo(db, booking, { customerName: 'Carla', customerEmail: carla.email })
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.filter(({ subject }) => subject.startsWith('Cancelled'))).toEqual([])
})

test('the former holder is notified that all spots are cancelled, even if one has a new owner now', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { spots: 2, customer: carla })
  const mailer = aBusyMailer(1)
  await cancelByVendor(db, booking.session.class.vendor.id, booking.bookingIds)
  await work(databaseUrl, deps, mailer)
  await giveTo(db, booking, { customerName: 'Ben', customerEmail: 'ben@example.com' })
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  const mails = mailer.mails.filter(({ to }) => to === carla.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('2 spots are no longer booked')
  expect(mails[0]?.text).not.toContain('Still booked')
  expect(mails[0]?.attachments[0]?.content).toContain('METHOD:CANCEL')
})

test.for(['session.cancelled', 'booking.session_changed'] as const)(
  'who was not reached with %s is still to be called at the contact that was corrected since',
  async (kind, { deps, db, databaseUrl }) => {
    const booking = await aBooking(db, { customer: { name: 'Carla', email: 'carla@exmaple.com' } })
    const { groupId, bookingIds, reference, session } = booking
    const { vendor } = session.class
    const isCancelled = kind === 'session.cancelled'
    if (isCancelled)
      await cancelSession(db, { vendorId: vendor.id, sessionId: session.id }, new Date())
    else {
      const before = beforeOf(session.startsAt)
      await emit(db, 'booking.session_changed', { groupId, bookingIds, before })
    }
    const refuses = async () => ({ sent: false, retry: false, error: 'refused (550)' }) as const
    await work(databaseUrl, deps, { send: refuses })
    await hurry(deps)
    await work(databaseUrl, deps, { send: refuses })
    const corrected = { customerName: 'Carla', customerPhone: '+4915112345678' }
    await giveTo(db, booking, corrected, isCancelled ? 'cancelled' : 'confirmed')
    const unreached = await listUnreached(db, vendor.id)
    expect(unreached).toMatchObject([
      {
        kind,
        facts: {
          purchase: {
            reference,
            tokenRotation: 1,
            customerName: 'Carla',
            customerEmail: null,
            customerPhone: '+4915112345678',
          },
        },
      },
    ])
    const [person] = unreached
    expect(person && shortMessage(deps, person, vendor)).toContain(
      issuedUrl(deps, { groupId, reference, tokenRotation: 1 }, vendor.userId),
    )
  },
)

function beforeOf(startsAt: Date) {
  return {
    startsAt: addMinutes(startsAt, -60).toISOString(),
    endsAt: startsAt.toISOString(),
    zone: 'Europe/Berlin',
    location: '1 Park Street',
    onlineUrl: null,
  }
}

test('the former holder is notified that a spot has ended, even if it was transferred before the mail', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const ben = { customerName: 'Ben', customerEmail: 'ben@example.com' }
  const inOneSave = await aBooking(db, { customer: { email: 'one@example.com' } })
  await giveTo(db, inOneSave, ben, 'cancelled')
  const inTwo = await aBooking(db, { customer: { email: 'two@example.com' } })
  await cancelByVendor(db, inTwo.session.class.vendor.id, inTwo.bookingIds)
  await giveTo(db, inTwo, ben, 'cancelled')
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  const told = mailer.mails.filter(({ subject }) => subject.startsWith('Cancelled'))
  expect(told.map(({ to }) => to).toSorted()).toEqual(['one@example.com', 'two@example.com'])
  expect(JSON.stringify(told)).not.toMatch(/ben/i)
})

test('a delayed cancellation is sent, even if the spot was transferred and booked again', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: carla })
  const mailer = aBusyMailer(1)
  await cancelByVendor(db, booking.session.class.vendor.id, booking.bookingIds)
  await work(databaseUrl, deps, mailer)
  await giveTo(db, booking, { customerName: 'Ben', customerEmail: 'ben@example.com' })
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.filter(({ to }) => to === carla.email)).toHaveLength(1)
})

test('a delayed cancellation goes to the former holder, also if the new one is renamed to them', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: { name: 'Anna', email: 'anna@example.com' } })
  const mailer = aBusyMailer(2)
  await giveTo(db, booking, { customerName: 'Ben', customerEmail: 'ben@example.com' })
  await work(databaseUrl, deps, mailer)
  await giveTo(db, booking, { customerName: 'Anna', customerEmail: 'ben@example.com' })
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect((await listEnds(db)).toSorted()).toEqual(['booking.cancelled sent', 'booking.links sent'])
  expect(mailer.mails.map(({ to }) => to).toSorted()).toEqual([
    'anna@example.com',
    'ben@example.com',
  ])
})

test('a waiting message whose address is removed is shown as not reached', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: { name: 'Carla', email: 'carla@exmaple.com' } })
  const { vendor } = booking.session.class
  const news = {
    eventId: crypto.randomUUID(),
    kind: 'booking.session_changed',
    groupId: booking.groupId,
    bookingIds: booking.bookingIds,
    by: null,
    late: false,
    before: null,
  } as const
  await db.transaction().execute((tx) => tellOfPurchase(tx, news))
  const mailer = aBusyMailer(1)
  await work(databaseUrl, deps, mailer)
  await giveTo(db, booking, { customerName: 'Carla', customerPhone: '+4915123456789' })
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(await listEnds(db)).toContain('booking.session_changed failed')
  expect(
    (await listUnreached(db, vendor.id)).map(({ facts }) => facts.purchase.customerPhone),
  ).toEqual(['+4915123456789'])
})

test('a person is not listed as not reached for a message that is no longer true', async ({
  deps,
  db,
}) => {
  const session = await aSession(db)
  const customer = { email: null, phone: '+4915112345678' }
  const one = await aBooking(db, { session, customer })
  const other = await aBooking(db, { session, customer: { ...customer, phone: '+4915187654321' } })
  for (const { groupId, bookingIds } of [one, other])
    await deliver(deps, 'booking.approved', { groupId, bookingIds })
  const unreached = async () => {
    const rows = await listUnreached(db, session.class.vendor.id)
    return rows.map(({ kind, recipient }) => `${kind} ${recipient}`)
  }
  expect(await unreached()).toEqual([
    'booking.approved +4915112345678',
    'booking.approved +4915187654321',
  ])
  await cancelByCustomer(db, linkTo(one.groupId), null)
  expect(await unreached()).toEqual(['booking.approved +4915187654321'])
  const { vendor } = session.class
  const member = { vendorId: vendor.id, userId: vendor.userId }
  await deleteBooking(db, member, other.bookingIds[0] ?? '')
  expect(await unreached()).toEqual([])
})

test('a confirmation that had to wait names the dates that still hold, and no others', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const monday = await aSession(db, { startsAt: new Date('2031-07-07T16:00:00Z') })
  const tuesday = await aSession(db, {
    class: monday.class,
    startsAt: new Date('2031-07-08T16:00:00Z'),
  })
  const { groupId, bookingIds } = await aBooking(db, { session: monday, customer: carla })
  const other = await aBooking(db, { session: tuesday, spots: 2, customer: carla })
  await db.updateTable('bookings').set({ groupId }).where('id', 'in', other.bookingIds).execute()
  const mailer = aBusyMailer(2)
  const all = [...bookingIds, ...other.bookingIds]
  await emit(db, 'booking.confirmed', { groupId, bookingIds: all })
  await work(databaseUrl, deps, mailer)
  await cancelByCustomer(db, linkTo(groupId), [...bookingIds, ...other.bookingIds.slice(1)])
  await work(databaseUrl, deps, keepMails())
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  const [mail] = mailer.mails.filter(({ to }) => to === carla.email)
  expect(mailer.mails).toHaveLength(2)
  for (const { text } of mailer.mails) {
    expect(text).toContain('July 8, 2031')
    expect(text).not.toContain('July 7, 2031')
  }
  expect(mail?.subject).toContain('Jul 8')
  expect(mail?.text).toContain('€15')
  expect(mail?.attachments).toHaveLength(1)
})

test('the mail with lost links lists the bookings upcoming when it is sent, and is not sent if there are none', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const one = await aBooking(db, { customer: carla })
  const other = await aBooking(db, { customer: carla })
  const bens = await aBooking(db, { customer: { email: 'ben@example.com' } })
  for (const contact of [carla.email, 'ben@example.com'])
    await emit(db, 'booking.links_requested', { contact, language: 'en' })
  const mailer = aBusyMailer(2)
  await work(databaseUrl, deps, mailer)
  for (const { groupId } of [one, bens]) await cancelByCustomer(db, linkTo(groupId), null)
  await db.deleteFrom('outbox').execute()
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual([carla.email])
  expect(mailer.mails[0]?.text).toContain(other.reference)
  expect(mailer.mails[0]?.text).not.toContain(one.reference)
  expect((await listEnds(db)).toSorted()).toEqual([
    'booking.links sent',
    'booking.links superseded',
  ])
})

test('a suspended vendor gets no more mails, but its customers do, in our words', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { groupId, bookingIds, session } = await aBooking(db, { customer: carla })
  const { vendor } = session.class
  await db.insertInto('vendorBadges').values({ vendorId: vendor.id, badge: 'verified' }).execute()
  await emit(db, 'booking.confirmed', { groupId, bookingIds })
  await suspend(db, vendor.id)
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(await listEnds(db, 'vendor')).toEqual(['booking.confirmed superseded'])
  expect(mailer.mails).toMatchObject([{ to: carla.email, senderName: null }])
})

test('what a vendor caused before it was suspended is not sent to customers', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const { vendor } = session.class
  const changed = await aBooking(db, { session, customer: carla })
  const { groupId, bookingIds } = changed
  const before = beforeOf(session.startsAt)
  await emit(db, 'booking.session_changed', { groupId, bookingIds, before })
  const ben = { name: 'Ben', email: 'ben@example.com' }
  const cancelled = await aBooking(db, { session, customer: ben })
  await cancelByCustomer(db, linkTo(cancelled.groupId), null)
  await suspend(db, vendor.id)
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual([ben.email])
  expect(await listEnds(db)).toContain('booking.session_changed superseded')
})

async function suspend(db: Db, vendorId: VendorId) {
  await db
    .updateTable('vendors')
    .set({ suspendedAt: new Date() })
    .where('id', '=', vendorId)
    .execute()
}

test('a rejected customer sees nothing of the spot’s new owner', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const onlineUrl = 'https://meet.example.com/secret'
  const session = await aSession(db, { class: await aClass(db, { onlineUrl }), onlineUrl })
  const booking = await aBooking(db, { session, status: 'pending', customer: carla })
  const { vendor } = session.class
  await rejectRequest(db, { vendorId: vendor.id, bookingIds: booking.bookingIds })
  await giveTo(db, booking, { customerName: 'Dora', customerEmail: 'dora@example.com' })
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  const told = mailer.mails.filter(({ to }) => to === carla.email)
  expect(told).toHaveLength(1)
  const said = JSON.stringify(told)
  expect(said).not.toContain(onlineUrl)
  expect(said).not.toContain('Still booked')
  expect(said).not.toContain('STATUS:CONFIRMED')
})
