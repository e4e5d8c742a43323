import { expect, test } from '#tests/support/database.ts'
import type { Deps } from '#core/shared/deps.ts'
import { requestPasswordReset, resendConfirmation } from './confirm-email.ts'

const email = 'vera@example.com'
const visitor = { address: '192.0.2.1', headers: new Headers() }
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
