import { appFor, noticeOf, readPage } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { instantOf, todayIn } from '#core/shared/time.ts'
import { formIn } from '#tests/support/page-form.ts'
import { signedInVendor } from '#tests/support/workspace.ts'
import { fromNow, onDay } from '#tests/support/times.ts'

test('a new vendor is led to the first booking in three steps, until they are done or hidden', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const overview = async () => readPage(await browser.get('/dashboard'))
  expect(await overview()).toContain('Three steps to your first booking')
  expect(await overview()).toContain('Add class')
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  expect(await overview()).toMatch(/Publish your first class\s*: done/)
  // The button that copies the link says so already.
  const shared = await browser.post('/dashboard/share', {})
  expect([shared.status, noticeOf(shared)]).toEqual([200, null])
  expect(await overview()).toMatch(/Share your link\s*: done/)
  await aBooking(db, { session })
  expect(await overview()).not.toContain('Three steps')

  const { browser: other } = await signedInVendor(deps)
  expect(await readPage(await other.get('/dashboard'))).toContain('Three steps')
  const hidden = await other.post('/dashboard?index', { intent: 'hideSteps' })
  expect(hidden.headers.get('location')).toBe('/dashboard')
  expect(await readPage(await other.get('/dashboard'))).not.toContain('Three steps')
})

test('the overview shows the next seven days with the fill of each session, money and new bookings', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const yoga = await aClass(db, { vendor, title: 'Yoga', priceMinor: 1500 })
  const session = await aSession(db, {
    class: yoga,
    capacity: 10,
    startsAt: fromNow(0),
  })
  await aBooking(db, { session, spots: 2 })
  const said = await readPage(await browser.get('/dashboard'))
  expect(said).toMatch(/Next seven days.*, today/)
  expect(said).toMatch(/Yoga, \d\d:\d\d: 2\/10 booked/)
  expect(said).toMatch(/This week\s*€0\s*€30\s/)
  expect(said).toContain('Booked in the last 7 days')
  const html = await (await browser.get('/dashboard')).text()
  expect(html).toContain('aria-current="date"')
  expect(html).toContain(`/dashboard/sessions/${session.id}`)
})

test('people who have not paid for a past session are on the overview, and one click settles it', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const yoga = await aClass(db, { vendor, title: 'Yoga', priceMinor: 1500 })
  const over = await aSession(db, { class: yoga, startsAt: onDay(-3) })
  const upcoming = await aSession(db, { class: yoga, startsAt: onDay(2) })
  await aBooking(db, { session: over, customer: { name: 'Carla Past' } })
  await aBooking(db, { session: upcoming, customer: { name: 'Dora Next' } })
  const page = await browser.get('/dashboard')
  const html = await page.clone().text()
  const said = await readPage(page)
  expect(said).toMatch(/Money owed €15 unpaid Carla Past Yoga, .* Unpaid: €15/)
  expect(said).not.toContain('Dora Next')
  const fields = formIn(html, 'bookingId')
  const paid = await browser.post('/dashboard/bookings', { ...fields, intent: 'paid' })
  expect(paid.headers.get('location')).toBe('/dashboard')
  expect(await readPage(await browser.get('/dashboard'))).not.toContain('Money owed')
  expect(await db.selectFrom('payments').select('amountMinor').execute()).toEqual([
    { amountMinor: 1500 },
  ])
})

test('a workspace in New York has its own day as the first, and says AM and PM', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  await db
    .updateTable('vendors')
    .set({ timeZone: 'America/New_York', country: 'US' })
    .where('id', '=', vendor.id)
    .execute()
  const boxing = await aClass(db, { vendor, title: 'Boxing' })
  const date = todayIn('America/New_York', new Date())
  const startsAt = instantOf({ date, time: '18:15', zone: 'America/New_York' }) ?? new Date()
  await aSession(db, { class: boxing, capacity: 10, startsAt, timeZone: 'America/New_York' })
  const said = await readPage(await browser.get('/dashboard'))
  const [today = ''] = /Next seven days\s*(\w{3}\s*\d+)/.exec(said)?.slice(1) ?? []
  expect(today.replace(/\s+/, ' ')).toBe(dayOf(date))
  expect(said).toContain('Boxing, 6:15 PM: 0/10 booked')
  expect(said).toContain('6:15–7:15 PM')
  expect(said).not.toContain('18:15')
})

/** 'Fri 27' */
function dayOf(date: string): string {
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' })
  return `${weekday.format(new Date(`${date}T12:00Z`))} ${Number(date.slice(8))}`
}

test('the page is shared by link, QR code and story picture; strangers see only pictures of public pages', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const app = await appFor(deps)
  expect((await app.visitor().get('/dashboard/share')).headers.get('location')).toMatch(/^\/login/)
  const story = `/og/story/${vendor.username}.png`
  expect(await (await browser.get('/dashboard/share')).text()).not.toContain(story)
  await aSession(db, { class: await aClass(db, { vendor }) })
  const page = await (await browser.get('/dashboard/share')).text()
  expect(page).toContain('The next seven days as text')
  expect(page).toContain('href="/dashboard/calendar/print?days=7"')
  expect(page).toContain(`data-openspot=&quot;${vendor.username}&quot;`)
  for (const path of [`/og/qr/${vendor.username}.svg`, `/og/qr/${vendor.username}.png`, story]) {
    expect(page).toContain(`"${path}"`)
    const picture = await app.visitor().get(path)
    expect([path, picture.status]).toEqual([path, 200])
    expect(picture.headers.get('content-type')).toMatch(path.endsWith('svg') ? /svg/ : /png/)
    expect((await app.visitor().get(path.replace(vendor.username, 'nobody-there'))).status).toBe(
      404,
    )
  }
  await db
    .updateTable('vendors')
    .set({ suspendedAt: new Date() })
    .where('id', '=', vendor.id)
    .execute()
  for (const path of [`/og/qr/${vendor.username}.svg`, story])
    expect((await app.visitor().get(path)).status).toBe(404)
})
