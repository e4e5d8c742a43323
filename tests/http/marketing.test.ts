import { sql } from 'kysely'
import { openEnquiryForm } from '#core/messages/commands/send-enquiry.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { textsOf } from '#app/locale/catalogue.ts'
import { appFor, readPage, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'

const settingsOf = (deps: Deps, changes: Partial<Deps['settings']>): Deps => ({
  ...deps,
  settings: { ...deps.settings, ...changes },
})
const plain = ['/', '/pricing', '/contact', '/privacy-policy', '/terms-of-service', '/no/such']

test('the landing page explains the product, shows plans from the catalogue, and links to every public page', async ({
  deps,
}) => {
  const page = await (await appFor(deps)).visitor().get('/')
  const html = await page.clone().text()
  const text = await readPage(page)
  expect(page.status).toBe(200)
  for (const said of [
    'Smart Scheduling',
    'Client Management',
    'Business Analytics Planned',
    'Free for 10 bookings a month. No card.',
    'Customers pay you directly. We take no cut.',
    '14 days with every available feature, without a card.',
    'Professional',
    '$29',
    '$99',
    'Most Popular',
    'Your customers’ data stays yours',
  ])
    expect(text).toContain(said)
  for (const to of [
    '/pricing',
    '/classes',
    '/login',
    '/register',
    '/privacy-policy',
    '/terms-of-service',
  ])
    expect(html, to).toContain(`href="${to}"`)
  expect(html).toMatch(/<form[^>]*action="\/register"[\s\S]*?name="email"/)
  // In the hero, and not only in the header.
  const main = await readPage(new Response(html.slice(html.indexOf('<main'))))
  expect(main).toContain('Get Started')
  expect(main).not.toMatch(/which stay empty|Everyone who has booked/)
})

/** So many vendors with a class in one town. */
async function teachIn(db: Db, location: string, vendors: number) {
  for (let nth = 0; nth < vendors; nth++)
    await aClass(db, { vendor: await aVendor(db, { location }) })
}

test('the list of all classes is in the header once some town has several vendors', async ({
  db,
  deps,
}) => {
  const headerOf = async (path: string) => {
    const html = await (await (await appFor(deps)).visitor().get(path)).text()
    return /<header[\s\S]*?<\/header>/.exec(html)?.[0] ?? ''
  }
  await teachIn(db, 'Kastanienallee 12, 10435 Berlin', 2)
  await teachIn(db, '88 Wythe Ave, Brooklyn, NY', 2)
  await aVendor(db, { location: 'Berlin' })
  expect(await headerOf('/pricing')).not.toContain('href="/classes"')
  expect(await headerOf('/pricing')).toContain('href="/pricing"')
})

test('every page of the product leads to classes and prices, and marks where one is', async ({
  db,
  deps,
}) => {
  await teachIn(db, 'Torstraße 98 (Hinterhaus), Berlin', 3)
  const visitor = (await appFor(deps)).visitor()
  for (const path of [...plain, '/classes', '/register', '/login', '/nobody-here', '/my-spots']) {
    const html = await (await visitor.get(path)).text()
    const [, header = ''] = /<header[\s\S]*?<nav([\s\S]*?)<\/nav>/.exec(html) ?? []
    for (const to of ['/classes', '/pricing']) expect(header, path).toContain(`href="${to}"`)
    const current = /<a(?=[^>]*aria-current="page")[^>]*href="([^"]+)"/.exec(header)?.[1]
    const isThere = path === '/classes' || path === '/pricing'
    expect(current ?? null, path).toBe(isThere ? path : null)
  }
})

test('the sign-up begins with the address the landing page was given', async ({ deps }) => {
  const page = await (await appFor(deps)).visitor().get('/register?email=new%40example.com')
  expect(await page.text()).toMatch(/<input[^>]*name="email"[^>]*value="new@example.com"/)
})

test('the landing page leads to the page the operator named, as long as it has an open spot', async ({
  db,
  deps,
}) => {
  const visitor = (await appFor(settingsOf(deps, { showcase: 'anna' }))).visitor()
  const leadsThere = async () => {
    const html = await (await visitor.get('/')).text()
    return [html.includes('href="/anna"'), html.includes('See a live page')]
  }
  expect(await leadsThere()).toEqual([false, false])
  const vendor = await aVendor(db, { username: 'anna' })
  const session = await aSession(db, { class: await aClass(db, { vendor }), capacity: 1 })
  expect(await leadsThere()).toEqual([true, true])
  await aBooking(db, { session })
  expect(await leadsThere()).toEqual([false, false])
})

test('a signed-in member is redirected from the landing page to the dashboard', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const visitor = (await appFor(deps)).visitor()
  await signInAs(deps, visitor, vendor.userId)
  const page = await visitor.get('/')
  expect(page.status).toBe(302)
  expect(page.headers.get('location')).toBe('/dashboard')
})

test('on the other pages of the product a signed-in member finds the dashboard, not the sign-in', async ({
  db,
  deps,
}) => {
  const app = await appFor(deps)
  const member = app.visitor()
  await signInAs(deps, member, (await aVendor(db)).userId)
  for (const path of ['/pricing', '/contact', '/classes']) {
    const headerOf = async (visitor: typeof member) =>
      /<header[\s\S]*?<\/header>/.exec(await (await visitor.get(path)).text())?.[0] ?? ''
    expect(await headerOf(member), path).toContain('href="/dashboard"')
    expect(await headerOf(member), path).not.toMatch(/href="\/(?:login|register)"/)
    expect(await headerOf(app.visitor()), path).toContain('href="/login"')
  }
})

test('HOME puts a trainer’s page at /, and before the trainer is there the landing page', async ({
  db,
  deps,
}) => {
  const visitor = (await appFor(settingsOf(deps, { home: 'anna' }))).visitor()
  expect(await readPage(await visitor.get('/'))).toContain('Smart Scheduling')
  const vendor = await aVendor(db, { username: 'anna', businessName: 'Studio Anna' })
  const listed = await aClass(db, { vendor, title: 'Sunrise Yoga' })
  const page = await visitor.get('/')
  expect(page.status).toBe(200)
  const html = await page.clone().text()
  const text = await readPage(page)
  expect(text).toContain('Studio Anna')
  expect(text).toContain('Sunrise Yoga')
  expect(text).not.toContain('Smart Scheduling')
  // The links of the page stay on it.
  expect(html).toContain(`/?class=${listed.id}`)
})

test('/pricing shows three plans, both prices, and where each button leads', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  const page = await visitor.get('/pricing')
  const html = await page.clone().text()
  const text = await readPage(page)
  for (const said of [
    'Back to Home',
    'Sign In',
    'Get Started',
    'Free',
    '$0',
    'Professional',
    '$29',
    'Most Popular',
    'Enterprise',
    '$99',
    'Contact Sales',
    'Up to 3 new classes per month Basic calendar sync: bookings appear in your calendar Email notifications',
    'Basic support Professional Most Popular',
    'Enterprise For teams with several locations. Everything in Professional. Planned (10) : Enterprise Multi-location support',
    'Payment processing Custom branding',
    'Cancellation policies Planned (4) : Professional Client management: a page for each client Analytics',
    'Session packages and bundles',
    'Priority support',
    'White-label on your own domain',
    'Gift cards',
    '“Ask Anna for this spot”',
    '$29 per month $292 a year, you save $56',
    '$292 per year You save $56 a year',
    '$99 per month $29 until its extra features are built',
    '$997 per year $292 until its extra features are built',
    'Yearly Save 16%',
    'What happens after the 14 days?',
    'Professional is $292 a year and saves you $56.',
  ])
    expect(text).toContain(said)
  for (const notBuilt of [
    'Ask for this spot',
    'at 80%',
    'exported',
    'for now, later',
    'every feature',
  ])
    expect(text).not.toContain(notBuilt)
  // What is planned is one folded line for each plan.
  expect(html).not.toMatch(/<details[^>]* open/)
  expect(html.match(/href="\/contact"/g)?.length).toBe(2)
  expect(html).toMatch(/<input[^>]*checked[^>]*value="monthly"|value="monthly"[^>]*checked/)
  const yearly = await (await visitor.get('/pricing?billing=yearly')).text()
  expect(yearly).toMatch(/<input[^>]*checked[^>]*value="yearly"|value="yearly"[^>]*checked/)
})

test('the pages speak the visitor’s language', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  for (const language of ['de', 'ru'] as const) {
    const { home, pricing, contact } = textsOf(language, ['home', 'pricing', 'contact'])
    const asked = { 'accept-language': language }
    expect(await readPage(await visitor.get('/', asked))).toContain(home?.headline)
    expect(await readPage(await visitor.get('/pricing', asked))).toContain(pricing?.headline)
    expect(await readPage(await visitor.get('/contact', asked))).toContain(contact?.headline)
  }
})

test('where plans are off nothing is sold, and /pricing is not there', async ({ deps }) => {
  const visitor = (await appFor(settingsOf(deps, { plans: false }))).visitor()
  const page = await visitor.get('/pricing')
  expect(page.status).toBe(404)
  expect(await readPage(page)).toContain('Oops! Page not found')
  const landing = await visitor.get('/')
  const html = await landing.clone().text()
  expect(html).not.toContain('href="/pricing"')
  expect(await readPage(landing)).not.toMatch(/\$29|14 days|Free for 10/)
  expect((await visitor.get('/contact')).status).toBe(200)
  expect(await readPage(await visitor.get('/contact'))).not.toContain('Enterprise includes')
})

test('where sign-up is closed nobody is invited to it', async ({ deps }) => {
  const visitor = (await appFor(settingsOf(deps, { signUp: 'closed' }))).visitor()
  const page = await visitor.get('/')
  expect(await page.clone().text()).not.toMatch(/action="\/register"/)
  expect(await readPage(page)).toContain('This site isn’t accepting new accounts.')
  const invited = (await appFor(settingsOf(deps, { signUp: 'invite' }))).visitor()
  const said = await readPage(await invited.get('/'))
  expect(said).toContain('new accounts need an invitation')
  expect(said).not.toContain('isn’t accepting new accounts')
  for (const from of [visitor, invited]) {
    const html = await (await from.get('/pricing')).text()
    expect(html).not.toContain('href="/register"')
    expect(html).toMatch(/<li[^>]*>(?:(?!<\/li>).)*href="\/login"/s)
  }
})

test('pages that need no script ship none, and carry their styles inside', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  for (const path of plain) {
    const html = await (await visitor.get(path)).text()
    expect(html, path).not.toMatch(/<script|modulepreload/)
    expect(html, path).toMatch(/<style[^>]*>[\s\S]{10000,}<\/style>/)
    expect(html, path).not.toMatch(/rel="stylesheet"/)
    expect(html.match(/rel="preload" as="font"/g)?.length, path).toBe(1)
  }
  const ru = await (await visitor.get('/', { 'accept-language': 'ru' })).text()
  expect(ru).toMatch(/rel="preload" as="font"[^>]*cyrillic/)
})

test('pages load their script after the visible content', async ({ db, deps }) => {
  const vendor = await aVendor(db)
  const visitor = (await appFor(deps)).visitor()
  for (const path of ['/classes', `/${vendor.username}`]) {
    const html = await (await visitor.get(path)).text()
    expect(html, path).toContain('<script')
    expect(html, path).not.toContain('modulepreload')
  }
  await signInAs(deps, visitor, vendor.userId)
  expect(await (await visitor.get('/dashboard')).text()).toContain('modulepreload')
})

test('the legal pages have a way back, a date of their own and three groups', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  for (const path of ['/privacy-policy', '/terms-of-service']) {
    const page = await visitor.get(path, { referer: `${deps.origin}/pricing` })
    const html = await page.clone().text()
    const text = await readPage(page)
    expect(html).toMatch(/<a[^>]*href="\/pricing"[^>]*>[\s\S]{0,400}?Back/)
    expect(text).toMatch(/Last updated: November 2\d, 2026/)
    for (const group of ['Service Providers', 'Clients', 'Administrators'])
      expect(text).toContain(group)
    const direct = await (await visitor.get(path)).text()
    expect(direct).toMatch(/<a[^>]*href="\/"[^>]*>[\s\S]{0,400}?Back/)
  }
})

test('the legal pages say how to reach the operator, and end an account', async ({ deps }) => {
  const silent = (await appFor(deps)).visitor()
  const named = (await appFor(settingsOf(deps, { operatorEmail: 'hello@example.com' }))).visitor()
  for (const path of ['/privacy-policy', '/terms-of-service']) {
    const withForm = await (await silent.get(path)).text()
    expect(withForm, path).toMatch(/Questions\? Contact Openspot[\s\S]{0,200}href="\/contact"/)
    const withMail = await (await named.get(path)).text()
    expect(withMail, path).toMatch(
      /Questions\? Contact Openspot[\s\S]{0,200}href="mailto:hello@example.com"/,
    )
  }
  expect(await readPage(await silent.get('/terms-of-service'))).toContain(
    'You can delete your account at any time in the settings. You can also ask Openspot to delete it, using the contact details below.',
  )
})

test('the legal notice is at the end of the privacy policy, if the operator gave one', async ({
  deps,
}) => {
  const silent = (await appFor(deps)).visitor()
  expect(await (await silent.get('/')).text()).not.toContain('#operator')
  expect(await (await silent.get('/privacy-policy')).text()).not.toContain('id="operator"')
  const operatorAddress = 'Openspot GmbH\nMusterstraße 1'
  const named = (await appFor(settingsOf(deps, { operatorAddress }))).visitor()
  const footer = await (await named.get('/classes', { 'accept-language': 'de' })).text()
  expect(footer).toMatch(/href="\/privacy-policy#operator"[^>]*>Impressum</)
  const page = await (await named.get('/privacy-policy')).text()
  expect(page).toMatch(/id="operator"[\s\S]*Legal notice[\s\S]*Openspot GmbH\nMusterstraße 1/)
})

test('/terms and /privacy lead on for good', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  for (const [from, to] of [
    ['/terms', '/terms-of-service'],
    ['/privacy', '/privacy-policy'],
  ] as const) {
    const page = await visitor.get(from)
    expect(page.status).toBe(301)
    expect(page.headers.get('location')).toBe(to)
  }
})

test('a long unknown URL is a 404 for every method', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  for (const page of [await visitor.get('/no/such/page'), await visitor.post('/no/such/page')]) {
    expect(page.status).toBe(404)
    const html = await page.clone().text()
    expect(await readPage(page)).toContain('Oops! Page not found')
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Return to Home/)
  }
})

const enquiry = {
  name: 'Erika Enter',
  email: 'Erika@Example.com',
  business: 'Three Studios',
  message: 'We run three studios.\nWhat would you need from us?',
}
/** A form that was opened so many seconds ago. */
const openedFor = (deps: Deps, seconds: number) =>
  openEnquiryForm(deps, new Date(Date.now() - seconds * 1000))
const enquiries = (deps: Deps) => deps.db.selectFrom('enquiries').selectAll().execute()

test('an enquiry is stored and reaches the operator, who answers to its sender', async ({
  databaseUrl,
  deps,
}) => {
  const of = settingsOf(deps, { operatorEmail: 'operator@example.com' })
  const visitor = (await appFor(of)).visitor()
  const form = await (await visitor.get('/contact')).text()
  expect(form).toMatch(/name="opened" value="[\w.-]{40,}"/)
  const sent = await visitor.post('/contact', { ...enquiry, opened: openedFor(of, 20) })
  expect(sent.status).toBe(302)
  expect(sent.headers.get('location')).toBe('/contact?sent=1')
  expect(await readPage(await visitor.get('/contact?sent=1'))).toContain(
    'Your message is on its way',
  )
  const [stored] = await enquiries(of)
  expect(stored).toMatchObject({ ...enquiry, email: 'erika@example.com', language: 'en' })

  const post = keepMails()
  await work(databaseUrl, of, post)
  expect(post.mails).toHaveLength(1)
  const [mail] = post.mails
  expect(mail?.to).toBe('operator@example.com')
  expect(mail?.replyTo).toEqual({ name: 'Erika Enter', address: 'erika@example.com' })
  expect(mail?.subject).toBe('Enquiry from Erika Enter, Three Studios')
  expect(mail?.text).toContain('We run three studios.\nWhat would you need from us?')
  const messages = await deps.db
    .selectFrom('messages')
    .select(['audience', 'status', 'recipient'])
    .execute()
  expect(messages).toEqual([
    { audience: 'operator', status: 'sent', recipient: 'operator@example.com' },
  ])
})

test('without an operator’s address an enquiry is stored, and ends as having no channel', async ({
  databaseUrl,
  deps,
}) => {
  const said: string[] = []
  const warn = (_facts: object, text: string) => void said.push(text)
  const told: Deps = { ...deps, log: Object.assign(Object.create(deps.log), { warn }) }
  const visitor = (await appFor(told)).visitor()
  const sent = await visitor.post('/contact', { ...enquiry, opened: openedFor(deps, 20) })
  expect(sent.headers.get('location')).toBe('/contact?sent=1')
  const post = keepMails()
  await work(databaseUrl, told, post)
  expect(post.mails).toEqual([])
  expect(await enquiries(deps)).toHaveLength(1)
  const { status } = await deps.db.selectFrom('messages').select('status').executeTakeFirstOrThrow()
  expect(status).toBe('no_channel')
  expect(said).toEqual(['an enquiry was stored but not sent: OPERATOR_EMAIL is not set'])
})

test('the form sent twice is one enquiry', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  const opened = openedFor(deps, 20)
  await visitor.post('/contact', { ...enquiry, opened })
  const again = await visitor.post('/contact', { ...enquiry, opened })
  expect(again.headers.get('location')).toBe('/contact?sent=1')
  expect(await enquiries(deps)).toHaveLength(1)
  const { rows } = await sql`select 1 from outbox where kind = 'enquiry.received'`.execute(deps.db)
  expect(rows).toHaveLength(1)
})

test('a refused form names what is wrong and keeps what was typed', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  const opened = openedFor(deps, 20)
  const page = await visitor.post('/contact', {
    name: ' ',
    email: 'no address',
    business: 'Three Studios',
    message: '',
    opened,
  })
  expect(page.status).toBe(400)
  const html = await page.clone().text()
  const text = await readPage(page)
  expect(text).toContain('Your name: Please fill this in.')
  expect(text).toContain('Please enter an email address like name@example.com.')
  expect(text).toContain('What do you need? Please fill this in.')
  expect(html).toContain('value="Three Studios"')
  expect(html).toContain(`value="${opened}"`)
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  for (const wrong of [
    { message: 'x'.repeat(4001) },
    { name: 'x'.repeat(121) },
    { business: 'x'.repeat(121) },
    { email: `${'x'.repeat(250)}@example.com` },
    { name: 'Bcc: a@b.c\u2028x' },
    { message: 'https://spam.example/a www.more.example [url=x]y[/url]' },
    { message: 'buy <a href="https://spam.example">now</a>' },
  ]) {
    const refused = await visitor.post('/contact', { ...enquiry, opened, ...wrong })
    expect(refused.status, JSON.stringify(wrong).slice(0, 60)).toBe(400)
  }
  expect(await enquiries(deps)).toEqual([])
})

test('a link inside a sentence is welcome', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  const message = 'Our site is https://three.example/studios, can it be embedded?'
  await visitor.post('/contact', { ...enquiry, message, opened: openedFor(deps, 20) })
  expect(await enquiries(deps)).toHaveLength(1)
})

test('a bot that fills in every field gets the normal response, and nothing is stored', async ({
  deps,
}) => {
  const visitor = (await appFor(deps)).visitor()
  const page = await visitor.post('/contact', {
    ...enquiry,
    website: 'https://spam.example',
    opened: openedFor(deps, 20),
  })
  expect(page.headers.get('location')).toBe('/contact?sent=1')
  expect(await enquiries(deps)).toEqual([])
})

test('a form made up or left open for days is asked for once more', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  const real = openedFor(deps, 20)
  for (const opened of [
    openedFor(deps, 25 * 3600),
    '',
    'abc',
    `0.x.${real.split('.')[2]}`,
    `${real}x`,
    `${real}.x`,
    `${real}.\u0000`,
  ]) {
    const page = await visitor.post('/contact', { ...enquiry, opened })
    expect(page.status, opened).toBe(400)
    const html = await page.clone().text()
    expect(await readPage(page)).toContain('Please press the button again.')
    expect(html).toContain('value="Erika Enter"')
  }
  expect(await enquiries(deps)).toEqual([])
})

test('the sixth enquiry of an hour from one address has to wait', async ({ deps }) => {
  const app = await appFor(deps)
  const flood = app.visitor({ network: '198.51.100.9' })
  for (let n = 0; n < 5; n++)
    expect((await flood.post('/contact', { ...enquiry, opened: openedFor(deps, 20) })).status).toBe(
      302,
    )
  const sixth = await flood.post('/contact', { ...enquiry, opened: openedFor(deps, 20) })
  expect(sixth.status).toBe(429)
  expect(await readPage(sixth)).toContain('Please try again in an hour.')
  const other = app.visitor({ network: '198.51.100.10' })
  expect((await other.post('/contact', { ...enquiry, opened: openedFor(deps, 20) })).status).toBe(
    302,
  )
  expect(await enquiries(deps)).toHaveLength(6)
})
