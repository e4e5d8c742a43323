import { sql } from 'kysely'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { instantOf } from '#core/shared/time.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, type AClass, aSession, aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { linkTo } from '#tests/support/links.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { zoneAtNoon } from '#tests/support/times.ts'
import { resumeReminders, stopReminders } from './commands/change-reminders.ts'
import { endMail } from './commands/end-mail.ts'
import { makeReminders } from './commands/make-reminders.ts'
import { noteReminded } from './commands/note-reminded.ts'
import { listToRemind } from './queries/reminders.ts'
import { readUnsubscribe } from './queries/unsubscribe.ts'
import { countSent } from './queries/sent.ts'
import { listUnreachedPeople } from './queries/unreached.ts'

const zone = zoneAtNoon()

/** On a Wednesday far ahead: what is due then does not depend on when the test runs. */
function at(time: string, date = '2031-07-02'): Date {
  const instant = instantOf({ date, time, zone })
  if (!instant) throw new Error(`${time} does not exist on that day.`)
  return instant
}

const dayBefore = '2031-07-01'

const carla = { email: 'carla@example.com', name: 'Carla Weber' }

const ofVera = async (db: Db, more: Parameters<typeof aVendor>[1] = {}) =>
  aClass(db, { vendor: await aVendor(db, { verified: true, timeZone: zone, ...more }) })

/** Carla has a spot in a session of the class. */
async function booked(
  db: Db,
  of: AClass,
  startsAt: Date,
  more: Parameters<typeof aBooking>[1] = {},
) {
  const session = await aSession(db, { class: of, startsAt })
  return aBooking(db, { session, customer: carla, ...more })
}

/** The reminders that go out by email, to whom and with the start that the subject names. */
async function sentBy(deps: Deps, databaseUrl: string) {
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  return mails
    .filter(({ text }) => text.includes('A reminder of your'))
    .map(({ to, subject }) => [to, subject])
}

const said = (time: string, more = '') => [carla.email, `Wed, Jul 2, 2031, ${time}: Yoga${more}`]

test('a customer is reminded once a day before a session, and once two hours before it', async ({
  deps,
  db,
  databaseUrl,
}) => {
  await booked(db, await ofVera(db), at('18:00'), { spots: 2 })
  expect(await makeReminders(deps, at('17:59', dayBefore))).toBe(0)
  expect(await makeReminders(deps, at('18:00', dayBefore))).toBe(1)
  expect(await makeReminders(deps, at('18:01', dayBefore))).toBe(0)
  expect(await sentBy(deps, databaseUrl)).toEqual([said('18:00')])
  expect(await makeReminders(deps, at('16:00'))).toBe(1)
  expect(await makeReminders(deps, at('16:01'))).toBe(0)
  expect(await sentBy(deps, databaseUrl)).toEqual([said('18:00')])
})

test('what falls into the night goes out at 20:00 the evening before', async ({ deps, db }) => {
  await booked(db, await ofVera(db), at('08:30'))
  expect(await makeReminders(deps, at('08:30', dayBefore))).toBe(1)
  expect(await makeReminders(deps, at('19:59', dayBefore))).toBe(0)
  expect(await makeReminders(deps, at('20:00', dayBefore))).toBe(1)
  expect(await makeReminders(deps, at('06:30'))).toBe(0)
})

test.for([
  ['confirmed', {}, 1],
  ['a request', { status: 'pending' }, 0],
  ['held for its payment', { status: 'pending', waitsFor: 'payment' }, 0],
  ['cancelled', { status: 'cancelled' }, 0],
  ['rejected', { status: 'rejected' }, 0],
  ['expired', { status: 'expired' }, 0],
  ['deleted', { deletedAt: new Date() }, 0],
  ['booked at the last moment before', { bookedAt: at('18:00', dayBefore) }, 1],
  ['booked within that span', { bookedAt: at('18:01', dayBefore) }, 0],
  ['requested before, confirmed within it', { confirmedAt: at('18:01', dayBefore) }, 0],
  ['brought back within it', { restoredAt: at('18:01', dayBefore) }, 0],
  ['moved within it by the customer', { movedBy: 'customer', movedAt: at('18:01', dayBefore) }, 0],
  ['moved within it by the vendor', { movedBy: 'vendor', movedAt: at('18:01', dayBefore) }, 1],
] as const)('who is reminded a day before: %s', async ([, columns, expected], { deps, db }) => {
  await booked(db, await ofVera(db), at('18:00'), columns)
  expect(await makeReminders(deps, at('18:02', dayBefore))).toBe(expected)
})

test('a worker that was down for two hours drops what it missed', async ({ deps, db }) => {
  await booked(db, await ofVera(db), at('18:00'))
  expect(await makeReminders(deps, at('20:00', dayBefore))).toBe(0)
  expect(await makeReminders(deps, at('17:59'))).toBe(1)
})

test('a session that is moved is reminded of at its new time, never at the old one', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { session } = await booked(db, await ofVera(db), at('18:00'))
  const moveTo = (startsAt: Date) =>
    db
      .updateTable('classSessions')
      .set({ startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000) })
      .where('id', '=', session.id)
      .execute()
  expect(await makeReminders(deps, at('18:00', dayBefore))).toBe(1)
  await moveTo(at('19:00'))
  expect(await sentBy(deps, databaseUrl)).toEqual([])
  expect(await makeReminders(deps, at('19:00', dayBefore))).toBe(1)
  expect(await sentBy(deps, databaseUrl)).toEqual([said('19:00')])
  await moveTo(at('18:00'))
  expect(await makeReminders(deps, at('19:01', dayBefore))).toBe(0)
})

test('who moves to another session is reminded of that one', async ({ deps, db, databaseUrl }) => {
  const of = await ofVera(db)
  const { purchaseId, bookingIds } = await booked(db, of, at('18:00'))
  const friday = await aSession(db, { class: of, startsAt: at('18:00', '2031-07-04') })
  expect(await moveByCustomer(db, linkTo(purchaseId), bookingIds, friday.id)).toMatchObject({
    ok: true,
  })
  expect(await makeReminders(deps, at('18:00', dayBefore))).toBe(0)
  expect(await makeReminders(deps, at('18:00', '2031-07-03'))).toBe(1)
  const subjects = (await sentBy(deps, databaseUrl)).map(([, subject]) => subject)
  expect(subjects).toEqual(['Fri, Jul 4, 2031, 18:00: Yoga'])
})

test('a spot that is cancelled after its reminder was made is not reminded of', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const of = await ofVera(db)
  const { bookingIds } = await booked(db, of, at('18:00'))
  await makeReminders(deps, at('18:00', dayBefore))
  await cancelByVendor(db, of.vendor.id, bookingIds)
  expect(await sentBy(deps, databaseUrl)).toEqual([])
})

test('sessions within three hours are one email to an address; another address has its own', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const of = await ofVera(db)
  for (const time of ['10:00', '13:00', '18:00']) await booked(db, of, at(time))
  await booked(db, of, at('10:30'), { customer: { email: 'dora@example.com', name: 'Dora' } })
  await booked(db, await ofVera(db), at('10:00'))
  expect(await makeReminders(deps, at('10:00', dayBefore))).toBe(2)
  expect(await sentBy(deps, databaseUrl)).toEqual(
    expect.arrayContaining([said('10:00', ' and 1 more'), said('10:00')]),
  )
  expect(await makeReminders(deps, at('10:30', dayBefore))).toBe(1)
  expect(await makeReminders(deps, at('13:00', dayBefore))).toBe(0)
  expect(await makeReminders(deps, at('18:00', dayBefore))).toBe(1)
  expect(await sentBy(deps, databaseUrl)).toEqual(
    expect.arrayContaining([['dora@example.com', 'Wed, Jul 2, 2031, 10:30: Yoga'], said('18:00')]),
  )
})

test.for([
  ['finishes', 'commit', 0],
  ['is killed', 'rollback', 1],
] as const)(
  'of two workers, each reminder is made by one: the first one %s',
  async ([, end, expected], { deps, db, databaseUrl }) => {
    const { bookingIds, session } = await booked(db, await ofVera(db), at('18:00'))
    const first = await holdLock(
      databaseUrl,
      `insert into reminders (vendor_id, booking_id, which, starts_at) values ($1, $2, 'day', $3)`,
      [session.class.vendor.id, bookingIds[0], session.startsAt],
    )
    const second = makeReminders(deps, at('18:00', dayBefore))
    await waitForWaiter(db)
    await first[end]()
    expect(await second).toBe(expected)
    expect(await makeReminders(deps, at('18:01', dayBefore))).toBe(0)
  },
)

test.for([
  ['a trial', {}, {}, 1],
  ['Free, booked on it', { trialEndsAt: new Date(0) }, {}, 0],
  [
    'Free, booked while the trial ran',
    { trialEndsAt: at('12:00', '2026-01-10') },
    { bookedAt: at('12:00', '2026-01-09') },
    1,
  ],
  ['reminders of the day before switched off', { remindsDay: false }, {}, 0],
  ['those of the hours before switched off', { remindsHours: false }, {}, 1],
  ['suspended', { suspendedAt: new Date() }, {}, 0],
] as const)(
  'whose customers are reminded: %s',
  async ([, vendor, booking, expected], { deps, db }) => {
    await booked(db, await ofVera(db, { createdAt: new Date(0), ...vendor }), at('18:00'), booking)
    expect(await makeReminders(deps, at('18:00', dayBefore))).toBe(expected)
  },
)

test('a class without reminders reminds nobody', async ({ deps, db }) => {
  const of = await ofVera(db)
  await db.updateTable('classes').set({ remindersOff: true }).where('id', '=', of.id).execute()
  await booked(db, of, at('18:00'))
  expect(await makeReminders(deps, at('18:00', dayBefore))).toBe(0)
})

test('a mailbox gets ten reminders a day, and they use up no budget of other mails', async ({
  deps,
  db,
  databaseUrl,
}) => {
  for (let nth = 0; nth < 12; nth++) await booked(db, await ofVera(db), at('18:00'))
  expect(await makeReminders(deps, at('18:00', dayBefore))).toBe(12)
  expect(await sentBy(deps, databaseUrl)).toHaveLength(10)
  const about = { purchaseId: null, audience: 'customer', recipient: carla.email }
  const sent = await countSent(db, { ...about, vendorId: null, isCausedByVendor: false })
  expect(sent.toRecipient).toBe(0)
})

test('an address without reminders of this vendor gets none, also if the wish comes after they were made', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const of = await ofVera(db)
  for (const start of [at('18:00'), at('18:00', '2031-07-09')]) await booked(db, of, start)
  await booked(db, await ofVera(db), at('18:00'))
  expect(await makeReminders(deps, at('18:00', dayBefore))).toBe(2)
  const vendorId = of.vendor.id
  await stopReminders(deps, { vendorId, customerAddresses: [carla.email], linkedChat: null })
  expect(await sentBy(deps, databaseUrl)).toEqual([said('18:00')])
  expect(await makeReminders(deps, at('18:00', '2031-07-08'))).toBe(0)
  await resumeReminders(deps, { vendorId, customerAddresses: [carla.email], linkedChat: null })
  expect(await makeReminders(deps, at('16:00', '2031-07-09'))).toBe(1)
})

test('each reminder says how it is ended, for its vendor and its reader', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const of = await ofVera(db)
  await booked(db, of, at('18:00'))
  await makeReminders(deps, at('18:00', dayBefore))
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  const [mail] = mails
  const [, url = '', key = ''] =
    /^<(http\S+\/unsubscribe\/(\S+)\?language=en)>$/.exec(
      mail?.headers?.['List-Unsubscribe'] ?? '',
    ) ?? []
  expect(mail?.text).toContain(url)
  const end = readUnsubscribe(deps.secretKeys, key)
  if (!end) throw new Error('we did not sign it')
  await endMail(db, end)
  expect(await makeReminders(deps, at('16:00'))).toBe(0)
})

test('customers of a vendor who is not proven are reminded only of what they have heard of', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const of = await aClass(db, { vendor: await aVendor(db, { timeZone: zone }) })
  const { purchaseId } = await booked(db, of, at('18:00'))
  await makeReminders(deps, at('18:00', dayBefore))
  expect(await sentBy(deps, databaseUrl)).toEqual([])
  await sql`insert into messages (audience, kind, channel, recipient, language, facts, status, finished_at, vendor_id, purchase_id)
    values ('customer', 'news', 'email', ${carla.email}, 'en', '{}', 'sent', now(), ${of.vendor.id}, ${purchaseId})`.execute(
    db,
  )
  await makeReminders(deps, at('16:00'))
  expect(await sentBy(deps, databaseUrl)).toEqual([[carla.email, 'Wed, Jul 2, 2031, 18:00']])
})

test('who has only a phone is for the vendor to remind, once, and never “not reached”', async ({
  deps,
  db,
}) => {
  const of = await ofVera(db)
  const phone = '+4915112345678'
  const byPhone = { customer: { name: 'Pia', email: null, phone } }
  const { bookingIds, session } = await booked(db, of, at('18:00'), byPhone)
  await booked(db, of, at('19:00'), byPhone)
  await booked(db, of, at('20:00'))
  const list = async (now: Date) =>
    (await listToRemind(deps, { vendorId: of.vendor.id, zone, now })).map((one) => [
      one.customerName,
      one.bookingId === bookingIds[0],
    ])
  expect(await makeReminders(deps, at('18:00', dayBefore))).toBe(0)
  expect(await list(at('12:00', '2031-06-30'))).toEqual([])
  expect(await list(at('00:00', dayBefore))).toEqual([
    ['Pia', true],
    ['Pia', false],
  ])
  const vendorId = of.vendor.id
  expect(await noteReminded(db, { vendorId: (await aVendor(db)).id, bookingIds })).toBe(false)
  expect(await noteReminded(db, { vendorId, bookingIds })).toBe(true)
  expect(await noteReminded(db, { vendorId, bookingIds })).toBe(true)
  expect(await list(at('12:00', dayBefore))).toEqual([['Pia', false]])
  await db
    .updateTable('classSessions')
    .set({ startsAt: at('18:30') })
    .where('id', '=', session.id)
    .execute()
  expect(await list(at('12:00', dayBefore))).toHaveLength(2)
  expect(await listUnreachedPeople(db, vendorId)).toEqual([])
})
