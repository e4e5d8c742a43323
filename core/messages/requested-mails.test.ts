import { sql } from 'kysely'
import { requestPasswordReset, resendConfirmation } from '#core/accounts/commands/confirm-email.ts'
import { deviceCookie } from '#core/accounts/commands/known-device.ts'
import { register } from '#core/accounts/commands/register.ts'
import { requestSignInLink } from '#core/accounts/commands/sign-in-link.ts'
import { askForLinks } from '#core/bookings/commands/send-links.ts'
import { expect, test } from '#tests/support/database.ts'

const email = 'vera@example.com'
const visitor = { network: '192.0.2.1', headers: new Headers() }
const form = {
  email,
  password: 'eleven grey herons',
  agreed: true,
  ref: null,
  language: 'en' as const,
}

test('all that strangers can request for a mailbox is twenty mails a day, however they ask', async ({
  deps,
  db,
}) => {
  const from = (nth: number) => ({ ...visitor, network: `192.0.2.${nth}` })
  const asks = [resendConfirmation, requestPasswordReset, requestSignInLink]
  for (const ask of asks)
    for (let nth = 0; nth < 5; nth++)
      expect(await ask(deps, from(nth), `vera+${nth}@example.com`)).toBe('sent')
  const account = await register(deps, visitor, form)
  if (!account.ok) throw new Error(account.reason)
  for (let nth = 0; nth < 5; nth++) {
    const asked = {
      contact: `vera+${nth}@example.com`,
      language: 'en' as const,
      network: from(nth).network,
    }
    expect(await askForLinks(deps, asked)).toEqual({ ok: true })
  }
  expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(20)

  // As if an hour had passed, after which the separate limits begin again.
  await sql`delete from rate_limits where key like 'mail-account:%' or key like 'sign-in-link-account:%'`.execute(
    db,
  )
  for (const ask of asks) expect(await ask(deps, from(100), email)).toBe('sent')
  expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(20)
  const withCookie = (cookie = '') => ({
    ...from(101),
    headers: new Headers({ cookie: cookie.split(';')[0] ?? '' }),
  })
  // Signing up with an address proves nothing; a sign-in does.
  for (const ask of asks)
    expect(await ask(deps, withCookie(account.cookies[0]), email)).toBe('sent')
  expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(20)
  await sql`delete from rate_limits where key like 'mail-account:%' or key like 'sign-in-link-account:%'`.execute(
    db,
  )
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const known = withCookie(deviceCookie(deps, visitor, id))
  for (const ask of asks) expect(await ask(deps, known, email)).toBe('sent')
  expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(23)
}, 60_000)
