import { vi } from 'vitest'
import { newTotpKey } from '#core/integrations/totp.ts'
import type { Deps } from '#core/shared/deps.ts'
import { seal } from '#core/shared/sealing.ts'
import { Authenticator } from '#tests/support/authenticator.ts'
import { expect, test } from '#tests/support/database.ts'
import { newSession } from '#tests/support/session.ts'
import { freshCode, wrongCode } from '#tests/support/two-factor.ts'
import { listPasskeys } from '../queries.ts'
import { keySealing } from '../steps/two-factor-key.ts'
import { addPasskey, askForPasskey, removePasskey } from './add-passkey.ts'
import { register } from './register.ts'
import { requestPasskey, signInWithPasskey } from './sign-in-with-passkey.ts'

const visitor = { network: '192.0.2.1', headers: new Headers({ 'user-agent': 'a browser' }) }
const password = 'gorse-lantern-42'
const given = { password, code: '' }

async function anAccount(deps: Deps, email = 'vera@example.com') {
  await register(deps, visitor, { email, password, agreed: true, ref: null, language: 'en' })
  const { id: userId } = await deps.db
    .updateTable('users')
    .set({ emailVerified: true })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { userId, email }
}

type Account = Awaited<ReturnType<typeof anAccount>>

/** A browser that is signed in, other than by the sign-ins of a test. */
async function signedIn(deps: Deps, { userId }: Account) {
  const { name, value } = await newSession(deps, userId)
  const headers = new Headers({ 'user-agent': 'a browser', cookie: `${name}=${value}` })
  return { ...visitor, headers }
}

async function ask(deps: Deps, account: Account) {
  const asked = await askForPasskey(deps, await signedIn(deps, account), account, given)
  if (!asked.ok) throw new Error(asked.reason)
  return asked
}

async function aPasskey(deps: Deps, account: Account, wrong = {}): Promise<Authenticator> {
  const device = new Authenticator(deps.origin)
  const { options, draft } = await ask(deps, account)
  const response = device.make(options, wrong)
  const browser = await signedIn(deps, account)
  expect(await addPasskey(deps, browser, account, { draft, response })).toEqual({ ok: true })
  return device
}

/** The sessions that sign-ins have started. */
const sessionsOf = (deps: Deps, { userId }: Account) =>
  deps.db
    .selectFrom('authSessions')
    .where('userId', '=', userId)
    .where('userAgent', 'is not', null)
    .select('id')
    .execute()

test('a passkey signs in once for each question, without the password', async ({ deps, db }) => {
  const account = await anAccount(deps)
  // A key that is synchronised between devices counts nothing.
  const device = await aPasskey(deps, account, { counter: 0 })
  const { options, draft } = requestPasskey(deps)
  const response = device.sign(options, { counter: 0 })
  const done = await signInWithPasskey(deps, visitor, { draft, response })
  expect(done).toMatchObject({ ok: true, userId: account.userId })
  expect(await sessionsOf(deps, account)).toHaveLength(1)
  const [passkey] = await listPasskeys(db, account.userId)
  expect(passkey).toMatchObject({ userAgent: 'a browser', usedAt: expect.any(Date) })

  const again = await signInWithPasskey(deps, visitor, { draft, response })
  expect(again).toEqual({ ok: false, reason: 'passkey_over' })
  const later = requestPasskey(deps)
  const fresh = { draft: later.draft, response: device.sign(later.options, { counter: 0 }) }
  // Two requests with one answer: one of them signs in.
  const both = await Promise.all([
    signInWithPasskey(deps, visitor, fresh),
    signInWithPasskey(deps, visitor, fresh),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await sessionsOf(deps, account)).toHaveLength(2)
})

test('an answer counts only if it is right in every part', async ({ deps }) => {
  const account = await anAccount(deps)
  const other = await anAccount(deps, 'other@example.com')
  const device = await aPasskey(deps, account)
  const { options, draft } = requestPasskey(deps)
  const tryWith = (response: string, of = draft) =>
    signInWithPasskey(deps, visitor, { draft: of, response })
  const unknown = { ok: false, reason: 'passkey_unknown' }
  const foreign = Buffer.from(other.userId).toString('base64url')
  expect(await tryWith(device.sign(options, { origin: 'https://elsewhere.example' }))).toEqual(
    unknown,
  )
  expect(await tryWith(device.sign({ ...options, rpId: 'elsewhere.example' }))).toEqual(unknown)
  expect(await tryWith(device.sign({ ...options, challenge: 'AAAA' }))).toEqual(unknown)
  expect(await tryWith(device.sign(options, { isVerified: false }))).toEqual(unknown)
  expect(await tryWith(device.sign(options, { userId: foreign }))).toEqual(unknown)
  // A copy of a key that counts: it is behind the one that was used last.
  expect(await tryWith(device.sign(options, { counter: 1 }))).toEqual(unknown)
  expect(await tryWith(new Authenticator(deps.origin).sign(options))).toEqual(unknown)
  for (const text of ['', 'null', '{"id":1}', '[]'.repeat(5000)])
    expect(await tryWith(text)).toEqual(unknown)
  const own = await ask(deps, account)
  expect(await tryWith(device.sign(options), own.draft)).toEqual({
    ok: false,
    reason: 'passkey_over',
  })
  expect(await tryWith(device.sign(options), 'made up')).toEqual({
    ok: false,
    reason: 'passkey_over',
  })
  expect(await sessionsOf(deps, account)).toEqual([])
  expect(await tryWith(device.sign(options))).toMatchObject({ ok: true })
})

test('a question is over after an hour, and strangers may try fifty times', async ({ deps }) => {
  const account = await anAccount(deps)
  const device = await aPasskey(deps, account)
  const { options, draft } = requestPasskey(deps)
  const response = device.sign(options)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
  try {
    expect(await signInWithPasskey(deps, visitor, { draft, response })).toMatchObject({
      reason: 'passkey_over',
    })
  } finally {
    vi.useRealTimers()
  }
  const guess = () => signInWithPasskey(deps, visitor, { draft, response: '' })
  for (let nth = 2; nth <= 50; nth++) await guess()
  expect(await guess()).toEqual({ ok: false, reason: 'rate_limited' })
})

test('adding a passkey takes the password, and the code of an account that has one', async ({
  deps,
  db,
}) => {
  const account = await anAccount(deps)
  const browser = await signedIn(deps, account)
  const askWith = (typed: Partial<typeof given>) =>
    askForPasskey(deps, browser, account, { ...given, ...typed })
  expect(await askWith({ password: 'not mine' })).toEqual({ ok: false, reason: 'wrong' })
  await db
    .insertInto('twoFactors')
    .values({
      userId: account.userId,
      sealedKey: seal(keySealing(deps, account.userId), newTotpKey()),
      lastStep: 0,
    })
    .execute()
  expect(await askWith({})).toEqual({ ok: false, reason: 'wrong_code' })
  expect(await askWith({ code: await wrongCode(deps, account.userId) })).toMatchObject({
    ok: false,
  })
  const asked = await askWith({ code: await freshCode(deps, account.userId) })
  if (!asked.ok) throw new Error(asked.reason)
  const device = new Authenticator(deps.origin)
  const { draft } = asked
  const response = device.make(asked.options)
  expect(await addPasskey(deps, browser, account, { draft, response })).toEqual({ ok: true })
  // It replaces the code as well.
  const question = requestPasskey(deps)
  const signed = { draft: question.draft, response: device.sign(question.options) }
  expect(await signInWithPasskey(deps, visitor, signed)).toMatchObject({ ok: true })
})

test('a passkey is added only by the account that asked, with the answer to its question', async ({
  deps,
  db,
}) => {
  const account = await anAccount(deps)
  const other = await anAccount(deps, 'other@example.com')
  const add = async (device: Authenticator, wrong = {}, by = account) => {
    const { options, draft } = await ask(deps, account)
    return addPasskey(deps, await signedIn(deps, by), by, {
      draft,
      response: device.make(options, wrong),
    })
  }
  const device = new Authenticator(deps.origin)
  expect(await add(device, {}, other)).toEqual({ ok: false, reason: 'passkey_over' })
  expect(await add(device, { origin: 'https://elsewhere.example' })).toEqual({
    ok: false,
    reason: 'passkey_wrong',
  })
  expect(await add(device, { isVerified: false })).toEqual({ ok: false, reason: 'passkey_wrong' })
  expect(await add(device)).toEqual({ ok: true })
  expect(await add(device)).toEqual({ ok: false, reason: 'passkey_known' })
  // The device says that it has one for this account, and a stranger’s account cannot take it over.
  expect((await ask(deps, account)).options.excludeCredentials).toEqual([
    { id: device.credentialId, type: 'public-key', transports: ['internal'] },
  ])
  const stolen = await ask(deps, other)
  expect(
    await addPasskey(deps, await signedIn(deps, other), other, {
      draft: stolen.draft,
      response: device.make(stolen.options),
    }),
  ).toEqual({ ok: false, reason: 'passkey_known' })
  for (let nth = 1; nth < 20; nth++)
    expect(await add(new Authenticator(deps.origin))).toEqual({ ok: true })
  expect(await add(new Authenticator(deps.origin))).toEqual({ ok: false, reason: 'passkeys_full' })
  expect(await listPasskeys(db, account.userId)).toHaveLength(20)
  expect(await listPasskeys(db, other.userId)).toEqual([])
})

test('a removed passkey no longer signs in, and only its owner removes it', async ({
  deps,
  db,
}) => {
  const account = await anAccount(deps)
  const other = await anAccount(deps, 'other@example.com')
  const device = new Authenticator(deps.origin)
  const browser = await signedIn(deps, account)
  const asked = await ask(deps, account)
  const kept = { draft: asked.draft, response: device.make(asked.options) }
  expect(await addPasskey(deps, browser, account, kept)).toEqual({ ok: true })
  const [passkey] = await listPasskeys(db, account.userId)
  await removePasskey(deps, await signedIn(deps, other), other, passkey?.id ?? '')
  expect(await listPasskeys(db, account.userId)).toHaveLength(1)
  await removePasskey(deps, browser, account, passkey?.id ?? '')
  await removePasskey(deps, browser, account, passkey?.id ?? '')
  // The form that added it, which somebody has kept.
  expect(await addPasskey(deps, browser, account, kept)).toEqual({
    ok: false,
    reason: 'passkey_over',
  })
  const { options, draft } = requestPasskey(deps)
  expect(await signInWithPasskey(deps, visitor, { draft, response: device.sign(options) })).toEqual(
    { ok: false, reason: 'passkey_unknown' },
  )
  const told = await db
    .selectFrom('outbox')
    .where('kind', 'like', 'account.passkey_%')
    .select('kind')
    .orderBy('kind')
    .execute()
  expect(told.map(({ kind }) => kind)).toEqual(['account.passkey_added', 'account.passkey_removed'])
})

test('strangers at the address of a known device do not keep its passkey from signing in', async ({
  deps,
}) => {
  const account = await anAccount(deps)
  const device = await aPasskey(deps, account)
  const sign = (headers: Headers) => {
    const { options, draft } = requestPasskey(deps)
    const by = { ...visitor, headers }
    return signInWithPasskey(deps, by, { draft, response: device.sign(options) })
  }
  const first = await sign(new Headers())
  const [known = ''] = first.ok ? first.cookies.filter((one) => one.includes('known=')) : []
  for (let nth = 0; nth < 51; nth++)
    await signInWithPasskey(deps, visitor, { draft: 'x', response: '{}' })
  expect(await sign(new Headers())).toEqual({ ok: false, reason: 'rate_limited' })
  const cookie = known.split(';')[0] ?? ''
  expect(await sign(new Headers({ cookie }))).toMatchObject({ ok: true })
})

test('a passkey opens no suspended account', async ({ deps, db }) => {
  const account = await anAccount(deps)
  const device = await aPasskey(deps, account)
  await db.updateTable('vendors').set({ suspendedAt: new Date() }).execute()
  const { options, draft } = requestPasskey(deps)
  expect(await signInWithPasskey(deps, visitor, { draft, response: device.sign(options) })).toEqual(
    { ok: false, reason: 'suspended', because: null },
  )
  expect(await sessionsOf(deps, account)).toEqual([])
})
