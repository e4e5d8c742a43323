import { sql } from 'kysely'
import { createOpenId } from '#core/integrations/openid.ts'
import { codeAt } from '#core/integrations/totp.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { startFakeGoogle } from '#tests/fakes/google.ts'
import { Authenticator } from '#tests/support/authenticator.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { newSession } from '#tests/support/session.ts'
import { freshCode } from '#tests/support/two-factor.ts'
import { makeAdmin } from '../admin/commands/make-admin.ts'
import { signInAsAdmin } from '../admin/commands/sign-in-as-admin.ts'
import { addPasskey, askForPasskey, removePasskey } from './commands/add-passkey.ts'
import { askProvider } from './commands/ask-provider.ts'
import { changePassword } from './commands/change-password.ts'
import { replaceRecoveryCodes, switchOffTwoFactor } from './commands/change-two-factor.ts'
import { finishSignIn } from './commands/finish-sign-in.ts'
import { waitToJoin } from './commands/join-provider.ts'
import { register } from './commands/register.ts'
import { resetPassword } from './commands/reset-password.ts'
import { signInByLink } from './commands/sign-in-link.ts'
import { signIn } from './commands/sign-in.ts'
import { signInWithProvider } from './commands/sign-in-with-provider.ts'
import { drawKey, switchOnTwoFactor } from './commands/switch-on-two-factor.ts'
import { findTwoFactor, listPasskeys } from './queries.ts'

const email = 'vera@example.com'
const password = 'gorse-lantern-42'
const newPassword = 'another-lantern-43'
const stranger = { network: '192.0.2.66', headers: new Headers({ 'user-agent': 'thief' }) }

async function anAccount(deps: Deps) {
  await register(deps, stranger, { email, password, agreed: true, ref: null, language: 'en' })
  const { id: userId } = await deps.db
    .updateTable('users')
    .set({ emailVerified: true })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { userId, email }
}

type Account = Awaited<ReturnType<typeof anAccount>>

async function aBrowser(deps: Deps, { userId }: Account) {
  const { name, value } = await newSession(deps, userId)
  return { network: '192.0.2.1', headers: new Headers({ cookie: `${name}=${value}` }) }
}

/** Starts something that has looked at the old password, and lets it go on after the owner has changed it. */
async function whilePasswordChanges<Done>(
  { deps, databaseUrl }: { deps: Deps; databaseUrl: string },
  account: Account,
  start: () => Promise<Done>,
): Promise<Done> {
  const owner = await aBrowser(deps, account)
  const held = await holdLock(databaseUrl, 'select id from users where id = $1 for update', [
    account.userId,
  ])
  const changing = changePassword(deps, owner, account, { password, newPassword })
  await waitForWaiter(deps.db)
  const started = start()
  await Promise.race([started, waitForWaiter(deps.db, 2)])
  await held.commit()
  expect(await changing).toMatchObject({ ok: true })
  return started
}

/** The browsers that are signed in, without that of the owner, who sent no name. */
const namedSessions = (db: Db) =>
  db.selectFrom('authSessions').where('userAgent', '<>', '').select('userAgent').execute()

async function switchOn(deps: Deps, account: Account) {
  const browser = await aBrowser(deps, account)
  const drawn = await drawKey(deps, browser, account, { password })
  if (!drawn.ok) throw new Error(drawn.reason)
  const { draft, key } = drawn.shown
  const on = await switchOnTwoFactor(deps, browser, account, {
    draft,
    code: codeAt(key, new Date()),
  })
  if (!on.ok) throw new Error(on.reason)
  return on
}

const cookieOf = (cookies: readonly string[]) =>
  cookies.map((cookie) => cookie.split(';')[0]).join('; ')

test('a thief does not switch two-factor sign-in on once the owner has changed the password', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const account = await anAccount(deps)
  const thief = await aBrowser(deps, account)
  const drawn = await drawKey(deps, thief, account, { password })
  if (!drawn.ok) throw new Error(drawn.reason)
  const { draft, key } = drawn.shown
  const on = () => switchOnTwoFactor(deps, thief, account, { draft, code: codeAt(key, new Date()) })
  const done = await whilePasswordChanges({ deps, databaseUrl }, account, on)
  expect(done).toEqual({ ok: false, reason: 'draft_over' })
  expect(await findTwoFactor(db, account.userId)).toBeNull()
  // Nor with a draft for the old password in a browser that is signed in with the new one.
  const browser = await aBrowser(deps, account)
  expect(
    await switchOnTwoFactor(deps, browser, account, { draft, code: codeAt(key, new Date()) }),
  ).toEqual({ ok: false, reason: 'draft_over' })
})

test('a thief does not add a passkey once the owner has changed the password', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const account = await anAccount(deps)
  const thief = await aBrowser(deps, account)
  const given = { password, code: '' }
  const ask = async () => {
    const asked = await askForPasskey(deps, thief, account, given)
    if (!asked.ok) throw new Error(asked.reason)
    const { draft, options } = asked
    return { draft, response: new Authenticator(deps.origin).make(options) }
  }
  const later = await ask()
  const made = await ask()
  const done = await whilePasswordChanges({ deps, databaseUrl }, account, () =>
    addPasskey(deps, thief, account, made),
  )
  expect(done).toEqual({ ok: false, reason: 'passkey_over' })
  const browser = await aBrowser(deps, account)
  expect(await addPasskey(deps, browser, account, later)).toEqual({
    ok: false,
    reason: 'passkey_over',
  })
  expect(await listPasskeys(db, account.userId)).toEqual([])
})

test('a browser that has been signed out removes no passkey', async ({ deps, db, databaseUrl }) => {
  const account = await anAccount(deps)
  const thief = await aBrowser(deps, account)
  const asked = await askForPasskey(deps, thief, account, { password, code: '' })
  if (!asked.ok) throw new Error(asked.reason)
  const response = new Authenticator(deps.origin).make(asked.options)
  await addPasskey(deps, thief, account, { draft: asked.draft, response })
  const [passkey] = await listPasskeys(db, account.userId)
  const done = await whilePasswordChanges({ deps, databaseUrl }, account, () =>
    removePasskey(deps, thief, account, passkey?.id ?? ''),
  )
  expect(done).toEqual({ ok: false, reason: 'busy' })
  expect(await listPasskeys(db, account.userId)).toHaveLength(1)
})

test('a sign-in with the old password does not outlast its change', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const account = await anAccount(deps)
  const done = await whilePasswordChanges({ deps, databaseUrl }, account, () =>
    signIn(deps, stranger, { email, password }),
  )
  expect(done).toEqual({ ok: false, reason: 'wrong' })
  expect(await namedSessions(db)).toEqual([])
  expect(await signIn(deps, stranger, { email, password: newPassword })).toMatchObject({ ok: true })
})

test('a link from before the new password does not outlast its change', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const account = await anAccount(deps)
  const token = await deps.auth.signInToken(account.userId)
  const done = await whilePasswordChanges({ deps, databaseUrl }, account, () =>
    signInByLink(deps, stranger, { token, replaces: null }),
  )
  expect(done).toEqual({ ok: false, reason: 'link_invalid' })
  expect(await namedSessions(db)).toEqual([])
})

test('a link to reset the password does not replace one that the owner has just set', async ({
  deps,
  databaseUrl,
}) => {
  const account = await anAccount(deps)
  const token = await deps.auth.resetToken(account.userId)
  const done = await whilePasswordChanges({ deps, databaseUrl }, account, () =>
    resetPassword(deps, stranger, { token, password: 'a-third-lantern-44' }),
  )
  expect(done).toEqual({ ok: false, reason: 'link_invalid' })
  expect(await signIn(deps, stranger, { email, password: newPassword })).toMatchObject({ ok: true })
})

test('a link to reset the password works again if the new one could not be stored, and then only once', async ({
  deps,
  db,
}) => {
  const account = await anAccount(deps)
  const token = await deps.auth.resetToken(account.userId)
  const reset = (wanted: string) => resetPassword(deps, stranger, { token, password: wanted })
  await sql`alter table outbox rename to gone`.execute(db)
  await expect(reset(newPassword)).rejects.toThrow('outbox')
  await sql`alter table gone rename to outbox`.execute(db)
  expect(await signIn(deps, stranger, { email, password })).toMatchObject({ ok: true })
  const both = await Promise.all([reset(newPassword), reset('a-third-lantern-44')])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both).toContainEqual({ ok: false, reason: 'link_invalid' })
})

test('a code finishes no sign-in that began with the old password', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const account = await anAccount(deps)
  await switchOn(deps, account)
  const begun = await signIn(deps, stranger, { email, password })
  if (!begun.ok) throw new Error(begun.reason)
  const cookie = cookieOf(begun.cookies)
  const thief = { ...stranger, headers: new Headers({ cookie, 'user-agent': 'thief' }) }
  const code = await freshCode(deps, account.userId)
  const done = await whilePasswordChanges({ deps, databaseUrl }, account, () =>
    finishSignIn(deps, thief, { code, recoveryCode: '' }),
  )
  expect(done).toEqual({ ok: false, reason: 'not_begun' })
  expect(await namedSessions(db)).toEqual([])
})

test('a code that was right in time starts no session after the change of the password', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const account = await anAccount(deps)
  await switchOn(deps, account)
  const owner = await aBrowser(deps, account)
  const begun = await signIn(deps, stranger, { email, password })
  if (!begun.ok) throw new Error(begun.reason)
  const cookie = cookieOf(begun.cookies)
  const thief = { ...stranger, headers: new Headers({ cookie, 'user-agent': 'thief' }) }
  const code = await freshCode(deps, account.userId)
  // The code is used up, and the sign-in is about to be, when the owner locks the account.
  await sql`create function wait() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(1); return old; end $$`.execute(db)
  await sql`create trigger waiting before delete on auth_verifications for each row execute function wait()`.execute(
    db,
  )
  const held = await holdLock(databaseUrl, 'select pg_advisory_xact_lock(1)')
  const finishing = finishSignIn(deps, thief, { code, recoveryCode: '' })
  await waitForWaiter(db)
  const changing = changePassword(deps, owner, account, { password, newPassword })
  await waitForWaiter(db, 2)
  await held.commit()
  expect(await changing).toMatchObject({ ok: true })
  expect(await finishing).toEqual({ ok: false, reason: 'not_begun' })
  expect(await namedSessions(db)).toEqual([])
})

test('the old password begins no sign-in that outlasts its change', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const account = await anAccount(deps)
  await switchOn(deps, account)
  const owner = await aBrowser(deps, account)
  // The token waits to be written until the change is over, which has then not seen it.
  await sql`create function wait() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(1); return new; end $$`.execute(db)
  await sql`create trigger waiting before insert on auth_verifications for each row execute function wait()`.execute(
    db,
  )
  const held = await holdLock(databaseUrl, 'select pg_advisory_xact_lock(1)')
  const beginning = signIn(deps, stranger, { email, password })
  await waitForWaiter(db)
  expect(await changePassword(deps, owner, account, { password, newPassword })).toMatchObject({
    ok: true,
  })
  await held.commit()
  const begun = await beginning
  expect(begun).toEqual({ ok: false, reason: 'wrong' })
  expect(await db.selectFrom('authVerifications').select('id').execute()).toEqual([])
})

test('two-factor sign-in is not changed by a code that came with the old password', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const account = await anAccount(deps)
  await switchOn(deps, account)
  const thief = await aBrowser(deps, account)
  const code = await freshCode(deps, account.userId)
  const off = await whilePasswordChanges({ deps, databaseUrl }, account, () =>
    switchOffTwoFactor(deps, thief, account, { password, code }),
  )
  expect(off).toEqual({ ok: false, reason: 'busy' })
  expect(await findTwoFactor(db, account.userId)).not.toBeNull()
})

test('recovery codes are not replaced by a code that came with the old password', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const account = await anAccount(deps)
  await switchOn(deps, account)
  const thief = await aBrowser(deps, account)
  const before = await db.selectFrom('recoveryCodes').select('hash').orderBy('id').execute()
  const code = await freshCode(deps, account.userId)
  const done = await whilePasswordChanges({ deps, databaseUrl }, account, () =>
    replaceRecoveryCodes(deps, thief, account, { password, code }),
  )
  expect(done).toEqual({ ok: false, reason: 'busy' })
  expect(await db.selectFrom('recoveryCodes').select('hash').orderBy('id').execute()).toEqual(
    before,
  )
})

test('of two tabs that change the password, the second ends no session and no link', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const account = await anAccount(deps)
  const tab = await aBrowser(deps, account)
  const held = await holdLock(databaseUrl, 'select id from users where id = $1 for update', [
    account.userId,
  ])
  const first = changePassword(deps, tab, account, { password, newPassword })
  await waitForWaiter(db)
  const second = changePassword(deps, tab, account, { password, newPassword: 'a-third-lantern-44' })
  await waitForWaiter(db, 2)
  // The second sees what the first leaves, and a link mailed and a session started since.
  await sql`create function leave() returns trigger language plpgsql as $$
    begin
      insert into auth_verifications (identifier, value, expires_at) values ('mailed', new.user_id, now() + interval '1 hour');
      insert into auth_sessions (user_id, token, expires_at) values (new.user_id, 'started', now() + interval '1 hour');
      return null;
    end $$`.execute(db)
  await sql`create constraint trigger leaving after update on auth_accounts initially deferred for each row execute function leave()`.execute(
    db,
  )
  await held.commit()
  expect(await first).toMatchObject({ ok: true })
  expect(await second).toEqual({ ok: false, reason: 'busy' })
  expect(await db.selectFrom('authVerifications').select('identifier').execute()).toEqual([
    { identifier: 'mailed' },
  ])
  const tokens = await db.selectFrom('authSessions').select('token').execute()
  expect(tokens.map(({ token }) => token)).toContain('started')
})

test('the old password joins no Google account once the owner has changed it', async ({
  deps,
  databaseUrl,
}) => {
  const account = await anAccount(deps)
  const waiting = waitToJoin(deps, { provider: 'google', subject: '1001', ...account })
  const thief = {
    ...stranger,
    headers: new Headers({ 'user-agent': 'thief', cookie: waiting.split(';')[0] ?? '' }),
  }
  const owner = await aBrowser(deps, account)
  // The session of the sign-in does not wait for it; the change of the password and the join do.
  const held = await holdLock(databaseUrl, 'select from users where id = $1 for no key update', [
    account.userId,
  ])
  const changing = changePassword(deps, owner, account, { password, newPassword })
  await waitForWaiter(deps.db)
  const signingIn = signIn(deps, thief, { email, password })
  await waitForWaiter(deps.db, 2)
  await held.commit()
  expect(await changing).toMatchObject({ ok: true })
  await signingIn
  const joined = deps.db.selectFrom('authAccounts').where('providerId', '=', 'google')
  expect(await joined.selectAll().execute()).toEqual([])
})

test('of two tabs that come back from Google at once, one creates the account and the other signs in to it', async ({
  deps: bare,
  databaseUrl,
}) => {
  const client = { clientId: 'openspot', clientSecret: 'a secret of the client' }
  const returnTo = `${bare.origin}/auth-callback`
  const google = await startFakeGoogle({ ...client, returnTo })
  const { issuer } = google
  const settings = { ...client, issuer, returnTo, scope: 'openid email', parameters: {} }
  const deps = { ...bare, openId: { google: createOpenId({ ...settings, log: bare.log }) } }
  const asked = await askProvider(deps, 'google', { redirectTo: null, ref: null, form: null })
  if (!asked.ok) throw new Error(asked.reason)
  const back = await google.agree(asked.url, { email, name: 'Vera', verified: true })
  const headers = new Headers({ cookie: asked.cookies[0]?.split(';')[0] ?? '' })
  const other = await holdLock(
    databaseUrl,
    `with created as (
       insert into users (name, email, email_verified) values ('Vera', $1, true) returning id
     ) insert into auth_accounts (user_id, provider_id, account_id) select id, 'google', $2 from created`,
    [email, google.subjectOf(email)],
  )
  const query = new URL(back).searchParams
  const came = { query, language: 'en' } as const
  const coming = signInWithProvider(deps, { ...stranger, headers }, 'google', came)
  await waitForWaiter(deps.db)
  await other.commit()
  expect(await coming).toMatchObject({ ok: true })
  expect(await deps.db.selectFrom('users').select('email').execute()).toEqual([{ email }])
  await google.stop()
})

test('somebody else’s Google account does not push out the one that is joined', async ({
  deps,
  db,
}) => {
  const account = await anAccount(deps)
  await db
    .insertInto('authAccounts')
    .values({ userId: account.userId, providerId: 'google', accountId: 'mine' })
    .execute()
  const { userId: other } = await aVendor(db)
  await db
    .insertInto('authAccounts')
    .values({ userId: other, providerId: 'google', accountId: 'theirs' })
    .execute()
  const waiting = waitToJoin(deps, { provider: 'google', subject: 'theirs', ...account })
  const headers = new Headers({ cookie: waiting.split(';')[0] ?? '' })
  expect(await signIn(deps, { ...stranger, headers }, { email, password })).toMatchObject({
    ok: true,
  })
  const joined = db.selectFrom('authAccounts').where('providerId', '=', 'google')
  expect(await joined.select(['userId', 'accountId']).orderBy('accountId').execute()).toEqual([
    { userId: account.userId, accountId: 'mine' },
    { userId: other, accountId: 'theirs' },
  ])
})

test('an address that has another Google account by now is joined to that one', async ({
  deps,
  db,
}) => {
  const account = await anAccount(deps)
  await db
    .insertInto('authAccounts')
    .values({ userId: account.userId, providerId: 'google', accountId: 'former' })
    .execute()
  const waiting = waitToJoin(deps, { provider: 'google', subject: 'present', ...account })
  const headers = new Headers({ cookie: waiting.split(';')[0] ?? '' })
  expect(await signIn(deps, { ...stranger, headers }, { email, password })).toMatchObject({
    ok: true,
  })
  const joined = db.selectFrom('authAccounts').where('providerId', '=', 'google')
  expect(await joined.select('accountId').execute()).toEqual([{ accountId: 'present' }])
})

test('an administrator is never joined to Google, nor signed in by it', async ({ deps, db }) => {
  const made = await makeAdmin(deps, 'ada@example.com')
  if (!made.ok) throw new Error(made.reason)
  const { userId } = made
  await db
    .updateTable('authAccounts')
    .set({ password: await deps.auth.hashPassword(password) })
    .execute()
  const waiting = waitToJoin(deps, {
    provider: 'google',
    subject: '1001',
    userId,
    email: made.email,
  })
  const headers = new Headers({ cookie: waiting.split(';')[0] ?? '' })
  for (const enter of [signInAsAdmin, signIn])
    expect(
      await enter(deps, { ...stranger, headers }, { email: made.email, password }),
    ).toMatchObject({ ok: true })
  const joined = db.selectFrom('authAccounts').where('providerId', '=', 'google')
  expect(await joined.selectAll().execute()).toEqual([])
})

test('the sign-in of the console takes as long for a vendor as for an administrator', async ({
  deps,
  db,
}) => {
  const admin = await makeAdmin(deps, 'ada@example.com')
  if (!admin.ok) throw new Error(admin.reason)
  const vendor = await anAccount(deps)
  const attempt = async (typed: string, host: number) => {
    const from = { ...stranger, network: `192.0.2.${host}` }
    const begun = performance.now()
    const answer = await signInAsAdmin(deps, from, { email: typed, password })
    expect(answer).toEqual({ ok: false, reason: 'wrong' })
    return performance.now() - begun
  }
  const typed = [admin.email, vendor.email, 'nobody@example.com']
  const shortest = typed.map(() => Infinity)
  for (const host of [1, 2, 3, 4])
    for (const [at, one] of typed.entries())
      shortest[at] = Math.min(shortest[at] ?? 0, await attempt(one, host))
  // What looks at no password is done in a tenth of the time.
  expect(Math.min(...shortest)).toBeGreaterThan(Math.max(...shortest) / 4)
  expect(await db.selectFrom('authSessions').selectAll().execute()).toEqual([])
})
