import { globSync, readFileSync } from 'node:fs'
import { invitationToken } from '#core/accounts/queries.ts'
import { createLog } from '#core/shared/log.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addDays, addMinutes, instantOf, todayIn } from '#core/shared/time.ts'
import { makeAdmin } from '#core/admin/commands/make-admin.ts'
import { createGoogle } from '#server/deps.ts'
import {
  type FakeGoogle,
  type GooglePerson,
  googleFaults,
  startFakeGoogle,
} from '#tests/fakes/google.ts'
import { password, registered, signInWith, wholeForm } from '#tests/support/accounts.ts'
import {
  appFor,
  noticeOf,
  readPage,
  signInAs,
  type TestApp,
  type Visitor,
} from '#tests/support/app.ts'
import { expect, test as base } from '#tests/support/database.ts'
import { locationOf } from '#tests/support/booking-form.ts'
import { aFacility, aSession, aVendor } from '#tests/support/factories.ts'
import { formIn } from '#tests/support/page-form.ts'
import { walk } from '#tests/support/walk-wizard.ts'
import { anOwnerWithCodes, freshCode } from '#tests/support/two-factor.ts'

const client = { clientId: 'openspot-test', clientSecret: 'a secret of the client' }
const jane: GooglePerson = { email: 'jane@x.test', name: 'Jane Doe', verified: true }

const test = base
  .extend('google', async ({ deps }, { onCleanup }) => {
    const returnTo = `${deps.origin}/auth-callback`
    const google = await startFakeGoogle({ ...client, returnTo, slowMs: 3000 })
    onCleanup(google.stop)
    return google
  })
  .extend('site', async ({ deps, google }) => siteWith(deps, google))

type Site = { deps: Deps; app: TestApp }

/** The site with Google as its provider. */
async function siteWith(
  deps: Deps,
  google: FakeGoogle,
  settings: Partial<Deps['settings']> = {},
): Promise<Site> {
  const withGoogle: Deps = {
    ...deps,
    settings: { ...deps.settings, ...settings },
    openId: {
      google: createGoogle({
        ...client,
        issuer: google.issuer,
        origin: deps.origin,
        log: createLog('silent'),
        patienceMs: 1500,
      }),
    },
  }
  return { deps: withGoogle, app: await appFor(withGoogle) }
}

/** Presses the button: the address of Google's page. */
async function ask(visitor: Visitor, path = '/login', more = {}): Promise<string> {
  const answer = await visitor.post(path, { intent: 'google', ...more })
  expect(answer.status).toBe(302)
  return answer.headers.get('location') ?? ''
}

/** Follows Google's redirect, and presses the button of the page that a script presses by itself. */
async function comeBack(visitor: Visitor, to: string): Promise<Response> {
  const { pathname, search } = new URL(to)
  const page = await visitor.get(pathname + search)
  expect(page.status).toBe(200)
  return visitor.post(pathname + search)
}

async function signIn(google: FakeGoogle, visitor: Visitor, person: GooglePerson) {
  return comeBack(visitor, await google.agree(await ask(visitor), person))
}

const isSignedIn = (visitor: Visitor) => visitor.cookies.has('openspot.session_token')

const sayError = (text: string) => ({ tone: 'bad', title: 'Authentication Error', text })

test('the button leads to the provider with its way back, consent, PKCE, state and nonce, and without offline access', async ({
  site: { app },
  google,
}) => {
  const page = new URL(await ask(app.visitor()))
  expect(page.origin).toBe(google.issuer)
  expect(Object.fromEntries(page.searchParams)).toEqual({
    client_id: client.clientId,
    redirect_uri: 'http://localhost:3000/auth-callback',
    response_type: 'code',
    scope: 'openid email profile',
    prompt: 'consent',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

test('a new person gets an account with the name from Google, and goes to the setup', async ({
  site: { app, deps },
  google,
}) => {
  const visitor = app.visitor()
  const page = await ask(visitor, '/register', { ref: 'FRIEND-1' })
  const to = await google.agree(page, jane)
  const { pathname, search } = new URL(to)
  expect(await readPage(await visitor.get(pathname + search))).toContain('Completing Sign In...')
  expect(await deps.db.selectFrom('users').select('id').execute()).toEqual([])
  const answer = await visitor.post(pathname + search)
  expect(answer.headers.get('location')).toBe('/onboarding')
  expect(noticeOf(answer)).toEqual({
    tone: 'good',
    title: 'Welcome!',
    text: 'Let’s complete your profile setup to get started.',
  })
  expect(await readPage(await visitor.get('/onboarding'))).toContain(
    'Welcome to Your Vendor Journey!',
  )
  const user = await deps.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
  expect(user).toMatchObject({
    email: jane.email,
    emailVerified: true,
    name: 'Jane Doe',
    image: expect.stringMatching(/^\/avatars\/[1-5]\.svg$/),
    referralCode: 'FRIEND-1',
  })
  const roles = await deps.db.selectFrom('userRoles').select('role').execute()
  expect(roles).toEqual([{ role: 'vendor' }])
  // No token is kept, and nobody is asked to confirm the address.
  const accounts = await deps.db.selectFrom('authAccounts').selectAll().execute()
  expect(accounts).toMatchObject([
    {
      providerId: 'google',
      accountId: google.subjectOf(jane.email),
      accessToken: null,
      refreshToken: null,
      idToken: null,
      password: null,
    },
  ])
  expect(await deps.db.selectFrom('outbox').select('kind').execute()).toEqual([])
})

/** The wizard of a court up to its second step, where somebody has typed a name already. */
async function atTheCourt({ app, deps }: Site, visitor = app.visitor()) {
  const of = await aFacility(deps.db, { asksGender: true, extras: [rackets] })
  const date = addDays(todayIn('Europe/Berlin', new Date()), 3)
  const startsAt = instantOf({ date, time: '12:00', zone: 'Europe/Berlin' }) ?? new Date()
  const slot = await aSession(deps.db, { class: of, startsAt })
  const path = `/book-slot/${slot.id}`
  const wizard = await walk(visitor, path)
  const extra = of.extras.map(({ id }) => id)
  await wizard.send('select', { slot: slot.id, people: '3', extra })
  const typed = { name: 'J.', phone: '0170 1234567', gender: 'female', countryCode: '+49' }
  const answer = await wizard.send('google', typed)
  expect(answer.status).toBe(302)
  return { slot, visitor, page: answer.headers.get('location') ?? '' }
}
const rackets = { name: 'Rackets', priceMinor: 500, per: 'slot' } as const

/** What the form holds that the answer to the callback leads to. */
async function formAfter(visitor: Visitor, answer: Response) {
  const { pathname, search } = new URL(locationOf(answer), 'http://localhost:3000')
  const html = await (await visitor.get(pathname + search)).text()
  return formIn(html, 'step')
}

const everyone = async ({ deps: { db } }: Site) => ({
  users: await db.selectFrom('users').select('id').orderBy('id').execute(),
  vendors: await db.selectFrom('vendors').select('id').orderBy('id').execute(),
  sessions: await db.selectFrom('authSessions').select('id').orderBy('id').execute(),
  accounts: await db.selectFrom('authAccounts').select('id').orderBy('id').execute(),
})

test('in a booking Google fills the form once, and makes neither an account nor a vendor', async ({
  deps,
  google,
}) => {
  const site = await siteWith(deps, google, { signUp: 'closed' })
  const { slot, visitor, page } = await atTheCourt(site)
  const asked = new URL(page).searchParams
  expect(asked.get('scope')).toBe('openid email profile')
  expect(asked.has('access_type')).toBe(false)
  const before = await everyone(site)
  const back = await comeBack(visitor, await google.agree(page, jane))
  const form = await formAfter(visitor, back)
  expect(form).toMatchObject({
    step: 'details',
    slot: slot.id,
    people: '3',
    extra: expect.any(String),
    name: 'Jane Doe',
    contact: 'jane@x.test',
    firstName: 'Jane',
    lastName: 'Doe',
    phone: '0170 1234567',
  })
  expect(await everyone(site)).toEqual(before)
  expect([...visitor.cookies.keys()].filter((name) => name.startsWith('openspot.'))).toEqual([])
  // Another look fills in nobody.
  expect(await formAfter(visitor, back)).toMatchObject({ step: 'login', contact: '' })
})

test('a vendor who books a court with Google stays signed in as before', async ({
  site,
  google,
}) => {
  const { app, deps } = site
  const visitor = app.visitor()
  const { page } = await atTheCourt(site, visitor)
  const vendor = await aVendor(deps.db)
  await signInAs(deps, visitor, vendor.userId)
  const session = visitor.cookies.get('openspot.session_token')
  const before = await everyone(site)
  const back = await comeBack(visitor, await google.agree(page, jane))
  expect(await formAfter(visitor, back)).toMatchObject({ contact: 'jane@x.test', name: 'Jane Doe' })
  expect(visitor.cookies.get('openspot.session_token')).toBe(session)
  expect(await everyone(site)).toEqual(before)
})

test.for(['cancelled', 'unverified', 'used twice'] as const)(
  'a booking that Google does not help with (%s) comes back with everything typed',
  async (what, { site, google }) => {
    const { visitor, page } = await atTheCourt(site)
    const to =
      what === 'cancelled'
        ? await google.deny(page)
        : await google.agree(page, { ...jane, verified: what !== 'unverified' })
    const { pathname, search } = new URL(to)
    const cookie = visitor.cookies.get('openspot.openid')
    let answer = await visitor.post(pathname + search)
    if (what === 'used twice') {
      visitor.cookies.set('openspot.openid', cookie ?? '')
      answer = await visitor.post(pathname + search)
    }
    expect(noticeOf(answer)).toMatchObject({ tone: 'bad', title: 'Authentication Error' })
    expect(await formAfter(visitor, answer)).toMatchObject({
      step: 'login',
      people: '3',
      name: 'J.',
      gender: 'female',
    })
    expect((await everyone(site)).sessions).toEqual([])
  },
)

test('a code that a link brought counts for a sign-up with Google from the sign-in page', async ({
  site: { app, deps },
  google,
}) => {
  const visitor = app.visitor()
  await visitor.get('/register?ref=FRIEND-1')
  await signIn(google, visitor, jane)
  const codes = () =>
    deps.db.selectFrom('users').orderBy('createdAt').select('referralCode').execute()
  expect(await codes()).toEqual([{ referralCode: 'FRIEND-1' }])
  // The next person at this device was not sent by that friend.
  await signIn(google, visitor, { email: 'june@x.test', name: 'June', verified: true })
  expect(await codes()).toEqual([{ referralCode: 'FRIEND-1' }, { referralCode: null }])
})

test('a refusal at Google that comes too late is said as what it is', async ({
  site: { app },
  google,
}) => {
  const { pathname, search } = new URL(await google.deny(await ask(app.visitor())))
  const answer = await app.visitor().post(pathname + search)
  expect(noticeOf(answer)).toMatchObject(
    sayError('You didn’t allow the sign-in at Google. Try again, or use your email.'),
  )
})

test('an account at Google is its number: with another address it is the same, and who has its old address is somebody else', async ({
  site: { app, deps },
  google,
}) => {
  await signIn(google, app.visitor(), { ...jane, subject: '101' })
  const later = app.visitor()
  await signIn(google, later, { ...jane, email: 'jane@new.test', subject: '101', hd: 'new.test' })
  expect(isSignedIn(later)).toBe(true)
  expect(await deps.db.selectFrom('users').select('email').execute()).toEqual([
    { email: jane.email },
  ])
  const other = app.visitor()
  await signIn(google, other, { ...jane, subject: '102' })
  expect(isSignedIn(other)).toBe(false)
})

test('a sign-in just after Google has changed its key works', async ({ site: { app }, google }) => {
  await signIn(google, app.visitor(), jane)
  await google.rotateKeys()
  const other = app.visitor()
  await signIn(google, other, { ...jane, email: 'june@x.test' })
  expect(isSignedIn(other)).toBe(true)
  // The key before is still published, and one that was never there is refused.
  const refused = app.visitor()
  await comeBack(refused, await google.agree(await ask(refused), jane, 'other_key'))
  expect(isSignedIn(refused)).toBe(false)
})

test('without a name from Google, the profile has the part of the address before the @', async ({
  site: { app, deps },
  google,
}) => {
  await signIn(google, app.visitor(), { ...jane, name: '' })
  const [profile] = await deps.db.selectFrom('profiles').select('fullName').execute()
  expect(profile?.fullName).toBe('jane')
})

test('somebody who is set up comes back to the page they came for', async ({
  site: { app, deps },
  google,
}) => {
  await signIn(google, app.visitor(), jane)
  await deps.db.updateTable('vendors').set({ setUpAt: new Date() }).execute()
  // At Google the address may change: the account is found by its number there.
  const [{ id } = { id: '' }] = await deps.db
    .updateTable('users')
    .set({ email: 'other@x.test' })
    .returning('id')
    .execute()
  for (const [from, to] of [
    ['/login', '/dashboard'],
    ['/login?redirect_to=/settings', '/settings'],
    ['/login?redirect_to=https://evil.test/', '/dashboard'],
  ] as const) {
    const visitor = app.visitor()
    const answer = await comeBack(visitor, await google.agree(await ask(visitor, from), jane))
    expect(answer.headers.get('location')).toBe(to)
    expect(noticeOf(answer)).toEqual({
      tone: 'good',
      title: 'Welcome back!',
      text: 'Successfully signed in with Google',
    })
  }
  expect(await deps.db.selectFrom('users').select('id').execute()).toEqual([{ id }])
})

test('both addresses of the callback are the same page', async ({
  site: { app, deps },
  google,
}) => {
  const visitor = app.visitor()
  const to = new URL(await google.agree(await ask(visitor), jane))
  expect((await visitor.post(`/auth/callback${to.search}`)).headers.get('location')).toBe(
    '/onboarding',
  )
  expect(await deps.db.selectFrom('users').select('email').execute()).toEqual([
    { email: jane.email },
  ])
  // Without anything from Google: where a session leads.
  for (const path of ['/auth-callback', '/auth/callback']) {
    expect((await visitor.get(path)).headers.get('location')).toBe('/dashboard')
    expect(await readPage(await app.visitor().get(path))).toContain('Completing Sign In...')
  }
})

const expired = 'This sign-in has expired or was started in another browser. Please try again.'

test('what another browser, another sign-in or a second try brings back signs nobody in', async ({
  site: { app, deps },
  google,
}) => {
  const expectRefusal = async (visitor: Visitor, to: string, text = expired) => {
    const { pathname, search } = new URL(to)
    const answer = await visitor.post(pathname + search)
    expect(answer.headers.get('location')).toBe('/login')
    expect(noticeOf(answer)).toEqual(sayError(text))
    expect(isSignedIn(visitor)).toBe(false)
  }
  const visitor = app.visitor()
  const to = await google.agree(await ask(visitor), jane)
  const tokens = () => google.asked.filter((one) => one === 'POST /token').length
  await expectRefusal(app.visitor(), to)
  const altered = new URL(to)
  altered.searchParams.set('state', 'x'.repeat(43))
  const cookie = visitor.cookies.get('openspot.openid') ?? ''
  await expectRefusal(visitor, altered.href)
  const bare = new URL(to)
  bare.searchParams.delete('state')
  visitor.cookies.set('openspot.openid', cookie)
  await expectRefusal(visitor, bare.href)
  expect(tokens()).toBe(0)

  visitor.cookies.set('openspot.openid', cookie)
  const first = await comeBack(visitor, to)
  expect(first.headers.get('location')).toBe('/onboarding')
  expect(visitor.cookies.get('openspot.openid')).toBeUndefined()
  // A copy of the cookie does not help: the state counts once.
  const thief = app.visitor()
  thief.cookies.set('openspot.openid', cookie)
  await expectRefusal(thief, to)
  expect(tokens()).toBe(1)
  expect(await deps.db.selectFrom('authSessions').select('id').execute()).toHaveLength(1)
})

for (const [fault, text] of [
  ['wrong_nonce', 'We couldn’t verify the response from Google. Please try again.'],
  ['other_key', 'We couldn’t verify the response from Google. Please try again.'],
  ['used_code', 'We couldn’t verify the response from Google. Please try again.'],
  ['lost', 'Google isn’t available right now. Please try again, or use your email.'],
  ['slow', 'Authentication timed out. Please try again.'],
] as const satisfies readonly (readonly [(typeof googleFaults)[number], string])[]) {
  test(`Google's ${fault} response creates no account: "${text}"`, async ({
    site: { app, deps },
    google,
  }) => {
    const visitor = app.visitor()
    const answer = await comeBack(visitor, await google.agree(await ask(visitor), jane, fault))
    expect(answer.headers.get('location')).toBe('/login')
    expect(noticeOf(answer)).toEqual(sayError(text))
    expect(isSignedIn(visitor)).toBe(false)
    expect(await deps.db.selectFrom('users').select('id').execute()).toEqual([])
  })
}

test('a refused sign-in at Google is shown as refused', async ({ site: { app }, google }) => {
  const visitor = app.visitor()
  const answer = await comeBack(visitor, await google.deny(await ask(visitor)))
  expect(answer.headers.get('location')).toBe('/login')
  expect(noticeOf(answer)).toEqual(
    sayError('You didn’t allow the sign-in at Google. Try again, or use your email.'),
  )
})

test('if Google cannot be reached, the page says so, and the next try asks it again', async ({
  deps,
  google,
}) => {
  const { app } = await siteWith(deps, google)
  const visitor = app.visitor()
  await google.stop()
  const answer = await visitor.post('/login', { intent: 'google' })
  expect(answer.status).toBe(503)
  expect(await readPage(answer)).toMatch(/Error.*Google isn’t available right now/)
  const port = Number(new URL(google.issuer).port)
  const again = await startFakeGoogle({ ...client, port, returnTo: `${deps.origin}/auth-callback` })
  expect(await ask(visitor)).toContain(google.issuer)
  await again.stop()
  google.stop = async () => {}
})

test('an unexpected failure before and after Google says so', async ({
  site: { app, deps },
  google,
}) => {
  const visitor = app.visitor()
  const to = await google.agree(await ask(visitor), jane)
  await deps.db.schema.alterTable('profiles').renameTo('elsewhere').execute()
  const { pathname, search } = new URL(to)
  const answer = await visitor.post(pathname + search)
  expect(answer.status).toBe(500)
  const said = await readPage(answer)
  expect(said).toMatch(/Authentication Error.*An unexpected error occurred during sign in/)
  expect(said).toContain('Go to Login')
  await deps.db.schema.alterTable('elsewhere').renameTo('profiles').execute()
  expect(await deps.db.selectFrom('users').select('id').execute()).toEqual([])

  const failing = await appFor({
    ...deps,
    openId: {
      google: {
        ...createGoogle({ ...client, issuer: google.issuer, origin: '', log: deps.log }),
        ask: () => Promise.reject(new Error('a fault of ours')),
      },
    },
  })
  for (const path of ['/login', '/register'])
    expect(await readPage(await failing.visitor().post(path, { intent: 'google' }))).toMatch(
      /Error.*An unexpected error occurred with Google sign-in/,
    )
})

test('an address that Google has not confirmed creates and joins no account', async ({
  site: { app, deps },
  google,
}) => {
  await registered(app, deps)
  for (const email of [wholeForm.email, jane.email]) {
    const visitor = app.visitor()
    const answer = await signIn(google, visitor, { ...jane, email, verified: false })
    expect(answer.headers.get('location')).toBe('/login')
    expect(noticeOf(answer)?.text).toBe(
      'Google hasn’t confirmed your email address. Please sign up with your email and a password.',
    )
    expect(visitor.cookies.has('openspot.join')).toBe(false)
  }
  expect(await deps.db.selectFrom('users').select('email').execute()).toEqual([
    { email: wholeForm.email },
  ])
})

test('an address that its former owner can still restore creates no account', async ({
  site: { app, deps },
  google,
}) => {
  await registered(app, deps)
  const { id: userId } = await deps.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await deps.db
    .insertInto('emailChanges')
    .values({
      userId,
      oldEmail: jane.email,
      newEmail: wholeForm.email,
      confirmedAt: new Date(),
    })
    .execute()
  const answer = await signIn(google, app.visitor(), jane)
  expect(noticeOf(answer)?.text).toBe('This email is already registered. Please sign in instead.')
  expect(await deps.db.selectFrom('users').select('id').execute()).toEqual([{ id: userId }])
})

test('where sign-up is closed, Google signs in who has an account, and creates none', async ({
  deps,
  google,
}) => {
  const open = await siteWith(deps, google)
  await signIn(google, open.app.visitor(), jane)
  for (const [signUp, said] of [
    [
      'invite',
      'You need an invitation to sign up here, and it works only for the address it was sent to. Ask the operator for one.',
    ],
    ['closed', 'This site isn’t accepting new accounts.'],
  ] as const) {
    const { app } = await siteWith(deps, google, { signUp })
    expect(await readPage(await app.visitor().get('/register'))).not.toContain('Google')
    const login = await readPage(await app.visitor().get('/login'))
    expect(login).toContain('Continue with Google')
    expect(login.includes('If you were invited, this creates your account')).toBe(
      signUp === 'invite',
    )
    expect(login).not.toContain('If you’re new here')
    const answer = await signIn(google, app.visitor(), { ...jane, email: 'new@x.test' })
    expect(noticeOf(answer)).toEqual(sayError(said))
    const known = app.visitor()
    await signIn(google, known, jane)
    expect(isSignedIn(known)).toBe(true)
  }
  expect(await deps.db.selectFrom('users').select('email').execute()).toEqual([
    { email: jane.email },
  ])
})

test('where one has to be invited, an open invitation for the address at Google creates the account and is used', async ({
  deps,
  google,
}) => {
  const { app } = await siteWith(deps, google, { signUp: 'invite' })
  const later = addMinutes(new Date(), 60)
  const before = addMinutes(new Date(), -60)
  const people = [
    { email: 'open@x.test', expiresAt: later },
    { email: 'over@x.test', expiresAt: before },
    { email: 'used@x.test', expiresAt: later, acceptedAt: before },
    { email: 'gone@x.test', expiresAt: later, withdrawnAt: before },
  ]
  const invitations = await deps.db
    .insertInto('invitations')
    .values(people)
    .returning(['id', 'email'])
    .execute()
  const open = invitations.find(({ email }) => email === 'open@x.test')?.id ?? ''
  const link = `/register?invite=${invitationToken(deps.secretKeys, open)}`
  expect(await readPage(await app.visitor().get(link))).toContain('Continue with Google')
  for (const { email } of people) await signIn(google, app.visitor(), { ...jane, email })
  const users = await deps.db.selectFrom('users').select('email').execute()
  expect(users).toEqual([{ email: 'open@x.test' }])
  expect(await readPage(await app.visitor().get(link))).toContain(
    'This invitation was already used.',
  )
})

const owner: GooglePerson = { email: wholeForm.email, name: 'Somebody', verified: true }
const findGoogle = ({ db }: Deps) =>
  db.selectFrom('authAccounts').where('providerId', '=', 'google').select('accountId').execute()

test('an address that has an account is joined once its owner has signed in by password, and the owner gets an email', async ({
  site: { app, deps },
  google,
}) => {
  await registered(app, deps)
  const visitor = app.visitor()
  const answer = await signIn(google, visitor, owner)
  expect(isSignedIn(visitor)).toBe(false)
  expect(await findGoogle(deps)).toEqual([])
  const login = await readPage(await visitor.get(answer.headers.get('location') ?? ''))
  expect(login).toContain(
    'Account already exists new@example.com is already registered. Sign in once with your password or a sign-in link. After that, you can use Google.',
  )
  await signInWith(visitor, wholeForm.email, 'a wrong word')
  expect(await findGoogle(deps)).toEqual([])

  const kept = visitor.cookies.get('openspot.join') ?? ''
  await signInWith(visitor, wholeForm.email, password)
  expect(await findGoogle(deps)).toEqual([{ accountId: google.subjectOf(owner.email) }])
  expect(visitor.cookies.get('openspot.join')).toBeUndefined()
  const events = await deps.db.selectFrom('outbox').select('kind').execute()
  expect(events).toContainEqual({ kind: 'account.google_connected' })
  const later = app.visitor()
  expect((await signIn(google, later, owner)).headers.get('location')).toBe('/onboarding')

  // Once only: what was disconnected does not come back with a copy of the cookie.
  await deps.db.deleteFrom('authAccounts').where('providerId', '=', 'google').execute()
  const again = app.visitor()
  again.cookies.set('openspot.join', kept)
  await signInWith(again, wholeForm.email, password)
  expect(await findGoogle(deps)).toEqual([])
})

test('an address is also joined by a mailed link, and by nobody else in the same browser', async ({
  site: { app, deps },
  google,
}) => {
  await registered(app, deps)
  const visitor = app.visitor()
  await signIn(google, visitor, owner)
  const [{ id } = { id: '' }] = await deps.db.selectFrom('users').select('id').execute()
  const stranger = await signIn(google, app.visitor(), jane)
  expect(stranger.headers.get('location')).toBe('/onboarding')
  const other = await deps.db
    .selectFrom('users')
    .where('email', '=', jane.email)
    .select('id')
    .executeTakeFirstOrThrow()
  const open = async (userId: string) => {
    const token = await deps.auth.signInToken(userId)
    return visitor.post(`/login-link/open?token=${token}`, { token })
  }
  await open(other.id)
  expect(isSignedIn(visitor)).toBe(true)
  expect(await findGoogle(deps)).toHaveLength(1)
  await visitor.post('/signout')
  await open(id)
  expect((await findGoogle(deps)).map(({ accountId }) => accountId).toSorted()).toEqual(
    [google.subjectOf(jane.email), google.subjectOf(owner.email)].toSorted(),
  )
})

test('Google signs no administrator in, and waits for none', async ({
  site: { app, deps },
  google,
}) => {
  const made = await makeAdmin(deps, jane.email)
  if (!made.ok) throw new Error(made.reason)
  const refused = sayError('Administrators sign in with their password and a code.')
  const visitor = app.visitor()
  expect(noticeOf(await signIn(google, visitor, jane))).toMatchObject(refused)
  expect(visitor.cookies.has('openspot.join')).toBe(false)
  await deps.db
    .insertInto('authAccounts')
    .values({ userId: made.userId, providerId: 'google', accountId: google.subjectOf(jane.email) })
    .execute()
  expect(noticeOf(await signIn(google, visitor, jane))).toMatchObject(refused)
  expect(isSignedIn(visitor)).toBe(false)
})

test('with two-factor sign-in, Google and the password both ask for the code, and only then an address is joined', async ({
  deps: bare,
  google,
}) => {
  const { userId } = await anOwnerWithCodes(bare)
  const { app, deps } = await siteWith(bare, google)
  const visitor = app.visitor()
  await signIn(google, visitor, owner)
  await signInWith(visitor, wholeForm.email, password)
  expect(await findGoogle(deps)).toEqual([])
  const sendCode = async (browser: Visitor, to: string) =>
    browser.post(to, { intent: 'code', code: await freshCode(deps, userId) })
  await sendCode(visitor, '/login?step=code')
  expect(isSignedIn(visitor)).toBe(true)
  expect(await findGoogle(deps)).toHaveLength(1)

  const next = app.visitor()
  const page = await ask(next, '/login?redirect_to=/settings')
  const answer = await comeBack(next, await google.agree(page, owner))
  expect(answer.headers.get('location')).toBe('/login?step=code&redirect_to=%2Fsettings')
  expect(isSignedIn(next)).toBe(false)
  const done = await sendCode(next, '/login?step=code&redirect_to=%2Fsettings')
  expect(done.headers.get('location')).toBe('/settings')
  expect(isSignedIn(next)).toBe(true)
})

test('a suspended vendor is refused with the same sentence as by password', async ({
  site: { app, deps },
  google,
}) => {
  await signIn(google, app.visitor(), jane)
  for (const [suspendedReason, text] of [
    [null, 'This account is suspended. Please contact support.'],
    // Encoded, it is longer than a cookie can be.
    [
      'Ж'.repeat(500),
      `This account is suspended. The reason: “${'Ж'.repeat(500)}” Please contact support.`,
    ],
  ] as const) {
    await deps.db.updateTable('vendors').set({ suspendedAt: new Date(), suspendedReason }).execute()
    const visitor = app.visitor()
    const answer = await signIn(google, visitor, jane)
    expect(answer.status).toBe(400)
    const said = await readPage(answer)
    expect(said).toContain(text)
    expect(said).toContain('Go to Login')
    expect(isSignedIn(visitor)).toBe(false)
  }
})

test('many refused sign-ins from one address have to wait; those that succeed do not count', async ({
  site: { app, deps },
  google,
}) => {
  const visitor = app.visitor()
  await signIn(google, visitor, jane)
  expect(isSignedIn(visitor)).toBe(true)
  await deps.limits.openIdPerNetwork.take('192.0.2.1', 50)
  const answer = await signIn(google, app.visitor(), jane)
  expect(noticeOf(answer)?.text).toBe('Too many attempts. Please wait 15 minutes and try again.')
  const elsewhere = app.visitor({ network: '192.0.2.9' })
  await signIn(google, elsewhere, jane)
  expect(isSignedIn(elsewhere)).toBe(true)
})

test('an account without a password keeps Google until it has one, which a mailed link sets and which ends Google', async ({
  site: { app, deps },
  google,
}) => {
  const visitor = app.visitor()
  await signIn(google, visitor, jane)
  await deps.db.updateTable('vendors').set({ setUpAt: new Date() }).execute()
  const here = '/settings/security'
  const alone = await readPage(await visitor.get(here))
  expect(alone).toContain('Connected')
  expect(alone).toContain('Set a password instead: that disconnects Google.')
  expect(alone).not.toContain('Disconnect Google')
  const asking = [here, ...['email', 'passkey', 'two-factor'].map((one) => `${here}/${one}`)]
  for (const path of [...asking, '/settings/data'])
    expect(await readPage(await visitor.get(path))).toContain('your account has no password yet')
  expect((await visitor.post(here, { intent: 'google' })).status).toBe(409)
  expect(await findGoogle(deps)).toHaveLength(1)

  const [{ id } = { id: '' }] = await deps.db.selectFrom('users').select('id').execute()
  const token = await deps.auth.resetToken(id)
  await app.visitor().post(`/reset-password?token=${token}`, { token, password })
  // The person who reads the mail now may not be the one who created the account.
  expect(await findGoogle(deps)).toEqual([])
  const told = () =>
    deps.db
      .selectFrom('outbox')
      .where('kind', '=', 'account.google_disconnected')
      .selectAll()
      .execute()
  expect(await told()).toHaveLength(1)
  const again = app.visitor()
  await signIn(google, again, jane)
  expect(isSignedIn(again)).toBe(false)
  await signInWith(again, jane.email, password)
  expect(await findGoogle(deps)).toHaveLength(1)
  // A later one does not.
  const later = await deps.auth.resetToken(id)
  await app
    .visitor()
    .post(`/reset-password?token=${later}`, { token: later, password: 'another-lantern-43' })
  expect(await findGoogle(deps)).toHaveLength(1)
  await signInWith(visitor, jane.email, 'another-lantern-43')
  expect(await readPage(await visitor.get(here))).toContain('Disconnect Google')
  const gone = await visitor.post(here, { intent: 'google' })
  expect(noticeOf(gone)?.title).toBe('Google disconnected')
  expect(await findGoogle(deps)).toEqual([])
  expect(await told()).toHaveLength(2)
  expect(await readPage(await visitor.get(here))).toContain('To connect Google')
})

test('the pages offer Google only where it is configured, and say what its button agrees to', async ({
  deps: bare,
  google,
}) => {
  const without = await appFor(bare)
  for (const path of ['/login', '/register'])
    expect(await readPage(await without.visitor().get(path))).not.toContain('Google')
  const { app, deps } = await siteWith(bare, google)
  const court = await aFacility(deps.db)
  for (const [path, text] of [
    [`/book-slot/${court.id}`, 'Tennis court'],
    ['/login', 'If you’re new here, this creates your account, and you agree to the'],
    ['/register', 'By continuing with Google, you agree to the'],
  ] as const) {
    const page = await app.visitor().get(path)
    expect(await readPage(page.clone())).toContain(text)
    // Browsers follow a redirect of a form only to what the page names.
    expect(page.headers.get('content-security-policy')).toContain(
      `form-action 'self' ${google.issuer}`,
    )
  }
  const policy = await readPage(await app.visitor().get('/privacy-policy'))
  expect(policy).toContain('If you sign in with Google, Google learns that you use this site.')
  expect(policy).toContain('for a court also gender and date of birth')
  for (const name of ['openspot.openid', 'openspot.join']) expect(policy).toContain(name)
  expect(await readPage(await without.visitor().get('/privacy-policy'))).not.toContain('Google')
  const elsewhere = await app.visitor().get('/contact')
  expect(elsewhere.headers.get('content-security-policy')).toContain("form-action 'self';")
})

test('the built product contains nothing of the simulated Google', () => {
  const built = globSync('build/{server,client}/**/*.{js,css,html}')
  expect(built.length).toBeGreaterThan(10)
  for (const file of built) expect(readFileSync(file, 'utf8')).not.toMatch(/simulated Google/i)
})
