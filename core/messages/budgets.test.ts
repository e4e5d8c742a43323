import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { bookSession } from '#core/bookings/commands/book-session.ts'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { agreementToErase, eraseContact } from '#core/bookings/commands/erase-contact.ts'
import { findErasable } from '#core/bookings/queries/erasable.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import { drainOutbox } from '#core/events/commands/relay-outbox.ts'
import { eventTasks } from '#core/events/jobs.ts'
import { emit } from '#core/events/emit.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addMinutes } from '#core/shared/time.ts'
import { subscribers } from '#server/subscribers.ts'
import { edit } from '#tests/support/bookings.ts'
import { linkTo } from '#tests/support/links.ts'
import { expect, test } from '#tests/support/database.ts'
import { type ABooking, aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { aBusyMailer, hurry, keepMails, runTasks, whoIsNext, work } from '#tests/support/jobs.ts'
import { knowing, tell } from '#tests/support/told.ts'
import { releaseDelayed } from './commands/delay-message.ts'
import { tellDue } from './commands/tell-news.ts'
import { messagePeople } from './commands/message-people.ts'
import { tickOffMessages } from './commands/tick-off-messages.ts'
import { findFace, findStanding } from '#core/vendors/queries.ts'
import { isProven } from '#core/vendors/rules.ts'
import { findWhetherCame } from './queries/sent.ts'
import { listUnreachedPeople } from './queries/unreached.ts'
import { budgetExceeded, type Counted, mailsPerDay, type Sent } from './rules/budgets.ts'
import { mailLimits } from './rules/sending.ts'

const carla = 'carla@example.com'

/** What a mail about a purchase was about: what a customer did, what the vendor did, or a session that changed. */
const causes = {
  customer: { by: 'customer', ofSession: false },
  vendor: { by: 'vendor', ofSession: false },
  session: { by: 'vendor', ofSession: true },
} as const
type Cause = keyof typeof causes

const mailOf = (
  { purchaseId, session }: ABooking,
  recipient: string,
  cause: Cause,
  status: 'sent' | 'delayed' = 'sent',
) => ({
  vendorId: session.class.vendor.id,
  purchaseId,
  audience: 'customer' as const,
  kind: 'news',
  channel: 'email' as const,
  recipient,
  language: 'en' as const,
  facts: JSON.stringify({ ...causes[cause], told: { spots: {}, bundles: {} } }),
  status,
})

/** Mails about this purchase, sent an hour ago to these recipients. */
async function sentBefore(
  db: Db,
  booking: ABooking,
  recipients: readonly string[],
  cause: Cause = 'vendor',
) {
  const anHourAgo = addMinutes(new Date(), -61)
  const sentThen = { createdAt: anHourAgo, finishedAt: anHourAgo }
  await db
    .insertInto('messages')
    .values(recipients.map((recipient) => ({ ...mailOf(booking, recipient, cause), ...sentThen })))
    .execute()
}

const times = <Item>(count: number, item: (n: number) => Item) =>
  Array.from({ length: count }, (_, n) => item(n))

const approve = (db: Db, booking: ABooking) => tell(db, 'approved', booking)

/** The news that the tests make, not that of `sentBefore`. */
const listNews = (db: Db) =>
  db
    .selectFrom('messages as m')
    .innerJoin('purchases as g', 'g.id', 'm.purchaseId')
    .where(sql<boolean>`m.facts->'told'->'spots' is distinct from '{}'`)
    .where('m.audience', '=', 'customer')
    // Events of several purchases are worked on at once.
    .orderBy('g.createdAt')
    .orderBy('m.createdAt')
    .select(['m.id', 'm.status', 'm.delayedBy', 'm.lastError'])
    .execute()

/** Shifts the times of sent and delayed messages into the past. */
async function wait(db: Db, hours: number) {
  await sql`update messages set created_at = created_at - make_interval(hours => ${hours}),
    finished_at = finished_at - make_interval(hours => ${hours}),
    delayed_at = delayed_at - make_interval(hours => ${hours})`.execute(db)
}

test('a booking moved back and forth endlessly sends a few emails at once, then one in a quarter of an hour', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const other = await aSession(db, {
    class: session.class,
    startsAt: addMinutes(session.startsAt, 1440),
  })
  const { purchaseId, bookingIds } = await aBooking(db, { session, customer: { email: carla } })
  await knowing(db, purchaseId)
  const mailer = keepMails()
  const moves = async (count: number) => {
    for (const to of times(count, (n) => (n % 2 === 0 ? other.id : session.id))) {
      await moveByCustomer(db, linkTo(purchaseId), bookingIds, to)
      await work(databaseUrl, deps, mailer)
    }
  }
  const sentTo = (address: string) => mailer.mails.filter(({ to }) => to === address).length
  await moves(9)
  expect([sentTo(carla), sentTo(session.class.vendor.email)]).toEqual([4, 4])
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect([sentTo(carla), sentTo(session.class.vendor.email)]).toEqual([5, 5])
}, 120_000)

test('one address gets no more than its share of a day, over all vendors', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const former = await aBooking(db)
  await sentBefore(
    db,
    former,
    times(mailLimits.perRecipientAndDay, () => carla),
  )
  const mailer = keepMails()
  await approve(db, await aBooking(db, { customer: { email: carla } }))
  await approve(db, await aBooking(db, { customer: { email: 'ben@example.com' } }))
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual(['ben@example.com'])
  expect(await listNews(db)).toMatchObject([
    { status: 'delayed', delayedBy: 'recipient' },
    { status: 'sent', delayedBy: null },
  ])
})

test('messages in the words of the vendor have the budgets of all other emails', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const vendor = await aVendor(db, { verified: true })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const first = await aBooking(db, { session, customer: { email: carla } })
  const second = await aBooking(db, { session, customer: { email: 'ben@example.com' } })
  await sentBefore(
    db,
    first,
    times(mailLimits.perRecipientAndDay, () => carla),
  )
  const people = [first, second].map(({ purchaseId }) => purchaseId)
  await messagePeople(deps, member, { text: 'Please bring a towel.', people })
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual(['ben@example.com'])
  expect(
    await db
      .selectFrom('messages')
      .where('kind', '=', 'booking.note')
      .where('status', '=', 'delayed')
      .select('delayedBy')
      .execute(),
  ).toEqual([{ delayedBy: 'recipient' }])
})

test('people the vendor added by hand count neither towards its proven status nor towards the numbers on its page', async ({
  db,
}) => {
  const session = await aSession(db, { capacity: 20 })
  const vendorId = session.class.vendor.id
  await aBooking(db, {
    session,
    spots: 2,
    status: 'completed',
    attendance: 'came',
    customer: { email: carla },
  })
  const standing = async () => ({
    served: (await findStanding(db, vendorId)).served,
    students: (await findFace(db, vendorId))?.students,
    hasCome: await findWhetherCame(db, { vendorId, recipient: carla }),
  })
  expect(await standing()).toEqual({ served: 1, students: 1, hasCome: true })
  await db.updateTable('purchases').set({ source: 'vendor' }).execute()
  expect(await standing()).toEqual({ served: 0, students: 0, hasCome: false })
})

test('addresses with different tags of one mailbox share its daily budget', async ({
  deps,
  db,
  databaseUrl,
}) => {
  await sentBefore(
    db,
    await aBooking(db),
    times(mailLimits.perRecipientAndDay, (n) => `anna+${n}@example.com`),
  )
  const mailer = keepMails()
  await approve(db, await aBooking(db, { customer: { email: 'anna+yoga@example.com' } }))
  await approve(db, await aBooking(db, { customer: { email: 'anna@example.org' } }))
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual(['anna@example.org'])
  expect(await listNews(db)).toMatchObject([
    { status: 'delayed', delayedBy: 'recipient' },
    { status: 'sent', delayedBy: null },
  ])
})

test('dots and the second domain of a Gmail address make no other mailbox', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const written = times(mailLimits.perRecipientAndDay, (n) =>
    n % 2 === 0 ? 'an.na.b+yoga@gmail.com' : 'a.nnab@googlemail.com',
  )
  await sentBefore(db, await aBooking(db), written)
  const mailer = keepMails()
  for (const email of ['annab@gmail.com', 'an.nab@example.com'])
    await approve(db, await aBooking(db, { customer: { email } }))
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual(['an.nab@example.com'])
})

test('one network address cannot use up the mails that other customers of a new vendor need', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 20 })
  const strangers = times(freshBudget / 2, (n) => `c${n}@example.com`)
  await sentBefore(db, await aBooking(db, { session }), strangers, 'customer')
  const book = async (email: string, network: string) => {
    const { ok } = await bookSession(deps, {
      sessionId: session.id,
      spots: 1,
      name: 'Eve',
      contact: email,
      idempotencyKey: randomUUID(),
      source: 'public',
      accepted: [],
      language: 'en',
      network,
    })
    expect(ok).toBe(true)
  }
  const fakes = times(5, (n) => `eve${n}@example.com`)
  for (const email of fakes) await book(email, '192.0.2.66')
  await book(carla, '192.0.2.1')
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  const told = mailer.mails.map(({ to }) => to).filter((to) => to !== session.class.vendor.email)
  expect(told.toSorted()).toEqual([carla, ...fakes.slice(0, 3)])
})

test('a mailbox with many tags is one person whom a vendor has served', async ({ db }) => {
  const session = await aSession(db, { capacity: 20 })
  for (const email of ['anna@example.com', 'anna+1@example.com', 'anna+2@example.com', carla])
    await aBooking(db, { session, status: 'completed', customer: { email } })
  expect(await findStanding(db, session.class.vendor.id)).toMatchObject({ served: 2 })
})

test('a new vendor has a daily mail limit, which does not delay other vendors’ mails', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 20 })
  const booking = await aBooking(db, { session })
  await sentBefore(
    db,
    booking,
    times(mailsPerDay({ ageDays: 0, served: 0, verified: false }), (n) => `c${n}@example.com`),
  )
  const mailer = keepMails()
  await approve(db, await aBooking(db, { session, customer: { email: carla } }))
  await approve(db, await aBooking(db, { customer: { email: 'ben@example.com' } }))
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual(['ben@example.com'])
  // Both were due at the same moment, and either may come first.
  const news = (await listNews(db)).map(({ status, delayedBy }) => `${status} ${delayedBy}`)
  expect(news.toSorted()).toEqual(['delayed vendor', 'sent null'])

  await db
    .insertInto('vendorBadges')
    .values({ vendorId: session.class.vendor.id, badge: 'verified' })
    .execute()
  expect(await releaseDelayed(deps)).toBe(1)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual(['ben@example.com', carla])
})

test('messages in chats use up nobody’s mail budget', async ({ deps, db, databaseUrl }) => {
  const session = await aSession(db, { capacity: 20 })
  const booking = await aBooking(db, { session, customer: { email: carla } })
  await sentBefore(
    db,
    booking,
    times(freshBudget, (n) => `7:${n}`),
  )
  await sql`update messages set channel = 'telegram'`.execute(db)
  const mailer = keepMails()
  await approve(db, booking)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual([carla])
})

const freshBudget = mailsPerDay({ ageDays: 0, served: 0, verified: false })

test('bookings of strangers take nothing from the mails that the vendor causes', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 20 })
  const strangers = times(freshBudget, (n) => `c${n}@example.com`)
  await sentBefore(db, await aBooking(db, { session }), strangers, 'customer')
  const real = await aBooking(db, { session, customer: { email: carla } })
  const mailer = keepMails()
  await emit(db, 'booking.confirmed', { purchaseId: real.purchaseId, bookingIds: real.bookingIds })
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.filter(({ to }) => to === carla)).toEqual([])
  await approve(db, real)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.filter(({ to }) => to === carla)).toHaveLength(1)
})

test('bookings of strangers do not delay the link for an address that is corrected', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await aBooking(db, { customer: { name: 'Carla', email: 'ann@example.com' } })
  const { vendor, session } = { vendor: booking.session.class.vendor, session: booking.session }
  const strangers = times(freshBudget, (n) => `c${n}@example.com`)
  await sentBefore(db, booking, strangers, 'customer')
  const corrected = edit(session.id, { customerEmail: carla })
  const member = { vendorId: vendor.id, userId: vendor.userId }
  expect(await editBooking(db, member, booking.bookingIds[0] ?? '', corrected)).toEqual({
    ok: true,
  })
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toContain(carla)
})

test('a vendor over its budget reaches those who know of their booking or have come, and no stranger', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 20 })
  const strangers = times(freshBudget + 10, (n) => `c${n}@example.com`)
  const booking = await aBooking(db, { session, customer: { email: 'eve@example.com' } })
  await sentBefore(db, booking, strangers, 'customer')
  await sentBefore(db, booking, strangers, 'vendor')
  const known = await aBooking(db, { session, customer: { email: carla } })
  await sentBefore(db, known, ['carla+yoga@example.com'], 'customer')
  const ben = { email: 'ben@example.com' }
  const past = await aSession(db, { class: session.class })
  await aBooking(db, { session: past, status: 'completed', customer: ben })
  await aBooking(db, { session, customer: ben })
  const { rows } = await sql<{ id: string }>`select id from purchases`.execute(db)
  for (const { id } of rows) await knowing(db, id)
  const mailer = keepMails()
  const owned = { vendorId: session.class.vendor.id, sessionId: session.id }
  expect(await cancelSession(db, owned, new Date())).toMatchObject({ ok: true })
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to).toSorted()).toEqual(['ben@example.com', carla])
})

test('notifications about sessions count towards the vendor’s budget if they are the first mail about a purchase', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 20 })
  const first = await aBooking(db, { session })
  const strangers = times(freshBudget, (n) => `c${n}@example.com`)
  await sentBefore(db, first, strangers, 'session')
  const mailer = keepMails()
  const later = await aBooking(db, { session, customer: { email: carla } })
  await approve(db, later)
  await work(databaseUrl, deps, mailer)
  expect(await listNews(db)).toMatchObject([{ status: 'delayed', delayedBy: 'vendor' }])
})

test('somebody who came before hears of a booking though strangers have used up the budget', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 20 })
  await aBooking(db, {
    session,
    status: 'completed',
    customer: { email: 'carla+yoga@example.com' },
  })
  const strangers = times(freshBudget + 10, (n) => `c${n}@example.com`)
  await sentBefore(db, await aBooking(db, { session }), strangers, 'customer')
  const { purchaseId, bookingIds } = await aBooking(db, { session, customer: { email: carla } })
  const mailer = keepMails()
  await emit(db, 'booking.confirmed', { purchaseId, bookingIds })
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toContain(carla)
})

test('delayed messages are let go by urgency: changed sessions before what the vendor did, then what customers did', async ({
  deps,
  db,
}) => {
  const session = await aSession(db, { capacity: 90 })
  const hold = async (cause: Cause, minute: number) => {
    const booking = await aBooking(db, { session })
    const createdAt = addMinutes(new Date(), minute - 60)
    await db
      .insertInto('messages')
      .values({ ...mailOf(booking, carla, cause, 'delayed'), ...delayedBy('recipient'), createdAt })
      .execute()
  }
  for (let n = 0; n < 30; n++) await hold('customer', n)
  await hold('vendor', 50)
  await hold('session', 51)
  await releaseDelayed(deps)
  const { rows } = await sql<{ of: string }>`
    select facts->>'by' || ' ' || (facts->>'ofSession') as of from messages where status = 'queued'`.execute(
    db,
  )
  expect(rows.map(({ of }) => of)).toEqual(
    expect.arrayContaining(['vendor true', 'vendor false', 'customer false']),
  )
})

const delayedBy = (budget: 'recipient' | 'vendor') => ({ delayedBy: budget, delayedAt: new Date() })

test('many confirmations requested by one person do not delay those queued before or after them', async ({
  deps,
  db,
}) => {
  const session = await aSession(db, { capacity: 90 })
  const hold = async (recipient: string, minute: number) => {
    const booking = await aBooking(db, { session })
    const createdAt = addMinutes(new Date(), minute - 60)
    await db
      .insertInto('messages')
      .values({
        ...mailOf(booking, recipient, 'customer', 'delayed'),
        ...delayedBy('vendor'),
        createdAt,
      })
      .execute()
  }
  await hold('first@example.com', 0)
  for (let n = 0; n < 40; n++) await hold(`c${n}@example.com`, n + 1)
  await hold('last@example.com', 50)
  expect(await releaseDelayed(deps)).toBe(20)
  const released = await db
    .selectFrom('messages')
    .where('status', '=', 'queued')
    .select('recipient')
    .execute()
  expect(released.map(({ recipient }) => recipient)).toEqual(
    expect.arrayContaining(['first@example.com', 'last@example.com']),
  )
})

async function aHeldMessage(deps: Deps, databaseUrl: string, mailer: ReturnType<typeof keepMails>) {
  const booking = await aBooking(deps.db, { customer: { email: carla } })
  await sentBefore(
    deps.db,
    await aBooking(deps.db),
    times(mailLimits.perRecipientAndDay, () => carla),
  )
  await approve(deps.db, booking)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toEqual([])
  return booking
}

test('a delayed message is sent as soon as there is room again', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const mailer = keepMails()
  await aHeldMessage(deps, databaseUrl, mailer)
  await releaseDelayed(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toEqual([])
  await wait(db, 23)
  await releaseDelayed(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual([carla])
  expect(await listNews(db)).toMatchObject([{ status: 'sent' }])
})

test('a message held for a day has failed', async ({ deps, db, databaseUrl }) => {
  await aHeldMessage(deps, databaseUrl, keepMails())
  await db
    .updateTable('messages')
    .set({ delayedAt: addMinutes(new Date(), -24 * 60 - 1) })
    .where('status', '=', 'delayed')
    .execute()
  expect(await releaseDelayed(deps)).toBe(0)
  expect(await listNews(db)).toMatchObject([
    { status: 'failed', lastError: 'too many messages (recipient)' },
  ])
})

test('a delayed message says what is true when there is room again', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const mailer = keepMails()
  const booking = await aHeldMessage(deps, databaseUrl, mailer)
  await cancelByVendor(db, booking.session.class.vendor.id, booking.bookingIds)
  await wait(db, 23)
  await releaseDelayed(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Cancelled/)])
  expect(await listNews(db)).toMatchObject([{ status: 'sent' }])
})

test('while a message is delayed the vendor sees whom it did not reach, and may tell that person', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const mailer = keepMails()
  const { session } = await aHeldMessage(deps, databaseUrl, mailer)
  const vendorId = session.class.vendor.id
  const [person] = await listUnreachedPeople(db, vendorId)
  expect(person).toMatchObject({ contact: { customerEmail: carla } })
  const messageIds = person?.messageIds ?? []
  expect(await tickOffMessages(db, { vendorId, messageIds })).toBe(true)
  await wait(db, 25)
  await releaseDelayed(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toEqual([])
  expect(await listUnreachedPeople(db, vendorId)).toEqual([])
})

test('account mails and requested links do not wait', async ({ deps, db, databaseUrl }) => {
  const { email } = await aVendor(db, { email: carla })
  const booking = await aBooking(db, { customer: { email } })
  await sentBefore(
    db,
    booking,
    times(mailLimits.perRecipientAndDay, () => email),
  )
  const mailer = keepMails()
  await emit(db, 'account.reset_requested', { email })
  await emit(db, 'booking.links_requested', { contact: email, language: 'en' })
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual([email, email])
})

test('account mails overtake the mails about bookings that wait in the queue', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { email } = await aVendor(db, { email: carla })
  const waiting = await aBooking(db, { customer: { email: 'ben@example.com' } })
  await approve(db, waiting)
  await drainOutbox(db, subscribers)
  await runTasks(databaseUrl, eventTasks(deps, subscribers))
  await tellDue(deps)
  await approve(db, await aBooking(db, { customer: { email: 'eve@example.com' } }))
  await emit(db, 'account.reset_requested', { email })
  const [first, ...others] = await whoIsNext(databaseUrl, deps)
  expect(first).toBe(email)
  expect(others.toSorted()).toEqual(['ben@example.com', 'eve@example.com'])
})

test('what leaves at the same moment counts in the budgets', async ({ deps, db, databaseUrl }) => {
  const before = await aBooking(db, { customer: { email: carla } })
  const most = mailLimits.perRecipientAndDay
  await sentBefore(
    db,
    before,
    times(most - 2, () => carla),
  )
  for (let n = 0; n < 4; n += 1)
    await approve(db, await aBooking(db, { customer: { email: carla } }))
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual([carla, carla])
})

test('without open sign-up no mails are counted', async ({ deps, db, databaseUrl }) => {
  const known = { ...deps, settings: { ...deps.settings, mailBudgets: false } }
  const booking = await aBooking(db, { customer: { email: carla } })
  await sentBefore(
    db,
    booking,
    times(mailLimits.perRecipientAndDay, () => carla),
  )
  const mailer = keepMails()
  await approve(db, booking)
  await work(databaseUrl, known, mailer)
  expect(mailer.mails).toHaveLength(1)
})

test.for([
  ['before its first attempt', 0],
  ['after it', 1],
] as const)(
  'a cancellation counts for the mailbox to which it is corrected, %s',
  async ([, attempts], { deps, db, databaseUrl }) => {
    const written = times(mailLimits.perRecipientAndDay, () => carla)
    await sentBefore(db, await aBooking(db), written)
    const mistyped = { name: 'Carla', email: 'carla@exmaple.com' }
    const { purchaseId, bookingIds, session } = await aBooking(db, { customer: mistyped })
    await knowing(db, purchaseId)
    const { vendor } = session.class
    const mailer = aBusyMailer(attempts)
    await cancelByVendor(db, vendor.id, bookingIds)
    await drainOutbox(db, subscribers)
    await runTasks(databaseUrl, eventTasks(deps, subscribers))
    if (attempts > 0) await work(databaseUrl, deps, mailer)
    const corrected = edit(session.id, { status: 'cancelled', customerEmail: carla })
    const member = { vendorId: vendor.id, userId: vendor.userId }
    expect(await editBooking(db, member, bookingIds[0] ?? '', corrected)).toEqual({ ok: true })
    await hurry(deps)
    await work(databaseUrl, deps, mailer)
    expect(mailer.mails.map(({ to }) => to)).toEqual([])
    const held = await db
      .selectFrom('messages')
      .where('purchaseId', '=', purchaseId)
      .select(['recipient', 'status', 'delayedBy'])
      .execute()
    expect(held).toEqual([{ recipient: carla, status: 'delayed', delayedBy: 'recipient' }])
  },
)

test('several cancellations that wait are one mail', async ({ deps, db, databaseUrl }) => {
  const of = await aClass(db, { vendor: await aVendor(db, { verified: true }) })
  const booking = await aBooking(db, {
    session: await aSession(db, { class: of }),
    spots: 4,
    customer: { email: carla },
  })
  await sentBefore(
    db,
    booking,
    times(4, () => carla),
  )
  await db.updateTable('messages').set({ createdAt: new Date() }).execute()
  await knowing(db, booking.purchaseId)
  const mailer = keepMails()
  for (const id of booking.bookingIds) await cancelByVendor(db, of.vendor.id, [id])
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toEqual([])
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toHaveLength(1)
  expect(mailer.mails[0]?.text).toContain('4 spots are no longer booked')
})

const fresh = { ageDays: 0, served: 0, verified: false }

test.each([
  ['on its first day', fresh, false],
  ['old, but nobody came', { ...fresh, ageDays: 400 }, false],
  ['new, with many bookings', { ...fresh, served: 50 }, false],
  ['of two weeks, with ten people who came', { ...fresh, ageDays: 14, served: 10 }, true],
  ['on its first day, and verified by the operator', { ...fresh, verified: true }, true],
])('a vendor %s: proven is %2$s', (_name, standing, proven) => {
  expect(isProven(standing)).toBe(proven)
})

test('a vendor’s mail budget grows with its age and the number of people it has served, up to a maximum', () => {
  const day = mailsPerDay(fresh)
  expect(mailsPerDay({ ...fresh, ageDays: 30 })).toBeGreaterThan(day)
  expect(mailsPerDay({ ...fresh, served: 30 })).toBeGreaterThan(day)
  expect(mailsPerDay({ ...fresh, ageDays: 9999, served: 999_999 })).toBe(
    mailsPerDay({ ...fresh, verified: true }),
  )
})

const nothingSent: Sent = { toRecipient: 0, forVendor: 0, toRecipientForVendor: 0 }
const fromVendor: Counted = {
  causedByVendor: true,
  ofSession: false,
  isKnown: false,
  hasCome: false,
  fromBusyNetwork: false,
  isProven: false,
}
const byCustomer = { ...fromVendor, causedByVendor: false }
const ofSession = { ...fromVendor, ofSession: true }
const full = { ...nothingSent, forVendor: mailsPerDay(fresh) }
const half = { ...nothingSent, forVendor: mailsPerDay(fresh) / 2 }
const often = { ...nothingSent, toRecipientForVendor: mailLimits.perStrangerAndDay }

test.each<[string, Sent, Counted, string | null]>([
  ['the first mail', nothingSent, fromVendor, null],
  [
    'a full mailbox',
    { ...nothingSent, toRecipient: mailLimits.perRecipientAndDay },
    fromVendor,
    'recipient',
  ],
  [
    'a full mailbox, even of a cancelled session',
    { ...nothingSent, toRecipient: mailLimits.perRecipientAndDay },
    { ...ofSession, isKnown: true, hasCome: true, isProven: true },
    'recipient',
  ],
  ['the last mail of the vendor', { ...full, forVendor: full.forVendor - 1 }, fromVendor, null],
  ['a vendor without mails left', full, fromVendor, 'vendor'],
  ['a changed session, who knows of the booking', full, { ...ofSession, isKnown: true }, null],
  ['a changed session, who does not', full, ofSession, 'vendor'],
  ['a changed session, who has come before', full, { ...ofSession, hasCome: true }, null],
  ['what the vendor did, who has come before', full, { ...fromVendor, hasCome: true }, 'vendor'],
  ['a booking of somebody who has come before', full, { ...byCustomer, hasCome: true }, null],
  ['a booking from a busy address', half, { ...byCustomer, fromBusyNetwork: true }, 'vendor'],
  ['a booking from another one', half, byCustomer, null],
  ['one of many mails to somebody who never came', often, fromVendor, 'vendor'],
  ['to somebody who did', often, { ...fromVendor, hasCome: true }, null],
  ['of a vendor that is proven', often, { ...fromVendor, isProven: true }, null],
  ['what somebody booked with that address', often, byCustomer, null],
  ['a changed session, told before', often, { ...ofSession, isKnown: true }, null],
])('%s: which budget is exceeded', (_what, sent, mail, over) => {
  expect(budgetExceeded(sent, fresh, mail)).toBe(over)
})

test('the first evening of a studio: a hundred people added by hand get one mail each', () => {
  const mails = times(100, (n) =>
    budgetExceeded({ ...nothingSent, forVendor: n }, fresh, fromVendor),
  )
  expect(mails).toEqual(times(100, () => null))
})

test('a new vendor writes six mails a day to somebody who never came; erasing the customer changes nothing', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 20 })
  const { vendor } = session.class
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const mailer = keepMails()
  const approveOne = async () => {
    const booking = await aBooking(db, { session, customer: { email: carla } })
    await approve(db, booking)
    await work(databaseUrl, deps, mailer)
    return booking
  }
  const toCarla = () => mailer.mails.filter(({ to }) => to === carla)
  let last = await approveOne()
  for (let n = 0; n < 5; n++) last = await approveOne()
  expect(toCarla()).toHaveLength(6)
  await approveOne()
  expect(toCarla()).toHaveLength(6)
  await sql`update bookings set status = 'completed'`.execute(db)
  const bookingId = last.bookingIds[0] ?? ''
  const found = await findErasable(db, { vendorId: vendor.id, bookingId })
  if (!found) throw new Error('nobody to erase')
  const asked = { bookingId, agreed: agreementToErase(found), replacement: 'Deleted customer' }
  expect(await eraseContact(db, member, asked)).toMatchObject({ ok: true })
  await approveOne()
  expect(toCarla()).toHaveLength(6)
  expect(
    await db.selectFrom('messages').where('recipient', '=', carla).select('status').execute(),
  ).toEqual([{ status: 'delayed' }])
})
