import { expect, test } from '#tests/support/database.ts'
import type { Deps } from '#core/shared/deps.ts'
import { createAuth } from '#core/integrations/better-auth.ts'
import { findAccount } from '../queries.ts'
import {
  confirmEmail,
  findConfirmationAsks,
  requestPasswordReset,
  resendConfirmation,
} from './confirm-email.ts'
import { register } from './register.ts'
import { resetPassword } from './reset-password.ts'
import { requestSignInLink } from './sign-in-link.ts'

const email = 'vera@example.com'
const visitor = { network: '192.0.2.1', headers: new Headers() }
const perHour = 5

async function askUntilRefused(ask: typeof resendConfirmation, deps: Deps) {
  for (let nth = 0; nth < perHour; nth++) expect(await ask(deps, visitor, email)).toBe('sent')
  expect(await ask(deps, visitor, email)).toBe('rate_limited')
}

test.for([
  ['confirmations', resendConfirmation, requestPasswordReset],
  ['new passwords', requestPasswordReset, resendConfirmation],
] as const)(
  'asking for %s until it is refused leaves the other mails of an account alone',
  async ([, ask, other], { deps }) => {
    await askUntilRefused(ask, deps)
    await askUntilRefused(other, deps)
  },
)

test('a confirmation link goes on working when a new secret key is put in front', async ({
  deps,
}) => {
  const password = 'gorse-lantern-42'
  const form = { email, password, agreed: true, ref: null, language: 'en' as const }
  expect(await register(deps, visitor, form)).toMatchObject({ ok: true })
  const token = await deps.auth.verificationToken(email)
  const secretKeys = ['a newer key that was put in front of it', ...deps.secretKeys] as const
  const changed = { ...deps, secretKeys, auth: createAuth({ ...deps, secretKeys }) }
  expect(await confirmEmail(changed, visitor, { token, password, replaces: null })).toMatchObject({
    ok: true,
  })
})

const tagged = (nth: number) => `vera+${nth}@example.com`

test.for([
  ['confirmations', resendConfirmation, 'account.confirmation_resend'],
  ['new passwords', requestPasswordReset, 'account.reset_requested'],
  ['sign-in links', requestSignInLink, 'account.sign_in_link_requested'],
] as const)('the tags of one mailbox share its %s', async ([, ask, kind], { deps, db }) => {
  for (let nth = 0; nth < perHour + 3; nth++) await ask(deps, visitor, tagged(nth))
  const asked = await db.selectFrom('outbox').where('kind', '=', kind).select('id').execute()
  expect(asked).toHaveLength(perHour)
})

test('the tags of one mailbox share the accounts that are opened with it in an hour', async ({
  deps,
  db,
}) => {
  const answers = []
  for (let nth = 0; nth < perHour + 2; nth++) {
    const from = { ...visitor, network: `192.0.2.${nth}` }
    const answer = await register(deps, from, formOf(tagged(nth)))
    answers.push(answer.ok || answer.reason)
  }
  expect(answers.slice(perHour)).toEqual(['mailbox_limited', 'mailbox_limited'])
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(perHour)
  // The owner of the mailbox, who has not signed up yet, is not kept out.
  expect(await register(deps, visitor, formOf(email))).toMatchObject({ ok: true })
}, 60_000)

/** A browser that has stored these cookies. */
const withCookies = (cookies: readonly string[]) => ({
  ...visitor,
  headers: new Headers({ cookie: cookies.map((line) => line.split(';')[0]).join('; ') }),
})

test('signing up with an address is no proof that it is yours, except for confirming it', async ({
  deps,
  db,
}) => {
  const registered = await register(deps, visitor, formOf(email))
  const stranger = withCookies(registered.ok ? registered.cookies : [])
  const token = await deps.auth.verificationToken(email)
  expect(await findConfirmationAsks(deps, stranger, token)).toBe(null)
  for (let nth = 0; nth < 20; nth++) await deps.limits.requestedMailsPerMailbox.take(email)
  await requestPasswordReset(deps, stranger, email)
  await requestSignInLink(deps, stranger, email)
  await resendConfirmation(deps, stranger, email)
  const asked = () =>
    db
      .selectFrom('outbox')
      .where('kind', 'like', 'account.%')
      // Tells of the new password itself.
      .where('kind', '<>', 'account.password_changed')
      .select('kind')
      .execute()
  const before = await asked()
  expect(before.map(({ kind }) => kind)).not.toContain('account.reset_requested')
  expect(before.map(({ kind }) => kind)).not.toContain('account.sign_in_link_requested')
  expect(before.map(({ kind }) => kind)).not.toContain('account.confirmation_resend')

  const account = await findAccount(db, email)
  const reset = { token: await deps.auth.resetToken(account?.id ?? ''), password: 'nine red kites' }
  const owner = await resetPassword(deps, visitor, reset)
  await requestPasswordReset(deps, stranger, email)
  expect(await asked()).toEqual(before)
  await requestPasswordReset(deps, withCookies(owner.ok ? owner.cookies : []), email)
  expect(await asked()).toHaveLength(before.length + 1)
})

test('mails that another limit refuses do not count for the mailbox', async ({ deps, db }) => {
  const { limits } = deps
  for (let nth = 0; nth < perHour + 15; nth++) {
    const from = { ...visitor, network: `192.0.2.${nth}` }
    await register(deps, from, formOf(tagged(nth)))
  }
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(perHour)
  for (let nth = perHour; nth < 20; nth++)
    expect(await limits.requestedMailsPerMailbox.take(email)).toEqual({ ok: true })
  expect(await limits.requestedMailsPerMailbox.take(email)).toMatchObject({ ok: false })
}, 60_000)

const formOf = (network: string) => ({
  email: network,
  password: 'eleven grey herons',
  agreed: true,
  ref: null,
  language: 'en' as const,
})
