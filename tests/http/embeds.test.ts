import { expect } from 'vitest'
import { bookingPath } from '#core/classes/rules.ts'
import { appFor, readPage } from '#tests/support/app.ts'
import { test } from '#tests/support/database.ts'
import { aBooking, aClass, aFacility, aSession, aVendor } from '#tests/support/factories.ts'
import { fromNow } from '#tests/support/times.ts'

const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? ''

test('a trainer’s frame lists the upcoming sessions; its links lead the whole window to the booking', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { businessName: 'Studio Zoë' })
  const of = await aClass(db, { vendor, title: 'Vinyasa' })
  const open = await aSession(db, { class: of, capacity: 10 })
  await aBooking(db, { session: open, spots: 3 })
  const full = await aSession(db, { class: of, capacity: 1, startsAt: fromNow(300) })
  await aBooking(db, { session: full })
  const closed = await aSession(db, {
    class: of,
    startsAt: fromNow(400),
    bookingClosesAt: fromNow(-5),
  })
  const hidden = await aSession(db, {
    class: await aClass(db, { vendor, title: 'By link', visibility: 'link' }),
  })
  const page = await (await appFor(deps)).visitor().get(`/embed/${vendor.username}`)
  const html = await page.clone().text()
  const text = await readPage(page)
  expect(page.status).toBe(200)
  for (const said of [
    'Studio Zoë',
    'Vinyasa',
    '3/10 booked',
    'Fully Booked',
    'Registration Closed',
  ])
    expect(text).toContain(said)
  expect(text).not.toContain('By link')
  const links = [...html.matchAll(/<a [^>]*>/g)].map(([link]) => link)
  const booking = `${deps.origin}/book/class/${of.id}?session=`
  expect(links.filter((link) => link.includes(`${booking}${open.id}#book`))).toHaveLength(1)
  for (const session of [full, closed, hidden]) expect(html).not.toContain(`session=${session.id}`)
  for (const link of links) expect(link).toContain('target="_top"')
})

test('the frame of a vendor with courts leads to the page where their slots are booked', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const court = await aFacility(db, { vendor, title: 'Centre court' })
  await aSession(db, { class: court })
  await aFacility(db, { vendor, title: 'By link', visibility: 'link' })
  const page = await (await appFor(deps)).visitor().get(`/embed/${vendor.username}`)
  const html = await page.clone().text()
  const text = await readPage(page)
  expect(text).toContain('Courts and rooms Centre court')
  expect(text).not.toContain('No Sessions Available')
  expect(text).not.toContain('By link')
  const links = [...html.matchAll(/<a [^>]*>/g)].map(([link]) => link)
  const href = `href="${deps.origin}${bookingPath({ kind: 'facility', id: court.id })}#book"`
  expect(links.filter((link) => link.includes(href))).toHaveLength(1)
  for (const link of links) expect(link).toContain('target="_top"')
})

test('a frame loads nothing but itself, sets no cookie, and holds no form', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const visitor = (await appFor(deps)).visitor()
  for (const path of [
    `/embed/${session.class.vendor.username}`,
    `/embed/class/${session.class.id}`,
  ]) {
    const page = await visitor.get(path)
    const html = await page.text()
    expect(page.headers.getSetCookie(), path).toEqual([])
    expect(html, path).not.toContain('<form')
    expect(html, path).not.toMatch(/<script[^>]* src=|modulepreload/)
    // One script of its own, let through by its number.
    const nonce = /'nonce-([^']+)'/.exec(policyOf(page))?.[1]
    expect(html.match(/<script\b/g), path).toHaveLength(1)
    expect(html).toContain(`<script nonce="${nonce}">`)
  }
})

test('only the two frames may be framed', async ({ db, deps }) => {
  const session = await aSession(db)
  const { username, id } = session.class.vendor
  const visitor = (await appFor(deps)).visitor()
  for (const path of [`/embed/${username}`, `/embed/class/${session.class.id}`])
    expect(policyOf(await visitor.get(path)), path).toContain('frame-ancestors *;')
  for (const path of [
    '/',
    '/classes',
    '/login',
    `/${username}`,
    `/vendor/${id}`,
    `/book/class/${session.class.id}`,
    '/my-spots',
    '/embed',
    `/embed/class/${session.class.id}/else`,
    '/embedded',
    '/embed/..%2flogin',
    '/og/site.png',
    '/robots.txt',
  ])
    expect(policyOf(await visitor.get(path)), path).toContain("frame-ancestors 'none'")
})

test('the site around it chooses theme and language, in the frame only', async ({ db, deps }) => {
  const session = await aSession(db)
  const { username } = session.class.vendor
  const visitor = (await appFor(deps)).visitor()
  const dark = await (
    await visitor.get(`/embed/${username}?theme=dark&language=de`, { 'accept-language': 'ru' })
  ).text()
  expect(dark).toContain('<html lang="de" dir="ltr" data-theme="dark"')
  expect(dark).toContain('Termin buchen')
  const odd = await (
    await visitor.get(`/embed/${username}?theme="><script>x&language=xx`, {
      'accept-language': 'ru',
    })
  ).text()
  expect(odd).toContain('<html lang="ru" dir="ltr">')
  const page = await (await visitor.get(`/${username}?theme=dark&language=de`)).text()
  expect(page).toContain('<html lang="en" dir="ltr">')
})

test('in a frame, a former name leads to the new one, and a deleted class is reported', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  await db
    .insertInto('usernames')
    .values({ username: 'former-name', vendorId: vendor.id })
    .execute()
  const visitor = (await appFor(deps)).visitor()
  const moved = await visitor.get('/embed/former-name?theme=dark')
  expect(moved.status).toBe(301)
  expect(moved.headers.get('location')).toContain(`/embed/${vendor.username}?theme=dark`)
  expect(await readPage(await visitor.get(`/embed/${vendor.username}`))).toContain(
    'No Sessions Available',
  )

  const closed = await aSession(db, { class: await aClass(db, { visibility: 'closed' }) })
  const suspended = await aVendor(db, { suspendedAt: new Date() })
  for (const path of [
    '/embed/nobody-of-this-name',
    '/embed/%00',
    `/embed/${suspended.username}`,
    `/embed/class/${closed.class.id}`,
    '/embed/class/nonsense',
  ]) {
    const page = await visitor.get(path)
    expect(page.status, path).toBe(404)
    expect(await readPage(page), path).toContain('This can no longer be booked.')
  }
})

test('a link-only class can be framed by anyone with the link', async ({ db, deps }) => {
  const session = await aSession(db, {
    class: await aClass(db, { title: 'By link', visibility: 'link' }),
  })
  const page = await (await appFor(deps)).visitor().get(`/embed/class/${session.class.id}`)
  expect(await readPage(page)).toContain('By link')
})
