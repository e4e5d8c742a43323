import { spotVersion } from '#core/bookings/rules/spot-version.ts'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { agreementToErase, eraseContact } from '#core/bookings/commands/erase-contact.ts'
import { findErasable } from '#core/bookings/queries/erasable.ts'
import { cancelByCustomer, cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { expireOverdueBookings } from '#core/bookings/commands/expire-bookings.ts'
import { giveBooking } from '#core/bookings/commands/give-booking.ts'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import { changeSession } from '#core/schedule/commands/change-session.ts'
import { emit } from '#core/events/emit.ts'
import { drainOutbox } from '#core/events/commands/relay-outbox.ts'
import { eventTasks } from '#core/events/jobs.ts'
import type { SendResult } from '#core/integrations/mail-failure.ts'
import type { Mail } from '#core/integrations/mailer.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addMinutes, todayIn } from '#core/shared/time.ts'
import { subscribers } from '#server/subscribers.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { edit } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  type ABooking,
  type ASession,
  aBooking,
  aClass,
  aSession,
  aVendor,
} from '#tests/support/factories.ts'
import { deliver, hurry, keepMails, runTasks, work } from '#tests/support/jobs.ts'
import { linkTo } from '#tests/support/links.ts'
import { knowing, tell } from '#tests/support/told.ts'
import { sessionForm } from '#tests/support/weekly-class.ts'
import { messagePeople } from './commands/message-people.ts'
import { tellDue } from './commands/tell-news.ts'
import { tickOffMessages } from './commands/tick-off-messages.ts'
import { createPost } from './commands/post.ts'
import { listUnreachedPeople } from './queries/unreached.ts'
import { mailLimits } from './rules/sending.ts'
import { fromNow } from '#tests/support/times.ts'

const carla = { name: 'Carla', email: 'carla@example.com' }
const onlyPhone = { name: 'Carla', email: null, phone: '+4915112345678' }

type Of = { deps: Deps; databaseUrl: string }

/** Lets everything be told, also what waits for more to say. */
async function tellAll({ deps, databaseUrl }: Of, mailer: ReturnType<typeof keepMails>) {
  await work(databaseUrl, deps, mailer)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
}

/** What follows from events, without sending. */
async function relay({ deps, databaseUrl }: Of) {
  await drainOutbox(deps.db, subscribers)
  await runTasks(databaseUrl, eventTasks(deps, subscribers))
  while ((await tellDue(deps)) > 0);
}

const toCarla = ({ mails }: { mails: readonly Mail[] }) =>
  mails.filter(({ to }) => to === carla.email)

async function startAt(db: Db, session: ASession, startTime: string) {
  const owned = { vendorId: session.class.vendor.id, sessionId: session.id }
  const form = sessionForm(todayIn('Europe/Berlin', session.startsAt), { startTime })
  const changed = await agreeing(form, (typed) => changeSession(db, owned, typed, new Date()))
  expect(changed).toMatchObject({ ok: true })
}

/** A purchase of Carla's with a spot in each of these sessions. */
async function inSessions(db: Db, sessions: readonly ASession[]): Promise<ABooking> {
  const [first, ...more] = sessions
  const booking = await aBooking(db, { ...(first && { session: first }), customer: carla })
  for (const session of more) {
    const other = await aBooking(db, { session, customer: carla })
    await db
      .updateTable('bookings')
      .set({ purchaseId: booking.purchaseId })
      .where('id', 'in', other.bookingIds)
      .execute()
    booking.bookingIds.push(...other.bookingIds)
  }
  await knowing(db, booking.purchaseId)
  return booking
}

async function aWeek(db: Db, vendor: Parameters<typeof aVendor>[1] = { verified: true }) {
  const of = await aClass(db, { vendor: await aVendor(db, vendor), priceMinor: 1800 })
  const monday = new Date('2031-07-07T16:00:00Z')
  const on = (day: number) => aSession(db, { class: of, startsAt: addMinutes(monday, day * 1440) })
  const [one, two, three, four] = [await on(0), await on(1), await on(2), await on(3)]
  return { of, vendor: of.vendor, sessions: [one, two, three, four] as const }
}

test('two changes of which one is undone are one mail with what differs', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { sessions, vendor } = await aWeek(db)
  const [monday, tuesday] = sessions
  const { purchaseId, bookingIds } = await inSessions(db, [monday, tuesday])
  const mailer = keepMails()
  await startAt(db, monday, '19:30')
  await relay({ deps, databaseUrl })
  await cancelByVendor(db, vendor.id, bookingIds.slice(1))
  await relay({ deps, databaseUrl })
  await startAt(db, monday, '18:00')
  await tellAll({ deps, databaseUrl }, mailer)
  expect(mailer.mails.map(({ to, subject }) => [to, subject])).toEqual([
    [carla.email, 'Cancelled: Yoga, Tue, Jul 8, 2031, 18:00'],
  ])
  expect(mailer.mails[0]?.text).not.toContain('Jul 7')
  // All of it undone: nothing.
  await startAt(db, monday, '19:30')
  await relay({ deps, databaseUrl })
  await startAt(db, monday, '18:00')
  await tellAll({ deps, databaseUrl }, mailer)
  expect(mailer.mails).toHaveLength(1)
  expect(
    await db.selectFrom('messages').where('purchaseId', '=', purchaseId).select('status').execute(),
  ).toEqual([{ status: 'sent' }])
})

test('three changes are one mail with a section for each, and the calendar files fit', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { sessions, vendor } = await aWeek(db)
  const [monday, tuesday, wednesday, thursday] = sessions
  const { purchaseId, bookingIds } = await inSessions(db, [monday, tuesday, wednesday])
  // As the calendar entries of different dates are.
  for (const id of bookingIds)
    await db.updateTable('bookings').set({ calendarId: id }).where('id', '=', id).execute()
  await startAt(db, monday, '19:30')
  await cancelByVendor(db, vendor.id, bookingIds.slice(1, 2))
  const moved = await moveByCustomer(db, linkTo(purchaseId), bookingIds.slice(2), thursday.id)
  expect(moved).toMatchObject({ ok: true })
  const mailer = keepMails()
  await tellAll({ deps, databaseUrl }, mailer)
  const [mail, ...others] = toCarla(mailer)
  expect(others).toEqual([])
  const parts = [
    'Studio Vera cancelled your booking',
    'Tuesday, July 8',
    'Studio Vera changed your booking',
    'Monday, July 7',
    'Before: Mon, Jul 7, 2031, 18:00',
    'You moved your booking',
    'Thursday, July 10',
    'Before: Wed, Jul 9, 2031, 18:00',
  ]
  const places = parts.map((part) => mail?.text.indexOf(part) ?? -1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places).not.toContain(-1)
  const events = (mail?.attachments ?? []).map(({ content, contentType }) => [
    /method=(\w+)/.exec(contentType)?.[1],
    new ICAL.Component(ICAL.parse(content))
      .getAllSubcomponents('vevent')
      .map((event) => String(event.getFirstPropertyValue('dtstart'))),
  ])
  expect(events).toEqual([
    ['REQUEST', ['2031-07-07T17:30:00Z']],
    ['REQUEST', ['2031-07-10T16:00:00Z']],
    ['CANCEL', ['2031-07-08T16:00:00Z']],
  ])
  expect(mail?.text).toContain('Still to pay: €36.')
  // The vendor hears what the customer did, and nothing of its own.
  const [toVendor, ...more] = mailer.mails.filter(({ to }) => to === vendor.email)
  expect(more).toEqual([])
  expect(toVendor?.subject).toMatch(/^Moved by Carla/)
  expect(toVendor?.text).not.toContain('cancelled')
})

test('a change that cannot wait takes with it what waits', async ({ deps, db, databaseUrl }) => {
  const { sessions, vendor } = await aWeek(db)
  const [monday, tuesday] = sessions
  const { bookingIds } = await inSessions(db, [monday, tuesday])
  const mailer = keepMails()
  await startAt(db, monday, '19:30')
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toEqual([])
  await startAt(db, monday, '18:00')
  await cancelByVendor(db, vendor.id, bookingIds.slice(1))
  await work(databaseUrl, deps, mailer)
  expect(toCarla(mailer)).toHaveLength(1)
})

test('a customer without a channel is one line under "not reached", gone after the tick and back after the next change', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { sessions, vendor } = await aWeek(db)
  const [monday] = sessions
  const { purchaseId } = await aBooking(db, { session: monday, customer: onlyPhone })
  await knowing(db, purchaseId)
  const mailer = keepMails()
  const list = () => listUnreachedPeople(db, vendor.id)
  const idsOf = async () => (await list()).flatMap(({ messageIds }) => messageIds)
  const starts = async () =>
    (await list()).flatMap(({ parts }) =>
      parts.flatMap((part) =>
        part.what === 'news' && part.section.kind !== null
          ? part.section.facts.entries.map(({ before, startsAt }) => [before?.startsAt, startsAt])
          : [],
      ),
    )
  const tick = (messageIds: string[]) => tickOffMessages(db, { vendorId: vendor.id, messageIds })

  await startAt(db, monday, '19:30')
  await tellAll({ deps, databaseUrl }, mailer)
  const ofFirst = await idsOf()
  await startAt(db, monday, '20:00')
  await tellAll({ deps, databaseUrl }, mailer)
  expect(await starts()).toEqual([['2031-07-07T16:00:00.000Z', '2031-07-07T18:00:00.000Z']])
  // Somebody told her of 19:30, from a page of before.
  expect(await tick(ofFirst)).toBe(false)
  expect(await list()).toHaveLength(1)
  const ofSecond = await idsOf()
  expect(await tick(ofSecond)).toBe(true)
  expect(await list()).toEqual([])

  await startAt(db, monday, '20:15')
  await tellAll({ deps, databaseUrl }, mailer)
  expect(await starts()).toEqual([['2031-07-07T18:00:00.000Z', '2031-07-07T18:15:00.000Z']])
  // Back where she knows it to be.
  await startAt(db, monday, '20:00')
  await tellAll({ deps, databaseUrl }, mailer)
  expect(await list()).toEqual([])

  // What is ticked off once more, from another page of before, was told before the last change.
  await startAt(db, monday, '20:15')
  await tellAll({ deps, databaseUrl }, mailer)
  expect(await tick(await idsOf())).toBe(true)
  expect(await tick(ofSecond)).toBe(true)
  await startAt(db, monday, '20:00')
  await tellAll({ deps, databaseUrl }, mailer)
  expect(await starts()).toEqual([['2031-07-07T18:15:00.000Z', '2031-07-07T18:00:00.000Z']])
  expect(mailer.mails).toEqual([])
})

test('ticking off in the moment of a change tells what the list said, not what has changed since', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { sessions, vendor } = await aWeek(db)
  const [monday] = sessions
  const { purchaseId } = await aBooking(db, { session: monday, customer: onlyPhone })
  await knowing(db, purchaseId)
  await startAt(db, monday, '19:30')
  await tellAll({ deps, databaseUrl }, keepMails())
  const [person] = await listUnreachedPeople(db, vendor.id)
  // The worker has not heard of this yet.
  await startAt(db, monday, '20:00')
  const messageIds = person?.messageIds ?? []
  expect(await tickOffMessages(db, { vendorId: vendor.id, messageIds })).toBe(true)
  await tellAll({ deps, databaseUrl }, keepMails())
  expect(await listUnreachedPeople(db, vendor.id)).toHaveLength(1)
})

test('an address that is added brings the mail that only the vendor could pass on', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { sessions, vendor } = await aWeek(db)
  const [monday] = sessions
  const { purchaseId, bookingIds } = await aBooking(db, { session: monday, customer: onlyPhone })
  await knowing(db, purchaseId)
  const mailer = keepMails()
  await startAt(db, monday, '19:30')
  await tellAll({ deps, databaseUrl }, mailer)
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const added = edit(monday.id, { customerPhone: onlyPhone.phone, customerEmail: carla.email })
  expect(await editBooking(db, member, bookingIds[0] ?? '', added)).toEqual({ ok: true })
  await tellAll({ deps, databaseUrl }, mailer)
  expect(
    toCarla(mailer)
      .map(({ subject }) => subject)
      .toSorted(),
  ).toEqual(['Changed: Yoga, Mon, Jul 7, 2031, 19:30', 'The links to your bookings'])
  expect(await listUnreachedPeople(db, vendor.id)).toEqual([])
})

/** Mails that are accepted by a server of which we hear nothing more, as if the worker had died. */
async function sendAndDie(deps: Deps): Promise<Mail> {
  const sent: Mail[] = []
  const send = (mail: Mail) => {
    sent.push(mail)
    return new Promise<SendResult>(() => {})
  }
  await hurry(deps)
  void createPost(deps, { send }).empty()
  await expect.poll(() => sent.length).toBe(1)
  const [mail] = sent
  if (!mail) throw new Error('nothing was sent')
  return mail
}

test('a crash after the server accepted a mail sends the same one again; other words are another mail', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { sessions } = await aWeek(db)
  const [monday] = sessions
  const { purchaseId } = await aBooking(db, { session: monday, customer: carla })
  await knowing(db, purchaseId)
  const of = { deps, databaseUrl }
  const mailer = keepMails()
  await startAt(db, monday, '19:30')
  await relay(of)
  const first = await sendAndDie(deps)
  await tellAll(of, mailer)
  expect(mailer.mails.map(({ messageId, text }) => [messageId, text])).toEqual([
    [first.messageId, first.text],
  ])

  await startAt(db, monday, '20:00')
  await relay(of)
  const second = await sendAndDie(deps)
  await startAt(db, monday, '20:15')
  await tellAll(of, mailer)
  expect(mailer.mails).toHaveLength(2)
  const third = mailer.mails[1]
  expect(third?.messageId).toBe(second.messageId.replace('@', '.1@'))
  expect(third?.subject).toContain('20:15')
  expect(third?.text).toContain('Before: Mon, Jul 7, 2031, 19:30')
})

test('who may have read a mail before a crash hears that it was undone; who was refused it does not', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { sessions } = await aWeek(db)
  const [monday] = sessions
  const { purchaseId } = await aBooking(db, { session: monday, customer: carla })
  await knowing(db, purchaseId)
  const of = { deps, databaseUrl }
  const mailer = keepMails()
  await startAt(db, monday, '19:30')
  await relay(of)
  const lost = await sendAndDie(deps)
  await startAt(db, monday, '18:00')
  await tellAll(of, mailer)
  expect(mailer.mails.map(({ messageId }) => messageId)).toEqual([
    lost.messageId.replace('@', '.1@'),
  ])
  expect(mailer.mails[0]?.subject).toContain('18:00')
  expect(mailer.mails[0]?.text).toContain('Before: Mon, Jul 7, 2031, 19:30')

  await startAt(db, monday, '19:30')
  await relay(of)
  await hurry(deps)
  const busy = async () => ({ sent: false, retry: true, error: 'not accepted (451)' }) as const
  await work(databaseUrl, deps, { send: busy })
  await startAt(db, monday, '18:00')
  await tellAll(of, mailer)
  expect(mailer.mails).toHaveLength(1)
})

test('a change while a mail is on its way is a second mail that says only what is new', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { sessions, vendor } = await aWeek(db)
  const [monday, tuesday] = sessions
  const { purchaseId, bookingIds } = await inSessions(db, [monday, tuesday])
  const of = { deps, databaseUrl }
  const mails: Mail[] = []
  const send = async (mail: Mail): Promise<SendResult> => {
    if (mail.to === carla.email) mails.push(mail)
    if (mails.length === 1 && mail.to === carla.email) {
      await cancelByVendor(db, vendor.id, bookingIds.slice(1))
      await relay(of)
    }
    return { sent: true }
  }
  await cancelByCustomer(db, linkTo(purchaseId), bookingIds.slice(0, 1))
  await work(databaseUrl, deps, { send })
  await hurry(deps)
  await work(databaseUrl, deps, { send })
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Cancelled: Yoga, Mon, Jul 7, 2031, 18:00',
    'Cancelled: Yoga, Tue, Jul 8, 2031, 18:00',
  ])
  expect(mails[1]?.text).not.toContain('July 7')
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2)
})

test('news whose address is corrected while the mail is on its way goes to the right one too', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { sessions, vendor } = await aWeek(db)
  const [monday] = sessions
  const { purchaseId, bookingIds } = await aBooking(db, { session: monday, customer: carla })
  await knowing(db, purchaseId)
  const mails: Mail[] = []
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const right = 'carla@example.org'
  const corrected = edit(monday.id, { status: 'cancelled', customerEmail: right })
  const send = async (mail: Mail): Promise<SendResult> => {
    mails.push(mail)
    if (mails.length === 1) {
      expect(await editBooking(db, member, bookingIds[0] ?? '', corrected)).toEqual({ ok: true })
      await relay({ deps, databaseUrl })
    }
    return { sent: true }
  }
  await cancelByVendor(db, vendor.id, bookingIds)
  await work(databaseUrl, deps, { send })
  await hurry(deps)
  await work(databaseUrl, deps, { send })
  expect(mails.map(({ to, subject }) => [to, subject.slice(0, 9)])).toEqual([
    [carla.email, 'Cancelled'],
    [right, 'Cancelled'],
  ])
})

test('what the vendor wrote in its own words is a line of its own, never part of another text', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { sessions, vendor } = await aWeek(db)
  const [monday] = sessions
  const { purchaseId, bookingIds } = await aBooking(db, { session: monday, customer: onlyPhone })
  await knowing(db, purchaseId)
  const member = { vendorId: vendor.id, userId: vendor.userId }
  await messagePeople(deps, member, { text: 'Bring a towel', people: [purchaseId] })
  await cancelByVendor(db, vendor.id, bookingIds)
  await tellAll({ deps, databaseUrl }, keepMails())
  const people = await listUnreachedPeople(db, vendor.id)
  expect(people.map(({ parts }) => parts.map(({ what }) => what))).toEqual(
    expect.arrayContaining([['news'], ['note']]),
  )
  expect(people).toHaveLength(2)
  const news = people.find(({ parts }) => parts[0]?.what === 'news')
  await tickOffMessages(db, { vendorId: vendor.id, messageIds: news?.messageIds ?? [] })
  expect((await listUnreachedPeople(db, vendor.id)).map(({ parts }) => parts)).toMatchObject([
    [{ what: 'note', text: 'Bring a towel' }],
  ])
})

const stillToPay = {
  en: [/you pay nothing for this spot\. Still to pay: €18\./, /so there is nothing to pay\./],
  de: [/bezahlst diesen Platz nicht\. Noch zu bezahlen: 18\s€\./, /musst nichts bezahlen\./],
  ru: [/за это место платить не нужно\. Осталось оплатить: 18\s€\./, /вовремя, платить не нужно\./],
} as const

test.for(['en', 'de', 'ru'] as const)(
  'of two spots the first that is cancelled costs nothing and the other is owed, in %s',
  async (language, { deps, db, databaseUrl }) => {
    const { sessions } = await aWeek(db)
    const [session] = sessions
    const customer = { ...carla, language }
    const { purchaseId, bookingIds } = await aBooking(db, { session, spots: 2, customer })
    await knowing(db, purchaseId)
    const mailer = keepMails()
    for (const id of bookingIds) {
      expect(await cancelByCustomer(db, linkTo(purchaseId), [id])).toMatchObject({ ok: true })
      await tellAll({ deps, databaseUrl }, mailer)
    }
    const [part, rest] = toCarla(mailer).map(({ text }) => text)
    expect(part).toMatch(stillToPay[language][0])
    expect(part).not.toMatch(stillToPay[language][1])
    expect(rest).toMatch(stillToPay[language][1])
    expect(rest).not.toMatch(/€18|18\s€/)
  },
)

test('after a late cancellation no mail says that there is nothing to pay', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { sessions } = await aWeek(db)
  const [monday, tuesday] = sessions
  const { purchaseId, bookingIds } = await inSessions(db, [monday, tuesday])
  await db
    .updateTable('bookings')
    .set({ status: 'cancelled', attendance: 'late_cancel', endedBy: 'customer' })
    .where('id', '=', bookingIds[0] ?? '')
    .execute()
  await knowing(db, purchaseId)
  const mailer = keepMails()
  await cancelByCustomer(db, linkTo(purchaseId), bookingIds.slice(1))
  await tellAll({ deps, databaseUrl }, mailer)
  const [mail] = toCarla(mailer)
  expect(mail?.text).toContain('you pay nothing for this spot.')
  expect(mail?.text).not.toContain('nothing to pay')
  await db.updateTable('classSessions').set({ currentStudents: 0 }).execute()
  await db.deleteFrom('seatLedger').execute()
})

test('an overdue request is not given away: who asked hears that it was not confirmed in time, and the vendor that it expired', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { sessions, vendor } = await aWeek(db)
  const [session] = sessions
  const booking = await aBooking(db, { session, status: 'pending', customer: carla })
  await knowing(db, booking.purchaseId)
  await db
    .updateTable('bookings')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .execute()
  const [bookingId = ''] = booking.bookingIds
  const given = await giveBooking(
    db,
    { vendorId: vendor.id, userId: vendor.userId, country: 'DE' },
    {
      bookingId,
      version: spotVersion({ sessionId: session.id, isHeld: true }),
      form: { customerName: 'Bob', contact: 'bob@example.com' },
    },
  )
  expect(given.ok).toBe(false)
  await expireOverdueBookings(db)
  const mailer = keepMails()
  await tellAll({ deps, databaseUrl }, mailer)
  const said = mailer.mails.map(({ to, subject }) => `${to} ${subject.slice(0, 15)}`)
  expect(said.toSorted()).toEqual([
    `${carla.email} Not confirmed i`,
    `${vendor.email} Request expired`,
  ])
})

test('a spot that is given away while its customer cancels: each hears once, of their own', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { sessions, vendor } = await aWeek(db)
  const [session] = sessions
  const member = { vendorId: vendor.id, userId: vendor.userId, country: 'DE' }
  for (let round = 0; round < 4; round += 1) {
    const bob = `bob-${round}@example.com`
    const { purchaseId, bookingIds } = await aBooking(db, { session, customer: carla })
    await knowing(db, purchaseId)
    const [bookingId = ''] = bookingIds
    const version = spotVersion({ sessionId: session.id, isHeld: true })
    const form = { customerName: 'Bob', contact: bob }
    const [given, cancelled] = await Promise.all([
      giveBooking(db, member, { bookingId, version, form }),
      cancelByCustomer(db, linkTo(purchaseId), [bookingId]),
    ])
    expect(given.ok || cancelled.ok).toBe(true)
    const mailer = keepMails()
    await tellAll({ deps, databaseUrl }, mailer)
    expect(toCarla(mailer).map(({ subject }) => subject.slice(0, 10))).toEqual(['Cancelled:'])
    expect(mailer.mails.filter(({ to }) => to === bob)).toHaveLength(given.ok ? 1 : 0)
  }
})

test('an erased customer gets no message and is not listed as not reached', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const over = await aSession(db, { startsAt: fromNow(-180) })
  const { vendor } = over.class
  const { purchaseId, bookingIds } = await aBooking(db, {
    session: over,
    status: 'cancelled',
    attendance: 'late_cancel',
    endedBy: 'customer',
    customer: carla,
  })
  await knowing(db, purchaseId)
  const of = { vendorId: vendor.id, bookingId: bookingIds[0] ?? '' }
  const found = await findErasable(db, of)
  const agreed = found ? agreementToErase(found) : ''
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const wish = { bookingId: of.bookingId, agreed, replacement: 'Erased' }
  expect(await eraseContact(db, member, wish)).toMatchObject({ ok: true })
  await db.updateTable('bookings').set({ attendance: null, lateWaivedAt: new Date() }).execute()
  await emit(db, 'booking.waived', { purchaseId, bookingIds })
  await tellAll({ deps, databaseUrl }, keepMails())
  expect(await listUnreachedPeople(db, vendor.id)).toEqual([])
  expect(await db.selectFrom('messages').select('id').execute()).toEqual([])
})

/** So many people book at once. */
async function burst(db: Db, session: ASession, count: number) {
  for (let nth = 0; nth < count; nth += 1)
    await tell(
      db,
      'booked',
      await aBooking(db, {
        session,
        customer: { name: `Guest ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[nth]}` },
      }),
    )
}

test('a burst of news to a vendor becomes one mail at the quarter of an hour; a request does not wait', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 40 })
  const { vendor } = session.class
  const mailer = keepMails()
  const toVendor = () => mailer.mails.filter(({ to }) => to === vendor.email)
  const most = mailLimits.newsToVendorAndHour
  await burst(db, session, most + 4)
  await work(databaseUrl, deps, mailer)
  expect(toVendor()).toHaveLength(most)
  const request = await aBooking(db, { session, status: 'pending', customer: { name: 'Rita' } })
  await tell(db, 'requested', request)
  // One of those that wait is undone before.
  const { purchaseId: undone } = await db
    .selectFrom('messages')
    .where('gathers', '=', true)
    .select('purchaseId')
    .executeTakeFirstOrThrow()
  await cancelByVendor(
    db,
    vendor.id,
    (await db.selectFrom('bookings').where('purchaseId', '=', undone).select('id').execute()).map(
      ({ id }) => id,
    ),
  )
  await work(databaseUrl, deps, mailer)
  expect(toVendor()).toHaveLength(most + 1)
  expect(toVendor().at(-1)?.subject).toMatch(/^New request: Rita/)

  const { rows } = await sql<{ minutes: number }>`
    select distinct round(extract(epoch from due_at) / 60)::integer % 15 as minutes from messages where gathers`.execute(
    db,
  )
  expect(rows).toEqual([{ minutes: 0 }])
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  const digest = toVendor().at(-1)
  expect(digest?.subject).toBe('News about 3 bookings')
  expect(
    digest?.text.match(/New booking: Guest [A-Z], Yoga, .* http\S*\/dashboard\/bookings\/[\w-]+/g),
  ).toHaveLength(3)
  expect(toVendor()).toHaveLength(most + 2)

  // The vendor now knows what that mail said.
  const { purchaseId } = await aBooking(db, { session, customer: { name: 'Zoe' } })
  await tell(db, 'booked', { purchaseId, bookingIds: [purchaseId] })
  await work(databaseUrl, deps, mailer)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(toVendor().at(-1)?.subject).toBe('News about 1 booking')
})

test('a digest whose worker died is sent again as the same mail', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 40 })
  const { vendor } = session.class
  const mailer = keepMails()
  await burst(db, session, mailLimits.newsToVendorAndHour + 2)
  await work(databaseUrl, deps, mailer)
  mailer.mails.length = 0
  await hurry(deps)
  const lost: Mail[] = []
  const send = async (mail: Mail): Promise<SendResult> => {
    lost.push(mail)
    return { sent: false, retry: true, error: 'not reached (ETIMEDOUT)', mayHaveArrived: true }
  }
  await work(databaseUrl, deps, { send })
  expect(mailer.mails).toEqual([])
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(lost.map(({ to, subject }) => [to, subject])).toEqual([
    [vendor.email, 'News about 2 bookings'],
  ])
  expect(mailer.mails.map(({ messageId }) => messageId)).toEqual([lost[0]?.messageId])
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toHaveLength(1)
})

test('an event that comes twice tells nothing twice', async ({ deps, db, databaseUrl }) => {
  const { purchaseId, bookingIds } = await aBooking(db, { customer: onlyPhone })
  await knowing(db, purchaseId, { status: 'requested' })
  const idsNow = async () =>
    (await db.selectFrom('messages').select('id').execute()).map(({ id }) => id)
  await deliver(deps, 'booking.confirmed', { purchaseId, bookingIds })
  const before = await idsNow()
  await deliver(deps, 'booking.confirmed', { purchaseId, bookingIds })
  // The same line, so that a page that shows it can still tick it off.
  expect(await idsNow()).toEqual(before)
  await work(databaseUrl, deps, keepMails())
})

test('of a suspended vendor customers hear what they did themselves, in our words, and nothing that it caused', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { sessions, vendor } = await aWeek(db)
  const [monday, tuesday] = sessions
  const own = await aBooking(db, { session: tuesday, customer: carla })
  const ben = { name: 'Ben', email: 'ben@example.com' }
  const caused = await aBooking(db, { session: monday, customer: ben })
  for (const { purchaseId } of [own, caused]) await knowing(db, purchaseId)
  await cancelByVendor(db, vendor.id, caused.bookingIds)
  await cancelByCustomer(db, linkTo(own.purchaseId), null)
  await db
    .updateTable('vendors')
    .set({ suspendedAt: new Date() })
    .where('id', '=', vendor.id)
    .execute()
  const mailer = keepMails()
  await tellAll({ deps, databaseUrl }, mailer)
  expect(mailer.mails).toMatchObject([{ to: carla.email, senderName: null }])
})

test('a waiting message whose address the vendor removes is listed as not reached', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { sessions, vendor } = await aWeek(db)
  const [monday] = sessions
  const { purchaseId, bookingIds } = await aBooking(db, { session: monday, customer: carla })
  await knowing(db, purchaseId)
  const member = { vendorId: vendor.id, userId: vendor.userId }
  await startAt(db, monday, '19:30')
  await relay({ deps, databaseUrl })
  const removed = edit(monday.id, { customerEmail: '', customerPhone: onlyPhone.phone })
  expect(await editBooking(db, member, bookingIds[0] ?? '', removed)).toEqual({ ok: true })
  const mailer = keepMails()
  await tellAll({ deps, databaseUrl }, mailer)
  expect(mailer.mails).toEqual([])
  const [person, ...others] = await listUnreachedPeople(db, vendor.id)
  expect(others).toEqual([])
  expect(person).toMatchObject({ contact: { customerPhone: onlyPhone.phone } })
  expect(person?.parts.map(({ what }) => what).toSorted()).toEqual(['link', 'news'])
})
