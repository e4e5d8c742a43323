import { compactVerify } from 'jose'
import { z } from 'zod'
import type { Deps } from '#core/shared/deps.ts'
import { emailAddress } from '#core/shared/fields.ts'
import { emit } from '#core/events/emit.ts'
import { findAccount } from '../queries.ts'
import { askAuth, type Visitor } from './ask-auth.ts'

export type EmailConfirmed =
  | { ok: true; cookies: string[] }
  | {
      ok: false
      reason: 'invalid' | 'failed' | 'already_verified' | 'no_session' | 'rate_limited'
      email: string | null
    }

/** Confirms an address by the token of the mail and signs its owner in, the first time. */
export async function confirmEmail(
  deps: Deps,
  visitor: Visitor,
  token: string | null,
): Promise<EmailConfirmed> {
  if (!token) return { ok: false, reason: 'invalid', email: null }
  const taken = await deps.limits.tokenPerAddress.take(visitor.address)
  if (!taken.ok) return { ok: false, reason: 'rate_limited', email: null }

  const email = await addressIn(token, deps.secretKeys[0])
  if (email === null) return { ok: false, reason: 'invalid', email }
  if ((await findAccount(deps.db, email))?.verified)
    return { ok: false, reason: 'already_verified', email }
  const answer = await askAuth(
    deps,
    visitor,
    'GET',
    `/verify-email?token=${encodeURIComponent(token)}`,
  )
  if (answer.code === 'FAILED_TO_CREATE_SESSION') return { ok: false, reason: 'no_session', email }
  if (!answer.ok) return { ok: false, reason: 'failed', email }
  if (answer.cookies.length === 0) return { ok: false, reason: 'no_session', email }
  return { ok: true, cookies: answer.cookies }
}

const payloadSchema = z.object({ email: emailAddress })

/** The address a token of ours names, be it too old; null for one we never signed. */
async function addressIn(token: string, key: string): Promise<string | null> {
  try {
    const { payload } = await compactVerify(token, new TextEncoder().encode(key))
    return payloadSchema.parse(JSON.parse(new TextDecoder().decode(payload))).email
  } catch {
    return null
  }
}

/** Sends the confirmation again. The answer is the same for every address. */
export async function resendConfirmation(
  deps: Deps,
  visitor: Visitor,
  email: string,
): Promise<'sent' | 'rate_limited'> {
  return requestMail(deps, visitor, 'account.confirmation_resend', email)
}

/** Asks for a reset link. The answer, and the time it takes, is the same for every address. */
export async function requestPasswordReset(
  deps: Deps,
  visitor: Visitor,
  email: string,
): Promise<'sent' | 'rate_limited'> {
  return requestMail(deps, visitor, 'account.reset_requested', email)
}

async function requestMail(
  deps: Deps,
  visitor: Visitor,
  asked: 'account.confirmation_resend' | 'account.reset_requested',
  typed: string,
) {
  const here = await deps.limits.mailPerAddress.take(visitor.address)
  if (!here.ok) return 'rate_limited'
  const address = emailAddress.safeParse(typed.trim())
  if (!address.success) return 'sent'
  const email = address.data
  const taken = await deps.limits.mailPerAccount.take(email)
  if (!taken.ok) return 'rate_limited'
  await emit(deps.db, asked, { email })
  return 'sent'
}
