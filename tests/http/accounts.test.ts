import { sql } from 'kysely'
import {
  noRows,
  password,
  registered,
  rowsOf,
  signInWith,
  wholeForm,
} from '#tests/support/accounts.ts'
import { findReferralCode } from '#core/referrals/queries.ts'
import { appFor, noticeOf, readPage, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'

test('registration makes account, vendor, membership, profile and role as one and asks for a confirmation', async ({
  deps,
}) => {
  const app = await appFor(deps)
  const answer = await app
    .visitor()
    .post('/register', { ...wholeForm, email: 'New@Example.com', ref: 'FRIEND-1' })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/verify-email?email=new%40example.com')
  expect(await rowsOf(deps.db)).toEqual({
    ...noRows,
    users: 1,
    profiles: 1,
    userRoles: 1,
    vendors: 1,
    vendorMembers: 1,
    outbox: 1,
    authAccounts: 1,
  })
  const user = await deps.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect(user).toMatchObject({
    email: 'new@example.com',
    emailVerified: false,
    kind: 'owner',
    referralCode: 'FRIEND-1',
  })
  const profile = await deps.db.selectFrom('profiles').selectAll().executeTakeFirstOrThrow()
  expect(profile).toMatchObject({
    fullName: 'new',
    profilePictureMethod: 'avatar',
    avatarUrl: expect.stringMatching(/^\/avatars\/[1-5]\.svg$/),
  })
})

for (const table of [
  'profiles',
  'userRoles',
  'vendors',
  'vendorMembers',
  'outbox',
  'authAccounts',
] as const) {
  test(`a sign-up that breaks at ${table} leaves nothing and says "Sign up failed." or that it was unexpected`, async ({
    deps,
  }) => {
    await sql`alter table ${sql.table(table)} add constraint broken check (false) not valid`.execute(
      deps.db,
    )
    const answer = await (await appFor(deps)).visitor().post('/register', wholeForm)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    const said = await readPage(answer)
    expect(said).toMatch(/Sign up failed\.|An unexpected error occurred\. Please try again\./)
    expect(said).not.toContain('broken')
    expect(await rowsOf(deps.db)).toEqual(noRows)
  })
}

test('the reason for a refused sign-up is shown at the form, which keeps the address', async ({
  deps,
}) => {
  const app = await appFor(deps)
  const cases = [
    [{ email: 'new@example.com', password }, 'Please agree to the terms and conditions.'],
    [{ ...wholeForm, email: '' }, 'Please provide your email and password.'],
    [{ ...wholeForm, password: '' }, 'Please provide your email and password.'],
    [{ ...wholeForm, email: 'new@' }, 'Please enter an email address like name@example.com.'],
    [{ ...wholeForm, password: 'short' }, 'Use at least 8 characters.'],
    [{ ...wholeForm, password: 'Password123' }, 'This password is too easy to guess.'],
    [{ ...wholeForm, email: 'x'.repeat(2000) }, 'This is too long.'],
  ] as const
  for (const [form, sentence] of cases) {
    const answer = await app.visitor().post('/register', form)
    expect(answer.status).toBe(400)
    const html = await answer.clone().text()
    expect(await readPage(answer)).toContain(sentence)
    if (form.email.length < 2000) expect(html).toContain(`value="${form.email}"`)
    expect(html).not.toContain(`value="${password}"`)
  }
  expect(await rowsOf(deps.db)).toEqual(noRows)
})

test('a sign-up names everything that is wrong at once', async ({ deps }) => {
  const form = { email: 'new@', password: 'short' }
  const said = await readPage(await (await appFor(deps)).visitor().post('/register', form))
  for (const sentence of [
    'Please agree to the terms and conditions.',
    'Please enter an email address like name@example.com.',
    'Use at least 8 characters.',
  ])
    expect(said).toContain(sentence)
})

test('an empty form says once what is missing, and at each field what to do', async ({ deps }) => {
  const app = await appFor(deps)
  const empty = { email: '', password: '' }
  const answer = await app.visitor().post('/register', empty)
  const html = await answer.clone().text()
  const signUp = await readPage(answer)
  expect(signUp.match(/Please provide your email and password\./g)).toHaveLength(1)
  // The summary only names the fields.
  for (const sentence of [
    'Enter your email.',
    'Choose a password.',
    'Please agree to the terms and conditions.',
  ])
    expect([sentence, signUp.split(sentence).length - 1]).toEqual([sentence, 1])
  expect(html).toMatch(/<a href="#field-email"[^>]*>Email<\/a>/)
  expect(html).toMatch(/<a href="#field-agreeToTerms"[^>]*>Terms[^<]*<\/a>/)
  expect(signUp).not.toContain('Error')
  const signIn = await readPage(await app.visitor().post('/login', empty))
  expect(signIn.match(/Please enter your email and password\./g)).toHaveLength(1)
  for (const sentence of ['Enter your email.', 'Enter your password.'])
    expect([sentence, signIn.split(sentence).length - 1]).toEqual([sentence, 1])
  expect(signIn).not.toContain('Error')
  const short = await readPage(await app.visitor().post('/register', { ...empty, password: 'no' }))
  expect(short).toContain('Use at least 8 characters.')
})

test('signing up asks for consent to the terms only, and names the privacy policy', async ({
  deps,
}) => {
  const app = await appFor(deps)
  const cases = [
    ['en', 'I agree to the Terms of Service. See the Privacy Policy.'],
    ['de', 'Ich stimme den Nutzungsbedingungen zu. Siehe die Datenschutzerklärung.'],
    ['ru', 'Я принимаю условия использования. См. политику конфиденциальности.'],
  ] as const
  for (const [language, sentence] of cases) {
    const answer = await app.visitor().get('/register', { 'accept-language': language })
    const html = await answer.text()
    expect(html.replace(/<[^>]*>/g, '')).toContain(sentence)
    for (const page of ['/terms-of-service', '/privacy-policy'])
      expect(html).toContain(`href="${page}?tab=1"`)
  }
})

test('an existing email leads to the sign-in with "Account already exists"', async ({ deps }) => {
  const app = await appFor(deps)
  const { email } = await aVendor(deps.db)
  const visitor = app.visitor()
  const answer = await visitor.post('/register', { ...wholeForm, email: email.toUpperCase() })
  expect(answer.headers.get('location')).toBe(
    `/login?email=${encodeURIComponent(email.toUpperCase())}`,
  )
  expect(noticeOf(answer)).toMatchObject({
    title: 'Account already exists',
    text: 'This email is already registered. Please sign in instead.',
  })
  const login = await visitor.get(answer.headers.get('location') ?? '')
  expect(await readPage(login)).toContain('Account already exists')
})

test('two sign-ups with one address at once make one account', async ({ deps }) => {
  const app = await appFor(deps)
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => app.visitor().post('/register', wholeForm)),
  )
  const places = answers.map((answer) => answer.headers.get('location')?.split('?')[0])
  expect(places.every((place) => place === '/verify-email' || place === '/login')).toBe(true)
  expect(await rowsOf(deps.db)).toMatchObject({
    users: 1,
    vendors: 1,
    profiles: 1,
    authAccounts: 1,
    outbox: 1,
  })
})

test('a sign-up that fails unexpectedly says so and keeps the form', async ({ deps }) => {
  const app = await appFor(deps)
  await sql`alter table rate_limits rename to gone`.execute(deps.db)
  const answer = await app.visitor().post('/register', wholeForm)
  expect(answer.status).toBe(500)
  expect(await readPage(answer)).toContain('An unexpected error occurred. Please try again.')
  const login = await signInWith(app.visitor(), 'new@example.com', password)
  expect(login.status).toBe(500)
  const said = await readPage(login)
  expect(said).toContain('Error')
  expect(said).toContain('An unexpected error occurred')
})

test('the referral banner shows for a code that exists, keeps it through a mistake, and needs plans', async ({
  deps,
  db,
}) => {
  const vendor = await aVendor(db)
  const code = await findReferralCode(db, vendor.id)
  const link = `/register?ref=${code}`
  const visitor = (await appFor(deps)).visitor()
  const shown = await readPage(await visitor.get(link))
  expect(shown).toContain('first 3 months absolutely free')
  expect(shown).toContain(code)
  for (const other of ['/register', '/register?ref=FRIEND-1', '/register?ref=%00'])
    expect([other, await readPage(await (await appFor(deps)).visitor().get(other))]).toEqual([
      other,
      expect.not.stringContaining('absolutely free'),
    ])
  const wrong = await visitor.post(link, { ...wholeForm, password: 'short', ref: code })
  expect(wrong.status).toBe(400)
  const html = await wrong.text()
  expect(html).toContain('first 3 months absolutely free')
  expect(html).toMatch(new RegExp(`<input[^>]*name="ref"[^>]*value="${code}"`))

  await db.updateTable('vendors').set({ suspendedAt: new Date() }).execute()
  expect(await readPage(await visitor.get(link))).not.toContain('absolutely free')
  await db.updateTable('vendors').set({ suspendedAt: null }).execute()
  const plain = await appFor({ ...deps, settings: { ...deps.settings, plans: false } })
  expect(await readPage(await plain.visitor().get(link))).not.toContain('absolutely free')
})

test('where sign-up is not open there is a sentence, no form, and the server refuses', async ({
  deps,
}) => {
  for (const [signUp, said] of [
    ['invite', 'You need an invitation to sign up here.'],
    ['closed', 'This site isn’t accepting new accounts.'],
  ] as const) {
    const app = await appFor({ ...deps, settings: { ...deps.settings, signUp } })
    const page = await app.visitor().get('/register')
    const html = await page.clone().text()
    expect(await readPage(page)).toContain(said)
    expect(html).not.toContain('name="password"')
    const answer = await app.visitor().post('/register', wholeForm)
    expect(answer.status).toBe(403)
  }
  expect(await rowsOf(deps.db)).toEqual(noRows)
})

test('signing in says "Success!" and opens the dashboard of the vendor', async ({ deps }) => {
  const app = await appFor(deps)
  const visitor = await registered(app, deps)
  const answer = await signInWith(visitor, ' NEW@example.com ', password)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/dashboard')
  expect(noticeOf(answer)).toMatchObject({ title: 'Success!', text: 'Signed in successfully' })
  expect(visitor.cookies.has('openspot.session_token')).toBe(true)
  const dashboard = await visitor.get('/dashboard')
  expect(dashboard.headers.get('location')).toBe('/onboarding')
})

test.for([
  { typed: 'Ivan@пример.рф', other: 'ivan@xn--e1afmkfd.xn--p1ai' },
  { typed: 'max@xn--mller-kva.de', other: '\u200bmax@MÜLLER.de' },
])('$typed and $other are one account', async ({ typed, other }, { deps }) => {
  const app = await appFor(deps)
  const form = { ...wholeForm, email: typed }
  expect((await app.visitor().post('/register', form)).status).toBe(302)
  const { email } = await deps.db.selectFrom('users').select('email').executeTakeFirstOrThrow()
  const token_hash = await deps.auth.verificationToken(email)
  await app.visitor().post('/auth/v1/verify', { token_hash, password })
  expect((await signInWith(app.visitor(), other, password)).status).toBe(302)
  await app.visitor().post('/register', { ...form, email: other })
  const accounts = await deps.db.selectFrom('users').select('email').execute()
  expect(accounts).toHaveLength(1)
  expect(accounts[0]?.email).toMatch(/^[ -~]+$/)
})

test('a password matches in whatever Unicode form it is typed', async ({ deps }) => {
  const app = await appFor(deps)
  const visitor = app.visitor()
  const typed = 'Grünfläche-Übung-7'
  const form = { ...wholeForm, password: typed.normalize('NFC') }
  expect((await visitor.post('/register', form)).status).toBe(302)
  await deps.db.updateTable('users').set({ emailVerified: true }).execute()
  const signedIn = await signInWith(app.visitor(), wholeForm.email, typed.normalize('NFD'))
  expect(signedIn.status).toBe(302)
})

test('the reason for a refused sign-in is shown, the same for an unknown address and a wrong password', async ({
  deps,
}) => {
  const app = await appFor(deps)
  await registered(app, deps)
  const wrong = await signInWith(app.visitor(), 'new@example.com', 'not the password')
  const unknown = await signInWith(app.visitor(), 'nobody@example.com', 'not the password')
  expect([wrong.status, unknown.status]).toEqual([400, 400])
  const [saidOfWrong, saidOfUnknown] = [await readPage(wrong), await readPage(unknown)]
  expect(saidOfWrong).toContain('Incorrect email or password.')
  expect(saidOfWrong).toBe(saidOfUnknown)
  for (const length of [257, 1500, 100_000]) {
    const long = await signInWith(app.visitor(), 'new@example.com', 'x'.repeat(length))
    expect(long.status).toBe(400)
    expect(await readPage(long)).toBe(saidOfWrong)
  }
  const missing = await signInWith(app.visitor(), 'new@example.com', '')
  expect(await readPage(missing)).toContain('Please enter your email and password.')

  await deps.db.updateTable('users').set({ emailVerified: false }).execute()
  const unverified = await signInWith(app.visitor(), 'new@example.com', password)
  const said = await readPage(unverified)
  expect(said).toContain('Please confirm your email first.')
  expect(said).toContain('Send the confirmation again')

  await deps.db.updateTable('users').set({ emailVerified: true }).execute()
  await deps.db.updateTable('vendors').set({ suspendedAt: new Date() }).execute()
  const visitor = app.visitor()
  const suspended = await signInWith(visitor, 'new@example.com', password)
  expect(await readPage(suspended)).toContain('This account is suspended.')
  expect(visitor.cookies.has('openspot.session_token')).toBe(false)
})

test('of 30 wrong passwords sent at once, exactly ten are checked, wherever they come from', async ({
  deps,
}) => {
  const app = await appFor(deps)
  await registered(app, deps)
  const guesses = Array.from({ length: 30 }, (_, n) => {
    const visitor = app.visitor({ network: `198.51.100.${n}` })
    return signInWith(visitor, 'new@example.com', `guess number ${n}`)
  })
  const answers = await Promise.all(guesses)
  const said = await Promise.all(answers.map(readPage))
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  expect(said.filter((text) => text.includes('Too many attempts.'))).toHaveLength(20)
  const right = await signInWith(
    app.visitor({ network: '203.0.113.9' }),
    'new@example.com',
    password,
  )
  expect(right.status).toBe(429)
})

test('of 60 sign-ins sent at once from one address, fifty are checked', async ({ deps }) => {
  const app = await appFor(deps)
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      signInWith(app.visitor(), `nobody-${n}@example.com`, 'some password'),
    ),
  )
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
}, 40_000)

test('a redirect_to is honoured on this site only', async ({ deps }) => {
  const app = await appFor(deps)
  const { userId } = await aVendor(deps.db)
  const visitor = app.visitor()
  await signInAs(deps, visitor, userId)
  const cases: [string, string][] = [
    ['/dashboard/classes?x=1#y', '/dashboard/classes?x=1#y'],
    ['http://localhost:3000/classes', '/classes'],
    ['/auth/v1/callback?code=1#z', '/auth-callback?code=1#z'],
    ['https://evil.example/', '/dashboard'],
    ['//evil.example/', '/dashboard'],
    ['///evil.example', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['\\\\evil.example', '/dashboard'],
    ['/\t/evil.example', '/dashboard'],
    ['http://localhost:3000@evil.example/', '/dashboard'],
    ['http://localhost:3000.evil.example/', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
    ['data:text/html,x', '/dashboard'],
    ['http://localhost:3000//evil.example', '/dashboard'],
    ['', '/dashboard'],
  ]
  for (const [asked, target] of cases) {
    const answer = await visitor.get(`/login?redirect_to=${encodeURIComponent(asked)}`)
    expect([asked, answer.headers.get('location')]).toEqual([asked, target])
  }
})

test('a stranger at the dashboard is sent to the sign-in and back', async ({ deps }) => {
  const app = await appFor(deps)
  await registered(app, deps)
  const visitor = app.visitor()
  const asked = await visitor.get('/dashboard/bookings?status=pending')
  const login = asked.headers.get('location') ?? ''
  expect(login).toBe('/login?redirect_to=%2Fdashboard%2Fbookings%3Fstatus%3Dpending')
  const answer = await visitor.post(login, { email: 'new@example.com', password })
  expect(answer.headers.get('location')).toBe('/dashboard/bookings?status=pending')
})

test('a signed-in person is redirected from sign-in and sign-up; a super admin goes to the other dashboard', async ({
  deps,
}) => {
  const app = await appFor(deps)
  const vendor = await aVendor(deps.db)
  const admin = await deps.db
    .insertInto('users')
    .values({ name: 'Ada Admin', email: 'admin@example.com', emailVerified: true, kind: 'admin' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [userId, home] of [
    [vendor.userId, '/dashboard'],
    [admin.id, '/super-admin/dashboard'],
  ] as const) {
    const visitor = app.visitor()
    await signInAs(deps, visitor, userId)
    for (const path of ['/login', '/register', '/']) {
      expect((await visitor.get(path)).headers.get('location')).toBe(home)
    }
  }
  const roles = await deps.db
    .selectFrom('userRoles')
    .where('userId', '=', admin.id)
    .select('role')
    .execute()
  expect(roles).toEqual([{ role: 'super_admin' }])
})

test('a session without a profile shows the overlay, which ends it', async ({ deps }) => {
  const app = await appFor(deps)
  const vendor = await aVendor(deps.db)
  const visitor = app.visitor()
  await signInAs(deps, visitor, vendor.userId)
  await deps.db.deleteFrom('profiles').where('userId', '=', vendor.userId).execute()
  const overlay = await visitor.get('/dashboard')
  expect(overlay.status).toBe(409)
  const html = await overlay.clone().text()
  const said = await readPage(overlay)
  expect(said).toContain('Session Issue Detected')
  expect(said).toContain(
    'Your account session is no longer valid. This can happen if your account was removed or if there was a database issue.',
  )
  expect(said).toContain('Clear Session & Continue')
  expect(html).toMatch(/<form[^>]*action="\/signout" method="post"/)
  const cleared = await visitor.post('/signout')
  expect(cleared.headers.get('location')).toBe('/')
  expect(visitor.cookies.has('openspot.session_token')).toBe(false)
  expect(await rowsOf(deps.db)).toMatchObject({ authSessions: 0 })
  expect((await visitor.get('/')).status).toBe(200)
})

test('a failed lookup does not make a session an orphan: the page reports an error on our side', async ({
  deps,
}) => {
  const app = await appFor(deps)
  const { userId } = await aVendor(deps.db)
  const visitor = app.visitor()
  await signInAs(deps, visitor, userId)
  await sql`alter table profiles rename to gone`.execute(deps.db)
  const answer = await visitor.get('/dashboard')
  expect(answer.status).toBe(500)
  expect(await readPage(answer)).not.toContain('Session Issue Detected')
})

test('a form sent from another site is refused', async ({ deps }) => {
  const app = await appFor(deps)
  const { userId } = await aVendor(deps.db)
  const visitor = app.visitor()
  await signInAs(deps, visitor, userId)
  const answer = await visitor.post('/signout', {}, { origin: 'https://evil.example' })
  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain(`Open this page at ${deps.origin}.`)
  expect(await rowsOf(deps.db)).toMatchObject({ authSessions: 1 })
})

test('odd characters in the token of a link are answered with 4xx or a page, never 5xx', async ({
  deps,
}) => {
  const app = await appFor(deps)
  const paths = [
    '/contact/confirm?token=',
    '/login-link/open?token=',
    '/reset-password?token=',
    '/auth/v1/verify?token_hash=',
    '/booking/ABCDEFGHJK?token=',
    '/booking/ABCDEFGHJK/calendar.ics?token=',
    '/request/ABCDEFGHJK?token=',
  ]
  for (const path of paths)
    for (const token of ['%00', 'a%00b', '%ED%A0%80', 'x'.repeat(5000)]) {
      const { status } = await app.visitor().get(path + token)
      expect([path, token, status < 500]).toEqual([path, token, true])
    }
})

test('odd characters in the account forms are refused with 4xx, never 5xx', async ({ deps }) => {
  const app = await appFor(deps)
  const odd = [
    'a\u0000b@example.com',
    'x'.repeat(100_000),
    '\ud800@example.com',
    '{"$gt":""}',
    'a@example.com\r\nBcc: b@example.com',
  ]
  const forms = (value: string): [string, Record<string, string | string[]>][] => [
    ['/login', { email: value, password: value }],
    ['/register', { email: value, password, agreeToTerms: 'on' }],
    [
      '/register',
      { email: 'fine@example.com', password: value.slice(0, 5), agreeToTerms: 'on', ref: value },
    ],
    ['/forgot-password', { email: value }],
    ['/verify-email', { email: value }],
    ['/reset-password', { token: value, password }],
    ['/auth/v1/verify', { token_hash: value }],
  ]
  for (const [path, form] of odd.flatMap(forms)) {
    const { status } = await app.visitor().post(path, form)
    expect([path, status < 500]).toEqual([path, true])
  }
})
