import { SignJWT } from 'jose'
import { sql } from 'kysely'
import type { Deps } from '#core/shared/deps.ts'
import { password, registered, rowsOf, signInWith, wholeForm } from '#tests/support/accounts.ts'
import { appFor, noticeOf, readPage, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'

test('the notice after sign-up shows the address, or "your email"', async ({ deps }) => {
  const app = await appFor(deps)
  const shown = await readPage(await app.visitor().get('/verify-email?email=new%40example.com'))
  expect(shown).toContain('new@example.com')
  expect(shown).toContain('Go to Sign in')
  // A company's address may be read at Gmail too, and without an address anybody's.
  for (const email of ['?email=new%40example.com', '?email=new%40gmx.de', '']) {
    const page = await (await app.visitor().get(`/verify-email${email}`)).text()
    expect([email, page]).toEqual([
      email,
      expect.stringMatching(
        /<a href="https:\/\/mail\.google\.com\/mail\/" target="_blank"[^>]*>Open Gmail<\/a><a[^>]*href="\/login[^>]*>Go to Sign in/,
      ),
    ])
    expect(page.includes('Open GMX')).toBe(email.includes('gmx'))
  }
  const gmail = await (await app.visitor().get('/verify-email?email=new%40gmail.com')).text()
  expect(gmail).toMatch(/<a href="https:\/\/mail\.google\.com\/mail\/"[^>]*>Open Gmail/)
  expect(gmail).toMatch(/Wrong address\? <a[^>]*href="\/register\?email=new%40gmail\.com"/)
  expect(await readPage(await app.visitor().get('/verify-email'))).toContain('your email')
})

test('opening the confirmation link changes nothing; the button confirms, once, and signs in', async ({
  deps,
}) => {
  const app = await appFor(deps)
  const visitor = app.visitor()
  await visitor.post('/register', wholeForm)
  const token = await deps.auth.verificationToken('new@example.com')
  const link = `/auth/v1/verify?token_hash=${encodeURIComponent(token)}&type=signup`
  const before = await rowsOf(deps.db)
  const opened = await visitor.get(link)
  await visitor.get(link)
  expect(opened.status).toBe(200)
  expect(await readPage(opened)).toContain('Confirm my email')
  expect(await rowsOf(deps.db)).toEqual(before)
  expect(await deps.db.selectFrom('users').select('emailVerified').executeTakeFirst()).toEqual({
    emailVerified: false,
  })

  const confirmed = await visitor.post(link, { token_hash: token })
  expect(confirmed.status).toBe(200)
  expect(confirmed.headers.get('refresh')).toBe('1;url=/dashboard')
  expect(await readPage(confirmed)).toContain(
    'Email confirmed successfully! Redirecting to dashboard...',
  )
  expect((await visitor.get('/dashboard')).headers.get('location')).toBe('/onboarding')

  const again = await visitor.post(`${link}&redirect_to=%2Fclasses`, { token_hash: token })
  expect(again.headers.get('refresh')).toBe('1;url=/classes')
  expect(await readPage(again)).toContain('Email already verified. You can now sign in.')
  const elsewhere = await app.visitor().post(link, { token_hash: token })
  expect(elsewhere.headers.get('refresh')).toBe('1;url=/login')
})

test('another browser than the one that signed up has to give the password first', async ({
  deps,
}) => {
  const app = await appFor(deps)
  await app.visitor().post('/register', wholeForm)
  const token = await deps.auth.verificationToken('new@example.com')
  const link = `/auth/v1/verify?token_hash=${encodeURIComponent(token)}&type=signup`
  const other = app.visitor()
  const html = await (await other.get(link)).text()
  expect(html).toContain('name="password"')
  for (const [form, status, sentence] of [
    [{}, 409, 'Enter the password you chose for new@example.com'],
    [{ password: 'not the password' }, 400, 'Incorrect email or password.'],
    [{ password: 'x'.repeat(300) }, 400, 'Incorrect email or password.'],
  ] as const) {
    const refused = await other.post(link, { token_hash: token, ...form })
    expect(refused.status).toBe(status)
    expect(await readPage(refused)).toContain(sentence)
  }
  expect(await deps.db.selectFrom('users').select('emailVerified').execute()).toEqual([
    { emailVerified: false },
  ])
  expect(await rowsOf(deps.db)).toMatchObject({ authSessions: 0 })

  const confirmed = await other.post(link, { token_hash: token, password })
  expect(await readPage(confirmed)).toContain(
    'Email confirmed successfully! Redirecting to dashboard...',
  )
  expect((await other.get('/dashboard')).headers.get('location')).toBe('/onboarding')
})

test('wrong passwords at a confirmation count as wrong passwords at the sign-in', async ({
  deps,
}) => {
  const app = await appFor(deps)
  await app.visitor().post('/register', wholeForm)
  const token = await deps.auth.verificationToken('new@example.com')
  const answers = []
  for (let guess = 0; guess < 11; guess++) {
    const stranger = app.visitor({ network: `198.51.100.${guess}` })
    answers.push(
      await stranger.post('/auth/v1/verify', { token_hash: token, password: 'wrong wrong' }),
    )
  }
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 10 }, () => 400),
    429,
  ])
})

test('a sign-up that a stranger prepared leaves the stranger no password', async ({ deps }) => {
  const app = await appFor(deps)
  const stranger = app.visitor({ network: '198.51.100.1' })
  await stranger.post('/register', wholeForm)
  const owner = app.visitor({ network: '203.0.113.1' })
  const verification = await deps.auth.verificationToken('new@example.com')
  await owner.post('/auth/v1/verify', { token_hash: verification })
  expect((await signInWith(stranger, 'new@example.com', password)).status).toBe(400)

  const token = await resetTokenOf(deps, 'new@example.com')
  await owner.post('/reset-password', { token, password: 'another-lantern-43' })
  // The reset link has proved the address as well.
  expect((await signInWith(owner, 'new@example.com', 'another-lantern-43')).status).toBe(302)
  expect((await signInWith(stranger, 'new@example.com', password)).status).toBe(400)
})

test('a confirmation never replaces a session without asking', async ({ deps }) => {
  const app = await appFor(deps)
  const visitor = app.visitor()
  await visitor.post('/register', wholeForm)
  const token = await deps.auth.verificationToken('new@example.com')
  const other = await aVendor(deps.db)
  await signInAs(deps, visitor, other.userId)
  const before = visitor.cookies.get('openspot.session_token')
  const link = `/auth/v1/verify?token_hash=${encodeURIComponent(token)}&type=signup`
  const question = `You’re signed in as ${other.email}`
  expect(await readPage(await visitor.get(link))).toContain(question)
  const asked = await visitor.post(link, { token_hash: token })
  expect(asked.status).toBe(409)
  expect(await readPage(asked)).toContain(question)
  const outdated = await visitor.post(link, { token_hash: token, replaces: 'else@example.com' })
  expect(outdated.status).toBe(409)
  expect(visitor.cookies.get('openspot.session_token')).toBe(before)

  const confirmed = await visitor.post(link, { token_hash: token, replaces: other.email })
  expect(await readPage(confirmed)).toContain('Email confirmed successfully!')
  const sessions = await deps.db
    .selectFrom('authSessions')
    .innerJoin('users', 'users.id', 'authSessions.userId')
    .select('email')
    .execute()
  expect(sessions).toEqual([{ email: 'new@example.com' }])
})

test('a failed confirmation shows the reason, under "Email Confirmation Failed"', async ({
  deps,
}) => {
  const app = await appFor(deps)
  const visitor = app.visitor()
  await visitor.post('/register', wholeForm)
  const token = await deps.auth.verificationToken('new@example.com')
  const forged = `${token.split('.').slice(0, 2).join('.')}.AAAA`
  const nobody = await deps.auth.verificationToken('nobody@example.com')
  const invalid = 'Invalid confirmation link. Please try again or request a new confirmation email.'
  const failed = 'Email confirmation failed. Please try again.'
  for (const [sent, sentence] of [
    ['', invalid],
    ['nonsense', invalid],
    [forged, invalid],
    [nobody, failed],
  ] as const) {
    const answer = await app.visitor().post('/auth/v1/verify', { token_hash: sent })
    const said = await readPage(answer)
    expect(answer.status).toBe(400)
    expect(said).toContain('Email Confirmation Failed')
    expect(said).toContain(sentence)
    expect(said).toContain('Go to Login')
    expect(said).toContain('Send a new link')
  }
  const without = await readPage(await app.visitor().get('/auth/v1/verify'))
  expect(without).toContain(invalid)

  await sql`create function lose() returns trigger language plpgsql as 'begin return null; end'`.execute(
    deps.db,
  )
  await sql`create trigger lose before insert on auth_sessions for each row execute function lose()`.execute(
    deps.db,
  )
  const lost = await visitor.post('/auth/v1/verify', { token_hash: token })
  expect(await readPage(lost)).toContain('Email confirmation failed. No session created.')

  await sql`alter table rate_limits rename to gone`.execute(deps.db)
  const broken = await app.visitor().post('/auth/v1/verify', { token_hash: token })
  expect(broken.status).toBe(500)
  expect(await readPage(broken)).toContain('An unexpected error occurred. Please try again.')
})

test('an expired link says so until its owner is verified; after that, it says the address is already verified', async ({
  deps,
}) => {
  const app = await appFor(deps)
  await app.visitor().post('/register', wholeForm)
  const old = await oldToken(deps, 'new@example.com')
  const refused = await app.visitor().post('/auth/v1/verify', { token_hash: old })
  expect(refused.status).toBe(400)
  const said = await readPage(refused)
  expect(said).toContain('This confirmation link has expired.')
  expect(said).toContain('Send a new link')
  await deps.db.updateTable('users').set({ emailVerified: true }).execute()
  const done = await app.visitor().post('/auth/v1/verify', { token_hash: old })
  expect(await readPage(done)).toContain('Email already verified. You can now sign in.')
})

test('the confirmation is sent again for any address with the same answer, five times an hour', async ({
  deps,
}) => {
  const app = await appFor(deps)
  await app.visitor().post('/register', wholeForm)
  const known = await app.visitor().post('/verify-email', { email: 'new@example.com' })
  const unknown = await app.visitor().post('/verify-email', { email: 'new@example.org' })
  expect(known.status).toBe(unknown.status)
  expect(known.headers.get('location')?.replace('.com', '.org')).toBe(
    unknown.headers.get('location'),
  )
  const page = await app.visitor().get(known.headers.get('location') ?? '')
  expect(await readPage(page)).toContain(
    'If this address still needs to be confirmed, the email is on its way.',
  )
  const more = await Promise.all(
    Array.from({ length: 8 }, () =>
      app.visitor().post('/verify-email', { email: 'new@example.com' }),
    ),
  )
  expect(more.filter(({ status }) => status === 429)).toHaveLength(4)
})

/** A genuine token whose day is over. */
function oldToken(deps: Deps, email: string): Promise<string> {
  return new SignJWT({ email })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1 hour ago')
    .sign(new TextEncoder().encode(deps.secretKeys[0]))
}

async function resetTokenOf(deps: Deps, email: string): Promise<string> {
  const user = await deps.db
    .selectFrom('users')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow()
  return deps.auth.resetToken(user.id)
}

test('asking for a new password answers the same for every address', async ({ deps }) => {
  const app = await appFor(deps)
  await registered(app, deps)
  const known = await app.visitor().post('/forgot-password', { email: 'new@example.com' })
  const unknown = await app.visitor().post('/forgot-password', { email: 'nobody@example.com' })
  expect(known.headers.get('location')).toBe('/forgot-password?sent=1')
  expect(unknown.headers.get('location')).toBe('/forgot-password?sent=1')
  const page = await app.visitor().get('/forgot-password?sent=1')
  expect(await readPage(page)).toContain(
    'If there is an account with this email, the link is on its way.',
  )
  const kinds = await deps.db
    .selectFrom('outbox')
    .where('kind', '=', 'account.reset_requested')
    .select('id')
    .execute()
  expect(kinds).toHaveLength(2)
})

test('a reset link works once, and ends every session of the account', async ({ deps }) => {
  const app = await appFor(deps)
  const visitor = await registered(app, deps)
  await signInWith(visitor, 'new@example.com', password)
  const token = await resetTokenOf(deps, 'new@example.com')
  expect((await visitor.get(`/reset-password?token=${token}`)).status).toBe(200)

  const weak = await visitor.post(`/reset-password?token=${token}`, { token, password: 'password' })
  expect(await readPage(weak)).toContain('This password is too easy to guess.')
  const done = await visitor.post('/reset-password', { token, password: 'another-lantern-43' })
  expect(done.headers.get('location')).toBe('/login')
  expect(noticeOf(done)).toMatchObject({ title: 'Password changed' })
  expect(await rowsOf(deps.db)).toMatchObject({ authSessions: 0 })
  expect((await visitor.get('/dashboard')).headers.get('location')).toContain('/login')

  const link = `/reset-password?token=${token}`
  const again = await visitor.post(link, { token, password: 'a-third-lantern-44' })
  expect(again.status).toBe(400)
  expect(await readPage(again)).toContain('This link was already used')
  expect(await readPage(await visitor.get(link))).toContain('This link was already used')
  const cut = await visitor.get(link.slice(0, -1))
  expect(await readPage(cut)).toContain('This link is not complete.')
  expect((await signInWith(app.visitor(), 'new@example.com', password)).status).toBe(400)
  expect((await signInWith(app.visitor(), 'new@example.com', 'another-lantern-43')).status).toBe(
    302,
  )
})

test('a reset that worked voids the links asked for before it', async ({ deps }) => {
  const app = await appFor(deps)
  await registered(app, deps)
  const visitor = app.visitor()
  const earlier = await resetTokenOf(deps, 'new@example.com')
  const later = await resetTokenOf(deps, 'new@example.com')
  expect(later).not.toBe(earlier)
  const done = await visitor.post('/reset-password', {
    token: later,
    password: 'another-lantern-43',
  })
  expect(done.status).toBe(302)
  const leaked = await visitor.post('/reset-password', {
    token: earlier,
    password: 'a-third-lantern-44',
  })
  expect(leaked.status).toBe(400)
})

test('one reset link used twice at once sets one password', async ({ deps }) => {
  const app = await appFor(deps)
  await registered(app, deps)
  const token = await resetTokenOf(deps, 'new@example.com')
  const words = ['first-lantern-44', 'second-lantern-45']
  const answers = await Promise.all(
    words.map((word) => app.visitor().post('/reset-password', { token, password: word })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302, 400]))
})

test('opening the sign-out changes nothing; its form, which a script sends, ends the session and keeps theme and language', async ({
  deps,
}) => {
  const app = await appFor(deps)
  const { userId } = await aVendor(deps.db)
  const visitor = app.visitor()
  await signInAs(deps, visitor, userId)
  visitor.cookies.set('theme', 'dark')
  visitor.cookies.set('language', 'en')
  const page = await visitor.get('/signout')
  const html = await page.text()
  expect(html).toContain('Signing Out...')
  // Without a script there is a button.
  expect(html).toMatch(/Do you want to sign out\?[^]*<button[^>]*>Sign out/)
  expect((await visitor.get('/dashboard')).status).toBe(200)

  const left = await visitor.post('/signout')
  expect(left.headers.get('location')).toBe('/')
  expect(noticeOf(left)).toMatchObject({ title: 'Signed out' })
  expect(visitor.cookies.keys().toSorted()).toEqual(['language', 'notice', 'theme'])
  expect(await rowsOf(deps.db)).toMatchObject({ authSessions: 0 })
})

for (const [happens, body] of [
  ['is refused', "raise exception 'kept'"],
  ['does nothing', 'return null'],
] as const) {
  test(`a sign-out whose delete ${happens} says so, and leaves all the same`, async ({ deps }) => {
    const { userId } = await aVendor(deps.db)
    const visitor = (await appFor(deps)).visitor()
    await signInAs(deps, visitor, userId)
    const keep = `create function keep() returns trigger language plpgsql as 'begin ${body.replaceAll("'", "''")}; end'`
    await sql.raw(keep).execute(deps.db)
    await sql`create trigger keep before delete on auth_sessions for each row execute function keep()`.execute(
      deps.db,
    )
    // From the menu, one stays in the workspace and can try again.
    const stayed = await visitor.post('/signout', { from: 'account-menu' })
    expect(stayed.headers.get('location')).toBe('/dashboard')
    expect(noticeOf(stayed)).toMatchObject({
      tone: 'bad',
      title: 'Failed to sign out. Please try again.',
    })
    expect((await visitor.get('/dashboard')).status).toBe(200)
    const left = await visitor.post('/signout')
    expect(left.headers.get('location')).toBe('/')
    expect(noticeOf(left)).toMatchObject({
      tone: 'bad',
      text: 'Error during sign out: the server didn’t end the session. Please sign in and out again.',
    })
    expect(visitor.cookies.has('openspot.session_token')).toBe(false)
  })
}

test('a sign-out that fails unexpectedly says so, and the reader still leaves the workspace', async ({
  deps,
}) => {
  const { userId } = await aVendor(deps.db)
  const visitor = (await appFor(deps)).visitor()
  await signInAs(deps, visitor, userId)
  await sql`alter table auth_sessions rename to gone`.execute(deps.db)
  expect(noticeOf(await visitor.post('/signout', { from: 'account-menu' }))?.title).toBe(
    'Failed to sign out. Please try again.',
  )
  const left = await visitor.post('/signout')
  expect(left.headers.get('location')).toBe('/')
  expect(noticeOf(left)?.text).toBe('An unexpected error occurred during sign out')
  expect(visitor.cookies.has('openspot.session_token')).toBe(false)
})
