import { archiveClass } from '#core/bookings/commands/archive-class.ts'
import { cancelByCustomer, cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { cancelSession } from '#core/bookings/commands/cancel-sessions.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { changeSession } from '#core/classes/commands/change-session.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { edit } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import type { Db } from '#core/shared/db.ts'
import { addMinutes, todayIn } from '#core/shared/time.ts'
import { type ABooking, aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { deliver, keepMails, work } from '#tests/support/jobs.ts'
import { aSeries, bought, ids, order } from '#tests/support/series.ts'
import { sessionForm } from '#tests/support/weekly-class.ts'
import { tickOffMessages } from './commands/tick-off-messages.ts'
import { listUnreachedPeople } from './queries/unreached.ts'
import { shortBundleMessage, shortMessage } from './templates/short-message.ts'

const carla = { name: 'Carla', email: null, phone: '+4915112345678' }

test('a person who was not reached is listed once, with the latest message per session, and ticked off once', async ({
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
  for (const { groupId, bookingIds } of [first, second, first, ben])
    await deliver(deps, 'booking.approved', { groupId, bookingIds })
  const people = await listUnreachedPeople(db, vendorId)
  expect(
    people.map(({ contact, news }) => [
      contact.customerPhone,
      news.map(({ facts }) => facts.entries.map(({ sessionId }) => sessionId)),
    ]),
  ).toEqual([
    ['+4915187654321', [[monday.id]]],
    [carla.phone, [[monday.id], [tuesday.id]]],
  ])

  const messageIds = people[1]?.messageIds ?? []
  expect(messageIds).toHaveLength(3)
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
    const booking = await aBooking(db, { session: await aSession(db, { class: of }), customer })
    const { groupId, bookingIds } = booking
    await deliver(deps, 'booking.approved', { groupId, bookingIds })
  }
  await db.updateTable('messages').set({ status: 'failed' }).execute()
  const people = await listUnreachedPeople(db, of.vendor.id)
  expect(people.map(({ contact, news }) => [contact.customerPhone, news.length])).toEqual([
    ['+4915187654321', 1],
    [null, 1],
  ])
})

test('a cancellation of a purchase that somebody else has now names the contact it was meant for', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { groupId, bookingIds, session } = await aBooking(db, { customer: carla })
  const { vendor } = session.class
  await cancelSession(db, { vendorId: vendor.id, sessionId: session.id }, new Date())
  await work(databaseUrl, deps, keepMails())
  const typed = {
    customerName: 'Ben',
    customerEmail: 'ben@example.com',
    customerPhone: '',
    notes: '',
    paymentStatus: 'pending' as const,
    amountPaidMinor: 0,
    currency: 'EUR',
    sessionId: session.id,
    status: 'cancelled' as const,
  }
  const member = { vendorId: vendor.id, userId: vendor.userId }
  await editBooking(db, member, bookingIds[0] ?? '', { shown: null, typed })
  const [person] = await listUnreachedPeople(db, vendor.id)
  expect(person).toMatchObject({
    contact: { groupId, customerName: 'Ben', customerEmail: 'ben@example.com' },
    meantFor: { customerName: 'Carla', customerPhone: carla.phone },
  })
})

test('a customer whom two moves did not reach is told the time before the first move and the time now', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { session } = await aBooking(db, { customer: carla })
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
    const [news] = person?.news ?? []
    if (!person || !news) throw new Error('nobody is listed')
    return { ...person, news }
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
  const { groupId, spots } = await bought(deps, order(bundle, sessions, { contact: carla.phone }))
  await db
    .updateTable('classSessions')
    .set({ startsAt: addMinutes(new Date(), -120), endsAt: addMinutes(new Date(), -60) })
    .where('id', '=', sessions[0]?.id ?? '')
    .execute()
  await deliver(deps, 'booking.approved', { groupId, bookingIds: ids(spots) })
  const [person] = await listUnreachedPeople(db, owner.id)
  const entries = person?.news.flatMap(({ facts }) => facts.entries) ?? []
  expect(entries.map(({ sessionId }) => sessionId)).toEqual(ids(sessions.slice(1)))
})

test.for(['moved', 'refunded'] as const)(
  'who has no address is listed when the sessions left on a bundle are %s, with what to say',
  async (how, { deps, db, databaseUrl }) => {
    const { bundle, sessions, owner, yoga } = await aSeries(db)
    const { reference } = await bought(
      deps,
      order(bundle, sessions.slice(0, 3), { contact: carla.phone, leaveRest: true }),
    )
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
        news: [],
        bundles: [{ letter, facts: { bundle: { name: 'Five weeks' } } }],
      },
    ])
    const [told] = people.flatMap(({ bundles }) => bundles)
    if (!told) throw new Error('nobody is listed')
    const text = shortBundleMessage(deps, told, { userId: owner.userId })
    expect(text).toContain(how === 'moved' ? 'are now for Pilates' : 'can no longer be booked')
    expect(text).toContain(`/booking/${reference}`)
    const messageIds = people.flatMap((person) => person.messageIds)
    expect(await tickOffMessages(db, { vendorId: owner.id, messageIds })).toBe(true)
    expect(await listUnreachedPeople(db, owner.id)).toEqual([])
  },
)

test('a refund that did not reach the former holder of a bundle is not shown as the next one’s', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { bundle, sessions, owner, yoga } = await aSeries(db)
  const { spots } = await bought(
    deps,
    order(bundle, sessions.slice(0, 1), { contact: carla.phone, leaveRest: true }),
  )
  const refund = { upcomingBookings: 'keep' as const, bundles: { to: 'refund' as const } }
  await agreeing(refund, (agreed) =>
    archiveClass(db, { vendorId: owner.id, classId: yoga.id }, agreed, new Date()),
  )
  await work(databaseUrl, deps, keepMails())
  const typed = {
    customerName: 'Ben',
    customerEmail: 'ben@example.com',
    customerPhone: '',
    notes: '',
    paymentStatus: 'pending' as const,
    amountPaidMinor: 0,
    currency: 'EUR',
    sessionId: sessions[0]?.id ?? '',
    status: 'confirmed' as const,
  }
  const member = { vendorId: owner.id, userId: owner.userId }
  await editBooking(db, member, spots[0]?.id ?? '', { shown: null, typed })
  const people = await listUnreachedPeople(db, owner.id)
  expect(people.find(({ bundles }) => bundles.length > 0)).toMatchObject({
    meantFor: { customerName: 'Carla', customerPhone: carla.phone },
  })
  const [told] = people.flatMap(({ bundles }) => bundles)
  expect(told && shortBundleMessage(deps, told, owner)).not.toContain('/booking/')
})

/** Messages to customers that are held, made before everything else. */
async function holdMails(db: Db, { groupId, session }: ABooking, recipients: readonly string[]) {
  const { facts } = await db
    .selectFrom('messages')
    .where('groupId', '=', groupId)
    .where('audience', '=', 'customer')
    .select('facts')
    .executeTakeFirstOrThrow()
  const messages = recipients.map((recipient) => ({
    eventId: crypto.randomUUID(),
    vendorId: session.class.vendor.id,
    audience: 'customer' as const,
    kind: 'booking.confirmed',
    channel: 'email' as const,
    recipient,
    language: 'en' as const,
    facts: JSON.stringify({
      ...Object(facts),
      purchase: { ...Object(facts).purchase, customerName: recipient, customerEmail: recipient },
    }),
    status: 'held' as const,
    heldBy: 'vendor' as const,
    heldAt: new Date(),
    createdAt: addMinutes(new Date(), -60),
  }))
  await db.insertInto('messages').values(messages).execute()
}

test('a customer whom the vendor cancelled comes before any number of mails that strangers caused', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const vendorId = session.class.vendor.id
  const stranger = await aBooking(db, { session, customer: { email: 'stranger@example.com' } })
  const { groupId, bookingIds } = stranger
  await deliver(deps, 'booking.confirmed', { groupId, bookingIds })
  await holdMails(
    db,
    stranger,
    Array.from({ length: 350 }, (_, n) => `invented-${n}@example.com`),
  )
  const carlas = await aBooking(db, { session, customer: carla })
  await cancelByVendor(db, vendorId, carlas.bookingIds)
  await work(databaseUrl, deps, keepMails())
  const people = await listUnreachedPeople(db, vendorId)
  expect(people).toHaveLength(351)
  expect(people[0]).toMatchObject({ contact: { customerPhone: carla.phone } })
})

test('customers are not listed as not reached for their own cancellations, however many messages are held', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { groupId, session } = await aBooking(db, { customer: { email: 'carla@example.com' } })
  await cancelByCustomer(db, linkTo(groupId), null)
  const refuses = async () => ({ sent: false, retry: false, error: 'refused (550)' }) as const
  await work(databaseUrl, deps, { send: refuses })
  expect(
    await db.selectFrom('messages').where('audience', '=', 'customer').select('status').execute(),
  ).toEqual([{ status: 'failed' }])
  expect(await listUnreachedPeople(db, session.class.vendor.id)).toEqual([])
})

test('a booking that the vendor makes a request again is passed on to a customer without an address, and not mailed to the vendor', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { bookingIds, session } = await aBooking(db, { customer: carla })
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
    { contact: { customerPhone: carla.phone }, news: [{ kind: 'booking.requested' }] },
  ])
})
