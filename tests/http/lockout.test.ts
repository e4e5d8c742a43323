import type { Deps } from '#core/shared/deps.ts'
import { aKnownDevice, password, registered, signInWith } from '#tests/support/accounts.ts'
import { appFor, readPage, signInAs, type TestApp } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'

// A stranger who knows an address must not be able to keep its owner out.

const email = 'new@example.com'

/** Twelve wrong passwords, each from another address. */
async function strangersGuess(app: TestApp) {
  for (let guess = 0; guess < 12; guess++)
    await signInWith(app.visitor({ network: `198.51.100.${guess}` }), email, 'wrong wrong wrong')
}

test('a device that has signed in before is known to the sign-in with JavaScript as well', async ({
  deps,
}) => {
  const app = await appFor(deps)
  const owner = await aKnownDevice(app, deps)
  await strangersGuess(app)
  const answer = await owner.post('/login.data', { email, password })
  expect(answer.status).not.toBe(429)
  expect(owner.cookies.has('openspot.session_token')).toBe(true)
})

test('strangers at the address of a known device do not lock it out', async ({ deps }) => {
  const app = await appFor(deps)
  const owner = await aKnownDevice(app, deps)
  await Promise.all(
    Array.from({ length: 52 }, (_, n) =>
      signInWith(app.visitor(), `nobody-${n}@example.com`, 'some password'),
    ),
  )
  expect((await signInWith(app.visitor(), email, password)).status).toBe(429)
  expect((await signInWith(owner, email, password)).status).toBe(302)
})

test('strangers who use up the mails of an address do not keep a known device from a new password', async ({
  deps,
}) => {
  const app = await appFor(deps)
  const owner = await aKnownDevice(app, deps)
  for (let nth = 0; nth < 5; nth++) {
    const stranger = app.visitor({ network: `198.51.100.${nth}` })
    await stranger.post('/forgot-password', { email })
    await stranger.post('/login-link', { email })
  }
  const count = async (kind: string) =>
    (await deps.db.selectFrom('outbox').where('kind', '=', kind).select('kind').execute()).length
  const before = await count('account.reset_requested')
  const stranger = app.visitor({ network: '198.51.100.9' })
  expect((await stranger.post('/forgot-password', { email })).status).toBe(429)
  expect((await owner.post('/forgot-password', { email })).status).toBe(302)
  expect(await count('account.reset_requested')).toBe(before + 1)
  const links = await count('account.sign_in_link_requested')
  await stranger.post('/login-link', { email })
  expect(await count('account.sign_in_link_requested')).toBe(links)
  await owner.post('/login-link', { email })
  expect(await count('account.sign_in_link_requested')).toBe(links + 1)
  // A known device counts its own.
  for (let nth = 1; nth < 5; nth++) await owner.post('/forgot-password', { email })
  expect((await owner.post('/forgot-password', { email })).status).toBe(429)
})

test('a device stays known to the accounts of two people who share it', async ({ deps }) => {
  const app = await appFor(deps)
  const owner = await aKnownDevice(app, deps)
  await owner.post('/register', { email: 'other@example.com', password, agreeToTerms: 'on' })
  await deps.db.updateTable('users').set({ emailVerified: true }).execute()
  expect((await signInWith(owner, 'other@example.com', password)).status).toBe(302)
  await owner.post('/signout')
  await strangersGuess(app)
  expect((await signInWith(owner, email, password)).status).toBe(302)
})

test('a known device counts its own wrong passwords', async ({ deps }) => {
  const app = await appFor(deps)
  const owner = await aKnownDevice(app, deps)
  const answers = []
  for (let guess = 0; guess < 11; guess++)
    answers.push((await signInWith(owner, email, 'wrong wrong wrong')).status)
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 400), 429])
})

test('an attempt that is refused for its address does not count against the account', async ({
  deps,
}) => {
  const app = await appFor(deps)
  await registered(app, deps)
  const stranger = () => app.visitor({ network: '198.51.100.1' })
  await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      signInWith(stranger(), `nobody-${n}@example.com`, 'some password'),
    ),
  )
  const refused = await Promise.all(
    Array.from({ length: 12 }, () => signInWith(stranger(), email, 'wrong wrong wrong')),
  )
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
  const owner = app.visitor({ network: '203.0.113.1' })
  expect((await signInWith(owner, email, password)).status).toBe(302)
})

test('a password reset clears the count', async ({ deps }) => {
  const app = await appFor(deps)
  await registered(app, deps)
  await strangersGuess(app)
  const token = await deps.auth.resetToken(await userIdOf(deps))
  const owner = app.visitor({ network: '203.0.113.1' })
  await owner.post('/reset-password', { token, password: 'another-lantern-43' })
  const elsewhere = app.visitor({ network: '203.0.113.2' })
  expect((await signInWith(elsewhere, email, 'another-lantern-43')).status).toBe(302)
  // A person who has just proved ownership is not locked out by the next guesses.
  await strangersGuess(app)
  expect((await signInWith(owner, email, 'another-lantern-43')).status).toBe(302)
})

test('a locked account is opened by a link in a mail, once, and only by its button', async ({
  deps,
  databaseUrl,
}) => {
  const app = await appFor(deps)
  await registered(app, deps)
  await strangersGuess(app)
  const owner = app.visitor({ network: '203.0.113.1' })
  const locked = await signInWith(owner, email, password)
  expect(locked.status).toBe(429)
  expect(await readPage(locked)).toContain('Email me a sign-in link')
  const asked = await owner.post('/login-link', { email: ' New@example.com' })
  expect(asked.headers.get('location')).toBe('/login-link?sent=1')
  const { link, token } = await linkIn(deps, databaseUrl)
  const opened = await owner.get(link)
  expect(await readPage(opened)).toContain('Sign in as new@example.com')
  await owner.get(link)
  expect(owner.cookies.has('openspot.session_token')).toBe(false)

  const signedIn = await owner.post(link, { token })
  expect(signedIn.headers.get('location')).toBe('/dashboard')
  expect((await owner.get('/dashboard')).headers.get('location')).toBe('/onboarding')
  const again = await app.visitor().post(link, { token })
  expect(again.status).toBe(400)
  expect(await readPage(again)).toContain('This sign-in link was already used')
  const cut = await app.visitor().get(link.slice(0, -1))
  expect(await readPage(cut)).toContain('This link is not complete.')
  await owner.post('/signout')
  expect((await signInWith(owner, email, password)).status).toBe(302)
})

test('strangers who ask for links only send links that work', async ({ deps, databaseUrl }) => {
  const app = await appFor(deps)
  await registered(app, deps)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      app.visitor({ network: `198.51.100.${n}` }).post('/login-link', { email }),
    ),
  )
  expect(new Set(answers.map((answer) => answer.headers.get('location')))).toEqual(
    new Set(['/login-link?sent=1']),
  )
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  const links = linksIn(mailer.mails)
  expect(links).toHaveLength(5)
  for (const { link, token } of links) {
    const answer = await app.visitor({ network: '203.0.113.1' }).post(link, { token })
    expect(answer.headers.get('location')).toBe('/dashboard')
  }
})

test('a link is mailed to a confirmed account only; the others read the same', async ({
  deps,
  databaseUrl,
}) => {
  const app = await appFor(deps)
  await registered(app, deps)
  await deps.db.updateTable('users').set({ emailVerified: false }).execute()
  const asked = [email, 'nobody@example.com', 'no address'].map(async (typed) => {
    const answer = await app.visitor().post('/login-link', { email: typed })
    return answer.headers.get('location')
  })
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['/login-link?sent=1']))
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(linksIn(mailer.mails)).toEqual([])
})

test('a link for a suspended account signs nobody in', async ({ deps }) => {
  const app = await appFor(deps)
  await registered(app, deps)
  const token = await deps.auth.signInToken(await userIdOf(deps))
  await deps.db.updateTable('vendors').set({ suspendedAt: new Date() }).execute()
  const visitor = app.visitor()
  const answer = await visitor.post('/login-link/open', { token })
  expect(await readPage(answer)).toContain('This account is suspended.')
  expect(visitor.cookies.has('openspot.session_token')).toBe(false)
})

test('a link says whose session it would end, and ends no other', async ({ deps }) => {
  const app = await appFor(deps)
  await registered(app, deps)
  const token = await deps.auth.signInToken(await userIdOf(deps))
  const other = await aVendor(deps.db)
  const browser = app.visitor()
  await signInAs(deps, browser, other.userId)
  const before = browser.cookies.get('openspot.session_token')
  const path = `/login-link/open?token=${token}`
  expect(await readPage(await browser.get(path))).toContain(`You’re signed in as ${other.email}`)

  // Somebody signed in while the page was open: it did not say so.
  const unasked = await browser.post(path, { token })
  expect(unasked.status).toBe(409)
  expect(await readPage(unasked)).toContain(`You’re signed in as ${other.email}`)
  expect(browser.cookies.get('openspot.session_token')).toBe(before)
  const asked = await browser.post(path, { token, replaces: other.email })
  expect(asked.headers.get('location')).toBe('/dashboard')
  const sessions = await deps.db.selectFrom('authSessions').select('userId').execute()
  expect(sessions).toEqual([{ userId: await userIdOf(deps) }])
})

async function userIdOf(deps: Deps): Promise<string> {
  const user = await deps.db
    .selectFrom('users')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow()
  return user.id
}

async function linkIn(deps: Deps, databaseUrl: string) {
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  const [found] = linksIn(mailer.mails)
  if (!found) throw new Error('No mail holds a link to sign in.')
  return found
}

function linksIn(mails: ReturnType<typeof keepMails>['mails']) {
  return mails.flatMap(({ text }) => {
    const [, link, token] = /(\/login-link\/open\?token=([\w-]+))/.exec(text) ?? []
    return link !== undefined && token !== undefined ? [{ link, token }] : []
  })
}
