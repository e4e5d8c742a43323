import { seenText } from '#core/bookings/rules/seen.ts'
import { globSync, readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { strFromU8, unzipSync } from 'fflate'
import { addDays, todayIn } from '#core/shared/time.ts'
import { createLog } from '#core/shared/log.ts'
import type { Deps } from '#core/shared/deps.ts'
import { createCalendar, createGoogle } from '#server/deps.ts'
import type { FakeGoogle } from '#tests/fakes/google.ts'
import { anAdmin } from '#tests/support/admin.ts'
import { noticeOf, readPage, signInAs, type Visitor } from '#tests/support/app.ts'
import { bookBy, locationOf, purchasesIn } from '#tests/support/booking-form.ts'
import { expect } from '#tests/support/database.ts'
import {
  aBooking,
  aBundle,
  aClass,
  aSession,
  aSubscription,
  aVendor,
  weeklySessions,
} from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { client, connectAtGoogle, syncCalendars, test } from '#tests/support/google-calendar.ts'
import { anInstructor, signedInVendor } from '#tests/support/workspace.ts'

const callback = '/google-calendar-callback'
const here = '/settings/integrations'

/** Presses "Connect": the address of Google's page. */
async function ask(browser: Visitor): Promise<string> {
  const answer = await browser.post(callback, { intent: 'connect' })
  expect(answer.status).toBe(302)
  return answer.headers.get('location') ?? ''
}

const agreeAs = (google: FakeGoogle, page: string, email: string) =>
  google.agree(page, { email, name: 'Vera', verified: true })

/** What the script of the callback page asks for. */
function finish(browser: Visitor, search: string): Promise<Response> {
  return browser.get(`${callback}/finish${search}`, { accept: 'application/json' })
}

test('Connect leads to Google with offline access, consent, the calendar scope, PKCE and a state that is nobody’s id', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const page = await readPage(await browser.get(here))
  expect(page).toContain('Connect Google Calendar')
  const asked = new URL(await ask(browser))
  expect(asked.origin).toBe(google.issuer)
  const { state, ...query } = Object.fromEntries(asked.searchParams)
  expect(query).toEqual({
    client_id: client.clientId,
    redirect_uri: 'http://localhost:3000/google-calendar-callback',
    response_type: 'code',
    scope:
      'openid email https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.calendarlist.readonly',
    access_type: 'offline',
    prompt: 'consent',
    include_granted_scopes: 'true',
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
  expect(state).toMatch(/^[\w-]{43}$/)
  expect(state).not.toContain(vendor.userId)
})

test('a calendar is connected once, shown as connected on both pages, and disconnected', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const { search } = new URL(await agreeAs(google, await ask(browser), vendor.email))
  const done = await finish(browser, search)
  expect([done.status, await done.json()]).toEqual([200, { connected: true }])
  // A GET of the page alone changes nothing, and the code counts once.
  expect((await finish(browser, search)).status).toBe(409)
  for (const path of [here, '/settings/legacy']) {
    const page = await readPage(await browser.get(path))
    expect(page).toContain('Connected')
    expect(page).toContain(vendor.email)
    expect(page).toContain('Disconnect')
  }
  const feedHint = 'Your Google calendar already has your sessions'
  expect(await readPage(await browser.get('/dashboard/calendar/feed'))).toContain(feedHint)
  const row = await deps.db
    .selectFrom('calendarConnections')
    .select(['googleCalendarConnectedAt as at', 'googleSubject as subject'])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ at: expect.any(Date), subject: google.subjectOf(vendor.email) })
  const answer = await browser.post('/settings/legacy', { intent: 'disconnectCalendar' })
  expect(noticeOf(answer)).toMatchObject({ title: 'Disconnected', tone: 'good' })
  expect(google.asked).toContain('POST /revoke')
  expect(await readPage(await browser.get(here))).toContain('Connect Google Calendar')
  expect(await readPage(await browser.get('/dashboard/calendar/feed'))).not.toContain(feedHint)
  const asked = google.asked.length
  await aBooking(deps.db, {
    session: await aSession(deps.db, { class: await aClass(deps.db, { vendor }) }),
  })
  await syncCalendars(deps)
  expect(google.asked).toHaveLength(asked)
})

test('without a script, a button finishes the connection', async ({ connecting: deps, google }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const { search } = new URL(await agreeAs(google, await ask(browser), vendor.email))
  expect(await (await browser.get(callback + search)).text()).toContain('<noscript>')
  expect(await deps.db.selectFrom('calendarConnections').selectAll().execute()).toEqual([])
  const answer = await browser.post(callback + search)
  expect(answer.headers.get('location')).toBe('/settings?tab=integrations')
  expect(noticeOf(answer)).toMatchObject({ title: 'Google Calendar Connected' })
  const again = await browser.post(callback + search)
  expect(again.status).toBe(409)
  expect(await readPage(again)).toContain('Failed to process Google Calendar authorization')
})

test('the callback says what is wrong with the address', async ({ connecting: deps }) => {
  const { browser } = await signedInVendor(deps)
  for (const [query, text] of [
    ['?error=access_denied', 'Authorization failed: access_denied'],
    ['?error=%3Cb%3Ehello', 'Authorization failed: bhello'],
    ['', 'Missing authorization code or state parameter'],
    ['?code=abc', 'Missing authorization code or state parameter'],
    ['?state=abc', 'Missing authorization code or state parameter'],
  ] as const) {
    const page = await (await browser.get(callback + query)).text()
    expect(page).toContain(text)
    expect(page).toContain('Return to Settings')
    expect(page).toContain('href="/settings?tab=integrations"')
  }
  expect(await readPage(await browser.get(`${callback}?code=a&state=b`))).toContain(
    'Connecting your Google Calendar…',
  )
})

test('what another browser, another member or another vendor brings back connects nothing', async ({
  connecting: deps,
  google,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const back = new URL(await agreeAs(google, await ask(browser), vendor.email))
  const other = app.visitor()
  await signInAs(deps, other, vendor.userId)
  expect((await finish(other, back.search)).status).toBe(409)
  // The browser with the cookie, but somebody else is signed in.
  const stranger = await aVendor(deps.db)
  await signInAs(deps, browser, stranger.userId)
  expect((await finish(browser, back.search)).status).toBe(409)
  const instructor = app.visitor()
  await signInAs(deps, instructor, await anInstructor(deps.db, vendor))
  expect((await finish(instructor, back.search)).headers.get('location')).toMatch(/^\/login/)
  expect((await finish(app.visitor(), back.search)).headers.get('location')).toBe(
    '/login?redirect_to=/settings/integrations',
  )
  await signInAs(deps, browser, vendor.userId)
  const wrongState = new URLSearchParams({ code: 'x', state: 'x' })
  expect((await finish(browser, `?${wrongState.toString()}`)).status).toBe(409)
  expect(await deps.db.selectFrom('calendarConnections').selectAll().execute()).toEqual([])
})

test('Google’s refusals, silence and left out permissions end in the error state', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const person = { email: vendor.email, name: 'Vera', verified: true }
  const listOnly = ['https://www.googleapis.com/auth/calendar.calendarlist.readonly']
  for (const [fault, granted, status, reason] of [
    ['used_code', undefined, 502, 'refused'],
    ['other_key', undefined, 502, 'refused'],
    ['wrong_nonce', undefined, 502, 'refused'],
    // The library asks again, but the code was used.
    ['lost', undefined, 502, 'refused'],
    ['slow', undefined, 502, 'unreachable'],
    ['none', listOnly, 403, 'scope'],
  ] as const) {
    const back = new URL(await google.agree(await ask(browser), person, fault, granted))
    const answer = await finish(browser, back.search)
    expect([fault, answer.status, await answer.json()]).toEqual([fault, status, { reason }])
  }
  expect(await deps.db.selectFrom('calendarConnections').selectAll().execute()).toEqual([])
  // The list of calendars may be left out: the main one is enough.
  const events = ['https://www.googleapis.com/auth/calendar.events']
  const back = new URL(await google.agree(await ask(browser), person, 'none', events))
  expect((await finish(browser, back.search)).status).toBe(200)
  await aSubscription(deps.db, vendor.id)
  await syncCalendars(deps)
  expect(await readPage(await browser.get(here))).toContain(
    'You didn’t allow us to see your list of calendars',
  )
  // As the page says: the one who connects again and allows it sees them.
  const all = new URL(await google.agree(await ask(browser), person))
  expect((await finish(browser, all.search)).status).toBe(200)
  await syncCalendars(deps)
  const page = await readPage(await browser.get(here))
  expect(page).toContain('Family')
  expect(page).not.toContain('You didn’t allow us to see')
  // One that is new at Google is there after “Check now”.
  await deps.db.deleteFrom('googleCalendars').where('name', '=', 'Family').execute()
  await browser.post(here, { intent: 'checkCalendar' })
  await syncCalendars(deps)
  expect(await readPage(await browser.get(here))).toContain('Family')
})

test('Connect needs a sign-in, the configuration, and a Google that can be asked', async ({
  connecting: deps,
}) => {
  const { app, browser } = await signedInVendor(deps)
  const stranger = await app.visitor().post(callback, { intent: 'connect' })
  expect(stranger.headers.get('location')).toBe('/login?redirect_to=/settings/integrations')
  expect(noticeOf(stranger)).toMatchObject({ title: 'Authentication required', tone: 'bad' })

  const none = await signedInVendor({ ...deps, googleCalendar: null })
  const unset = await none.browser.post(callback, { intent: 'connect' })
  expect(unset.headers.get('location')).toBe(here)
  expect(noticeOf(unset)).toMatchObject({ title: 'Configuration required', tone: 'bad' })

  const ask = () => Promise.reject(new Error('no'))
  const google = deps.googleCalendar
  if (!google) throw new Error('It is configured.')
  const broken = await signedInVendor({ ...deps, googleCalendar: { ...google, ask } })
  const answer = await broken.browser.post(callback, { intent: 'connect' })
  expect(answer.status).toBe(500)
  expect(await readPage(answer)).toContain('Configuration error')
  expect((await browser.get(here)).status).toBe(200)
})

test('a disconnection that fails says "Disconnect failed"; one that Google did not hear of says what to do', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  expect(await connectAtGoogle(deps, google, vendor)).toMatchObject({ ok: true })
  await sql`alter table calendar_connections add constraint broken check (google_email is not null) not valid`.execute(
    deps.db,
  )
  const failed = await browser.post(here, { intent: 'disconnectCalendar' })
  expect(failed.status).toBe(500)
  expect(await readPage(failed)).toContain('Disconnect failed')
  await sql`alter table calendar_connections drop constraint broken`.execute(deps.db)
  await google.stop()
  const answer = await browser.post(here, { intent: 'disconnectCalendar' })
  expect(noticeOf(answer)).toMatchObject({ title: 'Disconnected', tone: 'warn' })
})

test('not configured: the pages say what the operator has to do, and customers see nothing', async ({
  deps,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  for (const [path, sentence] of [
    [here, 'Not configured'],
    ['/settings/legacy', 'Not configured'],
    ['/settings/api', 'Configuration required'],
  ] as const) {
    const page = await readPage(await browser.get(path))
    expect(page).toContain(sentence)
    expect(page).not.toMatch(/Connect Google/)
  }
  const api = await readPage(await browser.get('/settings/api'))
  expect(api).toContain('Setting up calendar OAuth credentials')
  expect(api).toContain('http://localhost:3000/google-calendar-callback')
  expect(api).toContain('GOOGLE_CALENDAR=on')
  // No screen takes credentials.
  expect(await (await browser.get('/settings/api')).text()).not.toMatch(
    /<input[^>]*(?:client|secret)/i,
  )
  for (const path of [`/${vendor.username}`, '/privacy-policy'])
    expect(await readPage(await app.visitor().get(path))).not.toMatch(/Google/)
})

test('busy times and sessions that collide are marked in the calendar, and on the page of the session', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  await aSubscription(deps.db, vendor.id)
  await connectAtGoogle(deps, google, vendor)
  const yoga = await aClass(deps.db, { vendor })
  const startsAt = new Date('2031-03-05T17:00:00Z')
  const session = await aSession(deps.db, { class: yoga, startsAt })
  await deps.db
    .insertInto('googleCalendars')
    .values({ vendorId: vendor.id, calendarId: 'primary', name: 'Main', isPrimary: true })
    .execute()
  await sql`insert into busy_times (vendor_id, calendar_id, event_id, starts_at, ends_at)
    select vendor_id, id, 'dentist', '2031-03-05T17:30:00Z', '2031-03-05T19:30:00Z' from google_calendars`.execute(
    deps.db,
  )
  const page = await readPage(await browser.get('/dashboard/calendar?from=2031-03-05'))
  expect(page).toContain('Busy 18:30–20:30')
  expect(page).toContain('You’re busy then')
  const at = `/dashboard/sessions/${session.id}`
  expect(await readPage(await browser.get(at))).toContain('You’re busy then')
  await deps.db.updateTable('classSessions').set({ busySince: new Date() }).execute()
  expect(await readPage(await browser.get(at))).toContain(
    'You’re busy then. It can’t be booked online.',
  )
  expect(await readPage(await browser.get('/dashboard/calendar?from=2031-03-05'))).toContain(
    'You’re busy then. It can’t be booked online.',
  )
  await deps.db.updateTable('classSessions').set({ busySince: null }).execute()
  await deps.db.deleteFrom('busyTimes').execute()
  const free = await readPage(await browser.get('/dashboard/calendar?from=2031-03-05'))
  expect(free).not.toMatch(/Busy|busy/)
})

test('a booking, a bundle, a move and a cancellation open no connection to Google, also where it never responds; then each date has its event', async ({
  connecting: deps,
  databaseUrl,
  google,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  await connectAtGoogle(deps, google, vendor)
  await syncCalendars(deps)
  const yoga = await aClass(deps.db, { vendor })
  const sessions = await weeklySessions(deps.db, yoga, {
    date: addDays(todayIn(vendor.timeZone, new Date()), 3),
    capacities: [10, 10, 10, 10, 10, 10],
  })
  const [first, second] = sessions
  if (!first || !second) throw new Error('There are no sessions.')
  const { id: bundleId, priceMinor } = await aBundle(deps.db, { class: yoga })
  google.calendars.fail(...Array.from({ length: 30 }, () => 'slow' as const))
  const { connections } = google
  const asked = google.asked.length

  const visitor = app.visitor()
  const link = locationOf(await bookBy(visitor, first))
  const spot = async () => (await purchasesIn(deps.db))[0]?.id ?? ''
  const moved = await visitor.post(`${link}&do=move`, {
    intent: 'move',
    spot: await spot(),
    sessionId: second.id,
  })
  expect(moved.status).toBe(303)
  const cancelled = await visitor.post(link, { intent: 'cancel', spot: await spot() })
  expect(cancelled.status).toBe(303)
  const bought = await app
    .visitor()
    .post(`/book/class/${yoga.id}?bundle=${bundleId}&first=${first.id}`, {
      bundleId,
      first: first.id,
      how: 'series',
      sessionId: sessions.slice(0, 5).map(({ id }) => id),
      seen: seenText({ priceMinor: priceMinor }),
      name: 'Dora Five',
      contact: 'dora@example.com',
    })
  expect(bought.status).toBe(303)
  for (const path of ['/dashboard', '/dashboard/calendar', here])
    expect((await browser.get(path)).status).toBe(200)
  await work(databaseUrl, deps, keepMails())
  expect([google.connections, google.asked.length]).toEqual([connections, asked])

  google.calendars.recover()
  await syncCalendars(deps)
  const events = google.calendars.eventsOf(vendor.email)
  expect(events.map(({ description }) => description?.includes('Dora Five'))).toEqual([
    ...Array.from({ length: 5 }, () => true),
    false,
  ])
  expect(JSON.stringify(events)).not.toContain('Carla')
})

test('a lost connection is shown in the settings, on the overview and on the health page', async ({
  connecting: deps,
  google,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  await aSubscription(deps.db, vendor.id)
  await connectAtGoogle(deps, google, vendor)
  await syncCalendars(deps)
  google.calendars.revokeAll(vendor.email)
  google.calendars.expireAccess()
  await syncCalendars(deps)
  const settings = await readPage(await browser.get(here))
  expect(settings).toContain('Connection lost')
  expect(settings).toContain('Connect again')
  // What was read last still counts.
  expect(settings).toContain('Close booking while I’m busy')
  expect(await readPage(await browser.get('/dashboard'))).toContain(
    'Your Google Calendar is no longer connected',
  )
  const { browser: admin } = await anAdmin(deps)
  expect(await readPage(await admin.get('/super-admin/health'))).toContain(
    '1 connected, 1 to be connected again, 0 waiting for another attempt',
  )
})

test('a hundred sign-ins with the same account leave its calendar connected', async ({
  connecting: deps,
  google,
}) => {
  const vendor = await aVendor(deps.db)
  await aSession(deps.db, { class: await aClass(deps.db, { vendor }) })
  await connectAtGoogle(deps, google, vendor)
  const { issuer } = google
  const openId = createGoogle({ ...client, issuer, origin: deps.origin, log: createLog('silent') })
  const person = { email: vendor.email, name: 'Vera', verified: true }
  for (let signIns = 0; signIns < 101; signIns++) {
    const begun = await openId.ask()
    if (!begun.ok) throw new Error(begun.reason)
    const back = new URL(await google.agree(begun.url, person))
    expect(await openId.identify(back.searchParams, begun.asked)).toMatchObject({ ok: true })
  }
  // The token for an hour is over.
  await deps.db
    .updateTable('calendarConnections')
    .set({ googleCalendarToken: null, tokenExpiresAt: null })
    .execute()
  await syncCalendars(deps)
  expect(google.calendars.eventsOf(vendor.email)).toHaveLength(1)
})

test('no token reaches a log, a page, the export, an error or the database unsealed', async ({
  connecting,
  google,
}) => {
  const lines: string[] = []
  const log = createLog(
    'trace',
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  const issued: string[] = []
  const google2 = connecting.googleCalendar
  if (!google2) throw new Error('It is configured.')
  const exchange: typeof google2.exchange = async (code, asked) => {
    const got = await google2.exchange(code, asked)
    if (got.ok) issued.push(got.value.refreshToken, got.value.access.token)
    issued.push(code, asked.verifier)
    return got
  }
  const deps: Deps = { ...connecting, log, googleCalendar: { ...google2, exchange } }
  const { vendor, browser } = await signedInVendor(deps)
  await aSession(deps.db, { class: await aClass(deps.db, { vendor }) })
  const person = { email: vendor.email, name: 'Vera', verified: true }
  for (const fault of ['lost', 'used_code', 'none'] as const) {
    const back = new URL(await google.agree(await ask(browser), person, fault))
    await finish(browser, back.search)
  }
  for (const fault of ['slow', 'reset', 'unauthorized', 'limited', 'malformed'] as const) {
    google.calendars.fail(fault, 'none', fault)
    await syncCalendars(deps)
  }
  google.calendars.revokeAll(vendor.email)
  google.calendars.expireAccess()
  await syncCalendars(deps)
  const pages: string[] = []
  for (const path of [
    here,
    '/settings/legacy',
    '/settings/api',
    '/dashboard',
    '/dashboard/calendar',
  ])
    pages.push(await (await browser.get(path)).text())
  const zip = await browser.post('/settings/data/export')
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
  const exported = Object.values(files).map((file) => strFromU8(file))
  const { rows } = await sql<{ dump: string }>`
    select query_to_xml('select * from calendar_connections', true, false, '')::text
      || query_to_xml('select * from google_calendars', true, false, '')::text
      || query_to_xml('select * from outbox', true, false, '')::text
      || query_to_xml('select * from messages', true, false, '')::text as dump`.execute(deps.db)
  const everything = [...lines, ...pages, ...exported, rows[0]?.dump ?? ''].join('\n')
  expect(lines.join('')).toContain('a calendar is tried again later')
  expect(issued.length).toBeGreaterThan(4)
  for (const secret of [...issued, client.clientSecret]) expect(everything).not.toContain(secret)
  // Nor any that the library got by itself.
  expect(everything).not.toMatch(/ya29\.|1\/\/[\w-]{20}/)
})

test('the pages with the button name Google in their policy, other pages do not', async ({
  connecting: deps,
  google,
}) => {
  const { browser } = await signedInVendor(deps)
  const policyOf = async (path: string) =>
    (await browser.get(path)).headers.get('content-security-policy') ?? ''
  for (const path of [here, '/settings/legacy', callback])
    expect(await policyOf(path)).toContain(`form-action 'self' ${google.issuer};`)
  expect(await policyOf('/settings/rules')).toContain("form-action 'self';")
  const without = createCalendar({
    ...client,
    issuer: 'https://accounts.google.com',
    origin: deps.origin,
  })
  const { app } = await signedInVendor({ ...deps, googleCalendar: without })
  const real = await app.visitor().get(callback)
  expect(real.headers.get('content-security-policy')).toContain(
    "form-action 'self' https://accounts.google.com;",
  )
})

test('the built product contains nothing of the simulated calendars', () => {
  const built = globSync('build/{server,client}/**/*.{js,css,html}')
  expect(built.length).toBeGreaterThan(10)
  for (const file of built)
    expect(readFileSync(file, 'utf8')).not.toMatch(/simulated Google|Withdraw the access/i)
})
