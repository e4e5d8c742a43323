import { sql } from 'kysely'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import { changeSession } from '#core/classes/commands/change-session.ts'
import type { Db } from '#core/shared/db.ts'
import { addMinutes } from '#core/shared/time.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { sessionForm } from '#tests/support/weekly-class.ts'
import { linkTo } from '#tests/support/links.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, type ASession } from '#tests/support/factories.ts'
import { hurry, keepMails, work } from '#tests/support/jobs.ts'

const carla = { email: 'carla@example.com' }

/** The vendor saves the session at another place, which everybody in it is told about. */
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

const listStates = (db: Db) =>
  db
    .selectFrom('messages')
    .where('audience', '=', 'customer')
    .orderBy('createdAt')
    .select(['kind', 'status'])
    .execute()
    .then((rows) => rows.map(({ kind, status }) => `${kind} ${status}`))

test('a session saved three times within a minute is one message, with what was and what is', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  await aBooking(db, { session, customer: carla })
  const mailer = keepMails()
  for (const place of ['Hall 1', 'Hall 2', 'Hall 3']) {
    await saveAt(db, session, place)
    await work(databaseUrl, deps, mailer)
  }
  expect(mailer.mails).toEqual([])
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(await listStates(db)).toEqual([
    'booking.session_changed superseded',
    'booking.session_changed superseded',
    'booking.session_changed sent',
  ])
  const [mail, ...more] = mailer.mails
  expect(more).toEqual([])
  expect(mail?.text).toContain('Hall 3')
  expect(mail?.text).toMatch(/Before\n.*1 Park Street/)
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

test('a save that is taken back within the minute is told to nobody', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { startsAt: new Date('2031-03-31T16:00:00Z') })
  await aBooking(db, { session, customer: carla })
  const mailer = keepMails()
  for (const place of ['Hall 1', '1 Park Street']) {
    await saveAt(db, session, place)
    await work(databaseUrl, deps, mailer)
  }
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toEqual([])
  expect(await listStates(db)).toEqual([
    'booking.session_changed superseded',
    'booking.session_changed superseded',
  ])
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
  expect(mail?.text.match(/^Before$/gm)).toHaveLength(2)
  expect(mail?.attachments).toHaveLength(2)
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
