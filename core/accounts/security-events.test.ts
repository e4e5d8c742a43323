import { pino } from 'pino'
import { requestSignInLink } from '#core/accounts/commands/sign-in-link.ts'
import { requestPasswordReset } from '#core/accounts/commands/confirm-email.ts'
import { register } from '#core/accounts/commands/register.ts'
import { resetPassword } from '#core/accounts/commands/reset-password.ts'
import { signIn } from '#core/accounts/commands/sign-in.ts'
import { expect, test } from '#tests/support/database.ts'
import { password } from '#tests/support/accounts.ts'

const email = 'vera@example.com'
const network = '203.0.113.77'

test('sign-ins, failures, refused limits and resets are security events without names', async ({
  deps: silent,
}) => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const deps = { ...silent, log }
  const visitor = { network, headers: new Headers() }
  const attempt = (word: string) => signIn(deps, visitor, { email, password: word })
  const wish = { email, password, agreed: true, ref: null, language: 'en' } as const
  await register(deps, visitor, wish)
  const { id } = await deps.db
    .updateTable('users')
    .set({ emailVerified: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await attempt(password)
  for (let guess = 0; guess < 11; guess++) await attempt('wrong wrong')
  await requestSignInLink(deps, visitor, email)
  await requestPasswordReset(deps, visitor, email)
  const token = await deps.auth.resetToken(id)
  await resetPassword(deps, visitor, { token, password: 'another-lantern-43' })

  const events = lines.map((line) => {
    const { security, reason }: { security?: string; reason?: string } = JSON.parse(line)
    return reason === undefined ? security : `${security}: ${reason}`
  })
  expect(events).toEqual([
    'account.registered',
    'sign_in.succeeded',
    ...Array.from({ length: 10 }, () => 'sign_in.refused: wrong'),
    'sign_in.refused: rate_limited',
    'sign_in_link.requested',
    'password_reset.requested',
    'password_reset.succeeded',
  ])
  const all = lines.join()
  for (const secret of [email, 'vera', network, id, token, password])
    expect(all).not.toContain(secret)
  // An account has the same hash in every event, so that its events can be connected.
  const accounts = lines.map((line) => {
    const { account }: { account?: string } = JSON.parse(line)
    return account
  })
  expect(new Set(accounts).size).toBe(1)
})
