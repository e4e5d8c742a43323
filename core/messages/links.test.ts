import { linkTo } from '#tests/support/links.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { bookBundle } from '#core/bookings/commands/book-bundle.ts'
import { cancelByCustomer } from '#core/bookings/commands/cancel-bookings.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { askForLinks } from '#core/bookings/commands/send-links.ts'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { grantCredits } from '#core/passes/steps/credits.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addMinutes } from '#core/shared/time.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  type ABooking,
  type AClass,
  type ASession,
  aBooking,
  aBundle,
  aClass,
  aSession,
  aVendor,
} from '#tests/support/factories.ts'
import { deliver, keepMails, work } from '#tests/support/jobs.ts'
import { forgetMessagesOfNobody } from './commands/finish-message.ts'
import { listUpcoming } from './queries/upcoming.ts'
import { tickOffMessages } from './commands/tick-off-messages.ts'
import { listUnreachedPeople } from './queries/unreached.ts'
import { mailTexts } from './templates/translator.ts'
import { fromNow, onDay } from '#tests/support/times.ts'

const carla = { email: 'carla@example.com' }

const ask = (
  deps: Deps,
  contact: string,
  language: 'en' | 'de' | 'ru' = 'en',
  eventId: string = randomUUID(),
) => deliver(deps, 'booking.links_requested', { contact, language }, eventId)

/** The purchases listed per recipient. */
async function listed({ db }: Deps) {
  const rows = await db
    .selectFrom('messages')
    .where('status', '<>', 'no_channel')
    .orderBy('recipient')
    .select('recipient')
    .execute()
  return Promise.all(
    rows.map(async ({ recipient }) => {
      const upcoming = await listUpcoming(db, recipient)
      return [recipient, upcoming?.spots.map(({ purchaseId }) => purchaseId).toSorted()] as const
    }),
  )
}

/** The purchases whose customers look for their link at the phone: only the vendor can send it. */
async function asked({ db }: Deps) {
  const rows = await db
    .selectFrom('messages')
    .where('status', '=', 'no_channel')
    .where('handledAt', 'is', null)
    .select('purchaseId')
    .execute()
  return rows.map(({ purchaseId }) => purchaseId)
}

test('a request by email gets one mail with all upcoming bookings, from all vendors', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const berlin = await aSession(db, {
    class: await aClass(db, { title: 'Morning yoga' }),
    startsAt: new Date('2031-07-07T16:00:00Z'),
  })
  const vendor = await aVendor(db, {
    businessName: 'Hudson Boxing',
    timeZone: 'America/New_York',
  })
  const newYork = await aSession(db, {
    class: await aClass(db, { vendor, title: 'Boxing' }),
    startsAt: new Date('2031-07-06T22:30:00Z'),
  })
  const later = await aBooking(db, { session: berlin, spots: 2, customer: carla })
  const sooner = await aBooking(db, { session: newYork, status: 'pending', customer: carla })
  const mailer = keepMails()
  await askForLinks(deps, { contact: ' Carla@Example.com', language: 'en', network: '192.0.2.1' })
  await work(databaseUrl, deps, mailer)

  const { mails } = mailer
  expect(mails.map(({ to }) => to)).toEqual([carla.email])
  const text = mails[0]?.text.replace(/\s+/g, ' ') ?? ''
  const inOrder = [
    'Here are the links to your 2 bookings.',
    'Boxing With Hudson Boxing Sun, Jul 6, 2031, 6:30–7:30 PM · Waiting for confirmation Eastern Time',
    `See, move or cancel ${linkOf(sooner)}`,
    'Morning yoga With Studio Vera Mon, Jul 7, 2031, 18:00–19:00 · 2 spots Central European Time',
    `See, move or cancel ${linkOf(later)}`,
  ]
  const places = inOrder.map((part) => text.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(mails[0]?.html.match(/href="[^"]*\/booking\//g)).toHaveLength(2)
  expect(mails[0]).toMatchObject({ senderName: null, replyTo: null, attachments: [] })
  expect(await db.selectFrom('messages').selectAll().execute()).toMatchObject([
    {
      kind: 'booking.links',
      audience: 'customer',
      vendorId: null,
      purchaseId: null,
      status: 'sent',
    },
  ])

  function linkOf({ purchaseId, reference }: { purchaseId: string; reference: string }) {
    return manageUrl(deps, { purchaseId, reference, tokenRotation: 0 })
  }
})

test('a week after it was sent, nothing is left of an email with links', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  await aBooking(db, { session, customer: carla })
  await ask(deps, carla.email)
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual([carla.email])
  const left = () => db.selectFrom('messages').select('kind').execute()
  const age = (days: number) =>
    db
      .updateTable('messages')
      .set({ finishedAt: addMinutes(new Date(), -days * 1440) })
      .execute()
  await age(6)
  expect(await forgetMessagesOfNobody(db)).toBe(0)
  expect(await left()).toEqual([{ kind: 'booking.links' }])
  // Those of a vendor stay, however old they are.
  await db
    .insertInto('messages')
    .values({
      eventId: randomUUID(),
      vendorId: session.class.vendor.id,
      audience: 'customer',
      kind: 'session.cancelled',
      channel: 'email',
      recipient: carla.email,
      language: 'en',
      facts: '{}',
      status: 'sent',
    })
    .execute()
  await age(8)
  expect(await forgetMessagesOfNobody(db)).toBe(1)
  expect(await left()).toEqual([{ kind: 'session.cancelled' }])
})

test('spots of one purchase in two sessions are listed apart, under the same link', async ({
  deps,
  db,
}) => {
  const session = await aSession(db)
  const other = await aSession(db, { class: session.class, startsAt: fromNow(60) })
  const { purchaseId } = await aBooking(db, { session: other, spots: 2, customer: carla })
  const extra = await aBooking(db, { session, customer: carla })
  await db.updateTable('bookings').set({ purchaseId }).where('id', 'in', extra.bookingIds).execute()
  await ask(deps, carla.email)
  expect(await listed(deps)).toEqual([[carla.email, [purchaseId, purchaseId]]])
})

test('a phone number is parsed for each vendor’s country, and only purchases made with it are meant', async ({
  deps,
  db,
}) => {
  const at = async (country: string) =>
    aSession(db, { class: await aClass(db, { vendor: await aVendor(db, { country }) }) })
  const [german, austrian] = [await at('DE'), await at('AT')]
  const book = async (session: typeof german, phone: string | null, email: string | null) =>
    (await aBooking(db, { session, customer: { phone, email } })).purchaseId
  const inGermany = await book(german, '+4915112345678', null)
  const inAustria = await book(austrian, '+4315112345678', null)
  // Beside an email, a phone is a note: anybody can type it.
  await book(german, '+4915112345678', 'a@example.com')
  // The same digits are another number where they are written elsewhere.
  await book(german, '+4315112345678', null)
  await book(german, null, 'a@example.com')

  await ask(deps, '015112345678')
  expect(new Set(await asked(deps))).toEqual(new Set([inGermany, inAustria]))
  // Nothing is mailed, and who asks twice is listed once.
  expect(await listed(deps)).toEqual([])
  await ask(deps, '015112345678')
  expect(await asked(deps)).toHaveLength(2)

  // Without its +, it may still be meant as an international number, whatever else it could be.
  for (const phone of ['49 151 12345678', '+4915112345678']) {
    await db.deleteFrom('messages').execute()
    await ask(deps, phone)
    expect(await asked(deps)).toEqual([inGermany])
  }
})

test('who looks for the link of a phone stands under "not reached" of each vendor, until it is ticked off', async ({
  deps,
  db,
}) => {
  const phone = '+4915112345678'
  const { session, purchaseId } = await aBooking(db, { customer: { email: null, phone } })
  const { vendor } = session.class
  await ask(deps, phone)
  const [person, ...others] = await listUnreachedPeople(db, vendor.id)
  expect(others).toEqual([])
  expect(person).toMatchObject({ contact: { purchaseId }, parts: [{ what: 'link' }] })
  const messageIds = person?.messageIds ?? []
  expect(await tickOffMessages(db, { vendorId: vendor.id, messageIds })).toBe(true)
  expect(await listUnreachedPeople(db, vendor.id)).toEqual([])
  await ask(deps, phone)
  expect(await listUnreachedPeople(db, vendor.id)).toHaveLength(1)
})

test('a bundle with sessions left and no date is listed with its link, until it is used up or over', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const of = await aClass(db, { title: 'Morning yoga' })
  const over = await aSession(db, { class: of, startsAt: onDay(-1) })
  const bundle = await aBundle(db, { class: of, bundleName: 'Ten mornings' })
  const buy = async (session: ASession, more: { left?: number; expiresAt?: Date } = {}) => {
    const booking = await aBooking(db, { session, status: 'cancelled', customer: carla })
    const { left = 5, expiresAt = new Date('2031-06-30T22:00:00Z') } = more
    await db.transaction().execute((tx) =>
      grantCredits(tx, {
        vendorId: of.vendor.id,
        purchaseId: booking.purchaseId,
        bundleId: bundle.id,
        classId: of.id,
        name: 'Ten mornings',
        totalSessions: left,
        priceMinor: 6000,
        currency: 'EUR',
        startDate: '2026-01-01',
        expiryDays: 30,
        expiryStarts: 'purchase',
        expiresAt,
      }),
    )
    return booking
  }
  const open = await buy(over)
  await buy(over, { expiresAt: addMinutes(new Date(), -1) })
  const cancelled = await buy(over)
  await db
    .updateTable('passes')
    .set({ status: 'cancelled' })
    .where('purchaseId', '=', cancelled.purchaseId)
    .execute()
  const used = await buy(over)
  await db
    .updateTable('passes')
    .set({ remainingSessions: 0 })
    .where('purchaseId', '=', used.purchaseId)
    .execute()
  await db
    .insertInto('passEntries')
    .columns(['vendorId', 'passId', 'delta', 'reason'])
    .expression((eb) =>
      eb
        .selectFrom('passes')
        .where('purchaseId', '=', used.purchaseId)
        .select(['vendorId', 'id', sql<number>`-5`.as('delta'), sql<'used'>`'used'`.as('reason')]),
    )
    .execute()
  const dated = await buy(over)
  const soon = await aBooking(db, { session: await aSession(db, { class: of }), customer: carla })
  await db
    .updateTable('bookings')
    .set({ purchaseId: dated.purchaseId })
    .where('id', 'in', soon.bookingIds)
    .execute()

  const mailer = keepMails()
  await ask(deps, carla.email)
  await work(databaseUrl, deps, mailer)
  const text = mailer.mails[0]?.text.replace(/\s+/g, ' ') ?? ''
  expect(text.match(/\/booking\//g)).toHaveLength(2)
  expect(text.indexOf(dated.reference)).toBeLessThan(text.indexOf(open.reference))
  const link = manageUrl(deps, { ...open, tokenRotation: 0 })
  expect(text).toContain(
    `Ten mornings With Studio Vera Morning yoga 5 sessions left, valid until June 30, 2031 See, move or cancel ${link}`,
  )
})

test('a bundle with sessions left and no date gets its new link when the vendor corrects the address', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const of = await aClass(db)
  const session = await aSession(db, { class: of })
  await aSession(db, { class: of })
  const bundle = await aBundle(db, { class: of, sessionCount: 2 })
  const bought = await bookBundle(deps, {
    bundleId: bundle.id,
    sessionIds: [session.id],
    name: 'Carla',
    contact: 'carla@exmaple.com',
    leaveRest: true,
    accepted: [],
    seen: { priceMinor: bundle.priceMinor },
    idempotencyKey: randomUUID(),
    language: 'de',
    network: '192.0.2.1',
  })
  if (!bought.ok) throw new Error(bought.reason)
  const { purchaseId, reference } = bought.purchase
  await cancelByCustomer(db, linkTo(purchaseId), null)
  await work(databaseUrl, deps, keepMails())
  const { id } = await db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()
  const { vendor } = of
  await editBooking(db, { vendorId: vendor.id, userId: vendor.userId }, id, {
    typed: {
      customerName: 'Carla',
      customerEmail: carla.email,
      customerPhone: '',
      notes: '',
      paymentStatus: 'pending',
      amountPaidMinor: 0,
      currency: 'EUR',
      people: null,
      extras: [],
      customerGender: null,
      customerBirthDate: null,
      status: 'cancelled',
      sessionId: session.id,
    },
  })
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  const mail = mailer.mails.find(({ to }) => to === carla.email)
  expect(mail?.text).toContain(manageUrl(deps, { purchaseId, reference, tokenRotation: 1 }))
})

test('without upcoming bookings there is no message', async ({ deps, db }) => {
  const session = await aSession(db)
  const over = await aSession(db, {
    class: session.class,
    startsAt: fromNow(-61),
  })
  const phone = '+4915112345678'
  const customer = { ...carla, phone }
  for (const status of ['cancelled', 'rejected', 'expired', 'completed'] as const)
    await aBooking(db, { session, status, customer })
  await aBooking(db, { session, deletedAt: new Date(), customer })
  await aBooking(db, { session: over, customer })
  const overdue = await aBooking(db, { session, status: 'pending', customer })
  await db
    .updateTable('bookings')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .where('purchaseId', '=', overdue.purchaseId)
    .execute()
  await aBooking(db, { session, customer: { phone: '+4915187654321', email: 'x@example.com' } })
  for (const contact of [carla.email, phone, '015187654321', '12345', 'nobody@example.com'])
    await ask(deps, contact)
  expect(await listed(deps)).toEqual([])
  expect(await asked(deps)).toEqual([])
})

test('a session that has begun still counts as upcoming, and other people’s purchases never are', async ({
  deps,
  db,
}) => {
  const session = await aSession(db, { startsAt: fromNow(-10) })
  const own = await aBooking(db, { session, customer: carla })
  await aBooking(db, { session, customer: { email: 'xcarla@example.com' } })
  await aBooking(db, { session, customer: { email: null, phone: '+4915112345678' } })
  await ask(deps, carla.email)
  await ask(deps, '_arla@example.com')
  await ask(deps, '%@example.com')
  expect(await listed(deps)).toEqual([[carla.email, [own.purchaseId]]])
})

test('the next 40 purchases are listed', async ({ deps, db }) => {
  const of = await aClass(db, { maxStudents: 50 })
  const soon = await aSession(db, { class: of, startsAt: fromNow(60) })
  const late = await aSession(db, { class: of })
  const last = await aBooking(db, { session: late, spots: 2, customer: carla })
  for (let n = 0; n < 39; n++) await aBooking(db, { session: soon, customer: carla })
  await aBooking(db, {
    session: await aSession(db, { class: of, startsAt: addMinutes(late.startsAt, 1) }),
    customer: carla,
  })
  await ask(deps, carla.email)
  const [[, purchases] = ['', []]] = await listed(deps)
  expect(purchases).toHaveLength(40)
  expect(purchases).toContain(last.purchaseId)
})

test('sooner spots at a few vendors do not crowd out the purchases at others', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const book = async (count: number, of: AClass, startsAt: Date) => {
    const session = await aSession(db, { class: of, startsAt })
    const bookings: ABooking[] = []
    for (let n = 0; n < count; n++) bookings.push(await aBooking(db, { session, customer: carla }))
    return bookings.map(({ purchaseId }) => purchaseId)
  }
  for (let n = 0; n < 4; n++)
    await book(12, await aClass(db, { maxStudents: 50 }), addMinutes(new Date(), 60))
  const usual = await aClass(db, { maxStudents: 50 })
  const past = await aSession(db, { class: usual, startsAt: onDay(-1) })
  await aBooking(db, {
    session: past,
    status: 'completed',
    customer: { email: 'carla+yoga@example.com' },
  })
  const later = addMinutes(new Date(), 3000)
  const wanted = [...(await book(8, usual, later)), ...(await book(1, await aClass(db), later))]
  const mailer = keepMails()
  await ask(deps, carla.email)
  await work(databaseUrl, deps, mailer)
  const [[, purchases = []] = ['']] = await listed(deps)
  expect(purchases).toHaveLength(40)
  expect(purchases).toEqual(expect.arrayContaining(wanted))
  expect(mailer.mails[0]?.text).toContain(mailTexts('en')('letters.links.more'))
})

test.for(['en', 'de', 'ru'] as const)(
  'the links are written in %s, once however often the event comes',
  async (language, { deps, db, databaseUrl }) => {
    await aBooking(db, { customer: { ...carla, language: 'en' } })
    await aBooking(db, { status: 'pending', customer: carla })
    const mailer = keepMails()
    const eventId = randomUUID()
    await ask(deps, carla.email, language, eventId)
    await ask(deps, carla.email, language, eventId)
    await work(databaseUrl, deps, mailer)
    await ask(deps, carla.email, language, eventId)
    await work(databaseUrl, deps, mailer)
    expect(mailer.mails).toHaveLength(1)
    const [mail] = mailer.mails
    const t = mailTexts(language)
    expect(mail?.subject).toBe(t('letters.links.subject'))
    expect(mail?.text).toContain(t('lines.waiting', { count: 1 }))
    expect(mail?.html).toContain(`lang="${language}"`)
    // Tokens may spell anything.
    const withoutTokens = (body = '') => body.replaceAll(/token=[\w-]+/g, '')
    for (const body of [mail?.html.replace(/<style>.*<\/style>/s, ''), mail?.text].map(
      withoutTokens,
    )) {
      expect(body).not.toMatch(/[{}]|undefined|null|NaN|\bmail\./)
      if (language !== 'en') expect(body).not.toMatch(/\b(?:your|booking|spots)\b(?!\/)/i)
    }
  },
)
