import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { expireOverdueBookings } from '#core/bookings/commands/expire-bookings.ts'
import { extendBundle } from '#core/passes/commands/extend-bundle.ts'
import { expireCredits } from '#core/passes/steps/credits.ts'
import { endOverdue } from '#core/plans/commands/end-overdue.ts'
import { declineRequest, giveMonths, setSubscription } from '#core/plans/commands/manage-billing.ts'
import { requestPlan } from '#core/plans/commands/request-plan.ts'
import { findPlan, findSubscription } from '#core/plans/queries.ts'
import { addDays, addMinutes, instantOf, startOfDay, todayIn } from '#core/shared/time.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aSubscription, aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { aSeries, bought, inDays, order, passOf } from '#tests/support/series.ts'
import {
  forgetEndings,
  remindOfRequests,
  tellOfBundle,
  tellOfEndings,
} from './commands/tell-of-endings.ts'
import { listUnreachedPeople } from './queries/unreached.ts'
import { shortBundleEndMessage } from './templates/short-message.ts'

const zone = 'Europe/Berlin'
const dayMinutes = 24 * 60

/** On a Monday far ahead: what is due then does not depend on when the test runs. */
function at(time: string, date = '2031-06-02'): Date {
  const instant = instantOf({ date, time, zone })
  if (!instant) throw new Error(`${time} does not exist on that day.`)
  return instant
}

/** The subjects of the mails that go out to somebody. */
async function subjectsTo(deps: Deps, databaseUrl: string, address: string) {
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  return mails.filter(({ to }) => to === address).map(({ subject }) => subject)
}

test.for([
  ['half of a short limit', '10:00', '10:30', '10:14', '10:15'],
  ['two hours before the end of a long one', '09:00', '20:00', '17:59', '18:00'],
  ['before the night that its end comes after', '20:00', '08:30', '21:14', '21:15'],
] as const)(
  'a vendor is reminded of a request once: %s',
  async ([, asked, expires, before, due], { db, deps, databaseUrl }) => {
    const of = await aClass(db, { title: 'Yin on Sunday' })
    const session = await aSession(db, { class: of, startsAt: at('18:00', '2031-06-09') })
    await aBooking(db, {
      session,
      spots: 2,
      status: 'pending',
      bookedAt: at(asked),
      expiresAt: expires < asked ? at(expires, '2031-06-03') : at(expires),
    })
    expect(await remindOfRequests(deps, at(before))).toBe(0)
    expect(await remindOfRequests(deps, at(due))).toBe(1)
    expect(await remindOfRequests(deps, addMinutes(at(due), 1))).toBe(0)
    const subjects = await subjectsTo(deps, databaseUrl, of.vendor.email)
    expect(subjects).toEqual([expect.stringMatching(/^Still waiting for your answer: Carla/)])
  },
)

test('nobody is reminded of a request that was answered, or who has switched these emails off', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const quiet = await aVendor(db, { mutedNews: ['requested'] })
  for (const vendor of [quiet, await aVendor(db)]) {
    const session = await aSession(db, {
      class: await aClass(db, { vendor }),
      startsAt: at('18:00', '2031-06-09'),
    })
    const wait = { bookedAt: at('10:00'), expiresAt: at('10:30') }
    await aBooking(db, { session, status: 'pending', ...wait })
  }
  expect(await remindOfRequests(deps, at('10:20'))).toBe(2)
  await db.updateTable('bookings').set({ status: 'confirmed', expiresAt: null }).execute()
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  expect(mails).toEqual([])
})

test('a request that expires is told to the vendor, too, once', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const of = await aClass(db, { title: 'Yin on Sunday' })
  const session = await aSession(db, { class: of, startsAt: at('18:00') })
  const { purchaseId } = await aBooking(db, { session, status: 'pending' })
  await sql`update bookings set expires_at = now() + interval '1 hour'`.execute(db)
  await deliverRequest(db, purchaseId)
  expect(await subjectsTo(deps, databaseUrl, of.vendor.email)).toHaveLength(1)
  await sql`update bookings set expires_at = now()`.execute(db)
  await expireOverdueBookings(db)
  const subjects = await subjectsTo(deps, databaseUrl, of.vendor.email)
  expect(subjects).toEqual([expect.stringMatching(/^Request expired: Carla.*Yin on Sunday/)])
  expect(await subjectsTo(deps, databaseUrl, of.vendor.email)).toEqual([])
})

async function deliverRequest(db: Db, purchaseId: string): Promise<void> {
  const bookings = await db.selectFrom('bookings').select('id').execute()
  await db
    .transaction()
    .execute((tx) =>
      emit(tx, 'booking.requested', { purchaseId, bookingIds: bookings.map(({ id }) => id) }),
    )
}

/** Carla's bundle of five, of which three dates are booked. */
async function aBundleWithTwoLeft(db: Db, deps: Deps) {
  const series = await aSeries(db, { bundle: { expiryDays: 90, bundleName: 'Yoga 5' } })
  const ordered = order(series.bundle, series.sessions.slice(0, 3), { leaveRest: true })
  const { purchaseId } = await bought(deps, ordered)
  const { passId } = await passOf(db, purchaseId)
  const own = { vendorId: series.owner.id, userId: series.owner.userId }
  return { ...series, purchaseId, passId, own }
}

const endOf = (db: Db, days: number) =>
  db
    .updateTable('passes')
    .set({
      expiresAt: startOfDay(addDays('2031-06-02', days), zone),
      createdAt: at('12:00', '2031-04-01'),
    })
    .execute()

test('a customer is told a week before unused sessions expire, by day, and again of another end', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { passId, own } = await aBundleWithTwoLeft(db, deps)
  await subjectsTo(deps, databaseUrl, 'carla@example.com')
  await endOf(db, 8)
  expect(await tellOfEndings(deps, at('12:00'))).toBe(0)
  await endOf(db, 7)
  expect(await tellOfEndings(deps, at('06:00'))).toBe(0)
  expect(await tellOfEndings(deps, at('12:00'))).toBe(1)
  expect(await tellOfEndings(deps, at('12:00', '2031-06-03'))).toBe(0)
  expect(await subjectsTo(deps, databaseUrl, 'carla@example.com')).toEqual([
    '2 sessions left until June 8, 2031: Yoga 5',
  ])
  await endOf(db, 3)
  await db
    .updateTable('passes')
    .set({ createdAt: at('12:00') })
    .execute()
  expect(await tellOfEndings(deps, at('12:30'))).toBe(0)
  expect(await extendBundle(db, own, passId, '2031-06-20')).toMatchObject({ reason: 'too_far' })
})

/** A chat that the link of a purchase has connected. */
async function aChatOf(db: Db, purchaseId: string): Promise<string> {
  await sql`insert into telegram_bots (id, username) values (700000100, 'test_bot')`.execute(db)
  const { address } = await db
    .insertInto('telegramChats')
    .values({ botId: 700_000_100, telegramId: 5, name: 'Carla' })
    .returning('address')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('purchases')
    .set({ customerTelegram: address, customerTelegramName: 'Carla' })
    .where('id', '=', purchaseId)
    .execute()
  return address
}

test('who has a bundle and no email is listed for the vendor to call, and a chat that the link connected hears it beside', async ({
  db,
  deps,
}) => {
  const { passId, purchaseId, own } = await aBundleWithTwoLeft(db, deps)
  const chat = await aChatOf(db, purchaseId)
  await db
    .updateTable('purchases')
    .set({ customerEmail: null, customerPhone: '+4915112345678', bookingMethod: 'phone' })
    .execute()
  const other = await aVendor(db)
  const listed = async (vendorId = own.vendorId) =>
    (await listUnreachedPeople(db, vendorId)).flatMap(({ contact, parts }) =>
      parts.flatMap((part) =>
        part.what === 'bundle' ? [[contact.customerPhone, part.letter, part.facts.count]] : [],
      ),
    )
  await endOf(db, 7)
  expect(await tellOfEndings(deps, at('12:00'))).toBe(1)
  expect(await listed()).toEqual([['+4915112345678', 'bundle', 2]])
  expect(await listed(other.id)).toEqual([])
  const [part] = (await listUnreachedPeople(db, own.vendorId)).flatMap(({ parts }) => parts)
  if (part?.what !== 'bundle') throw new Error('no bundle')
  expect(shortBundleEndMessage(deps, part, { userId: own.userId })).toMatch(
    /^Your bundle ends on June 8, 2031\n.*After June 8, 2031 they can no longer be booked\.\nhttp/,
  )
  await tellBundle(db, passId, 'bundle.extended')
  expect(await listed()).toEqual([['+4915112345678', 'extended', 2]])
  const beside = await db
    .selectFrom('messages')
    .where('audience', '=', 'chat')
    .where('kind', 'like', 'bundle.%')
    .select(['kind', 'recipient'])
    .orderBy('createdAt')
    .execute()
  expect(beside).toEqual([
    { kind: 'bundle.ending', recipient: chat },
    { kind: 'bundle.extended', recipient: chat },
  ])
  await sql`update passes set expires_at = now()`.execute(db)
  expect(await listed()).toEqual([])
})

const tellBundle = (db: Db, passId: string, kind: 'bundle.extended') =>
  db.transaction().execute((tx) => tellOfBundle(tx, { eventId: crypto.randomUUID(), passId, kind }))

test('a bundle that is extended by less than a week is told once', async ({ db, deps }) => {
  const { passId, own } = await aBundleWithTwoLeft(db, deps)
  const today = todayIn(zone, new Date())
  const noon = instantOf({ date: today, time: '12:00', zone }) ?? new Date()
  const expiresAt = startOfDay(addDays(today, 2), zone)
  await db
    .updateTable('passes')
    .set({ expiresAt, createdAt: new Date(0) })
    .execute()
  expect(await tellOfEndings(deps, noon)).toBe(1)
  expect(await extendBundle(db, own, passId, inDays(5))).toEqual({ ok: true })
  await tellBundle(db, passId, 'bundle.extended')
  expect(await tellOfEndings(deps, noon)).toBe(0)
  expect(await extendBundle(db, own, passId, inDays(30))).toEqual({ ok: true })
  await tellBundle(db, passId, 'bundle.extended')
  expect(await tellOfEndings(deps, addMinutes(noon, 25 * dayMinutes))).toBe(1)
})

test('sessions that expired are counted as expired, and the vendor can extend the bundle: they come back', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { passId, purchaseId, own } = await aBundleWithTwoLeft(db, deps)
  await subjectsTo(deps, databaseUrl, 'carla@example.com')
  await sql`update passes set expires_at = now()`.execute(db)
  expect(await passOf(db, purchaseId)).toMatchObject({ expired: 2, isOpen: false })
  await expireCredits(db)
  expect(await passOf(db, purchaseId)).toMatchObject({ expired: 2, remaining: 0, used: 3 })
  expect(await extendBundle(db, own, passId, inDays(-1))).toMatchObject({ reason: 'not_later' })
  expect(
    await extendBundle(db, { ...own, vendorId: (await aVendor(db)).id }, passId, inDays(20)),
  ).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await extendBundle(db, own, passId, inDays(20))).toEqual({ ok: true })
  expect(await passOf(db, purchaseId)).toMatchObject({ expired: 0, remaining: 2, isOpen: true })
  const entries = await db
    .selectFrom('passEntries')
    .orderBy('id')
    .select(['delta', 'reason'])
    .execute()
  expect(entries.filter(({ reason }) => reason !== 'used')).toEqual([
    { delta: 5, reason: 'granted' },
    { delta: -2, reason: 'expired' },
    { delta: 0, reason: 'extended' },
    { delta: 2, reason: 'restored' },
  ])
  const [subject] = await subjectsTo(deps, databaseUrl, 'carla@example.com')
  expect(subject).toMatch(/^More time for your bundle: until /)
})

test('a trial is told a week and a day before its end and when it has ended, with what stops', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const trialEndsAt = at('14:05', '2031-06-20')
  const { email } = await aVendor(db, { trialEndsAt })
  const sent: string[] = []
  for (const days of [8, 7, 6, 1, 0.5, 0, -0.5]) {
    await tellOfEndings(deps, addMinutes(trialEndsAt, -days * dayMinutes + 1))
    sent.push(...(await subjectsTo(deps, databaseUrl, email)))
  }
  const ends = 'Your trial ends on June 20, 2031'
  expect(sent).toEqual([ends, ends, 'Your trial has ended'])
})

test('what stops with a plan is in the letter, and nothing is said of a trial that a plan follows', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const trialEndsAt = at('14:05', '2031-06-20')
  const { email } = await aVendor(db, { trialEndsAt })
  const goesOn = await aVendor(db, { trialEndsAt })
  await aSubscription(db, goesOn.id, { startedAt: new Date(), paidUntil: '2031-12-31' })
  await tellOfEndings(deps, addMinutes(trialEndsAt, -60))
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  expect(mails.map(({ to }) => to)).toEqual([email])
  expect(mails[0]?.text).toContain('After that you have Free.')
  expect(mails[0]?.text).toContain('after 10 in a month')
  expect(mails[0]?.text).toContain('Selling bundles')
  expect(mails[0]?.text).toContain('sessions closed this way can be booked again')
})

test('an end that no longer comes is not in any email', async ({ db, deps, databaseUrl }) => {
  const trialEndsAt = at('14:05', '2031-06-20')
  const vendor = await aVendor(db, { trialEndsAt })
  await tellOfEndings(deps, addMinutes(trialEndsAt, -60))
  await aSubscription(db, vendor.id, { startedAt: new Date(), paidUntil: '2031-12-31' })
  expect(await subjectsTo(deps, databaseUrl, vendor.email)).toEqual([])
})

test('a subscription that is not paid is told, and ends after a grace of 14 days', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const vendor = await aVendor(db, { trialEndsAt: new Date(0) })
  const today = todayIn(zone, new Date())
  await aSubscription(db, vendor.id, { startedAt: new Date(0), paidUntil: addDays(today, -15) })
  const paidUntil = (date: string) =>
    db.updateTable('subscriptions').set({ paidUntil: date }).execute()
  // The last paid day was yesterday: 14 more.
  await paidUntil(addDays(today, -1))
  const noon = (days: number) =>
    instantOf({ date: addDays(today, days), time: '12:00', zone }) ?? new Date()
  const sent: string[] = []
  for (const days of [0, 1, 7, 13]) {
    await tellOfEndings(deps, noon(days))
    sent.push(...(await subjectsTo(deps, databaseUrl, vendor.email)))
  }
  expect(sent).toHaveLength(3)
  for (const subject of sent)
    expect(subject).toMatch(/^Payment for Professional is due: the plan ends on /)
  expect(await findSubscription(db, vendor.id)).toMatchObject({
    isPastDue: true,
    graceEndsAt: startOfDay(addDays(today, 14), zone),
  })
  expect(await endOverdue(db)).toBe(0)
  await paidUntil(addDays(today, -15))
  expect(await endOverdue(db)).toBe(1)
  expect(await findPlan(deps, vendor.id)).toBe('free')
  await tellOfEndings(deps, noon(0))
  expect(await subjectsTo(deps, databaseUrl, vendor.email)).toEqual([
    'Your Professional plan has ended',
  ])
})

test.for([
  ['before', [tellOfEndings, endOverdue, tellOfEndings]],
  ['after', [endOverdue, tellOfEndings]],
] as const)(
  'that an unpaid plan has ended is told once it has, when the job that tells runs %s the one that ends it',
  async ([, jobs], { db, deps, databaseUrl }) => {
    const vendor = await aVendor(db, { trialEndsAt: new Date(0) })
    const today = todayIn(zone, new Date())
    await aSubscription(db, vendor.id, { startedAt: new Date(0), paidUntil: addDays(today, -15) })
    const noon = instantOf({ date: today, time: '12:00', zone }) ?? new Date()
    const sent: string[] = []
    for (const job of jobs) {
      await (job === endOverdue ? endOverdue(db) : tellOfEndings(deps, noon))
      sent.push(...(await subjectsTo(deps, databaseUrl, vendor.email)))
    }
    expect(sent).toEqual(['Your Professional plan has ended'])
  },
)

test('a subscription that the operator corrects is told if the plan or its last paid day is news', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const vendor = await aVendor(db)
  const by = { vendorId: vendor.id, adminId: vendor.userId, reason: 'x' }
  const set = async (priceMinor: number, paidUntil: string) => {
    const shown = (await findSubscription(db, vendor.id))?.version ?? null
    const terms = { plan: 'professional', term: 'yearly', currency: 'EUR', paidUntil } as const
    expect(await setSubscription(db, { ...by, shown }, { ...terms, priceMinor })).toMatchObject({
      ok: true,
    })
    return subjectsTo(deps, databaseUrl, vendor.email)
  }
  expect(await set(9900, '2031-06-02')).toEqual(['You have Professional'])
  expect(await set(8900, '2031-06-02')).toEqual([])
  expect(await set(8900, '2031-07-02')).toEqual(['You have Professional'])
})

test('what the operator grants or refuses is told to the vendor', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const vendor = await aVendor(db)
  const by = { vendorId: vendor.id, adminId: vendor.userId, reason: 'x' }
  await requestPlan(db, {
    vendorId: vendor.id,
    userId: vendor.userId,
    plan: 'professional',
    term: 'yearly',
  })
  const { id } = await db.selectFrom('planRequests').select('id').executeTakeFirstOrThrow()
  await declineRequest(db, by, id)
  await giveMonths(db, by, { plan: 'professional', months: 3 })
  expect((await subjectsTo(deps, databaseUrl, vendor.email)).toSorted()).toEqual([
    'You have Professional for 3 months',
    'Your request for Professional was declined',
  ])
})

test('a vendor hears of the last session of a weekly class three weeks before it, unless the class goes on', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const of = await aClass(db, { title: 'Yin on Sunday', createdAt: at('12:00', '2031-01-01') })
  await aSession(db, { class: of, startsAt: at('18:00', '2031-06-23') })
  const time = { classId: of.id, vendorId: of.vendor.id, weekday: 1, startTime: '18:00' }
  const add = (endsOn: string | null) =>
    db
      .insertInto('classTimes')
      .values({ ...time, startsOn: '2031-01-06', endsOn, filledUntil: '2031-12-31' })
      .execute()
  await add('2031-06-23')
  expect(await tellOfEndings(deps, at('17:00'))).toBe(0)
  expect(await tellOfEndings(deps, at('18:30'))).toBe(1)
  expect(await tellOfEndings(deps, at('19:00'))).toBe(0)
  expect(await subjectsTo(deps, databaseUrl, of.vendor.email)).toEqual([
    'Yin on Sunday ends on June 23, 2031',
  ])
  await db.deleteFrom('endingNotices').execute()
  await add(null)
  expect(await tellOfEndings(deps, at('18:30'))).toBe(0)
})

test('what was told of an end is forgotten thirty days after it', async ({ db }) => {
  const { id: vendorId } = await aVendor(db)
  const notice = { vendorId, kind: 'plan', subject: vendorId, step: 'after' } as const
  const kept = addMinutes(new Date(), -29 * dayMinutes)
  await db
    .insertInto('endingNotices')
    .values(
      [kept, addMinutes(new Date(), -31 * dayMinutes)].map((endsAt) => ({ ...notice, endsAt })),
    )
    .execute()
  expect(await forgetEndings(db)).toBe(1)
  expect(await db.selectFrom('endingNotices').select('endsAt').execute()).toEqual([
    { endsAt: kept },
  ])
})
