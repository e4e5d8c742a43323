import { sql } from 'kysely'
import { giveMonths } from '#core/plans/commands/manage-billing.ts'
import { codeAt } from '#core/integrations/totp.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addDays, addMinutes, todayIn } from '#core/shared/time.ts'
import { password, registered, wholeForm } from '#tests/support/accounts.ts'
import { aNewAdmin, anAdmin } from '#tests/support/admin.ts'
import { appFor, noticeOf, readPage, signInAs, type Visitor } from '#tests/support/app.ts'
import { bookBy, classPath } from '#tests/support/booking-form.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aSubscription, aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { listRoutes } from '#tests/support/routes.ts'
import { keyIn } from '#tests/support/two-factor.ts'
import { anInstructor } from '#tests/support/workspace.ts'

const dashboard = '/super-admin/dashboard'
const twoFactor = '/super-admin/two-factor'
const vendorsPath = '/super-admin/vendors'
const signOutPath = '/super-admin/signout'

/** The value of a hidden field. */
const hiddenIn = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

const outcomeOf = ({ status, headers }: Response) =>
  [status, headers.get('location')].filter((part) => part !== null).join(' ')

/** Every address of the console behind the sign-in. */
async function consoleAddresses(vendorId: string) {
  const routes = (await listRoutes()).filter(
    ({ address, route }) => /^\/super-admin\/./.test(address) && route.path !== undefined,
  )
  // The sign-out comes last: it may be used.
  const inOrder = routes.toSorted(
    (one, other) => Number(one.address === signOutPath) - Number(other.address === signOutPath),
  )
  return inOrder.map(({ address, route }) => ({
    path: address.replace(':vendorId', vendorId).replace('*', 'nothing'),
    takesForms: route.module.action !== undefined,
  }))
}

/** Lets time pass since the session was last used. */
const idleFor = (deps: Deps, minutes: number) =>
  sql`update auth_sessions set created_at = created_at - make_interval(mins => ${minutes}),
    console_used_at = console_used_at - make_interval(mins => ${minutes})`.execute(deps.db)

const auditOf = (deps: Deps) =>
  deps.db
    .selectFrom('auditLog')
    .where('action', '<>', 'admin.made')
    .orderBy('id')
    .select(['action', 'vendorId', 'actorUserId', 'details'])
    .execute()

test('no page and no form of the console is there for anybody but a super administrator with two-factor sign-in', async ({
  deps,
  db,
}) => {
  const vendor = await aVendor(db)
  const admin = await anAdmin(deps)
  const asVisitor = async (userId: string | null) => {
    const visitor = admin.app.visitor()
    if (userId !== null) await signInAs(deps, visitor, userId)
    return visitor
  }
  const refused: [string, Visitor, (path: string) => [get: string, post: string]][] = [
    [
      'stranger',
      await asVisitor(null),
      (path) => [`302 /super-admin?redirect_to=${encodeURIComponent(path)}`, '302 /super-admin'],
    ],
    ['vendor', await asVisitor(vendor.userId), () => ['404', '404']],
    ['member', await asVisitor(await anInstructor(db, vendor)), () => ['404', '404']],
    [
      'admin without two-factor',
      (await aNewAdmin(deps, 'new@example.com')).browser,
      (path) =>
        path === twoFactor
          ? ['200', '400']
          : path === signOutPath
            ? [`302 ${dashboard}`, '302 /super-admin']
            : [`302 ${twoFactor}`, `302 ${twoFactor}`],
    ],
  ]
  const addresses = await consoleAddresses(vendor.id)
  expect(addresses.length).toBeGreaterThan(12)
  const before = await db.selectFrom('vendors').selectAll().execute()
  for (const [name, visitor, outcome] of refused)
    for (const { path, takesForms } of addresses) {
      const [get, post] = outcome(path)
      expect([name, path, outcomeOf(await visitor.get(path))]).toEqual([name, path, get])
      if (path !== twoFactor)
        expect(await (await visitor.get(`${path}.data`)).text(), `${name} ${path}`).not.toContain(
          vendor.email,
        )
      if (takesForms) {
        const answer = await visitor.post(path, { intent: 'suspend', reason: 'No reason' })
        expect([name, path, outcomeOf(answer)]).toEqual([name, path, post])
      }
    }
  for (const { path, takesForms } of addresses) {
    if (!takesForms || path === twoFactor) continue
    const idle = await asVisitor(admin.userId)
    await idleFor(deps, 31)
    const answer = await idle.post(path, { intent: 'suspend', reason: 'No reason' })
    expect([path, outcomeOf(answer)]).toEqual([path, '302 /super-admin?ended=idle'])
  }
  expect(await db.selectFrom('vendors').selectAll().execute()).toEqual(before)
  expect(await auditOf(deps)).toEqual([])
  await signInAs(deps, admin.browser, admin.userId)
  for (const { path } of addresses) {
    const expected = path.endsWith('/nothing') ? 404 : path.endsWith('/signout') ? 302 : 200
    expect([path, (await admin.browser.get(path)).status]).toEqual([path, expected])
  }
})

test('a session ends after 30 minutes in which nothing happened, and only then', async ({
  deps,
}) => {
  const { browser } = await anAdmin(deps)
  for (const minutes of [29, 29]) {
    await idleFor(deps, minutes)
    expect((await browser.get(dashboard)).status).toBe(200)
  }
  await idleFor(deps, 31)
  const ended = await browser.get(`${vendorsPath}?q=a`)
  expect(outcomeOf(ended)).toBe(
    '302 /super-admin?ended=idle&redirect_to=%2Fsuper-admin%2Fvendors%3Fq%3Da',
  )
  expect(await readPage(await browser.get('/super-admin?ended=idle'))).toContain(
    'You were signed out You were inactive for 30 minutes. Please sign in again.',
  )
  expect(await deps.db.selectFrom('authSessions').selectAll().execute()).toEqual([])
})

test('/super-admin lets in super administrators only, with the code of their app', async ({
  deps,
}) => {
  const { app, email, key } = await anAdmin(deps)
  await registered(app, deps)
  const visitor = app.visitor()
  const page = await readPage(await visitor.get('/super-admin'))
  for (const said of [
    'Super Admin Login',
    'Sign In',
    'Access restricted to super administrators only',
  ])
    expect(page).toContain(said)
  const html = await (await visitor.get('/super-admin')).text()
  for (const type of ['email', 'password'])
    expect(html).toMatch(new RegExp(`<input[^>]*type="${type}"`))
  const wrong = [
    { email, password: 'not mine' },
    { email: wholeForm.email, password },
    { email: 'nobody@example.com', password },
  ]
  for (const form of wrong) {
    const answer = await visitor.post('/super-admin', form)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toMatch(
      /<section[^>]* border-bad [^>]*>.*Incorrect email or password\./,
    )
  }
  const empty = await visitor.post('/super-admin', { email: '', password: '' })
  expect(await readPage(empty)).toContain('Please enter your email and password.')
  expect(visitor.cookies.has('openspot.session_token')).toBe(false)

  const asked = await visitor.post('/super-admin', { email, password })
  expect(outcomeOf(asked)).toBe('302 /super-admin?step=code')
  const code = codeAt(key, new Date())
  const done = await visitor.post('/super-admin?step=code', { intent: 'code', code })
  expect(outcomeOf(done)).toBe(`302 ${dashboard}`)
  expect(noticeOf(done)).toMatchObject({
    title: 'Login successful',
    text: 'Welcome, Super Admin!',
  })
  const out = await visitor.post('/super-admin/signout')
  expect(outcomeOf(out)).toBe('302 /super-admin')
  expect(noticeOf(out)).toMatchObject({ title: 'Signed out successfully' })
  expect(outcomeOf(await visitor.get(dashboard))).toContain('302 /super-admin?')
})

test('an unexpected error of the login and of the sign-out is said in words', async ({
  deps,
  db,
}) => {
  const { browser, app, email } = await anAdmin(deps)
  await sql`create function broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`.execute(
    db,
  )
  await sql`create trigger broken before delete on auth_sessions for each row execute function broken()`.execute(
    db,
  )
  const out = await browser.post('/super-admin/signout')
  expect(noticeOf(out)).toMatchObject({ tone: 'bad', title: 'Error signing out' })
  await db.deleteFrom('twoFactors').execute()
  await sql`alter table auth_sessions add constraint broken check (false) not valid`.execute(db)
  const login = await app.visitor().post('/super-admin', { email, password })
  expect(login.status).toBe(500)
  expect(await readPage(login)).toContain('An unexpected error occurred')
})

test('one without two-factor sign-in sets it up first, and the role leads to the console from /login too', async ({
  deps,
}) => {
  const { app, email } = await aNewAdmin(deps)
  const browser = app.visitor()
  const signedIn = await browser.post('/login', { email, password })
  expect(outcomeOf(signedIn)).toBe(`302 ${dashboard}`)
  expect(outcomeOf(await browser.get('/dashboard'))).toBe(`302 ${dashboard}`)
  expect(outcomeOf(await browser.get(dashboard))).toBe(`302 ${twoFactor}`)
  expect(await readPage(await browser.get(twoFactor))).toContain(
    'Set up two-factor sign-in first. The console opens once it is on.',
  )
  const { key, draft } = await keyIn(await browser.post(twoFactor, { intent: 'start', password }))
  const code = codeAt(key, new Date())
  const on = await browser.post(twoFactor, { intent: 'on', draft, code })
  expect(await readPage(on)).toMatch(/\b[2-9a-z]{5}-[2-9a-z]{5}\b/)
  expect((await browser.get(dashboard)).status).toBe(200)
  for (const [former, to] of [
    ['/admin', dashboard],
    ['/admin/login', '/super-admin'],
  ] as const)
    expect(outcomeOf(await browser.get(former))).toBe(`301 ${to}`)
})

test('a suspended vendor reads why; nobody books there; what customers hold stays; activating undoes it', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { app, browser, userId: adminId } = await anAdmin(deps)
  const owner = await registered(app, deps)
  const { id: vendorId } = await db
    .updateTable('vendors')
    .set({ setUpAt: new Date(), businessName: 'Studio New', username: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('usernames').values({ username: 'studio-new', vendorId }).execute()
  await db.updateTable('vendors').set({ username: 'studio-new' }).execute()
  await owner.post('/login', { email: wholeForm.email, password })
  const vendor = { ...(await aVendor(db)), id: vendorId, username: 'studio-new' }
  const session = await aSession(db, { class: await aClass(db, { vendor }), capacity: 5 })
  const held = await aBooking(db, { session })
  const customer = app.visitor()
  const booked = await bookBy(customer, session)
  const manageLink = booked.headers.get('location') ?? ''
  expect(manageLink).toContain('/booking/')

  const path = `${vendorsPath}/${vendorId}/suspend`
  expect(await readPage(await browser.get(path))).toContain('Suspend Studio New?')
  const noReason = await browser.post(path, { intent: 'suspend', reason: '  ' })
  expect(noReason.status).toBe(400)
  const form = { intent: 'suspend', reason: 'Classes that did not exist', shown: '0' }
  const done = await browser.post(path, form)
  expect(outcomeOf(done)).toBe(`302 ${vendorsPath}/${vendorId}`)
  expect(noticeOf(done)).toMatchObject({ title: 'Studio New is suspended' })
  const again = await browser.post(path, form)
  expect(again.status).toBe(409)
  expect(await readPage(again)).toContain('Someone else has already done this.')

  expect(outcomeOf(await owner.get('/dashboard'))).toBe('302 /account-suspended')
  const why = await readPage(await owner.get('/account-suspended'))
  expect(why).toContain('Your account is suspended')
  expect(why).toContain('Reason Classes that did not exist')
  expect(why).toContain('Sign out')
  const signIn = await app.visitor().post('/login', { email: wholeForm.email, password })
  expect(await readPage(signIn)).toContain(
    'This account is suspended. The reason: “Classes that did not exist” Please contact support.',
  )
  for (const page of ['/studio-new', `/vendor/${vendorId}`, classPath(session)]) {
    const answer = await app.visitor().get(page)
    expect([page, answer.status]).toEqual([page, 404])
    expect(await readPage(answer)).toContain('This trainer isn’t taking bookings right now.')
  }
  const refused = await app.visitor().post(classPath(session), {
    sessionId: session.id,
    spots: '1',
    name: 'Dora',
    contact: 'dora@example.com',
  })
  expect(refused.status).toBe(409)
  expect(await readPage(refused)).toContain('This trainer isn’t taking bookings right now.')
  expect((await customer.get(manageLink)).status).toBe(200)
  const heldNow = await db
    .selectFrom('bookings')
    .where('id', 'in', held.bookingIds)
    .select('status')
    .execute()
  expect(heldNow).toEqual([{ status: 'confirmed' }])
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  const mail = mailer.mails.find(({ subject }) => subject.includes('is suspended'))
  expect(mail).toMatchObject({ to: wholeForm.email })
  expect(mail?.text).toContain('Classes that did not exist')

  expect(await readPage(await browser.get(path))).toContain('Activate Studio New?')
  await browser.post(path, { intent: 'activate', reason: 'Cleared up', shown: '1' })
  // Forms of before do nothing any more.
  expect((await browser.post(path, form)).status).toBe(409)
  expect((await owner.get('/dashboard')).status).toBe(200)
  expect((await app.visitor().get('/studio-new')).status).toBe(200)
  expect(outcomeOf(await owner.get('/account-suspended'))).toBe('302 /dashboard')
  const logged = await auditOf(deps)
  expect(logged.map(({ action, actorUserId, details }) => [action, actorUserId, details])).toEqual([
    ['vendor.suspended', adminId, { reason: 'Classes that did not exist' }],
    ['vendor.activated', adminId, { reason: 'Cleared up' }],
  ])
  const shown = await readPage(await browser.get(dashboard))
  for (const said of [
    'Total Vendors 2 2 active',
    'Total Classes 1',
    'Recent Activity',
    'Vendor suspended',
    'Vendor activated',
    'Cleared up',
  ])
    expect(shown).toContain(said)
})

test('vendors are found by name, business and email, by status and by plan; the CSV has all of them', async ({
  deps,
  db,
}) => {
  const { browser } = await anAdmin(deps)
  const anna = await aVendor(db, {
    fullName: 'Anna Bergmann',
    email: 'yoga.anna@example.com',
    businessName: 'Sonnengruß Studio',
  })
  await aSubscription(db, anna.id, { plan: 'enterprise', term: 'yearly', priceMinor: 29_200 })
  const boris = await aVendor(db, { fullName: 'Boris', businessName: 'Iron Gym' })
  await aSubscription(db, boris.id, { term: 'monthly' })
  const cleo = await aVendor(db, {
    fullName: 'Cleo',
    businessName: 'Suspended Place',
    suspendedAt: new Date(),
    trialEndsAt: new Date(0),
  })
  const gift = { plan: 'professional', months: 1 } as const
  await giveMonths(db, { vendorId: cleo.id, adminId: cleo.userId, reason: 'A gift' }, gift)
  const pending = await aVendor(db, { fullName: 'Dora', businessName: 'Not There', setUpAt: null })
  const shown = async (query: string) => {
    const text = await readPage(await browser.get(`${vendorsPath}?${query}`))
    return ['Sonnengruß Studio', 'Iron Gym', 'Suspended Place', 'Not There'].filter((name) =>
      text.includes(name),
    )
  }
  const all = ['Sonnengruß Studio', 'Iron Gym', 'Suspended Place', 'Not There']
  const cases: [string, string[]][] = [
    ['', all],
    ['q=bergm', ['Sonnengruß Studio']],
    ['q=sonnengruss', ['Sonnengruß Studio']],
    ['q=yoga.anna@example', ['Sonnengruß Studio']],
    ['q=gym', ['Iron Gym']],
    ['q=%25', []],
    ['status=active', ['Sonnengruß Studio', 'Iron Gym']],
    ['status=suspended', ['Suspended Place']],
    ['status=pending', ['Not There']],
    ['plan=monthly', ['Iron Gym']],
    ['plan=yearly', ['Sonnengruß Studio']],
    ['plan=yearly&q=iron', []],
    ['plan=professional', ['Iron Gym']],
    ['plan=enterprise', ['Sonnengruß Studio']],
    ['plan=granted', ['Suspended Place']],
    ['plan=trial', ['Not There']],
    ['plan=free', []],
    ['status=nonsense&plan=nonsense', all],
  ]
  for (const [query, names] of cases) expect([query, await shown(query)]).toEqual([query, names])
  for (const [status, offered] of [
    ['active', 'Suspend'],
    ['suspended', 'Activate'],
    ['pending', 'Activate'],
  ] as const) {
    const html = await (await browser.get(`${vendorsPath}?status=${status}`)).text()
    const items = html.matchAll(/>(Suspend|Activate)<\/a>/g)
    expect([status, ...new Set([...items].map(([, item]) => item))]).toEqual([status, offered])
  }
  await db
    .updateTable('users')
    .set({ emailVerified: false })
    .where('id', '=', boris.userId)
    .execute()
  await db
    .updateTable('profiles')
    .set({ fullName: 'Dietlinde' })
    .where('userId', '=', pending.userId)
    .execute()
  expect(await shown('status=pending')).toEqual(['Iron Gym', 'Not There'])
  // Everything passes: the gift and the trial by themselves, the subscription because it was cancelled.
  await db
    .updateTable('planGrants')
    .set({ startsAt: new Date(0), endsAt: new Date(1) })
    .execute()
  await db
    .updateTable('vendors')
    .set({ trialEndsAt: new Date(0) })
    .where('id', '=', pending.id)
    .execute()
  await db
    .updateTable('subscriptions')
    .set({ cancelAt: new Date(0) })
    .where('vendorId', '=', boris.id)
    .execute()
  for (const plan of ['granted', 'professional', 'monthly'])
    expect(await shown(`plan=${plan}`)).toEqual([])
  expect(await shown('plan=free')).toEqual(['Suspended Place', 'Not There'])
  expect(await shown('plan=trial')).toEqual(['Iron Gym'])
  expect(await shown('q=dietlinde')).toEqual(['Not There'])

  const header = await (await browser.get(vendorsPath)).text()
  const names = ['Vendor', 'Contact', 'Classes', 'Subscription', 'Revenue', 'Status', 'Actions']
  expect([...header.matchAll(/<th\s[^>]*>([^<]*)</g)].map(([, name]) => name)).toEqual(names)
  for (const item of ['View Details', 'Manage Billing', 'Suspend', 'Activate'])
    expect(header).toContain(item)

  for (let nth = 0; nth < 27; nth++) await aVendor(db, { businessName: `Copy ${nth}` })
  const copies = (html: string) => [...html.matchAll(/Copy (\d+)</g)].map(([, nth]) => Number(nth))
  const joined = Array.from({ length: 27 }, (_, nth) => nth)
  for (const [order, expected] of [
    ['', joined.toReversed()],
    ['&order=oldest', joined],
  ] as const) {
    const first = await (await browser.get(`${vendorsPath}?q=copy${order}`)).text()
    const next = /href="([^"]*cursor=[^"]*)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = await (await browser.get(next)).text()
    expect([...copies(first), ...copies(second)]).toEqual(expected)
    for (const html of [first, second]) expect(html).toContain('>27 vendors</p>')
  }

  const file = await browser.get(`${vendorsPath}/export?q=copy`)
  expect(file.headers.get('content-type')).toContain('text/csv')
  expect((await file.text()).trim().split('\r\n')).toHaveLength(28)
  const yearly = await (await browser.get(`${vendorsPath}/export?plan=yearly`)).text()
  expect(yearly).toContain('Anna Bergmann,yoga.anna@example.com')
  expect(yearly).toContain('292.00,24.33,USD')
})

test('billing: what is set, paid, given, ended and declined counts, with a reason, and is logged', async ({
  deps,
  db,
}) => {
  const { browser } = await anAdmin(deps)
  const vendor = await aVendor(db, { businessName: 'Studio Vera', trialEndsAt: new Date() })
  const path = `${vendorsPath}/${vendor.id}/billing`
  const today = todayIn(vendor.timeZone, new Date())
  const shownOn = async (page: string) => hiddenIn(await (await browser.get(page)).text(), 'shown')
  const send = async (form: Record<string, string>) =>
    outcomeOf(
      await browser.post(path, {
        reason: 'By bank transfer',
        shown: await shownOn(`${path}?do=set`),
        ...form,
      }),
    )
  const card = async () => readPage(await browser.get(dashboard))
  const formKey = crypto.randomUUID()
  const set = { intent: 'set', plan: 'professional', term: 'yearly', price: '292', formKey }

  expect(await card()).toContain('Monthly Revenue —')
  expect(await send({ ...set, paidUntil: addDays(today, 365) })).toBe(`302 ${path}`)
  const repeated = await browser.post(path, {
    ...set,
    paidUntil: addDays(today, 365),
    reason: 'By bank transfer',
    shown: '',
  })
  expect(noticeOf(repeated)).toMatchObject({
    title: 'This form was already sent. Nothing was done twice.',
  })
  expect(await card()).toContain('Monthly Revenue $24.33')
  expect(await card()).toContain('Growth Rate —')
  const other = await aVendor(db)
  await aSubscription(db, other.id, { startedAt: addMinutes(new Date(), -60 * 24 * 40) })
  expect(await card()).toContain('Monthly Revenue $53.33')
  expect(await card()).toContain('Growth Rate +83.9%')

  const seen = await shownOn(`${path}?do=paid`)
  expect(await send({ intent: 'paid', paidUntil: addDays(today, -3) })).toMatch(/^422/)
  expect(await send({ intent: 'paid', paidUntil: today })).toBe(`302 ${path}`)
  await db
    .updateTable('subscriptions')
    .set({ paidUntil: addDays(today, -3) })
    .where('vendorId', '=', vendor.id)
    .where('endedAt', 'is', null)
    .execute()
  // Another operator still shows the form as it was.
  for (const intent of ['paid', 'end']) {
    const stale = { intent, paidUntil: addDays(today, 9), shown: seen, reason: 'x' }
    const answer = await browser.post(`${path}?do=${intent}`, stale)
    expect(answer.status).toBe(409)
    expect(await readPage(answer)).toContain('The subscription has changed since you opened')
  }
  expect(await card()).toContain('Monthly Revenue $29')
  expect(await readPage(await browser.get(path))).toContain('Past Due')
  const billing = await readPage(await browser.get('/super-admin/billing'))
  for (const said of [
    'Pricing Plans',
    'Revenue Breakdown',
    'Payment Issues',
    'Send Reminder',
    '3 days late',
    '$29 per month',
    '$292 per year, 16% less than monthly',
  ])
    expect(billing).toContain(said)
  expect(billing).not.toContain('Retry Payment')

  expect(await send({ intent: 'end' })).toBe(`302 ${path}`)
  expect(await send({ intent: 'end' })).toBe('409')
  await aSubscription(db, vendor.id, { paidUntil: addDays(today, 9) })
  expect(await send({ intent: 'months', plan: 'professional', months: '1' })).toBe(`302 ${path}`)
  expect(await readPage(await browser.get(path))).toContain(
    'Professional: 1 month, added to the paid time on',
  )
  expect(await send({ intent: 'end' })).toBe(`302 ${path}`)
  await db.deleteFrom('planGrants').execute()
  const gift = { intent: 'months', plan: 'enterprise', months: '2', formKey: crypto.randomUUID() }
  expect(await send(gift)).toBe(`302 ${path}`)
  // Sent twice, it gives once.
  expect(await send(gift)).toBe(`302 ${path}`)
  const { id: grantId } = await db.selectFrom('planGrants').select('id').executeTakeFirstOrThrow()
  expect(await readPage(await browser.get(path))).toContain('Enterprise: 2 months')
  expect(await send({ intent: 'endGrant', grantId })).toBe(`302 ${path}`)
  const asked = { vendorId: vendor.id, plan: 'professional', term: 'monthly' } as const
  const { id: requestId } = await db
    .insertInto('planRequests')
    .values(asked)
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await card()).toContain('Studio Vera asks for Professional, Monthly')
  expect(await send({ intent: 'decline', requestId })).toBe(`302 ${path}`)
  expect(await card()).not.toContain('asks for')
  for (const [form, said] of [
    [{ ...set, paidUntil: today, price: '1.2.3' }, 'Enter an amount like 29 or 29.50.'],
    [{ ...set, paidUntil: 'tomorrow' }, 'Paid until'],
    [{ intent: 'months', plan: 'enterprise', months: '99' }, 'Months'],
    [{ intent: 'end', reason: '' }, 'Reason'],
  ] as const) {
    const answer = await browser.post(`${path}?do=${form.intent}`, {
      reason: 'x',
      shown: '',
      ...form,
    })
    expect(answer.status).toBe(400)
    expect(await readPage(answer)).toContain(said)
  }
  expect((await auditOf(deps)).map(({ action }) => action)).toEqual([
    'billing.subscription_set',
    'billing.paid_until',
    'billing.subscription_ended',
    'billing.months_given',
    'billing.subscription_ended',
    'billing.months_given',
    'billing.grant_ended',
    'billing.request_declined',
  ])
  const analytics = await readPage(await browser.get('/super-admin/analytics'))
  expect(analytics).toContain('Subscription Distribution')
  expect(analytics).toContain('Monthly 50% (1 vendor)')
  expect(analytics).toContain('Growth Metrics')
})

test('a reminder asks the owner to pay, once a day, and not after the payment', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { browser } = await anAdmin(deps)
  const vendor = await aVendor(db)
  const subscriptionId = await aSubscription(db, vendor.id, {
    paidUntil: addDays(todayIn('UTC', new Date()), -5),
  })
  const form = { vendorId: vendor.id, subscriptionId }
  const sent = await browser.post('/super-admin/billing', form)
  expect(noticeOf(sent)).toMatchObject({ title: 'Reminder sent' })
  const again = await browser.post('/super-admin/billing', form)
  expect(again.status).toBe(409)
  expect(await readPage(again)).toContain('A reminder was sent in the last 24 hours.')
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toMatchObject([
    { to: vendor.email, subject: 'Your Professional plan on Openspot: payment due' },
  ])
  await db
    .updateTable('subscriptions')
    .set({ paidUntil: addDays(todayIn('UTC', new Date()), 25) })
    .execute()
  await sql`update audit_log set at = at - interval '25 hours'`.execute(db)
  const late = await browser.post('/super-admin/billing', form)
  expect(await readPage(late)).toContain('This payment is no longer due.')
})

test('a badge is granted and taken back with a reason, and the public page follows', async ({
  deps,
  db,
}) => {
  const { app, browser } = await anAdmin(deps)
  const vendor = await aVendor(db, { location: 'Potsdam', contactPhone: '+4930123456' })
  const path = `${vendorsPath}/${vendor.id}`
  const facts = await readPage(await browser.get(path))
  for (const said of ['Phone +49 30 123456', 'Location Potsdam', 'Joined', 'Customers 0'])
    expect(facts).toContain(said)
  const publicPage = async () => readPage(await app.visitor().get(`/${vendor.username}`))
  const form = { badge: 'verified', reason: 'Saw the passport' }
  expect(await publicPage()).not.toContain('Verified')
  expect(outcomeOf(await browser.post(path, { intent: 'grant', ...form }))).toBe(`302 ${path}`)
  expect(await publicPage()).toContain('Verified')
  expect((await browser.post(path, { intent: 'grant', ...form })).status).toBe(409)
  expect(await readPage(await browser.get(path))).toContain('Saw the passport')
  await browser.post(path, { intent: 'take', ...form })
  expect(await publicPage()).not.toContain('Verified')
  expect((await auditOf(deps)).map(({ action }) => action)).toEqual([
    'badge.granted',
    'badge.taken',
  ])
})

test('with SIGN_UP=invite only the address of an open invitation signs up, once', async ({
  deps: given,
  db,
  databaseUrl,
}) => {
  const deps = { ...given, settings: { ...given.settings, signUp: 'invite' as const } }
  const { app, browser } = await anAdmin(deps)
  const path = '/super-admin/invitations'
  const sent = await browser.post(path, { email: 'Nina@Example.com', language: 'en' })
  expect(noticeOf(sent)).toMatchObject({ text: 'nina@example.com will get an email.' })
  await browser.post(path, { email: 'over@example.com', language: 'de' })
  await browser.post(path, { email: 'gone@example.com', language: 'en' })
  const taken = await browser.post(path, { email: 'ada@example.com', language: 'en' })
  expect(await readPage(taken)).toContain('This address already has an account.')
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['nina@example.com', 'Your invitation to Openspot'],
    ['over@example.com', 'Deine Einladung zu Openspot'],
    ['gone@example.com', 'Your invitation to Openspot'],
  ])
  const [link = '', over = '', gone = ''] = mailer.mails.map(
    ({ text }) => /\/register\?invite=[\w.-]+/.exec(text)?.[0] ?? '',
  )
  const gonesId = /invite=([\w-]+)\./.exec(gone)?.[1] ?? ''
  await browser.post(path, { intent: 'withdraw', invitationId: gonesId })
  await db
    .updateTable('invitations')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .where('email', '=', 'over@example.com')
    .execute()
  const tokenIn = (address: string) => address.split('invite=')[1] ?? ''
  const register = (email: string, invite: string) =>
    app
      .visitor()
      .post(`/register?invite=${invite}`, { email, password, agreeToTerms: 'on', invite })

  expect(await readPage(await app.visitor().get('/register'))).toContain(
    'You need an invitation to sign up here.',
  )
  for (const [address, said] of [
    [link, 'Your invitation is for nina@example.com.'],
    [over, 'This invitation is no longer valid.'],
    [gone, 'This invitation is no longer valid.'],
    [`${link}x`, 'This link is incomplete.'],
  ] as const)
    expect(await readPage(await app.visitor().get(address))).toContain(said)
  for (const [email, invite, said] of [
    ['nina@example.com', '', 'This link is incomplete.'],
    ['otto@example.com', tokenIn(link), 'You need an invitation to sign up here'],
    ['over@example.com', tokenIn(over), 'This invitation is no longer valid.'],
    ['gone@example.com', tokenIn(gone), 'This invitation is no longer valid.'],
  ] as const) {
    const answer = await register(email, invite)
    expect([email, answer.status]).toEqual([email, 403])
    expect(await readPage(answer)).toContain(said)
  }
  expect(outcomeOf(await register('nina@example.com', tokenIn(link)))).toContain(
    '302 /verify-email',
  )
  // Only a confirmed account uses it up.
  expect(await readPage(await app.visitor().get(link))).toContain('Your invitation is for')
  const again = await register('nina@example.com', tokenIn(link))
  expect(outcomeOf(again)).toContain('302 /login')
  expect(await readPage(await browser.get(path))).not.toContain('Signed up on')
  await db
    .updateTable('users')
    .set({ emailVerified: true })
    .where('email', '=', 'nina@example.com')
    .execute()
  expect(await readPage(await app.visitor().get(link))).toContain('already used')
  expect(await readPage(await browser.get(path))).toContain('Signed up on')
  const closed = { ...given, settings: { ...given.settings, signUp: 'closed' as const } }
  const visitor = (await appFor(closed)).visitor()
  expect((await visitor.post('/register', { ...wholeForm, invite: tokenIn(link) })).status).toBe(
    403,
  )
})

test('the page of the health shows what waits, what failed and the recount, and runs a job again', async ({
  deps,
  db,
}) => {
  const { browser } = await anAdmin(deps)
  const path = '/super-admin/health'
  await sql`select graphile_worker.add_job('send_message', '{}', max_attempts => 1)`.execute(db)
  await sql`update graphile_worker._private_jobs set attempts = 1, last_error = E'It broke\nline 2'`.execute(
    db,
  )
  await sql`insert into job_runs (job, finished_at, result) values ('recount seats', now(), 2)`.execute(
    db,
  )
  await sql`insert into messages (event_id, audience, kind, channel, recipient, language, facts, created_at)
    values (gen_random_uuid(), 'operator', 'enquiry.received', 'email', 'a@example.com', 'en', '{}', now() - interval '1 hour')`.execute(
    db,
  )
  const page = await readPage(await browser.get(path))
  for (const said of [
    'Something needs your attention',
    'No worker has reported',
    'A message has been waiting for more than 15 minutes.',
    '2 sessions do not add up.',
    'send_message It broke',
    '1 of 1 attempts',
  ])
    expect(page).toContain(said)
  expect(page).not.toContain('line 2')
  const { rows } = await sql<{ id: string }>`select id::text from graphile_worker.jobs`.execute(db)
  const jobId = rows[0]?.id ?? ''
  expect(noticeOf(await browser.post(path, { jobId }))).toMatchObject({
    title: 'The job is running again',
  })
  const { rows: jobs } = await sql<{
    attempts: number
  }>`select attempts from graphile_worker.jobs`.execute(db)
  expect(jobs).toEqual([{ attempts: 0 }])
  expect((await browser.post(path, { jobId: '999999' })).status).toBe(409)
  expect((await auditOf(deps)).map(({ action }) => action)).toEqual(['job.retried'])
})

test('a vendor that is not ready is named so; the confirmation can be sent again', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { browser } = await anAdmin(deps)
  const vendor = await aVendor(db, { setUpAt: null })
  await db
    .updateTable('users')
    .set({ emailVerified: false })
    .where('id', '=', vendor.userId)
    .execute()
  const path = `${vendorsPath}/${vendor.id}/suspend`
  const page = await readPage(await browser.get(path))
  expect(page).toContain('Studio Vera isn’t ready yet')
  expect(page).toContain('The owner hasn’t confirmed the email address yet.')
  expect(page).toContain('The owner hasn’t completed the setup yet.')
  await browser.post(path, { intent: 'resend' })
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails).toMatchObject([{ to: vendor.email }])
})

test("the operator's logo and legal texts stand in place of the product's, in mails too", async ({
  deps: given,
  databaseUrl,
}) => {
  const logo = { path: '/operator/logo-1.png', type: 'image/png', bytes: new Uint8Array([1, 2]) }
  const changedAt = new Date('2026-03-04T12:00:00Z')
  const deps = {
    ...given,
    settings: {
      ...given.settings,
      operatorLogo: logo,
      legalTexts: { terms: { text: '# Our rules\n\nBe kind.', changedAt }, privacy: null },
    },
  }
  const app = await appFor(deps)
  const served = await app.visitor().get(logo.path)
  expect(served.headers.get('content-type')).toBe('image/png')
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(logo.bytes)
  const terms = await app.visitor().get('/terms-of-service')
  expect(await terms.clone().text()).toContain(`src="${logo.path}"`)
  const text = await readPage(terms)
  expect(text).toContain('Our rules')
  expect(text).toContain('Be kind.')
  expect(text).toContain('March 4, 2026')
  expect(text).not.toContain('Administrators')
  expect(await readPage(await app.visitor().get('/privacy-policy'))).toContain('Cookies')
  await registered(app, deps)
  await deps.db.updateTable('users').set({ emailVerified: false }).execute()
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails[0]?.html).toContain(`${deps.origin}${logo.path}`)
})
