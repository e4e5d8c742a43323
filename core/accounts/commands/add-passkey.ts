import { emit } from '#core/events/emit.ts'
import { userAgentLength } from '#core/integrations/auth-plugin.ts'
import {
  type CreationOptions,
  creationOptions,
  readNewPasskey,
} from '#core/integrations/webauthn.ts'
import type { Deps } from '#core/shared/deps.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { findTwoFactor } from '../queries.ts'
import { passkeysPerAccount } from '../rules.ts'
import { drawQuestion, readQuestion } from '../steps/passkey-question.ts'
import { stillHolds } from '../steps/proof.ts'
import type { Visitor } from './ask-auth.ts'
import { checkPassword, type PasswordChecked } from './change-password.ts'
import { type ProofChecked, withProof } from './check-proof.ts'
import { findSessionId } from './presented-session.ts'

type Account = { userId: string; email: string }

export type PasskeyAsked =
  | { ok: true; options: CreationOptions; draft: string }
  | Exclude<ProofChecked | PasswordChecked, { ok: true }>

/**
 * What the browser needs to make a passkey. Asks for everything that the account asks for at a sign-in, because a passkey
 * replaces all of it from then on. The code is needed only with two-factor sign-in.
 */
export async function askForPasskey(
  deps: Deps,
  visitor: Visitor,
  { userId, email }: Account,
  { password, code }: { password: string; code: string },
): Promise<PasskeyAsked> {
  const refuse = <Refused extends { reason: string }>(refused: Refused) => {
    const about = { email, network: visitor.network, reason: refused.reason }
    logSecurity(deps, 'passkey.refused', about)
    return refused
  }
  const checked = await checkPassword(deps, visitor, userId, password)
  if (!checked.ok) return refuse(checked)
  if (await findTwoFactor(deps.db, userId)) {
    const by = { userId, network: visitor.network, isSignedIn: true, shown: checked.shown }
    const proved = await withProof(deps, by, { code, recoveryCode: '' })
    if (!proved.ok) return refuse(proved)
  }
  const known = await deps.db
    .selectFrom('passkeys')
    .where('userId', '=', userId)
    .select(['credentialId', 'transports'])
    .execute()
  const { question, draft } = drawQuestion(deps, { userId, mark: checked.shown.mark })
  const site = deps.settings.operatorName
  const owner = { site, userId, email, challenge: question.challenge, known }
  return { ok: true, options: creationOptions(deps, owner), draft }
}

export type PasskeyAdded =
  | { ok: true }
  | { ok: false; reason: 'passkey_over' | 'passkey_wrong' | 'passkey_known' | 'passkeys_full' }

/** Stores the passkey that the browser has made. From here on it signs in without the password. */
export async function addPasskey(
  deps: Deps,
  visitor: Visitor,
  { userId, email }: Account,
  { draft, response }: { draft: string; response: string },
): Promise<PasskeyAdded> {
  const question = readQuestion(deps, userId, draft)
  if (question === null) return { ok: false, reason: 'passkey_over' }
  const made = await readNewPasskey(deps, question.challenge, response)
  if (made === null) return { ok: false, reason: 'passkey_wrong' }
  // A form that somebody kept does not bring back a passkey that was removed.
  if (!(await deps.limits.passkeysPerQuestion.take(question.challenge)).ok)
    return { ok: false, reason: 'passkey_over' }
  const sessionId = await findSessionId(deps, visitor, userId)
  const shown = { userId, sessionId, mark: question.mark ?? '' }
  const added = await deps.db.transaction().execute(async (tx): Promise<PasskeyAdded> => {
    if (!(await stillHolds(tx, shown))) return { ok: false, reason: 'passkey_over' }
    const { count } = await tx
      .selectFrom('passkeys')
      .where('userId', '=', userId)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= passkeysPerAccount) return { ok: false, reason: 'passkeys_full' }
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('passkeys')
      .values({
        ...made,
        userId,
        userAgent: visitor.headers.get('user-agent')?.slice(0, userAgentLength) ?? null,
        questionDrawnAt: new Date(question.drawnAt),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) return { ok: false, reason: 'passkey_known' }
    await emit(tx, 'account.passkey_added', { userId })
    return { ok: true }
  })
  if (added.ok) logSecurity(deps, 'passkey.added', { email, network: visitor.network })
  return added
}

/** The passkey no longer signs in. One that is gone already counts as removed. */
export async function removePasskey(
  deps: Deps,
  visitor: Visitor,
  { userId, email }: Account,
  passkeyId: string,
): Promise<{ ok: true } | { ok: false; reason: 'busy' }> {
  const sessionId = await findSessionId(deps, visitor, userId)
  const removed = await deps.db.transaction().execute(async (tx) => {
    if (!(await stillHolds(tx, { userId, sessionId }))) return null
    const { numDeletedRows } = await tx
      .deleteFrom('passkeys')
      .where('id', '=', passkeyId)
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) await emit(tx, 'account.passkey_removed', { userId })
    return numDeletedRows > 0n
  })
  if (removed === null) return { ok: false, reason: 'busy' }
  if (removed) logSecurity(deps, 'passkey.removed', { email, network: visitor.network })
  return { ok: true }
}
