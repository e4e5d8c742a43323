import { emit } from '#core/events/emit.ts'
import { stepOfCode } from '#core/integrations/totp.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { unseal } from '#core/shared/sealing.ts'
import { takeInTurn } from '#core/shared/take-in-turn.ts'
import { readCode, readRecoveryCode } from '../rules.ts'
import { countRecoveryCodes } from '../queries.ts'
import { type Shown, stillHolds } from '../steps/proof.ts'
import { keySealing } from '../steps/two-factor-key.ts'

/** What somebody typed to prove that the account is theirs: the code of the app, or a recovery code. */
export type Proof = { code: string; recoveryCode: string }

export type ProofProblem =
  | 'wrong_code'
  | 'used_code'
  | 'wrong_recovery_code'
  | 'codes_limited'
  | 'not_on'
  /** what was shown before the code no longer holds */
  | 'busy'

export type ProofChecked =
  | { ok: true; by: 'code' | 'recovery_code' }
  | { ok: false; reason: ProofProblem }

/** Whose proof it is, and from where it comes. */
export type Prover = {
  userId: string
  /** the network address of the request */
  network: string
  isSignedIn: boolean
}

/**
 * Uses up a code or a recovery code, and does the work in the same transaction. Attempts are counted before they are looked
 * at, and forgotten after a success.
 *
 * @param by - who it is, with what was shown before the code
 */
export async function withProof(
  deps: Deps,
  { shown, ...by }: Prover & { shown: Shown },
  typed: Proof,
  work: (tx: Tx) => Promise<void> = async () => {},
): Promise<ProofChecked> {
  const { userId } = by
  const matched = await matchProof(deps, by, typed)
  if (!matched.ok) return matched
  const refused = await deps.db.transaction().execute(async (tx) => {
    if (!(await stillHolds(tx, shown))) return 'busy'
    if (!(await takeProof(tx, userId, matched))) return usedUpBefore(matched)
    await work(tx)
    return null
  })
  if (refused) return { ok: false, reason: refused }
  await forgetAttempts(deps, by, matched)
  return { ok: true, by: matched.by }
}

export type ProofMatched =
  | { ok: true; by: 'code'; step: number }
  | { ok: true; by: 'recovery_code'; id: string }

type Matched = ProofMatched | { ok: false; reason: ProofProblem }

/** Compares a proof and does not use it up yet, because what it is for may still be refused. */
export async function matchProof(deps: Deps, by: Prover, typed: Proof): Promise<Matched> {
  const { userId } = by
  const stored = await deps.db
    .selectFrom('twoFactors')
    .where('userId', '=', userId)
    .select('sealedKey')
    .executeTakeFirst()
  if (!stored) return { ok: false, reason: 'not_on' }
  // Some people enter it where the code belongs.
  const recoveryCode = readRecoveryCode(typed.recoveryCode) ?? readRecoveryCode(typed.code)
  if (recoveryCode !== null) return matchRecoveryCode(deps, by, recoveryCode)
  if (typed.recoveryCode.trim() !== '') return { ok: false, reason: 'wrong_recovery_code' }
  const code = readCode(typed.code)
  if (code === null) return { ok: false, reason: 'wrong_code' }
  return matchCode(deps, by, { sealedKey: stored.sealedKey, code })
}

/**
 * A browser that is signed in has counts of its own: somebody with the password alone must not keep the owner from changing
 * how the account is signed in to.
 */
const codeCount = ({ userId, isSignedIn }: Prover) => (isSignedIn ? `${userId} signed in` : userId)

/**
 * Nobody guesses a recovery code, so the count only protects the processor. Per address, because wrong codes from elsewhere
 * must not keep the owner out.
 */
const recoveryCount = ({ userId, network }: Prover) => `${userId} ${network}`

type Given = { sealedKey: string; code: string }

async function matchCode(deps: Deps, by: Prover, { sealedKey, code }: Given): Promise<Matched> {
  const { userId } = by
  const { codesPerUser, codesPerUserAndDay } = deps.limits
  const count = codeCount(by)
  if (!(await takeInTurn([codesPerUser, count], [codesPerUserAndDay, count])))
    return { ok: false, reason: 'codes_limited' }
  const key = unseal(keySealing(deps, userId), sealedKey)
  if (key === null) {
    deps.log.error({ userId }, 'no secret key opens the two-factor key of an account')
    return { ok: false, reason: 'wrong_code' }
  }
  const step = stepOfCode(key, code, new Date())
  return step === null ? { ok: false, reason: 'wrong_code' } : { ok: true, by: 'code', step }
}

async function matchRecoveryCode(
  { db, auth, limits }: Deps,
  by: Prover,
  code: string,
): Promise<Matched> {
  const { userId } = by
  if (!(await limits.recoveryCodesPerUserAndAddress.take(recoveryCount(by))).ok)
    return { ok: false, reason: 'codes_limited' }
  const rows = await db
    .selectFrom('recoveryCodes')
    .where('userId', '=', userId)
    .select(['id', 'hash'])
    .execute()
  const matches = await Promise.all(rows.map(({ hash }) => auth.matchHash(hash, code)))
  const found = rows.find((_row, at) => matches[at])
  return found
    ? { ok: true, by: 'recovery_code', id: found.id }
    : { ok: false, reason: 'wrong_recovery_code' }
}

/** False: it has been used since, or an earlier code than the last one. */
export async function takeProof(tx: Tx, userId: string, matched: ProofMatched): Promise<boolean> {
  if (matched.by === 'code') {
    const { step } = matched
    const taken = await tx
      .updateTable('twoFactors')
      .set({ lastStep: step })
      .where('userId', '=', userId)
      .where('lastStep', '<', step)
      .executeTakeFirst()
    return taken.numUpdatedRows > 0n
  }
  const used = await tx
    .deleteFrom('recoveryCodes')
    .where('id', '=', matched.id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (used.numDeletedRows === 0n) return false
  const left = await countRecoveryCodes(tx, userId)
  await emit(tx, 'account.recovery_code_used', { userId, left })
  return true
}

export const usedUpBefore = ({ by }: ProofMatched) =>
  by === 'code' ? ('used_code' as const) : ('wrong_recovery_code' as const)

export async function forgetAttempts(
  { limits }: Deps,
  by: Prover,
  { by: proof }: ProofMatched,
): Promise<void> {
  if (proof === 'recovery_code')
    return limits.recoveryCodesPerUserAndAddress.forget(recoveryCount(by))
  await limits.codesPerUser.forget(codeCount(by))
  await limits.codesPerUserAndDay.giveBack(codeCount(by))
}
