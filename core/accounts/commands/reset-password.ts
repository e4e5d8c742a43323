import type { Deps } from '#core/shared/deps.ts'
import { passwordProblem } from '../rules.ts'
import { askAuth, type Visitor } from './ask-auth.ts'

export type PasswordReset =
  | { ok: true }
  | {
      ok: false
      reason: NonNullable<ReturnType<typeof passwordProblem>> | 'link_invalid' | 'rate_limited'
    }

/** Sets a new password by the token of the mail and ends every session of the account. */
export async function resetPassword(
  deps: Deps,
  visitor: Visitor,
  input: { token: string; password: string },
): Promise<PasswordReset> {
  const weak = passwordProblem(input.password)
  if (weak) return { ok: false, reason: weak }
  const taken = await deps.limits.tokenPerAddress.take(visitor.address)
  if (!taken.ok) return { ok: false, reason: 'rate_limited' }
  const userId = await ownerOf(deps, input.token)
  const answer = await askAuth(deps, visitor, 'POST', '/reset-password', {
    token: input.token,
    newPassword: input.password,
  })
  if (!answer.ok || userId === null) return { ok: false, reason: 'link_invalid' }
  await voidOtherLinks(deps, userId)
  return { ok: true }
}

// As the auth library names its reset tokens; the value is the user they are for.
const prefix = 'reset-password:'

async function ownerOf({ db }: Deps, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('authVerifications')
    .where('identifier', '=', prefix + token)
    .select('value')
    .executeTakeFirst()
  return row?.value ?? null
}

/** A mail that was asked for earlier must not open the account again. */
async function voidOtherLinks({ db }: Deps, userId: string): Promise<void> {
  await db
    .deleteFrom('authVerifications')
    .where('value', '=', userId)
    .where('identifier', 'like', `${prefix}%`)
    .execute()
}
