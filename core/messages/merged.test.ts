import { sql } from 'kysely'
import { rejectRequest } from '#core/bookings/commands/answer-request.ts'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import { renewLink } from '#core/bookings/commands/renew-link.ts'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { changeSession } from '#core/classes/commands/change-session.ts'
import { emit } from '#core/events/emit.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addMinutes } from '#core/shared/time.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { sessionForm } from '#tests/support/weekly-class.ts'
import { linkTo } from '#tests/support/links.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  type ABooking,
  aBooking,
  aClass,
  aSession,
  type ASession,
} from '#tests/support/factories.ts'
import { aBusyMailer, deliver, hurry, hurryRetries, keepMails, work } from '#tests/support/jobs.ts'

const carla = { email: 'carla@example.com' }

/** The vendor saves another place for the session, which notifies everybody who booked. */
async function saveAt(db: Db, session: ASession, location: string) {
  const { sessionDate, startTime } = await db
    .selectFrom('classSessions')
    .where('id', '=', session.id)
    .select(['sessionDate', 'startTime'])
    .executeTakeFirstOrThrow()
  const form = sessionForm(sessionDate, { startTime, location })
  const owned = { vendorId: session.class.vendor.id, sessionId: session.id }
  const saved = await agreeing(form, (agreed) => changeSession(db, owned, agreed, new Date()))
  expect(saved.ok).toBe(true)
}

/** The customer gets the confirmation. */
async function confirmed(
  deps: Deps,
  databaseUrl: string,
  { groupId, bookingIds }: Pick<ABooking, 'groupId' | 'bookingIds'>,
) {
  await emit(deps.db, 'booking.confirmed', { groupId, bookingIds })
  await work(databaseUrl, deps, keepMails())
}

const listStates = (db: Db) =>
  db
    .selectFrom('messages')
    .where('audience', '=', 'customer')
    .orderBy('createdAt')
    .select(['kind', 'status'])
    .execute()
    .then((rows) => rows.map(({ kind, status }) => `${kind} ${status}`))

test('a merged message whose worker is killed leaves no failed job', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  await confirmed(deps, databaseUrl, await aBooking(db, { session, customer: carla }))
  const mailer = keepMails()
  await saveAt(db, session, 'Hall 1')
  await work(databaseUrl, deps, mailer)
  // A worker takes the job of the first message and is killed while the second one is written.
  await sql`update graphile_worker._private_jobs
    set locked_by = 'killed', locked_at = now(), attempts = 1`.execute(db)
  await saveAt(db, session, 'Hall 2')
  await work(databaseUrl, deps, mailer)
  await sql`select graphile_worker.force_unlock_workers(array['killed'])`.execute(db)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toHaveLength(1)
  const { rows } = await sql`select attempts from graphile_worker._private_jobs`.execute(db)
  expect(rows).toEqual([])
})

test('a session saved three times within a minute sends one message, with old and new details', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  await confirmed(deps, databaseUrl, await aBooking(db, { session, customer: carla }))
  const mailer = keepMails()
  for (const place of ['Hall 1', 'Hall 2', 'Hall 3']) {
    await saveAt(db, session, place)
    await work(databaseUrl, deps, mailer)
  }
  expect(mailer.mails).toEqual([])
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(await listStates(db)).toEqual([
    'booking.confirmed sent',
    'booking.session_changed superseded',
    'booking.session_changed superseded',
    'booking.session_changed sent',
  ])
  const [mail, ...more] = mailer.mails
  expect(more).toEqual([])
  expect(mail?.text).toContain('Hall 3')
  expect(mail?.text).toMatch(/^Before: .*1 Park Street$/m)
  expect(mail?.text).not.toMatch(/Hall [12]/)
})

test('a message about a change is kept back for a minute', async ({ deps, db, databaseUrl }) => {
  const session = await aSession(db)
  await aBooking(db, { session, customer: carla })
  await saveAt(db, session, 'Hall 1')
  await work(databaseUrl, deps, keepMails())
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs`.execute(
    db,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.seconds).toBeGreaterThan(30)
  expect(rows[0]?.seconds).toBeLessThanOrEqual(60)
})

test('a change undone within a minute sends nothing to customers who got their confirmation', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { startsAt: new Date('2031-03-31T16:00:00Z') })
  await confirmed(deps, databaseUrl, await aBooking(db, { session, customer: carla }))
  const mailer = keepMails()
  for (const place of ['Hall 1', '1 Park Street']) {
    await saveAt(db, session, place)
    await work(databaseUrl, deps, mailer)
  }
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toEqual([])
  expect(await listStates(db)).toEqual([
    'booking.confirmed sent',
    'booking.session_changed superseded',
    'booking.session_changed superseded',
  ])
})

/** A booking whose confirmation the mail server did not accept at the first try. */
async function unconfirmed(deps: Deps, databaseUrl: string, spots = 1) {
  const booking = await aBooking(deps.db, {
    session: await aSession(deps.db, { startsAt: new Date('2031-03-31T16:00:00Z') }),
    spots,
    customer: carla,
  })
  const { groupId, bookingIds, session } = booking
  await emit(deps.db, 'booking.confirmed', { groupId, bookingIds })
  await work(databaseUrl, deps, aBusyMailer(2))
  return {
    ...booking,
    /** retries all earlier attempts; waiting messages keep waiting */
    async retry(mailer = keepMails()) {
      await hurryRetries(deps)
      await work(databaseUrl, deps, mailer)
    },
    other: await aSession(deps.db, {
      class: session.class,
      startsAt: addMinutes(session.startsAt, 1440),
      location: 'Hall 9',
    }),
  }
}

test('a customer whose confirmation failed gets the current details of a session, even if its change was undone', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { session, retry } = await unconfirmed(deps, databaseUrl)
  const mailer = keepMails()
  await saveAt(db, session, 'Hall 1')
  await work(databaseUrl, deps, mailer)
  await retry()
  await saveAt(db, session, '1 Park Street')
  await work(databaseUrl, deps, mailer)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(await listStates(db)).toEqual([
    'booking.confirmed superseded',
    'booking.session_changed superseded',
    'booking.session_changed sent',
  ])
  const [mail, ...more] = mailer.mails
  expect(more).toEqual([])
  expect(mail?.text).toContain('1 Park Street')
  expect(mail?.text).not.toMatch(/Hall 1|^Before:/m)
})

/** Enough messages about the purchase within an hour that further ones wait. */
async function letWait(db: Db, groupId: string) {
  const values = Array.from({ length: 4 }, () => ({
    eventId: crypto.randomUUID(),
    groupId,
    audience: 'customer' as const,
    kind: 'booking.cancelled',
    channel: 'email' as const,
    recipient: carla.email,
    language: 'en' as const,
    facts: '{}',
    status: 'sent' as const,
    finishedAt: new Date(),
  }))
  await db.insertInto('messages').values(values).execute()
}

test('a customer whose confirmation failed gets the current details of a spot, even if its move was undone', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { session, groupId, bookingIds, other, retry } = await unconfirmed(deps, databaseUrl)
  await letWait(db, groupId)
  const mailer = keepMails()
  await moveByCustomer(db, linkTo(groupId), bookingIds, other.id)
  await work(databaseUrl, deps, mailer)
  await retry()
  await moveByCustomer(db, linkTo(groupId), bookingIds, session.id)
  await work(databaseUrl, deps, mailer)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  const mails = mailer.mails.filter(({ to }) => to === carla.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('1 Park Street')
  expect(mails[0]?.text).not.toContain('Hall 9')
})

test('a spot left out of a confirmation gets a message when its move is undone', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const booking = await unconfirmed(deps, databaseUrl, 2)
  const { session, groupId, bookingIds, other, retry } = booking
  await letWait(db, groupId)
  const mailer = keepMails()
  const one = bookingIds.slice(1)
  await moveByCustomer(db, linkTo(groupId), one, other.id)
  await work(databaseUrl, deps, mailer)
  const confirmations = keepMails()
  await retry(confirmations)
  const confirmation = confirmations.mails.find(({ to }) => to === carla.email)
  expect(confirmation?.text).not.toMatch(/\d spots/)
  await moveByCustomer(db, linkTo(groupId), one, session.id)
  await work(databaseUrl, deps, mailer)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  const mails = mailer.mails.filter(({ to }) => to === carla.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('1 Park Street')
})

test('undoing a change that another mail reported sends a message', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { session, groupId, bookingIds, other, retry } = await unconfirmed(deps, databaseUrl)
  await retry()
  await saveAt(db, session, 'Hall 1')
  await work(databaseUrl, deps, keepMails())
  for (const { id } of [other, session]) {
    await moveByCustomer(db, linkTo(groupId), bookingIds, id)
    await work(databaseUrl, deps, keepMails())
  }
  const mailer = keepMails()
  await saveAt(db, session, '1 Park Street')
  await work(databaseUrl, deps, mailer)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  const [mail] = mailer.mails.filter(({ to }) => to === carla.email)
  expect(mail?.text).toMatch(/^1 Park Street$/m)
  expect(mail?.text).toMatch(/^Before: .*Hall 1$/m)
})

test('two dates of a purchase that change within a minute are one message', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const first = await aSession(db)
  const second = await aSession(db, {
    class: first.class,
    startsAt: addMinutes(first.startsAt, 7 * 1440),
  })
  const elsewhere = await aSession(db, { class: first.class })
  const { groupId, bookingIds } = await aBooking(db, {
    session: first,
    spots: 2,
    customer: carla,
  })
  await confirmed(deps, databaseUrl, { groupId, bookingIds })
  const mailer = keepMails()
  await moveByCustomer(db, linkTo(groupId), bookingIds.slice(1), second.id)
  await work(databaseUrl, deps, mailer)
  const before = mailer.mails.length
  await saveAt(db, first, 'Hall 1')
  await work(databaseUrl, deps, mailer)
  await saveAt(db, second, 'Hall 2')
  await saveAt(db, elsewhere, 'Hall 9')
  await work(databaseUrl, deps, mailer)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  const [mail, ...more] = mailer.mails.slice(before)
  expect(more).toEqual([])
  expect(mail?.text).toMatch(/Hall 1.*Hall 2/s)
  expect(mail?.text.match(/^Before:/gm)).toHaveLength(2)
  expect(mail?.attachments).toHaveLength(1)
  expect(mail?.attachments[0]?.content.match(/^BEGIN:VEVENT/gm)).toHaveLength(2)
})

test('changes before and after the customer replaced the link are one message with the new link', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { startsAt: new Date('2031-03-31T16:00:00Z') })
  const booking = await aBooking(db, { session, customer: carla })
  await confirmed(deps, databaseUrl, booking)
  const mailer = keepMails()
  await saveAt(db, session, 'Hall 1')
  await work(databaseUrl, deps, mailer)
  const { vendor } = session.class
  const link = { ...linkTo(booking.groupId), kind: 'manage' as const, vendorId: vendor.id }
  expect(await renewLink(deps, link, { address: '192.0.2.1' })).toMatchObject({ ok: true })
  await saveAt(db, session, 'Hall 2')
  await work(databaseUrl, deps, mailer)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  const [mail, ...more] = mailer.mails.filter(({ subject }) => !subject.startsWith('The new link'))
  expect(more).toEqual([])
  expect(mail?.text).toMatch(/^Before: .*1 Park Street\nHall 2/m)
  expect(mail?.text).toContain(manageUrl(deps, { ...booking, tokenRotation: 1 }))
})

test('changes of two people’s sessions stay two messages', async ({ deps, db, databaseUrl }) => {
  const of = await aClass(db)
  const [one, other] = [await aSession(db, { class: of }), await aSession(db, { class: of })]
  await aBooking(db, { session: one, customer: carla })
  await aBooking(db, { session: other, customer: { email: 'ben@example.com' } })
  const mailer = keepMails()
  await saveAt(db, one, 'Hall 1')
  await saveAt(db, other, 'Hall 1')
  await work(databaseUrl, deps, mailer)
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to).toSorted()).toEqual([
    'ben@example.com',
    'carla@example.com',
  ])
})

const january = (day: number) => new Date(`2031-01-${day}T11:00:00Z`)

/** Two requests of one purchase: the later session has to be answered first. */
async function twoRequests(deps: Deps) {
  const session = await aSession(deps.db, { startsAt: new Date('2031-03-31T16:00:00Z') })
  const later = await aSession(deps.db, {
    class: session.class,
    startsAt: new Date('2031-04-07T16:00:00Z'),
  })
  const status = 'pending' as const
  const one = await aBooking(deps.db, {
    session,
    status,
    expiresAt: january(20),
    customer: carla,
  })
  const other = await aBooking(deps.db, { session: later, status, expiresAt: january(10) })
  const { groupId } = one
  await deps.db
    .updateTable('bookings')
    .set({ groupId })
    .where('id', 'in', other.bookingIds)
    .execute()
  for (const { bookingIds } of [one, other])
    await deliver(deps, 'booking.requested', { groupId, bookingIds })
  return { vendorId: session.class.vendor.id, first: one.bookingIds, second: other.bookingIds }
}

test('a mail about several requests names the first deadline', async ({ deps, databaseUrl }) => {
  await twoRequests(deps)
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toHaveLength(2)
  for (const { text } of mailer.mails) {
    expect(text).toContain('Jan 10')
    expect(text).not.toContain('Jan 20')
  }
})

test('a request answered before the mail is sent has no deadline in it', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { vendorId, second } = await twoRequests(deps)
  await rejectRequest(db, { vendorId, bookingIds: second })
  await db.deleteFrom('outbox').execute()
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toHaveLength(2)
  for (const { text } of mailer.mails) {
    expect(text).toContain('Jan 20')
    expect(text).not.toContain('Jan 10')
  }
})
