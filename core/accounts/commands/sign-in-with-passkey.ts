import {
  checkSigned,
  readSigned,
  type RequestOptions,
  requestOptions,
} from '#core/integrations/webauthn.ts'
import type { Deps } from '#core/shared/deps.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { drawQuestion, readQuestion } from '../steps/passkey-question.ts'
import type { Visitor } from './ask-auth.ts'
import { joinWaiting } from './join-provider.ts'
import { deviceCookie, knownDevice } from './known-device.ts'
import { endPresentedSession } from './presented-session.ts'
import { countOf, findSuspension, type Suspended } from './sign-in.ts'

export type PasskeyRequest = { options: RequestOptions; draft: string }

/** What a browser needs to sign in with a passkey. Says nothing about any account. */
export function requestPasskey(deps: Deps): PasskeyRequest {
  const { question, draft } = drawQuestion(deps, null)
  return { options: requestOptions(deps, question.challenge), draft }
}

export type SignedInWithPasskey =
  | { ok: true; userId: string; cookies: string[] }
  | { ok: false; reason: 'passkey_over' | 'passkey_unknown' | 'rate_limited' }
  | Suspended

/**
 * Signs in by a passkey. It replaces the password and the code, because the device has asked its owner for a fingerprint, a
 * face or a PIN.
 */
export async function signInWithPasskey(
  deps: Deps,
  visitor: Visitor,
  { draft, response }: { draft: string; response: string },
): Promise<SignedInWithPasskey> {
  const done = await attempt(deps, visitor, { draft, response })
  const { network } = visitor
  if (done.ok) {
    const about = { email: done.email, network, reason: 'passkey' }
    logSecurity(deps, 'sign_in.succeeded', about)
    return { ok: true, userId: done.userId, cookies: done.cookies }
  }
  logSecurity(deps, 'sign_in.refused', { network, reason: done.reason })
  return done
}

async function attempt(
  deps: Deps,
  visitor: Visitor,
  { draft, response }: { draft: string; response: string },
) {
  const refuse = (reason: 'passkey_over' | 'passkey_unknown' | 'rate_limited') =>
    ({ ok: false, reason }) as const
  const signed = readSigned(response)
  const stored = signed && (await findPasskey(deps, signed.id))
  const device = stored && knownDevice(deps, visitor, stored.userId)
  // Strangers at the same address do not keep out a device that has signed in before.
  const [limit, count] =
    stored && device
      ? [deps.limits.signInPerAccount, countOf(stored.email, device)]
      : [deps.limits.signInPerNetwork, visitor.network]
  if (!(await limit.take(count)).ok) return refuse('rate_limited')
  const question = readQuestion(deps, null, draft)
  if (question === null) return refuse('passkey_over')
  if (!signed || !stored) return refuse('passkey_unknown')
  const counter = await checkSigned(deps, question.challenge, { signed, stored })
  if (counter === null) return refuse('passkey_unknown')
  const suspended = await findSuspension(deps.db, stored.userId)
  if (suspended) return suspended
  const used = await deps.db
    .updateTable('passkeys')
    .set({ counter, questionDrawnAt: new Date(question.drawnAt), usedAt: new Date() })
    .where('id', '=', stored.id)
    // An answer counts once.
    .where('questionDrawnAt', '<', new Date(question.drawnAt))
    .executeTakeFirstOrThrow()
  if (used.numUpdatedRows === 0n) return refuse('passkey_over')
  await limit.giveBack(count)
  const { userId, email } = stored
  const cookies = await deps.auth.startSession(userId, visitor.headers)
  await endPresentedSession(deps, visitor)
  const joined = await joinWaiting(deps, visitor, { userId })
  return {
    ok: true as const,
    userId,
    email,
    cookies: [...cookies, deviceCookie(deps, visitor, userId), ...joined],
  }
}

async function findPasskey({ db }: Deps, credentialId: string) {
  const row = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.userId')
    .where('credentialId', '=', credentialId)
    .select(['passkeys.id', 'userId', 'email', 'credentialId', 'publicKey', 'counter'])
    .executeTakeFirst()
  return row ? { ...row, counter: Number(row.counter) } : null
}
