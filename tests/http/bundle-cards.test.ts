import { sql } from 'kysely'
import { seenText } from '#core/bookings/rules/seen.ts'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { expireOverdueBookings } from '#core/bookings/commands/expire-bookings.ts'
import { appFor, noticeOf, readPage, signInAs, type Visitor } from '#tests/support/app.ts'
import { locationOf } from '#tests/support/booking-form.ts'
import { aBundleStudio, type BundleStudio, good, sessionIn, wayBack } from '#tests/support/cards.ts'
import { expect, test } from '#tests/support/database.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { formIn } from '#tests/support/page-form.ts'

const pathOf = ({ bundle, dates }: BundleStudio) =>
  `/book/class/${bundle.class.id}?bundle=${bundle.id}&first=${dates[0]?.id}`

const choose = { how: 'choose', leaveRest: 'on' }

/** Sends the bundle's form with some of its dates, by their places. */
async function send(
  visitor: Visitor,
  studio: BundleStudio,
  more: { dates?: number[]; pay?: string; contact?: string } = {},
) {
  const { bundle, dates } = studio
  const { dates: places = [0, 1], ...typed } = more
  await (await visitor.get(pathOf(studio))).text()
  return visitor.post(pathOf(studio), {
    bundleId: bundle.id,
    first: dates[0]?.id ?? '',
    sessionId: places.map((at) => dates[at]?.id ?? ''),
    seen: seenText({ priceMinor: bundle.priceMinor }),
    name: 'Carla',
    contact: 'carla@example.com',
    ...choose,
    ...typed,
  })
}

async function linksOf({ deps }: BundleStudio) {
  const purchases = await deps.db
    .selectFrom('purchases')
    .orderBy('createdAt')
    .select(['id as purchaseId', 'reference', 'tokenRotation'])
    .execute()
  return purchases.map((purchase) => {
    const { pathname, search } = new URL(manageUrl(deps, purchase))
    return pathname + search
  })
}

test('a bundle that is paid by card says so, leads to Stripe, and is there once it is paid', async ({
  deps: plain,
  databaseUrl,
}) => {
  const studio = await aBundleStudio(plain)
  const { deps, fake } = studio
  const visitor = (await appFor(deps)).visitor()
  const list = await readPage(await visitor.get(`/book/class/${studio.class.id}?tab=bundle`))
  expect(list).toContain('You pay by card online')
  const form = await visitor.get(pathOf(studio))
  expect(form.headers.get('content-security-policy')).toContain(`form-action 'self' ${fake.url};`)
  const text = await readPage(form)
  expect(text).toContain('You pay by card now, on Stripe’s secure page.')
  expect(text).toContain('Book and pay')
  const to = locationOf(await send(visitor, studio))
  expect(to.startsWith(fake.url)).toBe(true)
  const [link = ''] = await linksOf(studio)
  const held = await readPage(await visitor.get(link))
  expect(held).toContain('Your 2 spots are held until')
  expect(held).toContain('It is yours once it is paid.')
  expect(held).toContain('Continue to payment: €48')
  expect(held).toContain('Waiting for payment')
  expect(held).not.toContain('Waiting for confirmation')
  expect(held).toContain('Let them go')
  expect(held).not.toContain('Book a remaining session')
  await fake.pay(sessionIn(to), good)
  const back = await visitor.get(wayBack(studio, to))
  expect(noticeOf(back)?.title).toBe('🎉 Booking Confirmed!')
  const page = await readPage(await visitor.get(link))
  expect(page).toContain('paid')
  expect(page).toContain('Book a remaining session')
  expect(page).not.toContain('held until')
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  const mail = mailer.mails.find(({ to: reader }) => reader === 'carla@example.com')
  expect(mail?.text).toContain('Paid.')
  expect(mail?.text).toContain('/receipt')
})

test('the same form leads to the same payment, other dates lead to the page of what is held, and the studio books it at once', async ({
  deps: plain,
  db,
}) => {
  const studio = await aBundleStudio(plain, { pays: 'choice' })
  const visitor = (await appFor(studio.deps)).visitor()
  expect(await readPage(await visitor.get(pathOf(studio)))).toContain('How do you want to pay?')
  const first = locationOf(await send(visitor, studio, { pay: 'card' }))
  expect(locationOf(await send(visitor, studio, { pay: 'card' }))).toBe(first)
  const held = await send(visitor, studio, { pay: 'card', dates: [0, 2] })
  expect(noticeOf(held)?.title).toBe('You haven’t paid for this booking yet')
  const [link = ''] = await linksOf(studio)
  expect(locationOf(held)).toBe(`${link}#top`)
  const seats = async () =>
    (
      await db.selectFrom('classSessions').orderBy('startsAt').select('currentStudents').execute()
    ).map(({ currentStudents }) => currentStudents)
  expect(await seats()).toEqual([1, 1, 0])
  // What cannot be booked now does not let go what is held.
  await sql`update classes set paused_at = now()`.execute(db)
  await send(visitor, studio, { pay: 'studio' })
  expect(await seats()).toEqual([1, 1, 0])
  await sql`update classes set paused_at = null`.execute(db)
  const booked = await send(visitor, studio, { pay: 'studio' })
  expect(noticeOf(booked)?.title).toBe('🎉 Bundle booked!')
  expect(await seats()).toEqual([1, 1, 0])
  expect(await db.selectFrom('passes').select('status').orderBy('createdAt').execute()).toEqual([
    { status: 'cancelled' },
    { status: 'active' },
  ])
})

test('a bundle that was let go says so, a payment that comes too late goes back, and both sides read of it', async ({
  deps: plain,
  db,
  databaseUrl,
}) => {
  const studio = await aBundleStudio(plain)
  const { deps, fake } = studio
  const visitor = (await appFor(deps)).visitor()
  const to = locationOf(await send(visitor, studio))
  const [link = ''] = await linksOf(studio)
  await sql`update bookings set expires_at = now()`.execute(db)
  await expireOverdueBookings(db)
  const gone = await readPage(await visitor.get(link))
  expect(gone).toContain('You haven’t paid, and your spots were let go Nothing was charged.')
  expect(gone).not.toContain('It was not confirmed')
  await sql`update class_sessions set status = 'cancelled', cancelled_at = now() where id = ${studio.dates[1]?.id}`.execute(
    db,
  )
  await fake.pay(sessionIn(to), good)
  await visitor.get(wayBack(studio, to))
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(await readPage(await visitor.get(link))).toContain(
    'You have no booking, and the whole amount goes back to your card.',
  )
  const [customer, owner] = mailer.mails.toSorted((one) =>
    one.to === 'carla@example.com' ? -1 : 1,
  )
  expect(customer?.text).toContain('Your payment of €48 arrived after the spot was let go')
  expect(owner?.text).toContain('€48')
  expect(mailer.mails).toHaveLength(2)
})

test('the form of a bundle asks where it is paid, as its class until the vendor says otherwise', async ({
  deps: plain,
  db,
}) => {
  const { deps, vendor, class: of } = await aBundleStudio(plain, { pays: 'studio' })
  await sql`update classes set pays = 'choice' where id = ${of.id}`.execute(db)
  const browser = (await appFor(deps)).visitor()
  await signInAs(deps, browser, vendor.userId)
  const path = `/dashboard/classes/${of.id}/bundles/new`
  const html = await (await browser.get(path)).text()
  const asked = formIn(html, 'sessionCount')
  expect(asked['pays']).toBe('choice')
  await browser.post(path, {
    ...asked,
    name: 'By card',
    price: '30',
    sessionCount: '2',
    pays: 'card',
  })
  expect(
    await db
      .selectFrom('sessionBundles')
      .where('bundleName', '=', 'By card')
      .select('pays')
      .execute(),
  ).toEqual([{ pays: 'card' }])
  expect(await readPage(await browser.get(`/dashboard/classes/${of.id}/bundles`))).toContain(
    'By card when booking',
  )
})
