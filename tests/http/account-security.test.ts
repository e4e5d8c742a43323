import { password, registered, signInWith, wholeForm } from '#tests/support/accounts.ts'
import { appFor, noticeOf, readPage, type TestApp, type Visitor } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import type { Deps } from '#core/shared/deps.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { aSignedInOwner, switchOn } from '#tests/support/two-factor.ts'
import { aVendor } from '#tests/support/factories.ts'
import { signedInVendor } from '#tests/support/workspace.ts'

const page = '/settings/security'
const { email } = wholeForm
const newPassword = 'another-lantern-43'

/** Browsers that are signed in as the owner of a vendor with a password. */
async function signedIn(deps: Deps, count: number): Promise<{ app: TestApp; browsers: Visitor[] }> {
  const app = await appFor(deps)
  const first = await registered(app, deps)
  await deps.db.updateTable('vendors').set({ setUpAt: new Date() }).execute()
  const more = Array.from({ length: count - 1 }, () => app.visitor())
  for (const browser of [first, ...more]) await signInWith(browser, email, password)
  return { app, browsers: [first, ...more] }
}

const isIn = async (browser: Visitor) => (await browser.get(page)).status === 200

const toldOf = ({ db }: Deps, kind: string) =>
  db.selectFrom('outbox').where('kind', '=', kind).select('id').execute()

const deviceIn = (html: string) => /name="device" value="([^"]*)"/.exec(html)?.[1] ?? ''

test('a new password needs the current one, keeps this browser and signs out all others', async ({
  deps,
}) => {
  const { app, browsers } = await signedIn(deps, 2)
  const [browser, other] = browsers
  if (!browser || !other) throw new Error('no browsers')
  expect(await readPage(await browser.get(page))).toContain(
    'Changing it signs out all your other devices.',
  )
  const before = browser.cookies.get('openspot.session_token')
  const wrong = await browser.post(page, { password: 'not my password', newPassword })
  expect(wrong.status).toBe(400)
  const shown = await wrong.text()
  expect(shown).toContain('This isn’t your current password.')
  for (const secret of ['not my password', newPassword]) expect(shown).not.toContain(secret)
  const weak = await browser.post(page, { password, newPassword: '12345678' })
  expect(await readPage(weak)).toContain('This password is too easy to guess.')
  expect(await isIn(other)).toBe(true)

  const changed = await browser.post(page, { password, newPassword })
  expect(changed.headers.get('location')).toBe(page)
  expect(await isIn(browser)).toBe(true)
  expect(browser.cookies.get('openspot.session_token')).not.toBe(before)
  expect(await isIn(other)).toBe(false)
  expect((await signInWith(app.visitor(), email, password)).status).toBe(400)
  expect((await signInWith(app.visitor(), email, newPassword)).status).toBe(302)
  // Only the change is told, not what was refused.
  expect(await toldOf(deps, 'account.password_changed')).toHaveLength(1)
})

test('right links for a new password work on an address where others used up the wrong ones', async ({
  deps,
}) => {
  const { app } = await signedIn(deps, 1)
  for (let guess = 0; guess < 61; guess++)
    await app.visitor().post('/reset-password', { token: `wrong-${guess}`, password: newPassword })
  const { id } = await deps.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const token = await deps.auth.resetToken(id)
  await app.visitor().post('/reset-password', { token, password: newPassword })
  expect((await signInWith(app.visitor(), email, newPassword)).status).toBe(302)
  expect(await toldOf(deps, 'account.password_changed')).toHaveLength(1)
})

test('guessing the current password is limited, and wrong passwords at the sign-in do not count for it', async ({
  deps,
}) => {
  const { app, browsers } = await signedIn(deps, 1)
  const [browser] = browsers
  if (!browser) throw new Error('no browser')
  for (let guess = 0; guess < 12; guess++)
    await signInWith(app.visitor({ network: `198.51.100.${guess}` }), email, 'wrong wrong')
  const guesses = []
  for (let guess = 0; guess < 11; guess++)
    guesses.push((await browser.post(page, { password: 'wrong', newPassword })).status)
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
})

test('a mailed link from before a new password opens nothing', async ({ deps }) => {
  const { app, browsers } = await signedIn(deps, 1)
  const { id } = await deps.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const token = await deps.auth.signInToken(id)
  await browsers[0]?.post(page, { password, newPassword })
  expect((await app.visitor().post('/login-link/open', { token })).status).toBe(400)
})

test('one device, or all others, can be signed out', async ({ deps }) => {
  const { browsers } = await signedIn(deps, 4)
  const [browser] = browsers
  if (!browser) throw new Error('no browser')
  const html = await (await browser.get(page)).text()
  expect(html).toContain('This device')
  expect(html.match(/name="device"/g)).toHaveLength(3)
  await browser.post(page, { intent: 'device', device: deviceIn(html) })
  const left = await Promise.all(browsers.map(isIn))
  expect(left.filter(Boolean)).toHaveLength(3)
  await browser.post(page, { intent: 'others' })
  expect(await Promise.all(browsers.map(isIn))).toEqual([true, false, false, false])
  expect(await readPage(await browser.get(page))).toContain('You aren’t signed in anywhere else.')
})

test('a device that got a new token after the page was opened is signed out as well', async ({
  deps,
  db,
}) => {
  const { browsers } = await signedIn(deps, 2)
  const [browser, other] = browsers
  if (!browser || !other) throw new Error('no browsers')
  const html = await (await browser.get(page)).text()
  await db
    .updateTable('authSessions')
    .set({ updatedAt: new Date(Date.now() - 2 * 86_400_000) })
    .execute()
  expect(await isIn(other)).toBe(true)
  await db.deleteFrom('authSessions').where('replacedAt', 'is not', null).execute()
  await browser.post(page, { intent: 'device', device: deviceIn(html) })
  expect(await isIn(other)).toBe(false)
})

test('nobody signs out a device of somebody else', async ({ deps }) => {
  const { browsers } = await signedIn(deps, 2)
  const [browser, other] = browsers
  if (!browser || !other) throw new Error('no browsers')
  const device = deviceIn(await (await browser.get(page)).text())
  const { browser: stranger } = await signedInVendor(deps)
  await stranger.post(page, { intent: 'device', device })
  await stranger.post(page, { intent: 'others' })
  expect([await isIn(browser), await isIn(other)]).toEqual([true, true])
})

const emailPage = '/settings/security/email'
const newEmail = 'vera.new@example.com'
const changeToken = (text = '') => /\/login\/address\?token=([\w.-]+)/.exec(text)?.[1] ?? ''

/** Sends what waits, and returns the link of the mail about a sign-in address to somebody. */
async function linkTo(deps: Deps, databaseUrl: string, to: string) {
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  const mails = mailer.mails.filter((mail) => mail.to === to && changeToken(mail.text) !== '')
  return { count: mails.length, token: changeToken(mails[0]?.text), mails: mailer.mails }
}

const openLink = (browser: Visitor, token: string) =>
  browser.post(`/login/address?token=${token}`, { token })

test('a new sign-in address needs the password and its mailbox; the former one gets a notice and can be restored once', async ({
  deps,
  databaseUrl,
}) => {
  const { app, browser } = await aSignedInOwner(deps)
  const wrong = await browser.post(emailPage, { email: newEmail, password: 'not it' })
  expect(wrong.status).toBe(400)
  const refused = await wrong.text()
  expect(refused).toContain('This isn’t your password.')
  expect(refused).toContain(newEmail)
  expect((await browser.post(emailPage, { email, password })).status).toBe(400)
  const asked = await browser.post(emailPage, { email: ` ${newEmail.toUpperCase()}`, password })
  expect(asked.headers.get('location')).toBe(page)
  const confirm = await linkTo(deps, databaseUrl, newEmail)
  expect(confirm.count).toBe(1)
  // Opening the link alone changes nothing, and neither does a token made up from it.
  const stranger = app.visitor()
  expect(await (await stranger.get(`/login/address?token=${confirm.token}`)).text()).toContain(
    `Sign in with ${newEmail}?`,
  )
  expect((await openLink(stranger, `${confirm.token}x`)).status).toBe(400)
  expect((await signInWith(app.visitor(), newEmail, password)).status).toBe(400)
  expect((await openLink(stranger, confirm.token)).status).toBe(200)
  expect((await openLink(stranger, confirm.token)).status).toBe(400)
  expect((await signInWith(app.visitor(), email, password)).status).toBe(400)
  const other = app.visitor()
  expect((await signInWith(other, newEmail, password)).status).toBe(302)
  expect(await isIn(browser)).toBe(true)

  const notice = await linkTo(deps, databaseUrl, email)
  expect(notice.mails.find(({ to }) => to === email)?.text).toContain(newEmail)
  // It may be restored, so nobody else gets it.
  const taken = await app.visitor().post('/register', { ...wholeForm, email })
  expect(taken.headers.get('location')).toMatch(/^\/login/)
  // Nor by any other way to make an account.
  await expect(aVendor(deps.db, { email })).rejects.toThrow('may be restored')
  expect((await openLink(app.visitor(), notice.token)).status).toBe(200)
  expect(await isIn(browser)).toBe(false)
  expect(await isIn(other)).toBe(false)
  for (const address of [email, newEmail])
    expect((await signInWith(app.visitor(), address, password)).status).toBe(400)
  expect((await openLink(app.visitor(), notice.token)).status).toBe(400)
  const reset = await linkTo(deps, databaseUrl, email)
  expect(reset.mails.find(({ to }) => to === email)?.text).toContain('/reset-password?token=')
})

test('a new address that waits is shown, gets its email again, and can be withdrawn', async ({
  deps,
  databaseUrl,
}) => {
  const { app, browser } = await aSignedInOwner(deps)
  await browser.post(emailPage, { email: newEmail, password })
  const { token } = await linkTo(deps, databaseUrl, newEmail)
  const waits = `${newEmail} isn’t confirmed yet`
  const html = await (await browser.get(page)).text()
  expect(html).toContain(waits)
  for (const intent of ['email-again', 'email-withdraw'])
    expect(html).toContain(`value="${intent}"`)

  const { browser: stranger } = await signedInVendor(deps)
  expect((await stranger.post(page, { intent: 'email-withdraw' })).status).toBe(409)
  const again = await browser.post(page, { intent: 'email-again' })
  expect(noticeOf(again)).toMatchObject({ title: 'Email sent again' })
  const second = await linkTo(deps, databaseUrl, newEmail)
  expect(second.mails.map(({ to }) => to)).toEqual([newEmail])
  expect(second.token).toBe(token)
  await deps.limits.mailPerAccount.take(`new address ${newEmail}`, 10)
  const limited = await browser.post(page, { intent: 'email-again' })
  expect(limited.status).toBe(429)
  expect(await limited.text()).toContain('Too many emails were requested.')

  const withdrawn = await browser.post(page, { intent: 'email-withdraw' })
  expect(noticeOf(withdrawn)).toMatchObject({ text: `You still sign in with ${email}.` })
  expect(await (await browser.get(page)).text()).not.toContain(waits)
  expect((await openLink(app.visitor(), token)).status).toBe(400)
  for (const intent of ['email-again', 'email-withdraw']) {
    const late = await browser.post(page, { intent })
    expect(late.status).toBe(409)
    expect(await late.text()).toContain('No address is waiting to be confirmed.')
  }
})

test('an address that has an account gets no mail, and the answer is the same', async ({
  deps,
  databaseUrl,
}) => {
  const { browser } = await aSignedInOwner(deps)
  const { userId } = await aVendor(deps.db, { email: newEmail })
  const asked = await browser.post(emailPage, { email: newEmail, password })
  const free = await browser.post(emailPage, { email: 'free@example.com', password })
  expect([asked.status, asked.headers.get('location')]).toEqual([
    free.status,
    free.headers.get('location'),
  ])
  expect((await linkTo(deps, databaseUrl, newEmail)).count).toBe(0)
  const { email: still } = await deps.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('email')
    .executeTakeFirstOrThrow()
  expect(still).toBe(newEmail)
})

test('with two-factor sign-in a new address needs the code too', async ({ deps }) => {
  const { browser } = await aSignedInOwner(deps)
  const { recoveryCodes } = await switchOn(browser)
  const without = await browser.post(emailPage, { email: newEmail, password })
  expect(without.status).toBe(400)
  expect(await deps.db.selectFrom('emailChanges').selectAll().execute()).toEqual([])
  const code = recoveryCodes[0] ?? ''
  const asked = await browser.post(emailPage, { email: newEmail, password, code })
  expect(asked.headers.get('location')).toBe(page)
})

test('a person who took over an account and moved its address on loses all of it to the first way back', async ({
  deps,
  databaseUrl,
}) => {
  const { app, browser, userId } = await aSignedInOwner(deps)
  const change = async (to: string) => {
    await browser.post(emailPage, { email: to, password })
    const { token } = await linkTo(deps, databaseUrl, to)
    expect((await openLink(browser, token)).status).toBe(200)
  }
  await change('thief@example.com')
  const first = await linkTo(deps, databaseUrl, email)
  await change('thief2@example.com')
  const second = await linkTo(deps, databaseUrl, 'thief@example.com')
  const { createdAt } = await deps.db
    .selectFrom('emailChanges')
    .where('oldEmail', '=', email)
    .select('createdAt')
    .executeTakeFirstOrThrow()
  // A week before the request at most: what a thief adds first.
  await addWays(deps, userId, new Date(createdAt.getTime() - week))
  const restored = await openLink(app.visitor(), first.token)
  expect(await readPage(restored)).toContain(
    'were removed if they were added in the 7 days before the change, or since. Older ones stay.',
  )
  expect((await openLink(app.visitor(), second.token)).status).toBe(400)
  const user = await deps.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('email')
    .executeTakeFirstOrThrow()
  expect(user.email).toBe(email)
  expect(await waysOf(deps)).toEqual({
    twoFactors: 0,
    recoveryCodes: 0,
    passkeys: 0,
    authAccounts: 1,
  })
  expect(await deps.db.selectFrom('authSessions').selectAll().execute()).toEqual([])
  const { mails } = await linkTo(deps, databaseUrl, email)
  const told = mails.filter(({ to }) => to === 'thief2@example.com')
  expect(told.map(({ subject }) => subject)).toEqual(['You no longer sign in with this address'])
  expect(told[0]?.text).toContain('Write to us so that we can stop them.')
  expect(told[0]?.text).not.toContain(email)
})

const week = 7 * 86_400_000

/** Two-factor sign-in with a recovery code, a passkey and Google. */
async function addWays({ db }: Deps, userId: string, createdAt: Date): Promise<void> {
  await db
    .insertInto('twoFactors')
    .values({ userId, sealedKey: 'x', lastStep: 0, switchedOnAt: createdAt })
    .execute()
  await db.insertInto('recoveryCodes').values({ userId, hash: 'x', createdAt }).execute()
  await db
    .insertInto('passkeys')
    .values({
      userId,
      credentialId: 'one',
      publicKey: Buffer.from('x'),
      counter: 0,
      transports: [],
      questionDrawnAt: createdAt,
      createdAt,
    })
    .execute()
  await db
    .insertInto('authAccounts')
    .values({ userId, providerId: 'google', accountId: 'one', createdAt })
    .execute()
}

async function waysOf({ db }: Deps) {
  const tables = ['twoFactors', 'recoveryCodes', 'passkeys', 'authAccounts'] as const
  const counts = await Promise.all(
    tables.map(async (table) => [
      table,
      (await db.selectFrom(table).select('userId').execute()).length,
    ]),
  )
  return Object.fromEntries(counts)
}

test('the way back leaves what is older, so that the former mailbox alone does not open an account with two-factor sign-in', async ({
  deps,
  databaseUrl,
}) => {
  const { app, browser, userId } = await aSignedInOwner(deps)
  await browser.post(emailPage, { email: newEmail, password })
  const { token } = await linkTo(deps, databaseUrl, newEmail)
  await openLink(browser, token)
  const notice = await linkTo(deps, databaseUrl, email)
  const { createdAt } = await deps.db
    .selectFrom('emailChanges')
    .select('createdAt')
    .executeTakeFirstOrThrow()
  await addWays(deps, userId, new Date(createdAt.getTime() - week - 60_000))
  // Drawn lately, by a person who had a code.
  await deps.db.insertInto('recoveryCodes').values({ userId, hash: 'y' }).execute()
  const page = await readPage(await app.visitor().get(`/login/address?token=${notice.token}`))
  expect(page).toContain('Older ones stay.')
  expect((await openLink(app.visitor(), notice.token)).status).toBe(200)
  expect(await waysOf(deps)).toEqual({
    twoFactors: 1,
    recoveryCodes: 1,
    passkeys: 1,
    authAccounts: 2,
  })
  const reader = app.visitor()
  const reset = await deps.auth.resetToken(userId)
  await reader.post(`/reset-password?token=${reset}`, { token: reset, password: newPassword })
  const asked = await signInWith(reader, email, newPassword)
  expect(asked.headers.get('location')).toBe('/login?step=code')
  expect(await isIn(reader)).toBe(false)
})

test.for([
  ['a new password', (browser: Visitor) => browser.post(page, { password, newPassword })],
  [
    'a password by mail',
    async (browser: Visitor, deps: Deps, userId: string) => {
      const token = await deps.auth.resetToken(userId)
      return browser.post(`/reset-password?token=${token}`, { token, password: newPassword })
    },
  ],
  ['signing out all other devices', (browser: Visitor) => browser.post(page, { intent: 'others' })],
  ['two-factor sign-in', (browser: Visitor) => switchOn(browser)],
] as const)(
  '%s ends a new sign-in address that nobody has confirmed; the owner was told of it',
  async ([, act], { deps, databaseUrl }) => {
    const { app, browser, userId } = await aSignedInOwner(deps)
    await browser.post(emailPage, { email: 'thief@example.com', password })
    const { token, mails } = await linkTo(deps, databaseUrl, 'thief@example.com')
    const told = mails.filter(({ to }) => to === email).map(({ text }) => text)
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('with thief@example.com. Nothing changes until')
    expect(told[0]).toContain('set a new password right away')
    expect(told[0]).not.toContain(token)
    await act(browser, deps, userId)
    expect((await openLink(app.visitor(), token)).status).toBe(400)
    expect(await deps.db.selectFrom('users').select('email').execute()).toEqual([{ email }])
  },
)
