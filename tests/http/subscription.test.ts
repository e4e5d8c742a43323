import { seenText } from '#core/bookings/rules/seen.ts'
import { sql } from 'kysely'
import { giveMonths } from '#core/plans/commands/manage-billing.ts'
import { freeLimits } from '#core/plans/queries.ts'
import { addDays, addMinutes, todayIn } from '#core/shared/time.ts'
import { appFor, readPage, type Visitor } from '#tests/support/app.ts'
import { bookBy, classPath } from '#tests/support/booking-form.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  aBooking,
  aBundle,
  aClass,
  aFacility,
  aSession,
  aSubscription,
  aVendor,
  type AVendor,
} from '#tests/support/factories.ts'
import { onDay } from '#tests/support/times.ts'
import { hurry, keepMails, work } from '#tests/support/jobs.ts'
import { signedInVendor } from '#tests/support/workspace.ts'
import type { Db } from '#core/shared/db.ts'
import { apiOf, problemIn } from './api-client.ts'

const here = '/subscription'
const open = async (browser: Visitor, path = here) => readPage(await browser.get(path))
const end = (db: Db, trialEndsAt = new Date(0)) =>
  db.updateTable('vendors').set({ trialEndsAt }).execute()

/** A session of a vendor on Free whose online bookings of the month are used up but for some. */
async function aLimitedSession(db: Db, vendor: AVendor, { left = 0 } = {}) {
  await end(db)
  const session = await aSession(db, { class: await aClass(db, { vendor }), capacity: 50 })
  for (let nth = 0; nth < freeLimits.bookings - left; nth++)
    await aBooking(db, { session, customer: { name: `Customer ${nth}` } })
  return session
}

test('the page says what counts now: the trial with its days and its warning, Free, a subscription, a gift', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  await end(db, addMinutes(new Date(), 8 * 1440 - 5))
  const trial = await open(browser)
  for (const text of [
    'Current plan',
    'Free trial',
    'Active',
    'Started',
    'Ends',
    'Time remaining 8 days left',
  ])
    expect(trial).toContain(text)
  expect(trial).not.toContain('Your trial ends soon')
  expect(trial).toContain('Free After that $0 forever')
  for (const text of [
    '$0 forever Up to 10 bookings per month Up to 3 new classes per month',
    'Professional Most Popular',
    '$29 per month',
    'you save $56',
    'Unlimited bookings Unlimited classes',
    'Enterprise $99 per month',
  ])
    expect(trial).toContain(text)
  expect(trial).toContain('Online bookings 0')
  expect(await (await browser.get(here)).text()).toContain('aria-label="Back to dashboard"')

  await end(db, addMinutes(new Date(), 2 * 1440 - 5))
  const last = await open(browser)
  expect(last).toContain('Your trial ends soon')
  expect(last).toContain('On Free you have 10 online bookings and 3 new classes a month')

  await end(db)
  const free = await open(browser)
  for (const text of ['Free Plan', 'No end date', 'Online bookings 0 of 10', 'New classes 0 of 3'])
    expect(free).toContain(text)

  const paidUntil = addDays(todayIn('Europe/Berlin', new Date()), 20)
  await aSubscription(db, vendor.id, { paidUntil })
  const paid = await open(browser)
  for (const text of ['Professional Plan', '$29 per month', 'Paid until', 'Cancel plan'])
    expect(paid).toContain(text)
  // The public list of plans knows whose plan it shows.
  const pricing = await (await browser.get('/pricing')).text()
  expect(pricing.match(/Your plan</g)).toHaveLength(1)
  expect(pricing).toMatch(/href="\/subscription"[^>]*>See your subscription/)
  expect(pricing).not.toContain('href="/register"')
  await giveMonths(
    db,
    { vendorId: vendor.id, adminId: vendor.userId, reason: 'Thank you' },
    { plan: 'professional', months: 1 },
  )
  expect(await open(browser)).toMatch(/(28|29|30|31) free days were added to the time you paid for/)
  await db.updateTable('subscriptions').set({ paidUntil: '2026-01-01' }).execute()
  expect(await open(browser)).toContain('Past Due')
  await db.deleteFrom('subscriptions').execute()
  const now = new Date()
  await db
    .insertInto('planGrants')
    .values({
      vendorId: vendor.id,
      plan: 'professional',
      months: 3,
      reason: 'operator',
      startsAt: addMinutes(now, -5),
      endsAt: addMinutes(now, 1440),
    })
    .execute()
  const given = await open(browser)
  for (const text of ['These months are a gift', 'Free After that', 'Professional Your plan'])
    expect(given).toContain(text)

  // The subscription stays what the card, the badge and the list of plans name; the gift is said.
  await aSubscription(db, vendor.id, { paidUntil })
  await db.updateTable('planGrants').set({ plan: 'enterprise' }).execute()
  const both = await open(browser)
  expect(both).toMatch(/Professional Plan \$29 per month .* You also have Enterprise until/)
  expect(both).toContain('Professional Your plan Unlimited bookings')
  expect(both).not.toContain('These months are a gift')
  expect(await readPage(await browser.get('/dashboard'))).not.toContain('Enterprise')

  // Months that follow the trial are what comes after it.
  await db.deleteFrom('subscriptions').execute()
  await end(db, addMinutes(now, 1440))
  await db
    .updateTable('planGrants')
    .set({ plan: 'professional', startsAt: addMinutes(now, 1440), endsAt: addMinutes(now, 9000) })
    .execute()
  const followed = await open(browser)
  expect(followed).toContain('Then: Professional until')
  expect(followed).toContain('Professional After that')
  expect(followed).not.toMatch(/Your trial ends soon|on Free/)
})

test('Upgrade asks the operator once: a row, a mail, and the page says so until it is withdrawn', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const asks = { intent: 'upgrade', plan: 'professional', term: 'yearly' }
  expect((await browser.post(here, asks)).status).toBe(302)
  await browser.post(here, asks)
  const requests = await db.selectFrom('planRequests').selectAll().execute()
  expect(requests).toMatchObject([{ vendorId: vendor.id, plan: 'professional', term: 'yearly' }])
  const page = await open(browser)
  expect(page).toContain('Requested on')
  expect(page).toContain('Withdraw the request')
  const mailer = keepMails()
  const { mails: sent } = mailer
  const operated = {
    ...deps,
    settings: { ...deps.settings, operatorEmail: 'operator@example.com' },
  }
  await work(databaseUrl, operated, mailer)
  expect(sent).toEqual([])
  await hurry(deps)
  await work(databaseUrl, operated, mailer)
  const mail = sent.find(({ subject }) => subject.includes('asks for Professional'))
  expect(mail).toMatchObject({ subject: 'Studio Vera asks for Professional, yearly' })
  expect(mail?.replyTo).toMatchObject({ address: vendor.email })
  expect((await browser.post(here, { intent: 'withdraw' })).status).toBe(302)
  expect(await open(browser)).not.toContain('Requested on')
  expect((await browser.post(here, { ...asks, plan: 'free' })).status).toBe(400)
})

test('the operator gets one mail for ten minutes of changes, which says how it is then; what was undone is not said', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const operated = {
    ...deps,
    settings: { ...deps.settings, operatorEmail: 'operator@example.com' },
  }
  const mailer = keepMails()
  const anHourLater = async () => {
    await work(databaseUrl, operated, mailer)
    await hurry(deps)
    await work(databaseUrl, operated, mailer)
    return mailer.mails.splice(0).map(({ subject, text }) => [subject, text] as const)
  }
  const post = (form: Record<string, string>) => browser.post(here, form)
  const asks = { intent: 'upgrade', plan: 'professional', term: 'monthly' }
  // Withdrawn and asked again before the worker looked, and again after it did.
  await post(asks)
  await post({ intent: 'withdraw' })
  await post({ ...asks, term: 'yearly' })
  await work(databaseUrl, operated, mailer)
  await post({ intent: 'withdraw' })
  await post({ ...asks, term: 'yearly' })
  expect((await anHourLater()).map(([subject]) => subject)).toEqual([
    'Studio Vera asks for Professional, yearly',
  ])
  await db.updateTable('planRequests').set({ closedAt: new Date(), outcome: 'declined' }).execute()
  await post(asks)
  expect(await anHourLater()).toHaveLength(1)
  await post({ intent: 'withdraw' })

  const shown = await aSubscription(db, vendor.id, { plan: 'enterprise' })
  await post({ intent: 'cancel', version: shown })
  await post({ intent: 'keep', version: shown })
  expect(await anHourLater()).toEqual([])
  await post({ intent: 'cancel', version: shown })
  await post({ intent: 'keep', version: shown })
  await post({ intent: 'downgrade', version: shown })
  const { id } = await db
    .selectFrom('subscriptions')
    .where('endedAt', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow()
  await post({ intent: 'cancel', version: id })
  const [mail, ...more] = await anHourLater()
  expect(more).toEqual([])
  expect(mail?.[0]).toBe('Studio Vera has changed from Enterprise to Professional')
  expect(mail?.[1]).toContain('Studio Vera has cancelled Professional.')
})

test('cancelling says what will change, works at once, and can be taken back; a stale form changes nothing', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  await end(db)
  const paidUntil = addDays(todayIn('Europe/Berlin', new Date()), 20)
  const shown = await aSubscription(db, vendor.id, {
    plan: 'enterprise',
    priceMinor: 9900,
    paidUntil,
  })
  expect(await open(browser, `${here}?ask=cancel`)).toContain(
    'Your customers keep their bookings and bundles',
  )
  expect(await open(browser, `${here}?ask=downgrade`)).toContain('the next payment will be $29')
  await browser.post(here, { intent: 'cancel', version: shown })
  const cancelled = await open(browser)
  expect(cancelled).toContain('Cancelled')
  expect(cancelled).toContain('After that, you’ll be on Free.')
  await browser.post(here, { intent: 'keep', version: shown })
  expect(await open(browser)).toContain('Cancel plan')
  await browser.post(here, { intent: 'downgrade', version: shown })
  expect(await open(browser)).toContain('Professional Plan')
  // The other tab still shows Enterprise.
  expect((await browser.post(here, { intent: 'cancel', version: shown })).status).toBe(409)
  expect(await open(browser)).not.toContain('Cancelled')
})

test('the badge leads to the page; without plans there is neither', async ({ deps }) => {
  const { browser } = await signedInVendor(deps)
  expect(await (await browser.get('/dashboard')).text()).toContain('href="/subscription"')
  const without = { ...deps, settings: { ...deps.settings, plans: false } }
  const other = await signedInVendor(without)
  expect((await other.browser.get(here)).status).toBe(404)
  expect(await (await other.browser.get('/dashboard')).text()).not.toContain('href="/subscription"')
})

test('past the limit customers ask the trainer: on the pages, with a stale form, a stale bundle and by the API', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  await db
    .updateTable('vendors')
    .set({ contactEmail: 'vera@example.com', contactPhone: '+4930123456' })
    .execute()
  const session = await aLimitedSession(db, vendor, { left: 1 })
  const second = await aSession(db, { class: session.class })
  const bundle = await aBundle(db, { class: session.class, sessionCount: 2 })
  const visitor = (await appFor(deps)).visitor()
  const classPage = classPath(session)
  expect(await readPage(await visitor.get(classPage))).not.toContain('Ask Studio Vera')
  const tenth = await bookBy(visitor, session, { name: 'Mia', contact: 'mia@example.com' })
  expect(tenth.headers.get('location')).toMatch(/^\/booking\//)

  const asks = 'Ask Studio Vera for this spot'
  const html = await (await visitor.get(`${classPage}?session=${session.id}`)).text()
  expect(html).toContain(asks)
  expect(html).toMatch(/href="mailto:vera%40example.com\?subject=Yoga&amp;body=Hello/)
  expect(html).toContain('href="tel:+4930123456"')
  expect(html).toContain('>+49 30 123456<')
  expect(html).not.toContain('name="contact"')
  for (const word of ['plan', 'Free', 'limit', 'upgrade'])
    expect(html.slice(html.indexOf('id="book"'), html.indexOf('</main>'))).not.toContain(word)
  expect(await readPage(await visitor.get(`/${vendor.username}`))).toContain(asks)
  for (const frame of [`/embed/${vendor.username}`, `/embed/class/${session.class.id}`]) {
    const framed = await readPage(await visitor.get(frame))
    expect(framed).toContain(asks)
    expect(framed).not.toContain('Book Session')
  }
  // Of a court, only what is still free can be asked for.
  const court = await aFacility(db, { vendor })
  // Added by hand, so that it is none of the ten.
  const taken = await aSession(db, { class: court, startsAt: onDay(3, '10:00') })
  await aBooking(db, { session: taken, customer: { email: null } })
  await aSession(db, { class: court, startsAt: onDay(3, '12:00') })
  const slots = await readPage(await visitor.get(`/book-slot/${court.id}`))
  expect(slots).toContain('Please ask Studio Vera for this slot.')
  expect(slots).toContain('12:00–')
  expect(slots).not.toContain('10:00–')
  const found = await readPage(await visitor.get('/classes'))
  expect(found).toContain('Ask Studio Vera for a spot')
  expect(found).not.toContain('Book Single Session')
  const share = await readPage(await browser.get('/dashboard/share'))
  expect(share).toContain('Anyone with this link can see your sessions and ask you for a spot.')
  expect(share).not.toContain('Anyone with this link can book')

  const stale = await bookBy(visitor, session, { name: 'Ben', contact: 'ben@example.com' })
  expect(stale.status).toBe(409)
  expect(await readPage(stale)).toContain('Please ask for it directly.')
  const answer = await apiOf(deps).book({ sessionId: session.id, spots: 1 })
  expect(await problemIn(answer)).toMatchObject({ status: 409, code: 'ask_vendor' })
  const pass = await visitor.post(`${classPage}?bundle=${bundle.id}`, {
    bundleId: bundle.id,
    first: session.id,
    how: 'series',
    sessionId: [session.id, second.id],
    seen: seenText({ priceMinor: bundle.priceMinor }),
    name: 'Cleo',
    contact: 'cleo@example.com',
  })
  expect(pass.status).toBe(409)
  expect(await open(browser)).toContain('Online bookings 10 of 10')
  expect(await open(browser, '/dashboard')).toContain('Online bookings: 10 of 10')
})

test('a vendor on Free is notified by mail at 8 and at 10 bookings, once each', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { vendor } = await signedInVendor(deps)
  const session = await aLimitedSession(db, vendor, { left: 3 })
  const mailer = keepMails()
  const { mails: sent } = mailer
  for (const name of ['Mia', 'Ben', 'Ada', 'Cleo'])
    await bookBy((await appFor(deps)).visitor(), session, {
      name,
      contact: `${name.toLowerCase()}@example.com`,
    })
  await work(databaseUrl, deps, mailer)
  const notices = () => sent.map(({ subject }) => subject).filter((text) => /bookings/.test(text))
  // Both thresholds had been passed before the worker looked: only the higher one is news.
  expect(notices()).toEqual(['You’ve used all 10 online bookings this month'])
  await work(databaseUrl, deps, mailer)
  expect(notices()).toHaveLength(1)
})

test('a fourth booking of new customers from one address finds how to ask, and who came before yesterday books', async ({
  deps,
  db,
}) => {
  const vendor = await aVendor(db, { trialEndsAt: new Date(0), businessName: 'Studio Vera' })
  await db.updateTable('vendors').set({ contactPhone: '+4930123456' }).execute()
  const session = await aSession(db, { class: await aClass(db, { vendor }), capacity: 9 })
  const app = await appFor(deps)
  const book = (name: string) =>
    bookBy(app.visitor(), session, { name, contact: `${name.toLowerCase()}@example.com` })
  for (const name of ['Ada', 'Ben', 'Cem']) expect((await book(name)).status).toBe(303)
  const fourth = await book('Dua')
  expect(fourth.status).toBe(409)
  const page = await fourth.text()
  expect(page).toContain('Please ask Studio Vera for this spot.')
  expect(page).toContain('href="tel:+4930123456"')
  // Another contact may still book, at once.
  expect(page).toContain('name="contact"')
  expect((await book('Ada')).status).toBe(409)
  await sql`update contacts set created_at = now() - interval '25 hours' where name = 'Ada'`.execute(
    db,
  )
  expect((await book('Ada')).status).toBe(303)
})
