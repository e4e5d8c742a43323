import { archiveClass } from '#core/schedule/commands/archive-class.ts'
import { cancelByCustomer, cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { changeSession } from '#core/schedule/commands/change-session.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { edit } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { addMinutes, todayIn } from '#core/shared/time.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { aBusyMailer, deliver, hurry, keepMails, work } from '#tests/support/jobs.ts'
import { aSeries, bought, ids, order } from '#tests/support/series.ts'
import { knowing } from '#tests/support/told.ts'
import { sessionForm } from '#tests/support/weekly-class.ts'
import { tickOffMessages } from './commands/tick-off-messages.ts'
import { listUnreachedOf, listUnreachedPeople, type UnreachedPerson } from './queries/unreached.ts'
import { shortBundleMessage, shortMessage } from './templates/short-message.ts'
import { fromNow } from '#tests/support/times.ts'

const carla = { name: 'Carla', email: null, phone: '+4915112345678' }

/** The classes and days that a person has to be told of. */
const sessionsIn = ({ parts }: UnreachedPerson) =>
  parts.map((part) =>
    part.what === 'news' && part.section.kind !== null
      ? part.section.facts.entries.map(({ sessionId }) => sessionId)
      : part.what,
  )

test('a person who was not reached is listed once, with what is new in each purchase, and ticked off once', async ({
  deps,
  db,
}) => {
  const of = await aClass(db)
  const vendorId = of.vendor.id
  const [monday, tuesday] = [await aSession(db, { class: of }), await aSession(db, { class: of })]
  const first = await aBooking(db, { session: monday, customer: carla })
  const second = await aBooking(db, { session: tuesday, customer: carla })
  const ben = await aBooking(db, {
    session: monday,
    customer: { ...carla, phone: '+4915187654321' },
  })
  for (const { purchaseId, bookingIds } of [first, second, first, ben]) {
    await knowing(db, purchaseId, { status: 'requested' })
    await deliver(deps, 'booking.confirmed', { purchaseId, bookingIds })
  }
  const people = await listUnreachedPeople(db, vendorId)
  expect(people.map((person) => [person.contact.customerPhone, sessionsIn(person)])).toEqual([
    ['+4915187654321', [[monday.id]]],
    [carla.phone, [[tuesday.id], [monday.id]]],
  ])

  const messageIds = people[1]?.messageIds ?? []
  expect(messageIds).toHaveLength(2)
  expect(await tickOffMessages(db, { vendorId, messageIds })).toBe(true)
  expect(
    (await listUnreachedPeople(db, vendorId)).map(({ contact }) => contact.customerPhone),
  ).toEqual(['+4915187654321'])
})

test('a shared email address does not bring the link of one purchase to the phone of another', async ({
  deps,
  db,
}) => {
  const of = await aClass(db)
  const email = 'carla@example.com'
  for (const phone of [null, '+4915187654321']) {
    const customer = { name: 'Carla', email, phone }
    const { purchaseId, bookingIds } = await aBooking(db, {
      session: await aSession(db, { class: of }),
      customer,
    })
    await knowing(db, purchaseId, { status: 'requested' })
    await deliver(deps, 'booking.confirmed', { purchaseId, bookingIds })
  }
  await db.updateTable('messages').set({ status: 'failed' }).execute()
  const people = await listUnreachedPeople(db, of.vendor.id)
  expect(people.map(({ contact, parts }) => [contact.customerPhone, parts.length])).toEqual([
    ['+4915187654321', 1],
    [null, 1],
  ])
})

test('a stranger who types the phone of somebody else with an own email gets nothing of hers, now or later', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const of = await aClass(db)
  const { vendor } = of
  const [monday, tuesday] = [await aSession(db, { class: of }), await aSession(db, { class: of })]
  const hers = await aBooking(db, { session: monday, customer: carla })
  const eve = { name: 'Carla', email: 'eve@example.com', phone: carla.phone }
  const strangers = await aBooking(db, { session: tuesday, customer: eve })
  for (const { purchaseId } of [hers, strangers]) await knowing(db, purchaseId)
  const mailer = keepMails()
  const ask = (contact: string) =>
    deliver(deps, 'booking.links_requested', { contact, language: 'en' })
  // What belongs to the phone and to the stranger's address; and news of both purchases, of which the mail is refused.
  await ask(eve.email)
  await ask(carla.phone)
  await work(databaseUrl, deps, mailer)
  await cancelByVendor(db, vendor.id, [...hers.bookingIds, ...strangers.bookingIds])
  const refuses = async () => ({ sent: false, retry: false, error: 'refused (550)' }) as const
  await work(databaseUrl, deps, { send: refuses })
  expect(mailer.mails.map(({ to }) => to)).toEqual([eve.email])
  expect(JSON.stringify(mailer.mails)).not.toContain(hers.reference)
  const people = await listUnreachedPeople(db, vendor.id)
  const listed = people.map(({ contact, parts }) => [
    contact.customerEmail,
    contact.reference,
    parts.map((part) => (part.what === 'news' ? part.section.facts.purchase.reference : part.what)),
  ])
  expect(new Set(listed)).toEqual(
    new Set([
      [null, hers.reference, [hers.reference]],
      [eve.email, strangers.reference, [strangers.reference]],
    ]),
  )

  // The vendor corrects the stranger's purchase: hers stays hers.
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const corrected = edit(tuesday.id, {
    status: 'cancelled',
    customerEmail: 'eve@example.org',
    customerPhone: carla.phone,
  })
  expect(await editBooking(db, member, strangers.bookingIds[0] ?? '', corrected)).toEqual({
    ok: true,
  })
  await ask('eve@example.org')
  await work(databaseUrl, deps, mailer)
  expect(JSON.stringify(mailer.mails)).not.toContain(hers.reference)
})

test('after two moves that did not reach the customer, the text names the time before the first and the time now', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { session, purchaseId } = await aBooking(db, { customer: carla })
  await knowing(db, purchaseId)
  const { vendor } = session.class
  const owned = { vendorId: vendor.id, sessionId: session.id }
  const date = todayIn('Europe/Berlin', session.startsAt)
  const startOf = async () => {
    const { startsAt } = await db
      .selectFrom('classSessions')
      .where('id', '=', session.id)
      .select('startsAt')
      .executeTakeFirstOrThrow()
    return startsAt.toISOString()
  }
  const moveTo = async (startTime: string) => {
    const form = sessionForm(date, { startTime })
    const moved = await agreeing(form, (typed) => changeSession(db, owned, typed, new Date()))
    expect(moved).toMatchObject({ ok: true })
    await work(databaseUrl, deps, keepMails())
    return startOf()
  }
  const tellNews = async () => {
    const [person] = await listUnreachedPeople(db, vendor.id)
    const [part] = person?.parts ?? []
    if (part?.what !== 'news' || part.section.kind === null) throw new Error('nobody is listed')
    return {
      messageIds: person?.messageIds ?? [],
      news: { ...part.section, language: part.language },
    }
  }
  const known = await moveTo('12:15')
  await tickOffMessages(db, { vendorId: vendor.id, messageIds: (await tellNews()).messageIds })

  await moveTo('17:30')
  await moveTo('19:45')
  const { news, messageIds } = await tellNews()
  expect(news.facts.entries).toMatchObject([
    { before: { startsAt: known }, startsAt: await startOf() },
  ])
  const text = shortMessage(deps, news, { userId: vendor.userId })
  expect(text).toMatch(/Yoga, was \w+, \w+ \d+, 12:15, now \w+, \w+ \d+, 19:45\n/)

  // Once told, a further move is compared with what was told.
  await tickOffMessages(db, { vendorId: vendor.id, messageIds })
  await moveTo('08:00')
  expect(shortMessage(deps, (await tellNews()).news, { userId: vendor.userId })).toMatch(
    /was [^\n]*19:45, now [^\n]*08:00\n/,
  )
})

test('news of many dates is listed with those still to come when the first is over', async ({
  deps,
  db,
}) => {
  const { bundle, sessions, owner } = await aSeries(db)
  const { purchaseId, spots } = await bought(
    deps,
    order(bundle, sessions, { contact: carla.phone }),
  )
  await db
    .updateTable('classSessions')
    .set({ startsAt: fromNow(-120), endsAt: fromNow(-60) })
    .where('id', '=', sessions[0]?.id ?? '')
    .execute()
  await knowing(db, purchaseId, { status: 'requested' })
  await deliver(deps, 'booking.confirmed', { purchaseId, bookingIds: ids(spots) })
  const people = await listUnreachedPeople(db, owner.id)
  expect(people.map(sessionsIn)).toEqual([[ids(sessions.slice(1))]])
})

test.for(['moved', 'refunded'] as const)(
  'who has no address is listed when the sessions left on a bundle are %s, with what to say',
  async (how, { deps, db, databaseUrl }) => {
    const { bundle, sessions, owner, yoga } = await aSeries(db)
    const { reference } = await bought(
      deps,
      order(bundle, sessions.slice(0, 3), { contact: carla.phone, leaveRest: true }),
    )
    await work(databaseUrl, deps, keepMails())
    const pilates = await aClass(db, { vendor: owner, title: 'Pilates' })
    await aSession(db, { class: pilates })
    const choice = {
      upcomingBookings: 'keep' as const,
      bundles:
        how === 'moved' ? { to: 'class' as const, classId: pilates.id } : { to: 'refund' as const },
    }
    await agreeing(choice, (agreed) =>
      archiveClass(db, { vendorId: owner.id, classId: yoga.id }, agreed, new Date()),
    )
    await work(databaseUrl, deps, keepMails())
    const letter = how === 'moved' ? 'bundleMoved' : 'bundleRefunded'
    const people = await listUnreachedPeople(db, owner.id)
    expect(people).toMatchObject([
      {
        contact: { customerName: 'Carla', customerPhone: carla.phone },
        parts: [{ section: { letter, facts: { bundle: { name: 'Five weeks' } } } }],
      },
    ])
    const [part] = people.flatMap(({ parts }) => parts)
    if (part?.what !== 'news' || part.section.kind !== null) throw new Error('nobody is listed')
    const told = { ...part.section, language: part.language }
    const text = shortBundleMessage(deps, told, { userId: owner.userId })
    expect(text).toContain(how === 'moved' ? 'are now for Pilates' : 'can no longer be booked')
    expect(text).toContain(`/booking/${reference}`)
    const messageIds = people.flatMap((person) => person.messageIds)
    expect(await tickOffMessages(db, { vendorId: owner.id, messageIds })).toBe(true)
    expect(await listUnreachedPeople(db, owner.id)).toEqual([])
  },
)

test('a customer whom the vendor cancelled comes before any number of mails that strangers caused', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 60 })
  const vendorId = session.class.vendor.id
  const carlas = await aBooking(db, { session, customer: carla })
  await knowing(db, carlas.purchaseId)
  await cancelByVendor(db, vendorId, carlas.bookingIds)
  await work(databaseUrl, deps, keepMails())
  for (let nth = 0; nth < 50; nth += 1) {
    const email = `invented-${nth}@example.com`
    const { purchaseId } = await aBooking(db, { session, customer: { email } })
    await deliver(deps, 'booking.confirmed', { purchaseId, bookingIds: [purchaseId] })
  }
  await db
    .updateTable('messages')
    .set({ status: 'delayed', delayedBy: 'vendor', delayedAt: new Date() })
    .where('status', '=', 'queued')
    .where('audience', '=', 'customer')
    .execute()
  const people = await listUnreachedPeople(db, vendorId)
  // What customers did themselves is a receipt, and nobody has to be called for it.
  expect(people.map(({ contact }) => contact.customerPhone)).toEqual([carla.phone])
})

test('customers are not listed as not reached for their own cancellations, however many messages are held', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { purchaseId, session } = await aBooking(db, { customer: { email: 'carla@example.com' } })
  await knowing(db, purchaseId)
  await cancelByCustomer(db, linkTo(purchaseId), null)
  const refuses = async () => ({ sent: false, retry: false, error: 'refused (550)' }) as const
  await work(databaseUrl, deps, { send: refuses })
  expect(
    await db.selectFrom('messages').where('audience', '=', 'customer').select('status').execute(),
  ).toEqual([{ status: 'failed' }])
  expect(await listUnreachedPeople(db, session.class.vendor.id)).toEqual([])
})

test('who cannot be told is listed where the change was made, at once, and of this vendor only', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const { vendor } = session.class
  const first = await aBooking(db, { session, customer: carla })
  const mailed = await aBooking(db, { session })
  for (const { purchaseId } of [first, mailed]) await knowing(db, purchaseId)
  const other = await aBooking(db, { customer: { ...carla, phone: '+4915187654321' } })
  await knowing(db, other.purchaseId)
  await cancelByVendor(db, other.session.class.vendor.id, other.bookingIds)
  await cancelByVendor(db, vendor.id, [...first.bookingIds, ...mailed.bookingIds])
  const listed = async (of: Parameters<typeof listUnreachedOf>[2], vendorId = vendor.id) =>
    (await listUnreachedOf(db, vendorId, of)).map(({ contact, messageIds }) => [
      contact.customerPhone,
      messageIds.length,
    ])
  // The worker has not looked at it yet: there is nothing to tick off.
  for (const of of [
    { sessionIds: [session.id] },
    { classId: session.class.id },
    { bookingIds: first.bookingIds },
  ])
    expect(await listed(of)).toEqual([[carla.phone, 0]])
  expect(await listed({ sessionIds: [session.id] }, other.session.class.vendor.id)).toEqual([])
  await work(databaseUrl, deps, keepMails())
  expect(await listed({ sessionIds: [session.id] })).toEqual([[carla.phone, 1]])
  expect(await listed({ bookingIds: mailed.bookingIds })).toEqual([])
  const [person] = await listUnreachedOf(db, vendor.id, { sessionIds: [session.id] })
  const messageIds = person?.messageIds ?? []
  expect(await tickOffMessages(db, { vendorId: vendor.id, messageIds })).toBe(true)
  expect(await listed({ sessionIds: [session.id] })).toEqual([])
})

test('a mail that does not leave is listed after ten minutes, or three hours before the session, until it arrives', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const { vendor } = session.class
  const { purchaseId, bookingIds } = await aBooking(db, { session })
  await knowing(db, purchaseId, { status: 'requested' })
  await deliver(deps, 'booking.confirmed', { purchaseId, bookingIds })
  const busy = aBusyMailer(100)
  const listed = async () =>
    (await listUnreachedPeople(db, vendor.id)).map(({ isTried }) => isTried)
  const tryAt = async (times: { firstTriedMinutesAgo: number; startsInMinutes: number }) => {
    await hurry(deps)
    await work(databaseUrl, deps, busy)
    await db
      .updateTable('messages')
      .set({ firstTriedAt: addMinutes(new Date(), -times.firstTriedMinutesAgo) })
      .execute()
    const start = addMinutes(new Date(), times.startsInMinutes)
    await db
      .updateTable('classSessions')
      .set({ startsAt: start, endsAt: addMinutes(start, 60) })
      .execute()
    return listed()
  }
  // It has not been tried yet.
  expect(await listed()).toEqual([])
  expect(await tryAt({ firstTriedMinutesAgo: 9, startsInMinutes: 1440 })).toEqual([])
  expect(await tryAt({ firstTriedMinutesAgo: 11, startsInMinutes: 1440 })).toEqual([true])
  expect(await tryAt({ firstTriedMinutesAgo: 1, startsInMinutes: 185 })).toEqual([])
  expect(await tryAt({ firstTriedMinutesAgo: 1, startsInMinutes: 175 })).toEqual([true])
  await hurry(deps)
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  expect(mails.length).toBeGreaterThan(0)
  expect(await listed()).toEqual([])
})

test('a change made while a mail could not be sent still reaches the customer after an older page ticked that mail off', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const { vendor } = session.class
  const { purchaseId, bookingIds } = await aBooking(db, { session })
  await knowing(db, purchaseId, { status: 'requested' })
  await deliver(deps, 'booking.confirmed', { purchaseId, bookingIds })
  await work(databaseUrl, deps, aBusyMailer(1))
  const { id } = await db.selectFrom('messages').select('id').executeTakeFirstOrThrow()
  await cancelByVendor(db, vendor.id, bookingIds)
  await work(databaseUrl, deps, aBusyMailer(1))
  await tickOffMessages(db, { vendorId: vendor.id, messageIds: [id] })
  const { mails, send } = keepMails()
  await hurry(deps)
  await work(databaseUrl, deps, { send })
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Cancelled: /)])
})

test('somebody who was called while a mail did not leave is not mailed any more', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { purchaseId, bookingIds, session } = await aBooking(db)
  const vendorId = session.class.vendor.id
  await knowing(db, purchaseId, { status: 'requested' })
  await deliver(deps, 'booking.confirmed', { purchaseId, bookingIds })
  await work(databaseUrl, deps, aBusyMailer(100))
  await db
    .updateTable('messages')
    .set({ firstTriedAt: addMinutes(new Date(), -11) })
    .execute()
  const messageIds = (await listUnreachedPeople(db, vendorId)).flatMap((one) => one.messageIds)
  expect(messageIds).toHaveLength(1)
  expect(await tickOffMessages(db, { vendorId, messageIds })).toBe(true)
  await hurry(deps)
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  expect(mails.filter(({ to }) => to !== session.class.vendor.email)).toEqual([])
  expect(await listUnreachedPeople(db, vendorId)).toEqual([])
})

test('a booking that the vendor makes a request again is passed on to a customer without an address, and not mailed to the vendor', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { purchaseId, bookingIds, session } = await aBooking(db, { customer: carla })
  await knowing(db, purchaseId)
  const { vendor } = session.class
  const form = edit(session.id, {
    status: 'pending',
    customerName: carla.name,
    customerEmail: '',
    customerPhone: carla.phone,
  })
  const member = { vendorId: vendor.id, userId: vendor.userId }
  expect(await editBooking(db, member, bookingIds[0] ?? '', form)).toEqual({ ok: true })
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  expect(mails.map(({ subject }) => subject)).toEqual([])
  const people = await listUnreachedPeople(db, vendor.id)
  expect(people).toMatchObject([
    {
      contact: { customerPhone: carla.phone },
      parts: [{ section: { kind: 'booking.requested' } }],
    },
  ])
})
