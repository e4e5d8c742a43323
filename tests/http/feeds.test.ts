import ICAL from 'ical.js'
import { blockContact } from '#core/bookings/commands/block-contact.ts'
import { cancelByCustomer, cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { agreementToErase, eraseContact } from '#core/bookings/commands/erase-contact.ts'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { findErasable } from '#core/bookings/queries/erasable.ts'
import { changeSession } from '#core/schedule/commands/change-session.ts'
import { saveVendorFeed } from '#core/feeds/commands/vendor-feed.ts'
import { feedAddress, feedPage } from '#core/feeds/queries/links.ts'
import { feedWindow } from '#core/feeds/rules.ts'
import { openFeeds } from '#core/feeds/steps/open-feeds.ts'
import type { Mail } from '#core/integrations/mailer.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addMinutes, todayIn } from '#core/shared/time.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { appFor, noticeOf, readPage, signInAs, type Visitor } from '#tests/support/app.ts'
import { book } from '#tests/support/book.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  type ASession,
  aBooking,
  aClass,
  aFacility,
  aSession,
  aVendor,
  type AVendor,
} from '#tests/support/factories.ts'
import { hurry, keepMails, work } from '#tests/support/jobs.ts'
import { linkTo } from '#tests/support/links.ts'
import { sessionForm } from '#tests/support/weekly-class.ts'
import { aMember } from '#tests/support/workspace.ts'
import { onDay } from '#tests/support/times.ts'

const carla = 'carla@example.com'

type Entry = { start: string; sequence: unknown; status: unknown; place: unknown }
/** What stands in a calendar, by id. */
type Calendar = Record<string, Entry>

function eventsIn(file: string): [uid: string, Entry][] {
  return new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent').map((event) => {
    const value = (name: string) => event.getFirstPropertyValue(name)
    return [
      String(value('uid')),
      {
        start: String(value('dtstart')),
        sequence: value('sequence'),
        status: value('status'),
        place: value('location'),
      },
    ]
  })
}

/** What the files of these mails leave in a calendar that follows RFC 5546: the newest of each event counts. */
function calendarOf(mails: readonly Mail[]): Calendar {
  const calendar: Calendar = {}
  const sequences: Record<string, number> = {}
  for (const { contentType, content } of mails.flatMap(({ attachments }) => attachments))
    for (const [uid, entry] of eventsIn(content)) {
      const sequence = Number(entry.sequence)
      expect(sequence, 'a later file has a higher sequence').toBeGreaterThan(sequences[uid] ?? -1)
      sequences[uid] = sequence
      if (contentType.includes('method=CANCEL')) delete calendar[uid]
      else calendar[uid] = entry
    }
  return calendar
}

const titlesIn = (file: string) =>
  new ICAL.Component(ICAL.parse(file))
    .getAllSubcomponents('vevent')
    .map((event) => String(event.getFirstPropertyValue('summary')))

/** The path of the only feed there is of this kind. */
async function pathTo(deps: Deps, of: 'vendor' | 'customer'): Promise<string> {
  const { id } = await deps.db
    .selectFrom('feeds')
    .where('addressId', of === 'vendor' ? 'is' : 'is not', null)
    .select('id')
    .executeTakeFirstOrThrow()
  return feedAddress(deps, id).replace(deps.origin, '')
}

async function customerFeed(deps: Deps, email = carla): Promise<string> {
  await deps.db.transaction().execute((tx) => openFeeds(tx, email))
  return pathTo(deps, 'customer')
}

const fileAt = async (visitor: Visitor, path: string) => (await visitor.get(path)).text()

/** Three sessions, in the first two of which Carla has booked two spots each. */
async function aBookedWeek(db: Db, deps: Deps) {
  const vendor = await aVendor(db, { verified: true })
  const of = await aClass(db, { vendor })
  const at = (day: number) =>
    aSession(db, { class: of, startsAt: new Date(Date.UTC(2031, 6, 7 + day, 16)) })
  const sessions = [await at(0), await at(1), await at(2)] as const
  const bookedIn = async (session: ASession, key: string) => {
    const booked = await book(deps, session.id, carla, { spots: 2, key })
    if (!booked.ok) throw new Error(booked.reason)
    const { purchaseId, spots } = booked.purchase
    return { link: linkTo(purchaseId), spots: spots.map((spot) => spot.id) }
  }
  return {
    vendor,
    sessions,
    first: await bookedIn(sessions[0], 'first'),
    second: await bookedIn(sessions[1], 'second'),
  }
}
type Week = Awaited<ReturnType<typeof aBookedWeek>>

async function startAt(db: Db, session: ASession, startTime: string) {
  const owned = { vendorId: session.class.vendor.id, sessionId: session.id }
  const form = sessionForm(todayIn('Europe/Berlin', session.startsAt), { startTime })
  const changed = await agreeing(form, (typed) => changeSession(db, owned, typed, new Date()))
  expect(changed).toMatchObject({ ok: true })
}

const changes: [string, (db: Db, week: Week) => Promise<unknown>, starts: string[]][] = [
  ['nothing', async () => {}, ['2031-07-07T16:00:00Z', '2031-07-08T16:00:00Z']],
  [
    'the vendor moves a session',
    (db, { sessions }) => startAt(db, sessions[0], '19:30'),
    ['2031-07-07T17:30:00Z', '2031-07-08T16:00:00Z'],
  ],
  [
    'the customer moves both spots',
    (db, { first, sessions }) => moveByCustomer(db, first.link, first.spots, sessions[2].id),
    ['2031-07-08T16:00:00Z', '2031-07-09T16:00:00Z'],
  ],
  [
    'the customer moves both spots, and one of them back',
    async (db, { first, sessions }) => {
      await moveByCustomer(db, first.link, first.spots, sessions[2].id)
      await moveByCustomer(db, first.link, first.spots.slice(1), sessions[0].id)
    },
    ['2031-07-07T16:00:00Z', '2031-07-08T16:00:00Z', '2031-07-09T16:00:00Z'],
  ],
  [
    'the customer moves one of two spots',
    (db, { first, sessions }) =>
      moveByCustomer(db, first.link, first.spots.slice(1), sessions[2].id),
    ['2031-07-07T16:00:00Z', '2031-07-08T16:00:00Z', '2031-07-09T16:00:00Z'],
  ],
  [
    'the customer cancels one of two spots',
    (db, { first }) => cancelByCustomer(db, first.link, first.spots.slice(1)),
    ['2031-07-07T16:00:00Z', '2031-07-08T16:00:00Z'],
  ],
  [
    'the vendor cancels a booking',
    (db, { vendor, first }) => cancelByVendor(db, vendor.id, first.spots),
    ['2031-07-08T16:00:00Z'],
  ],
  [
    'the vendor cancels a session',
    (db, { vendor, sessions }) =>
      cancelSession(db, { vendorId: vendor.id, sessionId: sessions[1].id }, new Date()),
    ['2031-07-07T16:00:00Z'],
  ],
]

test.for(changes)(
  'after this the feed says what the files in the mails say: %s',
  async ([, change, starts], { db, deps, databaseUrl }) => {
    const week = await aBookedWeek(db, deps)
    const path = await customerFeed(deps)
    const mailer = keepMails()
    const tellAll = async () => {
      await work(databaseUrl, deps, mailer)
      await hurry(deps)
      await work(databaseUrl, deps, mailer)
    }
    await tellAll()
    await change(db, week)
    // Calendars take a change only from who has invited.
    await db.updateTable('vendors').set({ contactEmail: 'studio@example.org' }).execute()
    await tellAll()
    const feed = eventsIn(await fileAt((await appFor(deps)).visitor(), path))
    expect(feed.map(([, { start }]) => start)).toEqual(starts)
    const files = mailer.mails.filter(({ to }) => to === carla)
    expect(calendarOf(files)).toEqual(Object.fromEntries(feed))
    for (const { contentType, content } of files.flatMap(({ attachments }) => attachments)) {
      const calendar = new ICAL.Component(ICAL.parse(content))
      const method = calendar.getFirstPropertyValue('method')
      expect(contentType).toContain(`method=${String(method)}`)
      expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1)
      const [event] = calendar.getAllSubcomponents('vevent')
      expect(event?.getFirstPropertyValue('attendee')).toBe(`MAILTO:${carla}`)
      expect(event?.getFirstPropertyValue('organizer')).toBe('mailto:openspot@example.com')
    }
  },
)

test('a feed says 18:00 in Berlin in the weeks of both clock changes', async ({ db, deps }) => {
  const of = await aClass(db)
  for (const startsAt of ['2031-03-24T17:00:00Z', '2031-03-31T16:00:00Z', '2031-10-27T17:00:00Z'])
    await aBooking(db, {
      session: await aSession(db, { class: of, startsAt: new Date(startsAt) }),
      customer: { email: carla },
    })
  const feed = eventsIn(await fileAt((await appFor(deps)).visitor(), await customerFeed(deps)))
  expect(feed).toHaveLength(3)
  for (const [, { start }] of feed)
    expect(
      Temporal.Instant.from(start).toZonedDateTimeISO('Europe/Berlin').toPlainTime().toString(),
    ).toBe('18:00:00')
})

test('a feed holds what was booked with the address as it was typed, with a link that changes nothing', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { businessName: 'Studio Vera' })
  const at = async (title: string, email: string, of = vendor) => {
    const session = await aSession(db, { class: await aClass(db, { vendor: of, title }) })
    return aBooking(db, { session, customer: { email } })
  }
  await at('Hers', carla)
  await at('With a tag', 'carla+yoga@example.com')
  await at('Of another', 'otto@example.com')
  await at('Elsewhere', carla, await aVendor(db))
  const past = await at('Long over', carla)
  await db
    .updateTable('classSessions')
    .set({
      startsAt: onDay(-40),
      endsAt: addMinutes(onDay(-40), 60),
    })
    .where('id', '=', past.session.id)
    .execute()
  await deps.db.transaction().execute((tx) => openFeeds(tx, carla))
  const { id } = await db
    .selectFrom('feeds')
    .where('vendorId', '=', vendor.id)
    .select('id')
    .executeTakeFirstOrThrow()
  const visitor = (await appFor(deps)).visitor()
  const file = await fileAt(visitor, feedAddress(deps, id))
  expect(titlesIn(file)).toEqual(['Hers'])
  expect(file).toContain('X-WR-CALNAME:Studio Vera')
  expect(file).not.toContain('METHOD')
  expect(file.replaceAll('\r\n ', '')).not.toContain(carla)
  const [, link = ''] = /URL[^:]*:(\S+)/.exec(file.replaceAll('\r\n ', '')) ?? []
  expect(await readPage(await visitor.get(link))).toContain('you can only view your booking')
})

test('a calendar reads a feed again for nothing as long as nothing changes', async ({
  db,
  deps,
}) => {
  const { session } = await aBooking(db, { customer: { email: carla } })
  const path = await customerFeed(deps)
  const visitor = (await appFor(deps)).visitor()
  const first = await visitor.get(path)
  expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  expect(first.headers.get('x-robots-tag')).toBe('noindex')
  const seen = { 'if-none-match': first.headers.get('etag') ?? '' }
  const again = await visitor.get(path, seen)
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
  expect((await visitor.get(path, { 'if-none-match': '*' })).status).toBe(304)
  await startAt(db, session, '07:15')
  const changed = await visitor.get(path, seen)
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(seen['if-none-match'])
  // A program that never stops asking is slowed down; other feeds are not.
  let answer = changed
  for (let more = 0; more < 60 && answer.status !== 429; more++) answer = await visitor.get(path)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('what the addresses answer: forged, stopped, blocked, erased', async ({ db, deps }) => {
  const vendor = await aVendor(db)
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const booking = await aBooking(db, { session, customer: { email: carla } })
  const customers = await customerFeed(deps)
  await saveVendorFeed(db, member, { names: true })
  const vendors = await pathTo(deps, 'vendor')
  const visitor = (await appFor(deps)).visitor()
  const answers = async () => [
    (await visitor.get(vendors)).status,
    (await visitor.get(customers)).status,
  ]
  const set = (values: { suspendedAt?: Date | null; closedAt?: Date | null }) =>
    db.updateTable('vendors').set(values).where('id', '=', vendor.id).execute()
  expect(await answers()).toEqual([200, 200])

  const key = vendors.split('/')[2] ?? ''
  const [id = ''] = key.split('.')
  for (const wrong of ['x', id, `${id}.${'a'.repeat(32)}`, `${key}a`, `%00${key}`])
    for (const end of ['', '/calendar.ics'])
      expect((await visitor.get(`/feeds/${wrong}${end}`)).status, wrong + end).toBe(404)
  // The page is for customers.
  expect((await visitor.get(`/feeds/${key}`)).status).toBe(404)

  await set({ suspendedAt: new Date() })
  expect(await answers()).toEqual([403, 200])
  await set({ suspendedAt: null, closedAt: new Date() })
  expect(await answers()).toEqual([403, 200])
  await set({ closedAt: null })
  expect(await answers()).toEqual([200, 200])

  const [bookingId = ''] = booking.bookingIds
  await blockContact(db, member, { bookingId, cancels: null })
  expect(await answers()).toEqual([200, 200])
  await cancelByVendor(db, vendor.id, booking.bookingIds)
  expect(titlesIn(await fileAt(visitor, customers))).toEqual([])
  const found = await findErasable(db, { vendorId: vendor.id, bookingId })
  if (!found) throw new Error('nobody to erase')
  const erased = { bookingId, agreed: agreementToErase(found), replacement: 'Deleted' }
  expect(await eraseContact(db, member, erased)).toMatchObject({ ok: true })
  // The address of somebody blocked stays, the feed does not.
  expect(await db.selectFrom('contactAddresses').select('id').execute()).toHaveLength(1)
  expect(await answers()).toEqual([200, 410])
  expect((await visitor.get(customers.replace('/calendar.ics', ''))).status).toBe(410)
})

async function signedIn(deps: Deps, userId: string) {
  const visitor = (await appFor(deps)).visitor()
  await signInAs(deps, visitor, userId)
  return visitor
}

const here = '/dashboard/calendar/feed'

test('a vendor makes the address, names who comes, replaces and removes it', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const of = await aClass(db, { vendor, title: 'Yoga' })
  const session = await aSession(db, { class: of, capacity: 6 })
  const off = await aSession(db, { class: of })
  await aBooking(db, { session, spots: 2, customer: { name: 'Zoë' } })
  await aBooking(db, { session, status: 'pending', customer: { name: 'Otto <b>' } })
  await cancelSession(db, { vendorId: vendor.id, sessionId: off.id }, new Date())
  // Of a court, the slots that somebody has.
  const court = await aFacility(db, { vendor, title: 'Court' })
  await aSession(db, { class: court, startsAt: onDay(9) })
  const slot = await aSession(db, { class: court, startsAt: onDay(10) })
  await aBooking(db, { session: slot, people: 4, customer: { name: 'Paul' } })
  const visitor = await signedIn(deps, vendor.userId)
  expect(await readPage(await visitor.get('/dashboard/calendar'))).toContain('In your calendar app')
  expect(await readPage(await visitor.get(here))).toContain('Create the address')

  expect(noticeOf(await visitor.post(here, {}))?.title).toBe('Saved')
  const first = await pathTo(deps, 'vendor')
  const page = await (await visitor.get(here)).text()
  for (const link of [`webcal://localhost:3000${first}`, 'calendar.google.com', 'outlook.live.com'])
    expect(page).toContain(link)
  const stranger = (await appFor(deps)).visitor()
  const plain = await fileAt(stranger, first)
  expect(titlesIn(plain)).toEqual(['Yoga (3/6)', 'Court (1/1)'])
  expect(plain).not.toContain('Zoë')

  await visitor.post(here, { names: 'on' })
  expect(await pathTo(deps, 'vendor')).toBe(first)
  const named = (await fileAt(stranger, first)).replaceAll('\r\n ', '')
  expect(named).toContain('DESCRIPTION:Otto ‹b› (waiting for confirmation)\\nZoë × 2\\n')
  expect(named).toContain(`/dashboard/sessions/${session.id}`)

  await visitor.post(here, { intent: 'renew' })
  const second = await pathTo(deps, 'vendor')
  expect([first, second].map((path) => path.includes(vendor.username))).toEqual([false, false])
  expect((await stranger.get(first)).status).toBe(410)
  expect(await fileAt(stranger, second)).toContain('Zoë')
  await visitor.post(here, { intent: 'remove' })
  expect((await stranger.get(second)).status).toBe(410)
  const actions = await db.selectFrom('auditLog').orderBy('id').select('action').execute()
  expect(
    actions.map(({ action }) => action).filter((action) => action.startsWith('feed.')),
  ).toEqual(['feed.saved', 'feed.saved', 'feed.renewed', 'feed.removed'])

  const instructor = await signedIn(deps, await aMember(db, vendor, 'instructor'))
  expect((await instructor.get(here)).status).toBe(404)
  expect((await instructor.post(here, {})).status).toBe(404)
})

test('a large studio gets its next sessions, as many as calendars take', async ({ db, deps }) => {
  const vendor = await aVendor(db)
  const of = await aClass(db, { vendor })
  await manySessions(db, of.id, vendor)
  await saveVendorFeed(db, { vendorId: vendor.id, userId: vendor.userId }, { names: true })
  const file = await fileAt((await appFor(deps)).visitor(), await pathTo(deps, 'vendor'))
  expect(titlesIn(file)).toHaveLength(feedWindow.mostSessions)
  expect(Buffer.byteLength(file)).toBeLessThan(1_000_000)
})

/** One session an hour, from 31 days ago. */
async function manySessions(db: Db, classId: string, vendor: AVendor): Promise<void> {
  const rows = Array.from({ length: 2500 }, (_row, at) => {
    const startsAt = addMinutes(onDay(-31), at * 60)
    return {
      classId,
      vendorId: vendor.id,
      sessionDate: todayIn('UTC', startsAt),
      startTime: startsAt.toISOString().slice(11, 16),
      endTime: addMinutes(startsAt, 60).toISOString().slice(11, 16),
      timeZone: 'UTC',
      startsAt,
      endsAt: addMinutes(startsAt, 60),
      bookingClosesAt: startsAt,
      status: 'confirmed' as const,
      maxStudents: 10,
    }
  })
  await db.insertInto('classSessions').values(rows).execute()
}

test('a customer gets the address by mail only, and replaces it', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const vendor = await aVendor(db, { verified: true })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const booking = await aBooking(db, { session, customer: { email: carla } })
  const link = manageUrl(deps, { ...booking, tokenRotation: 0 })
  const visitor = (await appFor(deps)).visitor()
  expect(await readPage(await visitor.get(link))).toContain('All my bookings, kept up to date')
  const asked = await visitor.post(link, { intent: 'feed' })
  expect(noticeOf(asked)?.title).toBe('The link is on its way')
  const after = await (await visitor.get(link)).text()
  expect(after).not.toContain('/feeds/')
  // The heading still says that it is booked.
  expect(/<h1[^>]*>([^<]*)/.exec(after)?.[1]).toBe('You’re in')
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  const path = await pathTo(deps, 'customer')
  const page = path.replace('/calendar.ics', '')
  const [mail] = mailer.mails
  expect(mail).toMatchObject({ to: carla, subject: 'The links to your bookings' })
  expect(mail?.text).toContain(page)
  const opened = await visitor.get(page)
  expect(opened.headers.get('cache-control')).toBe('private, no-store')
  const html = await opened.text()
  expect(html).toContain(`webcal://localhost:3000${path}`)
  expect(html).toContain('name="robots" content="noindex"')

  const renewed = await visitor.post(page, {})
  expect(renewed.headers.get('location')).toBe('/my-spots')
  expect((await visitor.get(path)).status).toBe(410)
  await work(databaseUrl, deps, mailer)
  const { id } = await db.selectFrom('feeds').select('id').executeTakeFirstOrThrow()
  expect(mailer.mails[1]?.text).toContain(feedPage(deps, id))
})
