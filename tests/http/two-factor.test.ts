import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Deps } from '#core/shared/deps.ts'
import { codeAt } from '#core/integrations/totp.ts'
import { password, signInWith, wholeForm } from '#tests/support/accounts.ts'
import { noticeOf, readPage, signInAs, type TestApp, type Visitor } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { formIn } from '#tests/support/page-form.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import {
  anOwnerWithCodes,
  aSignedInOwner,
  freshCode,
  keyIn,
  switchOn,
  twoFactorPage,
  wrongCode,
} from '#tests/support/two-factor.ts'
import { classFields } from '#tests/support/workspace.ts'

const { email } = wholeForm
const step = '/login?step=code'
const session = 'openspot.session_token'
const begun = 'begun'

/** A new browser in which the password was right. */
async function begin(app: TestApp, word = password): Promise<Visitor> {
  const visitor = app.visitor()
  const answer = await signInWith(visitor, email, word)
  expect(answer.headers.get('location')).toBe(step)
  return visitor
}

const enter = (visitor: Visitor, fields: Record<string, string>) =>
  visitor.post(step, { intent: 'code', ...fields })

const isIn = (visitor: Visitor) => visitor.cookies.has(session)

async function mailsTo(deps: Deps, databaseUrl: string) {
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  return mailer.mails.filter(({ subject }) => !/Confirm|set up/i.test(subject))
}

test('setting up takes the password and a right code, and signs out all other devices', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { app, browser } = await aSignedInOwner(deps)
  const other = app.visitor()
  await signInWith(other, email, password)
  const before = browser.cookies.get(session)
  const refused = await browser.post(twoFactorPage, { intent: 'start', password: 'not mine' })
  expect(refused.status).toBe(400)
  expect(await refused.text()).not.toContain('otpauth:')

  const shown = await browser.post(twoFactorPage, { intent: 'start', password })
  const { key, draft } = await keyIn(shown)
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  const wrong = await browser.post(twoFactorPage, { intent: 'on', draft, code: 'abc' })
  expect(wrong.status).toBe(400)
  // The same key again: the app has it already.
  expect(await keyIn(wrong.clone())).toEqual({ key, draft })
  expect(await readPage(wrong)).toContain('That code is wrong.')
  expect(await db.selectFrom('twoFactors').select('userId').execute()).toEqual([])

  const code = codeAt(key, new Date())
  const done = await browser.post(twoFactorPage, { intent: 'on', draft, code })
  const page = await readPage(done)
  expect(page).toContain('Two-factor sign-in is on')
  const codes = page.match(/\b[2-9a-z]{5}-[2-9a-z]{5}\b/g) ?? []
  expect(new Set(codes).size).toBe(10)
  // A stolen copy of the cookie no longer works either.
  expect(browser.cookies.get(session)).not.toBe(before)
  expect((await browser.get(twoFactorPage)).status).toBe(200)
  expect((await other.get('/settings/security')).status).toBe(302)

  const later = await (await browser.get(twoFactorPage)).text()
  for (const secret of [key, draft, ...codes]) expect(later).not.toContain(secret)
  const stored =
    await sql`select * from two_factors left join recovery_codes using (user_id)`.execute(db)
  const text = JSON.stringify(stored.rows)
  for (const secret of [key, ...codes.flatMap((one) => [one, one.replace('-', '')])])
    expect(text).not.toContain(secret)
  const mails = await mailsTo(deps, databaseUrl)
  expect(mails.map(({ subject }) => subject)).toEqual(['Two-factor sign-in is on'])
})

test('the first page of the setup says that passkeys go on without a code', async ({
  deps,
  db,
}) => {
  const { browser, userId } = await aSignedInOwner(deps)
  const said = 'You can still sign in without a code using your passkey'
  expect(await readPage(await browser.get(twoFactorPage))).not.toContain(said)
  await db
    .insertInto('passkeys')
    .values({
      userId,
      credentialId: 'a-passkey',
      publicKey: Buffer.from('key'),
      counter: 0,
      transports: [],
      userAgent: null,
      questionDrawnAt: new Date(),
    })
    .execute()
  expect(await readPage(await browser.get(twoFactorPage))).toContain(said)
})

test('an authenticator key is valid only for the account it was generated for, and for half an hour', async ({
  deps,
}) => {
  const { app, browser } = await aSignedInOwner(deps)
  const { key, draft } = await keyIn(
    await browser.post(twoFactorPage, { intent: 'start', password }),
  )
  await app.visitor().post('/register', { ...wholeForm, email: 'other@example.com' })
  await deps.db.updateTable('users').set({ emailVerified: true }).execute()
  await deps.db.updateTable('vendors').set({ setUpAt: new Date() }).execute()
  const other = app.visitor()
  await signInWith(other, 'other@example.com', password)
  const code = codeAt(key, new Date())
  const stolen = await other.post(twoFactorPage, { intent: 'on', draft, code })
  expect(stolen.status).toBe(409)
  expect(await readPage(stolen)).toContain('Please start again.')
  const made = await other.post(twoFactorPage, { intent: 'on', draft: 'nonsense', code })
  expect(made.status).toBe(409)
  expect(await deps.db.selectFrom('twoFactors').select('userId').execute()).toEqual([])
  // The browser that drew it, a little too late and in time.
  const begun = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const onAt = async (minutes: number) => {
      vi.setSystemTime(begun + minutes * 60_000)
      const shown = codeAt(key, new Date())
      return (await browser.post(twoFactorPage, { intent: 'on', draft, code: shown })).status
    }
    expect(await onAt(31)).toBe(409)
    expect(await onAt(29)).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

test('after the right password the code is requested, and only the code completes the sign-in', async ({
  deps,
  db,
}) => {
  const { app, userId } = await anOwnerWithCodes(deps)
  const sessions = () => db.selectFrom('authSessions').select('id').execute()
  const before = await sessions()
  const visitor = app.visitor()
  const path = '/login?redirect_to=%2Fdashboard%2Fclasses'
  const asked = await visitor.post(path, { email, password })
  expect(asked.headers.get('location')).toBe(`${step}&redirect_to=%2Fdashboard%2Fclasses`)
  expect(isIn(visitor)).toBe(false)
  expect(await sessions()).toEqual(before)
  const page = asked.headers.get('location') ?? ''
  expect(await readPage(await visitor.get(page))).toContain(
    `Your authenticator app shows a code for ${email}.`,
  )
  const wrong = await visitor.post(page, { intent: 'code', code: await wrongCode(deps, userId) })
  expect(wrong.status).toBe(400)
  expect(await readPage(wrong)).toContain('That code is wrong.')
  expect(isIn(visitor)).toBe(false)
  const code = await freshCode(deps, userId)
  const right = await visitor.post(page, {
    intent: 'code',
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
  })
  expect(right.headers.get('location')).toBe('/dashboard/classes')
  expect(noticeOf(right)).toEqual({
    tone: 'good',
    title: 'Success!',
    text: 'Signed in successfully',
  })
  expect((await visitor.get('/dashboard')).status).toBe(200)
  expect(visitor.cookies.has(begun)).toBe(false)
  // Other accounts sign in as before.
  await app.visitor().post('/register', { ...wholeForm, email: 'other@example.com' })
  await db.updateTable('users').set({ emailVerified: true }).execute()
  const other = app.visitor()
  await signInWith(other, 'other@example.com', password)
  expect(isIn(other)).toBe(true)
})

test('a code signs in once, also if two browsers send it at the same moment', async ({ deps }) => {
  const { app, userId } = await anOwnerWithCodes(deps)
  const browsers = await Promise.all([begin(app), begin(app), begin(app)])
  const [first, second, third] = browsers
  if (!first || !second || !third) throw new Error('no browsers')
  const code = await freshCode(deps, userId)
  const both = await Promise.all([enter(first, { code }), enter(second, { code })])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([302, 400]))
  const again = await enter(third, { code })
  expect(again.status).toBe(400)
  expect(await readPage(again)).toContain('This code was already used.')
  expect(browsers.filter(isIn)).toHaveLength(1)
})

test('a sign-in that waits for its code belongs to one browser, and ends when it is used or after ten minutes', async ({
  deps,
  db,
}) => {
  const { app, userId } = await anOwnerWithCodes(deps)
  const code = () => freshCode(deps, userId)
  const elsewhere = await enter(app.visitor(), { code: await code() })
  expect(elsewhere.status).toBe(400)
  expect(await readPage(elsewhere)).toContain('Please sign in again.')

  const visitor = await begin(app)
  const copy = app.visitor()
  copy.cookies.set(begun, visitor.cookies.get(begun) ?? '')
  expect((await enter(visitor, { code: await code() })).status).toBe(302)
  expect((await enter(copy, { code: await code() })).status).toBe(400)
  expect(isIn(copy)).toBe(false)

  const late = await begin(app)
  await db
    .updateTable('authVerifications')
    .set({ expiresAt: sql<Date>`expires_at - interval '10 minutes'` })
    .execute()
  expect((await enter(late, { code: await code() })).status).toBe(400)
  expect(await readPage(await late.get(step))).toContain('You took too long to enter the code.')
  expect(isIn(late)).toBe(false)
})

test('wrong codes are limited per account, and recovery codes still work', async ({ deps }) => {
  const { app, userId, recoveryCodes } = await anOwnerWithCodes(deps)
  const guesser = await begin(app)
  const guesses = []
  for (let guess = 0; guess < 10; guess++)
    guesses.push((await enter(guesser, { code: await wrongCode(deps, userId) })).status)
  expect(guesses).toEqual(Array.from({ length: 10 }, () => 400))
  const elsewhere = await begin(app)
  const right = await enter(elsewhere, { code: await freshCode(deps, userId) })
  expect(right.status).toBe(429)
  expect(await readPage(right)).toContain('Too many wrong codes.')
  const recovered = await enter(elsewhere, { recoveryCode: recoveryCodes[0] ?? '' })
  expect(recovered.headers.get('location')).toBe('/dashboard')
})

test('over a day nobody tries more than sixty wrong codes', async ({ deps }) => {
  const { app, userId } = await anOwnerWithCodes(deps)
  await deps.limits.codesPerUserAndDay.take(userId, 60)
  const visitor = await begin(app)
  expect((await enter(visitor, { code: await freshCode(deps, userId) })).status).toBe(429)
})

test('wrong recovery codes are limited, and codes from the app still work', async ({ deps }) => {
  const { app, userId, recoveryCodes } = await anOwnerWithCodes(deps)
  const visitor = await begin(app)
  for (let guess = 0; guess < 10; guess++)
    expect((await enter(visitor, { recoveryCode: 'aaaaa-bbbbb' })).status).toBe(400)
  expect((await enter(visitor, { recoveryCode: recoveryCodes[0] ?? '' })).status).toBe(429)
  expect((await enter(visitor, { code: await freshCode(deps, userId) })).status).toBe(302)
})

test('somebody who knows only the password can block nothing but the owner’s app codes at sign-in', async ({
  deps,
}) => {
  const { app, browser, userId, recoveryCodes } = await anOwnerWithCodes(deps)
  const guesser = app.visitor({ network: '198.51.100.7' })
  await signInWith(guesser, email, password)
  for (let guess = 0; guess < 10; guess++) {
    await enter(guesser, { recoveryCode: 'aaaaa-bbbbb' })
    await enter(guesser, { code: await wrongCode(deps, userId) })
  }
  expect((await enter(guesser, { recoveryCode: recoveryCodes[0] ?? '' })).status).toBe(429)
  const elsewhere = await begin(app)
  expect((await enter(elsewhere, { recoveryCode: recoveryCodes[1] ?? '' })).status).toBe(302)
  const code = await freshCode(deps, userId)
  const replaced = await browser.post(twoFactorPage, { intent: 'replace', password, code })
  expect(replaced.status).toBe(200)
})

test('a recovery code signs in once, and an email says how many are left', async ({
  deps,
  databaseUrl,
}) => {
  const { app, recoveryCodes } = await anOwnerWithCodes(deps)
  await mailsTo(deps, databaseUrl)
  const [first = '', second = ''] = recoveryCodes
  const visitor = await begin(app)
  expect((await enter(visitor, { recoveryCode: ` ${first.toUpperCase()} ` })).status).toBe(302)
  const again = await begin(app)
  const refused = await enter(again, { recoveryCode: first })
  expect(refused.status).toBe(400)
  expect(await readPage(refused)).toContain('This isn’t one of your unused recovery codes.')
  // Where the code of the app belongs it counts as well.
  expect((await enter(again, { code: second })).status).toBe(302)
  const mails = await mailsTo(deps, databaseUrl)
  expect(mails.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 2 }, () => 'A recovery code was used'),
  )
  const left = mails.map(({ text }) => /You have (\d) left/.exec(text)?.[1])
  expect(new Set(left)).toEqual(new Set(['9', '8']))
})

test('codes of another account open nothing', async ({ deps, db }) => {
  const { app } = await anOwnerWithCodes(deps)
  await app.visitor().post('/register', { ...wholeForm, email: 'other@example.com' })
  await db.updateTable('users').set({ emailVerified: true }).execute()
  await db.updateTable('vendors').set({ setUpAt: new Date() }).execute()
  const other = app.visitor()
  await signInWith(other, 'other@example.com', password)
  const { key, recoveryCodes } = await switchOn(other)
  await db.updateTable('twoFactors').set({ lastStep: 0 }).execute()
  const visitor = await begin(app)
  expect((await enter(visitor, { code: codeAt(key, new Date()) })).status).toBe(400)
  expect((await enter(visitor, { recoveryCode: recoveryCodes[0] ?? '' })).status).toBe(400)
  expect(isIn(visitor)).toBe(false)
})

test('a password reset does not replace the code, and ends what had begun before', async ({
  deps,
}) => {
  const { app, userId } = await anOwnerWithCodes(deps)
  const before = await begin(app)
  const visitor = app.visitor()
  const token = await deps.auth.resetToken(userId)
  const newPassword = 'another-lantern-43'
  const reset = await visitor.post('/reset-password', { token, password: newPassword })
  expect(reset.headers.get('location')).toBe('/login')
  expect(isIn(visitor)).toBe(false)
  expect((await enter(before, { code: await freshCode(deps, userId) })).status).toBe(400)
  expect(isIn(before)).toBe(false)
  expect((await signInWith(visitor, email, newPassword)).headers.get('location')).toBe(step)
  expect(isIn(visitor)).toBe(false)
  expect((await enter(visitor, { code: await freshCode(deps, userId) })).status).toBe(302)
})

test('a changed password ends what had begun before, and this browser goes on without a code', async ({
  deps,
}) => {
  const { app, browser, userId } = await anOwnerWithCodes(deps)
  const before = await begin(app)
  const changed = await browser.post('/settings/security', {
    password,
    newPassword: 'another-lantern-43',
  })
  expect(changed.status).toBe(302)
  expect((await browser.get('/settings/security')).status).toBe(200)
  expect((await enter(before, { code: await freshCode(deps, userId) })).status).toBe(400)
})

test('an emailed sign-in link does not replace the code, and another account stays signed in until the code is entered', async ({
  deps,
}) => {
  const { app, userId } = await anOwnerWithCodes(deps)
  const visitor = app.visitor()
  const other = await aVendor(deps.db)
  await signInAs(deps, visitor, other.userId)
  const before = visitor.cookies.get(session)
  const token = await deps.auth.signInToken(userId)
  const opened = await visitor.post('/login-link/open', { token, replaces: other.email })
  expect(opened.headers.get('location')).toBe(step)
  expect(visitor.cookies.get(session)).toBe(before)
  expect((await app.visitor().post('/login-link/open', { token })).status).toBe(400)
  expect(await readPage(await visitor.get(step))).toContain(`a code for ${email}`)
  expect((await enter(visitor, { code: await freshCode(deps, userId) })).status).toBe(302)
  expect(await readPage(await visitor.get('/settings/security'))).not.toContain(other.email)
  const sessions = await deps.db.selectFrom('authSessions').select('userId').execute()
  expect(new Set(sessions.map((one) => one.userId))).toEqual(new Set([userId]))
})

test('confirming the address does not replace the code', async ({ deps }) => {
  const { app, userId } = await anOwnerWithCodes(deps)
  await deps.db.updateTable('users').set({ emailVerified: false }).execute()
  const token_hash = await deps.auth.verificationToken(email)
  const visitor = app.visitor()
  const confirmed = await visitor.post('/auth/v1/verify', { token_hash, password })
  expect(await readPage(confirmed)).toContain('Email already verified. You can now sign in.')
  expect(isIn(visitor)).toBe(false)
  expect((await enter(visitor, { code: await freshCode(deps, userId) })).status).toBe(400)
  expect((await signInWith(visitor, email, password)).headers.get('location')).toBe(step)
})

test('the code of a suspended account signs nobody in', async ({ deps, db }) => {
  const { app, userId } = await anOwnerWithCodes(deps)
  const visitor = await begin(app)
  await db.updateTable('vendors').set({ suspendedAt: new Date() }).execute()
  const refused = await enter(visitor, { code: await freshCode(deps, userId) })
  expect(await readPage(refused)).toContain('This account is suspended.')
  expect(isIn(visitor)).toBe(false)
})

test('a form sent after the session has ended comes back after the code', async ({ deps }) => {
  const { app, userId } = await anOwnerWithCodes(deps)
  const visitor = app.visitor()
  const typed = classFields({ title: 'Half “typed” & kept' })
  const sent = await visitor.post('/dashboard/classes/new', typed)
  const login = sent.headers.get('location') ?? ''
  const carried = formIn(await (await visitor.post(login, typed)).text(), 'password')
  const asked = await visitor.post(login, { ...carried, email, password })
  const codeForm = formIn(await asked.text(), 'code')
  const wrong = await visitor.post(login, { ...codeForm, code: await wrongCode(deps, userId) })
  const again = formIn(await wrong.text(), 'code')
  const done = await visitor.post(login, { ...again, code: await freshCode(deps, userId) })
  expect(isIn(visitor)).toBe(true)
  const kept = formIn(await done.text(), 'restore')
  const back = await visitor.post('/dashboard/classes/new', kept)
  expect(formIn(await back.text(), 'title')).toMatchObject({ title: 'Half “typed” & kept' })

  // It survives a code that came too late as well.
  const late = app.visitor()
  const lateForm = formIn(await (await late.post(login, typed)).text(), 'password')
  const lateCode = formIn(
    await (await late.post(login, { ...lateForm, email, password })).text(),
    'code',
  )
  await deps.db.deleteFrom('authVerifications').execute()
  const over = await late.post(login, { ...lateCode, code: await freshCode(deps, userId) })
  expect(over.status).toBe(400)
  expect(formIn(await over.text(), 'password')['kept']).toContain('Half “typed” & kept')
})

test('switching off takes the password and a code, and then the password is enough', async ({
  deps,
  databaseUrl,
}) => {
  const { app, browser, userId } = await anOwnerWithCodes(deps)
  await mailsTo(deps, databaseUrl)
  const off = (fields: Record<string, string>) =>
    browser.post(twoFactorPage, { intent: 'off', ...fields })
  const code = await freshCode(deps, userId)
  expect((await off({ password: 'not mine', code })).status).toBe(400)
  expect((await off({ password, code: await wrongCode(deps, userId) })).status).toBe(400)
  expect((await off({ password, code: '' })).status).toBe(400)
  expect((await signInWith(app.visitor(), email, password)).headers.get('location')).toBe(step)
  const waiting = await begin(app)
  const done = await off({ password, code: await freshCode(deps, userId) })
  expect(done.headers.get('location')).toBe('/settings/security')
  const visitor = app.visitor()
  await signInWith(visitor, email, password)
  expect(isIn(visitor)).toBe(true)
  // A sign-in that still waited for its code begins again.
  expect((await enter(waiting, { code: '123456' })).status).toBe(400)
  const mails = await mailsTo(deps, databaseUrl)
  expect(mails.map(({ subject }) => subject)).toEqual(['Two-factor sign-in is off'])
})

test('new recovery codes take the password and a code, and end the old ones', async ({
  deps,
  databaseUrl,
}) => {
  const { app, browser, userId, recoveryCodes } = await anOwnerWithCodes(deps)
  await mailsTo(deps, databaseUrl)
  const replace = (fields: Record<string, string>) =>
    browser.post(twoFactorPage, { intent: 'replace', ...fields })
  const code = await freshCode(deps, userId)
  expect((await replace({ password: 'not mine', code })).status).toBe(400)
  expect((await replace({ password, code: 'abc' })).status).toBe(400)
  const page = await readPage(await replace({ password, code: await freshCode(deps, userId) }))
  const fresh = page.match(/\b[2-9a-z]{5}-[2-9a-z]{5}\b/g) ?? []
  expect(fresh).toHaveLength(10)
  const visitor = await begin(app)
  expect((await enter(visitor, { recoveryCode: recoveryCodes[0] ?? '' })).status).toBe(400)
  expect((await enter(visitor, { recoveryCode: fresh[0] ?? '' })).status).toBe(302)
  const mails = await mailsTo(deps, databaseUrl)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'A recovery code was used',
    'New recovery codes',
  ])
})

test('the operator switches it off in the database, and the owner gets an email', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { app } = await anOwnerWithCodes(deps)
  await mailsTo(deps, databaseUrl)
  // As docs/operations.md has it.
  await sql`delete from two_factors where user_id = (select id from users where email = ${email})`.execute(
    db,
  )
  const visitor = app.visitor()
  await signInWith(visitor, email, password)
  expect(isIn(visitor)).toBe(true)
  const mails = await mailsTo(deps, databaseUrl)
  expect(mails.map(({ subject }) => subject)).toEqual(['Two-factor sign-in is off'])
})

test('a password sign-in that races with turning on two-factor sign-in waits for it, and then needs the code', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { app, userId } = await aSignedInOwner(deps)
  const held = await holdLock(
    databaseUrl,
    `with account as materialized (select id from users where id = $1 for update)
      insert into two_factors (user_id, sealed_key, last_step) select id, 'x', 0 from account`,
    [userId],
  )
  const visitor = app.visitor()
  const signingIn = signInWith(visitor, email, password)
  await waitForWaiter(db)
  await held.commit()
  expect((await signingIn).headers.get('location')).toBe(step)
  expect(isIn(visitor)).toBe(false)
  // Only the session that was there before.
  expect(await db.selectFrom('authSessions').select('id').execute()).toHaveLength(1)
})
