import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { setUpSchema } from '#core/vendors/schema.ts'
import { appFor } from '#tests/support/app.ts'
import { password, registered, signInWith } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { classFields, signedInVendor } from '#tests/support/workspace.ts'

// What a stranger with time on their hands has tried.

test('a form no page of ours could have sent is refused at once', async ({ db, deps }) => {
  const visitor = (await appFor(deps)).visitor()
  const { class: yoga } = await aSession(db)
  const bombs: Record<string, string | string[]>[] = [
    { a: Array.from({ length: 20_000 }, () => '1') },
    { 'a[5000000]': '1' },
    { [`a${'[0]'.repeat(10_000)}`]: '1' },
    { __intent__: 'garbage' },
    { __state__: '{', contact: 'x@y.example' },
    { 'constructor.prototype.polluted.deep.deeper': '1' },
  ]
  for (const bomb of bombs)
    for (const address of ['/my-spots', `/book/class/${yoga.id}`]) {
      const refused = await visitor.post(address, bomb)
      expect(refused.status).toBe(400)
      // Reading it could take seconds: what was read would answer with the form and its mistakes.
      expect(await refused.text()).not.toContain('name="contact"')
    }
})

test('a class in the year 9999 is a mistake at the date, not an endless series', async ({
  deps,
}) => {
  const { browser: visitor } = await signedInVendor(deps)
  const answer = await visitor.post(
    '/dashboard/classes/new',
    classFields({
      startDate: '9999-12-31',
      'times[0].weekday': '1',
      'times[0].startTime': '10:00',
      'times[0].everyWeeks': '1',
    }),
  )
  expect(answer.status).toBe(400)
})

test('a path that begins with two slashes does not lead to another host', async ({ db, deps }) => {
  const { app, browser: visitor } = await signedInVendor(deps)
  const yoga = await aClass(db)
  const forged = await visitor.post(
    '/dashboard/settings',
    { classId: yoga.id, confirmationMode: 'manual', confirmationTimeoutMinutes: '5' },
    { origin: 'http://evil.example' },
  )
  expect(forged.status).toBe(403)
  for (const [address, meant] of [
    ['//evil.example/dashboard/settings', '/evil.example/dashboard/settings'],
    ['//evil.example/login', '/evil.example/login'],
    ['//', '/'],
    ['/////', '/'],
  ] as const) {
    const request = new Request(deps.origin + address, {
      method: 'POST',
      headers: {
        origin: 'http://evil.example',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'a=1',
    })
    expect((await app.request(request.url, request)).status).toBe(403)
    const opened = await app.request(deps.origin + address)
    expect([opened.status, opened.headers.get('location')]).toEqual([301, meant])
  }
})

test('a form of another site sets no preference either', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  const answer = await visitor.post('/theme', { theme: 'dark' }, { origin: 'http://evil.example' })
  expect(answer.status).toBe(403)
  expect(visitor.cookies.has('theme')).toBe(false)
})

test('a cursor that is almost an instant starts at the beginning', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  for (const at of ['2026-01-01T10', '2026-01-01T10Z', '2026-02-30T10:00:00Z', 'now']) {
    const cursor = Buffer.from(`${at} ${randomUUID()}`).toString('base64url')
    expect((await visitor.get(`/classes?after=${cursor}`)).status).toBe(200)
  }
})

test('metrics are for the machine itself, not for requests through the proxy', async ({ deps }) => {
  const answer = await (await appFor(deps)).visitor().get('/metrics')
  expect(answer.status).toBe(404)
})

test('pages of a signed-in visitor and pages with a key are kept by no cache', async ({ deps }) => {
  const { browser: visitor } = await signedInVendor(deps)
  for (const address of [
    '/dashboard',
    '/dashboard/bookings',
    '/reset-password?token=abc',
    '/auth/v1/verify?token_hash=abc',
  ]) {
    const { headers } = await visitor.get(address)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('referrer-policy')).toBe('same-origin')
  }
})

test('guesses from outside do not lock out a person who has signed in on this device before', async ({
  deps,
}) => {
  const app = await appFor(deps)
  await registered(app, deps)
  const owner = app.visitor({ network: '203.0.113.1' })
  await deps.db.updateTable('users').set({ emailVerified: true }).execute()
  expect((await signInWith(owner, 'new@example.com', password)).status).toBe(302)
  for (let guess = 0; guess < 12; guess++)
    await signInWith(
      app.visitor({ network: `198.51.100.${guess}` }),
      'new@example.com',
      'wrong wrong wrong',
    )
  const stranger = await signInWith(
    app.visitor({ network: '203.0.113.2' }),
    'new@example.com',
    password,
  )
  expect(stranger.status).toBe(429)
  await owner.post('/signout')
  expect((await signInWith(owner, 'new@example.com', password)).status).toBe(302)
  // The cookie of the device opens nothing for another account.
  const known = owner.cookies.get('known') ?? ''
  const thief = app.visitor({ network: '203.0.113.3' })
  thief.cookies.set('known', known.replace(/.$/, known.endsWith('A') ? 'B' : 'A'))
  expect((await signInWith(thief, 'new@example.com', password)).status).toBe(429)
})

test.each(['+05:30', '-03', 'EST', 'Europe/Nowhere', '', 'Etc/../UTC'])(
  '%s is no time zone',
  (timeZone) => {
    const form = {
      fullName: 'A',
      businessName: 'B',
      location: 'C',
      country: 'DE',
      currency: 'EUR',
      language: 'en',
      username: 'abc',
      contact: 'none',
    }
    expect(setUpSchema.safeParse({ ...form, timeZone }).success).toBe(false)
    expect(setUpSchema.safeParse({ ...form, timeZone: 'Asia/Kolkata' }).success).toBe(true)
  },
)

test('a form may have 128 kB', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  const large = await visitor.post('/contact', { message: 'a'.repeat(129 * 1024) })
  expect(large.status).toBe(413)
  const small = await visitor.post('/contact', { message: 'a'.repeat(127 * 1024) })
  expect(small.status).toBe(400)
})

test('a page without a form takes none: a short 405, and nothing is read for it', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const visitor = (await appFor(deps)).visitor()
  for (const address of [
    '/',
    '/pricing',
    '/classes',
    `/${vendor.username}`,
    '/pricing.data',
    '/_root.data',
  ]) {
    const answer = await visitor.post(address, { a: '1' })
    expect([answer.status, answer.headers.get('allow')], address).toEqual([405, 'GET, HEAD'])
    expect((await answer.text()).length, address).toBeLessThan(100)
  }
  for (const address of ['/login', '/contact.data?_routes=root'])
    expect((await visitor.post(address, {})).status, address).not.toBe(405)
})

test('a method that no page takes is a short 405, and no failure in the log', async ({ deps }) => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const app = await appFor({ ...deps, log })
  for (const method of ['OPTIONS', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])
    for (const [address, allow] of [
      ['/login', 'GET, HEAD, POST'],
      ['/pricing', 'GET, HEAD'],
    ] as const) {
      const answer = await app.request(address, { method })
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, allow])
      expect((await answer.text()).length).toBeLessThan(100)
    }
  expect(lines).toEqual([])
})

test('a site served over https tells browsers to use only https', async ({ deps }) => {
  const header = async (origin: string) =>
    (await (await appFor({ ...deps, origin })).visitor().get('/')).headers.get(
      'strict-transport-security',
    )
  expect(await header('https://book.example.com')).toBe('max-age=31536000')
  expect(await header('http://localhost:3000')).toBe(null)
  const settings = { ...deps.settings, hstsSubdomains: true }
  const all = await appFor({ ...deps, origin: 'https://book.example.com', settings })
  expect((await all.visitor().get('/')).headers.get('strict-transport-security')).toBe(
    'max-age=31536000; includeSubDomains',
  )
})

test('an address that cannot be decoded, or that no route can match, is refused before the router writes about it', async ({
  deps,
}) => {
  const { request } = await appFor(deps)
  for (const path of ['/%ff', '/book/class/%E0%A4%A', '/a%0Ab', '/a%0Db', '/b/%E2%80%A8b'])
    expect((await request(path)).status).toBe(400)
})
