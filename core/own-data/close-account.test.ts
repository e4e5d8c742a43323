import { sql } from 'kysely'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { changeSession } from '#core/schedule/commands/change-session.ts'
import { fillDueTimes } from '#core/schedule/commands/fill-sessions.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Visitor } from '#core/accounts/commands/ask-auth.ts'
import { changePassword } from '#core/accounts/commands/change-password.ts'
import { keySealing } from '#core/accounts/steps/two-factor-key.ts'
import { seal } from '#core/shared/sealing.ts'
import { addDays, addMinutes } from '#core/shared/time.ts'
import { password } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession, aVendor } from '#tests/support/factories.ts'
import { hurry, keepMails, work } from '#tests/support/jobs.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { newSession } from '#tests/support/session.ts'
import { freshCode, wrongCode } from '#tests/support/two-factor.ts'
import { aWholeVendor, givePassword } from '#tests/support/whole-vendor.ts'
import { exportedTables, tablesLeftOut } from './catalogue.ts'
import { closeAccount } from './commands/close-account.ts'
import { endClosed } from './commands/end-closed.ts'
import { eraseClosed } from './commands/erase-closed.ts'
import { reopenAccount } from './commands/reopen-account.ts'
import { isErased } from './queries/closed.ts'
import type { CloseForm } from './schema.ts'
import { askAboutClosing } from './steps/close-question.ts'
import { onDay } from '#tests/support/times.ts'

type Whole = Awaited<ReturnType<typeof aWholeVendor>>

/** Closes the account with what its page shows now, and other fields where they are named. */
async function close(deps: Deps, { vendor }: Whole, form: Partial<CloseForm> = {}) {
  const browser = await aBrowser(deps, vendor.userId)
  return closeFrom(deps, browser, { vendor, form })
}

type Closing = Pick<Whole, 'vendor'> & { form: Partial<CloseForm> }

async function closeFrom(deps: Deps, browser: Visitor, { vendor, form }: Closing) {
  const { agreement } = await askAboutClosing(deps.db, vendor.id)
  return closeAccount(
    deps,
    browser,
    { vendorId: vendor.id, userId: vendor.userId, email: vendor.email },
    { username: vendor.username, password, code: '', agreed: agreement, cancel: 'on', ...form },
  )
}

async function aBrowser(deps: Deps, userId: string): Promise<Visitor> {
  const { name, value } = await newSession(deps, userId)
  return { network: '192.0.2.1', headers: new Headers({ cookie: `${name}=${value}` }) }
}

async function aClosable(deps: Deps, name: string): Promise<Whole> {
  const whole = await aWholeVendor(deps, name)
  await givePassword(deps, whole.vendor.userId, password)
  return whole
}

const inDays = (days: number) => onDay(days)

const eventsOf = async (db: Db) =>
  (await db.selectFrom('outbox').select(['kind', 'payload']).execute()).map(({ kind }) => kind)

test('closing signs everybody out, cancels what is booked, and records what is owed', async ({
  deps,
  db,
}) => {
  const anna = await aClosable(deps, 'Anna')
  const shown = await askAboutClosing(db, anna.vendor.id)
  expect(shown).toMatchObject({ sessions: 4, bookings: 5, bundles: 1, paidBundles: 0 })
  expect(shown.reach.told).toBe(2)
  expect(await close(deps, anna)).toEqual({ ok: true })
  expect(await db.selectFrom('authSessions').select('id').execute()).toEqual([])
  // Another vendor with the same bookings keeps them.
  const boris = await aClosable(deps, 'Boris')
  expect(await endClosed(db)).toBe(5)
  expect(await endClosed(db)).toBe(0)
  expect(await countHeld(db, anna)).toBe(0)
  expect(await countHeld(db, boris)).toBe(5)
  const sold = await db
    .selectFrom('passes')
    .where('vendorId', '=', anna.vendor.id)
    .select(['remainingSessions', 'reductionMinor', 'priceMinor'])
    .executeTakeFirstOrThrow()
  expect(sold).toEqual({ remainingSessions: 0, reductionMinor: 6000, priceMinor: 6000 })
  const events = await eventsOf(db)
  expect(events.filter((kind) => kind === 'session.cancelled')).toHaveLength(4)
  expect(events.filter((kind) => kind === 'bundle.ended')).toHaveLength(1)
})

/** How many spots in upcoming sessions are still held. */
async function countHeld(db: Db, { vendor }: Whole): Promise<number> {
  const held = await db
    .selectFrom('bookings as b')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .where('b.vendorId', '=', vendor.id)
    .where('s.startsAt', '>', new Date())
    .where('b.status', '<>', 'cancelled')
    .select('b.id')
    .execute()
  return held.length
}

test('a worker that dies while it cancels goes on later, and tells every customer once', async ({
  deps,
  db,
}) => {
  const anna = await aClosable(deps, 'Anna')
  await close(deps, anna)
  await stopAfter(db, 2)
  await expect(endClosed(db)).rejects.toThrow('no more')
  const half = await countHeld(db, anna)
  expect(half).toBeGreaterThan(0)
  expect(half).toBeLessThan(5)
  await sql`drop table stopper cascade`.execute(db)
  await sql`drop trigger stopping on class_sessions`.execute(db)
  await endClosed(db)
  expect(await countHeld(db, anna)).toBe(0)
  const told = (await eventsOf(db)).filter((kind) => kind === 'session.cancelled')
  expect(told).toHaveLength(4)
})

test('an account that cannot be closed does not hold up the others', async ({ deps, db }) => {
  const anna = await aClosable(deps, 'Anna')
  const bert = await aClosable(deps, 'Bert')
  await close(deps, anna)
  await close(deps, bert)
  await sql`create function stop() returns trigger language plpgsql as $$
    begin raise exception 'no more'; end $$`.execute(db)
  await sql`create trigger stopping before update on class_sessions for each row
    when (old.vendor_id = ${sql.lit(anna.vendor.id)}) execute function stop()`.execute(db)
  await expect(endClosed(db)).rejects.toThrow('1 of 2 accounts could not be ended.')
  expect(await countHeld(db, anna)).toBeGreaterThan(0)
  expect(await countHeld(db, bert)).toBe(0)
})

test('what is not yet cancelled when an account is taken back stays booked', async ({
  deps,
  db,
}) => {
  const anna = await aClosable(deps, 'Anna')
  await close(deps, anna)
  await stopAfter(db, 2)
  await expect(endClosed(db)).rejects.toThrow('no more')
  await sql`drop trigger stopping on class_sessions`.execute(db)
  const half = await countHeld(db, anna)
  const owner = { vendorId: anna.vendor.id, userId: anna.vendor.userId }
  // The worker has read what is left to do, and waits for the owner.
  const { ending } = await db.transaction().execute(async (tx) => {
    await tx.updateTable('vendors').set({ updatedAt: new Date() }).execute()
    const started = endClosed(db)
    await waitForWaiter(db, 1)
    await tx.updateTable('vendors').set({ closedAt: null }).execute()
    return { ending: started }
  })
  expect(await ending).toBe(0)
  expect(half).toBeGreaterThan(0)
  expect(await countHeld(db, anna)).toBe(half)
  expect(await reopenAccount(db, owner)).toEqual({ ok: false, reason: 'too_late' })
  expect(await endClosed(db)).toBe(0)
})

/** From the second session on, cancelling fails, as if the worker had died there. */
async function stopAfter(db: Db, sessions: number): Promise<void> {
  await sql`create table stopper as select ${sql.lit(sessions)}::integer as left_over`.execute(db)
  await sql`create function stop() returns trigger language plpgsql as $$
    begin
      update stopper set left_over = left_over - 1;
      if (select left_over from stopper) < 0 then raise exception 'no more'; end if;
      return new;
    end $$`.execute(db)
  await sql`create trigger stopping after update of status on class_sessions for each row execute function stop()`.execute(
    db,
  )
}

test('a wrong password, a wrong name, no choice or other bookings close nothing', async ({
  deps,
  db,
}) => {
  const anna = await aClosable(deps, 'Anna')
  const { agreement } = await askAboutClosing(db, anna.vendor.id)
  const refused = (reason: string) => ({ ok: false, reason })
  expect(await close(deps, anna, { password: 'wrong' })).toEqual(refused('wrong'))
  expect(await close(deps, anna, { username: 'somebody' })).toEqual(refused('wrong_username'))
  expect(await close(deps, anna, { cancel: undefined })).toEqual(refused('choose'))
  // Somebody cancels and somebody else books: the numbers stay the same.
  await cancelByVendor(db, anna.vendor.id, anna.upcoming.bookingIds)
  await aBooking(db, { session: anna.upcoming.session })
  await db.deleteFrom('outbox').execute()
  expect(await close(deps, anna, { agreed: agreement })).toEqual(refused('not_agreed'))
  expect(await eventsOf(db)).toEqual([])
  const open = await db.selectFrom('vendors').where('closedAt', 'is', null).select('id').execute()
  expect(open).toHaveLength(1)
  // The form again, as the page shows it now; and once more from another tab.
  expect(await close(deps, anna)).toEqual({ ok: true })
  const events = await eventsOf(db)
  expect(await close(deps, anna)).toEqual({ ok: true })
  expect(await eventsOf(db)).toEqual(events)
})

test('a thief does not close the account once the owner has changed the password', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const anna = await aClosable(deps, 'Anna')
  const { userId, email } = anna.vendor
  const owner = await aBrowser(deps, userId)
  const thief = await aBrowser(deps, userId)
  const held = await holdLock(databaseUrl, 'select id from users where id = $1 for update', [
    userId,
  ])
  const given = { password, newPassword: 'another-lantern-43' }
  const changing = changePassword(deps, owner, { userId, email }, given)
  await waitForWaiter(db)
  const closing = closeFrom(deps, thief, { ...anna, form: {} })
  await waitForWaiter(db, 2)
  await held.commit()
  expect(await changing).toMatchObject({ ok: true })
  expect(await closing).toEqual({ ok: false, reason: 'busy' })
  const open = await db.selectFrom('vendors').where('closedAt', 'is', null).select('id').execute()
  expect(open).toHaveLength(1)
})

test('with two-factor sign-in, closing takes a code too, which a refusal does not use up', async ({
  deps,
  db,
}) => {
  const anna = await aClosable(deps, 'Anna')
  const { userId } = anna.vendor
  const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  await db
    .insertInto('twoFactors')
    .values({ userId, sealedKey: seal(keySealing(deps, userId), key), lastStep: 0 })
    .execute()
  const refused = (reason: string) => ({ ok: false, reason })
  expect(await close(deps, anna)).toEqual(refused('wrong_code'))
  expect(await close(deps, anna, { code: await wrongCode(deps, userId) })).toEqual(
    refused('wrong_code'),
  )
  const code = await freshCode(deps, userId)
  expect(await close(deps, anna, { code, password: 'wrong' })).toEqual(refused('wrong'))
  expect(await close(deps, anna, { code, cancel: undefined })).toEqual(refused('choose'))
  // Somebody who looked on has used it first.
  const { lastStep } = await db
    .selectFrom('twoFactors')
    .select('lastStep')
    .executeTakeFirstOrThrow()
  expect(lastStep).toBe(0)
  await db
    .updateTable('twoFactors')
    .set({ lastStep: 2 ** 31 - 1 })
    .execute()
  expect(await close(deps, anna, { code })).toEqual(refused('used_code'))
  expect(await eventsOf(db)).not.toContain('account.closed')
  await db.updateTable('twoFactors').set({ lastStep: 0 }).execute()
  expect(await close(deps, anna, { code })).toEqual({ ok: true })
})

test('an account is taken back with the sessions that nobody had booked, until it is being erased', async ({
  deps,
  db,
}) => {
  const anna = await aClosable(deps, 'Anna')
  const { id: vendorId, userId } = anna.vendor
  const owner = { vendorId, userId }
  await fillDueTimes(db, new Date())
  const [, second] = await listEmpty(db)
  if (second?.sessionDate === undefined) throw new Error('There are no weekly sessions.')
  // One was moved by hand to another day, time, length, size and place, and one was added.
  const moved = { date: addDays(second.sessionDate, 1), startTime: '19:30', durationMinutes: 90 }
  const place = { placeKind: 'address', location: '2 Other Street', onlineUrl: '' } as const
  expect(
    await changeSession(
      db,
      { vendorId, sessionId: second.id },
      { ...moved, ...place, maxStudents: 3 },
      new Date(),
    ),
  ).toMatchObject({ ok: true })
  await aSession(db, { class: anna.yoga, startsAt: inDays(10) })
  const before = await listEmpty(db)
  expect(before.length).toBeGreaterThan(40)
  expect(await reopenAccount(db, owner)).toEqual({ ok: false, reason: 'too_late' })
  await close(deps, anna)
  await endClosed(db)
  expect(await countHeld(db, anna)).toBe(0)
  expect(await eraseClosed(db, inDays(13))).toBe(0)
  expect(await reopenAccount(db, owner)).toEqual({ ok: true })
  await fillDueTimes(db, new Date())
  expect(await listEmpty(db)).toEqual(before)
  await db.updateTable('vendors').set({ closedAt: new Date(), erasingAt: new Date() }).execute()
  expect(await reopenAccount(db, owner)).toEqual({ ok: false, reason: 'too_late' })
})

test('taking an account back waits for the account before the operator’s list is touched', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { vendor } = await aClosable(deps, 'Anna')
  await db.updateTable('vendors').set({ closedAt: new Date() }).execute()
  const held = await holdLock(databaseUrl, 'select id from users where id = $1 for update', [
    vendor.userId,
  ])
  const reopened = reopenAccount(db, { vendorId: vendor.id, userId: vendor.userId })
  await waitForWaiter(db)
  await db.selectFrom('vendorDirectory').select('vendorId').forUpdate().noWait().execute()
  await held.commit()
  expect(await reopened).toEqual({ ok: true })
})

/** The upcoming sessions that nobody has booked. */
const listEmpty = (db: Db) =>
  db
    .selectFrom('classSessions')
    .where('status', '=', 'confirmed')
    .where('startsAt', '>', new Date())
    .where('currentStudents', '=', 0)
    .orderBy('startsAt')
    .orderBy('id')
    .selectAll()
    .execute()

test('erasing leaves nothing of the vendor, also after a death half-way, and all of another', async ({
  deps,
  db,
}) => {
  const boris = await aClosable(deps, 'Boris')
  const anna = await aClosable(deps, 'Anna')
  const { id } = anna.vendor
  const before = await mentions(db, boris)
  const otto = await aClosable(deps, 'Otto')
  await close(deps, anna)
  await close(deps, otto)
  await endClosed(db)
  await sql`delete from outbox`.execute(db)
  // What stops the work half-way.
  await sql`create table stopper as select id from classes where vendor_id = ${id}`.execute(db)
  await sql`alter table stopper add foreign key (id) references classes (id)`.execute(db)
  await expect(eraseClosed(db, inDays(15))).rejects.toThrow(/^1 of 2 accounts.*stopper/)
  // The other one is gone all the same.
  expect(await mentions(db, otto)).toEqual({})
  await sql`drop table stopper`.execute(db)
  expect(await eraseClosed(db, inDays(15))).toBe(1)
  expect(await mentions(db, anna)).toEqual({})
  expect(await mentions(db, boris)).toEqual(before)
  expect(await isErased(db, anna.past.reference.toLowerCase())).toBe(true)
  expect(await isErased(db, boris.past.reference)).toBe(false)
  const files = await db.selectFrom('deletedPictures').select('name').execute()
  expect(files.map(({ name }) => name).toSorted()).toEqual([anna.picture, otto.picture].toSorted())
  // Nobody else gets the name of the page, and the owner can register again.
  const names = db.selectFrom('usernames').where('username', '=', anna.vendor.username)
  expect(await names.select('vendorId').execute()).toEqual([{ vendorId: null }])
  await db.insertInto('users').values({ name: 'Anna', email: anna.vendor.email }).execute()
  await eraseClosed(db, inDays(400))
  expect(await names.select('vendorId').execute()).toEqual([])
  expect(await isErased(db, anna.past.reference)).toBe(false)
})

/** How many rows of each table say something of a vendor, its owner or its customers; tables with none are left out. */
async function mentions(db: Db, { vendor }: Whole): Promise<Record<string, number>> {
  const [name] = vendor.email.split('@')
  const found: Record<string, number> = {}
  const tables = [...Object.keys(exportedTables), ...Object.keys(tablesLeftOut)]
  for (const table of [...tables, 'auth_verifications', 'erased_purchases']) {
    const { rows } = await sql<{ rows: number }>`
      select count(*)::integer as rows from ${sql.table(table)} t
      where t::text ~* ${`${vendor.id}|${vendor.userId}|${name}`}`.execute(db)
    if ((rows[0]?.rows ?? 0) > 0) found[table] = rows[0]?.rows ?? 0
  }
  return found
}

test('more card payments and refunds than go at once are erased', async ({ db }) => {
  const { id: vendorId } = await aVendor(db)
  await sql`insert into payment_groups (vendor_id, provider, provider_id, account, amount_minor, currency)
    select ${vendorId}, 'stripe', 'pi_' || n, 'acct_1', 1000, 'EUR' from generate_series(1, 1100) n`.execute(
    db,
  )
  await sql`insert into payment_groups (vendor_id, provider, account, of_payment, amount_minor, currency)
    select vendor_id, 'stripe', 'acct_1', id, 1000, 'EUR' from payment_groups`.execute(db)
  await sql`update vendors set closed_at = now() where id = ${vendorId}`.execute(db)
  expect(await eraseClosed(db, inDays(15))).toBe(1)
  expect(await db.selectFrom('paymentGroups').select('id').execute()).toEqual([])
})

test('a booking that is made while the account closes is refused, or asked about', async ({
  deps,
  db,
}) => {
  const anna = await aClosable(deps, 'Anna')
  const { agreement } = await askAboutClosing(db, anna.vendor.id)
  await aBooking(db, { session: await aSession(db, { class: anna.yoga }) })
  expect(await close(deps, anna, { agreed: agreement })).toEqual({
    ok: false,
    reason: 'not_agreed',
  })
})

test('the customers and the owner get their emails after the account is closed', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const anna = await aClosable(deps, 'Anna')
  await close(deps, anna)
  await endClosed(db)
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  // What waits for further changes is due later.
  await hurry(deps)
  await work(databaseUrl, deps, mailer)
  const told = new Set(mailer.mails.map(({ to }) => to))
  expect(told).toEqual(
    new Set(['upcoming-anna@example.com', 'bundle-anna@example.com', 'anna@example.com']),
  )
  const waiting = db.selectFrom('messages').where('status', 'in', ['queued', 'delayed', 'failed'])
  expect(await waiting.select('kind').execute()).toEqual([])
})

test('the owner gets an email that says who closed the account and until when it can be taken back', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const anna = await aClosable(deps, 'Anna')
  const { id: vendorId, userId } = anna.vendor
  await close(deps, anna)
  const [mail] = await mailsTo(deps, databaseUrl, /^anna@/)
  const { closedAt } = await db.selectFrom('vendors').select('closedAt').executeTakeFirstOrThrow()
  if (!closedAt) throw new Error('The account is open.')
  const moment = (instant: Date) =>
    [
      { weekday: 'short', month: 'short', day: 'numeric' } as const,
      { timeStyle: 'short', hourCycle: 'h23' } as const,
    ]
      .map((parts) =>
        new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', ...parts }).format(instant),
      )
      .join(', ')
  expect(mail?.subject).toBe('Your Openspot account was deleted')
  expect(mail?.text).toContain('Deleted by\nAnna Owner, anna@example.com')
  // In the hour that a clock change repeats, the name of the zone is longer.
  expect(mail?.text).toMatch(
    // The event is a moment later, perhaps in the next minute.
    new RegExp(
      `When\\n(?:${moment(closedAt)}|${moment(addMinutes(closedAt, 1))}) \\(Central European Time[^)]*\\)`,
    ),
  )
  expect(mail?.text).toContain(
    `restore the account until ${moment(addMinutes(closedAt, 14 * 1440))}`,
  )
  expect(mail?.text).toContain('http://localhost:3000/account-closed')
  expect(await reopenAccount(db, { vendorId, userId })).toEqual({ ok: true })
  const [back] = await mailsTo(deps, databaseUrl, /^anna@/)
  expect(back?.subject).toBe('Your Openspot account is back')
  expect(back?.text).toContain('Restored by\nAnna Owner, anna@example.com')
  expect(back?.text).toContain('http://localhost:3000/dashboard')
})

test('an owner whose address nobody has confirmed gets no email about the account', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const anna = await aClosable(deps, 'Anna')
  await db.updateTable('users').set({ emailVerified: false }).execute()
  await close(deps, anna)
  expect(await mailsTo(deps, databaseUrl, /^anna@/)).toEqual([])
})

test('an email that an account was closed is not sent once it was taken back, and the other way round', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const anna = await aClosable(deps, 'Anna')
  const owner = { vendorId: anna.vendor.id, userId: anna.vendor.userId }
  await close(deps, anna)
  await reopenAccount(db, owner)
  const toAnna = async () =>
    (await mailsTo(deps, databaseUrl, /^anna@/)).map(({ subject }) => subject)
  expect(await toAnna()).toEqual(['Your Openspot account is back'])
  await close(deps, anna)
  await reopenAccount(db, owner)
  await close(deps, anna)
  expect(new Set(await toAnna())).toEqual(new Set(['Your Openspot account was deleted']))
})

/** The emails that the worker sends now to some addresses. */
async function mailsTo(deps: Deps, databaseUrl: string, to: RegExp) {
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  return mailer.mails.filter((mail) => to.test(mail.to))
}
